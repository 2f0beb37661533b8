"""Every figure there is, in one place. docs/watching.md says to an operator what each of them means.

No label says who or which table: they are verbs, routes, statuses, phases and games, of which there are only
so many. Each bot has its own registry, as tests start several in a process.
"""

from __future__ import annotations

import logging

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, disable_created_metrics
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

from bot import __version__
from bot.attended import Attended
from bot.pictures.studio import Picture
from bot.watching.requests import traced
from bot.watching.worst import Worst
from storage.watching import Lot

_ANSWERS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0)
"""Seconds; Discord waits for three, and from one and a half on an answer is put off."""
_REQUESTS = (0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0, 15.0)
_DELAYS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_COMMITS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_LOTS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_PICTURES = (0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 1.0, 2.5, 5.0)

disable_created_metrics()  # when each of them was first counted: nobody asks, and it would be a third of all

LEVELS = ("warning", "error")
"""Of log lines, as far as they are counted."""


class Meters:
    """All that is measured. Its methods hear of what happens; gauges are set by `bot.watching.lookout`."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)

        def counter(name: str, says: str, *labels: str) -> Counter:
            return Counter(f"tortuga_{name}", says, labels, registry=registry)

        def gauge(name: str, says: str, *labels: str) -> Gauge:
            return Gauge(f"tortuga_{name}", says, labels, registry=registry)

        def histogram(name: str, says: str, bounds: tuple[float, ...], *labels: str) -> Histogram:
            return Histogram(f"tortuga_{name}", says, labels, buckets=bounds, registry=registry)

        Info("tortuga", "Which version runs", registry=registry).info({"version": __version__})

        # answers
        asked = ("by", "kind")
        self._attended = counter("interactions", "Interactions, by how they ended", *asked, "ended")
        self._answers = histogram(
            "answer_seconds", "From an interaction's arrival until its answer was sent", _ANSWERS, *asked
        )
        self._first = histogram(
            "acknowledgement_seconds",
            "From an interaction's arrival until Discord had the answer or the word that it will come",
            _ANSWERS,
        )
        self._put_off = counter("deferrals", "Answers that were put off, as they took long", *asked)
        self._refusals = counter("refusals", "Interactions that were refused, by the reason", "reason")
        self.under_way = gauge("interactions_under_way", "Interactions that are being answered now")
        self.turns = gauge("turns_waiting", "Presses and other changes that have or await their table's turn")

        # the event loop
        self._delay = histogram("loop_delay_seconds", "How late the event loop wakes who sleeps", _DELAYS)
        self.worst_delay = Worst()
        self.loop_delay = gauge("loop_delay_worst_seconds", "The longest such delay of the last minute")

        # storage
        self._transactions = counter("transactions", "Transactions, by how they ended", "ended")
        self._commit = histogram("transaction_seconds", "How long a transaction takes", _COMMITS)
        self._lots = histogram("transaction_writes", "How many writes share a transaction", _LOTS)
        self._actions = counter("actions", "Moves in games that were stored")
        self._misfits = counter("writes_refused", "Writes that did not follow on what is stored")
        self.writes_waiting = gauge("writes_waiting", "Writes that wait for their transaction to begin")
        self.database = gauge("database_bytes", "The database and the write-ahead log beside it", "file")

        # Discord
        self._requests = counter(
            "discord_requests", "Requests to Discord, by route and status", "method", "route", "status"
        )
        self._request = histogram(
            "discord_request_seconds", "How long Discord takes to answer", _REQUESTS, "method", "route"
        )
        self._limits = counter("discord_rate_limits", "Requests that Discord refused as too many", "scope")
        self.budget = gauge("discord_budget_waiting", "What waits, to be sent by the bot of its own accord")
        self.connected = gauge("gateway_connected", "1 while the gateway answers, else 0")
        self.latency = gauge("gateway_latency_seconds", "The gateway's latest answer to a heartbeat")
        self.servers = gauge("servers", "Servers that the bot is in")
        self._sessions = counter("gateway_connections", "Connections to the gateway", "how")
        self._cuts = counter("gateway_disconnections", "Connections to the gateway that ended")

        self.http_trace = traced(self)
        """To be handed to the client."""

        # games
        self.tables = gauge("tables", "Tables that are open, by game and phase", "game", "phase")
        self.ended = gauge("tables_ended", "Tables that ended and are kept", "phase")
        self.in_memory = gauge("tables_in_memory", "Tables in memory: those needed of late")
        self.tournaments = gauge("tournaments", "Tournaments by phase", "phase")
        self.errands = gauge("errands_waiting", "What is still to be done for tables and tournaments", "of")

        # pictures
        self._pictures = counter("pictures", "Pictures that were drawn, or were to be", "ended")
        self._drawing = histogram("picture_seconds", "How long a picture takes to be drawn", _PICTURES)
        self.pictures_waiting = gauge("pictures_waiting", "Pictures that are wanted and not there yet")

        # the log
        self._lines = counter("log_lines", "Lines of the log that tell of trouble", "level")
        self.counting_lines = _Counting(self._lines)

        for how in ("new", "resumed"):
            self._sessions.labels(how)
        for ended in ("stored", "failed"):
            self._transactions.labels(ended)
        for level in LEVELS:
            self._lines.labels(level)

    def attended(self, how: Attended) -> None:
        """An interaction has been attended to."""
        self._attended.labels(how.by, how.kind, how.ended).inc()
        if how.acknowledged is not None:
            self._first.observe(how.acknowledged)
        if how.answered is not None:
            self._answers.labels(how.by, how.kind).observe(how.answered)
        if how.put_off:
            self._put_off.labels(how.by, how.kind).inc()
        if how.refused is not None:
            self._refusals.labels(how.refused).inc()

    def stored(self, lot: Lot) -> None:
        """A transaction is through."""
        self._transactions.labels("failed" if lot.failed else "stored").inc()
        self._commit.observe(lot.seconds)
        self._lots.observe(lot.writes)
        self._actions.inc(lot.actions)
        self._misfits.inc(lot.refused)

    def delayed(self, seconds: float) -> None:
        """The event loop was so late."""
        self._delay.observe(seconds)
        self.worst_delay.add(seconds)

    def requested(self, method: str, route: str, status: str, seconds: float) -> None:
        """Discord has answered a request, or the way to it was cut off."""
        self._requests.labels(method, route, status).inc()
        self._request.labels(method, route).observe(seconds)

    def rate_limited(self, scope: str) -> None:
        """Discord has refused a request as one too many."""
        self._limits.labels(scope).inc()

    def connected_anew(self, how: str) -> None:
        """The gateway has begun a new session, or resumed one."""
        self._sessions.labels(how).inc()

    def disconnected(self) -> None:
        """The connection to the gateway has ended."""
        self._cuts.inc()

    def drawn(self, picture: Picture) -> None:
        """A picture was drawn, or could not be."""
        self._pictures.labels(picture.ended).inc()
        self._drawing.observe(picture.seconds)


class _Counting(logging.Handler):
    """Counts the lines that tell of trouble."""

    def __init__(self, lines: Counter) -> None:
        super().__init__(logging.WARNING)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.labels("error" if record.levelno >= logging.ERROR else "warning").inc()
