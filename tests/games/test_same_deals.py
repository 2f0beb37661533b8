"""What a duplicate cup rests on: from one seed every table is dealt the same, whatever is played at it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.catalogue import catalogue, game
from games.contract import AnyGame
from games.replay import first_state

SEED = bytes(range(32))
PLAYERS = 4
EDITIONS: list[tuple[str, dict[str, Any]]] = [
    ("skull-king", {}),
    ("skull-king", {"edition": "classic"}),
    ("skull-king", {"length": "even"}),
    ("skull-queen", {}),
]


def played(rules: AnyGame, options: dict[str, Any], chance: int) -> tuple[list[Any], Any]:
    """The state after each deal, and at the end, of a game in which anything legal is chosen."""
    random, chosen = Random(chance), rules.Options.model_validate(options)
    state = first_state(rules, chosen, PLAYERS, SEED)
    dealt = [state]
    while waiting := rules.to_act(state):
        seat = random.choice(waiting)
        state, events = rules.apply(state, seat, random.choice(rules.legal_actions(state, seat)))
        if any(map(rules.milestone, events)) and rules.to_act(state):
            dealt.append(state)
    return dealt, state


def held(rules: AnyGame, state: Any) -> list[Any]:
    """What each seat holds in this state."""
    return [rules.hand(rules.observe(state, seat)) for seat in range(PLAYERS)]


@pytest.mark.parametrize(("slug", "options"), EDITIONS)
def test_every_hand_is_dealt_the_same_whatever_was_played_before(slug: str, options: dict[str, Any]) -> None:
    rules = game(slug)
    one, other = played(rules, options, 1), played(rules, options, 2)
    assert len(one[0]) > 1
    for mine, theirs in zip(one[0], other[0], strict=True):
        assert held(rules, mine) == held(rules, theirs)
    assert one[1] != other[1]


@pytest.mark.parametrize("slug", [*catalogue()])
def test_the_first_deal_is_the_same_and_what_hands_bring_is_what_the_game_does(slug: str) -> None:
    rules = game(slug)
    dealt, over = played(rules, {}, 3)
    assert held(rules, dealt[0]) == held(rules, played(rules, {}, 4)[0][0])
    outcome = rules.outcome(over)
    assert outcome is not None
    brought = rules.points_by_hand(over)
    assert tuple(map(sum, zip(*brought, strict=True))) == outcome.points
    told = rules.told_by_hand(rules.observe(over, None))
    assert all(len(line) == PLAYERS for line in told)
    assert len(told) >= len(brought)


@pytest.mark.parametrize(("slug", "options"), EDITIONS)
def test_each_hand_is_told_in_a_sentence(slug: str, options: dict[str, Any]) -> None:
    rules = game(slug)
    dealt, over = played(rules, options, 5)
    told = rules.told_by_hand(rules.observe(over, None))
    assert len(told) == len(rules.points_by_hand(over)) == len(dealt)
