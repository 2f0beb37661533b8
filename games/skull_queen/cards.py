"""The one table of Skull Queen's cards: the short names, labels and symbols that every text, log and picture
uses.

A card is a number (see `games.cards`). Each colour has a *rank* for the Monkey below its lowest number and
one for the First Mate above its highest: these are no cards, but what the two count as when they have taken
that colour. All other ranks are cards. The numbers are stored with games in progress and must not change.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from games import shared_words
from games.cards import Card, CardNames, Cards
from games.contract import Action
from games.skull_queen import constants
from games.text import Text, _
from games.tricks import Followed

Colour: TypeAlias = int
"""0 to 3, in the order of `COLOURS`."""
Rank: TypeAlias = int
"""A card's number once the Monkey and the First Mate have taken a colour."""


class ColourName(msgspec.Struct, frozen=True):
    """A colour has a name and a symbol beside it, since colour alone says nothing to many."""

    name: Text
    symbol: str
    letter: str
    pirate: Text
    """Whoever moves by its cards."""


class Face(msgspec.Struct, frozen=True):
    """One line of the table. `short` stands in actions and the log for ever: "play r7", "play monkey"."""

    short: str
    label: Text
    symbol: str
    button: Text
    """What it is called where its symbol stands beside it, and there is little room."""


COLOURS = (
    ColourName(shared_words.RED, "🔥", "r", _("red pirate")),
    ColourName(shared_words.GREEN, "🍀", "g", _("green pirate")),
    ColourName(shared_words.YELLOW, "☀️", "y", _("yellow pirate")),
    ColourName(shared_words.BLUE, "💧", "b", _("blue pirate")),
)

_SPAN = constants.MATE - constants.MONKEY + 1
"""How many ranks a colour has: from that of the Monkey to that of the First Mate."""

MONKEY: Card = len(COLOURS) * _SPAN
MATE: Card = MONKEY + 1
SPECIALS = bytes((MONKEY, MATE))


def _rank(colour: Colour, number: int) -> Rank:
    return colour * _SPAN + number - constants.MONKEY


def numbers_of(colour: Colour, lowest: int = constants.LOWEST, highest: int = constants.HIGHEST) -> Cards:
    """The cards of a colour from one number to another, lowest first."""
    return bytes(_rank(colour, number) for number in range(lowest, highest + 1))


NUMBERS = b"".join(map(numbers_of, range(len(COLOURS))))

# Tables by card, for the rules' speed.

COLOUR: tuple[Colour, ...] = tuple(rank // _SPAN for rank in range(MONKEY))
"""Of a card with a number, and of a rank."""
VALUES: bytes = bytes(
    [*(rank % _SPAN + constants.MONKEY for rank in range(MONKEY)), constants.MONKEY, constants.MATE]
).ljust(256, b"\0")
"""For `bytes.translate`: a trick's values in its order."""
FOLLOWED: tuple[Followed | None, ...] = (
    *(Followed.among(numbers_of(colour), NUMBERS) for colour in COLOUR),
    None,
    None,
)
"""What must be followed once a card has set the colour; None for the two that have none."""


def _as_led(colour: Colour) -> bytes:
    table = bytearray(range(256))
    table[MONKEY], table[MATE] = _rank(colour, constants.MONKEY), _rank(colour, constants.MATE)
    return bytes(table)


RANKS: tuple[bytes, ...] = tuple(_as_led(colour) for colour in COLOUR)
"""For `bytes.translate`, by the card that sets the colour: what the cards of a trick count as."""
OTHERS: tuple[bytes, ...] = tuple(
    bytes(rank for rank in range(MATE + 1) if rank >= MONKEY or COLOUR[rank] != colour)
    for colour in range(len(COLOURS))
)
"""By colour, for `bytes.translate`: every rank that is not of it."""
TWO_UP: tuple[Card, ...] = tuple(_rank(colour, constants.TWO_UP) for colour in range(len(COLOURS)))
TWO_DOWN: tuple[Card, ...] = tuple(_rank(colour, constants.TWO_DOWN) for colour in range(len(COLOURS)))


def _face(card: Card) -> Face:
    if card == MONKEY:
        return Face("monkey", _("Monkey (0)"), "🐒", _("Monkey"))
    if card == MATE:
        return Face("mate", _("First Mate (13)"), "⚓", _("Mate"))
    colour, number = COLOURS[COLOUR[card]], VALUES[card]
    button = _("{number}", number=number)
    return Face(f"{colour.letter}{number}", _label(colour.name, number), colour.symbol, button)


def _label(colour: Text, number: int) -> Text:
    """The numbers that do something say what."""
    if number == constants.TWO_UP:
        return _("{colour} {number} (two up)", colour=colour, number=number)
    if number == constants.TWO_DOWN:
        return _("{colour} {number} (two down)", colour=colour, number=number)
    return _("{colour} {number}", colour=colour, number=number)


FACES: dict[Card, Face] = {card: _face(card) for card in NUMBERS + SPECIALS}
NAMES = CardNames(FACES)
PLAYS: dict[Card, Action] = {card: f"play {face.short}" for card, face in FACES.items()}
"""The action that lays each card on the table."""
CARD_OF: dict[Action, Card] = {action: card for card, action in PLAYS.items()}
