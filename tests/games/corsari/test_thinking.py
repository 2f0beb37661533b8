"""What robots think on: cards dealt anew around what a seat knows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import fmean

import pytest

from games.contract import Play
from games.corsari import policy, split
from games.corsari.cards import ALL, COLOUR, NAMES, NUMBER
from games.corsari.options import CorsariOptions
from games.corsari.position import CorsariPosition
from games.corsari.state import State
from tests.games.corsari.hidden import otherwise, pieces
from tests.games.corsari.quay import CORSARI, Quay, cards

SAILOR = CORSARI.robots["sensible"]


def states(players: int, deal: int, wild: float = 0.2, early_sailing: bool = True) -> Iterator[State]:
    """A game by sailors who now and then do anything, also by those who may answer anew."""
    random = Random(deal)
    state = CORSARI.new(CorsariOptions(early_sailing=early_sailing), players, random.randbytes(32))
    yield state
    while CORSARI.to_act(state):
        seat = random.choice([seat for seat in range(players) if CORSARI.legal_actions(state, seat)])
        if random.random() < wild:
            action = random.choice(CORSARI.legal_actions(state, seat))
        else:
            action = SAILOR.choose(CORSARI.observe(state, seat), random)
        state, _events = CORSARI.apply(state, seat, action)
        yield state


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("wild", [0.05, 1])
def test_what_is_dealt_anew_looks_the_same_and_has_every_card_once(players: int, wild: float) -> None:
    for number, state in enumerate(states(players, players, wild)):
        if number % 5 and state.table.phase in ("draw", "drop"):
            continue
        for seat in range(players):
            seen = CORSARI.observe(state, seat)
            drawn = CORSARI.resample(seen, Random(number))
            assert CORSARI.observe(drawn, seat) == seen
            assert pieces(drawn) == pieces(state)
            assert len(drawn.stock) == state.table.stock


def test_what_is_hidden_has_no_influence_on_what_is_dealt_anew() -> None:
    for number, state in enumerate(states(3, deal=5)):
        other = otherwise(state, 1, Random(number))
        drawn = [CORSARI.resample(CORSARI.observe(each, 1), Random(number)) for each in (state, other)]
        assert drawn[0] == drawn[1]


def test_a_card_that_nobody_has_seen_may_lie_in_any_hand_and_anywhere_in_the_stock() -> None:
    few = CorsariPosition(discards=NAMES.names(ALL[::2] + ALL[1:20:2]), pier=NAMES.names(ALL[101:107:2]))
    state = CORSARI.position(CorsariOptions(), 2, bytes(32), few)
    seen = CORSARI.observe(state, 0)
    assert len(state.stock) == 18
    unseen = {*state.hands[1], *state.stock}
    drawn = [CORSARI.resample(seen, Random(chance)) for chance in range(500)]
    assert {card for each in drawn for card in each.hands[1]} == unseen
    for place in range(len(state.stock)):
        assert {each.stock[place] for each in drawn} == unseen


def test_what_was_taken_openly_is_dealt_to_whoever_took_it() -> None:
    quay = Quay(pier="green 5, red 3", Anne="orange 1 2 8", Bob="blue 1 2 3").turn("Anne", "pier", "orange 1")
    for chance in range(30):
        drawn = CORSARI.resample(quay.view("Bob"), Random(chance))
        assert cards("green 5")[0] in drawn.hands[0]


def test_what_somebody_just_drew_is_what_everybody_saw_or_else_any_card_of_the_hand() -> None:
    start = CORSARI.new(CorsariOptions(), 2, bytes(32))
    openly, _events = CORSARI.apply(start, 0, "draw pier")
    hidden, _events = CORSARI.apply(start, 0, "draw stock")
    chances = [Random(chance) for chance in range(30)]
    seen = [CORSARI.resample(CORSARI.observe(openly, 1), random) for random in chances]
    assert {each.drawn for each in seen} == {start.table.pier[0]}
    unseen = [CORSARI.resample(CORSARI.observe(hidden, 1), random) for random in chances]
    assert all(each.drawn in each.hands[0] for each in unseen)
    assert len({each.drawn for each in unseen}) > 5


def test_the_others_hands_are_thought_to_get_better_as_the_stock_goes_down() -> None:
    """Dealt at random they would leave a limit of 35 on average, at any time."""

    def limit(stock: int) -> float:
        gone = 78 - stock
        position = CorsariPosition(
            hands=(NAMES.names(ALL[-12:]), None), discards=NAMES.names(ALL[: 1 + gone])
        )
        seen = CORSARI.observe(CORSARI.position(CorsariOptions(), 2, bytes(32), position), 0)
        drawn = [CORSARI.resample(seen, Random(chance)) for chance in range(60)]
        return fmean(split.best(each.hands[1], each.table.pier_colour).limit for each in drawn)

    assert limit(78) > limit(70) + 3 > limit(60) + 6


def test_somebody_who_answers_anew_as_often_as_possible_is_still_one_who_did() -> None:
    quay = Quay(
        Anne="orange 1 2 8, sky 4",
        Bob="blue 1 2 3, grey 1 2",
        Cora="grey 4 5 6, red 1",
    ).sails("Anne", crew="orange")
    for crew in ("blue", "grey", "blue", "grey"):
        quay.answers("Bob", crew=crew)
        drawn = CORSARI.resample(quay.view("Bob"), Random(1))
        assert CORSARI.observe(drawn, 1) == quay.view("Bob")


def test_a_chapter_is_a_hand_and_never_falls() -> None:
    chapters = [CORSARI.chapter(state) for state in states(4, deal=3)]
    assert chapters[0] == 0
    assert chapters == sorted(chapters)
    assert chapters[-1] > 0


# What is played out


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("wild", [0.1, 1])
def test_a_playout_comes_to_what_the_rules_come_to(players: int, wild: float) -> None:
    compared = 0
    for number, state in enumerate(states(players, 7 + players, wild, early_sailing=wild < 1)):
        if number % 4 and state.table.phase in ("draw", "drop"):
            continue
        end, random = CORSARI.chapter(state) + 1, Random(0)
        assert CORSARI.playout(state, end, random) == Play.playout(CORSARI, state, end, random)
        compared += 1
    assert compared > 10


def test_everybody_in_a_playout_does_what_a_sailor_does() -> None:
    for state in states(4, deal=2):
        for seat in CORSARI.to_act(state):
            own = SAILOR.choose(CORSARI.observe(state, seat), Random(0))
            assert own == CORSARI.playout_action(state, seat, Random(1))


def test_a_drop_leaves_the_lowest_limit_whatever_the_hand() -> None:
    for chance in range(400):
        random = Random(chance)
        hand = bytes(sorted(random.sample(ALL, random.choice([1, 2, 5, 12, 13, 13]))))
        pier = random.randrange(10)
        held = policy.held(hand)
        drop = policy.best_drop(held, pier)
        card = policy.dropped(held, pier, drop)
        rest = hand.replace(bytes([card]), b"")
        assert len(rest) == len(hand) - 1
        assert drop.limit == split.limit_after_drop(hand, pier) == split.best(rest, pier).limit
        assert not drop.number or (NUMBER[card] == drop.number and COLOUR[card] != pier)
        assert policy.cards_of(held) == hand


def test_the_nearer_the_end_the_more_a_card_less_is_worth() -> None:
    def chance(penalties: dict[str, int]) -> float:
        return CORSARI.standing(Quay(penalties=penalties, Anne="red 1", Bob="red 2").state)[0]

    even, early, late = chance({"Anne": 4, "Bob": 4}), chance({"Bob": 4}), chance({"Anne": 16, "Bob": 20})
    assert even > early > late


def test_at_the_end_only_the_first_place_counts() -> None:
    clean = Quay(Anne="orange 1", Bob="grey 7", Cora="grey 8", penalties={"Anne": 9}).sails(
        "Anne", crew="orange"
    )
    assert CORSARI.standing(clean.state) == (0, 20, 20)
