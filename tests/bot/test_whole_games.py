"""Whole games of every rule book through the whole bot: no byte of what leaves it tells anybody what they may
not know at that moment. Not a message, its alt texts, its drawings or its custom_ids; no window, no list that
opens, no export of what is stored, no figure, no thread's name.

It is tried in two ways. Whatever is sent is searched for the names of cards that somebody else holds; and in
the midst of the game everybody asks everything twice, the second time with all that they cannot know drawn
anew: the answers must be the same to the byte.

`WHOLE_GAMES=50` plays so many of each rule book, with more people and more such moments
(`python -m tests.soak secrets` does so by the hundred).
"""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from games.catalogue import catalogue
from games.contract import AnyGame
from tests.games.hidden import NOTHING_PRIVATE
from tests.games.playing import Beginning, beginnings
from tests.support.whole_game import search

GAMES = int(os.environ.get("WHOLE_GAMES", "1"))
some = settings(max_examples=GAMES, phases=[Phase.generate], suppress_health_check=[HealthCheck.too_slow])


def begun(game: AnyGame, most: int) -> st.SearchStrategy[Beginning]:
    """Such a game, by at most so many players, or by as few as it allows."""

    def fewer(begun: Beginning) -> Beginning:
        allowed = game.players_for(begun.options)
        return replace(begun, players=max(allowed[0], min(begun.players, most)))

    # What hypothesis tries first is the simplest there is, each time; where one is tried, another is better.
    return beginnings([game]).filter(lambda begun: begun.chance > 1).map(fewer)


@pytest.mark.timeout(60 * GAMES + 120)
@pytest.mark.parametrize("slug", catalogue())
@some
@given(data=st.data())
def test_nobody_learns_what_is_not_theirs_to_know(slug: str, data: st.DataObject) -> None:
    beginning = data.draw(begun(catalogue()[slug], most=2 if GAMES == 1 else 8))
    found = asyncio.run(search(beginning, stops=1 if GAMES == 1 else 3))
    assert found.answers > 80
    assert found.messages > 50
    assert found.pictures > 20
    assert found.names > 500 or slug in NOTHING_PRIVATE
