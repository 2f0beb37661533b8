"""A server shows the bot the door: its tables stand still, and a month later nothing is left of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.pace import BLITZ, DAY, HOUR
from bot.privacy.server_removal import CHECK_INTERVAL, KEPT_FOR, TABLES_PER_BATCH, ServerRemovals
from bot.refusal import Refusal
from bot.tables import opening
from bot.tournaments.model import to_row
from storage import OutboxEntry, TournamentChange
from storage.models import Change
from tests.bot.privacy.conftest import office_of
from tests.bot.tables.conftest import CHANNEL, GAME, GUILD
from tests.bot.tables.test_clocks import Days, open_house
from tests.bot.tournaments.cups import cup
from tests.support.clock import VirtualClock
from tests.support.idle import let_all_run

ELSEWHERE = 99


async def gone(_guild: int) -> bool:
    """Discord says that the bot is not there."""
    return True


async def unknown(_guild: int) -> bool:
    """Discord does not answer."""
    return False


@asynccontextmanager
async def watching(days: Days) -> AsyncIterator[ServerRemovals]:
    """Whoever erases servers, at work."""
    removals = ServerRemovals(days.store, days.tables, office_of(days), days.clock)
    removals.open()
    try:
        yield removals
    finally:
        await removals.close()


async def elsewhere(days: Days) -> str:
    """A lobby on another server."""
    done = await days.tables.opening.create(
        days.press("Dampier"), guild=ELSEWHERE, channel=CHANNEL, game=GAME, options={}
    )
    return done.table.id


async def test_tables_of_a_server_that_is_gone_stand_still_however_long(days: Days) -> None:
    running = await days.dealt("Anne", "Calico", robots=1, pace=BLITZ)
    lobby = await days.lobby("Anne")
    other = await elsewhere(days)
    await days.settled()
    async with watching(days) as removals:
        await removals.went(GUILD)
        ran, before = len(days.notebook.nudges), await days.now(running)
        due = {table for table, _moment in await days.store.due()}
        assert due == {other}
        days.clock.advance(20 * DAY)
        await days.settled()
        after = await days.now(running)
        assert (after.phase, after.actions, after.timing) == ("playing", before.actions, before.timing)
        assert (await days.now(lobby)).phase == "lobby"
        assert len(days.notebook.nudges) == ran
        assert (await days.tables.table(other)).phase == "closed"


async def test_invited_again_everything_goes_on_with_the_time_that_was_left(days: Days) -> None:
    running = await days.dealt("Anne", "Calico", pace=BLITZ)
    lobby = await days.lobby("Anne")
    await days.passes(60)
    async with watching(days) as removals:
        await removals.went(GUILD)
        days.clock.advance(20 * DAY)
        await removals.came_back(GUILD)
        await days.settled()
        assert await days.store.servers.gone() == []
        assert (await days.now(running)).actions == 0
        assert (await days.now(lobby)).due == pytest.approx(days.clock.awake() + DAY)
        await days.passes(BLITZ.move + BLITZ.bank - 61)
        assert (await days.now(running)).actions == 0
        await days.passes(2)
        assert (await days.now(running)).actions == 2  # their time was up, to the second


async def test_an_outbox_entry_of_a_server_that_is_gone_waits_until_it_is_there_again(days: Days) -> None:
    table = await days.dealt("Anne", "Calico")
    await days.settled()
    async with watching(days) as removals:
        await removals.went(GUILD)
        days.notebook.ran.clear()
        row = await days.store.table(table.id)
        assert row is not None
        shut = await days.now(table)
        await days.store.commit(
            Change(replace(row, revision=row.revision + 1), outbox=(OutboxEntry("sheet"),))
        )
        days.tables.forget_table(table.id)  # what the house remembers is one change old now
        days.tables.outbox.wake()
        await let_all_run(days.store)
        assert days.notebook.ran == []
        assert shut.timing.shut
        await removals.came_back(GUILD)
        await days.notebook.until("sheet")


async def test_after_thirty_days_of_the_calendar_everything_is_erased_and_not_before(
    days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "MOST_OPENED", 1_000)
    await days.tables.servers.change(GUILD, lobbies=0)
    tables = [(await days.lobby("Anne")).id for _ in range(TABLES_PER_BATCH + 3)]
    other = await elsewhere(days)
    await days.tables.servers.change(GUILD, pace="blitz")
    async with watching(days) as removals:
        await removals.went(GUILD)
        days.clock.advance(KEPT_FOR - 1)
        await removals.erase_due()
        assert await days.store.table(tables[0]) is not None
        days.clock.away(1)
        await removals.erase_due()
        assert await days.tables.tables_in(GUILD, ("lobby", "playing", "over", "closed")) == []
        with pytest.raises(Refusal):
            await days.tables.table(tables[0])
        assert (await days.tables.servers.of(GUILD)).pace == "daily"
        assert await days.store.servers.of(GUILD) is None
        assert await days.store.table(other) is not None


async def test_it_erases_by_itself_within_the_hour(days: Days) -> None:
    await days.lobby("Anne")
    async with watching(days) as removals:
        await removals.went(GUILD)
        await days.until(lambda: _sleeps(days))
        days.clock.advance(KEPT_FOR + CHECK_INTERVAL)

        async def erased() -> bool:
            return await days.store.servers.of(GUILD) is None

        await days.until(erased)


async def _sleeps(days: Days) -> bool:
    return days.clock.next_awakening is not None


async def test_the_month_goes_by_while_the_bot_is_stopped(tmp_path: Path) -> None:
    clock = VirtualClock()
    async with open_house(tmp_path, clock) as days:
        await days.lobby("Anne")
        await ServerRemovals(days.store, days.tables, office_of(days), clock).went(GUILD)
    clock.away(KEPT_FOR)
    async with open_house(tmp_path, clock) as days:
        removals = ServerRemovals(days.store, days.tables, office_of(days), clock)
        await removals.compare({ELSEWHERE}, gone)
        await removals.erase_due()
        assert await days.store.servers.of(GUILD) is None


async def test_whoever_invites_the_bot_again_while_it_is_stopped_loses_nothing(tmp_path: Path) -> None:
    clock = VirtualClock()
    async with open_house(tmp_path, clock) as days:
        table = await days.lobby("Anne")
        await ServerRemovals(days.store, days.tables, office_of(days), clock).went(GUILD)
    clock.away(2 * KEPT_FOR)
    async with open_house(tmp_path, clock) as days:
        removals = ServerRemovals(days.store, days.tables, office_of(days), clock)
        await removals.compare({GUILD}, gone)
        await removals.erase_due()
        assert not (await days.now(table)).timing.shut
        assert await days.store.servers.gone() == []


async def test_a_start_marks_a_server_only_if_discord_says_itself_that_the_bot_is_not_there(
    days: Days,
) -> None:
    table = await days.lobby("Anne")
    removals = ServerRemovals(days.store, days.tables, office_of(days), days.clock)
    await removals.compare(set(), unknown)
    assert await days.store.servers.gone() == []
    assert not (await days.now(table)).timing.shut
    await removals.compare({GUILD}, gone)
    assert await days.store.servers.gone() == []
    await removals.compare(set(), gone)
    assert await days.store.servers.gone() == [(GUILD, days.clock.now())]
    assert (await days.now(table)).timing.shut


async def test_a_stop_in_the_middle_of_shutting_or_erasing_is_made_good(tmp_path: Path) -> None:
    clock = VirtualClock()
    async with open_house(tmp_path, clock) as days:
        tables = [await days.lobby("Anne") for _ in range(3)]
        await days.store.servers.went(GUILD, clock.now())  # killed before a single table was shut
    async with open_house(tmp_path, clock) as days:
        removals = ServerRemovals(days.store, days.tables, office_of(days), clock)
        await removals.compare(set(), gone)
        for table in tables:
            assert (await days.now(table)).timing.shut
        clock.away(KEPT_FOR + HOUR)
        await days.store.servers.erase_some(GUILD, 1)  # killed after the first table
    async with open_house(tmp_path, clock) as days:
        await ServerRemovals(days.store, days.tables, office_of(days), clock).erase_due()
        assert await days.store.servers.of(GUILD) is None
        assert await days.tables.tables_in(GUILD, ("lobby", "playing", "over", "closed")) == []


async def test_tournaments_stand_still_with_their_server_and_are_erased_with_it(days: Days) -> None:
    tournament_service = office_of(days)
    removals = ServerRemovals(days.store, days.tables, tournament_service, days.clock)
    row = to_row(replace(cup(rounds=1), guild=GUILD, revision=1))
    await days.store.tournaments.commit(TournamentChange(row, users=(50,)))
    await days.lobby("Anne")
    await removals.went(GUILD)
    assert (await tournament_service.tournament("cup")).record.shut is not None
    await removals.came_back(GUILD)
    assert (await tournament_service.tournament("cup")).record.shut is None
    await removals.went(GUILD)
    days.clock.advance(KEPT_FOR)
    await removals.erase_due()
    with pytest.raises(Refusal):
        await tournament_service.tournament("cup")
    assert await days.store.tournaments.tournament("cup") is None
