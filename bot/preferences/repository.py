"""Preferences of people or of servers: read once, kept in memory, changed one at a time.

Kept are those that nobody else changes; of others, each look reads what is stored.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from bot.runtime.keyed_lock import KeyedLock
from storage.errors import Conflict
from storage.interfaces import PreferencesStore

P = TypeVar("P", bound=msgspec.Struct)


class PreferencesRepository(Generic[P]):
    """What everybody prefers, by the id of the person or server. Methods raise `StorageError`.

    `is_kept`: whose preferences may be kept in memory.
    """

    def __init__(
        self, store: PreferencesStore, kind: type[P], most_cached: int, is_kept: Callable[[int], bool]
    ) -> None:
        self._preferences_store = store
        self._kind = kind
        self._most_cached = most_cached
        self._is_kept = is_kept
        self._locks = KeyedLock()
        self._cached: OrderedDict[int, tuple[P, bytes | None]] = OrderedDict()
        """What they prefer, and how it is stored."""
        self._forgotten = 0
        """How often somebody was forgotten: what was being read meanwhile may be older than that."""

    async def of(self, id: int) -> P:
        """What the person or server prefers."""
        known = self._cached.get(id)
        if known is None:
            return (await self._read(id))[0]
        self._cached.move_to_end(id)
        return known[0]

    async def _read(self, id: int) -> tuple[P, bytes | None]:
        """What they prefer, and how it is stored."""
        if id in self._cached:
            return self._cached[id]
        forgotten = self._forgotten
        stored = await self._preferences_store.preferences(id)
        read = self._kind() if stored is None else msgspec.json.decode(stored, type=self._kind)
        if forgotten == self._forgotten:
            self._keep(id, read, stored)
        return read, stored

    def _keep(self, id: int, preferences: P, stored: bytes | None) -> None:
        if self._is_kept(id):
            self._cached[id] = preferences, stored
            while len(self._cached) > self._most_cached:
                self._cached.popitem(last=False)

    async def change(self, id: int, **changes: Any) -> P:
        """The person or server prefers something else; what they prefer now."""
        return await self.update(id, lambda preferences: msgspec.structs.replace(preferences, **changes))

    async def update(self, id: int, work: Callable[[P], P]) -> P:
        """What `work` makes of what they prefer, stored if it is something else.

        It does so once more if somebody else has stored something meanwhile. Conflict if that happens again.
        """
        async with self._locks.turn(str(id)):
            try:
                return await self._update(id, work)
            except Conflict:
                return await self._update(id, work)

    async def _update(self, id: int, work: Callable[[P], P]) -> P:
        before, stored = await self._read(id)
        preferences = work(before)
        if preferences == before:
            return before
        self.forget(id)  # until it is stored; what is, is read again
        wanted = msgspec.json.encode(preferences)
        try:
            await self._preferences_store.set_preferences(id, wanted, stored)
        except Conflict:
            if await self._preferences_store.preferences(id) != wanted:  # else an answer was lost
                raise
        self._keep(id, preferences, wanted)
        return preferences

    def forget(self, id: int) -> None:
        """What is kept does not count any more: it is being erased, or was changed by somebody else."""
        self._cached.pop(id, None)
        self._forgotten += 1
