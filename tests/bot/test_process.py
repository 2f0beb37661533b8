"""The bot as a process of its own, killed and started again: nothing answered is lost or done twice."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from playground import Playground, Visitor
from tests.support.tavern import choices, choose_first, deal, hand, is_board, open_lobby, table_of

ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def process(pg: Playground, folder: Path, **settings: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """`python -m bot run`, connected to the playground; killed afterwards if it still lives."""
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "run",
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            **pg.environment,
            "DATABASE_PATH": "tortuga.db",
            **settings,
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield child
    finally:
        if child.returncode is None:
            child.kill()
        await child.communicate()


@asynccontextmanager
async def connected(
    pg: Playground, folder: Path, **settings: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """The same, ready to be played with."""
    async with process(pg, folder, **settings) as child:
        await pg.wait_until_connected(timeout=20)
        yield child


async def test_killed_in_the_middle_it_goes_on_where_it_was_and_old_buttons_work(
    pg: Playground, tmp_path: Path
) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with connected(pg, tmp_path) as child:
        board = await deal(anne, calico)
        hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
        await choose_first(anne, hands["Anne"])
        child.kill()
        await child.wait()
    async with connected(pg, tmp_path):
        shown = await calico.wait_for(lambda seen: seen.id == board.id and "has bid" in seen.text)
        assert "still to bid" in shown.text
        await choose_first(calico, hands["Calico"])
        again = await anne.press(hands["Anne"], "Refresh")
        assert "Round 1 of 10, trick 1:" in again.text


@pytest.mark.parametrize("press", ["Start", "Join"])
async def test_killed_right_after_an_answer_nothing_answered_is_lost(
    pg: Playground, tmp_path: Path, press: str
) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with connected(pg, tmp_path) as child:
        lobby = await open_lobby(anne) if press == "Join" else await open_lobby(anne, calico)
        await (calico if press == "Join" else anne).press(lobby, press)
        child.kill()
        await child.wait()
    async with connected(pg, tmp_path):
        if press == "Join":
            again = await calico.press(lobby, "Join")
            assert "already sit" in again.text
            return
        await _board_once(anne, lobby)


async def _board_once(person: Visitor, lobby) -> None:
    board = await person.wait_for(
        lambda seen: is_board(seen, table_of(lobby)) and seen.id != lobby.id, timeout=10
    )
    shown = await hand(person, board)
    assert choices(shown)
    boards = [seen for seen in person.sees(board) if is_board(seen, table_of(lobby)) and seen.id != lobby.id]
    assert len(boards) == 1
