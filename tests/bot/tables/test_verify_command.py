"""`tortuga verify`, a process of its own, asked about games in a database that a bot has open meanwhile."""

from __future__ import annotations

import asyncio
import base64
import json
import sqlite3
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.tables.model import Table
from tests.bot import command
from tests.bot.tables.conftest import Tavern


@pytest.fixture
async def finished(harness: Tavern) -> Table:
    """A table whose game has been played out."""
    table = await harness.game("Anne", "Bartholomew")
    return await harness.play_on(table.id)


async def verify(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """Exit status, output and errors."""
    told = await asyncio.to_thread(
        command.process, folder, "verify", *arguments, DATABASE_PATH="tortuga.sqlite3"
    )
    return told.returncode, told.stdout, told.stderr


async def test_an_honest_game_is_right_in_all_that_was_checked(finished: Table, tmp_path: Path):
    status, found, _errors = await verify(tmp_path, finished.id)
    assert status == 0, found
    assert found.count("\n") == found.count("right  ") >= 3


async def test_a_commitment_that_was_not_the_one_shown_is_told(finished: Table, tmp_path: Path):
    status, found, _errors = await verify(tmp_path, finished.id, "--commitment", "00" * 32)
    assert status == 1
    assert found.startswith("WRONG  ")


async def test_a_log_that_somebody_changed_is_told(finished: Table, tmp_path: Path):
    with sqlite3.connect(tmp_path / "tortuga.sqlite3") as db:
        db.execute("DELETE FROM actions WHERE table_id = ? AND number = 9", [finished.id])
    status, found, _errors = await verify(tmp_path, finished.id)
    assert status == 1
    assert "WRONG  " in found


async def game_that_ended_with_a_middle(harness: Tavern) -> Table:
    """A game of Skull Queen at whose end states remember a middle, as most do."""
    while True:
        ended = await harness.play_on((await harness.game("Anne", "Bartholomew", slug="skull-queen")).id)
        if ended.state.table.last_middle:
            return ended


async def test_a_game_that_was_stored_when_states_remembered_less_is_right(harness: Tavern, tmp_path: Path):
    ended = await game_that_ended_with_a_middle(harness)
    state = json.loads(ended.game.dump(ended.state))
    learned = type(ended.state.table).__struct_fields__.index("last_middle")
    assert state[0][learned] == base64.b64encode(ended.state.table.last_middle).decode()
    del state[0][learned:]
    with sqlite3.connect(tmp_path / "tortuga.sqlite3") as db:
        db.execute(
            "UPDATE standing SET state = CAST(? AS BLOB) WHERE table_id = ?", [json.dumps(state), ended.id]
        )
    status, found, _errors = await verify(tmp_path, ended.id)
    assert status == 0, found


async def test_an_end_that_somebody_changed_is_told(finished: Table, tmp_path: Path):
    open_table = finished.state.table
    richer = replace(open_table, points=(open_table.points[0] + 10, *open_table.points[1:]))
    with sqlite3.connect(tmp_path / "tortuga.sqlite3") as db:
        state = finished.game.dump(replace(finished.state, table=richer))
        db.execute("UPDATE standing SET state = CAST(? AS BLOB) WHERE table_id = ?", [state, finished.id])
    status, found, _errors = await verify(tmp_path, finished.id)
    assert status == 1
    assert "WRONG  Dealt again and played by its log" in found


async def test_a_game_that_goes_on_keeps_its_hands_secret(harness: Tavern, tmp_path: Path):
    table = await harness.game("Anne", "Bartholomew")
    status, found, errors = await verify(tmp_path, table.id)
    assert (status, found) == (1, "")
    assert "has no finished game" in errors.splitlines()[-1]
    assert "Traceback" not in errors
