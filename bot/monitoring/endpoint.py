"""The operator's port: /metrics, and /health: does Discord's gateway answer, can the database be written?"""

from __future__ import annotations

import asyncio
import logging
import math
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec
import structlog
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.monitoring.metrics import Metrics, sample_loop_delay
from bot.runtime.log_context import trace
from bot.services import BotClient
from bot.settings import SettingsError
from storage.errors import StorageError
from storage.interfaces import MonitoringStore

log = structlog.get_logger(__name__)

WRITE_TIMEOUT = 2.0
"""Seconds for a write: a move that took longer would come too late for Discord."""

BY_THIS_BOT = "given by this bot"
SOMEBODY_ELSE = "given by somebody else first: does a second bot run on this token?"


class Health(msgspec.Struct, frozen=True):
    """Whether the bot does its work, and what keeps it from that."""

    status: str
    gateway: str
    database: str
    answers: str

    @property
    def is_well(self) -> bool:
        """Whether everything is as it should be."""
        return self.status == "ok"


class HealthCheck:
    """Finds out how it is; the log is told when that changes."""

    def __init__(
        self, alive: Callable[[], bool], storage: MonitoringStore, taken: Callable[[], bool]
    ) -> None:
        self._alive = alive
        self._storage = storage
        self._taken = taken
        self._before: Health | None = None

    async def look(self) -> Health:
        """How it is now. Raises nothing."""
        gateway = "connected" if self._alive() else "not connected: presses do not arrive"
        database, why = await self._database()
        answers = SOMEBODY_ELSE if self._taken() else BY_THIS_BOT
        well = gateway == "connected" and database == "writable" and answers == BY_THIS_BOT
        health = Health("ok" if well else "unwell", gateway, database, answers)
        if not health.is_well and health != self._before:
            log.warning("unwell", gateway=gateway, database=database, answers=answers, why=why)
        self._before = health
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

    def __init__(self, client: BotClient, metrics: Metrics) -> None:
        self._client = client
        self._metrics = metrics

    async def look(self) -> None:
        """Bring up to date what does not tell of itself."""
        self._collect_queues()
        self._collect_discord()
        await self._collect_counts()

    def _collect_queues(self) -> None:
        metrics, services = self._metrics, self._client.services
        metrics.under_way.set(services.error_handler.under_way)
        metrics.turns.set(services.tables.repository.standing)
        metrics.in_memory.set(len(services.tables.repository.cached))
        metrics.writes_waiting.set(self._client.services.store.monitoring.writes_waiting)
        metrics.budget.set(services.table_publisher.messages.channels.budget.waiting)
        metrics.pictures_waiting.set(services.image_service.waiting)
        metrics.loop_delay.set(metrics.recent_max_delay.of_late())

    def _collect_discord(self) -> None:
        metrics, client = self._metrics, self._client
        metrics.connected.set(client.alive)
        metrics.servers.set(len(client.guilds))
        metrics.latency.set(client.latency if math.isfinite(client.latency) else math.nan)

    async def _collect_counts(self) -> None:
        """What there is, as storage tells; what it cannot tell is missing."""
        metrics = self._metrics
        for gauge in (metrics.tables, metrics.ended, metrics.tournaments, metrics.outbox, metrics.database):
            gauge.clear()
        try:
            census = await self._client.services.store.monitoring.census()
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
async def serve_metrics(client: BotClient, bot_metrics: Metrics, host: str, port: int) -> AsyncIterator[None]:
    """Answer on that port as long as the block lasts. SettingsError, in one line, if it cannot be had."""
    app = _app(
        MetricsCollector(client, bot_metrics),
        bot_metrics,
        HealthCheck(
            lambda: client.alive,
            client.services.store.monitoring,
            lambda: client.services.error_handler.taken_answers.too_many,
        ),
    )
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

    async def health(_request: web.Request) -> web.Response:
        found = await health_check.look()
        return web.Response(
            status=200 if found.is_well else 503,
            body=msgspec.json.encode(found) + b"\n",
            content_type="application/json",
        )

    app = web.Application()
    app.add_routes([web.get("/metrics", metrics), web.get("/health", health)])
    return app
