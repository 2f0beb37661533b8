"""Four people play every round of each edition, from the slash command to the last score."""

from __future__ import annotations

import asyncio
import re
from random import Random

import pytest

from games.catalogue import game
from playground import Playground, Seen
from storage import opened
from tests.support.child import ChildBot
from tests.support.table_play import (
    GAME,
    behind_more,
    board_of,
    choices,
    choose_any,
    deal,
    hand,
    is_result,
    open_lobby,
    play_on,
    table_of,
)

CREW = ("Anne", "Bartholomew", "Calico", "Dampier")


@pytest.mark.several_processes
@pytest.mark.parametrize("options", ["edition=classic", "kraken=True white_whale=True loot=True"])
async def test_a_ten_round_game_by_four_people_from_create_to_the_result(
    pg: Playground, bot: ChildBot, options: str
) -> None:
    people = [pg.person(name) for name in CREW]
    lobby = await open_lobby(*people, options=options, pace="none")
    await people[0].press(lobby, "Start")
    board = await board_of(people[0], lobby)
    await play_on(pg, {person.name: await hand(person, board) for person in people}, random=Random(4))

    result = await people[0].wait_for(is_result)
    assert all(name in result.text for name in CREW)
    proof = await behind_more(people[1], result, "Fairness")
    assert re.search(r"\b[0-9a-f]{64}\b", proof.text)
    async with opened(bot.place) as store:
        row = await store.table(table_of(lobby))
    assert row is not None
    assert row.phase == "over"
    rules = game(GAME)
    assert row.state is not None
    assert rules.outcome(rules.load(row.state)) is not None
    assert pg.violations == []

    again = await people[2].press(result, "Rematch")
    assert again.message is not None
    next_lobby = await people[0].wait_for(lambda seen: "Join" in [button.label for button in seen.buttons])
    assert "Calico" in next_lobby.text


async def test_a_hand_comes_to_life_when_it_is_its_owners_turn(pg: Playground, bot: ChildBot) -> None:
    people, random = [pg.person(name) for name in CREW], Random(4)
    board = await deal(*people, pace="none")
    hands = {person: await hand(person, board) for person in people}
    for person, shown in hands.items():
        await choose_any(person, shown, random)  # the bids, made side by side
    for _card in range(4):
        waits = {asyncio.ensure_future(person.wait_for(is_awaited)): person for person in people}
        done, waiting = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in waiting:
            wait.cancel()
        awaited = waits[done.pop()]
        await choose_any(awaited, hands[awaited], random)


def is_awaited(message: Seen) -> bool:
    """Whether a card can be played from this hand. (Bids stand there until it is drawn anew.)"""
    return message.is_ephemeral and any(each.split(":")[2].startswith("p") for each in choices(message))
