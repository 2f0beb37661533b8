"""How much the bot sends by itself: Discord allows 50 requests a second, and says so when it is too late."""

from __future__ import annotations

import asyncio

RATE = 40.0
"""Requests a second for all that is sent in the background; answers to presses do not count at Discord's."""
BURST = 20.0
"""Requests that may be made at once after a quiet time."""


class Budget:
    """A bucket of tokens, one for each request. Whoever comes first is served first."""

    def __init__(self, rate: float = RATE, burst: float = BURST) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._filled = 0.0
        self._queue = asyncio.Lock()

    async def take(self) -> None:
        """Wait until a request may be made."""
        async with self._queue:
            self._fill()
            if self._tokens < 1:
                await asyncio.sleep((1 - self._tokens) / self._rate)
                self._fill()
            self._tokens -= 1

    def _fill(self) -> None:
        now = asyncio.get_running_loop().time()
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
