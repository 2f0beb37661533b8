"""Vacations: days on which somebody's clocks stand still, so many in each calendar year. Pure.

A vacation begins at once and lasts to the end of its last day, by the calendar of whoever takes it. Each day
of which it takes any part counts once, for the year in which it lies. Days that were planned and have not
begun when the vacation ends early do not count.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, tzinfo

import msgspec

DAYS_A_YEAR = 30
"""How many days of a calendar year somebody may be on vacation."""


class Days(msgspec.Struct, frozen=True):
    """From the first day to the last, both counted."""

    first: date
    last: date


class Vacations(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that count, in order; no day is in two of them."""

    taken: tuple[Days, ...] = ()
    on: bool = False
    """Whether the last of them goes on."""


class TooLong(Exception):
    """There are not so many days left in the year; `left` are."""

    def __init__(self, year: int, left: int) -> None:
        super().__init__(f"{left} days are left in {year}")
        self.year = year
        self.left = left


def today(now: float, zone: tzinfo) -> date:
    """The day that it is there at this Unix time."""
    return datetime.fromtimestamp(now, UTC).astimezone(zone).date()


def used(vacations: Vacations, year: int) -> int:
    """How many days of the year are taken."""
    begin, end = date(year, 1, 1), date(year, 12, 31)
    lengths = ((min(days.last, end) - max(days.first, begin)).days + 1 for days in vacations.taken)
    return sum(max(0, length) for length in lengths)


def left(vacations: Vacations, year: int) -> int:
    """How many days of the year are left."""
    return DAYS_A_YEAR - used(vacations, year)


def begun(vacations: Vacations, now: date, last: date) -> Vacations:
    """On vacation from this day on, to the end of the last one; one that goes on already ends then.

    TooLong if a year has not so many days left. ValueError if the last day is over.
    """
    if last < now:
        raise ValueError(f"{last} is before {now}")
    before = ended(vacations, now).taken
    first = now
    while before and before[-1].last >= first:  # a day that has counted does not count again
        first = min(first, before[-1].first)
        before = before[:-1]
    planned = Vacations((*before, Days(first, last)), on=True)
    for year in range(now.year, last.year + 1):
        if used(planned, year) > DAYS_A_YEAR:
            raise TooLong(year, left(Vacations(ended(vacations, now).taken), year))
    return _without_the_past(planned, now)


def ended(vacations: Vacations, now: date) -> Vacations:
    """The vacation is over on this day, which still counts."""
    if not vacations.on:
        return vacations
    *before, current = vacations.taken
    last = max(current.first, min(current.last, now))
    return Vacations((*before, Days(current.first, last)))


def ends(vacations: Vacations, zone: tzinfo) -> float | None:
    """The Unix time at which the vacation is over; None if there is none."""
    if not vacations.on:
        return None
    morning = vacations.taken[-1].last + timedelta(days=1)
    return datetime(morning.year, morning.month, morning.day, tzinfo=zone).timestamp()


def _without_the_past(vacations: Vacations, now: date) -> Vacations:
    """Years long past count for nothing any more."""
    return msgspec.structs.replace(
        vacations, taken=tuple(days for days in vacations.taken if days.last.year >= now.year - 1)
    )
