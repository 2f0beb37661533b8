"""Moves at a table: whose, when, how often, and what follows."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.pace import BLITZ, DAILY
from bot.refusal import Refusal
from bot.tables import leaving, lobby
from bot.tables.history import proof_of
from bot.tables.model import Press, Seat
from bot.tables.repository import table_to_row
from bot.tables.robot_pool import RobotPool
from bot.tables.service import TableService
from bot.tables.verify import NotVerifiable, verify_table
from games.contract import EVEN, Manner, Observation
from storage.models import Change
from tests.bot.tables.conftest import CHANNEL, GAME, GUILD, PEOPLE, InPlace, Notebook, Tavern


async def test_a_game_goes_from_the_first_bid_to_the_last_score(harness: Tavern) -> None:
    table = await harness.game("Anne", "Bartholomew", "Calico", "Dampier")
    ended = await harness.play_on(table.id)
    assert ended.phase == "over"
    assert ended.game.outcome(ended.state) is not None
    await harness.notebook.until("result")
    assert "sheet" not in harness.notebook.ran, "a round's end is shown on the board and posts nothing"
    log = await harness.store.log(table.id)
    assert [row.number for row in log] == list(range(1, ended.actions + 1))


async def test_a_stranger_has_no_hand(harness: Tavern) -> None:
    table = await harness.game("Anne", "Calico")
    with pytest.raises(Refusal) as refusal:
        await harness.tables.playing.choose(harness.press("Dampier"), table.id, "b1", 0, 0)
    assert refusal.value.reason == "foreign"


async def test_pressing_the_same_decision_twice_moves_once(harness: Tavern) -> None:
    table = await harness.game("Anne", "Calico")
    name = harness.next_person(table)
    assert name is not None
    decision = table.game.decision(table.state, table.seat_of(PEOPLE[name]) or 0)
    await harness.choose(name, table.id)
    with pytest.raises(Refusal) as refusal:
        await harness.tables.playing.choose(harness.press(name), table.id, decision, 0, 0)
    assert refusal.value.reason == "twice"
    assert (await harness.tables.table(table.id)).actions == 1


async def test_a_press_for_a_decision_long_past_is_stale(harness: Tavern) -> None:
    table = await harness.game("Anne", "Calico")
    seat = table.seat_of(PEOPLE["Anne"]) or 0
    decision = table.game.decision(table.state, seat)
    await harness.play_on(table.id, 6)
    with pytest.raises(Refusal) as refusal:
        await harness.tables.playing.choose(harness.press("Anne"), table.id, decision, 0, 0)
    assert refusal.value.reason == "stale"


async def test_bids_made_side_by_side_never_clash(harness: Tavern) -> None:
    table = await harness.game("Anne", "Calico")
    decisions = {
        name: table.game.decision(table.state, table.seat_of(PEOPLE[name]) or 0)
        for name in ("Anne", "Calico")
    }
    for name, decision in decisions.items():
        await harness.tables.playing.choose(harness.press(name), table.id, decision, 0, 0)
    assert (await harness.tables.table(table.id)).actions == 2


async def test_after_the_end_a_press_is_told_so(harness: Tavern) -> None:
    table = await harness.game("Anne", "Calico")
    await harness.play_on(table.id)
    with pytest.raises(Refusal) as refusal:
        await harness.tables.playing.choose(harness.press("Anne"), table.id, "b1", 0, 0)
    assert refusal.value.reason == "over"


async def test_robots_fill_a_quick_table_and_move_by_themselves(harness: Tavern) -> None:
    done = await harness.tables.opening.play(
        harness.press("Anne"), guild=GUILD, channel=CHANNEL, game=GAME, options={}
    )
    assert done.table.phase == "playing"
    assert [seat.robot is not None for seat in done.table.seats].count(True) == 3
    while (await harness.tables.table(done.table.id)).phase != "over":
        table = await harness.tables.table(done.table.id)
        if table.waiting_for(PEOPLE["Anne"]):
            await harness.choose("Anne", table.id)
        else:
            harness.notebook.news.clear()
            await harness.notebook.news.wait()


async def test_somebody_who_leaves_in_mid_game_is_played_for_by_a_robot(harness: Tavern) -> None:
    table = await harness.game("Anne", "Calico")
    done = await harness.tables.change(harness.press("Calico"), table.id, leaving.leave_to_robot)
    assert done.said is not None
    assert done.table.seat_of(PEOPLE["Calico"]) is None
    while (await harness.tables.table(table.id)).phase != "over":
        if (await harness.tables.table(table.id)).waiting_for(PEOPLE["Anne"]):
            await harness.choose("Anne", table.id)
        else:
            harness.notebook.news.clear()
            await harness.notebook.news.wait()


async def test_rematch_brings_the_players_to_one_new_table(harness: Tavern) -> None:
    table = await harness.game("Anne", "Calico")
    await harness.play_on(table.id)
    first = await harness.tables.opening.rematch(harness.press("Calico"), table.id)
    second = await harness.tables.opening.rematch(harness.press("Anne"), table.id)
    assert first.table.id == second.table.id != table.id
    assert (first.table.phase, first.table.record.expected) == ("lobby", (harness.press("Anne").user,))
    assert {seat.name for seat in second.table.seats} == {"Anne", "Calico"}
    assert second.table.phase == "playing"
    assert first.table.record.secret != table.record.secret


async def test_an_outbox_entry_that_has_to_wait_is_run_later(harness: Tavern) -> None:
    harness.notebook.later.append("lobby")
    await harness.lobby("Anne")
    await harness.notebook.until("lobby")


async def test_a_draft_survives_a_restart_and_ends_with_its_decision(harness: Tavern) -> None:
    from storage.models import Draft

    table = await harness.game("Anne", "Calico", slug="skull-queen")
    seat = table.game.to_act(table.state)[0]
    decision = table.game.decision(table.state, seat)
    await harness.store.draft(Draft(table.id, seat, decision, ("up",)))
    tables = TableService(harness.store, Notebook(), robot_pool=InPlace())
    assert await tables.drafts.of(table, seat) == ("up",)
    await harness.store.draft(Draft(table.id, seat, "another", ("up",)))
    assert await TableService(harness.store, Notebook(), robot_pool=InPlace()).drafts.of(table, seat) == ()


async def test_the_log_tells_each_reader_only_what_they_may_know(harness: Tavern) -> None:
    table = await harness.game("Anne", "Calico")
    await harness.choose(harness.next_person(table) or "", table.id, 1)
    seats_told = [
        await harness.tables.logs.narrate(await harness.tables.table(table.id), user)
        for user in (101, 103, None)
    ]
    assert all(len(lines) < 6 for lines in seats_told)
    ended = await harness.play_on(table.id)
    assert len(await harness.tables.logs.narrate(ended, None)) > 100


async def test_a_finished_game_is_verified_and_a_meddled_one_is_not(harness: Tavern) -> None:
    table = await harness.game("Anne", "Calico")
    await harness.tables.close()
    await harness.play_on(table.id)
    findings = await verify_table(harness.store, table.id)
    assert all(finding.right for finding in findings)
    wrong = await verify_table(harness.store, table.id, commitment="00" * 32)
    assert [finding.right for finding in wrong].count(False) == 1


@pytest.mark.parametrize(
    "spoiled",
    [{"state": b"{"}, {"record": b"[]"}, {"record": b'{"host":1,"options":{},"secret":"?","capacity":2}'}],
)
async def test_a_damaged_table_is_said_to_be_damaged(harness: Tavern, spoiled: dict[str, bytes]) -> None:
    table = await harness.game("Anne", "Calico")
    row = replace(table_to_row(table), phase="over", id="broken", revision=1, **spoiled)
    await harness.store.commit(Change(row, users=()))
    with pytest.raises(NotVerifiable, match="damaged"):
        await verify_table(harness.store, "broken")


async def test_a_running_game_is_not_dealt_again_for_anybody(harness: Tavern) -> None:
    table = await harness.game("Anne", "Calico")
    with pytest.raises(NotVerifiable):
        await verify_table(harness.store, table.id)
    with pytest.raises(Refusal):
        proof_of(table)


@pytest.mark.long
async def test_robots_think_in_a_process_of_their_own(harness: Tavern) -> None:
    table = await harness.game("Anne", "Calico")
    robot_pool = RobotPool()
    observation = table.game.observe(table.state, 0)
    for robot in table.game.robots:
        assert await robot_pool.think(GAME, robot, observation) in observation.legal
    robot_pool.close()


async def test_forty_tables_are_played_side_by_side(harness: Tavern) -> None:
    tables = [await harness.game("Anne", "Calico") for _table in range(40)]
    for _round in range(3):
        for table in tables:
            await harness.play_on(table.id, 1)
    for table in tables:
        assert (await harness.tables.table(table.id)).actions == 3


async def test_an_unknown_table_is_a_sentence(harness: Tavern) -> None:
    with pytest.raises(Refusal) as refusal:
        await harness.tables.change(Press(1, 1, "Anne"), "nowhere", lobby.join)
    assert refusal.value.reason == "gone"


async def test_a_choice_in_two_steps_leaves_no_draft_behind(harness: Tavern) -> None:
    two_steps = False
    while not two_steps:  # until somebody has played a card that asks what it is
        table = await harness.game("Anne", "Bartholomew", "Calico", "Dampier")
        await harness.play_on(table.id)
        two_steps = any(len(row.action.split()) == 3 for row in await harness.store.log(table.id))
        assert await harness.store.drafts(table.id) == []


class Babbling:
    """Robots that fail, and say in their error what they hold."""

    async def think(
        self, slug: str, robot: str, observation: Observation, live: bool = True, manner: Manner = EVEN
    ) -> str:
        """Fail."""
        raise ValueError(f"I was told {observation}")

    def close(self) -> None:
        """Nothing to end."""


async def test_a_robot_that_fails_still_moves_and_its_hand_is_not_logged(
    harness: Tavern, capsys: pytest.CaptureFixture[str]
) -> None:
    notebook = Notebook()
    tables = TableService(harness.store, notebook, robot_pool=Babbling())
    await tables.opening.play(harness.press("Anne"), guild=GUILD, channel=CHANNEL, game=GAME, options={})
    while len(notebook.shown) < 4:  # the start, and three robots' bids
        notebook.news.clear()
        await notebook.news.wait()
    await tables.close()
    logged = capsys.readouterr().out
    assert "a robot could not decide" in logged
    assert "View(" not in logged
    assert "hand=" not in logged


async def test_one_table_that_cannot_be_read_keeps_no_other_from_playing_on(
    harness: Tavern, tmp_path: Path
) -> None:
    damaged, sound = await harness.game("Anne", "Calico"), await harness.game("Anne", "Dampier")
    await harness.tables.close()
    with closing(sqlite3.connect(tmp_path / "tortuga.sqlite3", isolation_level=None)) as database:
        database.execute("UPDATE tables SET record = ? WHERE id = ?", (b'{"host": "?"}', damaged.id))
    tables = TableService(harness.store, Notebook(), robot_pool=InPlace())
    await tables.open()
    assert [table.id for table in await tables.tables_of(PEOPLE["Anne"])] == [sound.id]
    assert (await tables.table(sound.id)).phase == "playing"
    await tables.close()


async def test_reveals_and_rounds_ends_are_what_everybody_has_waited_for_and_other_moves_are_not(
    harness: Tavern,
) -> None:
    table = await harness.game("Anne", "Calico")
    points = [(await harness.play_on(table.id, 1)).turning_point for _move in range(8)]
    # Two bids, two cards; two bids, two cards. The second bid shows both, the second card ends a trick.
    assert points == [0, 2, 2, 4, 4, 6, 6, 8]


async def test_what_follows_a_press_begins_once_it_is_answered_from_the_table_as_it_is_by_then(
    harness: Tavern,
) -> None:
    table = await harness.game("Anne", "Calico")
    waiting: list[Callable[[], None]] = []
    shown = len(harness.notebook.shown)
    for name in ("Anne", "Calico"):
        press = dataclasses.replace(harness.press(name), after_answer=waiting.append)
        done = await harness.tables.playing.choose(press, table.id, "b1", 0, 0)
    assert len(harness.notebook.shown) == shown
    for begin in waiting:
        begin()
    assert harness.notebook.shown[shown:] == [(table.id, done.table.revision)] * 2


async def test_a_rematch_keeps_seats_and_begins_when_the_last_has_come(harness: Tavern) -> None:
    table = await harness.game("Anne", "Calico", "Bartholomew")
    await harness.play_on(table.id)
    first = (await harness.tables.opening.rematch(harness.press("Calico"), table.id)).table
    assert first.record.capacity == 3
    with pytest.raises(Refusal) as kept:
        await harness.tables.change(harness.press("Dampier"), first.id, lobby.join)
    assert kept.value.reason == "full"
    with pytest.raises(Refusal) as early:
        await harness.tables.playing.start(harness.press("Calico"), first.id)
    assert early.value.reason == "early"
    second = (await harness.tables.change(harness.press("Anne"), first.id, lobby.join)).table
    assert second.phase == "lobby"
    last = (await harness.tables.opening.rematch(harness.press("Bartholomew"), table.id)).table
    assert (last.id, last.phase, len(last.seats)) == (first.id, "playing", 3)
    with pytest.raises(Refusal) as stranger:
        lobby.rematch(first, table, harness.press("Dampier"), 0.0)
    assert stranger.value.reason == "foreign"


async def test_a_rematch_brings_its_robots_waits_a_minute_and_can_be_declined(harness: Tavern) -> None:
    sitting = await harness.lobby("Anne", "Calico")
    old = (await harness.tables.change(harness.press("Anne"), sitting.id, lobby.add_robot)).table
    press = harness.press("Anne")
    fresh = replace(sitting, id="new").with_record(seats=(Seat("Anne", str(press.id), PEOPLE["Anne"]),))
    waiting = lobby.rematch(fresh, old, press, fresh.created)
    assert [(seat.name, seat.robot) for seat in waiting.seats if seat.robot] == [
        (seat.name, seat.robot) for seat in old.seats if seat.robot
    ]
    assert waiting.record.expected == (PEOPLE["Calico"],)
    ends = lobby.rematch_waits_until(waiting)
    assert lobby.start(waiting, press, ends).phase == "playing"
    declined = lobby.leave(waiting, harness.press("Calico"))
    assert lobby.start(declined, press, fresh.created).phase == "playing"


async def test_a_pace_that_nobody_chose_goes_by_who_is_here(harness: Tavern) -> None:
    table = (await harness.lobby("Anne", "Calico")).with_record(pace_open=True)
    assert lobby.with_open_pace(table, True, DAILY).record.pace == BLITZ
    assert lobby.with_open_pace(table, False, DAILY).record.pace == DAILY
    begun = replace(table, phase="playing")
    assert lobby.with_open_pace(begun.with_record(pace=BLITZ), False, DAILY).record.pace == DAILY
    assert lobby.with_open_pace(begun.with_record(pace=DAILY), True, DAILY).record.pace == DAILY
