"""Presses for one table in order, tables side by side."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """One queue a table. Who asks first is served first; a queue that nobody stands in is forgotten."""

    def __init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}
        self._users: dict[str, int] = {}

    @property
    def standing(self) -> int:
        """How many have their turn or wait for it, at all tables."""
        return sum(self._users.values())

    @asynccontextmanager
    async def turn(self, table: str) -> AsyncIterator[None]:
        """Wait for everybody who asked before; then the table is the caller's until the block ends."""
        lock = self._locks.get(table)
        if lock is None:
            lock = self._locks[table] = asyncio.Lock()
        self._users[table] = self._users.get(table, 0) + 1
        try:
            async with lock:
                yield
        finally:
            self._users[table] -= 1
            if not self._users[table]:
                del self._users[table], self._locks[table]
