"""Every game of the catalogue is played through the same screens, from the lobby to the final score."""

from __future__ import annotations

from random import Random

import pytest

from games.catalogue import catalogue
from playground import Playground
from tests.acceptance.crew import ChildBot, Sailor, board_of, has_ended, lobby, play_to_the_end


@pytest.mark.parametrize("slug", catalogue())
@pytest.mark.timeout(240)
async def test_a_game_is_played_to_its_end_by_people_and_robots(
    playground: Playground, bot: ChildBot, slug: str
) -> None:
    game = catalogue()[slug]
    people = [playground.person(name) for name in ("Anne", "Calico")]
    opened = await lobby(*people, game=slug)
    for _robot in range(max(0, game.players_for(game.Options())[0] - len(people))):
        await people[0].press(opened, "Add robot")
    await people[0].press(opened, "Start")
    board = await board_of(people[0], opened)
    sailors = [Sailor(person, Random(place)) for place, person in enumerate(people)]
    for sailor in sailors:
        await sailor.look(board)
    await play_to_the_end(sailors)

    result = await people[0].wait_for(lambda seen: has_ended(seen) and not seen.is_ephemeral)
    assert all(person.name in result.text for person in people)
    assert playground.violations == []
