"""How fast a table plays: the paces that there are, and what people type for one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from games.text import Listed, Text, Value, _, _n

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

NOW = BLITZ
"""How it is played in one sitting."""

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


_MINUTES_AFTER_HOURS = re.compile(r"(?<=\d)(\s*[a-z]+\.?\s*)([0-5]\d)$")
"""As in "1h30": said without their unit at the end."""


def parse_duration(typed: str) -> float | None:
    """Seconds from what somebody typed: "90 s", "1h 30min", "1h30", "3d", "0". None if it is no length of
    time.
    """
    typed = _with_minutes(typed.strip().lower())
    if typed in ("", "0"):
        return 0.0
    found = _LENGTH.findall(typed)
    if _LENGTH.sub("", typed).strip() or any(unit not in _UNITS for _number, unit in found):
        return None
    return sum(float(number.replace(",", ".")) * _UNITS[unit] for number, unit in found)


def duration(seconds: float) -> Value:
    """So long, in at most two units."""
    whole = round(seconds)
    units = (
        _n("{count} day", "{count} days", whole // int(DAY)),
        _n("{count} hour", "{count} hours", whole % int(DAY) // int(HOUR)),
        _n("{count} minute", "{count} minutes", whole % int(HOUR) // int(MINUTE)),
        _n("{count} second", "{count} seconds", whole % int(MINUTE)),
    )
    shown = tuple(unit for unit in units if unit.count)[:2]
    return Listed(shown) if shown else units[-1]


def _with_minutes(typed: str) -> str:
    found = _MINUTES_AFTER_HOURS.search(typed)
    if found is None or _UNITS.get(found[1].strip(" .")) != HOUR:
        return typed
    return f"{typed}min"


def most_more(most: float) -> Text:
    """Why more time than `most` seconds is not given at once."""
    return _("{length} more at most. Choose less.", length=duration(most))
