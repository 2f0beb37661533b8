"""Every game of the catalogue is played through the same screens, from the lobby to the final score."""

from __future__ import annotations

from random import Random

import pytest

from games.catalogue import catalogue
from playground import Playground
from tests.support.child import ChildBot
from tests.support.examples import sampled
from tests.support.table_play import board_of, hand, is_result, open_lobby, play_on


@pytest.mark.sample
@pytest.mark.parametrize("slug", sampled(catalogue(), "skull-king"))
async def test_a_game_is_played_to_its_end_by_people_and_robots(
    pg: Playground, bot: ChildBot, slug: str
) -> None:
    game = catalogue()[slug]
    people = [pg.person(name) for name in ("Anne", "Calico")]
    lobby = await open_lobby(*people, game=slug, pace="none")
    for _robot in range(max(0, game.players_for(game.Options())[0] - len(people))):
        await people[0].press(lobby, "Add robot")
    await people[0].press(lobby, "Start")
    board = await board_of(people[0], lobby)
    await play_on(pg, {person.name: await hand(person, board) for person in people}, random=Random(7))

    result = await people[0].wait_for(is_result)
    assert all(person.name in result.text for person in people)
    assert pg.violations == []
