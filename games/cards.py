"""What card games share: cards as small numbers, hands and piles as bytes, and the deal.

Each game gives each of its cards a number under 256, no two alike, in the order in which a hand is sorted. A
hand or a pile is then `bytes`, one card a byte: small to store, quick to search, and equal exactly if it
holds the same cards in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Card: TypeAlias = int
"""A card's number, 0 to 255."""
Cards: TypeAlias = bytes
"""Cards in an order: a sorted hand, a pile from the top, a trick as it was played."""

ONE: tuple[Cards, ...] = tuple(bytes([card]) for card in range(256))
"""Each card by itself: `pile + ONE[card]`."""


def deal(deck: Cards, order: Sequence[int], hands: int, each: int) -> tuple[Cards, ...]:
    """`hands` sorted hands of `each` cards, one hand after the other from the top of the deck.

    `order`: which card of the deck comes first, second ... (`fairness.shuffled`). ValueError if too few.
    """
    if hands * each > len(deck):
        raise ValueError(f"{len(deck)} cards do not suffice for {hands} hands of {each}.")
    starts = range(0, hands * each, each)
    return tuple([bytes(sorted([deck[place] for place in order[start : start + each]])) for start in starts])


def undealt(deck: Cards, order: Sequence[int], dealt: int) -> Cards:
    """What is left of the deck when so many cards have been dealt, from the top."""
    return bytes([deck[place] for place in order[dealt:]])


def without(cards: Cards, card: Card) -> Cards:
    """The cards, this one taken away."""
    return cards.replace(ONE[card], b"")
