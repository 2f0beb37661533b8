"""A store in which somebody else is quicker, just before something is stored."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any


class Overtaken:
    """A `Store`, or a part of one, whose next commits are each preceded by what somebody else does.

    `parts` stand in place of its own.
    """

    def __init__(self, store: Any, **parts: Overtaken) -> None:
        self._store = store
        self._parts = parts
        self.before: list[Callable[[], Awaitable[object]]] = []

    def __getattr__(self, name: str) -> Any:
        return self._parts.get(name) or getattr(self._store, name)

    async def commit(self, change: Any) -> Any:
        """Somebody is quicker; then the change."""
        if self.before:
            await self.before.pop(0)()
        return await self._store.commit(change)
