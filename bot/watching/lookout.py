"""Figures that are looked up when somebody asks for them: queues, tables, the gateway."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import structlog

from bot.traces import trace
from bot.watching.meters import Meters
from storage.errors import StorageError

if TYPE_CHECKING:
    from bot.client import Tortuga

log = structlog.get_logger(__name__)


class Lookout:
    """Reads the bot and sets the gauges."""

    def __init__(self, client: Tortuga, meters: Meters) -> None:
        self._client = client
        self._meters = meters

    async def look(self) -> None:
        """Bring up to date what does not tell of itself."""
        self._look_at_queues()
        self._look_at_discord()
        await self._count()

    def _look_at_queues(self) -> None:
        meters, tavern = self._meters, self._client.tavern
        meters.under_way.set(tavern.boundary.under_way)
        meters.turns.set(tavern.house.standing)
        meters.in_memory.set(tavern.house.in_memory)
        meters.writes_waiting.set(self._client.store.watching.writes_waiting)
        meters.budget.set(tavern.messenger.placing.channels.budget.waiting)
        meters.pictures_waiting.set(tavern.illustrator.waiting)
        meters.loop_delay.set(meters.worst_delay.of_late())

    def _look_at_discord(self) -> None:
        meters, client = self._meters, self._client
        meters.connected.set(client.alive)
        meters.servers.set(len(client.guilds))
        meters.latency.set(client.latency if math.isfinite(client.latency) else math.nan)

    async def _count(self) -> None:
        """What there is, as storage tells; what it cannot tell is missing."""
        meters = self._meters
        for gauge in (meters.tables, meters.ended, meters.tournaments, meters.errands, meters.database):
            gauge.clear()
        try:
            census = await self._client.store.watching.census()
        except StorageError as error:
            log.error("what there is cannot be counted", trace=trace(error))
            return
        for (game, phase), count in census.open_tables.items():
            meters.tables.labels(game, phase).set(count)
        for phase, count in census.ended_tables.items():
            meters.ended.labels(phase).set(count)
        for phase, count in census.tournaments.items():
            meters.tournaments.labels(phase).set(count)
        meters.errands.labels("tables").set(census.table_errands)
        meters.errands.labels("tournaments").set(census.tournament_errands)
        meters.database.labels("database").set(census.file_bytes)
        meters.database.labels("log").set(census.log_bytes)
