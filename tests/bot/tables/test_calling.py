"""Players wanted: who is called to a table, how often, and when the call ends."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.pace import DAY, HOUR
from bot.preferences.people import (
    Called,
    PersonPreferences,
    QuietHours,
    VacationDays,
    Vacations,
    local_date,
    with_blocked,
)
from bot.refusal import Refusal
from bot.tables import calling, clocks, lobby
from bot.tables.model import Removal, Table
from games.text import english
from tests.bot.tables.conftest import GAME, GUILD, PEOPLE
from tests.bot.tables.test_clocks import Days, open_house
from tests.support.clock import VirtualClock

NOON = 1_800_014_400.0
"""At noon in UTC."""
WANTS = PersonPreferences(calls={GUILD: (GAME,)}, zone="UTC")
DAMPIER = PEOPLE["Dampier"]


@pytest.fixture
async def days(tmp_path: Path) -> AsyncIterator[Days]:
    """An open table service."""
    async with open_house(tmp_path, VirtualClock()) as there:
        yield there


async def call(days: Days, table: Table) -> Table:
    """The host calls players."""
    clock = days.clock
    press = days.press("Anne")
    done = await days.tables.change(press, table.id, calling.call_players, clock.now(), clock.awake())
    await days.settled()
    return done.table


async def test_a_call_stands_until_all_seats_are_taken_and_is_posted_and_removed_once(days: Days) -> None:
    table = await days.lobby("Anne", "Calico")
    await days.tables.change(days.press("Anne"), table.id, lobby.lock, True)
    with pytest.raises(Refusal):
        await call(days, table)
    await days.tables.change(days.press("Anne"), table.id, lobby.lock, False)
    await call(days, table)
    with pytest.raises(Refusal) as refusal:
        await call(days, table)
    assert refusal.value.reason == "twice"
    with pytest.raises(Refusal) as refusal:
        await days.tables.change(days.press("Calico"), table.id, calling.call_players, 0.0, 0.0)
    assert refusal.value.reason == "foreign"
    while calling.has_room(await days.now(table)):
        await days.tables.change(days.press("Anne"), table.id, lobby.add_robot)
    await days.settled()
    assert (await days.now(table)).record.wanted is None
    assert [kind for kind in days.notebook.ran if "wanted" in kind] == ["wanted", "unwanted"]


async def test_a_game_that_begins_calls_nobody_any_more(days: Days) -> None:
    table = await call(days, await days.lobby("Anne", "Calico"))
    await days.tables.playing.start(days.press("Anne"), table.id)
    await days.settled()
    assert days.notebook.ran.index("open") < days.notebook.ran.index("unwanted")


async def test_a_table_that_has_not_begun_in_a_day_calls_nobody(days: Days) -> None:
    table = await call(days, await days.lobby("Anne"))
    await days.passes(DAY / 2)
    await days.tables.change(days.press("Calico"), table.id, lobby.join)
    await days.passes(DAY / 2)
    table = await days.now(table)
    assert (table.phase, table.record.wanted) == ("lobby", None)
    with pytest.raises(Refusal) as refusal:
        await call(days, table)
    assert refusal.value.reason == "late"


async def test_the_host_is_told_once_that_all_seats_are_taken(days: Days) -> None:
    table = await days.lobby("Anne")
    while len((await days.now(table)).seats) < table.record.capacity - 1:
        await days.tables.change(days.press("Anne"), table.id, lobby.add_robot)
    for _twice in range(2):
        await days.tables.change(days.press("Calico"), table.id, lobby.join)
        await days.tables.change(days.press("Calico"), table.id, lobby.leave)
    await days.settled()
    assert [kind for kind in days.notebook.ran if kind.endswith("full")] == ["full", "unfull", "unfull"]


async def test_a_host_who_takes_the_last_seat_for_a_robot_is_not_told_so(days: Days) -> None:
    table = await days.lobby("Anne", "Calico")
    while len((await days.now(table)).seats) < table.record.capacity:
        await days.tables.change(days.press("Anne"), table.id, lobby.add_robot)
    await days.settled()
    assert "full" not in days.notebook.ran


def on_vacation() -> Vacations:
    """A vacation that goes on."""
    today = local_date(NOON, UTC)
    return Vacations((VacationDays(today, today),), on=True)


async def test_called_is_who_wants_to_be_at_this_hour_and_not_too_often(days: Days) -> None:
    table = await days.lobby("Anne", "Calico")

    def is_called(there: Table = table, user: int = DAMPIER, **changes: object) -> bool:
        return calling.may_be_called(there, user, replace(WANTS, **changes), 7, NOON)

    assert is_called()
    assert not is_called(calls={GUILD: ("corsari",)})
    assert not is_called(calls={GUILD + 1: (GAME,)})
    assert not is_called(nudges="none")
    assert not is_called(vacations=on_vacation())
    assert not is_called(quiet=QuietHours(11 * 60, 13 * 60))
    assert is_called(call_hours=QuietHours(11 * 60, 13 * 60))
    assert not is_called(call_hours=QuietHours(18 * 60, 23 * 60))
    assert not is_called(user=PEOPLE["Calico"]), "who sits there knows of the table"
    assert not is_called(table.with_record(removed=(Removal(DAMPIER, "Dampier"),)))
    before = tuple(Called(NOON - hours * HOUR, f"t{hours}", hours) for hours in (2, 3))
    assert not is_called(called=before)
    assert is_called(called=before, calls_a_day=3)
    assert is_called(called=tuple(replace(each, at=NOON - DAY) for each in before))
    assert not is_called(called=(Called(NOON - HOUR, table.id, 6),)), "not twice to the same table"
    assert is_called(called=(Called(NOON - HOUR, table.id, 7),)), "the same call, tried again"


async def test_who_is_called_is_noted_first_and_the_same_if_it_is_asked_again(days: Days) -> None:
    table = await days.lobby("Anne")
    for name in ("Calico", "Dampier"):
        await days.tables.people.change(PEOPLE[name], calls={GUILD: (GAME,)}, calls_a_day=1)
    called = await days.tables.callers.called(table, 7)
    assert set(called) == {PEOPLE["Calico"], DAMPIER}
    assert set(await days.tables.callers.called(table, 7)) == set(called)
    assert await days.tables.callers.called(table, 8) == []
    assert await days.tables.callers.called(await days.lobby("Anne"), 9) == []


async def test_a_servers_role_is_called_once_an_hour(days: Days) -> None:
    table = await days.lobby("Anne")
    assert await days.tables.callers.role(table) == []
    await days.tables.servers.change(GUILD, call_role=5)
    assert [await days.tables.callers.role(table) for _twice in range(2)] == [[5], []]
    days.clock.advance(calling.ROLE_RESTS)
    assert await days.tables.callers.role(table) == [5]


async def test_whoever_is_blocked_cannot_join_where_somebody_sits_and_is_not_told_why(days: Days) -> None:
    table = await days.lobby("Anne", "Calico")
    calico = PEOPLE["Calico"]
    await days.tables.people.update(calico, lambda now: with_blocked(now, [DAMPIER]))
    await days.tables.people.change(DAMPIER, calls={GUILD: (GAME,)}, zone="UTC")
    assert await days.tables.callers.called(table, 7) == []
    with pytest.raises(Refusal) as refusal:
        await days.tables.seating.join(days.press("Dampier"), table.id)
    assert english(refusal.value.text) == "You can't join this table. /table wanted shows where there's room."
    await days.tables.change(days.press("Calico"), table.id, lobby.leave)
    assert await days.tables.callers.called(await days.now(table), 8) == [DAMPIER]
    await days.tables.seating.join(days.press("Dampier"), table.id)
    await days.tables.people.update(calico, lambda now: with_blocked(now, [DAMPIER]))
    assert (await days.tables.people.of(calico)).blocked == (), "named once more, they may again"


async def test_whoever_was_blocked_and_is_erased_stands_in_nobodys_list(days: Days) -> None:
    for name in ("Anne", "Calico"):
        await days.tables.people.update(PEOPLE[name], lambda now: with_blocked(now, [DAMPIER, 99]))
    await days.tables.people.unblock(DAMPIER)
    assert [(await days.tables.people.of(PEOPLE[name])).blocked for name in ("Anne", "Calico")] == [(99,)] * 2


def test_a_call_lasts_as_long_as_a_lobby():
    assert clocks.CALL_LASTS == DAY
