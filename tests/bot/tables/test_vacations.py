"""Vacations at tables: whose clocks stand still, until when, and what a restart makes of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.pace import BLITZ, DAILY
from bot.preferences.people import DAYS_A_YEAR, PersonPreferencesRepository, Vacations, begin_vacation
from bot.refusal import Refusal
from bot.tables import clocks
from bot.tables.model import Table
from bot.tables.playing import Seating
from bot.tables.service import TableService
from tests.bot.tables.conftest import PEOPLE
from tests.bot.tables.test_clocks import DAY, Days, open_house
from tests.support.clock import VirtualClock
from tests.support.idle import let_all_run

ANNE, CALICO, DAMPIER = PEOPLE["Anne"], PEOPLE["Calico"], PEOPLE["Dampier"]
MORNING = datetime(2027, 5, 1, 8, tzinfo=UTC).timestamp()


@pytest.fixture
async def days(tmp_path: Path) -> AsyncIterator[Days]:
    """An open table service, on a morning in May."""
    async with open_house(tmp_path, VirtualClock(MORNING)) as there:
        yield there


async def is_away(days: Days, table: Table, user: int) -> bool:
    """Whether the user's clock stands still there."""
    now = await days.now(table)
    seat = now.seat_kept_for(user)
    return seat is not None and clocks.clock_of(now, seat).away


