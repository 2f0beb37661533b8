"""Quiet hours: from when to when somebody does not want to be told of anything, by their own clock. Pure."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import msgspec

MINUTES_A_DAY = 24 * 60
_QUARTER = 15 * 60
"""Seconds. Clocks are put forward or back at such moments only, everywhere."""


class Quiet(msgspec.Struct, frozen=True):
    """Every day from one minute until before another one, maybe of the next day; counted from midnight."""

    begin: int
    end: int


def zone_of(name: str) -> ZoneInfo:
    """The time zone of that IANA name; UTC if there is none (any more)."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: the name of a folder
        return ZoneInfo("UTC")


def quiet_until(quiet: Quiet, zone: ZoneInfo, now: float) -> float | None:
    """The Unix time at which the quiet hours end in which `now` lies; None if it lies in none.

    What counts is what the clocks on the walls of that zone show, also on the days when they are changed.
    """
    moment = now
    while (seconds := _still_quiet(quiet, zone, moment)) is not None:
        moment += min(seconds, _QUARTER - moment % _QUARTER)
    return None if moment == now else moment


def _still_quiet(quiet: Quiet, zone: ZoneInfo, moment: float) -> float | None:
    """For how many seconds it stays quiet if nobody changes the clocks; None if it is not quiet."""
    wall = datetime.fromtimestamp(moment, UTC).astimezone(zone)
    shown = (wall.hour * 60 + wall.minute) * 60 + wall.second + wall.microsecond / 1e6
    whole_day = MINUTES_A_DAY * 60
    since = (shown - quiet.begin * 60) % whole_day
    lasts = ((quiet.end - quiet.begin) % MINUTES_A_DAY) * 60
    return lasts - since if since < lasts else None


@lru_cache(maxsize=1)
def zones() -> tuple[str, ...]:
    """The names of all time zones, in order, without those that are kept for old programs only."""
    places = (name for name in available_timezones() if "/" in name and not _is_old(name))
    return (*sorted(places), "UTC")


def _is_old(name: str) -> bool:
    return name.startswith(("Etc/", "SystemV/", "US/", "posix/", "right/"))


def zone_named(typed: str) -> str | None:
    """The time zone that somebody means: by its whole name, or by the city in it. None if there is none."""
    wanted = typed.strip().replace(" ", "_").lower()
    if not wanted:
        return None
    whole = {name.lower(): name for name in zones()}
    cities = {name.rpartition("/")[2].lower(): name for name in zones()}
    return whole.get(wanted) or cities.get(wanted)
