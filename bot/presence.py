"""Who is here: when people last pressed something of ours. Kept in memory only."""

from __future__ import annotations

from collections import OrderedDict

from bot.tables.clock import Clock

HERE_FOR = 120.0
"""Seconds after a press for which somebody counts as here: they see for themselves whose turn it is."""


class Presence:
    """The latest presses, in house time."""

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
        while next(iter(self._pressed.values())) + HERE_FOR < now:
            self._pressed.popitem(last=False)

    def leaves_at(self, user: int) -> float:
        """From when on the user does not count as here, if they press nothing more; it may be long ago."""
        return self._pressed.get(user, self._began) + HERE_FOR
