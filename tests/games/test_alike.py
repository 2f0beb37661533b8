"""Nothing changes unseen: games with many options are played, told, asked and drawn as they were."""

from __future__ import annotations

import pytest

from games.catalogue import BUILT_IN
from tests.games.alike import Party, fingerprints, kept, parties

every = pytest.mark.parametrize("party", parties().values(), ids=parties())


@every
@pytest.mark.long
def test_the_game_is_in_all_things_as_it_was(party: Party) -> None:
    assert fingerprints(party) == kept()[party.name], (
        "If this is meant: python -m tests.games.alike, once playthroughs and gallery show what changes."
    )


def test_every_number_of_players_and_value_of_an_option_comes_up() -> None:
    for game in BUILT_IN:
        own = [party for party in parties().values() if party.game is game]
        offered = {option.name: option for party in own for option in game.option_fields(party.options)}
        for name, option in offered.items():
            tried = {getattr(party.options, name) for party in own}
            assert tried >= {value.value for value in option.values}, (game.slug, name)
        assert {party.players for party in own} >= {min(game.players), max(game.players)}, game.slug
