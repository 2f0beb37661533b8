"""The operator's port: /metrics, and /health: does Discord's gateway answer, can the database be written?"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager

import msgspec
import structlog
from aiohttp import web
from msgspec.structs import replace
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.monitoring.doctor import Diagnosis
from bot.monitoring.metrics import Metrics, sample_loop_delay
from bot.runtime.log_context import trace
from bot.services import BotClient
from bot.settings import SettingsError
from storage.errors import StorageError
from storage.sql.store import MonitoringStore, Store

log = structlog.get_logger(__name__)

WRITE_TIMEOUT = 2.0
"""Seconds for a write: a move that took longer would come too late for Discord."""

MACHINE_AGAIN = 60.0
"""Seconds after which it is looked at the machine again."""

BY_THIS_BOT = "given by this bot"
SOMEBODY_ELSE = "given by somebody else first: does a second bot run on this token?"


class Health(msgspec.Struct, frozen=True):
    """Whether the bot does its work, and what keeps it from that."""

    status: str
    gateway: str
    database: str
    answers: str
    shards: tuple[int, ...] = ()
    """The numbers of the shards that this process serves."""
    findings: tuple[Diagnosis, ...] = ()
    """What `tortuga doctor` says, as far as a running bot knows it."""

    @property
    def is_well(self) -> bool:
        """Whether everything is as it should be."""
        return self.status == "ok"


class HealthCheck:
    """Finds out how it is; the log is told when that changes.

    `alive`: whether each of the clients hears of presses, or others serve all shards. `own`: what the bot
    finds of itself; `machine`: of the machine, in a thread and now and then.
    """

    def __init__(
        self,
        clients: Callable[[], Sequence[BotClient]],
        alive: Callable[[], bool],
        storage: MonitoringStore,
        own: Callable[[], Iterable[Diagnosis]] = tuple,
        machine: Callable[[], Iterable[Diagnosis]] = tuple,
    ) -> None:
        self._clients = clients
        self._alive = alive
        self._storage = storage
        self._own = own
        self._machine = machine
        self._seen: tuple[float, tuple[Diagnosis, ...]] = (-math.inf, ())
        self._before: tuple[str, ...] = ()

    async def look(self) -> Health:
        """How it is now. Raises nothing."""
        health = await self.look_briefly()
        if time.monotonic() - self._seen[0] > MACHINE_AGAIN:
            self._seen = time.monotonic(), tuple(await asyncio.to_thread(lambda: tuple(self._machine())))
        return replace(health, findings=(*self._own(), *self._seen[1]))

    async def look_briefly(self) -> Health:
        """The health without findings, which take longer. Raises nothing."""
        clients = self._clients()
        taken = any(client.services.error_handler.taken_answers.too_many for client in clients)
        gateway = "connected" if self._alive() else "not connected: presses do not arrive"
        database, why = await self._database()
        answers = SOMEBODY_ELSE if taken else BY_THIS_BOT
        well = gateway == "connected" and database == "writable" and answers == BY_THIS_BOT
        shards = tuple(client.shard.id for client in clients)
        health = Health("ok" if well else "unwell", gateway, database, answers, shards)
        if not health.is_well and (gateway, database, answers) != self._before:
            log.warning("unwell", gateway=gateway, database=database, answers=answers, why=why)
        self._before = gateway, database, answers
        return health

    async def _database(self) -> tuple[str, str | None]:
        """How it is, and for the operator's log what the trouble is; paths are for nobody else."""
        try:
            await asyncio.wait_for(self._storage.try_to_write(), WRITE_TIMEOUT)
        except StorageError as error:
            return "cannot be written: see the log", str(error)
        except TimeoutError:
            return f"has not written anything within {WRITE_TIMEOUT:g} seconds", None
        return "writable", None


# Figures that are looked up when somebody asks for them: queues, tables, the gateway.


