"""What moderators do at tables: done once, told to everybody, written down, and taken back."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from bot.pace import DAY, HOUR, NONE
from bot.refusal import Refusal
from bot.tables import clocks, lobby, moderation, notices, play
from bot.tables.model import Press, PressResult, Table
from bot.tables.moderation import (
    Extend,
    GiveToRobot,
    Hold,
    ModerationAction,
    Release,
    Remove,
    Replace,
    Restore,
    VoidTable,
)
from bot.tables.results import results_of
from games.text import english
from storage.models import AuditRow
from tests.bot.tables import pods_of
from tests.bot.tables.conftest import PEOPLE
from tests.bot.tables.test_clocks import Days, open_house, told
from tests.support.clock import VirtualClock

MODERATOR = 900
WHY = "Has not\nanswered since yesterday"


@pytest.fixture
async def days(tmp_path: Path) -> AsyncIterator[Days]:
    """An open table service."""
    async with open_house(tmp_path, VirtualClock()) as there:
        yield there


def press(days: Days) -> Press:
    """A moderator's."""
    return Press(next(days.presses), MODERATOR, "Mina")


async def moderate(days: Days, table: Table, act: ModerationAction, why: str = WHY) -> PressResult:
    """A moderator does this."""
    return await days.tables.moderation.apply(press(days), table.id, act, why)


async def undo(days: Days, table: Table, why: str = "") -> PressResult:
    """A moderator takes back what was done last."""
    return await days.tables.moderation.undo(press(days), (await log(days, table))[-1].id, why)


async def log(days: Days, table: Table) -> list[AuditRow]:
    """What was done at the table."""
    return await days.store.audit.of_table(table.id)


async def refused(days: Days, table: Table, act: ModerationAction) -> str:
    """Why an act is not done; nothing is changed or written down."""
    await days.settled()
    before, entries = await days.now(table), len(await log(days, table))
    with pytest.raises(Refusal) as refusal:
        await moderate(days, table, act)
    assert (await days.now(table)).revision == before.revision
    assert len(await log(days, table)) == entries
    return english(refusal.value.text)


def seat_of(table: Table, name: str) -> int:
    """Where they sit."""
    seat = table.seat_kept_for(PEOPLE[name])
    assert seat is not None
    return seat


async def test_an_act_is_written_down_with_who_did_what_to_whom_and_why_and_everybody_is_told(
    days: Days,
) -> None:
    table = await days.dealt("Anne", "Calico")
    seat = seat_of(table, "Calico")
    done = await days.tables.moderation.apply(press(days), table.id, GiveToRobot(seat), WHY, openly=True)
    [row] = await log(days, table)
    assert (row.user, row.name, row.kind, row.reason) == (MODERATOR, "Mina", "robot", WHY)
    assert (row.about, row.about_name, row.guild, row.tournament) == (PEOPLE["Calico"], "Calico", 1, None)
    assert moderation.action_of(row).act == GiveToRobot(seat)
    said = english(notices.notice_text(done.table.record.happenings[-1]))
    assert "Mina" in said
    assert "Has not answered since yesterday" in said


