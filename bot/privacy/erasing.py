"""The one who erases people: their name and preferences go, their games stay, as a former player's.

What was begun is noted, and goes on at the next start if the bot is stopped meanwhile. Each step may be
repeated: a table at a time, in its turn, at last whatever is stored of the person apart from tables.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from bot.tables.house import House
from bot.traces import trace
from storage.doors import Privacy, StorageError

log = structlog.get_logger(__name__)

PAUSE_AFTER_FAILURE = 15.0
"""Seconds until what could not be erased is tried again."""


class Eraser:
    """Erases in the background. `forget` empties the memory of those who know more than tables do."""

    def __init__(self, door: Privacy, house: House, forget: Callable[[int], None]) -> None:
        self._door = door
        self._house = house
        self._forget = forget
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._opening: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Go on with what the last stop left undone."""
        self._opening = asyncio.create_task(self._take_up(), name="go on erasing")

    async def erase(self, user: int) -> asyncio.Task[None]:
        """Begin; from here on it will be done, whatever happens. The task is done when all is erased."""
        await self._door.begin_erasing(user)
        return self._begin(user)

    async def close(self) -> None:
        """Stop; what is left is erased after the next start."""
        tasks = [*self._under_way.values(), *([self._opening] if self._opening is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _take_up(self) -> None:
        try:
            for user in await self._door.erasing():
                self._begin(user)
            await self._door.wipe()
        except StorageError as error:
            log.error("what is left to be erased cannot be erased now", trace=trace(error))

    def _begin(self, user: int) -> asyncio.Task[None]:
        task = self._under_way.get(user)
        if task is None:
            task = self._under_way[user] = asyncio.create_task(self._until_erased(user), name="erase")
            task.add_done_callback(lambda _task: self._under_way.pop(user, None))
        return task

    async def _until_erased(self, user: int) -> None:
        while True:
            try:
                await self._erase(user)
                return
            except Exception as error:
                log.error("somebody could not be erased", again_in=PAUSE_AFTER_FAILURE, trace=trace(error))
                await asyncio.sleep(PAUSE_AFTER_FAILURE)

    async def _erase(self, user: int) -> None:
        for table in await self._door.tables_naming(user):
            await self._house.forget_person(user, table)
        self._forget(user)
        await self._door.erase(user)
        self._forget(user)  # what was read in between
        await self._door.wipe()
        log.info("somebody's data was erased")
