"""Many people at once: one table that everybody wants to join, and forty tables played side by side."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from playground import Playground
from tests.acceptance.crew import ChildBot, Sailor, board_of, lobby, play_to_the_end

GAME = "skull-king"


@pytest.mark.timeout(60)
async def test_a_hundred_people_press_join_at_once_and_six_sit(playground: Playground, bot: ChildBot) -> None:
    host, *crowd = playground.add_people(*(f"Sailor {number}" for number in range(100)))
    opened = await lobby(host, game=GAME, seats=6)
    answers = await asyncio.gather(*(person.press(opened, "Join") for person in crowd))
    told_full = [answer for answer in answers if answer.message and answer.message.is_ephemeral]
    assert len(told_full) == 94
    assert all("All 6 seats are taken" in answer.text for answer in told_full)
    late = await host.press(opened, "Join")
    assert "already sit" in late.text
    shown = await host.wait_for(lambda seen: seen.id == opened.id and seen.text.count("Sailor") >= 6)
    assert shown.text.count("Sailor") >= 6


@pytest.mark.timeout(240)
async def test_forty_tables_are_played_at_once_to_their_ends(playground: Playground, bot: ChildBot) -> None:
    people = playground.add_people(*(f"Captain {number}" for number in range(80)))

    async def one_table(number: int) -> None:
        pair = people[2 * number : 2 * number + 2]
        opened = await lobby(*pair, game=GAME)
        await pair[0].press(opened, "Start")
        board = await board_of(pair[0], opened)
        sailors = [Sailor(person, Random(number)) for person in pair]
        for sailor in sailors:
            await sailor.look(board)

        await play_to_the_end(sailors)

    await asyncio.gather(*(one_table(number) for number in range(40)))
    assert playground.violations == []
