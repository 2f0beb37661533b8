"""A clock that stands still until it is told how much time has passed: days go by in a moment. The machine's
own clock, which a test sets. And a test whose whole time is virtual.
"""

from __future__ import annotations

import asyncio
import functools
import heapq
import itertools
import selectors
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ParamSpec
from unittest.mock import patch

if TYPE_CHECKING:
    from playground import Playground

P = ParamSpec("P")

Sleeper = tuple[float, int, "asyncio.Future[None]", "asyncio.Task[Any] | None"]
"""Until when, in which order they came, what wakes them, who they are."""


class VirtualClock:
    """A `bot.runtime.clock.Clock` that a test moves."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self._now = now
        self._awake = 0.0
        self._still_since: float | None = None
        self._sleepers: list[Sleeper] = []
        self._order = itertools.count()

    def now(self) -> float:
        """The time of calendars in Unix seconds, which moves as the test says."""
        return self._now

    def awake(self) -> float:
        """Seconds that the bot has been awake."""
        return self._awake

    def unix(self, awake: float) -> float:
        """When the bot will have been awake so long."""
        return self._now + awake - self._awake

    def resume(self, awake: float) -> None:
        """The bot was awake so long before."""
        self._awake = awake

    def stop(self) -> None:
        """The bot is cut off."""
        if self._still_since is None:
            self._still_since = self._now

    def go_on(self) -> float:
        """It is within reach again."""
        since, self._still_since = self._still_since, None
        return 0.0 if since is None else self._now - since

    async def sleep_until(self, awake: float) -> None:
        """Return when the test has moved the clock so far."""
        if awake > self._awake:
            sleeper: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heapq.heappush(self._sleepers, (awake, next(self._order), sleeper, asyncio.current_task()))
            await sleeper
        else:
            await asyncio.sleep(0)

    def advance(self, seconds: float) -> None:
        """So much time passes; whoever slept until then wakes up, in order, when the test next waits."""
        self._now += seconds
        if self._still_since is None:
            self._awake += seconds
        while self._sleepers and self._sleepers[0][0] <= self._awake:
            _at, _order, sleeper, _task = heapq.heappop(self._sleepers)
            if not sleeper.done():
                sleeper.set_result(None)

    def away(self, seconds: float) -> None:
        """Calendars go on while the bot is away."""
        self._now += seconds

    def puts_to_sleep(self, task: asyncio.Task[Any]) -> bool:
        """Whether the task waits for nothing but that time passes."""
        return any(asleep is task and not sleeper.done() for *_, sleeper, asleep in self._sleepers)

    @property
    def next_awakening(self) -> float | None:
        """When the first sleeper wakes up; None if nobody sleeps."""
        while self._sleepers and self._sleepers[0][2].done():
            heapq.heappop(self._sleepers)
        return self._sleepers[0][0] if self._sleepers else None


class WallClock:
    """The clock of this process, as a bot in it reads it, beside a Discord whose clock goes on."""

    def __init__(self, pg: Playground) -> None:
        self._pg = pg
        self._real = time.time
        self._wrong_by = 0.0

    def time(self) -> float:
        """What `time.time` is to say: Unix seconds, wrong by as much as was set."""
        return self._real() + self._wrong_by

    def set(self, wrong_by: float) -> None:
        """It is wrong by so many seconds from now on; less than nothing: it was set back."""
        self._pg.clock.advance(self._wrong_by - wrong_by)
        self._wrong_by = wrong_by


@contextmanager
def wall_clock(pg: Playground) -> Iterator[WallClock]:
    """The machine's clock can be set as long as the block lasts."""
    clock = WallClock(pg)
    with patch("time.time", clock.time):
        try:
            yield clock
        finally:
            clock.set(0.0)


EPOCH = 1_800_000_000.0
LEAST = 1e-6
"""Seconds that anybody sleeps at least: for less, a clock that counts in floats would not move."""


class Jumping(selectors.DefaultSelector):
    """What an event loop waits with: in place of waiting for a moment, that moment is now."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready; without a timer, it waits for that."""
        if timeout is not None and timeout > 0:
            self.now += timeout
            timeout = 0
        return super().select(timeout)


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop whose time jumps."""

    def __init__(self) -> None:
        self.jumping = Jumping()
        super().__init__(self.jumping)

    def call_at(self, when: float, callback: Any, *args: Any, context: Any = None) -> asyncio.TimerHandle:
        return super().call_at(max(when, self.time() + LEAST), callback, *args, context=context)


def in_virtual_time(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """The test on a loop and a machine's clock that jump to the next moment at which anything is due
    as soon as nothing is left to do: nothing that it tells depends on how fast the machine is. Nothing in it
    may wait for a thread or another process while a timer runs.
    """

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            jumping = _jumping(runner.get_loop())
            with (
                patch("time.monotonic", lambda: jumping.now),
                patch("time.time", lambda: EPOCH + jumping.now),
            ):
                runner.run(test(*args, **kwargs))

    return run


async def passes(seconds: float) -> None:
    """Return when so much virtual time has passed."""
    _jumping(asyncio.get_running_loop())
    await asyncio.sleep(seconds)


def held_up(seconds: float) -> None:
    """So much virtual time passes in which the loop does nothing else."""
    _jumping(asyncio.get_running_loop()).now += seconds


def _jumping(loop: asyncio.AbstractEventLoop) -> Jumping:
    assert isinstance(loop, VirtualLoop), "real time is not waited for"
    return loop.jumping
