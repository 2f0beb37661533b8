"""How fast a table plays, and the clocks that follow from it, as data. `timing` says what becomes of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0

PaceName = Literal["none", "blitz", "daily", "relaxed", "own"]


class Pace(msgspec.Struct, frozen=True):
    """How long a move may take, in seconds. `move` 0: as long as anybody likes.

    A turn may last for `move`, then it uses up the seat's time bank. Each move puts `increment` back into the
    bank, which never holds more than `bank`.
    """

    name: PaceName
    move: float = 0.0
    bank: float = 0.0
    increment: float = 0.0

    @property
    def limited(self) -> bool:
        """Whether turns end at all."""
        return self.move > 0

    @property
    def live(self) -> bool:
        """Whether everybody has to be there all the time, so that nobody can be on vacation."""
        return self.limited and self.move < HOUR


NONE = Pace("none")
BLITZ = Pace("blitz", 2 * MINUTE, 5 * MINUTE, 5.0)
DAILY = Pace("daily", DAY, DAY, 2 * HOUR)
RELAXED = Pace("relaxed", 3 * DAY, 3 * DAY, 6 * HOUR)

PACES: Mapping[PaceName, Pace] = {pace.name: pace for pace in (BLITZ, DAILY, RELAXED, NONE)}
"""Those that can be chosen by name, the fastest first."""


LEAST_MOVE, MOST_MOVE = 30.0, 14 * DAY
MOST_BANK, MOST_INCREMENT = 14 * DAY, DAY
"""What a pace of one's own may be."""

_UNITS = {
    **dict.fromkeys(("s", "sec", "second", "seconds"), 1.0),
    **dict.fromkeys(("sek", "sekunde", "sekunden", "seconde", "secondes", "secondo", "secondi"), 1.0),
    **dict.fromkeys(("m", "min", "minute", "minutes", "minuten", "minuto", "minuti"), MINUTE),
    **dict.fromkeys(("h", "hour", "hours", "std", "stunde", "stunden"), HOUR),
    **dict.fromkeys(("heure", "heures", "ora", "ore"), HOUR),
    **dict.fromkeys(("d", "day", "days", "t", "tag", "tage", "tagen"), DAY),
    **dict.fromkeys(("j", "jour", "jours", "g", "giorno", "giorni"), DAY),
}
"""Names of units, short and in full, in the languages in which people are spoken to."""
_LENGTH = re.compile(r"(\d{1,7}(?:[.,]\d{1,3})?)\s*([a-z]+)\.?")


def length(typed: str) -> float | None:
    """Seconds from what somebody typed: "90 s", "1h 30min", "3d", "0". None if it is no length of time."""
    typed = typed.strip().lower()
    if typed in ("", "0"):
        return 0.0
    found = _LENGTH.findall(typed)
    if _LENGTH.sub("", typed).strip() or any(unit not in _UNITS for _number, unit in found):
        return None
    return sum(float(number.replace(",", ".")) * _UNITS[unit] for number, unit in found)


def spelled(seconds: float) -> str:
    """The length of time as `length` reads it, in the largest unit that needs no fraction."""
    for unit, size in (("d", DAY), ("h", HOUR), ("min", MINUTE)):
        if seconds and seconds % size == 0:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s" if seconds else "0"


class SeatClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat's clock. Times are house time (`Clock.awake`), durations are seconds.

    A turn lasts as long as the game asks this seat for the same `decision`; `used` is what it has used up of
    it before `since`.
    """

    decision: str = ""
    """What is asked of the seat; empty: it is not its turn, or nobody keeps time for it."""
    since: float | None = None
    """Since when the clock runs; None: it stands still."""
    used: float = 0.0
    spent: float = 0.0
    """How much of the time bank is gone."""
    reminded: int = 0
    """How many of the turn's reminders were sent."""
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
    robot_since: float | None = None
    """Since when a robot plays in the place of a person; None: none does."""


class Timing(msgspec.Struct, frozen=True, omit_defaults=True):
    """All clocks of a table."""

    seats: tuple[SeatClock, ...] = ()
    touched: float = 0.0
    """In the lobby: when somebody last did something there."""
    waiting: float | None = None
    """Since when a tournament's table waits for its players; None: it does not, or the clocks stand still."""
    waited: float = 0.0
    """How long it had waited before that."""
    deserted: float | None = None
    """Since when nobody plays here but robots; None: somebody does."""
    paused: float | None = None
    """Since when the clocks stand still because all agreed to that."""
    shut: bool = False
    """The bot was removed from the table's server: everything stands still until it is there again."""
    asking: tuple[int, ...] = ()
    """The seats that want a pause, whoever asked first at the front."""


class Happening(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that the house did, or that became of somebody's seat: everybody at the table is told.

    It came after so many actions (`at`). `name`: whom it is about where that is nobody who sits there now.
    `other`: who else had a part in it. `by`, `why`: which moderator did it (`other`), and what for.
    """

    kind: str
    at: int
    seat: int | None = None
    name: str = ""
    other: str = ""
    by: int | None = None
    why: str = ""


NO_CLOCKS = Timing()
"""Of a table at which no time is kept."""
