"""The clocks of a table, and what became of turns, as data. `clocks` says what becomes of them."""

from __future__ import annotations

import msgspec

from bot.pace import Pace
from bot.runtime.clock import AwakeTime


class SeatClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat's clock. Times are awake time (`Clock.awake`), durations are seconds.

    A turn lasts as long as the game asks this seat for the same `decision`; `used` is what it has used up of
    it before `since`.
    """

    decision: str = ""
    """What is asked of the seat; empty: it is not its turn, or nobody keeps time for it."""
    since: AwakeTime | None = None
    """Since when the clock runs; None: it stands still."""
    used: float = 0.0
    spent: float = 0.0
    """How much of the time bank is gone."""
    reminded: int = 0
    """How many of the turn's reminders were sent."""
    late: bool = False
    """The turn's time is up, and the others are asked whether they wait."""
    overdue: bool = False
    """The turn's time is up: a robot is about to make this one move."""
    missed: int = 0
    """Moves in a row that a robot made because time was up."""
    stand_in: bool = False
    """A robot keeps the seat until its owner comes back."""
    away: bool = False
    """Its owner is on vacation: the clock stands still."""
    away_until: float = 0.0
    """When the vacation ends, in Unix seconds: shown to people."""
    robot_since: AwakeTime | None = None
    """Since when a robot plays in the place of a person; None: none does."""


class Timing(msgspec.Struct, frozen=True, omit_defaults=True):
    """All clocks of a table."""

    seats: tuple[SeatClock, ...] = ()
    touched: AwakeTime = 0.0
    """In the lobby: when somebody last did something there."""
    waiting: AwakeTime | None = None
    """Since when a tournament's table waits for its players; None: it does not, or the clocks stand still."""
    waited: float = 0.0
    """How long it had waited before that."""
    deserted: AwakeTime | None = None
    """Since when nobody plays here but robots; None: somebody does."""
    paused: AwakeTime | None = None
    """Since when the clocks stand still because all agreed to that."""
    shut: bool = False
    """The bot was removed from the table's server: everything stands still until it is there again."""
    asking: tuple[int, ...] = ()
    """The seats that want something of all others, whoever asked first at the front."""
    wanted: Pace | None = None
    """What they want: that the game goes on at this pace; None: a pause."""
    asked: AwakeTime = 0.0
    """Since when that is asked for."""
    unseen: AwakeTime | None = None
    """Since when the table stands in no channel, though it should: everything waits until it does."""
    robot_due: bool = False
    """A robot is to move now, beside people perhaps. Tables stored by earlier versions do not say."""


NO_CLOCKS = Timing()
"""The timing of a table at which no time is kept."""
