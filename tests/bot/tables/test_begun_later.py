"""A table that begins from a position that was set up: played, stored, never rated, and without a proof."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.profiles.replays import replay_of
from bot.refusal import Refusal
from bot.screens.board import more_screen
from bot.screens.history import replay_screen
from bot.screens.lobby import game_started_screen
from bot.screens.result import result_screen
from bot.tables.history import NO_PROOF, proof_of, replay_states
from bot.tables.lobby import seed_of
from bot.tables.model import Table
from bot.tables.results import NOT_RATED, results_of, why_unrated
from bot.tables.service import TableService
from bot.tables.verify import verify_table
from games.skull_king.options import SkullKingOptions
from games.skull_king.position import SkullKingPosition
from games.text import english as said
from storage import open_store
from tests.bot.screens.looking import buttons, text
from tests.bot.screens.puppet import english
from tests.bot.tables.conftest import CHANNEL, GAME, GUILD, PEOPLE, InPlace, Notebook, Tavern

NINTH = SkullKingPosition(
    round=9,
    leader=0,
    scores=(120, -40, 30),
    hands=("k1 k2 k3 k4 k5 k6 king g14", None, None),
    bids=(7, 0, 1),
    trick="g1",
)


async def opened(harness: Tavern, position: SkullKingPosition = NINTH) -> Table:
    done = await harness.tables.opening.play(
        harness.press("Anne"),
        guild=GUILD,
        channel=CHANNEL,
        game=GAME,
        options={},
        players=3,
        position=position,
    )
    return done.table


async def played_out(harness: Tavern, table_id: str, actions: int = 1000) -> Table:
    """Anne and the robots play to the end, or until there are so many actions."""
    while (table := await harness.tables.table(table_id)).phase != "over" and table.actions < actions:
        if table.waiting_for(PEOPLE["Anne"]):
            await harness.choose("Anne", table_id)
        else:
            harness.notebook.news.clear()
            await harness.notebook.news.wait()
    return table


async def test_whoever_opens_it_sits_first_and_finds_what_was_set_up(harness: Tavern) -> None:
    table = await opened(harness)
    assert (table.phase, table.actions, table.seat_of(PEOPLE["Anne"])) == ("playing", 0, 0)
    assert not table.record.rated
    begins = table.game.position(SkullKingOptions(), 3, seed_of(table), NINTH)
    assert table.state == begins
    assert (table.state.table.round, table.state.table.points) == (9, (120, -40, 30))
    assert table.game.observe(table.state, 0).hand == begins.hands[0]


async def test_it_is_played_to_its_end_through_a_restart_and_its_log_replays_from_there(
    harness: Tavern, tmp_path: Path
) -> None:
    table = await opened(harness)
    assert (await played_out(harness, table.id, actions=5)).phase == "playing"
    await harness.tables.close()
    await harness.store.close()
    harness.store, harness.notebook = await open_store(tmp_path / "tortuga.sqlite3"), Notebook()
    harness.tables = TableService(harness.store, harness.notebook, robot_pool=InPlace())
    await harness.tables.open()
    assert (await harness.tables.table(table.id)).position == NINTH
    ended = await played_out(harness, table.id)
    log = await harness.store.log(table.id)
    first, *_between, last = (state for state, _events in replay_states(ended, log))
    assert (first, last) == (table.state, ended.state)
    findings = await verify_table(harness.store, table.id, commitment="00" * 32)
    assert all(finding.right for finding in findings)
    assert findings[0].what == said(NO_PROOF)
    assert "secret" not in " ".join(finding.what for finding in findings)
    await harness.tables.close()
    await harness.store.close()


async def test_it_is_never_rated(harness: Tavern) -> None:
    ended = await played_out(harness, (await opened(harness)).id)
    assert {row.rated for row in await harness.store.results.of_table(ended.id)} == {NOT_RATED}
    between_two = await harness.game("Anne", "Calico")
    over = await harness.play_on(between_two.id)
    assert why_unrated(over) is None
    set_up = over.with_record(position={}, rated=True)
    why = why_unrated(set_up)
    assert why is not None
    assert "position" in said(why)
    assert {row.rated for row in results_of(set_up)} == {NOT_RATED}


async def test_its_screens_claim_no_proof_and_none_is_given(harness: Tavern) -> None:
    table = await opened(harness)
    assert "🔏" not in text(game_started_screen(table, english(table), None))
    ended = await played_out(harness, table.id)
    with pytest.raises(Refusal) as refusal:
        proof_of(ended)
    assert refusal.value.text == NO_PROOF
    steps = replay_of(ended, await harness.store.log(ended.id))
    at_the_end = result_screen(ended, english(ended))
    behind = more_screen(ended, english(ended), PEOPLE["Anne"])
    for screen in (at_the_end, behind, replay_screen(steps, 0, "mine", PEOPLE["Anne"], english(ended))):
        assert "Fairness" not in buttons(screen)
        assert ended.record.secret not in text(screen)
    assert said(NO_PROOF) in text(behind)


async def test_what_no_game_can_come_to_opens_no_table(harness: Tavern) -> None:
    with pytest.raises(ValueError, match="'k1' lies in two places"):
        await opened(harness, SkullKingPosition(hands=("k1", "k1", None)))
    assert await harness.tables.tables_of(PEOPLE["Anne"]) == []


async def test_a_table_that_was_dealt_says_nothing_of_a_position(harness: Tavern) -> None:
    table = await harness.game("Anne", "Calico")
    row = await harness.store.table(table.id)
    assert row is not None
    assert b"position" not in row.record
