"""The colours of every picture.

The named hues stand for suits, bands, discs and players. Pictures never say anything by hue alone, and yet
hues stay apart for people who see few: the tests simulate protanopia, deuteranopia and tritanopia (Machado,
Oliveira and Fernandes 2009, severity 1) and hold the distances in CIE L*a*b* to a minimum.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

from games.shapes import Colour
from games.text import Seat

Hue: TypeAlias = Literal[
    "red", "blue", "yellow", "black", "green", "purple", "sky", "pink", "grey", "brown", "orange"
]

HUES: Mapping[Hue, Colour] = {
    "red": "#b3261a",
    "blue": "#234f98",
    "yellow": "#f8d64e",
    "black": "#211d26",
    "green": "#4cbb86",
    "purple": "#a868c8",
    "sky": "#b9dcf8",
    "pink": "#eb98c4",
    "grey": "#868d98",
    "brown": "#472a10",
    "orange": "#e87538",
}

PLAYERS: tuple[Hue, ...] = ("red", "blue", "yellow", "black", "green", "purple", "sky", "pink")
"""By seat, at every table of every game."""

# The tavern: what lies under everything, from the dark outside to the light of the lamp.

NIGHT = "#16100d"
PLANK = "#2c1d13"
LAMPLIGHT: tuple[Colour, ...] = ("#342318", "#3d2a1c")
"""On the wood, from the edge of the light to its middle."""
SEAM = "#23170f"
RIM = "#8a6a3a"
"""The brass around every picture: it sets it off from a dark page as from a white one."""
LEATHER = "#20150e"
"""What plates with words lie on."""
LEATHER_EDGE = "#5a432b"
LEATHER_OWN = "#46301c"
"""The plate of whoever looks at the picture."""
GREY = HUES["grey"]
"""Of those who have no seat."""

PAPER = "#f6ecd6"
PAPER_SHADE = "#e4d3b0"
INK = "#170f0b"
"""Dark, for paper and light hues."""
INK_SOFT = "#5d4a38"
CHALK = "#fff6e3"
"""Light, for wood and dark hues."""
CHALK_SOFT = "#cdb999"
CHALK_FAINT = "#7d6750"

GOLD = "#ffc857"
"""Whatever the eye is to find first: whose turn it is, who is winning, what may be played."""
EMBER = "#ff9f6b"
"""What went wrong, on wood; with a sign beside it."""
LEAF = "#9fdcb4"
"""What went well, on wood; with a sign beside it."""


def player_hue(seat: Seat) -> Hue:
    """The hue of a seat."""
    return PLAYERS[seat % len(PLAYERS)]


@cache
def ink_on(colour: Colour) -> Colour:
    """What can be read on this colour: dark or light."""
    return INK if _luminance(colour) > _HALF else CHALK


_HALF = 0.18
"""The relative luminance on which dark and light ink can be read equally well."""


def _luminance(colour: Colour) -> float:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