class MetricsCollector:
    """Reads the bot and sets the gauges."""

    def __init__(self, clients: Callable[[], Sequence[BotClient]], store: Store, metrics: Metrics) -> None:
        self._clients = clients
        self._store = store
        self._metrics = metrics

    async def look(self) -> None:
        """Bring up to date what does not tell of itself."""
        self._collect_queues()
        self._collect_discord()
        await self._collect_counts()

    def _collect_queues(self) -> None:
        metrics, clients = self._metrics, self._clients()
        services = [client.services for client in clients]
        for gauge in (metrics.under_way, metrics.turns, metrics.in_memory):
            gauge.clear()
        for client in clients:
            repository, shard = client.services.tables.repository, client.shard.id
            metrics.under_way.labels(shard).set(client.services.error_handler.load_gate.under_way)
            metrics.turns.labels(shard).set(repository.standing)
            metrics.in_memory.labels(shard).set(len(repository.cached))
        metrics.writes_waiting.set(self._store.monitoring.writes_waiting)
        # What the shards share is asked for at one of them.
        metrics.budget.set(
            max((each.table_publisher.messages.channels.budget.waiting for each in services), default=0)
        )
        metrics.pictures_waiting.set(max((each.image_service.waiting for each in services), default=0))
        metrics.loop_delay.set(metrics.recent_max_delay.of_late())

    def _collect_discord(self) -> None:
        metrics = self._metrics
        each_shards = (
            metrics.connected,
            metrics.servers,
            metrics.latency,
            metrics.epoch,
            metrics.clock_ahead,
        )
        for gauge in each_shards:
            gauge.clear()
        for client in self._clients():
            shard = client.shard.id
            metrics.shards.set(client.shard.count)
            metrics.epoch.labels(shard).set(client.epoch)
            metrics.connected.labels(shard).set(client.alive)
            metrics.servers.labels(shard).set(len(client.guilds))
            metrics.clock_ahead.labels(shard).set(client.services.error_handler.clock_difference.ahead)
            metrics.latency.labels(shard).set(client.latency if math.isfinite(client.latency) else math.nan)

    async def _collect_counts(self) -> None:
        """What there is, as storage tells; what it cannot tell is missing."""
        metrics = self._metrics
        for gauge in (metrics.tables, metrics.ended, metrics.tournaments, metrics.outbox, metrics.database):
            gauge.clear()
        try:
            census = await self._store.monitoring.census()
        except StorageError as error:
            log.error("what there is cannot be counted", trace=trace(error))
            return
        for (game, phase), count in census.open_tables.items():
            metrics.tables.labels(game, phase).set(count)
        for phase, count in census.ended_tables.items():
            metrics.ended.labels(phase).set(count)
        for phase, count in census.tournaments.items():
            metrics.tournaments.labels(phase).set(count)
        metrics.outbox.labels("tables").set(census.table_outbox)
        metrics.outbox.labels("tournaments").set(census.tournament_outbox)
        metrics.database.labels("database").set(census.file_bytes)
        metrics.database.labels("log").set(census.log_bytes)


# The port of their own on which /metrics and /health are answered.


SHUTDOWN_TIMEOUT = 1.0
"""Seconds that answers under way are given at a stop."""


@asynccontextmanager
async def serve_metrics(
    clients: Callable[[], Sequence[BotClient]],
    health: HealthCheck,
    store: Store,
    bot_metrics: Metrics,
    host: str,
    port: int,
) -> AsyncIterator[None]:
    """Answer on that port as long as the block lasts. SettingsError, in one line, if it cannot be had."""
    app = _app(MetricsCollector(clients, store, bot_metrics), bot_metrics, health)
    runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=SHUTDOWN_TIMEOUT)
    await runner.setup()
    root = logging.getLogger()
    try:
        await _listen(runner, host, port)
        root.addHandler(bot_metrics.counting_lines)
        log.info("figures can be asked for", host=host, port=port)
        async with sample_loop_delay(bot_metrics.delayed):
            yield
    finally:
        root.removeHandler(bot_metrics.counting_lines)
        await runner.cleanup()


async def _listen(runner: web.AppRunner, host: str, port: int) -> None:
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise SettingsError(
            f"METRICS_PORT: nothing can listen on port {port} of {host} ({why}); "
            "choose another one (METRICS_PORT, METRICS_HOST), or 0 for none"
        ) from None


def _app(collector: MetricsCollector, bot_metrics: Metrics, health_check: HealthCheck) -> web.Application:
    async def metrics(_request: web.Request) -> web.Response:
        await collector.look()
        # It takes tens of milliseconds, for which nobody should have to wait.
        body = await asyncio.to_thread(generate_latest, bot_metrics.registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    def told(found: Health) -> web.Response:
        status, body = 200 if found.is_well else 503, msgspec.json.encode(found) + b"\n"
        return web.Response(status=status, body=body, content_type="application/json")

    async def health(_request: web.Request) -> web.Response:
        return told(await health_check.look())

    async def ready(_request: web.Request) -> web.Response:
        return told(await health_check.look_briefly())

    async def live(_request: web.Request) -> web.Response:
        return web.Response(text="alive\n")  # that the event loop says so is all that a restart could mend

    app = web.Application()
    app.add_routes(
        [
            web.get("/metrics", metrics),
            web.get("/health", health),
            web.get("/live", live),
            web.get("/ready", ready),
        ]
    )
    return app
