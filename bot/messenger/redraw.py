"""Drawing again what has changed, without drawing it needlessly often."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

LONGEST_PAUSE = 60.0
"""Seconds between two attempts at most, while drawing fails."""

Draw = Callable[[], Awaitable[bool]]
"""Draws the newest state; False if that failed for the moment, so that it is worth another attempt."""


class Redraw:
    """Draws when asked: at once, then at most once in `pause` seconds. What is asked meanwhile is joined.

    `when` is waited for before each drawing. `done` is called when everything has been drawn and the pause is
    over; whoever wants more then begins with a new one.
    """

    def __init__(
        self, draw: Draw, done: Callable[[], object], *, pause: float, when: Callable[[], Awaitable[None]]
    ) -> None:
        self._draw = draw
        self._done = done
        self._pause = pause
        self._when = when
        self._wanted = True
        self._task = asyncio.ensure_future(self._run())

    def soon(self) -> None:
        """There is something new to draw."""
        self._wanted = True

    async def close(self) -> None:
        """Stop; what was not drawn is found at the next start, as storage knows what each message shows."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        failures = 0
        try:
            while self._wanted:
                await self._when()
                self._wanted = False
                failures = 0 if await self._draw() else failures + 1
                self._wanted = self._wanted or failures > 0
                await asyncio.sleep(min(LONGEST_PAUSE, self._pause * 2**failures))
        finally:
            self._done()
