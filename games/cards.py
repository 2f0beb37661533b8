"""What card games share: cards as small numbers, hands and piles as bytes, and the deal.

Each game gives each of its cards a number under 256, no two alike, in the order in which a hand is sorted. A
hand or a pile is then `bytes`, one card a byte: small to store, quick to search, and equal exactly if it
holds the same cards in the same order.
"""

from __future__ import annotations

from typing import TypeAlias

from games.fairness import shuffled

Card: TypeAlias = int
"""A card's number, 0 to 255."""
Cards: TypeAlias = bytes
"""Cards in an order: a sorted hand, a pile from the top, a trick as it was played."""

ONE: tuple[Cards, ...] = tuple(bytes([card]) for card in range(256))
"""Each card by itself: `pile + ONE[card]`."""


def shuffle(deck: Cards, seed: bytes, label: str) -> Cards:
    """The deck in the order that the seed draws for this label."""
    return bytes([deck[place] for place in shuffled(seed, label, len(deck))])


def deal(shuffled_deck: Cards, hands: int, each: int) -> tuple[tuple[Cards, ...], Cards]:
    """`hands` sorted hands of `each` cards from the top of the deck, and what is left. ValueError if it does
    not suffice.
    """
    if hands * each > len(shuffled_deck):
        raise ValueError(f"{len(shuffled_deck)} cards do not suffice for {hands} hands of {each}.")
    dealt = tuple(bytes(sorted(shuffled_deck[hand * each : (hand + 1) * each])) for hand in range(hands))
    return dealt, shuffled_deck[hands * each :]


def without(cards: Cards, card: Card) -> Cards:
    """The cards, this one taken away."""
    return cards.replace(ONE[card], b"")


def all_but(cards: Cards) -> Cards:
    """Every number but these: what `bytes.translate` deletes to leave only them."""
    return bytes(card for card in range(256) if card not in cards)
