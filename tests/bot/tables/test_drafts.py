"""Half-built actions, as they are kept."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from benches.fleet import voyage
from benches.tables import tables
from bot.tables.model import Table, table_to_row
from bot.tables.repository import DraftRepository
from storage import Change, Draft, Store, opened


def a_table() -> tuple[Table, int]:
    """A game that has just begun, and a seat that is asked for something."""
    table = voyage(next(iter(tables())), Random(1)).tables[0]
    return table, table.game.to_act(table.state)[0]


async def with_a_draft(store: Store, table: Table, seat: int) -> None:
    """What the seat had chosen before the bot was stopped."""
    await store.commit(Change(table_to_row(table)))
    await store.draft(Draft(table.id, seat, table.game.decision(table.state, seat), ("a value",)))


async def test_what_one_seat_forgets_after_a_restart_leaves_the_others_what_they_had_chosen(
    tmp_path: Path,
) -> None:
    table, seat = a_table()
    async with opened(tmp_path / "tortuga.sqlite3") as store:
        await with_a_draft(store, table, seat)
        drafts = DraftRepository(store)
        await drafts.keep(table, seat + 1, "", ())
        assert await drafts.of(table, seat) == ("a value",)


async def test_drafts_of_tables_that_nobody_used_for_long_are_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.repository.DRAFTS_CACHED", 1)
    table, seat = a_table()
    async with opened(tmp_path / "tortuga.sqlite3") as store:
        await with_a_draft(store, table, seat)
        drafts = DraftRepository(store)
        assert await drafts.of(table, seat) == ("a value",)
        await drafts.keep(table, seat, table.game.decision(table.state, seat), ("another",))
        elsewhere = replace(table, id="elsewhere")
        await with_a_draft(store, elsewhere, seat)
        assert await drafts.of(elsewhere, seat) == ("a value",)
        assert await drafts.of(table, seat) == ("another",)
