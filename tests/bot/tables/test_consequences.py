"""What follows from every change of a table, and why in this order."""

from __future__ import annotations

from msgspec.structs import replace

from bot.pace import BLITZ, DAILY
from bot.tables import leaving
from bot.tables.consequences import CONSEQUENCES, Circumstances, consequences, occasions
from bot.tables.model import Table, TableUpdate
from storage.models import OutboxEntry
from tests.bot.tables.conftest import PEOPLE, Tavern

TOLD = OutboxEntry("removed")


def about(before: Table | None) -> Circumstances:
    """A press at a thousand seconds."""
    return Circumstances(before, by_press=True, now=1_000.0, awake=1_000.0)


async def test_clocks_run_by_the_pace_that_is_settled_with_the_same_change(harness: Tavern) -> None:
    lobby = await harness.lobby("Anne", "Calico")
    open_to_all = lobby.with_record(pace_open=True, pace=BLITZ)
    now = replace(about(lobby), slow_pace=DAILY)
    dealt = (await harness.tables.playing.start(harness.press("Anne"), lobby.id)).table
    begun = replace(dealt, record=replace(dealt.record, pace_open=True, pace=BLITZ))
    slow = consequences(now, TableUpdate(begun)).table
    quick = consequences(about(lobby), TableUpdate(begun)).table
    assert consequences(now, TableUpdate(open_to_all)).table.record.pace == DAILY
    assert slow.due is not None
    assert quick.due is not None
    assert slow.due > quick.due


async def test_the_preference_of_each_becomes_the_order_of_their_seat_when_cards_are_dealt(
    harness: Tavern,
) -> None:
    lobby = await harness.lobby("Anne", "Calico")
    dealt = (await harness.tables.playing.start(harness.press("Anne"), lobby.id)).table
    seat = dealt.seat_of(PEOPLE["Calico"])
    now = replace(about(lobby), forced_move_users={PEOPLE["Calico"]})
    assert list(consequences(now, TableUpdate(dealt)).table.plans) == [seat]


async def test_calls_are_told_first_and_what_the_change_itself_tells_last(harness: Tavern) -> None:
    game = await harness.game("Anne", "Calico")
    called = leaving.call_substitute(game, harness.press("Anne"), 1_000.0, None)
    over = replace(called.table, phase="over")
    update = consequences(about(game), replace(called, table=called.table, outbox=(TOLD,)))
    ended = consequences(about(update.table), TableUpdate(over, outbox=(TOLD,)))
    assert [entry.kind for entry in update.outbox] == ["call", "removed"]
    assert [entry.kind for entry in ended.outbox] == ["uncall", "result", "removed"]


async def test_nothing_of_a_private_table_is_told_whatever_step_would(harness: Tavern) -> None:
    game = await harness.game("Anne", "Calico")
    hidden = game.with_record(private=True)
    over = replace(hidden, phase="over")
    called = leaving.call_substitute(hidden, harness.press("Anne"), 1_000.0, None)
    assert consequences(about(hidden), TableUpdate(over, outbox=(TOLD,))).outbox == ()
    assert consequences(about(hidden), called).outbox == ()


async def test_the_revision_counts_on_and_the_end_of_a_game_stays_when_it_was(harness: Tavern) -> None:
    game = await harness.game("Anne", "Calico")
    over = consequences(about(game), TableUpdate(replace(game, phase="over"))).table
    later = consequences(replace(about(over), now=2_000.0), TableUpdate(over)).table
    assert (over.revision, later.revision) == (game.revision + 1, game.revision + 2)
    assert (over.changed, later.changed) == (1_000.0, 1_000.0)


async def test_an_ordinary_move_brings_nothing_but_its_clocks_and_its_revision(harness: Tavern) -> None:
    game = await harness.game("Anne", "Calico")
    there_is = occasions(about(game), game)
    assert [step.__name__ for occasion, step in CONSEQUENCES if there_is[occasion]] == [
        "run_clocks",
        "count_revision",
    ]
