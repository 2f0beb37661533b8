"""What people prefer, everywhere they play: quiet hours, vacations, how they are notified."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, date, datetime, timedelta, tzinfo
from hmac import compare_digest
from secrets import token_hex
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from bot.preferences.repository import PreferencesRepository
from storage.models import WHOLE, Shard
from storage.sql.people import PersonStore

# Quiet hours: from when to when somebody does not want to be told of anything, by their own clock.

MINUTES_A_DAY = 24 * 60
_QUARTER = 15 * 60
"""Seconds. Clocks are put forward or back at such moments only, everywhere."""


class QuietHours(msgspec.Struct, frozen=True):
    """Every day from one minute until before another one, maybe of the next day; counted from midnight."""

    begin: int
    end: int


def zone_of(name: str) -> ZoneInfo:
    """The time zone of that IANA name; UTC if there is none (any more)."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: the name of a folder
        return ZoneInfo("UTC")


def quiet_until(quiet: QuietHours, zone: ZoneInfo, now: float) -> float | None:
    """The Unix time at which the quiet hours end in which `now` lies; None if it lies in none.

    What counts is what the clocks on the walls of that zone show, also on the days when they are changed.
    """
    moment = now
    while (seconds := _still_quiet(quiet, zone, moment)) is not None:
        moment += min(seconds, _QUARTER - moment % _QUARTER)
    return None if moment == now else moment


def _still_quiet(quiet: QuietHours, zone: ZoneInfo, moment: float) -> float | None:
    """For how many seconds it stays quiet if nobody changes the clocks; None if it is not quiet."""
    wall = datetime.fromtimestamp(moment, UTC).astimezone(zone)
    shown = (wall.hour * 60 + wall.minute) * 60 + wall.second + wall.microsecond / 1e6
    whole_day = MINUTES_A_DAY * 60
    since = (shown - quiet.begin * 60) % whole_day
    lasts = ((quiet.end - quiet.begin) % MINUTES_A_DAY) * 60
    return lasts - since if since < lasts else None


# Vacations: days on which somebody's clocks stand still, so many in each calendar year.
#
# A vacation begins at once and lasts to the end of its last day, by the calendar of whoever takes it. Each
# day of which it takes any part counts once, for the year in which it lies. Days that were planned and have
# not begun when the vacation ends early do not count.


DAYS_A_YEAR = 30
"""How many days of a calendar year somebody may be on vacation."""


class VacationDays(msgspec.Struct, frozen=True):
    """From the first day to the last, both counted."""

    first: date
    last: date


