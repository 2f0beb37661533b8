"""Many people at once: one table that everybody wants to join, and forty tables played side by side.

That nobody is forgotten or mistaken for somebody else, that is. How soon so many are answered is measured by
`benches` on a quiet machine.
"""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from playground import Playground
from tests.support.child import ChildBot
from tests.support.table_play import deal, hand, open_lobby, play_on


@pytest.mark.sample
async def test_a_hundred_people_press_join_at_once_and_six_sit(pg: Playground, bot: ChildBot) -> None:
    host, *crowd = pg.add_people(*(f"Sailor {number}" for number in range(100)))
    opened = await open_lobby(host, seats=6, pace="none")
    answers = await asyncio.gather(*(person.press(opened, "Join") for person in crowd))
    told_full = [answer for answer in answers if answer.message and answer.message.is_ephemeral]
    assert len(told_full) == 94
    assert all("All 6 seats are taken" in answer.text for answer in told_full)
    late = await host.press(opened, "Join")
    assert "You're here already" in late.text
    shown = await host.wait_for(lambda seen: seen.id == opened.id and seen.text.count("Sailor") >= 6)
    assert shown.text.count("Sailor") >= 6


async def test_forty_tables_are_played_at_once_to_their_ends(pg: Playground, bot: ChildBot) -> None:
    people = pg.add_people(*(f"Captain {number}" for number in range(80)))

    async def one_table(number: int) -> None:
        pair = people[2 * number : 2 * number + 2]
        board = await deal(*pair, options="length=swift", pace="none")
        hands = {person.name: await hand(person, board) for person in pair}
        await play_on(pg, hands, random=Random(number))

    await asyncio.gather(*(one_table(number) for number in range(40)))
    assert pg.violations == []
