"""The door between the bot and storage, with somebody who watches what goes through it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from storage.models import Change, NotificationRow
from storage.sql.store import Store

Committed = Callable[[Change, float], None]
"""Told of each change that has been stored, in their order, with the house time at which that was asked."""


class Doorway:
    """Counts what is under way, and tells of all that is stored, even if the bot was killed meanwhile."""

    def __init__(
        self,
        store: Store,
        awake: Callable[[], float],
        committed: Committed,
        nudged: Callable[[NotificationRow], None],
    ) -> None:
        self.store = store
        self._awake = awake
        self._committed = committed
        self._nudged = nudged
        self._under_way = 0
        self._something_done = asyncio.Event()
        self.protected = set[asyncio.Task[Any]]()
        """Go on when the bot is killed: they stand for the disk."""

    def door(self) -> Any:
        """What the bot is given as its store."""
        return _Door(self, self.store)

    @property
    def busy(self) -> bool:
        """Whether storage is at work for anybody."""
        return self._under_way > 0

    async def something_done(self) -> None:
        """Wait until something that is under way is done."""
        self._something_done.clear()
        await self._something_done.wait()

    async def through(self, name: str, call: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """One call of the bot's."""
        task: asyncio.Task[Any] = asyncio.create_task(call(*args, **kwargs), name=f"storage {name}")
        self._under_way += 1
        self.protected.add(task)
        asked = self._awake()

        def done(task: asyncio.Task[Any]) -> None:
            self._under_way -= 1
            self.protected.discard(task)
            if not task.cancelled() and task.exception() is None:
                if name == "commit":
                    self._committed(args[0], asked)
                elif name == "told":
                    self._nudged(args[0])
            self._something_done.set()

        task.add_done_callback(done)
        return await asyncio.shield(task)


class _Door:
    """A door of storage's, through which every call is watched."""

    def __init__(self, doorway: Doorway, inner: Any) -> None:
        self._doorway = doorway
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if not callable(found):
            return _Door(self._doorway, found)

        async def call(*args: Any, **kwargs: Any) -> Any:
            return await self._doorway.through(name, found, args, kwargs)

        return call
