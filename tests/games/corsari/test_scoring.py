"""Penalty cards, cappotto, and the end of the game."""

from __future__ import annotations

import pytest

from games.corsari import scoring
from games.corsari.state import Cappotto, GameEnded, HandScored
from tests.games.corsari.quay import Quay, words


def sailed(*, penalties: dict[str, int] | None = None, last_hand: bool = False, **hands: str) -> Quay:
    """The first sails with no crew, and all others answer with none: what they hold are stowaways."""
    quay = Quay(penalties=penalties, hands=hands).having(last_hand=last_hand)
    first, *others = hands
    quay.sails(first)
    for name in others:
        quay.answers(name)
    return quay


# A hand


def test_the_pages_example_limits_10_7_10_11() -> None:
    """The closer with 10 in three cards; 7 in one, 10 in four, 11 in one: the closer takes 8, the last 1."""
    quay = sailed(Dan="blue 1 2 7", Anne="sky 7", Bob="grey 1 2 3 4", Cora="red 11")
    assert quay.gained == {"Dan": 8, "Anne": 0, "Bob": 0, "Cora": 1}


def test_who_is_above_the_closers_limit_keeps_the_stowaways() -> None:
    quay = sailed(Anne="blue 3", Bob="sky 4", Cora="red 1 9")
    assert quay.gained == {"Anne": 0, "Bob": 1, "Cora": 2}
    assert words(quay.table.penalties[2]) == "red 1 9"


def test_a_closer_whom_nobody_sent_under_takes_nothing_and_the_stowaways_return_to_the_deck() -> None:
    quay = sailed(Anne="blue 3 2 1", Bob="sky 7")
    assert quay.counts == {"Anne": 0, "Bob": 1}
    assert quay.table.penalties[0] == b""


@pytest.mark.parametrize("card", ["sky 5", "sky 6"])
def test_who_has_the_closers_limit_or_a_lower_one_sends_the_closer_under(card: str) -> None:
    quay = sailed(Anne="blue 2 4", Bob=card)
    assert quay.gained == {"Anne": 3, "Bob": 0}
    assert sorted(words(quay.table.penalties[0]).split(", ")) == sorted(["blue 2 4", card])


def test_one_more_than_the_closer_is_above() -> None:
    assert sailed(Anne="blue 2 4", Bob="sky 7").gained == {"Anne": 0, "Bob": 1}


def test_the_closer_takes_the_stowaways_of_all_who_did_it_and_the_own_ones() -> None:
    quay = sailed(Anne="blue 9 8", Bob="sky 1 2 3", Cora="red 11 10", Dan="grey 4")
    assert quay.gained == {"Anne": 2 + 3 + 1, "Bob": 0, "Cora": 2, "Dan": 0}


def test_only_the_number_of_cards_counts_not_what_is_on_them() -> None:
    quay = sailed(Anne="blue 1", Bob="sky 11", Cora="red 1 2")
    assert quay.counts == {"Anne": 0, "Bob": 1, "Cora": 2}


def test_penalties_add_up_from_hand_to_hand_and_are_declared_after_each() -> None:
    quay = sailed(penalties={"Anne": 4, "Cora": 2}, Anne="blue 3", Bob="sky 4", Cora="red 1 9")
    assert quay.counts == {"Anne": 4, "Bob": 1, "Cora": 4}
    scored = next(event for event in quay.events if isinstance(event, HandScored))
    assert scored.counts == (4, 1, 4)
    assert any("Penalty cards: Anne 4, Bob 1 and Cora 4." in line for line in quay.log())


def test_the_next_hand_follows() -> None:
    quay = sailed(Anne="blue 3", Bob="sky 4")
    assert quay.table.hand == 2
    assert quay.next == ("Bob",)
    assert not quay.is_over


# The end


@pytest.mark.parametrize(
    ("before", "is_over", "last_hand"),
    [(33, False, False), (34, False, True), (43, False, True), (44, True, False), (50, True, False)],
)
def test_35_penalty_cards_in_all_make_the_next_hand_the_last_and_45_end_the_game(
    before: int, is_over: bool, last_hand: bool
) -> None:
    """Bob gets one more."""
    quay = sailed(penalties={"Anne": before}, Anne="blue 3", Bob="sky 4")
    assert sum(quay.counts.values()) == before + 1
    assert quay.is_over == is_over
    assert quay.table.last_hand == last_hand


def test_it_is_the_cards_of_all_players_together_that_count() -> None:
    quay = sailed(penalties={"Anne": 11, "Bob": 11, "Cora": 11}, Anne="blue 3", Bob="sky 4", Cora="red 5")
    assert quay.table.last_hand


