"""Preferences of people or of servers: read once, kept in memory, changed one at a time.

Kept are those that nobody else changes, or of whose changes one hears; of others, each look reads what is
stored.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from bot.runtime.keyed_lock import KeyedLock
from storage.errors import Conflict
from storage.interfaces import PreferencesStore
from storage.models import preferences_digest

P = TypeVar("P", bound=msgspec.Struct)


class PreferencesRepository(Generic[P]):
    """What everybody prefers, by the id of the person or server. Methods raise `StorageError`.

    `is_kept`: whose preferences may be kept in memory: those that nobody else changes, or of whose changes
    `changed_elsewhere`, `forget` or `forget_all` tell.
    """

    def __init__(
        self,
        store: PreferencesStore,
        kind: type[P],
        most_cached: int,
        is_kept: Callable[[int], bool],
    ) -> None:
        self._preferences_store = store
        self._kind = kind
        self._most_cached = most_cached
        self._is_kept = is_kept
        self._locks = KeyedLock()
        self._cached: OrderedDict[int, tuple[P, bytes | None]] = OrderedDict()
        """What they prefer, and how it is stored."""
        self._reading: dict[int, object] = {}
        """The latest who reads it: whoever is not here any more by the end may have read what was before."""
        self._storing: dict[int, bytes] = {}
        """What is being stored, unless somebody else has stored something since."""

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
        mark = self._reading[id] = object()
        try:
            stored = await self._preferences_store.preferences(id)
            read = self._kind() if stored is None else msgspec.json.decode(stored, type=self._kind)
            if self._reading.get(id) is mark:
                self._keep(id, read, stored)
        finally:
            if self._reading.get(id) is mark:
                del self._reading[id]
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
        wanted = self._storing[id] = msgspec.json.encode(preferences)
        try:
            await self._preferences_store.set_preferences(id, wanted, stored)
        except Conflict:
            if await self._preferences_store.preferences(id) != wanted:  # else an answer was lost
                raise
        finally:
            is_latest = self._storing.pop(id, None) is not None
            self.forget(id)  # whoever has been reading meanwhile may have read what was there before
        if is_latest:
            self._keep(id, preferences, wanted)
        return preferences

    def changed_elsewhere(self, id: int, digest: int) -> bool:
        """It was stored, perhaps here, what has this `preferences_digest` (0: that is not known); whether
        that is news.
        """
        stored = self._storing.get(id) or self._cached.get(id, (None, None))[1]
        if digest and stored is not None and preferences_digest(stored) == digest:
            return False
        self.forget(id)
        return True

    def forget(self, id: int) -> None:
        """What is kept does not count any more: it is being erased, or was changed by somebody else."""
        self._cached.pop(id, None)
        self._reading.pop(id, None)
        self._storing.pop(id, None)

    def forget_all(self) -> None:
        """Anything may have been changed by somebody else."""
        self._cached.clear()
        self._reading.clear()
        self._storing.clear()
