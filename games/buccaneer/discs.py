"""The one table of pirates: their colours, wages, short names and symbols, for every text, log and picture.

A pirate is a disc with a wage on it. It has a number: those of seat 0 come first, each seat's in the order of
`WAGES`. Another number for each seat stands for a disc of that seat whose wage cannot be seen, since another
lies on it. A party is the discs of a stack from the top, as `bytes` (see `games.cards`); the first is its
captain's, the second the first mate's. The numbers are stored with games in progress.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from games import shared_words
from games.cards import CardNames, Cards
from games.text import Seat, Text, _

Disc: TypeAlias = int
Party: TypeAlias = Cards
"""The discs of one stack from the top, as bytes; the first is the captain."""

MOST_PLAYERS = 5
"""Leaflet, playing equipment: five colours."""
QUESTION = 0
"""The wage that the ship says. Leaflet, sharing out the booty."""
WAGES = (2, 3, 4, 5, QUESTION)
"""Of each colour's five discs. The leaflet has pictures of them only; several reviews name these."""
EACH = len(WAGES)


class Colour(msgspec.Struct, frozen=True):
    """A colour has a name and a letter beside its symbol, since the symbols differ in nothing but colour."""

    name: Text
    symbol: str
    letter: str
    """Begins the short names of its discs, in the log for ever."""
    mark: Text
    """Stands on its discs and on their buttons: a letter of its name in each language, no two alike."""


COLOURS: tuple[Colour, ...] = (
    Colour(shared_words.RED, "🔴", "r", _("R")),
    Colour(shared_words.BLUE, "🔵", "b", _("B")),
    Colour(shared_words.YELLOW, "🟡", "y", _("Y")),
    Colour(shared_words.BLACK, "⚫", "k", _("K")),
    Colour(shared_words.GREEN, "🟢", "g", _("G")),
)
"""The colours of the discs by their owner's seat."""


class Face(msgspec.Struct, frozen=True):
    """One line of the table: a disc, as it lies on top of a party."""

    short: str
    label: Text
    colour: Colour
    wage: int


def _face(colour: Colour, wage: int) -> Face:
    shown = str(wage) if wage != QUESTION else "?"
    short = f"{colour.letter}{wage}" if wage != QUESTION else f"{colour.letter}q"
    return Face(short, _("{colour} {wage}", colour=colour.name, wage=shown), colour, wage)


FACES: tuple[Face, ...] = tuple(_face(colour, wage) for colour in COLOURS for wage in WAGES)

NAMES = CardNames(dict(enumerate(FACES)))
_COVERED = len(FACES)

# Tables by disc number, for the rules' speed.

OWNER: bytes = bytes(
    [*(disc // EACH for disc in range(_COVERED)), *range(MOST_PLAYERS)],
).ljust(256, b"\xff")
"""Whose disc it is; also for `bytes.translate`: the owners of a party from the top."""
COVER: bytes = bytes([*(_COVERED + disc // EACH for disc in range(_COVERED)), *range(_COVERED, 256)])
"""For `bytes.translate`: what can be seen of discs that lie under another."""


def is_covered(disc: Disc) -> bool:
    """Whether only the owner of this disc can be told."""
    return disc >= _COVERED


def discs_of(seat: Seat) -> Party:
    """The five discs of a seat."""
    return bytes(range(seat * EACH, (seat + 1) * EACH))


def as_seen(party: Party) -> Party:
    """The party with nothing but its top disc's wage to be seen."""
    return party if len(party) == 1 else party[:1] + party[1:].translate(COVER)
