"""How busy it is: presses under way come first, and whatever can wait does so until they are answered."""

from __future__ import annotations

import asyncio
import gc
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from bot.runtime.clock import Clock

SETTLED = 0.02
"""Seconds without a press after which a rush is over: a crowd's next press may still be in the socket."""
ANSWERS_FIRST = 1.0
"""Seconds for which whatever can wait does so at most."""


class PausedCollection:
    """Python looks for garbage between presses, and not while people wait: a twelfth of a crowd's wait went
    with looking through what the presses themselves still need.
    """

    AT_MOST = 500
    """Presses without a pause between them after which it looks once all the same: the garbage of so many
    is a few megabytes.
    """

    def __init__(self) -> None:
        self._since: int | None = None
        """How many presses there had been when it was paused here; None: it is not paused, or by others."""

    def press_under_way(self, pressed: int) -> None:
        """Somebody waits; there have been so many presses."""
        if self._since is None and gc.isenabled():
            gc.disable()
            self._since = pressed
        elif self._since is not None and pressed - self._since >= self.AT_MOST:
            self.idle()

    def idle(self) -> None:
        """Lets garbage be collected again, as nobody waits for an answer."""
        if self._since is not None:
            self._since = None
            gc.enable()


class LoadGate:
    """Counts the presses under way."""

    def __init__(self) -> None:
        self.under_way = 0
        """Presses that are being answered."""
        self._pressed = 0
        self._garbage = PausedCollection()
        self._quiet: asyncio.Task[None] | None = None
        self._idle = asyncio.Event()
        self._idle.set()

    @contextmanager
    def press_under_way(self) -> Iterator[None]:
        """A press is being answered."""
        self.under_way += 1
        self._pressed += 1
        self._idle.clear()
        self._garbage.press_under_way(self._pressed)
        try:
            yield
        finally:
            self.under_way -= 1
            if not self.under_way:
                self._idle.set()
                self._garbage.idle()

    async def wait_until_idle(self) -> None:
        """Return when no press is being answered."""
        await self._idle.wait()

    async def wait_until_quiet(self, patience: float = ANSWERS_FIRST) -> None:
        """Return when the rush is over, or after `patience` seconds. All who wait share one task."""
        if self._quiet is None:
            self._quiet = asyncio.create_task(self._settle(), name="load gate")
        await asyncio.wait([self._quiet], timeout=patience)

    async def _settle(self) -> None:
        pressed = -1
        while pressed != self._pressed:
            await self._idle.wait()
            pressed = self._pressed
            await asyncio.sleep(SETTLED)
        self._quiet = None


# Recent activity: when people last pressed something of ours. Kept in memory only.

HERE_FOR = 120.0
"""Seconds after a press for which somebody counts as here: they see for themselves whose turn it is."""


REMEMBERED_FOR = 300.0
"""Seconds after a press for which it is remembered."""


class RecentActivity:
    """The latest presses, in the seconds that the bot has been awake."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._pressed: OrderedDict[int, float] = OrderedDict()
        self._began = float("-inf")

    def begin(self) -> None:
        """The bot has just started: who pressed before that is not known, so everybody counts as here."""
        self._began = self._clock.awake()

    def pressed(self, user: int) -> None:
        """The user did something here."""
        now = self._clock.awake()
        self._pressed[user] = now
        self._pressed.move_to_end(user)
        while next(iter(self._pressed.values())) + REMEMBERED_FOR < now:
            self._pressed.popitem(last=False)

    def pressed_lately(self, user: int) -> bool:
        """Whether the user is known to have done something here in the last five minutes."""
        return self._pressed.get(user, float("-inf")) + REMEMBERED_FOR >= self._clock.awake()

    def leaves_at(self, user: int) -> float:
        """From when on the user does not count as here, if they press nothing more; it may be long ago."""
        return self._pressed.get(user, self._began) + HERE_FOR
