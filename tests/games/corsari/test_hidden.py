"""The states that the shared tests put in the place of the true one could be it for all the watcher knows."""

from __future__ import annotations

from random import Random

from games.corsari.state import State
from tests.games.corsari.hidden import otherwise
from tests.games.corsari.quay import Quay, cards, words

CHANCES = range(20)


def others(quay: Quay, watcher: str) -> list[State]:
    """Several states that look the same to the watcher."""
    return [otherwise(quay.state, quay.seat(watcher), Random(chance)) for chance in CHANCES]


def test_what_was_taken_openly_stays_in_the_hand_and_is_what_was_drawn() -> None:
    quay = Quay(pier="green 5, red 3", Anne="orange 1 2 8", Bob="blue 1 2 3").draws("Anne", "pier")
    for state in others(quay, "Bob"):
        assert words(bytes((state.drawn,))) == "green 5"
        assert cards("green 5")[0] in state.hands[0]
    assert len({state.hands[0] for state in others(quay, "Bob")}) > 1


def test_what_the_stock_gave_may_be_any_card_that_nobody_has_seen() -> None:
    quay = Quay(pier="green 5, red 3", Anne="orange 1 2 8", Bob="blue 1 2 3")
    quay.turn("Anne", "pier", "orange 1").turn("Bob", "stock", "blue 1").draws("Anne")
    for state in others(quay, "Bob"):
        assert state.drawn in state.hands[0]
        assert words(bytes((state.drawn,))) != "green 5"
    assert len({state.drawn for state in others(quay, "Bob")}) > 1


def test_what_was_taken_openly_is_in_every_answer_to_the_closer() -> None:
    quay = Quay(pier="green 5 6, red 3", Anne="orange 1 2 8", Bob="blue 1 2 3", Cora="grey 1 2 3")
    quay.turn("Anne", "stock", "orange 1").turn("Bob", "pier", "blue 1").turn("Cora", "stock", "grey 1")
    quay.sails("Anne", crew="orange").answers("Bob")
    for state in others(quay, "Cora"):
        answer = state.answers[1]
        assert answer is not None
        assert cards("green 5")[0] in answer.prisoners


def test_after_an_opponents_cappotto_all_hands_have_been_seen() -> None:
    quay = Quay(Anne="orange 1, sky 9", Bob="green 1", Cora="grey 7").sails("Anne", crew="orange")
    quay.answers("Bob").answers("Cora")
    assert quay.is_over
    assert all(state.hands == quay.state.hands for state in others(quay, "Bob"))


def test_after_a_closers_cappotto_nobody_elses_hand_has_been_seen() -> None:
    quay = Quay(Anne="orange 1", Bob="grey 7", Cora="grey 8").sails("Anne", crew="orange")
    assert quay.is_over
    assert len({state.hands[2] for state in others(quay, "Bob")}) > 1
    assert all(state.hands[0] == quay.state.hands[0] for state in others(quay, "Bob"))
