"""A lock for each key: presses for one table in order, tables side by side."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class KeyedLock:
    """One queue a key. Who asks first is served first; a queue that nobody stands in is forgotten."""

    def __init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}
        self._users: dict[str, int] = {}

    @property
    def standing(self) -> int:
        """How many have their turn or wait for it, over all keys."""
        return sum(self._users.values())

    @asynccontextmanager
    async def turn(self, key: str) -> AsyncIterator[None]:
        """Wait for everybody who asked before; then the key is the caller's until the block ends."""
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        self._users[key] = self._users.get(key, 0) + 1
        try:
            async with lock:
                yield
        finally:
            self._users[key] -= 1
            if not self._users[key]:
                del self._users[key], self._locks[key]
