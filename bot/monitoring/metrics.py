"""What is measured: every figure there is, and what listens to the event loop and to requests."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, Literal, get_args

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, disable_created_metrics
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

from bot import __version__
from bot.client.interaction_context import InteractionMetric, InteractionOutcome
from bot.images.renderer import RenderEnd, RenderReport
from bot.monitoring.heartbeat import BackupNote
from bot.refusal import Reason
from bot.runtime.clock import RecentMaximum
from storage.models import TransactionMetric

# How late the event loop wakes those who sleep: by so much are answers late to whoever presses just then.


SAMPLE_INTERVAL = 0.05
"""Seconds between two samples of how late the event loop is."""


@asynccontextmanager
async def sample_loop_delay(
    listener: Callable[[float], None], *, every: float = SAMPLE_INTERVAL
) -> AsyncIterator[None]:
    """Give `listener` the delay, again and again."""
    task = asyncio.create_task(_sample_loop_delay(listener, every), name="loop delay")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _sample_loop_delay(listener: Callable[[float], None], every: float) -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + every
        await asyncio.sleep(every)
        listener(max(0.0, loop.time() - due))


# Requests to Discord, as aiohttp tells of them: by route, and a route names nobody and nothing.


_ROUTE_WORDS = frozenset(
    (
        *("@me", "@original", "applications", "archived", "bot", "callback", "channels", "commands"),
        "emojis",
        *("gateway", "guilds", "interactions", "members", "messages", "oauth2", "permissions", "pins"),
        *("private", "public", "roles", "thread-members", "threads", "typing", "users", "webhooks"),
    )
)
"""The words of the routes that the bot uses; whatever else stands in a path is not told."""
_SCOPES = ("user", "global", "shared")
"""Whose limit it can be that was reached."""
_UNKNOWN_SCOPE = "unknown"
SessionBegins = Literal["new", "resumed"]
"""How a connection to the gateway comes about."""


def route_of(path: str) -> str:
    """The route of a path: the words of it, and a place for each id, token or anything else."""
    parts = path.strip("/").split("/")
    if parts[:1] == ["api"]:
        parts = parts[2:] if parts[1:] and parts[1].startswith("v") else parts[1:]
    return "/" + "/".join(part if part in _ROUTE_WORDS else "{}" for part in parts if part)


# Every figure there is, in one place. docs/watching.md says to an operator what each of them means.
#
# No label says who or which table: they are verbs, routes, statuses, phases and games, of which there are
# only so many. Each bot has its own registry, as tests start several in a process.


_ANSWER_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0)
"""Seconds; Discord waits for three, and from one and a half on an answer is put off."""
_REQUEST_BUCKETS = (0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0, 15.0)
_DELAY_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_COMMIT_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_BATCH_BUCKETS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_PICTURE_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 1.0, 2.5, 5.0)

disable_created_metrics()  # when each of them was first counted: nobody asks, and it would be a third of all

COUNTED_LEVELS = ("warning", "error")
"""Of log lines, as far as they are counted."""


class Metrics:
    """All that is measured: its methods are given what happens, `bot.monitoring.endpoint` sets the gauges."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        Info("tortuga", "Which version runs", registry=self.registry).info({"version": __version__})
        self._measure_answers()
        self._measure_the_event_loop()
        self._measure_storage()
        self._measure_discord()
        self._measure_what_is_served()
        self._lines = self._counter("log_lines", "Lines of the log that tell of trouble", "level")
        self.counting_lines = _LineCounter(self._lines)
        _begin_at_zero(self._transactions, ("stored", "failed"))
        _begin_at_zero(self._lines, COUNTED_LEVELS)
        _begin_at_zero(self._refusals, get_args(Reason))
        _begin_at_zero(self._limits, (*_SCOPES, _UNKNOWN_SCOPE))
        _begin_at_zero(self._pictures, get_args(RenderEnd))

    def _counter(self, name: str, says: str, *labels: str) -> Counter:
        return Counter(f"tortuga_{name}", says, labels, registry=self.registry)

    def _gauge(self, name: str, says: str, *labels: str) -> Gauge:
        return Gauge(f"tortuga_{name}", says, labels, registry=self.registry)

    def _histogram(self, name: str, says: str, bounds: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(f"tortuga_{name}", says, labels, buckets=bounds, registry=self.registry)

    def _measure_answers(self) -> None:
        interaction = ("by", "kind")
        self._attended = self._counter(
            "interactions", "Interactions, by how they ended", *interaction, "ended", "shard"
        )
        self._ended = self._counter(
            "interactions_ended", "The same, without what they were", "ended", "shard"
        )
        self._answers = self._histogram(
            "answer_seconds",
            "From an interaction's arrival until its answer was sent",
            _ANSWER_BUCKETS,
            *interaction,
        )
        self._first = self._histogram(
            "acknowledgement_seconds",
            "From an interaction's arrival until Discord had the answer or the word that it will come",
            _ANSWER_BUCKETS,
            "shard",
        )
        self._deferrals = self._counter(
            "deferrals", "Answers that were put off, as they took long", *interaction
        )
        self._refusals = self._counter("refusals", "Interactions that were refused, by the reason", "reason")
        self.under_way = self._gauge(
            "interactions_under_way", "Interactions that are being answered now", "shard"
        )
        self.turns = self._gauge(
            "turns_waiting", "Presses and other changes that have or await their table's turn", "shard"
        )

    def _measure_the_event_loop(self) -> None:
        self._delay = self._histogram(
            "loop_delay_seconds", "How late the event loop wakes who sleeps", _DELAY_BUCKETS
        )
        self.recent_max_delay = RecentMaximum()
        self.loop_delay = self._gauge("loop_delay_worst_seconds", "The longest such delay of the last minute")

    def _measure_storage(self) -> None:
        self._transactions = self._counter("transactions", "Transactions, by how they ended", "ended")
        self._commit = self._histogram("transaction_seconds", "How long a transaction takes", _COMMIT_BUCKETS)
        self._writes_per_transaction = self._histogram(
            "transaction_writes", "How many writes share a transaction", _BATCH_BUCKETS
        )
        self._actions = self._counter("actions", "Moves in games that were stored")
        self._misfits = self._counter("writes_refused", "Writes that did not follow on what is stored")
        self.writes_waiting = self._gauge("writes_waiting", "Writes that wait for their transaction to begin")
        self.database = self._gauge(
            "database_bytes", "The database and the write-ahead log beside it", "file"
        )
        self._backup = self._gauge(
            "backup_timestamp_seconds", "When the latest copy was made by backup --keep"
        )
        self._backup_failed = self._gauge(
            "backup_failed", "1 if the latest attempt at a copy came to nothing"
        )

    def _measure_discord(self) -> None:
        self._requests = self._counter(
            "discord_requests", "Requests to Discord, by route and status", "method", "route", "status"
        )
        self._request = self._histogram(
            "discord_request_seconds", "How long Discord takes to answer", _REQUEST_BUCKETS, "method", "route"
        )
        self._limits = self._counter(
            "discord_rate_limits", "Requests that Discord refused as too many", "scope"
        )
        self.budget = self._gauge(
            "discord_budget_waiting", "What waits, to be sent by the bot of its own accord"
        )
        self.connected = self._gauge("gateway_connected", "1 while the gateway answers, else 0", "shard")
        self.latency = self._gauge(
            "gateway_latency_seconds", "The gateway's latest answer to a heartbeat", "shard"
        )
        self.servers = self._gauge("servers", "Servers that the bot is in", "shard")
        self.clock_ahead = self._gauge(
            "clock_ahead_seconds", "By how much this machine's clock is ahead of Discord's", "shard"
        )
        self._sessions = self._counter("gateway_connections", "Connections to the gateway", "how", "shard")
        self._cuts = self._counter("gateway_disconnections", "Connections to the gateway that ended", "shard")

    def _measure_what_is_served(self) -> None:
        self.shards = self._gauge("shards", "How many shards there are, whoever serves them")
        self.epoch = self._gauge(
            "shard_epoch", "How many have served the shard; told by whoever does", "shard"
        )

        self.tables = self._gauge("tables", "Tables that are open, by game and phase", "game", "phase")
        self.ended = self._gauge("tables_ended", "Tables that ended and are kept", "phase")
        self.in_memory = self._gauge("tables_in_memory", "Tables in memory: those needed of late", "shard")
        self.tournaments = self._gauge("tournaments", "Tournaments by phase", "phase")
        self.outbox = self._gauge(
            "errands_waiting", "What is still to be done for tables and tournaments", "of"
        )

        self._pictures = self._counter("pictures", "Pictures that somebody wanted", "ended")
        self._drawing = self._histogram(
            "picture_seconds", "How long a picture takes to be drawn", _PICTURE_BUCKETS
        )
        self.pictures_waiting = self._gauge("pictures_waiting", "Pictures that are wanted and not there yet")

    def request_tracing(self) -> aiohttp.TraceConfig:
        """To be handed to a client: it hears of its requests."""
        return _request_tracing(self)

    def serves(self, shard: int) -> None:
        """The shard is served here from now on: what is counted of it begins at 0, so that the first is one
        more.
        """
        _begin_at_zero(self._ended, get_args(InteractionOutcome), shard)
        _begin_at_zero(self._sessions, get_args(SessionBegins), shard)
        self._cuts.labels(shard)

    def attended(self, shard: int, how: InteractionMetric) -> None:
        """An interaction has been attended to."""
        self._attended.labels(how.by, how.kind, how.ended, shard).inc()
        self._ended.labels(how.ended, shard).inc()
        if how.acknowledged is not None:
            self._first.labels(shard).observe(how.acknowledged)
        if how.answered is not None:
            self._answers.labels(how.by, how.kind).observe(how.answered)
        if how.deferred:
            self._deferrals.labels(how.by, how.kind).inc()
        if how.refused is not None:
            self._refusals.labels(how.refused).inc()

    def stored(self, transaction: TransactionMetric) -> None:
        """Counts a transaction of the database that is through, stored or failed."""
        self._transactions.labels("failed" if transaction.failed else "stored").inc()
        self._commit.observe(transaction.seconds)
        self._writes_per_transaction.observe(transaction.writes)
        self._actions.inc(transaction.actions)
        self._misfits.inc(transaction.refused)

    def backed_up(self, how: BackupNote) -> None:
        """Notes when the latest copy of the database was made, and whether it failed."""
        self._backup.set(how.made)
        self._backup_failed.set(bool(how.failed))

    def delayed(self, seconds: float) -> None:
        """The event loop was so late."""
        self._delay.observe(seconds)
        self.recent_max_delay.add(seconds)

    def requested(self, method: str, route: str, status: str, seconds: float) -> None:
        """Discord has answered a request, or the way to it was cut off."""
        self._requests.labels(method, route, status).inc()
        self._request.labels(method, route).observe(seconds)

    def rate_limited(self, scope: str) -> None:
        """Discord has refused a request as one too many."""
        self._limits.labels(scope).inc()

    def connected_anew(self, shard: int, how: SessionBegins) -> None:
        """The gateway has begun a new session, or resumed one."""
        self._sessions.labels(how, shard).inc()

    def disconnected(self, shard: int) -> None:
        """The connection to the gateway has ended."""
        self._cuts.labels(shard).inc()

    def drawn(self, picture: RenderReport) -> None:
        """A picture was drawn, or could not be, or need not be."""
        self._pictures.labels(picture.ended).inc()
        if picture.ended != "kept":
            self._drawing.observe(picture.seconds)


def _request_tracing(listener: Metrics) -> aiohttp.TraceConfig:
    """To be handed to the client: it hears of every request, the one that opens the gateway among them."""
    config = aiohttp.TraceConfig()

    async def begun(_session: Any, context: SimpleNamespace, _params: Any) -> None:
        context.began = asyncio.get_running_loop().time()

    def seconds(context: SimpleNamespace) -> float:
        return asyncio.get_running_loop().time() - context.began

    async def ended(_session: Any, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
        status = params.response.status
        listener.requested(params.method, route_of(params.url.path), str(status), seconds(context))
        if status == 429:
            scope = params.response.headers.get("X-RateLimit-Scope", "")
            listener.rate_limited(scope if scope in _SCOPES else _UNKNOWN_SCOPE)

    async def cut_off(
        _session: Any, context: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams
    ) -> None:
        listener.requested(params.method, route_of(params.url.path), "cut off", seconds(context))

    config.on_request_start.append(begun)
    config.on_request_end.append(ended)
    config.on_request_exception.append(cut_off)
    return config


def _begin_at_zero(counted: Counter, labels: Iterable[str], *more: object) -> None:
    """What Prometheus has not seen at 0 before, it does not take for an increase."""
    for label in labels:
        counted.labels(label, *more)


class _LineCounter(logging.Handler):
    """Counts the lines that tell of trouble."""

    def __init__(self, lines: Counter) -> None:
        super().__init__(logging.WARNING)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.labels("error" if record.levelno >= logging.ERROR else "warning").inc()
