"""Figures that are looked up when somebody asks for them: queues, tables, the gateway."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import structlog

from bot.traces import trace
from bot.watching.meters import Meters
from storage.doors import StorageError

if TYPE_CHECKING:
    from bot.client import Tortuga

log = structlog.get_logger(__name__)


class Lookout:
    """Reads the bot and sets the gauges."""

    def __init__(self, client: Tortuga, meters: Meters) -> None:
        self._client = client
        self._meters = meters
        tavern, storage = client.tavern, client.store.watching
        meters.under_way.set_function(lambda: tavern.boundary.under_way)
        meters.turns.set_function(lambda: tavern.house.standing)
        meters.writes_waiting.set_function(lambda: storage.writes_waiting)
        meters.budget.set_function(lambda: tavern.messenger.placing.channels.budget.waiting)
        meters.pictures_waiting.set_function(lambda: tavern.illustrator.waiting)
        meters.connected.set_function(lambda: client.alive)
        meters.servers.set_function(lambda: len(client.guilds))

    async def look(self) -> None:
        """Bring up to date what does not tell of itself. What storage cannot tell is missing."""
        meters, latency = self._meters, self._client.latency
        meters.latency.set(latency if math.isfinite(latency) else math.nan)
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
