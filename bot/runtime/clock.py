"""Time, as tables see it. There is one clock, and it is handed to whoever needs one.

Two times are told apart. What calendars say (`now`: Unix seconds) can jump and be set back. Deadlines count
in the seconds that the bot has been awake (`awake`), over all its starts: while it is away, or cut off from
Discord, that time stands still, so that an outage of any length moves every deadline by just as much, and
nothing has to be rewritten.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Annotated, Protocol, TypeAlias

AWAKE_TIME = "awake time"
AwakeTime: TypeAlias = Annotated[float, AWAKE_TIME]
"""A stored moment in awake time, marked so that nobody forgets to tell whose (`bot.runtime.house_time`)."""

NOTICEABLE_CLOCK_JUMP = 5.0
"""Seconds by which the machine's clock must have been set before moments are shown anew."""


class Clock(Protocol):
    """The two times of the bot: that of calendars, and the seconds that it has been awake."""

    def now(self) -> float:
        """Unix seconds, as calendars have it."""
        ...

    def awake(self) -> float:
        """Seconds that the bot has been awake, over all its starts. Never goes back."""
        ...

    def unix(self, awake: float) -> float:
        """The Unix time at which the bot will have been awake so long, if it stays so: shown to people."""
        ...

    def resume(self, awake: float) -> None:
        """The bot was awake so long before this start. Called once, before anything is measured."""
        ...

    def stop(self) -> None:
        """The bot is cut off: until it goes on it does not count as awake. May be called again."""
        ...

    def go_on(self) -> float:
        """It is within reach again; how many seconds it was not."""
        ...

    async def sleep_until(self, awake: float) -> None:
        """Return when the bot has been awake so long; at once if it has."""
        ...


async def wait_for_time_or_event(clock: Clock, moment: float | None, news: asyncio.Event) -> None:
    """Return when the bot has been awake until the moment (None: that never comes), or when there is news."""
    waits: list[asyncio.Task[object]] = [asyncio.ensure_future(news.wait())]
    if moment is not None:
        waits.append(asyncio.ensure_future(clock.sleep_until(moment)))
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
        await asyncio.gather(*waits, return_exceptions=True)


MOST_DOUBLINGS = 64
"""After which a pause is longer than any that is waited, long before it is no number any more."""


def backoff(first: float, failures: int, longest: float) -> float:
    """Seconds before another attempt after so many failures: twice as many after each, `longest` at most."""
    return min(longest, first * 2.0 ** min(failures, MOST_DOUBLINGS))


class SystemClock:
    """The machine's clock, by `Clock`; `speed` times as fast for whoever wants to watch days go by."""

    def __init__(self, speed: float = 1.0) -> None:
        if speed <= 0:
            raise ValueError(f"a clock cannot run {speed} times as fast; choose more than 0")
        self._speed = speed
        self._began = time.monotonic()
        self._began_at = time.time()
        self._before = 0.0
        self._stopped_at: float | None = None
        self._stopped_for = 0.0
        self._going = asyncio.Event()
        self._going.set()
        self._offset: float | None = None

    def _elapsed(self) -> float:
        return (time.monotonic() - self._began) * self._speed

    def now(self) -> float:
        return time.time() if self._speed == 1 else self._began_at + self._elapsed()

    def awake(self) -> float:
        """See `Clock.awake`. Setting the machine's clock does nothing to it: this one is monotonic."""
        until = self._elapsed() if self._stopped_at is None else self._stopped_at
        return self._before + until - self._stopped_for

    def unix(self, awake: float) -> float:
        offset = time.time() - self.awake() / self._speed
        # Both clocks creep. A moment that was shown a little differently each time would be drawn each time.
        if self._offset is None or abs(offset - self._offset) > NOTICEABLE_CLOCK_JUMP:
            self._offset = offset
        return self._offset + awake / self._speed

    def resume(self, awake: float) -> None:
        self._before += awake - self.awake()

    def stop(self) -> None:
        if self._stopped_at is None:
            self._stopped_at = self._elapsed()
            self._going.clear()

    def go_on(self) -> float:
        if self._stopped_at is None:
            return 0.0
        stopped = self._elapsed() - self._stopped_at
        self._stopped_for += stopped
        self._stopped_at = None
        self._offset = None  # whatever is told from now on comes later by so much
        self._going.set()
        return stopped

    async def sleep_until(self, awake: float) -> None:
        await asyncio.sleep(0)
        while (rest := (awake - self.awake()) / self._speed) > 0:
            await asyncio.sleep(rest)
            await self._going.wait()


RECENT = 60.0
"""Seconds for which a figure counts as a recent one, if nothing else is said."""


class RecentMaximum:
    """Remembers what can still turn out to be the largest of the last `seconds`, and nothing else."""

    def __init__(self, now: Callable[[], float] = time.monotonic, seconds: float = RECENT) -> None:
        self._now = now
        self._seconds = seconds
        self._falling: deque[tuple[float, float]] = deque()

    def add(self, figure: float) -> None:
        """Adds a figure that was measured now."""
        while self._falling and self._falling[-1][1] <= figure:
            self._falling.pop()
        self._falling.append((self._now(), figure))
        self._forget()

    def of_late(self) -> float:
        """The largest of them; 0 if there was none."""
        self._forget()
        return self._falling[0][1] if self._falling else 0.0

    def _forget(self) -> None:
        while self._falling and self._falling[0][0] < self._now() - self._seconds:
            self._falling.popleft()