async def test_the_table_is_told_what_was_done_and_not_why_unless_that_was_said_openly(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    done = await moderate(days, table, GiveToRobot(seat_of(table, "Calico")))
    assert done.table.record.happenings[-1].why == ""
    [row] = await log(days, table)
    assert row.reason == WHY


async def test_a_long_reason_is_kept_whole_in_the_log_and_short_at_the_table(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    done = await days.tables.moderation.apply(press(days), table.id, Hold(), "because " * 100, openly=True)
    assert len(done.table.record.happenings[-1].why) == moderation.LONGEST_REASON
    assert (await log(days, table))[0].reason == "because " * 100


async def test_a_seat_given_to_a_robot_comes_back_with_its_owner_or_the_moderator(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", "Dampier", pace=NONE)
    seat = seat_of(table, "Calico")
    await moderate(days, table, GiveToRobot(seat))
    assert "already done" in await refused(days, table, GiveToRobot(seat))
    assert (await undo(days, table)).table.seats[seat].robot is None
    assert told(await days.now(table)) == ["mod given", "mod taken back"]
    await moderate(days, table, GiveToRobot(seat))
    table = await days.tables.seating.came_back(PEOPLE["Calico"], table.id)
    assert table.seat_of(PEOPLE["Calico"]) == seat


async def test_who_is_removed_is_out_for_good_until_that_is_taken_back(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", "Dampier", pace=NONE)
    seat = seat_of(table, "Calico")
    table = (await moderate(days, table, Remove(seat))).table
    assert (table.phase, table.has_conceded(seat)) == ("playing", True)
    assert (await days.tables.seating.came_back(PEOPLE["Calico"], table.id)).seats[seat].robot is not None
    assert "Nobody plays that seat any more" in await refused(days, table, Remove(seat))
    table = (await undo(days, table)).table
    assert table.seat_of(PEOPLE["Calico"]) == seat


async def test_whoever_was_removed_has_left_as_far_as_ratings_care(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", "Dampier", pace=NONE)
    seat = seat_of(table, "Calico")
    await moderate(days, table, Remove(seat))
    await days.settled()
    for _move in range(500):
        table = await days.play_on(table.id, 1)
        await days.settled()
        if (table := await days.now(table)).phase == "over":
            break
    row = results_of(table)[seat]
    assert (row.name, row.quit, row.robot) == ("Calico", True, True)


async def test_a_host_who_is_removed_passes_the_hat_and_the_last_person_closes_the_table(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", pace=NONE)
    table = (await moderate(days, table, Remove(seat_of(table, "Anne")))).table
    assert table.record.host == PEOPLE["Calico"]
    table = (await moderate(days, table, Remove(seat_of(table, "Calico")))).table
    assert table.phase == "closed"


async def test_somebody_put_into_a_seat_plays_on_there_and_the_former_player_after_it_is_taken_back(
    days: Days,
) -> None:
    table = await days.dealt("Anne", "Calico", pace=NONE)
    seat = seat_of(table, "Calico")
    table = (await moderate(days, table, Replace(seat, PEOPLE["Dampier"], "Dampier"))).table
    assert (table.seat_of(PEOPLE["Dampier"]), table.seat_kept_for(PEOPLE["Calico"])) == (seat, None)
    again = await refused(days, table, Replace(seat_of(table, "Anne"), PEOPLE["Calico"], "Calico"))
    assert "know some cards" in again
    twice = await refused(days, table, Replace(seat_of(table, "Anne"), PEOPLE["Dampier"], "Dampier"))
    assert "Nobody gets two seats" in twice
    table = (await undo(days, table)).table
    assert (table.seat_of(PEOPLE["Calico"]), table.seats[seat].name) == (seat, "Calico")


async def test_a_robots_own_seat_is_nobodys_to_give(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", robots=1, pace=NONE)
    await days.settled()
    table = await days.now(table)
    robot = next(at for at, seat in enumerate(table.seats) if seat.user is None)
    for act in (GiveToRobot(robot), Remove(robot), Replace(robot, PEOPLE["Dampier"], "Dampier")):
        said = await refused(days, table, act)
        assert "robot's" in said or "Nobody plays that seat" in said
        assert await refused(days, table, msgspec.structs.replace(act, seat=9))


async def test_more_time_is_for_the_moves_that_are_awaited_now(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    await days.passes(DAY)
    table = await days.now(table)
    before = clocks.deadline(table, 0)
    assert before is not None
    table = (await moderate(days, table, Extend(6 * HOUR))).table
    assert clocks.deadline(table, 0) == clocks.deadline(table, 1) == before + 6 * HOUR
    kept = moderation.action_of((await log(days, table))[-1])
    assert kept.ends == days.tables.clock.unix(before)
    await days.choose("Anne", table.id)
    table = (await undo(days, table)).table
    other = seat_of(table, "Calico")
    assert clocks.deadline(table, other) == before


async def test_time_that_was_used_is_not_taken_back_and_none_is_given_where_none_is_kept(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    table = (await moderate(days, table, Extend(HOUR))).table
    await days.choose("Anne", table.id)
    await days.choose("Calico", table.id)
    with pytest.raises(Refusal, match="already moved"):
        await undo(days, table)
    assert "14 days more at most" in await refused(days, table, Extend(15 * DAY))
    unlimited = await days.dealt("Anne", "Calico", pace=NONE)
    assert "has no clock" in await refused(days, unlimited, Extend(HOUR))


async def test_stopped_clocks_stand_still_until_they_are_set_going(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    table = (await moderate(days, table, Hold())).table
    await days.passes(30 * DAY)
    table = await days.now(table)
    assert (table.actions, table.is_held) == (0, True)
    with pytest.raises(Refusal, match="stopped this table's clocks"):
        await days.tables.change(days.press("Anne"), table.id, play.unpause)
    assert "already done" in await refused(days, table, Hold())
    table = (await moderate(days, table, Release())).table
    assert clocks.deadline(table, 0) == days.clock.awake() + 2 * DAY
    assert (await undo(days, table)).table.is_held


async def test_a_void_table_goes_on_where_it_was_when_that_is_taken_back(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    await days.choose("Anne", table.id)
    before = await days.now(table)
    table = (await moderate(days, before, VoidTable())).table
    assert (table.phase, table.record.closed_by) == ("closed", "void")
    assert "already done" in await refused(days, table, VoidTable())
    await days.settled()
    assert days.notebook.ran[-1] == "closed"
    table = (await undo(days, table)).table
    assert (table.phase, table.state, table.record.seats) == ("playing", before.state, before.record.seats)
    await days.choose("Calico", table.id)
    assert "Only a void table" in await refused(days, table, Restore())


async def test_what_was_taken_back_is_not_taken_back_again_but_can_be_done_again(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    await moderate(days, table, VoidTable())
    [void] = await log(days, table)
    await undo(days, table)
    with pytest.raises(Refusal, match="itself an undo"):
        await undo(days, table)
    await moderate(days, table, VoidTable())
    with pytest.raises(Refusal, match="already been taken back"):
        await days.tables.moderation.undo(press(days), void.id, WHY)
    assert [(row.kind, row.undoes) for row in await log(days, table)] == [
        ("void", None),
        ("void", void.id),
        ("void", None),
    ]


async def test_in_a_lobby_a_seat_is_emptied_and_the_table_closed_and_nothing_else_is_done(days: Days) -> None:
    table = await days.lobby("Anne", "Calico")
    for act in (GiveToRobot(1), Replace(1, PEOPLE["Dampier"], "Dampier"), Extend(HOUR), Hold()):
        assert "hasn't started" in await refused(days, table, act)
    table = (await moderate(days, table, Remove(1))).table
    assert [seat.name for seat in table.seats] == ["Anne"]
    with pytest.raises(Refusal, match="You were removed"):
        await days.tables.change(days.press("Calico"), table.id, lobby.join)
    undone = await undo(days, table)
    assert undone.said is None
    assert [seat.name for seat in undone.table.seats] == ["Anne", "Calico"]
    table = (await moderate(days, table, VoidTable())).table
    assert table.phase == "closed"
    table = (await undo(days, table)).table
    assert table.phase == "lobby"
    await days.tables.change(days.press("Dampier"), table.id, lobby.join)


async def test_a_game_that_was_played_out_is_not_declared_void(days: Days) -> None:
    table = await days.dealt("Anne", "Calico", pace=NONE)
    await days.play_on(table.id)
    table = await days.now(table)
    assert "result stands" in await refused(days, table, VoidTable())
    assert "is over" in await refused(days, table, Hold())


async def test_a_tournaments_table_is_its_organisers_business(days: Days) -> None:
    table = await pods_of.dealt(days)
    for act in (Hold(), VoidTable(), Remove(0)):
        assert "the tournament's desk" in await refused(days, table, act)


async def test_a_moderator_who_wants_to_be_forgotten_is_named_nowhere_at_the_table(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    await moderate(days, table, Hold())
    assert table.id in await days.store.privacy.tables_naming(MODERATOR)
    await days.tables.anonymiser.forget_person(MODERATOR, table.id)
    row = await days.store.table(table.id)
    assert row is not None
    assert not any(trace in row.record for trace in (b"Mina", b"Has not"))
    assert re.search(rb"\b900\b", row.record) is None
    assert english(notices.notice_text((await days.now(table)).record.happenings[-1])).startswith(
        "🛠️ A moderator"
    )
