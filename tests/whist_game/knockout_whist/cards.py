"""The French pack: 52 cards, numbered suit by suit, in each from the two to the ace."""

from __future__ import annotations

import msgspec

from games.cards import Card, CardNames, Cards
from games.text import Text, _
from games.tricks import Followed

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
DECK: Cards = bytes(range(4 * len(RANKS)))


class Suit(msgspec.Struct, frozen=True):
    """`letter` stands in actions and the log for ever."""

    letter: str
    name: Text
    symbol: str
    cards: Cards


def _suit(number: int, letter: str, name: Text, symbol: str) -> Suit:
    return Suit(letter, name, symbol, DECK[number * len(RANKS) : (number + 1) * len(RANKS)])


SUITS = (
    _suit(0, "s", _("Spades"), "♠️"),
    _suit(1, "h", _("Hearts"), "♥️"),
    _suit(2, "c", _("Clubs"), "♣️"),
    _suit(3, "d", _("Diamonds"), "♦️"),
)
FOLLOWED = tuple(Followed.among(suit.cards, DECK) for suit in SUITS)


class Face(msgspec.Struct, frozen=True):
    """How a card is named."""

    short: str
    label: Text


def suit_of(card: Card) -> int:
    """The card's suit, as its number in `SUITS`."""
    return card // len(RANKS)


def rank_of(card: Card) -> str:
    """What stands in its corner."""
    return RANKS[card % len(RANKS)]


def _face(card: Card) -> Face:
    suit = SUITS[suit_of(card)]
    label = _("{suit} {rank}", suit=suit.name, rank=rank_of(card))
    return Face(suit.letter + rank_of(card).lower(), label)


NAMES = CardNames({card: _face(card) for card in DECK})
