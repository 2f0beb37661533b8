"""What seldom happens at a table, and must come out right all the same."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from bot.refusal import Refusal
from bot.tables import history, lobby, options
from bot.tables.model import Table
from bot.tables.service import TableService
from games.catalogue import game
from games.contract import Event
from games.skull_king.game import SkullKing
from storage.errors import Conflict
from storage.models import OutboxRow
from tests.bot.tables.conftest import GAME, PEOPLE, InPlace, Notebook, Tavern

# in the lobby


async def test_a_host_does_not_show_themselves_the_door(harness: Tavern) -> None:
    table = await harness.lobby("Anne", "Calico")
    with pytest.raises(Refusal) as refusal:
        await harness.tables.change(harness.press("Anne"), table.id, lobby.remove, table.seats[0].join)
    assert refusal.value.reason == "input"
    assert len((await harness.tables.table(table.id)).seats) == 2


async def test_whoever_was_invited_stays_invited_when_somebody_else_is(harness: Tavern) -> None:
    table = await harness.lobby("Anne")
    for name in ("Calico", "Dampier"):
        await harness.tables.change(harness.press("Anne"), table.id, lobby.invite, [PEOPLE[name]])
    await harness.tables.change(harness.press("Calico"), table.id, lobby.join)
    assert (await harness.tables.change(harness.press("Dampier"), table.id, lobby.join)).table.seat_of(
        PEOPLE["Dampier"]
    ) == 2


async def test_a_table_with_every_seat_there_is_keeps_them_all_whatever_is_chosen(harness: Tavern) -> None:
    table = await harness.lobby("Anne")
    most = table.record.capacity
    for edition in ("classic", "beck"):
        table = (
            await harness.tables.change(
                harness.press("Anne"), table.id, options.set_option, "edition", edition
            )
        ).table
    assert table.record.capacity == most


# presses and moves that come at an odd moment


async def test_the_second_half_of_a_choice_does_nothing_without_the_first(harness: Tavern) -> None:
    table = await harness.game("Anne", "Calico")
    decision = table.game.decision(table.state, table.seat_of(PEOPLE["Anne"]) or 0)
    done = await harness.tables.playing.choose(harness.press("Anne"), table.id, decision, 1, 0)
    assert done.table.actions == 0


async def test_a_robots_thought_about_a_decision_that_has_passed_is_dropped(harness: Tavern) -> None:
    table = await harness.lobby("Anne")
    await harness.tables.change(harness.press("Anne"), table.id, lobby.add_robot)
    table = (await harness.tables.playing.start(harness.press("Anne"), table.id)).table
    robot = next(seat for seat, sitter in enumerate(table.seats) if sitter.robot)
    asked = table.game.observe(table.state, robot)
    while (await harness.tables.table(table.id)).actions == 0:  # its bid
        harness.notebook.news.clear()
        await asyncio.wait_for(harness.notebook.news.wait(), 5)
    await harness.tables.playing.move_robot(table.id, robot, asked.decision, asked.legal[0])
    assert (await harness.tables.table(table.id)).actions == 1


async def test_a_robots_thought_for_a_seat_that_a_person_plays_is_dropped(harness: Tavern) -> None:
    table = await harness.game("Anne", "Calico")
    asked = table.game.observe(table.state, 0)
    await harness.tables.playing.move_robot(table.id, 0, asked.decision, asked.legal[0])
    assert (await harness.tables.table(table.id)).actions == 0


async def test_a_press_that_nobody_waits_for_any_more_is_stored_and_the_table_goes_on(
    harness: Tavern,
) -> None:
    table = await harness.lobby("Anne")
    joining = asyncio.create_task(harness.tables.change(harness.press("Calico"), table.id, lobby.join))
    while not harness.store.monitoring.writes_waiting:
        await asyncio.sleep(0)
    joining.cancel()
    with pytest.raises(asyncio.CancelledError):
        await joining
    for _attempt in range(2):  # the first may find the table as it was before, and then looks again
        try:
            table = (await harness.tables.change(harness.press("Dampier"), table.id, lobby.join)).table
        except Conflict:
            continue
        break
    assert {seat.name for seat in table.seats} == {"Anne", "Calico", "Dampier"}


# what follows


class Counting(Notebook):
    """Notes how many attempts at an outbox entry are on record while it is run."""

    house_store: Any = None

    async def run(self, table: Table, entry: OutboxRow) -> None:
        """Look, then do as the notebook does."""
        known = await self.house_store.outbox()
        self.ran.append(f"attempt {next(row.attempts for row in known if row.id == entry.id)}")
        await super().run(table, entry)


async def test_an_attempt_at_an_outbox_entry_is_on_record_before_it_is_made(harness: Tavern) -> None:
    notebook = Counting(later=["lobby"])
    notebook.house_store = harness.store
    tables = TableService(harness.store, notebook, robot_pool=InPlace())
    await harness.tables.close()
    await tables.open()
    await tables.opening.create(harness.press("Anne"), guild=1, channel=2, game=GAME, options={})
    await notebook.until("lobby")
    await tables.close()
    assert notebook.ran == ["attempt 1", "attempt 2", "lobby"]


class Whispering(SkullKing):
    """The same game, but of each move only the seat that made it may know."""

    def apply(self, state: Any, seat: int, action: str) -> tuple[Any, tuple[Event, ...]]:
        """As ever, said to one seat only."""
        after, events = super().apply(state, seat, action)
        return after, tuple(replace(event, audience=(seat,)) for event in events)


async def test_the_log_tells_nobody_what_only_others_may_know(harness: Tavern) -> None:
    table = await harness.game("Anne", "Calico")
    ended = replace(await harness.play_on(table.id), game=Whispering())
    log = await harness.store.log(table.id)
    heard = [history.narrate(ended, log, seat) for seat in (0, 1)]
    assert all(heard)
    assert history.narrate(ended, log, None) == []
    everything = history.narrate(replace(ended, game=game(GAME)), log, None)
    assert len(heard[0]) + len(heard[1]) == len(everything)
