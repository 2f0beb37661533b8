"""Fairness says what was found when the game was dealt and played again just now, and what is wrong."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from playground import Playground, Seen, Visitor
from tests.support.bot import tortuga
from tests.support.table_play import SHORT, behind_more, deal, hand, has_ended, play_on, table_of


async def result_of(pg: Playground, *people: Visitor) -> Seen:
    """A game that has been played out: its board."""
    board = await deal(*people, **SHORT)
    await play_on(pg, {person.name: await hand(person, board) for person in people})
    return await people[0].wait_for(lambda seen: seen.id == board.id and has_ended(seen))


def another_action(database: sqlite3.Connection, table: str) -> None:
    """The last move was another one."""
    sql = "SELECT number, seat, action FROM actions WHERE table_id = ? ORDER BY number"
    rows = database.execute(sql, (table,)).fetchall()
    number, seat, action = rows[-1]
    other = next(each for _number, by, each in rows if by != seat and each != action)
    sql = "UPDATE actions SET action = ? WHERE table_id = ? AND number = ?"
    database.execute(sql, (other, table, number))


def missing_action(database: sqlite3.Connection, table: str) -> None:
    """A move was taken out."""
    database.execute("DELETE FROM actions WHERE table_id = ? AND number = 2", (table,))


def another_secret(database: sqlite3.Connection, table: str) -> None:
    """The cards were dealt from something else than what was sealed."""
    ((kept,),) = database.execute("SELECT record FROM tables WHERE id = ?", (table,)).fetchall()
    record = json.loads(kept)
    record["secret"] = "5a" * 32
    database.execute("UPDATE tables SET record = CAST(? AS BLOB) WHERE id = ?", (json.dumps(record), table))


async def test_a_game_that_goes_on_is_promised_and_tells_no_secret(anne: Visitor, calico: Visitor) -> None:
    board = await deal(anne, calico)
    read = (await behind_more(calico, board, "Fairness")).text
    assert "sealed every deal before anybody sat down" in read
    assert "Checked" not in read


async def test_a_right_game_is_checked_and_stays_so_over_a_restart(pg: Playground, tmp_path: Path) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with tortuga(pg, tmp_path):
        result = await result_of(pg, anne, calico)
        assert (
            "✅ Checked: the cards were dealt as sealed"
            in (await behind_more(calico, result, "Fairness")).text
        )
    async with tortuga(pg, tmp_path):
        assert "✅ Checked" in (await behind_more(anne, result, "Fairness")).text


@pytest.mark.parametrize(
    ("tampered", "which"),
    [
        (another_action, "⚠️ Deal 1 is not the one that was sealed"),
        (missing_action, "⚠️ Deal 1 is not the one that was sealed"),
        (another_secret, "⚠️ Deal 1 is not the one that was sealed"),
    ],
)
async def test_a_game_that_somebody_changed_is_said_to_be_wrong(
    pg: Playground, tmp_path: Path, tampered: Callable[[sqlite3.Connection, str], None], which: str
) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with tortuga(pg, tmp_path):
        result = await result_of(pg, anne, calico)
    with closing(sqlite3.connect(tmp_path / "tortuga.db")) as database, database:
        tampered(database, table_of(result))
    async with tortuga(pg, tmp_path):
        read = (await behind_more(calico, result, "Fairness")).text
    assert "✅" not in read
    assert which in read
    assert "Show this to whoever runs me." in read
