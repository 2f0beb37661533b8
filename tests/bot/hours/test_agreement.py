"""A tournament's table whose players agree on an hour."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.hours import agreement
from bot.pace import DAY, HOUR, MINUTE
from bot.refusal import Refusal
from bot.tables import clocks
from bot.tables.model import Table
from tests.bot.tables.conftest import PEOPLE
from tests.bot.tables.pods_of import NAMES, TABLE, come, opened, pod_target, sitter
from tests.bot.tables.test_clocks import Days, open_house
from tests.support.clock import VirtualClock

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture
async def days(tmp_path: Path) -> AsyncIterator[Days]:
    """An open table service."""
    async with open_house(tmp_path, VirtualClock()) as there:
        yield there


async def waiting(days: Days, *names: str) -> Table:
    """A table that is played in three days, unless they agree."""
    hour = days.clock.now() + 3 * DAY
    return await opened(days, *names, show_up=3 * DAY + clocks.GRACE, hour=hour)


async def can(days: Days, name: str, *chosen: int, offered: tuple[int, ...] | None = None) -> Table:
    """They say that they can play then, and at no other time that was offered."""
    now = days.clock.now()
    listed = chosen if offered is None else offered
    done = await days.tables.change(days.press(name), TABLE, agreement.choose, listed, chosen, now)
    return done.table


def in_hours(days: Days, *ahead: float) -> tuple[int, ...]:
    """Unix times so many hours ahead."""
    return tuple(int(days.clock.now() + each * HOUR) for each in ahead)


async def is_dealt(days: Days) -> bool:
    """Whether the game has begun."""
    return (await days.tables.table(TABLE)).state is not None


async def test_a_table_waits_by_the_calendar_from_the_change_that_opens_it(days: Days) -> None:
    table = await opened(days, show_up=MINUTE, hour=days.clock.now() + 3 * DAY)
    assert clocks.show_up_deadline(table) == days.clock.awake() + 3 * DAY + clocks.GRACE


async def test_without_agreement_the_organisers_hour_holds(days: Days) -> None:
    await waiting(days)
    await can(days, "Anne", *in_hours(days, 5))
    await days.passes(3 * DAY - clocks.EARLY - 1)
    assert (await days.tables.table(TABLE)).is_early
    await days.passes(2)
    assert not (await days.tables.table(TABLE)).is_early
    await days.passes(clocks.EARLY + clocks.GRACE - 3)
    assert not await is_dealt(days)
    await days.passes(3)
    assert await is_dealt(days)


async def test_the_first_time_that_suits_all_is_agreed_at_once(days: Days) -> None:
    await waiting(days)
    five, seven, nine = in_hours(days, 5, 7, 9)
    await can(days, "Anne", seven, nine, five)
    await can(days, "Bartholomew", nine, seven)
    agreed = await can(days, "Calico", seven, nine)
    assert agreed.record.pod is not None
    assert (agreed.record.pod.agreed, agreed.record.pod.hour) == (True, seven)
    assert agreed.record.pod.times == ()
    await days.passes(7 * HOUR + clocks.GRACE - 1)
    assert not await is_dealt(days)
    await days.passes(2)
    assert await is_dealt(days)


async def test_the_cards_are_dealt_when_all_are_here_once_they_are_called(days: Days) -> None:
    await waiting(days)
    for name in NAMES:
        await can(days, name, *in_hours(days, 5))
    with pytest.raises(Refusal) as early:
        await come(days, "Anne")
    assert early.value.reason == "early"
    assert not (await days.tables.seating.came_back(PEOPLE["Anne"], TABLE)).record.pod.here  # type: ignore[union-attr]
    await days.passes(5 * HOUR - clocks.EARLY + 1)
    await come(days, *NAMES)
    await days.settled()
    assert await is_dealt(days)


async def test_times_can_be_taken_back_and_those_of_others_stay(days: Days) -> None:
    await waiting(days)
    five, seven = in_hours(days, 5, 7)
    await can(days, "Anne", five, seven)
    await can(days, "Bartholomew", five)
    table = await can(days, "Anne", seven, offered=(five, seven))
    assert agreement.proposed(table) == {five: [1], seven: [0]}


async def test_nobody_proposes_what_is_over_or_after_the_organisers_hour(days: Days) -> None:
    await waiting(days)
    table = await can(days, "Anne", *in_hours(days, -1, 3 * 24 + 1))
    assert agreement.proposed(table) == {}


async def test_no_more_times_than_a_list_shows(days: Days) -> None:
    await waiting(days)
    await can(days, "Anne", *in_hours(days, *range(1, agreement.MOST_TIMES + 1)))
    with pytest.raises(Refusal):
        await can(days, "Bartholomew", *in_hours(days, 40))


async def test_only_those_who_play_choose_and_nobody_once_it_is_about_to_come(days: Days) -> None:
    await waiting(days)
    with pytest.raises(Refusal) as foreign:
        await can(days, "Dampier", *in_hours(days, 5))
    assert foreign.value.reason == "foreign"
    for name in NAMES:
        await can(days, name, *in_hours(days, 5))
    await days.passes(5 * HOUR - clocks.EARLY + 1)
    with pytest.raises(Refusal) as late:
        await can(days, "Anne", *in_hours(days, 6))
    assert late.value.reason == "late"


async def test_an_agreed_hour_holds_until_all_agree_on_another(days: Days) -> None:
    before = (await waiting(days)).record.pod
    assert before is not None
    five, seven, sixty = in_hours(days, 5, 7, 60)
    for name in NAMES:
        await can(days, name, seven)
    await can(days, NAMES[0], five, sixty)
    still = await can(days, NAMES[1], five, sixty)
    assert still.record.pod is not None
    assert (still.record.pod.agreed, still.record.pod.hour) == (True, seven)
    anew = await can(days, NAMES[2], sixty)
    assert anew.record.pod is not None
    assert (anew.record.pod.hour, anew.record.pod.latest) == (sixty, before.hour)
    assert anew.record.pod.times == ()
    assert [entry.kind for entry in agreement.outbox_of_hour(still, anew)] == ["agreed"]
    assert not agreement.outbox_of_hour(still, still)
    await days.passes(7 * HOUR + clocks.GRACE + 1)
    assert not await is_dealt(days)
    await days.passes(53 * HOUR)
    assert await is_dealt(days)


async def test_whoever_is_out_is_not_waited_for(days: Days) -> None:
    await waiting(days)
    five = in_hours(days, 5)
    await can(days, "Anne", *five)
    await can(days, "Bartholomew", *five)
    table = await days.tables.pods.bring_to_target(TABLE, pod_target(out=("C",)))
    assert table.record.pod is not None
    assert table.record.pod.agreed


async def test_a_substitute_says_when_they_can_themselves(days: Days) -> None:
    await waiting(days)
    await can(days, "Anne", *in_hours(days, 5))
    sitters = (sitter("Dampier", "A"), sitter("Bartholomew"), sitter("Calico"))
    target = pod_target()
    table = await days.tables.pods.bring_to_target(TABLE, type(target)(sitters))
    assert agreement.proposed(table) == {}


async def test_times_go_with_those_who_are_forgotten(days: Days) -> None:
    await waiting(days)
    five = in_hours(days, 5)
    await can(days, "Anne", *five)
    await can(days, "Calico", *five)
    await days.tables.anonymiser.forget_person(PEOPLE["Anne"], TABLE)
    pod = (await days.tables.table(TABLE)).record.pod
    assert pod is not None
    assert pod.times == (("C", five),)


async def test_an_outage_moves_no_appointment(days: Days, tmp_path: Path) -> None:
    table = await waiting(days)
    assert table.record.pod is not None
    hour = table.record.pod.hour
    await days.passes(HOUR)
    await days.tables.close()
    days.clock.away(DAY)
    async with open_house(tmp_path, days.clock) as again:

        async def is_set() -> bool:
            end = clocks.show_up_deadline(await again.tables.table(TABLE))
            return end is not None and abs(again.clock.unix(end) - hour - clocks.GRACE) < 2

        await again.until(is_set)


async def test_an_hour_that_passed_in_an_outage_is_now(days: Days, tmp_path: Path) -> None:
    await waiting(days)
    await days.tables.close()
    days.clock.away(4 * DAY)
    async with open_house(tmp_path, days.clock) as again:

        async def is_called() -> bool:
            return not (await again.tables.table(TABLE)).is_early

        await again.until(is_called)
        await again.passes(clocks.GRACE - MINUTE)
        assert not await is_dealt(again)
        await again.passes(2 * MINUTE)
        assert await is_dealt(again)


async def test_more_time_from_the_organiser_moves_the_hour(days: Days) -> None:
    table = await waiting(days)
    assert table.record.pod is not None
    later = await days.tables.pods.bring_to_target(TABLE, pod_target(extra=float(DAY)))
    assert later.record.pod is not None
    assert later.record.pod.hour == table.record.pod.hour + DAY
    end = clocks.show_up_deadline(later)
    assert end is not None
    assert abs(days.clock.unix(end) - later.record.pod.hour - clocks.GRACE) < 2


async def test_days_and_hours_are_those_of_the_reader(days: Days) -> None:
    table, now = await waiting(days), days.clock.now()
    listed = agreement.days(table, now, BERLIN)
    assert 3 <= len(listed) <= 4
    every = [each for day in listed for each in agreement.hours_of(table, day, now, BERLIN)]
    assert every == sorted(set(every))
    assert table.record.pod is not None
    assert all(now < each < table.record.pod.hour for each in every)
    assert len(every) in (71, 72)
    assert agreement.hours_of(table, 10**17, now, BERLIN) == ()


async def test_of_somebody_on_vacation_no_hour_is_asked(days: Days) -> None:
    await waiting(days)
    (soon,) = in_hours(days, 5)
    await can(days, "Anne", soon)
    await can(days, "Bartholomew", soon)
    away = PEOPLE["Calico"]
    assert list(agreement.unanswered(await days.tables.table(TABLE))) == [2]
    await days.tables.vacation_tracker.begin(away, days=2)
    table = await days.tables.table(TABLE)
    assert away not in [table.seats[seat].user for seat in table.awaited]
    assert table.record.pod is not None
    assert (table.record.pod.agreed, table.record.pod.hour) == (True, soon)  # the others can
    await days.tables.vacation_tracker.end(away)
    table = await days.tables.table(TABLE)
    assert away in [table.seats[seat].user for seat in table.awaited]
