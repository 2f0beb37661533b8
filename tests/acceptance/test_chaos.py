"""A sample of `python -m tests.soak faults`: games amid every trouble, and people who play on."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from playground import Playground, Visitor
from tests.support.chaos.answer_log import AnswerLog
from tests.support.chaos.bot import InThisProcess
from tests.support.chaos.player import Player
from tests.support.chaos.run import SHORT, play
from tests.support.database import rows_of

pytestmark = pytest.mark.three_seconds
"""Whose bot is killed tries again after them."""

MOVES = 40
"""Choices that are answered as played at least: some of the 68 are made although their answer is lost."""
TROUBLES = 10
"""Kinds of trouble that a run meets at least."""


async def test_amid_any_chaos_every_game_comes_to_its_end_and_every_answered_move_is_in_the_log_once(
    tmp_path: Path,
) -> None:
    told = await play(1, tmp_path, SHORT)
    assert told.wrong == []
    assert told.counted["games"] == len(SHORT)
    assert told.counted["choices played"] >= MOVES
    assert len(told.troubles) >= TROUBLES


async def bids_made(pg: Playground, folder: Path, answers: AnswerLog) -> tuple[Path | str, str]:
    """Two people have bid without faults: the database, and their table."""
    bot = InThisProcess(pg, folder)
    await bot.start()
    try:
        crew: list[Visitor] = [pg.person("Anne"), pg.person("Calico")]
        players = [Player(pg, person, "tavern", answers, Random(1)) for person in crew]
        table = await players[0].opens_table("skull-king", "")
        for player in players:
            await player.sits_down(table)
        await players[0].starts()
        for player in players:
            await player.makes_a_choice()
    finally:
        await bot.end()
    return bot.place, table


@pytest.mark.parametrize(
    ("tampering", "noticed"),
    [
        ("DELETE FROM actions WHERE number = 2", "2 presses stored, 1 moves"),
        ("UPDATE actions SET number = 7 WHERE number = 2", "not numbered one by one"),
        ("DELETE FROM interactions", "answered as played"),
    ],
)
async def test_the_answer_log_notices_a_move_that_is_lost_doubled_or_was_never_stored(
    pg: Playground, tmp_path: Path, tampering: str, noticed: str
) -> None:
    answers = AnswerLog(pg)
    place, table = await bids_made(pg, tmp_path, answers)
    assert await answers.wrong(place, [table]) == [f"{table} is playing"]
    await rows_of(place, tampering)
    wrong = await answers.wrong(place, [table])
    assert any(noticed in line for line in wrong)
