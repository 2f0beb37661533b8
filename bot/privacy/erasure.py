"""Erases people: their name and preferences go, their games stay, as a former player's.

What was begun is noted, and goes on at the next start if the bot is stopped meanwhile. Each step may be
repeated: first whatever comes again by the calendar, then a tournament at a time, then a table at a time (in
this order, as a tournament puts those whom it still knows at its tables), each in its turn, at last whatever
is stored of the person apart from them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec
import structlog

from bot.runtime.log_context import trace
from bot.tables.model import ERASED_USER
from storage.errors import StorageError
from storage.models import WHOLE, Shard
from storage.sql.people import PrivacyStore

log = structlog.get_logger(__name__)

PAUSE_AFTER_FAILURE, LONGEST_PAUSE = 15.0, 60 * 60.0
"""Seconds until what could not be erased is tried again: at first, and at most after many failures."""


class PersonalDataHolder(Protocol):
    """The service of tables, of tournaments, of those that come again, or of score sheets."""

    async def forget_person(self, user: int, id: str, /) -> None:
        """Nothing about it names them any more. May be called again and again."""
        ...


async def _in_no_list(user: int) -> None:
    """Nobody has named them as somebody with whom they do not want to play."""
    del user


class Eraser:
    """Erases in the background. `forget` empties the caches of what is stored beside tables; `unblock` takes
    them out of what others prefer.
    """

    def __init__(
        self,
        store: PrivacyStore,
        tables: PersonalDataHolder,
        tournament_service: PersonalDataHolder,
        recurring: PersonalDataHolder,
        score_sheets: PersonalDataHolder,
        forget: Callable[[int], None],
        shard: Shard = WHOLE,
        unblock: Callable[[int], Awaitable[None]] = _in_no_list,
    ) -> None:
        self._shard = shard
        self._unblock = unblock
        self._store = store
        self._tables = tables
        self._tournament_service = tournament_service
        self._recurring = recurring
        self._score_sheets = score_sheets
        self._forget = forget
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._wanted: set[int] = set()
        """Who asked and is not being erased yet: they may ask again while they are."""
        self._opening: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Go on with what the last stop left undone."""
        self._opening = asyncio.create_task(self._resume(), name="resume erasing")

    async def erase(self, user: int) -> asyncio.Task[None]:
        """Begin; from here on it will be done, whatever happens. The task is done when all is erased."""
        await self._store.begin_erasing(user)
        return self._begin(user)

    @property
    def running(self) -> bool:
        """Whether somebody is being erased now."""
        return bool(self._under_way)

    async def close(self) -> None:
        """Stop; what is left is erased after the next start."""
        tasks = [*self._under_way.values(), *([self._opening] if self._opening is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _resume(self) -> None:
        try:
            for user in filter(self._shard.serves, await self._store.erasing()):
                self._begin(user)
            if self._shard.id == 0:  # one is enough
                await self._store.wipe()
        except StorageError as error:
            log.error("what is left to be erased cannot be erased now", trace=trace(error))

    def _begin(self, user: int) -> asyncio.Task[None]:
        self._wanted.add(user)
        task = self._under_way.get(user)
        if task is None:
            task = self._under_way[user] = asyncio.create_task(self._until_erased(user), name="erase")
            task.add_done_callback(lambda _task: self._under_way.pop(user, None))
        return task

    async def _until_erased(self, user: int) -> None:
        pause = PAUSE_AFTER_FAILURE
        while user in self._wanted:
            self._wanted.discard(user)
            try:
                await self._erase(user)
            except Exception as error:
                self._wanted.add(user)
                log.error("somebody could not be erased", again_in=pause, trace=trace(error))
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _erase(self, user: int) -> None:
        await _everywhere(user, self._store.recurring_naming, self._recurring)  # which make tournaments
        await _everywhere(user, self._store.tournaments_naming, self._tournament_service)
        await _everywhere(user, self._store.tables_naming, self._tables)
        await _everywhere(user, self._store.score_sheets_naming, self._score_sheets)
        for entry in (await self._store.of_person(user)).audit:
            if (action := action_without(entry.action, user)) is not None:
                await self._store.rewrite_audit(entry.id, action)
        self._forget(user)
        await self._store.erase(user)
        await self._unblock(user)
        self._forget(user)  # what was read in between
        await self._store.wipe()
        log.info("somebody's data was erased")


async def _everywhere(
    user: int, naming: Callable[[int], Awaitable[list[str]]], holder: PersonalDataHolder
) -> None:
    done = set[str]()
    # They may sit down or enter somewhere meanwhile.
    while found := [id for id in await naming(user) if id not in done]:
        for id in found:
            await holder.forget_person(user, id)
        done.update(found)


def action_without(action: bytes, user: int) -> bytes | None:
    """An audit entry's JSON without the user; None if it does not name them.

    Entries are of many kinds, and each keeps what an undo needs: whoever is named is found by their id,
    wherever it stands, and their name beside it.
    """
    payload = msgspec.json.decode(action)
    left = _without(payload, user)
    return None if left == payload else msgspec.json.encode(left)


def _without(value: Any, user: int) -> Any:
    match value:
        case dict():
            named = user in value.values()
            return {
                key: "" if named and key.endswith("name") else _without(part, user)
                for key, part in value.items()
            }
        case list():
            return [_without(part, user) for part in value]
        case _:
            return ERASED_USER if value == user else value
