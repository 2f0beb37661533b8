"""The one table of Corsari's cards: the names, labels and symbols that every text, log and picture uses.

A card is a number from 0, colour by colour, and so in the order in which a hand is sorted. A *set of numbers*
is an integer with a bit for each, the lowest for 1: two colours' sets joined are the numbers of their crew.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from games import shared_words
from games.cards import CardNames, Cards
from games.corsari.constants import COLOURS, DECK, NUMBERS
from games.text import Text, _

Colour: TypeAlias = int
"""A band's number: its index in `BANDS`."""


class Band(msgspec.Struct, frozen=True):
    """A colour has a symbol beside its name, since colour alone says nothing to many. `short` stands in the
    log for ever.
    """

    short: str
    name: Text
    symbol: str


BANDS = (
    Band("pink", _("Pink"), "🌸"),
    Band("purple", _("Purple"), "🍇"),
    Band("blue", shared_words.BLUE, "🐳"),
    Band("sky", _("Light blue"), "🧊"),
    Band("grey", _("Grey"), "🦈"),
    Band("brown", _("Brown"), "🥥"),
    Band("red", shared_words.RED, "🦀"),
    Band("orange", _("Orange"), "🍊"),
    Band("yellow", shared_words.YELLOW, "🍋"),
    Band("green", shared_words.GREEN, "🐢"),
)


class Face(msgspec.Struct, frozen=True):
    """One card. `short` stands in actions and the log for ever: "drop orange5"."""

    short: str
    label: Text
    band: Band
    number: int


FACES: tuple[Face, ...] = tuple(
    Face(f"{band.short}{number}", _("{colour} {number}", colour=band.name, number=number), band, number)
    for band in BANDS
    for number in range(1, NUMBERS + 1)
)
ALL: Cards = bytes(range(DECK))
NAMES = CardNames(dict(enumerate(FACES)))

# Tables by card number, for the rules' speed.

COLOUR: tuple[Colour, ...] = tuple(card // NUMBERS for card in ALL)
NUMBER: tuple[int, ...] = tuple(face.number for face in FACES)
BIT: tuple[int, ...] = tuple(1 << (face.number - 1) for face in FACES)
OF_COLOUR: tuple[Cards, ...] = tuple(ALL[c * NUMBERS : (c + 1) * NUMBERS] for c in range(COLOURS))

# Tables by set of numbers.

SETS = range(1 << NUMBERS)
SUM: tuple[int, ...] = tuple(
    sum(number for number in range(1, NUMBERS + 1) if members >> (number - 1) & 1) for members in SETS
)
COUNT: tuple[int, ...] = tuple(members.bit_count() for members in SETS)
HIGHEST: tuple[int, ...] = tuple(members.bit_length() for members in SETS)
"""The highest number in the set, 0 if it is empty."""
