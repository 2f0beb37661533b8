"""Whole games of every rule book through the whole bot: no byte of what leaves it tells anybody what they may
not know at that moment. Not a message, its alt texts, its drawings or its custom_ids; no window, no list that
opens, no export of what is stored, no figure, no thread's name.

It is tried in two ways. Whatever is sent is searched for the names of cards that somebody else holds; and in
the midst of the game everybody asks everything twice, the second time with all that they cannot know drawn
anew: the answers must be the same to the byte.

`WHOLE_GAMES=50` plays so many of each rule book, with any number of people and robots and more such moments
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
from tests.games.playing import Beginning, beginnings, draws
from tests.support.whole_game import search

pytestmark = pytest.mark.trial

GAMES = int(os.environ.get("WHOLE_GAMES", "1"))
some = settings(
    max_examples=GAMES,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=GAMES == 1,  # the same game each time: how long one lasts is a matter of its options and deal
)


def begun(game: AnyGame, players: int) -> st.SearchStrategy[Beginning]:
    """Such a game, by so many players if its options allow that."""

    def so_many(begun: Beginning) -> Beginning:
        allowed = game.players_for(begun.options)
        return replace(begun, players=min(allowed, key=lambda number: abs(number - players)))

    # What hypothesis tries first is the simplest there is, each time; where one is tried, another is better.
    return beginnings([game]).filter(lambda begun: begun.chance > 1).map(so_many)


@pytest.mark.timeout(60 * GAMES + 540)
@pytest.mark.parametrize("slug", catalogue())
@some
@given(data=st.data())
def test_nobody_learns_what_is_not_theirs_to_know(slug: str, data: st.DataObject) -> None:
    if GAMES == 1:
        beginning, stops = data.draw(begun(catalogue()[slug], players=3)), 1
        robots = beginning.players - 2
    else:
        beginning, stops = data.draw(beginnings([catalogue()[slug]])), 3
        robots = data.draw(st.integers(0, beginning.players - 1))
    found = asyncio.run(search(beginning, stops=stops, robots=robots))
    assert found.answers > 50
    assert found.messages > 50
    assert found.pictures > 20 or not draws(catalogue()[slug])
    assert found.names > 500 or slug in NOTHING_PRIVATE
    assert found.buttons > 100 or slug in NOTHING_PRIVATE
