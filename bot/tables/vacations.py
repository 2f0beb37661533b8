"""Who is on vacation: it begins when they say so, and ends at its date, when they say so, or when they play.

What is stored with people's preferences counts. That their clocks stand still at their tables follows from
it, and is seen to again at each start.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from datetime import date, timedelta

import structlog

from bot.pace import HOUR
from bot.preferences import people as preferences_people
from bot.preferences.people import (
    DAYS_A_YEAR,
    PersonPreferences,
    PersonPreferencesRepository,
    Vacations,
    VacationTooLong,
    zone_of,
)
from bot.refusal import Refusal
from bot.runtime.clock import Clock, wait_for_time_or_event
from bot.runtime.keyed_lock import KeyedLock
from bot.runtime.log_context import trace
from games.text import Text, _, _n

log = structlog.get_logger(__name__)

LONGEST_SLEEP = HOUR
"""Seconds after which the calendar is looked at again: it may have been set."""

SetAwayAtTables = Callable[[int, float | None], Awaitable[None]]
"""Stops the user's clocks at all tables until that Unix time, or (None) lets them go on."""


class VacationTracker:
    """Everybody's vacations. Methods may raise `StorageError`."""

    def __init__(self, people: PersonPreferencesRepository, clock: Clock, set_away: SetAwayAtTables) -> None:
        self._people = people
        self.clock = clock
        self._set_away = set_away
        self._until: dict[int, float] = {}
        # What begins and what ends must not overtake each other on the way to somebody's tables.
        self._turns = KeyedLock()
        self._changed = asyncio.Event()
        self._watch: asyncio.Task[None] | None = None

    async def open(self, away: Collection[int]) -> None:
        """Take up whatever a stop or a crash left undone. `away`: whose clocks stand still at some table."""
        for user, preferences in await self._people.all():
            until = preferences_people.vacation_end(preferences.vacations, zone_of(preferences.zone))
            if until is not None:
                self._until[user] = until
        for user in {*away, *self._until}:
            await self._set_away(user, self._until.get(user))
        self._watch = asyncio.create_task(self._run(), name="vacations")

    async def close(self) -> None:
        """Nobody's vacation ends any more; storage knows when it should."""
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)

    def until(self, user: int) -> float | None:
        """The Unix time until which the user is on vacation; None if they are not."""
        return self._until.get(user)

    def forget(self, user: int) -> None:
        """What is stored of the user is being erased: no vacation of theirs is left to be ended."""
        self._until.pop(user, None)

    async def left(self, user: int) -> int:
        """How many days the user has left in this calendar year."""
        preferences = await self._people.of(user)
        return preferences_people.vacation_days_left(
            preferences.vacations, self._today(preferences.zone).year
        )

    async def begin(self, user: int, *, days: int | None = None, last: date | None = None) -> float:
        """On vacation from now on, for so many days or to this last one; until when, in Unix seconds."""
        async with self._turns.turn(str(user)):
            preferences = await self._people.of(user)
            return await self._store(user, self._begun(preferences, days, last), preferences.zone)

    async def would_end(self, user: int, *, days: int | None = None, last: date | None = None) -> float:
        """When such a vacation would end, in Unix seconds. Refusal if there can be none such."""
        preferences = await self._people.of(user)
        taken, zone = self._begun(preferences, days, last), zone_of(preferences.zone)
        return preferences_people.vacation_end(taken, zone) or 0.0

    def _begun(self, preferences: PersonPreferences, days: int | None, last: date | None) -> Vacations:
        """The person's vacations with one that begins today."""
        today = self._today(preferences.zone)
        if last is None:
            last = today + timedelta(days=(days or 1) - 1)
        try:
            return preferences_people.begin_vacation(preferences.vacations, today, last)
        except VacationTooLong as too_long:
            raise Refusal("input", _too_long(too_long)) from None
        except ValueError:
            raise Refusal("input", _("That day has passed. Choose today or later.")) from None

    async def apply_to_new_table(self, user: int) -> bool:
        """A game has begun at which the user sits; whether they are on vacation, so that it is kept there."""
        if user not in self._until:  # for nearly everybody
            return False
        async with self._turns.turn(str(user)):
            until = self._until.get(user)
            if until is not None:
                await self._set_away(user, until)
            return until is not None

    async def end(self, user: int) -> bool:
        """Back from vacation; whether the user was on one."""
        async with self._turns.turn(str(user)):
            if user not in self._until:
                return False
            preferences = await self._people.of(user)
            await self._store(
                user,
                preferences_people.end_vacation(preferences.vacations, self._today(preferences.zone)),
                preferences.zone,
            )
            return True

    async def _store(self, user: int, taken: Vacations, zone: str) -> float:
        await self._people.change(user, vacations=taken)
        until = preferences_people.vacation_end(taken, zone_of(zone))
        if until is not None:
            self._until[user] = until
        await self._set_away(user, until)
        if until is None:  # only now: what failed before this is tried again
            self._until.pop(user, None)
        self._changed.set()
        return until or 0.0

    def _today(self, zone: str) -> date:
        return preferences_people.local_date(self.clock.now(), zone_of(zone))

    async def _run(self) -> None:
        while True:
            now = self.clock.now()
            for user in [user for user, until in self._until.items() if until <= now]:
                await self._end_of(user)
            self._changed.clear()
            await self._sleep()

    async def _end_of(self, user: int) -> None:
        try:
            await self.end(user)
        except Exception as error:  # whatever is wrong with one: the others go on, and it is tried again
            log.error("a vacation could not be ended", trace=trace(error))

    async def _sleep(self) -> None:
        """Until the next vacation ends, or another one begins."""
        if not self._until:
            await self._changed.wait()
            return
        seconds = min(LONGEST_SLEEP, max(1.0, min(self._until.values()) - self.clock.now()))
        await wait_for_time_or_event(self.clock, self.clock.awake() + seconds, self._changed)


def _too_long(too_long: VacationTooLong) -> Text:
    if too_long.left <= 0:
        return _(
            "You've used all {days} vacation days of {year}. Ask for a pause at each table instead, under "
            "More.",
            days=DAYS_A_YEAR,
            year=str(too_long.year),
        )
    return _n(
        "You have {count} vacation day left in {year}. Choose an earlier end.",
        "You have {count} vacation days left in {year}. Choose an earlier end.",
        too_long.left,
        year=str(too_long.year),
    )
