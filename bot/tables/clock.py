"""Time, as tables see it. There is one clock, and it is handed to whoever needs one.

Two times are told apart. What calendars say (`now`: Unix seconds) can jump and be set back. Deadlines count
in the seconds that the bot has been awake (`awake`), over all its starts: while it is away that time stands
still, so that an outage of any length moves every deadline by just as much, and nothing has to be rewritten.
"""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """What the time is."""

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

    async def sleep_until(self, awake: float) -> None:
        """Return when the bot has been awake so long; at once if it has."""
        ...


class SystemClock:
    """The machine's clock; `speed` times as fast for whoever wants to watch days go by."""

    def __init__(self, speed: float = 1.0) -> None:
        if speed <= 0:
            raise ValueError(f"a clock cannot run {speed} times as fast; choose more than 0")
        self._speed = speed
        self._began = time.monotonic()
        self._began_at = time.time()
        self._before = 0.0

    def _elapsed(self) -> float:
        return (time.monotonic() - self._began) * self._speed

    def now(self) -> float:
        """See `Clock.now`."""
        return time.time() if self._speed == 1 else self._began_at + self._elapsed()

    def awake(self) -> float:
        """See `Clock.awake`. Setting the machine's clock does nothing to it: this one is monotonic."""
        return self._before + self._elapsed()

    def unix(self, awake: float) -> float:
        """See `Clock.unix`."""
        return time.time() + (awake - self.awake()) / self._speed

    def resume(self, awake: float) -> None:
        """See `Clock.resume`."""
        self._before = awake

    async def sleep_until(self, awake: float) -> None:
        """See `Clock.sleep_until`."""
        await asyncio.sleep(max(0.0, awake - self.awake()) / self._speed)
