"""Whole games in which those with a standing answer change it at any time, not only when the game waits."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from games.buccaneer.state import State
from games.text import Seat
from tests.games.buccaneer.port import BUCCANEER

GAMES = [(players, number) for players in (3, 4, 5) for number in range(4)]


def question(state: State, seat: Seat) -> object:
    """What is asked of a seat, whatever the sentence above it says."""
    menu = BUCCANEER.steps(BUCCANEER.observe(state, seat))
    return menu and (menu.choices, BUCCANEER.legal_actions(state, seat))


def restless(players: int, chance: int) -> list[tuple[State, Seat]]:
    """A game's states, each with the seat that acts in it; anybody who may do something may be next."""
    random, course = Random(chance), list[tuple[State, Seat]]()
    state: State = BUCCANEER.new(BUCCANEER.Options(), players, random.randbytes(32))
    while BUCCANEER.to_act(state):
        able = [seat for seat in range(players) if BUCCANEER.legal_actions(state, seat)]
        seat = random.choice(able)
        course.append((state, seat))
        action = random.choice(BUCCANEER.legal_actions(state, seat))
        state, _events = BUCCANEER.apply(state, seat, action)
    return course


@pytest.mark.parametrize(("players", "chance"), GAMES)
def test_each_question_has_one_token_and_no_token_comes_back(players: int, chance: int) -> None:
    course = restless(players, chance)
    passed: dict[Seat, set[str]] = {seat: set() for seat in range(players)}
    for (before, actor), (after, _next) in pairwise(course):
        for seat in range(players):
            old, new = BUCCANEER.decision(before, seat), BUCCANEER.decision(after, seat)
            same = question(before, seat) == question(after, seat)
            assert (old == new) == (same and (seat != actor or not old))
            if old != new:
                passed[seat].add(old)
                assert new == "" or new not in passed[seat]


@pytest.mark.parametrize(("players", "chance"), GAMES)
def test_such_games_end_within_their_bounds(players: int, chance: int) -> None:
    course = restless(players, chance)
    assert len(course) <= BUCCANEER.bounds(BUCCANEER.Options(), players).actions
    assert all(max(state.table.changes) <= 2 for state, _actor in course)


def test_in_such_games_answers_really_are_changed() -> None:
    """The tests above would hold for games without a mutiny."""
    course = restless(3, 1)
    assert max(sum(state.table.changes) for state, _actor in course) >= 2
    assert max(state.table.flips for state, _actor in course) >= 1