class Vacations(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that count, in order; no day is in two of them."""

    taken: tuple[VacationDays, ...] = ()
    on: bool = False
    """Whether the last of them goes on."""


class VacationTooLong(Exception):
    """There are not so many days left in the year; `left` are."""

    def __init__(self, year: int, left: int) -> None:
        super().__init__(f"{left} days are left in {year}")
        self.year = year
        self.left = left


def local_date(now: float, zone: tzinfo) -> date:
    """The day that it is there at this Unix time."""
    return datetime.fromtimestamp(now, UTC).astimezone(zone).date()


def vacation_days_used(vacations: Vacations, year: int) -> int:
    """How many days of the year are taken."""
    begin, end = date(year, 1, 1), date(year, 12, 31)
    lengths = ((min(days.last, end) - max(days.first, begin)).days + 1 for days in vacations.taken)
    return sum(max(0, length) for length in lengths)


def vacation_days_left(vacations: Vacations, year: int) -> int:
    """How many days of the year are left."""
    return DAYS_A_YEAR - vacation_days_used(vacations, year)


def begin_vacation(vacations: Vacations, now: date, last: date) -> Vacations:
    """On vacation from this day on, to the end of the last one; one that goes on already ends then.

    TooLong if a year has not so many days left. ValueError if the last day is over.
    """
    if last < now:
        raise ValueError(f"{last} is before {now}")
    before = end_vacation(vacations, now).taken
    first = now
    while before and before[-1].last >= first:  # a day that has counted does not count again
        first = min(first, before[-1].first)
        before = before[:-1]
    planned = Vacations((*before, VacationDays(first, last)), on=True)
    for year in range(now.year, last.year + 1):
        if vacation_days_used(planned, year) > DAYS_A_YEAR:
            raise VacationTooLong(
                year, vacation_days_left(Vacations(end_vacation(vacations, now).taken), year)
            )
    return _without_the_past(planned, now)


def end_vacation(vacations: Vacations, now: date) -> Vacations:
    """The vacation is over on this day, which still counts."""
    if not vacations.on:
        return vacations
    *before, current = vacations.taken
    last = max(current.first, min(current.last, now))
    return Vacations((*before, VacationDays(current.first, last)))


def vacation_end(vacations: Vacations, zone: tzinfo) -> float | None:
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


# What people prefer, and the repository of it.

MOST_BLOCKED = 100
"""People with whom somebody does not want to play; those who were named first are forgotten first."""
PEOPLE_CACHED = 5_000
"""People whose preferences are kept in memory."""

NotificationChannel = Literal["channel", "direct", "none"]
"""How somebody is told that it is their turn: where the table is, by direct message, or not at all."""


class Called(msgspec.Struct, frozen=True):
    """That somebody was called to a table: when, in Unix seconds, and by which outbox entry."""

    at: float
    table: str
    entry: int


class PersonPreferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one person prefers on every server, as it is stored."""

    nudges: NotificationChannel = "channel"
    quiet: QuietHours | None = None
    zone: str = ""
    """The IANA name of the time zone; empty: they never said."""
    text_mode: bool = False
    """No pictures in private messages."""
    text_mode_offered: bool = False
    """Whether they were told that pictures can be turned off."""
    forced_moves: bool = False
    """Where they sit down, moves without a choice play themselves, unless they say otherwise there."""
    vacations: Vacations = Vacations()
    """The days on which their clocks stood still."""
    locale: str = ""
    """That of their client when they last pressed at a table, at a tournament or in their settings: direct
    messages are written in it.
    """
    no_lessons: bool = False
    """Nothing is explained beside their hands."""
    lessons: Mapping[str, tuple[str, ...]] = {}
    """What they have been told of each game, by its slug: the lessons' names."""
    robots: Mapping[str, str] = {}
    """Against which robots they want to play each game, by its slug."""
    puzzle_day: int = 0
    """The day of the last puzzle that they answered, counted from 1970; 0: none."""
    puzzle_streak: int = 0
    """Puzzles solved on one day after the other, up to that one."""
    puzzles_solved: int = 0
    calls: Mapping[int, tuple[str, ...]] = {}
    """By server: to which games they want to be called, by slug."""
    call_hours: QuietHours | None = None
    """From when to when; None: at any hour that is not quiet."""
    calls_a_day: int = 2
    """How often a day they want to be called at most."""
    blocked: tuple[int, ...] = ()
    """With whom they do not want to play. Nobody else is told."""
    called: tuple[Called, ...] = ()
    """When they were, within a day before the last time."""
    calendar: str = ""
    """What makes the address of their calendar one that nobody guesses; empty: they have none."""


def with_blocked(now: PersonPreferences, users: Collection[int], *, block: bool = True) -> PersonPreferences:
    """They do not want to play with these; with those whom they blocked before, or not to `block`, again."""
    others = tuple(user for user in now.blocked if user not in users)
    added = tuple(user for user in users if user not in now.blocked) if block else ()
    return msgspec.structs.replace(now, blocked=(*others, *added)[-MOST_BLOCKED:])


# The address of somebody's calendar.


def new_calendar_secret() -> str:
    """What makes an address that nobody guesses: 128 bits."""
    return token_hex(16)


def calendar_path(user: int, secret: str) -> str:
    """Where somebody's own calendar is, seen from where pages are served."""
    return f"calendar/{user:x}-{secret}.ics"


def is_calendar_of(preferences: PersonPreferences, secret: str) -> bool:
    """Whether that is in the address of this person's calendar now, told in constant time."""
    return bool(preferences.calendar) and compare_digest(preferences.calendar, secret)


class PersonPreferencesRepository(PreferencesRepository[PersonPreferences]):
    """Everybody's preferences. Methods raise `StorageError`.

    People are on any servers: only where all are served nobody else changes what they prefer.
    """

    def __init__(self, store: PersonStore, shard: Shard = WHOLE, *, hears: bool = False) -> None:
        is_kept = hears or shard == WHOLE
        super().__init__(store, PersonPreferences, PEOPLE_CACHED, lambda _user: is_kept)
        self._store = store

    async def speaks(self, user: int, locale: str) -> None:
        """This is their client's language. Stored if it is another one than before."""
        if (await self.of(user)).locale != locale:
            await self.change(user, locale=locale)

    async def told(self, user: int, game: str, lesson: str) -> None:
        """Notes that this user has been told this lesson of the game."""

        def work(now: PersonPreferences) -> PersonPreferences:
            known = now.lessons.get(game, ())
            told = known if lesson in known else (*known, lesson)
            return msgspec.structs.replace(now, lessons={**now.lessons, game: told})

        await self.update(user, work)

    async def prefers_robot(self, user: int, game: str, robot: str) -> None:
        """Notes against which robots this user wants to play the game."""

        def work(now: PersonPreferences) -> PersonPreferences:
            return msgspec.structs.replace(now, robots={**now.robots, game: robot})

        await self.update(user, work)

    async def forget_lessons(self, user: int, game: str) -> None:
        """Lets this user be told all lessons of the game once more."""

        def work(now: PersonPreferences) -> PersonPreferences:
            others = {slug: told for slug, told in now.lessons.items() if slug != game}
            return msgspec.structs.replace(now, lessons=others)

        await self.update(user, work)

    async def unblock(self, erased: int) -> None:
        """This user has their data erased: they stand in nobody's list any more."""
        for user, prefers in await self.all_with(b'"blocked"'):
            if erased in prefers.blocked:
                await self.update(user, lambda now: with_blocked(now, (erased,), block=False))

    async def all_with(self, field: bytes) -> list[tuple[int, PersonPreferences]]:
        """Those who ever chose anything in the field of that name, in quotes as it is stored."""
        stored = [(user, prefers) for user, prefers in await self._store.all() if field in prefers]
        return [(user, msgspec.json.decode(prefers, type=PersonPreferences)) for user, prefers in stored]

    async def all(self) -> list[tuple[int, PersonPreferences]]:
        """Everybody who ever said anything, with what they prefer."""
        stored = await self._store.all()
        return [(user, msgspec.json.decode(prefers, type=PersonPreferences)) for user, prefers in stored]
