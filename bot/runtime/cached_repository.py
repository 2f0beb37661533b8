"""What is stored under ids, with a revision: changed in turn, and kept in memory as long as it is used.

Only what belongs to servers that are served here is kept: the rest may change elsewhere at any time. What is
kept may, too, though seldom (a press in a direct message that another process attends to): no change is
stored that does not follow on what is stored, and whoever is refused that looks again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from typing import Generic, Protocol, TypeVar

from bot.runtime.keyed_lock import KeyedLock
from storage.models import Shard


class Revised(Protocol):
    """A record that is kept in memory: it has an id and a server, and a revision that grows as it changes."""

    @property
    def id(self) -> str:
        """The id under which it is stored."""
        ...

    @property
    def guild(self) -> int:
        """The server to which it belongs."""
        ...

    @property
    def revision(self) -> int:
        """How often it has changed."""
        ...


R = TypeVar("R", bound=Revised)


class CachedRepository(ABC, Generic[R]):
    """Everything of a kind, by id. `most`: kept in memory; what nobody used for longest is read again."""

    def __init__(self, shard: Shard, most: int) -> None:
        self._shard = shard
        self._most = most
        self._turns = KeyedLock()
        self.turn = self._turns.turn
        """Waits until whoever asked before is done with what has this id."""
        self.cached: OrderedDict[str, R] = OrderedDict()
        """What is kept in memory, by id: what somebody needed of late."""
        self.followed = set[str]()
        """That whose latest change is followed up here; the rest was only read."""
        self._forgotten = 0
        """How often anything was forgotten: what was being read meanwhile may be older than that."""

    @abstractmethod
    async def read(self, id: str) -> R:
        """As it is stored. Refusal if there is none, or nothing can be done with it."""

    @abstractmethod
    async def stored_revision(self, id: str) -> int | None:
        """The revision that is stored; None if there is none."""

    @property
    def standing(self) -> int:
        """How many are changing something or wait until they may."""
        return self._turns.standing

    async def get(self, id: str) -> R:
        """The newest revision of what has this id, from memory if it is there. Refusal as with `read`."""
        known = self.cached.get(id)
        if known is not None:
            self.cached.move_to_end(id)
            return known
        forgotten = self._forgotten
        found = await self.read(id)
        # Whoever changed it while it was read knows better.
        newer = self.cached.get(id)
        if newer is not None and newer.revision >= found.revision:
            return newer
        if forgotten == self._forgotten:
            self.remember(found)
            self.followed.discard(id)
        return found

    def remember(self, changed: R) -> None:
        """Keeps in memory what was changed and stored here just now."""
        if self._shard.serves(changed.guild):
            self.cached[changed.id] = changed
            self.cached.move_to_end(changed.id)
            self.followed.add(changed.id)
            while len(self.cached) > self._most:
                self.followed.discard(self.cached.popitem(last=False)[0])

    def newest(self, known: R) -> R:
        """As it is by now, as far as it is kept in memory."""
        return self.cached.get(known.id, known)

    def forget(self, id: str) -> None:
        """What is kept of it does not count any more: it was erased, or changed elsewhere."""
        self.cached.pop(id, None)
        self.followed.discard(id)
        self._forgotten += 1

    async def is_outdated(self, id: str) -> bool:
        """Whether somebody else has changed what is kept of it here; if so, it is forgotten."""
        known = self.cached.get(id)
        if known is None:  # it was read just now
            return False
        revision = await self.stored_revision(id)
        if revision is not None and revision <= known.revision:
            return False
        self.forget(id)
        return True
