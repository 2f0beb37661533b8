"""How long the bot has been awake, over all its starts: noted every few seconds, taken up at the next start.

What passes between the last note and a crash counts as an outage: deadlines move by it, never the other way.
"""

from __future__ import annotations

import asyncio

import msgspec
import structlog

from bot.tables.clock import Clock
from bot.traces import trace
from storage.doors.store import Store
from storage.errors import StorageError

log = structlog.get_logger(__name__)

NOTED = "awake"
EVERY = 10.0
"""Seconds between two notes."""


class Noted(msgspec.Struct, frozen=True):
    """What is noted."""

    awake: float
    at: float
    """In Unix seconds."""


class Awake:
    """Keeps house time going from one start to the next."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._keeper: asyncio.Task[None] | None = None

    async def open(self) -> float:
        """Take house time up where it stopped; for how many seconds the bot was away."""
        stored = await self._store.noted(NOTED)
        away = 0.0
        if stored is not None:
            noted = msgspec.json.decode(stored, type=Noted)
            self._clock.resume(noted.awake)
            away = max(0.0, self._clock.now() - noted.at)
        self._keeper = asyncio.create_task(self._keep(), name="awake")
        return away

    async def close(self) -> None:
        """Note for the last time."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
            await self._note()

    async def _keep(self) -> None:
        while True:
            await self._note()
            await asyncio.sleep(EVERY)

    async def _note(self) -> None:
        noted = Noted(self._clock.awake(), self._clock.now())
        try:
            await self._store.note(NOTED, msgspec.json.encode(noted).decode())
        except StorageError as error:
            log.error("how long the bot has been awake was not noted", trace=trace(error))