async def test_clocks_stand_still_until_the_last_day_is_over_and_go_on_then(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    until = await days.tables.vacation_tracker.begin(ANNE, days=3)
    assert until == datetime(2027, 5, 4, tzinfo=UTC).timestamp()
    clock = clocks.clock_of(await days.now(table), (await days.now(table)).seat_kept_for(ANNE) or 0)
    assert (clock.away, clock.away_until) == (True, until)
    days.clock.advance(until - days.clock.now() - 1)
    await days.settled()
    assert await is_away(days, table, ANNE)
    days.clock.advance(2)
    await days.until(lambda: _back(days, table, ANNE))
    assert await days.tables.vacation_tracker.left(ANNE) == DAYS_A_YEAR - 3
    seat = (await days.now(table)).seat_of(ANNE) or 0
    # Her whole time is still hers but for what she had used before she went.
    assert clocks.time_left(await days.now(table), seat, days.clock.awake()) == pytest.approx(2 * DAY, abs=5)


async def _back(days: Days, table: Table, user: int) -> bool:
    return not await is_away(days, table, user)


async def test_a_move_ends_it_and_gives_back_the_days_that_have_not_begun(days: Days) -> None:
    table, other = await days.dealt("Anne", "Calico"), await days.dealt("Anne", "Dampier")
    await days.tables.vacation_tracker.begin(ANNE, days=10)
    assert await is_away(days, other, ANNE)
    await days.choose("Calico", table.id)
    assert await is_away(days, table, ANNE)  # others' moves do not
    done = await days.choose("Anne", table.id)
    assert not clocks.clock_of(done.table, done.table.seat_of(ANNE) or 0).away
    assert not await is_away(days, other, ANNE)
    assert await days.tables.vacation_tracker.left(ANNE) == DAYS_A_YEAR - 1
    assert not await days.tables.vacation_tracker.end(ANNE)


async def test_never_at_a_table_that_plays_in_minutes(days: Days) -> None:
    fast, slow = (
        await days.dealt("Anne", "Calico", pace=BLITZ),
        await days.dealt("Anne", "Calico", pace=DAILY),
    )
    await days.tables.vacation_tracker.begin(ANNE, days=10)
    assert not await is_away(days, fast, ANNE)
    assert await is_away(days, slow, ANNE)


async def test_a_game_that_begins_meanwhile_waits_too(days: Days) -> None:
    table = await days.lobby("Calico", "Anne")
    await days.tables.vacation_tracker.begin(ANNE, days=10)
    started = await days.tables.playing.start(days.press("Calico"), table.id)
    assert clocks.clock_of(started.table, started.table.seat_of(ANNE) or 0).away
    assert not await is_away(days, table, CALICO)


async def test_whoever_takes_a_seat_is_back_and_a_substitute_for_somebody_on_vacation_is_not_on_one(
    days: Days,
) -> None:
    table, other = await days.dealt("Anne", "Calico"), await days.dealt("Dampier", "Calico")
    seat = table.seat_kept_for(ANNE) or 0
    await days.tables.seating.call_substitute(days.press("Anne"), table.id)
    for user in (ANNE, DAMPIER):
        await days.tables.vacation_tracker.begin(user, days=10)
    await days.tables.seating.take_seat(days.press("Dampier"), table.id, seat)
    assert not await is_away(days, table, DAMPIER)
    assert not await is_away(days, other, DAMPIER)


async def test_days_are_counted_and_refused_when_they_are_used_up(days: Days) -> None:
    await days.tables.vacation_tracker.begin(ANNE, last=date(2027, 5, 30))
    assert await days.tables.vacation_tracker.left(ANNE) == 0
    days.clock.advance(40 * DAY)
    await days.until(lambda: _home(days))
    for last in (None, date(2027, 6, 30), date(2027, 5, 1)):
        with pytest.raises(Refusal) as refusal:
            await days.tables.vacation_tracker.begin(ANNE, days=1, last=last)
        assert refusal.value.reason == "input"


async def _home(days: Days) -> bool:
    return days.tables.vacation_tracker.until(ANNE) is None


async def test_a_restart_keeps_it_and_one_that_ended_meanwhile_is_over(tmp_path: Path) -> None:
    clock = VirtualClock(MORNING)
    async with open_house(tmp_path, clock) as days:
        table = await days.dealt("Anne", "Calico")
        await days.tables.vacation_tracker.begin(ANNE, days=3)
    clock = VirtualClock(MORNING + DAY)
    async with open_house(tmp_path, clock) as days:
        assert days.tables.vacation_tracker.until(ANNE) is not None
        assert await is_away(days, table, ANNE)
    clock = VirtualClock(MORNING + 5 * DAY)
    async with open_house(tmp_path, clock) as days:
        await days.until(lambda: _home(days))
        assert not await is_away(days, table, ANNE)
        assert await days.tables.vacation_tracker.left(ANNE) == DAYS_A_YEAR - 3


async def test_a_crash_between_the_wish_and_the_clocks_is_mended_at_the_start(tmp_path: Path) -> None:
    async with open_house(tmp_path, VirtualClock(MORNING)) as days:
        table = await days.dealt("Anne", "Calico")
        until = MORNING + 5 * DAY
        await days.tables.seating.set_away(CALICO, until)  # whose wish says nothing of it (any more)
        taken = begin_vacation(Vacations(), date(2027, 5, 1), date(2027, 5, 1) + timedelta(days=3))
        await PersonPreferencesRepository(days.store.people).change(ANNE, vacations=taken)
    async with open_house(tmp_path, VirtualClock(MORNING + 60)) as days:
        assert await is_away(days, table, ANNE)
        assert not await is_away(days, table, CALICO)


async def test_who_plays_on_just_as_another_table_begins_is_back_at_both(tmp_path: Path) -> None:
    going, go_on, begun = asyncio.Event(), asyncio.Event(), list[Table]()

    class SlowSeating(Seating):
        async def set_away(self, user: int, until: float | None) -> None:
            if begun and not going.is_set():  # the second table has just begun
                going.set()
                await go_on.wait()
            await super().set_away(user, until)

    class Slow(TableService):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.seating = SlowSeating(self)

    async with open_house(tmp_path, VirtualClock(MORNING), service=Slow) as days:
        playing, begins = await days.dealt("Anne", "Calico"), await days.lobby("Calico", "Anne")
        await days.tables.vacation_tracker.begin(ANNE, days=3)
        begun.append(begins)
        starting = asyncio.create_task(days.tables.playing.start(days.press("Calico"), begins.id))
        await going.wait()
        moving = asyncio.create_task(days.choose("Anne", playing.id))
        await let_all_run(days.store, 200)
        go_on.set()
        await asyncio.gather(starting, moving)
        assert not await is_away(days, playing, ANNE)
        assert not await is_away(days, begins, ANNE)