def test_after_the_last_hand_the_game_is_over_whatever_there_is_then() -> None:
    quay = sailed(penalties={"Anne": 36}, last_hand=True, Anne="blue 3", Bob="sky 4")
    assert quay.is_over
    assert sum(quay.counts.values()) == 37


def test_fewest_penalty_cards_win() -> None:
    quay = sailed(
        penalties={"Anne": 12, "Bob": 11, "Cora": 13},
        last_hand=True,
        Anne="blue 3",
        Bob="sky 4",
        Cora="red 5",
    )
    assert quay.counts == {"Anne": 12, "Bob": 12, "Cora": 14}
    assert quay.places == {"Anne": 1, "Bob": 1, "Cora": 3}


def test_equal_numbers_of_penalty_cards_share_the_victory() -> None:
    quay = sailed(penalties={"Anne": 20, "Bob": 19}, last_hand=True, Anne="blue 3", Bob="sky 4")
    assert quay.winners == {"Anne", "Bob"}
    ended = quay.events[-1]
    assert isinstance(ended, GameEnded)
    assert ended.winners == (0, 1)


def test_when_the_game_is_over_nothing_is_asked() -> None:
    quay = sailed(penalties={"Anne": 36}, last_hand=True, Anne="blue 3", Bob="sky 4")
    assert quay.next == ()
    assert quay.may("Anne") == ()


# Cappotto


def test_a_closer_without_stowaways_wins_the_game_at_once_whatever_the_others_hold() -> None:
    quay = Quay(penalties={"Anne": 30, "Bob": 1}, Anne="blue 3, green 1", Bob="green 2", Cora="green 3")
    quay.sails("Anne", crew="blue")
    assert quay.is_over
    assert quay.places == {"Anne": 1, "Cora": 2, "Bob": 3}
    assert quay.counts == {"Anne": 30, "Bob": 1, "Cora": 0}
    assert any(isinstance(event, Cappotto) for event in quay.events)


def test_the_others_are_not_even_asked_and_keep_their_cards_to_themselves() -> None:
    quay = Quay(Anne="blue 3", Bob="green 2").sails("Anne", crew="blue")
    assert quay.view().table.latest is not None
    assert words(quay.showdown.layouts[1].prisoners) == ""


def test_an_opponent_without_stowaways_wins_the_game_at_once() -> None:
    quay = sailed(penalties={"Bob": 20}, Anne="blue 3", Bob="green 2", Cora="red 5")
    assert quay.winners == {"Bob"}
    assert quay.places == {"Bob": 1, "Anne": 2, "Cora": 2}


def test_an_opponent_may_get_there_by_attaching() -> None:
    quay = (
        Quay(Anne="blue 3, sky 4", Bob="blue 2").sails("Anne", crew="blue").answers("Bob", attaching="blue 2")
    )
    assert quay.winners == {"Bob"}


def test_with_a_cappotto_nobody_takes_penalty_cards_for_the_hand() -> None:
    quay = sailed(penalties={"Bob": 5}, Anne="blue 3", Bob="green 2", Cora="red 5")
    assert quay.counts == {"Anne": 0, "Bob": 5, "Cora": 0}


def test_of_two_such_opponents_the_one_with_fewer_penalty_cards_wins() -> None:
    quay = sailed(penalties={"Bob": 5, "Cora": 4}, Anne="blue 3", Bob="green 2", Cora="green 3")
    assert quay.winners == {"Cora"}
    assert quay.places == {"Cora": 1, "Anne": 2, "Bob": 3}


def test_of_two_such_opponents_with_equal_penalty_cards_both_win() -> None:
    quay = sailed(penalties={"Bob": 4, "Cora": 4}, Anne="blue 3", Bob="green 2", Cora="green 3")
    assert quay.winners == {"Bob", "Cora"}


def test_of_three_such_opponents_those_with_the_fewest_win() -> None:
    quay = sailed(
        penalties={"Bob": 4, "Cora": 3, "Dan": 3}, Anne="blue 3", Bob="green 2", Cora="green 3", Dan="green 4"
    )
    assert quay.winners == {"Cora", "Dan"}


def test_places_go_by_fewest_cards_and_equals_share_the_better_one() -> None:
    assert scoring.places((5, 2, 5, 9)) == (2, 1, 2, 4)
    assert scoring.places((5, 2, 5, 9), winners=(3,)) == (3, 2, 3, 1)
