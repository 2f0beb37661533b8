"""How much the bot sends by itself: Discord allows 50 requests a second, and says so when it is too late."""

from __future__ import annotations

import asyncio
import heapq
import itertools

from bot.runtime.clock import Clock, SystemClock

RATE = 40.0
"""Requests a second for all that is sent in the background; answers to presses do not count at Discord's."""
BURST = 5.0
"""Requests that may be made at once after a quiet time. With those of the second that follows they must be
less than Discord allows in one, also where some overtake others on their way.
"""
LEAST_SHARE = 0.01
"""The share of the requests that a process has which serves nothing just now."""
_A_WHOLE_ONE = 1 - 1e-6
"""Sums of fractions are never exact."""


class RequestBudget:
    """A bucket of tokens, one for each request. When it is empty, whoever can wait the least comes first.

    It keeps Discord's time, however fast the tables' clocks are made to run.
    """

    def __init__(self, rate: float = RATE, burst: float = BURST, clock: Clock | None = None) -> None:
        self._rate = self._whole_rate = rate
        self._burst = burst
        self._clock = clock or SystemClock()
        self._tokens = burst
        self._filled = self._clock.awake()
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = itertools.count()
        self._serving: asyncio.Task[None] | None = None

    def set_share(self, share: float) -> None:
        """From now on so much of the rate, from 0 to 1, is this process's."""
        self._fill()
        self._rate = self._whole_rate * max(share, LEAST_SHARE)

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._waiting)

    async def take(self, within: float = 0.0) -> None:
        """Wait until a request may be made. One that can wait for `within` seconds lets others go first.

        Those who ask later can overtake it for so long and no longer.
        """
        self._fill()
        if self._tokens >= _A_WHOLE_ONE and not self._waiting:
            self._tokens -= 1
            return
        served: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (self._clock.awake() + within, next(self._order), served))
        if self._serving is None:
            self._serving = asyncio.create_task(self._serve(), name="budget")
        try:
            await served
        except asyncio.CancelledError:
            if served.done() and not served.cancelled():
                self._tokens += 1
            raise

    async def _serve(self) -> None:
        try:
            while self._waiting:
                self._fill()
                if self._tokens < _A_WHOLE_ONE:
                    await self._clock.sleep_until(self._filled + (1 - self._tokens) / self._rate)
                    continue
                _by, _order, served = heapq.heappop(self._waiting)
                if not served.done():
                    self._tokens -= 1
                    served.set_result(None)
        finally:
            self._serving = None

    def _fill(self) -> None:
        now = self._clock.awake()
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
