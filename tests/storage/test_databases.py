"""A game begun under any earlier layout is opened by this version and played to its end."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from bot.pace import DAILY
from bot.preferences.people import PersonPreferencesRepository
from bot.preferences.servers import ServerPreferencesRepository
from bot.profiles.rating_service import rate_next
from bot.tables.model import Table
from bot.tables.repository import table_from_row, table_to_row
from bot.tables.verify import verify_table
from bot.tournaments.actions import Extend
from bot.tournaments.formats.engine import is_over, missing, next_round, with_result, with_round
from bot.tournaments.model import from_row as tournament_from
from storage import ActionRow, Change, Draft, Store, opened
from storage.sqlite.migrations import migrations
from tests.bot.tournaments.pairing.evening import recompute
from tests.storage.make_database import (
    CHANNEL,
    CUP,
    DATABASES,
    ENTRANTS,
    GUILD,
    MOVES,
    ORGANISER,
    PEOPLE,
    POD_CHANNEL,
    any_result,
)

BROUGHT = sorted(DATABASES.glob("*.sqlite3"))


def test_every_migration_brought_its_database():
    assert [file.stem for file in BROUGHT] == [f"{step.number:04}" for step in migrations()]


@pytest.fixture(params=BROUGHT, ids=lambda file: file.stem)
def old(request: pytest.FixtureRequest, path: Path) -> Path:
    """A copy of a database of an earlier time, or of this."""
    shutil.copy(request.param, path)
    return path


async def running_game(store: Store) -> Table:
    """The one table at which a game goes on."""
    [row] = await store.tables(phases=("playing",))
    return table_from_row(row)


async def test_what_it_held_is_still_there(old: Path):
    async with opened(old) as store:
        table = await running_game(store)
        [lobby] = await store.tables(phases=("lobby",), guild=GUILD, channel=CHANNEL)
        assert [seat.name for seat in table_from_row(lobby).seats] == list(PEOPLE.values())
        assert table.actions == MOVES
        assert len(await store.log(table.id)) == MOVES
        for user in PEOPLE:
            assert {row.id for row in await store.tables(user=user)} == {lobby.id, table.id}
        assert {entry.table for entry in await store.outbox()} >= {lobby.id, table.id}
        assert [post.kind for post in await store.posts(table.id)] == ["board"]
        assert await store.outdated() == await store.posts(table.id)
        assert Draft(table.id, 0, "long past", ("a value",)) in await store.drafts(table.id)
        assert await store.get_note("commands") == "a hash"


@pytest.mark.parametrize("old", BROUGHT[1:], ids=lambda file: file.stem, indirect=True)  # the first knew none
async def test_clocks_orders_wishes_and_results_are_still_there(old: Path):
    async with opened(old) as store:
        table = await running_game(store)
        assert table.record.pace == DAILY
        assert any(clock.since is not None for clock in table.timing.seats)
        assert (table.id, table.due) in await store.due()
        assert len(await store.plans.of(table.id)) == 1
        assert (await PersonPreferencesRepository(store.people).of(103)).nudges == "direct"
        assert (await ServerPreferencesRepository(store.servers).of(GUILD)).locale == "it"
        results = await store.results.next_to_rate()
        assert {row.user for row in results} == set(PEOPLE)
        assert await rate_next(store.results)
        assert not await rate_next(store.results)


@pytest.mark.parametrize("old", BROUGHT[2:], ids=lambda file: file.stem, indirect=True)
@pytest.mark.long
async def test_its_tournament_is_still_there_and_is_played_to_its_end(old: Path):
    async with opened(old) as store:
        row = await store.tournaments.tournament(CUP)
        assert row is not None
        assert await store.tournaments.tournaments(guild=GUILD, user=ORGANISER) == [row]
        [entry] = await store.tournaments.outbox()
        [announcement] = await store.tournaments.posts(CUP)
        [extended] = await store.audit.of_tournament(CUP)
        [lobby] = await store.tables(channel=POD_CHANNEL, phases=("lobby",))
        waiting = table_from_row(lobby)
    assert (entry.table, entry.kind) == (CUP, "round")
    assert announcement.kind == "announcement"
    assert msgspec.json.decode(extended.action, type=Extend) == Extend(60.0)
    tournament = tournament_from(row)
    event = tournament.record.event
    assert event is not None
    assert [entry.user for entry in tournament.entrants] == list(ENTRANTS)
    assert {one.table for one in tournament.record.tables} >= {"r1p1", "r3p1"}
    assert recompute(event).differs_from is None
    assert waiting.record.pod is not None
    assert (waiting.phase, waiting.record.pod.entrants) == ("lobby", event.rounds[2].pods[1].seats)
    assert len(waiting.record.pod.here) == 1
    while missing(event) or not is_over(event):
        if not missing(event):
            event = with_round(event, next_round(event))
        for _round, pod in missing(event):
            event = with_result(event, any_result(event.rounds[-1], pod))
    again = recompute(event)
    assert again.differs_from is None
    assert len(event.rounds) == 4
    assert [line.place for line in again.standings] == list(range(1, len(ENTRANTS) + 1))


async def test_its_game_is_played_to_the_end_and_every_card_was_dealt_as_committed(old: Path):
    dice = Random(17)
    async with opened(old) as store:
        table = await running_game(store)
        while table.phase == "playing":
            table = await move(store, table, dice)
    async with opened(old) as store:
        assert await store.table(table.id) == table_to_row(table)
        findings = await verify_table(store, table.id)
        assert findings
        assert all(finding.right for finding in findings), findings


async def move(store: Store, table: Table, dice: Random) -> Table:
    """Any legal action of a seat that the game waits for, stored."""
    game, seat = table.game, table.game.to_act(table.state)[0]
    action = dice.choice(game.legal_actions(table.state, seat))
    state, _events = game.apply(table.state, seat, action)
    after = replace(
        table,
        state=state,
        revision=table.revision + 1,
        actions=table.actions + 1,
        changed=time.time(),
        phase="playing" if game.outcome(state) is None else "over",
    )
    logged = ActionRow(after.actions, seat, action, user=None, at=after.changed)
    await store.commit(Change(table_to_row(after), action=logged, full=False))
    return after
