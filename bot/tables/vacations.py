"""Who is on vacation: it begins when they say so, and ends at its date, when they say so, or when they play.

What is stored with people's preferences counts. That their clocks stand still at their tables follows from
it, and is seen to again at each start. Somebody may say so to one process and play at another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from datetime import date, timedelta

import structlog
from msgspec.structs import replace

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
from storage.models import WHOLE, Shard

log = structlog.get_logger(__name__)

LONGEST_SLEEP = HOUR
"""Seconds after which the calendar is looked at again: it may have been set."""

SetAwayAtTables = Callable[[int, float | None], Awaitable[None]]
"""Stops the user's clocks at all tables until that Unix time, or (None) lets them go on."""


class VacationTracker:
    """Everybody's vacations. Methods may raise `StorageError`."""

    def __init__(
        self,
        people: PersonPreferencesRepository,
        clock: Clock,
        set_away: SetAwayAtTables,
        shard: Shard = WHOLE,
    ) -> None:
        self._people = people
        self._shard = shard
        self.clock = clock
        self._set_away = set_away
        self._until: dict[int, float] = {}
        """Until when those are on vacation who have said so here, or are of this shard."""
        # What begins and what ends must not overtake each other on the way to somebody's tables.
        self._turns = KeyedLock()
        self._changed = asyncio.Event()
        self._watch: asyncio.Task[None] | None = None

    async def open(self, away: Collection[int]) -> None:
        """Take up whatever a stop or a crash left undone. `away`: whose clocks stand still at some table."""
        ends = dict[int, float]()
        for user, preferences in await self._people.all():
            until = _end_of(preferences)
            if until is not None:
                ends[user] = until
        self._until = {user: until for user, until in ends.items() if self._shard.serves(user)}
        for user in {*away, *self._until}:
            await self._set_away(user, ends.get(user))
        self._watch = asyncio.create_task(self._run(), name="vacations")

    async def close(self) -> None:
        """Nobody's vacation ends any more; storage knows when it should."""
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)

    def until(self, user: int) -> float | None:
        """The Unix time until which the user is on vacation, as far as is known here; None: they are not."""
        return self._until.get(user)

    async def is_away(self, user: int) -> bool:
        """Whether the user is on vacation, also if that was said elsewhere."""
        return user in self._until or (self._shard != WHOLE and await self._ends(user) is not None)

    async def _ends(self, user: int) -> float | None:
        """Until when the user is on vacation, as it is stored."""
        return _end_of(await self._people.of(user))

    def attends_to(self, user: int) -> bool:
        """Whether it matters here what the user says to another process."""
        return user in self._until or self._shard.serves(user)

    async def changed_elsewhere(self, user: int) -> None:
        """The user may have said otherwise to another process."""
        until = await self._ends(user)
        if until is None:
            self._until.pop(user, None)
        elif self._shard.serves(user):
            self._until[user] = until
            self._changed.set()

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
            until = await self._store(user, lambda preferences: self._begun(preferences, days, last))
            return until or 0.0

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
        if not await self.is_away(user):  # for nearly everybody
            return False
        async with self._turns.turn(str(user)):
            until = await self._ends(user)
            if until is not None:
                await self._set_away(user, until)
            return until is not None

    async def end(self, user: int) -> bool:
        """Back from vacation; whether the user was on one."""
        async with self._turns.turn(str(user)):
            if not await self.is_away(user):
                return False
            await self._store(user, self._ended)
            return True

    def _ended(self, preferences: PersonPreferences) -> Vacations:
        return preferences_people.end_vacation(preferences.vacations, self._today(preferences.zone))

    async def _store(self, user: int, work: Callable[[PersonPreferences], Vacations]) -> float | None:
        """The user's vacations from now on; until when the one lasts that goes on, if one does."""
        until = _end_of(await self._people.update(user, lambda now: replace(now, vacations=work(now))))
        while True:
            if until is not None:
                self._until[user] = until
            await self._set_away(user, until)
            if until is None:  # only now: what failed before this is tried again
                self._until.pop(user, None)
            self._changed.set()
            applied, until = until, await self._ends(user)
            if until == applied:  # nobody has said otherwise elsewhere meanwhile
                return until

    def _today(self, zone: str) -> date:
        return preferences_people.local_date(self.clock.now(), zone_of(zone))

    async def _run(self) -> None:
        while True:
            now = self.clock.now()
            for user in [user for user, until in self._until.items() if until <= now]:
                await self._end_if_over(user)
            self._changed.clear()
            await self._sleep()

    async def _end_if_over(self, user: int) -> None:
        try:
            until = await self._ends(user)
            if until is not None and until > self.clock.now():  # made longer elsewhere
                self._until[user] = until
            else:
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


def _end_of(preferences: PersonPreferences) -> float | None:
    """Until when they are on vacation; None if they are not."""
    return preferences_people.vacation_end(preferences.vacations, zone_of(preferences.zone))


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
