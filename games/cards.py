"""What card games share: cards as small numbers, hands and piles as bytes, and the deal.

Each game gives each of its cards a number under 256, no two alike, in the order in which a hand is sorted. A
hand or a pile is then `bytes`, one card a byte: small to store, quick to search, and equal exactly if it
holds the same cards in the same order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias

from games.text import Text, english

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
    count = hands * each
    dealt = _taken(deck, order[:count])
    return tuple([bytes(sorted(dealt[start : start + each])) for start in range(0, count, each)])


def undealt(deck: Cards, order: Sequence[int], dealt: int) -> Cards:
    """What is left of the deck when so many cards have been dealt, from the top."""
    return _taken(deck, order[dealt:])


def _taken(deck: Cards, places: Sequence[int]) -> Cards:
    """The cards at these places: the deck is the table by which the places are translated."""
    return bytes(places).translate(deck.ljust(256))


def without(cards: Cards, card: Card) -> Cards:
    """The cards, this one taken away."""
    return cards.replace(ONE[card], b"")


class Face(Protocol):
    """How a card is named. Each game has a class of its own for it, with more."""

    @property
    def short(self) -> str:
        """In actions and the log, for ever: "g12"."""
        ...

    @property
    def label(self) -> Text:
        """The card's full name as people read it: "Parrot 12"."""
        ...


class CardNames(Mapping[Card, Face]):
    """The cards of a game by their numbers, and their numbers by their names."""

    def __init__(self, faces: Mapping[Card, Face]) -> None:
        """`faces`: each with a short name of its own. Labels may be shared by cards that are alike."""
        self._faces = dict(faces)
        self._numbers = {face.short: card for card, face in faces.items()}
        labels = [english(face.label).casefold() for face in faces.values()]
        self._short_of = {
            label: face.short
            for label, face in zip(labels, faces.values(), strict=True)
            if labels.count(label) == 1
        }
        longest_first = sorted(self._short_of, key=len, reverse=True)
        self._labels = re.compile(rf"(?<!\S)({'|'.join(map(re.escape, longest_first))})(?!\S)")

    def __getitem__(self, card: Card) -> Face:
        return self._faces[card]

    def __iter__(self) -> Iterator[Card]:
        return iter(self._faces)

    def __len__(self) -> int:
        return len(self._faces)

    def number(self, name: str) -> Card:
        """The card of this short name, or of this English label if no other has it; in any case of letters.
        KeyError if there is none.
        """
        return self._numbers[self.shortened(" ".join(name.casefold().split()))]

    def numbers(self, names: str) -> Cards:
        """The cards of these short names, in this order, with spaces between them: "g3 g12 king"."""
        return bytes(map(self._numbers.__getitem__, names.split()))

    def names(self, cards: Cards) -> str:
        """The short names, as `numbers` reads them."""
        return " ".join(self._faces[card].short for card in cards)

    def shortened(self, action: str) -> str:
        """Lower-case words with every English label put as the short name: "play parrot 12" as "play g12"."""
        return self._labels.sub(lambda found: self._short_of[found[1]], action) if self._short_of else action
