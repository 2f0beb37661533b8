"""Four people play every round of each edition, from the slash command to the last score."""

from __future__ import annotations

import asyncio
import re
from random import Random

import pytest

from games.catalogue import game
from playground import Playground, Seen
from storage import open_store
from tests.acceptance.crew import (
    ChildBot,
    Sailor,
    allowed,
    board_of,
    has_ended,
    lobby,
    play_to_the_end,
    table_of,
)

GAME = "skull-king"
CREW = ("Anne", "Bartholomew", "Calico", "Dampier")


@pytest.mark.parametrize("options", ["edition=classic", "kraken=True white_whale=True loot=True"])
async def test_a_ten_round_game_by_four_people_from_create_to_the_result(
    playground: Playground, bot: ChildBot, options: str
) -> None:
    people = [playground.person(name) for name in CREW]
    opened = await lobby(*people, game=GAME, options=options)
    table = table_of(opened)
    await people[0].press(opened, "Start")
    board = await board_of(people[0], opened)
    sailors = [Sailor(person, Random(place)) for place, person in enumerate(people)]
    for sailor in sailors:
        await sailor.look(board)
    await play_to_the_end(sailors)

    result = await people[0].wait_for(lambda seen: has_ended(seen) and not seen.is_ephemeral)
    assert all(name in result.text for name in CREW)
    sheets = [message for message in people[0].sees(board) if "Score sheet" in message.text]
    assert len(sheets) >= 9

    proof = await people[1].press(result, "Proof of the shuffle")
    assert re.search(r"\b[0-9a-f]{64}\b", proof.text)
    store = await open_store(bot.database)
    row = await store.table(table)
    assert row is not None
    assert row.phase == "over"
    rules = game(GAME)
    assert row.state is not None
    assert rules.outcome(rules.load(row.state)) is not None
    await store.close()
    assert playground.violations == []

    again = await people[2].press(result, "Rematch")
    assert again.message is not None
    next_lobby = await people[0].wait_for(lambda seen: "Join" in [button.label for button in seen.buttons])
    assert "Calico" in next_lobby.text


async def test_a_hand_comes_to_life_when_it_is_its_owners_turn(playground: Playground, bot: ChildBot) -> None:
    people = [playground.person(name) for name in CREW]
    opened = await lobby(*people, game=GAME)
    await people[0].press(opened, "Start")
    board = await board_of(people[0], opened)
    sailors = [Sailor(person, Random(place)) for place, person in enumerate(people)]
    for sailor in sailors:
        await sailor.look(board)
    for sailor in sailors:
        await sailor.play()  # the bids, made side by side
    for _card in range(4):
        waits = {asyncio.ensure_future(sailor.person.wait_for(is_awaited)): sailor for sailor in sailors}
        done, waiting = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in waiting:
            wait.cancel()
        await waits[done.pop()].play()


def is_awaited(message: Seen) -> bool:
    """Whether this is a hand that can be played from."""
    return message.is_ephemeral and bool(allowed(message))
