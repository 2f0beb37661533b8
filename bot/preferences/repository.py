"""Preferences of people or of servers: read once, kept in memory, changed one at a time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from bot.runtime.keyed_lock import KeyedLock
from storage.interfaces import PreferencesStore

P = TypeVar("P", bound=msgspec.Struct)


class PreferencesRepository(Generic[P]):
    """What everybody prefers, by the id of the person or server. Methods raise `StorageError`."""

    def __init__(self, store: PreferencesStore, kind: type[P], most_cached: int) -> None:
        self._preferences_store = store
        self._kind = kind
        self._most_cached = most_cached
        self._locks = KeyedLock()
        self._cached: OrderedDict[int, P] = OrderedDict()

    async def of(self, id: int) -> P:
        """What the person or server prefers."""
        if id not in self._cached:
            stored = await self._preferences_store.preferences(id)
            read = self._kind() if stored is None else msgspec.json.decode(stored, type=self._kind)
            self._cached.setdefault(id, read)
            while len(self._cached) > self._most_cached:
                self._cached.popitem(last=False)
        self._cached.move_to_end(id)
        return self._cached[id]

    async def change(self, id: int, **changes: Any) -> P:
        """The person or server prefers something else; what they prefer now."""
        return await self.update(id, lambda preferences: msgspec.structs.replace(preferences, **changes))

    async def update(self, id: int, work: Callable[[P], P]) -> P:
        """What `work` makes of what they prefer, stored if it is something else."""
        async with self._locks.turn(str(id)):
            before = await self.of(id)
            preferences = work(before)
            if preferences == before:
                return before
            self._cached.pop(id, None)  # until it is stored; what is, is read again
            await self._preferences_store.set_preferences(id, msgspec.json.encode(preferences))
            self._cached[id] = preferences
            return preferences

    def forget(self, id: int) -> None:
        """What is stored is being erased."""
        self._cached.pop(id, None)
