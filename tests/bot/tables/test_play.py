"""Moves at a table: whose, when, how often, and what follows."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.tables.house import House
from bot.tables.press import Press
from bot.tables.refusal import Refusal
from bot.tables.table import to_row
from bot.tables.thinkers import Thinkers
from bot.tables.verify import NotVerifiable, verify_table
from games.contract import Observation
from storage import open_store
from storage.records import Change
from tests.bot.tables.conftest import CHANNEL, GAME, GUILD, PEOPLE, InPlace, Notebook, Tavern


async def test_a_game_goes_from_the_first_bid_to_the_last_score(tavern: Tavern) -> None:
    table = await tavern.game("Anne", "Bartholomew", "Calico", "Dampier")
    ended = await tavern.play_on(table.id)
    assert ended.phase == "over"
    assert ended.game.outcome(ended.state) is not None
    await tavern.notebook.until("result")
    assert tavern.notebook.ran.count("sheet") == 9  # one a round; the last round's is part of the result
    log = await tavern.store.log(table.id)
    assert [row.number for row in log] == list(range(1, ended.actions + 1))


async def test_a_stranger_has_no_hand(tavern: Tavern) -> None:
    table = await tavern.game("Anne", "Calico")
    with pytest.raises(Refusal) as refusal:
        await tavern.house.choose(tavern.press("Dampier"), table.id, "b1", 0, 0)
    assert refusal.value.reason == "foreign"


async def test_pressing_the_same_decision_twice_moves_once(tavern: Tavern) -> None:
    table = await tavern.game("Anne", "Calico")
    name = tavern.next_person(table)
    assert name is not None
    decision = table.game.decision(table.state, table.seat_of(PEOPLE[name]) or 0)
    await tavern.choose(name, table.id)
    with pytest.raises(Refusal) as refusal:
        await tavern.house.choose(tavern.press(name), table.id, decision, 0, 0)
    assert refusal.value.reason == "twice"
    assert (await tavern.house.table(table.id)).actions == 1


async def test_a_press_for_a_decision_long_past_is_stale(tavern: Tavern) -> None:
    table = await tavern.game("Anne", "Calico")
    seat = table.seat_of(PEOPLE["Anne"]) or 0
    decision = table.game.decision(table.state, seat)
    await tavern.play_on(table.id, 6)
    with pytest.raises(Refusal) as refusal:
        await tavern.house.choose(tavern.press("Anne"), table.id, decision, 0, 0)
    assert refusal.value.reason == "stale"


async def test_bids_made_side_by_side_never_clash(tavern: Tavern) -> None:
    table = await tavern.game("Anne", "Calico")
    decisions = {
        name: table.game.decision(table.state, table.seat_of(PEOPLE[name]) or 0)
        for name in ("Anne", "Calico")
    }
    for name, decision in decisions.items():
        await tavern.house.choose(tavern.press(name), table.id, decision, 0, 0)
    assert (await tavern.house.table(table.id)).actions == 2


async def test_after_the_end_a_press_is_told_so(tavern: Tavern) -> None:
    table = await tavern.game("Anne", "Calico")
    await tavern.play_on(table.id)
    with pytest.raises(Refusal) as refusal:
        await tavern.house.choose(tavern.press("Anne"), table.id, "b1", 0, 0)
    assert refusal.value.reason == "over"


async def test_a_redelivered_move_is_answered_and_not_made_again(tavern: Tavern) -> None:
    table = await tavern.game("Anne", "Calico")
    decision = table.game.decision(table.state, table.seat_of(PEOPLE["Anne"]) or 0)
    press = tavern.press("Anne")
    await tavern.house.choose(press, table.id, decision, 0, 0)
    again = await tavern.house.choose(press, table.id, decision, 0, 0)
    assert again.table.actions == 1


async def test_robots_fill_a_quick_table_and_move_by_themselves(tavern: Tavern) -> None:
    done = await tavern.house.play(tavern.press("Anne"), guild=GUILD, channel=CHANNEL, game=GAME, options={})
    assert done.table.phase == "playing"
    assert [seat.robot is not None for seat in done.table.seats].count(True) == 3
    while (await tavern.house.table(done.table.id)).phase != "over":
        table = await tavern.house.table(done.table.id)
        if table.waiting_for(PEOPLE["Anne"]):
            await tavern.choose("Anne", table.id)
        else:
            tavern.notebook.news.clear()
            await tavern.notebook.news.wait()


async def test_somebody_who_leaves_in_mid_game_is_played_for_by_a_robot(tavern: Tavern) -> None:
    table = await tavern.game("Anne", "Calico")
    done = await tavern.house.leave_to_robot(tavern.press("Calico"), table.id)
    assert done.said is not None
    assert done.table.seat_of(PEOPLE["Calico"]) is None
    while (await tavern.house.table(table.id)).phase != "over":
        if (await tavern.house.table(table.id)).waiting_for(PEOPLE["Anne"]):
            await tavern.choose("Anne", table.id)
        else:
            tavern.notebook.news.clear()
            await tavern.notebook.news.wait()


async def test_rematch_brings_the_players_to_one_new_table(tavern: Tavern) -> None:
    table = await tavern.game("Anne", "Calico")
    await tavern.play_on(table.id)
    first = await tavern.house.rematch(tavern.press("Calico"), table.id)
    second = await tavern.house.rematch(tavern.press("Anne"), table.id)
    assert first.table.id == second.table.id != table.id
    assert [seat.name for seat in second.table.seats] == ["Calico", "Anne"]
    assert first.table.record.secret != table.record.secret


async def test_an_errand_that_has_to_wait_is_run_later(tavern: Tavern) -> None:
    tavern.notebook.later.append("lobby")
    await tavern.lobby("Anne")
    await tavern.notebook.until("lobby")


async def test_a_new_house_over_the_same_database_goes_on_where_the_old_one_stopped(
    tmp_path: Path, tavern: Tavern
) -> None:
    table = await tavern.game("Anne", "Calico")
    await tavern.play_on(table.id, 5)
    before = await tavern.house.table(table.id)
    await tavern.house.close()
    await tavern.store.close()
    store = await open_store(tmp_path / "tortuga.sqlite3")
    later = Tavern(House(store, Notebook(), thinkers=InPlace()), store, Notebook())
    later.presses = tavern.presses
    await later.house.open()
    assert (await later.house.table(table.id)).state == before.state
    assert (await later.play_on(table.id)).phase == "over"
    await later.house.close()
    await store.close()


async def test_a_draft_survives_a_restart_and_ends_with_its_decision(tavern: Tavern) -> None:
    from storage.records import Draft

    table = await tavern.game("Anne", "Calico")
    seat = table.seat_of(PEOPLE["Anne"]) or 0
    decision = table.game.decision(table.state, seat)
    await tavern.store.draft(Draft(table.id, seat, decision, ("half",)))
    house = House(tavern.store, Notebook(), thinkers=InPlace())
    assert await house.draft_of(table, seat) == ("half",)
    await tavern.store.draft(Draft(table.id, seat, "another", ("half",)))
    assert await House(tavern.store, Notebook(), thinkers=InPlace()).draft_of(table, seat) == ()


async def test_the_log_tells_each_reader_only_what_they_may_know(tavern: Tavern) -> None:
    table = await tavern.game("Anne", "Calico")
    await tavern.choose(tavern.next_person(table) or "", table.id, 1)
    seats_told = [
        await tavern.house.log_of(await tavern.house.table(table.id), user) for user in (101, 103, None)
    ]
    assert all(len(lines) < 6 for lines in seats_told)
    ended = await tavern.play_on(table.id)
    assert len(await tavern.house.log_of(ended, None)) > 100


async def test_a_finished_game_is_verified_and_a_meddled_one_is_not(tavern: Tavern) -> None:
    table = await tavern.game("Anne", "Calico")
    await tavern.house.close()
    await tavern.play_on(table.id)
    findings = await verify_table(tavern.store, table.id)
    assert all(finding.right for finding in findings)
    wrong = await verify_table(tavern.store, table.id, commitment="00" * 32)
    assert [finding.right for finding in wrong].count(False) == 1


@pytest.mark.parametrize(
    "spoiled",
    [{"state": b"{"}, {"record": b"[]"}, {"record": b'{"host":1,"options":{},"secret":"?","capacity":2}'}],
)
async def test_a_damaged_table_is_said_to_be_damaged(tavern: Tavern, spoiled: dict[str, bytes]) -> None:
    table = await tavern.game("Anne", "Calico")
    row = replace(to_row(table), phase="over", id="broken", revision=1, **spoiled)
    await tavern.store.commit(Change(row, users=()))
    with pytest.raises(NotVerifiable, match="damaged"):
        await verify_table(tavern.store, "broken")


async def test_a_running_game_is_not_dealt_again_for_anybody(tavern: Tavern) -> None:
    table = await tavern.game("Anne", "Calico")
    with pytest.raises(NotVerifiable):
        await verify_table(tavern.store, table.id)
    with pytest.raises(Refusal):
        await tavern.house.proof_of(table)


async def test_robots_think_in_a_process_of_their_own(tavern: Tavern) -> None:
    table = await tavern.game("Anne", "Calico")
    thinkers = Thinkers()
    observation = table.game.observe(table.state, 0)
    for robot in table.game.robots:
        assert await thinkers.think(GAME, robot, observation) in observation.legal
    thinkers.close()


async def test_the_robots_process_is_replaced_when_it_dies(tavern: Tavern) -> None:
    table = await tavern.game("Anne", "Calico")
    thinkers = Thinkers()
    observation = table.game.observe(table.state, 0)
    robot = next(iter(table.game.robots))
    await thinkers.think(GAME, robot, observation)
    assert thinkers._process._pool is not None
    for process in list(thinkers._process._pool._processes.values()):
        process.kill()
    assert await thinkers.think(GAME, robot, observation) in observation.legal
    thinkers.close()


async def test_forty_tables_are_played_side_by_side(tavern: Tavern) -> None:
    tables = [await tavern.game("Anne", "Calico") for _table in range(40)]
    for _round in range(3):
        for table in tables:
            await tavern.play_on(table.id, 1)
    for table in tables:
        assert (await tavern.house.table(table.id)).actions == 3


async def test_an_unknown_table_is_a_sentence(tavern: Tavern) -> None:
    with pytest.raises(Refusal) as refusal:
        await tavern.house.join(Press(1, 1, "Anne"), "nowhere")
    assert refusal.value.reason == "gone"


async def test_a_choice_in_two_steps_leaves_no_draft_behind(tavern: Tavern) -> None:
    two_steps = False
    while not two_steps:  # until somebody has played a card that asks what it is
        table = await tavern.game("Anne", "Bartholomew", "Calico", "Dampier")
        await tavern.play_on(table.id)
        two_steps = any(len(row.action.split()) == 3 for row in await tavern.store.log(table.id))
        assert await tavern.store.drafts(table.id) == []


class Babbling:
    """Robots that fail, and say in their error what they hold."""

    async def think(self, slug: str, robot: str, observation: Observation) -> str:
        """Fail."""
        raise ValueError(f"I was told {observation}")

    def close(self) -> None:
        """Nothing to end."""


async def test_a_robot_that_fails_still_moves_and_its_hand_is_not_logged(
    tavern: Tavern, capsys: pytest.CaptureFixture[str]
) -> None:
    notebook = Notebook()
    house = House(tavern.store, notebook, thinkers=Babbling())
    await house.play(tavern.press("Anne"), guild=GUILD, channel=CHANNEL, game=GAME, options={})
    while len(notebook.shown) < 4:  # the start, and three robots' bids
        notebook.news.clear()
        await notebook.news.wait()
    await house.close()
    logged = capsys.readouterr().out
    assert "a robot could not decide" in logged
    assert "View(" not in logged
    assert "hand=" not in logged


async def test_one_table_that_cannot_be_read_keeps_no_other_from_playing_on(
    tavern: Tavern, tmp_path: Path
) -> None:
    damaged, sound = await tavern.game("Anne", "Calico"), await tavern.game("Anne", "Dampier")
    await tavern.house.close()
    with closing(sqlite3.connect(tmp_path / "tortuga.sqlite3", isolation_level=None)) as database:
        database.execute("UPDATE tables SET record = ? WHERE id = ?", (b'{"host": "?"}', damaged.id))
    house = House(tavern.store, Notebook(), thinkers=InPlace())
    await house.open()
    assert [table.id for table in await house.tables_of(PEOPLE["Anne"])] == [sound.id]
    assert (await house.table(sound.id)).phase == "playing"
    await house.close()


async def test_reveals_and_rounds_ends_are_what_everybody_has_waited_for_and_other_moves_are_not(
    tavern: Tavern,
) -> None:
    table = await tavern.game("Anne", "Calico")
    points = [(await tavern.play_on(table.id, 1)).turning_point for _move in range(8)]
    # Two bids, two cards; two bids, four cards. The second bid shows both, the second card ends the round.
    assert points == [0, 2, 2, 4, 4, 6, 6, 6]
