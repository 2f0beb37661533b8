"""What a moderator did at a table is taken back only as long as nothing else has come of it there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.pace import DAY, NONE
from bot.refusal import Refusal
from bot.tables.model import Table
from bot.tables.moderation import GiveToRobot, Hold, Remove, Replace
from games.text import english
from tests.bot.tables.conftest import PEOPLE
from tests.bot.tables.test_clocks import Days, open_house
from tests.bot.tables.test_moderation import log, moderate, press, seat_of, undo
from tests.support.clock import VirtualClock


@pytest.fixture
async def days(tmp_path: Path) -> AsyncIterator[Days]:
    """An open table service."""
    async with open_house(tmp_path, VirtualClock()) as there:
        yield there


async def too_late(days: Days, table: Table, number: int) -> str:
    """Why the act of this number is not taken back; nothing is changed or written down."""
    await days.settled()
    before, entries = await days.now(table), await log(days, table)
    with pytest.raises(Refusal) as refusal:
        await days.tables.moderation.undo(press(days), entries[number].id, "")
    assert (await days.now(table)).revision == before.revision
    assert await log(days, table) == entries
    return english(refusal.value.text)


async def test_a_seat_is_not_taken_from_a_robot_when_its_owner_has_come_back_already(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", "Dampier", pace=NONE)
    await moderate(days, table, GiveToRobot(seat_of(table, "Calico")))
    await days.tables.seating.came_back(PEOPLE["Calico"], table.id)
    assert "already done" in await too_late(days, table, 0)


async def test_whoever_was_removed_from_the_lobby_gets_nobody_elses_seat_in_the_game(days: Days) -> None:
    table = await days.lobby("Calico", "Anne", "Dampier")
    await moderate(days, table, Remove(1))
    table = (await days.tables.playing.start(days.press("Calico"), table.id)).table
    await moderate(days, table, Remove(1))
    assert "the game has begun without Anne" in await too_late(days, table, 0)


async def test_nobody_is_let_in_again_to_a_seat_that_is_somebody_elses_by_now(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", pace=NONE)
    seat = seat_of(table, "Calico")
    await moderate(days, table, Remove(seat))
    table = (await moderate(days, table, Replace(seat, PEOPLE["Dampier"], "Dampier"))).table
    assert "someone else's now" in await too_late(days, table, 0)
    assert (await days.now(table)).seat_of(PEOPLE["Dampier"]) == seat


async def test_who_was_replaced_gets_the_seat_again_from_the_last_who_has_it_and_from_nobody_else(
    days: Days,
) -> None:
    table = await days.dealt("Anne", "Calico", pace=NONE)
    seat, bartholomew, dampier = seat_of(table, "Calico"), PEOPLE["Bartholomew"], PEOPLE["Dampier"]
    await moderate(days, table, Replace(seat, dampier, "Dampier"))
    table = (await moderate(days, table, Replace(seat, bartholomew, "Bartholomew"))).table
    assert "Someone else has that seat by now" in await too_late(days, table, 0)
    table = (await undo(days, table)).table
    assert table.seat_of(dampier) == seat
    table = (await days.tables.moderation.undo(press(days), (await log(days, table))[0].id, "")).table
    assert table.seat_of(PEOPLE["Calico"]) == seat


async def test_clocks_that_were_stopped_go_again_when_that_is_taken_back(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    await moderate(days, table, Hold())
    assert not (await undo(days, table)).table.is_held
    await days.passes(30 * DAY)
    assert (await days.now(table)).actions > 0
