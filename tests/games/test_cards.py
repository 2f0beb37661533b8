"""Cards, deals, and following suit."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import cards
from games.fairness import shuffled
from games.text import Text, _
from games.tricks import Followed

RED, BLUE, FOOLS = bytes(range(1, 11)), bytes(range(11, 21)), b"\x63\x64"
DECK = RED + BLUE + FOOLS
FOLLOW_RED = Followed.among(RED, RED + BLUE)


@given(st.binary(min_size=32, max_size=32), st.integers(1, 5), st.integers(1, 4))
def test_a_deal_gives_every_card_to_somebody_or_leaves_it(seed: bytes, hands: int, each: int) -> None:
    order = shuffled(seed, "deal", len(DECK))
    dealt = cards.deal(DECK, order, hands, each)
    assert [len(hand) for hand in dealt] == [each] * hands
    assert sorted(b"".join(dealt) + cards.undealt(DECK, order, hands * each)) == sorted(DECK)
    assert all(list(hand) == sorted(hand) for hand in dealt)


def test_a_deck_that_does_not_suffice_is_refused() -> None:
    with pytest.raises(ValueError, match="22 cards do not suffice for 3 hands of 8"):
        cards.deal(DECK, range(len(DECK)), 3, 8)


def test_the_first_hand_is_dealt_from_the_top() -> None:
    assert cards.deal(DECK, range(len(DECK)), 2, 3) == (DECK[:3], DECK[3:6])


def test_a_card_is_taken_out_of_a_hand() -> None:
    assert cards.without(b"\1\2\3", 2) == b"\1\3"
    assert cards.without(b"\1\2\3", 9) == b"\1\2\3"


def test_whoever_holds_the_suit_follows_it_or_plays_a_special_card() -> None:
    assert FOLLOW_RED.playable(RED[:2] + BLUE[:2] + FOOLS) == RED[:2] + FOOLS


def test_whoever_cannot_follow_may_play_anything() -> None:
    assert FOLLOW_RED.playable(BLUE[:2] + FOOLS) == BLUE[:2] + FOOLS


@dataclass(frozen=True)
class Named:
    short: str
    label: Text


NAMES = cards.CardNames(
    {
        1: Named("r1", _("Red {number}", number=1)),
        2: Named("king", _("Old King")),
        3: Named("fool1", _("Fool")),
        4: Named("fool2", _("Fool")),
    }
)


def test_a_card_is_found_by_its_short_name_or_by_a_label_that_no_other_has() -> None:
    assert [NAMES.number(name) for name in ("r1", "R1", "red 1", " Old  KING", "fool2")] == [1, 1, 1, 2, 4]
    for name in ("fool", "red", "", "r1 king"):
        with pytest.raises(KeyError):
            NAMES.number(name)


def test_cards_are_written_and_read_in_their_order() -> None:
    assert NAMES.numbers("king r1 fool2") == b"\2\1\4"
    assert NAMES.names(b"\2\1\4") == "king r1 fool2"


def test_labels_in_an_action_become_short_names() -> None:
    assert NAMES.shortened("play red 1 on old king") == "play r1 on king"
    assert NAMES.shortened("play red 11, bored 1 old kings") == "play red 11, bored 1 old kings"
