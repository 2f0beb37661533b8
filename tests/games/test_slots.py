"""The buttons of a hand: each card of a round has its slot from the deal to the last trick."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from games.catalogue import game as game_of


@pytest.mark.parametrize(
    ("slug", "chosen", "players"),
    [
        ("skull-king", {}, 4),
        ("skull-king", {"edition": "classic"}, 6),
        ("skull-king", {"graybeard": True}, 2),
        ("skull-queen", {}, 2),
        ("skull-queen", {}, 5),
    ],
)
def test_a_card_keeps_its_slot_for_the_whole_round(
    slug: str, chosen: Mapping[str, Any], players: int
) -> None:
    game, random = game_of(slug), Random(players)
    robot = next(iter(game.robots.values()))
    state = game.new(game.Options(**chosen), players, bytes([players]) * 32)
    slots, rounds = defaultdict[tuple[int, int], set[tuple[str, ...]]](set), set[int]()
    while (waiting := game.to_act(state)) and len(rounds) < 4:
        for seat in range(players):
            seen = game.observe(state, seat)
            there = game.slots(seen)
            rounds.add(game.round_of(seen))
            slots[seat, game.round_of(seen)].add(tuple(slot.choice.value for slot in there))
            assert sum(slot.held for slot in there) == len(seen.hand)
            menu = game.steps(seen)
            if menu is not None and all(choice.kind == "card" for choice in menu.choices):
                held = {slot.choice.value for slot in there if slot.held}
                assert {choice.value for choice in menu.choices} == held
        seen = game.observe(state, waiting[0])
        state, _events = game.apply(state, waiting[0], robot.choose(seen, random))
    assert all(len(of_a_round) == 1 for of_a_round in slots.values())


def test_with_bendts_cards_every_card_of_the_hand_has_a_slot() -> None:
    game, random = game_of("skull-king"), Random(1)
    robot = next(iter(game.robots.values()))
    options: dict[str, Any] = {"powers": True}
    state = game.new(game.Options(**options), 4, b"\x02" * 32)
    while waiting := game.to_act(state):
        for seat in range(4):
            seen = game.observe(state, seat)
            assert sum(slot.held for slot in game.slots(seen)) == len(seen.hand)
        seen = game.observe(state, waiting[0])
        state, _events = game.apply(state, waiting[0], robot.choose(seen, random))
