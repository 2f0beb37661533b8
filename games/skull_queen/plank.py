"""Planks: which side is up, where the four pirates stand, what that is worth.

A plank is five bytes: the side, then for each colour the pirate's space, 1 at the bottom to 5 at the top, or
`OVERBOARD`.
"""

from __future__ import annotations

from itertools import product
from typing import TypeAlias

from games.contract import Action
from games.skull_queen import constants
from games.skull_queen.cards import Colour

Plank: TypeAlias = bytes
Space: TypeAlias = int
Side: TypeAlias = int

OVERBOARD: Space = 0
UP, DOWN, NOTED = 0, 1, 2
"""The sides: from the bottom to the top their values ascend, or descend. `NOTED` stands for a plank of which
nothing is known but what it was worth, in the place of its first pirate.
"""
SIDES = ("up", "down")
"""As they are written in actions."""
SPACES = range(1, constants.SPACES + 1)

BEST = constants.COLOURS * max(constants.ASCENDING)
"""The most that all pirates of a plank can be worth together."""
WORTH: tuple[tuple[int, ...], ...] = (
    (0, *constants.ASCENDING),
    (0, *reversed(constants.ASCENDING)),
    tuple(range(BEST + 1)),
)
"""What a pirate is worth by the side of the plank that is up and by the space; overboard nothing."""

PLANK_OF: dict[Action, Plank] = {
    f"plank {SIDES[side]} {' '.join(map(str, spaces))}": bytes((side, *spaces))
    for side in (UP, DOWN)
    for spaces in product(SPACES, repeat=constants.COLOURS)
}
"""Every way to set a plank, the red pirate's space first."""
SETTINGS: tuple[Action, ...] = tuple(PLANK_OF)
ACTION_OF: dict[Plank, Action] = {plank: action for action, plank in PLANK_OF.items()}


def space_of(plank: Plank, colour: Colour) -> Space:
    """Where the pirate of this colour stands."""
    return plank[1 + colour]


def worth(plank: Plank) -> int:
    """The points of all pirates that are still on it."""
    values = WORTH[plank[0]]
    return sum([values[space] for space in plank[1:]])


def after(space: Space, steps: int) -> Space:
    """Where a pirate comes to stand that goes so many steps up (or, below 0, down)."""
    there = space + steps
    return there if space != OVERBOARD and 1 <= there <= constants.SPACES else OVERBOARD


def put(plank: Plank, colour: Colour, space: Space) -> Plank:
    """The plank with that pirate on another space."""
    changed = bytearray(plank)
    changed[1 + colour] = space
    return bytes(changed)
