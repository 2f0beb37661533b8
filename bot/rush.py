"""How busy it is: presses under way come first, and whatever can wait does so until they are answered."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

SETTLED = 0.02
"""Seconds without a press after which a rush is over: a crowd's next press may still be in the socket."""
ANSWERS_FIRST = 1.0
"""Seconds for which whatever can wait does so at most."""


class Rush:
    """Counts the presses under way."""

    def __init__(self) -> None:
        self.inside = 0
        """Presses that are being answered."""
        self._pressed = 0
        self._lull: asyncio.Task[None] | None = None
        self._nobody_inside = asyncio.Event()
        self._nobody_inside.set()

    @contextmanager
    def visit(self) -> Iterator[None]:
        """A press is being answered."""
        self.inside += 1
        self._pressed += 1
        self._nobody_inside.clear()
        try:
            yield
        finally:
            self.inside -= 1
            if not self.inside:
                self._nobody_inside.set()

    async def empty(self) -> None:
        """Return when no press is being answered."""
        await self._nobody_inside.wait()

    async def lull(self, patience: float = ANSWERS_FIRST) -> None:
        """Return when the rush is over, or after `patience` seconds. All who wait share one watch."""
        if self._lull is None:
            self._lull = asyncio.create_task(self._settle(), name="lull")
        await asyncio.wait([self._lull], timeout=patience)

    async def _settle(self) -> None:
        pressed = -1
        while pressed != self._pressed:
            await self.empty()
            pressed = self._pressed
            await asyncio.sleep(SETTLED)
        self._lull = None
