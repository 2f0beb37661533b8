"""The bot as a process of its own, killed and started again: nothing answered is lost or done twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from playground import Playground, Visitor
from tests.support.child import HASTE, child_bot
from tests.support.table_play import (
    board_of,
    choices,
    choose_first,
    deal,
    hand,
    is_board,
    look_again,
    open_lobby,
    table_of,
)

pytestmark = pytest.mark.trial


async def test_killed_in_the_middle_it_goes_on_where_it_was_and_old_buttons_work(
    pg: Playground, tmp_path: Path
) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with child_bot(pg, tmp_path, **HASTE) as child:
        board = await deal(anne, calico, pace="none")
        hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
        await choose_first(anne, hands["Anne"])
        await child.kill()
    async with child_bot(pg, tmp_path, **HASTE):
        shown = await calico.wait_for(lambda seen: seen.id == board.id and "has bid" in seen.text)
        assert "still to bid" in shown.text
        await choose_first(calico, hands["Calico"])
        again = await look_again(anne, hands["Anne"])
        assert "Round 1 of 10, trick 1." in again.text


@pytest.mark.parametrize("press", ["Start", "Join"])
async def test_killed_right_after_an_answer_nothing_answered_is_lost(
    pg: Playground, tmp_path: Path, press: str
) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with child_bot(pg, tmp_path) as child:
        lobby = await open_lobby(anne) if press == "Join" else await open_lobby(anne, calico)
        await (calico if press == "Join" else anne).press(lobby, press)
        await child.kill()
    async with child_bot(pg, tmp_path):
        if press == "Join":
            again = await calico.press(lobby, "Join")
            assert "You're here already" in again.text
            return
        await _board_once(anne, lobby)


async def _board_once(person: Visitor, lobby) -> None:
    board = await board_of(person, lobby)
    shown = await hand(person, board)
    assert choices(shown)
    boards = [seen for seen in person.sees(board) if is_board(seen, table_of(lobby)) and seen.id != lobby.id]
    assert len(boards) == 1
