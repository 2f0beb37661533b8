"""When a tournament comes again: every Friday at 20:00 by the clocks of one time zone. Pure.

What counts is what the clocks on the walls there show, also on the days when they are changed: an hour that
the clocks skip is as much later, and of one that comes twice the first is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

from bot.pace import DAY, HOUR, MINUTE
from bot.preferences.people import zone_of
from bot.tournaments.model import TournamentSettings
from bot.tournaments.settings import LONGEST_NAME

MOST_WEEKS = 8
"""From one week in which it is held to the next such week, at most."""
_NUMBERED = re.compile(r"(.*\S)\s*#(\d{1,5})", re.DOTALL)


class Recurrence(msgspec.Struct, frozen=True, omit_defaults=True):
    """On which days, at which hour, and how long before entries open."""

    zone: str
    """The IANA name of the organiser's time zone."""
    days: tuple[int, ...]
    """Days of the week, in order; Monday is 0."""
    minute: int
    """The minute of the day at which it starts, by the clocks of the zone."""
    week: int
    """The number of a week in which it is held, counted from the first day of the calendar."""
    weeks: int = 1
    """Every how many weeks it is held."""
    ahead: float = 2 * DAY
    """How long before the start it is announced and can be entered: whole days by the calendar there."""


class Occurrence(msgspec.Struct, frozen=True):
    """One time that it is held. Moments are Unix seconds."""

    starts: float
    announced: float


def week_of(day: date) -> int:
    """The number of the week in which the day lies."""
    return (day.toordinal() - 1) // 7


def occurrences(rule: Recurrence, after: float) -> Iterator[Occurrence]:
    """All that start after this moment, in order."""
    zone = zone_of(rule.zone)
    # A day earlier than it is there: what the clocks skip may be put off over midnight.
    day = _there(after, zone).date() - timedelta(days=1)
    while True:
        if day.weekday() in rule.days and (week_of(day) - rule.week) % rule.weeks == 0:
            held = _occurrence(rule, day, zone)
            if held.starts > after:
                yield held
        day += timedelta(days=1)


def _occurrence(rule: Recurrence, day: date, zone: ZoneInfo) -> Occurrence:
    shown = datetime.combine(day, time(*divmod(rule.minute, 60)))
    whole, rest = divmod(rule.ahead, DAY)
    opens = (shown - timedelta(days=whole)).replace(tzinfo=zone).timestamp() - rest
    return Occurrence(shown.replace(tzinfo=zone).timestamp(), opens)


def _there(unix: float, zone: ZoneInfo) -> datetime:
    return datetime.fromtimestamp(unix, UTC).astimezone(zone)


def week_at(unix: float, zone: str) -> int:
    """The number of the week in which the moment lies there."""
    return week_of(_there(unix, zone_of(zone)).date())


def weekly_like(starts: float, zone: str) -> Recurrence:
    """Every week on the day and at the hour of this start."""
    there = _there(starts, zone_of(zone))
    return Recurrence(zone, (there.weekday(),), there.hour * 60 + there.minute, week_of(there.date()))


def same_time_next_week(then: float, now: float, zone: str) -> float:
    """The next such day of the week after now, at the hour at which it was then by the clocks there."""
    return next(occurrences(weekly_like(then, zone), now)).starts


# A tournament once more


def notice_needed(settings: TournamentSettings) -> float:
    """How long before its start a tournament has to be announced at the latest."""
    return max(settings.check_in, settings.closes) + 10 * MINUTE


def once_more(settings: TournamentSettings, now: float, zone: str) -> TournamentSettings:
    """The same again: under the next number, on the next such day of the week at the same hour."""
    settings = msgspec.structs.replace(settings, name=next_name(settings.name))
    if settings.starts is None:
        return msgspec.structs.replace(settings, opens=None)
    soonest = max(now + max(HOUR, notice_needed(settings)), settings.starts)
    held = next(occurrences(weekly_like(settings.starts, zone), soonest))
    opens = settings.opens and held.starts - (settings.starts - settings.opens)
    return msgspec.structs.replace(
        settings, starts=held.starts, opens=opens if opens and opens > now else None
    )


def next_name(name: str) -> str:
    """ "Friday cup" becomes "Friday cup #2", and that "Friday cup #3"."""
    base, number = split_name(name)
    return numbered_name(base, (number or 1) + 1)


def split_name(name: str) -> tuple[str, int | None]:
    """What it is called, and the number behind it, if there is one."""
    found = _NUMBERED.fullmatch(name)
    return (name, None) if found is None else (found[1], int(found[2]))


def numbered_name(base: str, number: int) -> str:
    """The name with the number, shortened where that is too long."""
    end = f" #{number}"
    return base[: LONGEST_NAME - len(end)].rstrip() + end
