"""A game that was begun on a file goes on in PostgreSQL, and on a file again, by the buttons of before."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.tables.verify import verify_table
from playground import Playground
from storage import opened
from tests.bot.command import process
from tests.support.child import HASTE, child_bot
from tests.support.table_play import deal, hand, is_result, play_on, table_of

pytestmark = pytest.mark.by_itself("plays on both engines, one after the other")

CREW = ("Anne", "Bartholomew", "Calico")


async def test_a_game_goes_on_by_its_old_buttons_wherever_it_was_moved(
    pg: Playground, tmp_path: Path, postgres_url: str
) -> None:
    people, dice = [pg.person(name) for name in CREW], Random(4)
    home, back = {"DATABASE_PATH": "tortuga.db"}, {"DATABASE_PATH": "back.db"}
    async with child_bot(pg, tmp_path, **HASTE):
        board = await deal(*people, options="edition=classic", pace="none")
        hands = {person.name: await hand(person, board) for person in people}
        await play_on(pg, hands, random=dice, presses=15)
    await moved(tmp_path, postgres_url, home)
    async with child_bot(pg, tmp_path, DATABASE_URL=postgres_url, **HASTE):
        await play_on(pg, hands, random=dice, presses=15)
    await moved(tmp_path, "back.db", {"DATABASE_URL": postgres_url})
    async with child_bot(pg, tmp_path, **back, **HASTE):
        await play_on(pg, hands, random=dice)
        result = await people[0].wait_for(is_result)
        assert table_of(result) == table_of(board)
    async with opened(tmp_path / "back.db") as store:
        findings = await verify_table(store, table_of(board))
    assert findings
    assert all(finding.right for finding in findings)
    assert pg.violations == []


async def moved(folder: Path, to: str, settings: dict[str, str]) -> None:
    """An operator moves all games from where the settings say."""
    done = await asyncio.to_thread(process, folder, "move", "--to", to, **settings)
    assert done.returncode == 0, done.stderr
