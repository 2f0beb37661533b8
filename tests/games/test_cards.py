"""Cards, deals, and following suit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import cards
from games.tricks import Followed, decisive

RED, BLUE, FOOLS = bytes(range(1, 11)), bytes(range(11, 21)), b"\x63\x64"
DECK = RED + BLUE + FOOLS
FOLLOW_RED = Followed.among(RED, RED + BLUE)


@given(st.binary(min_size=32, max_size=32), st.integers(1, 5), st.integers(0, 4))
def test_a_deal_gives_every_card_to_somebody_or_leaves_it(seed: bytes, hands: int, each: int) -> None:
    dealt, rest = cards.deal(cards.shuffle(DECK, seed, "deal"), hands, each)
    assert [len(hand) for hand in dealt] == [each] * hands
    assert sorted(b"".join(dealt) + rest) == sorted(DECK)
    assert all(list(hand) == sorted(hand) for hand in dealt)


def test_a_deck_that_does_not_suffice_is_refused() -> None:
    with pytest.raises(ValueError, match="22 cards do not suffice for 3 hands of 8"):
        cards.deal(DECK, 3, 8)


def test_a_card_is_taken_out_of_a_hand() -> None:
    assert cards.without(b"\1\2\3", 2) == b"\1\3"
    assert cards.without(b"\1\2\3", 9) == b"\1\2\3"


def test_whoever_holds_the_suit_follows_it_or_plays_a_special_card() -> None:
    assert FOLLOW_RED.playable(RED[:2] + BLUE[:2] + FOOLS) == RED[:2] + FOOLS


def test_whoever_cannot_follow_may_play_anything() -> None:
    assert FOLLOW_RED.playable(BLUE[:2] + FOOLS) == BLUE[:2] + FOOLS


def test_the_suits_cards_are_found_in_a_trick() -> None:
    assert FOLLOW_RED.held_in(BLUE[:1] + RED[3:4] + FOOLS) == RED[3:4]


def test_the_first_card_that_does_not_pass_decides() -> None:
    assert decisive(FOOLS + BLUE[:1] + RED[:1], passing=FOOLS) == BLUE[0]
    assert decisive(RED[:1] + FOOLS, passing=FOOLS) == RED[0]


def test_while_all_pass_nothing_is_decided() -> None:
    assert decisive(FOOLS, passing=FOOLS) is None
    assert decisive(b"", passing=FOOLS) is None
