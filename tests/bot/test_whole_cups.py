"""A running tournament: neither its pages nor what its organiser, its moderator or the players of another pod
are shown tells anybody of a hand, and no secret of a table is told before its game is over.

It is searched as a single game is (`test_whole_games`), with all tables played at the same time;
`python -m tests.soak secrets` does so with any game, any number of people and to the end.
"""

from __future__ import annotations

import asyncio

import pytest

from games.catalogue import game
from tests.support.whole_tournament import search

pytestmark = pytest.mark.trial


def test_nobody_learns_of_a_tournament_what_is_not_theirs_to_know() -> None:
    """Three people at tables of two, so that one plays a robot."""
    found = asyncio.run(search(game("corsari"), 1, people=3, pod=2, rounds=1, to_the_end=False))
    assert found.answers > 150
    assert found.messages > 300
    assert found.pictures > 50
    assert found.names > 5000
