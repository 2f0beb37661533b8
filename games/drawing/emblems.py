"""Emblems that any game may use: small pictures in two colours, in a square of 100 units, drawn by ourselves.

Each is an SVG file in the folder `art`, which any drawing program shows and changes; a game's own stand in
a folder `art` of its own. Their paths are absolute and stay inside the square. What is black there is painted
in the emblem's ink, what is white in its paper, and other colours are always the same.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from games.drawing.palette import Colour


class Emblem(msgspec.Struct, frozen=True):
    """A small picture, its two colours still open."""

    shapes: str

    def art(self, ink: Colour, paper: Colour) -> str:
        """The emblem in these colours."""
        return self.shapes.replace('"ink"', f'"{ink}"').replace('"paper"', f'"{paper}"')


def filled(path: str, colour: str = "ink") -> str:
    """An SVG path filled with a colour, or with one of an emblem's two, which stay open: "ink" and
    "paper".
    """
    return f'<path d="{path}" fill="{colour}"/>'


def stroked(path: str, width: float, colour: str = "ink") -> str:
    """A line with round ends."""
    line = f'stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{path}" fill="none" {line}/>'


def dot(x: float, y: float, radius: float, colour: str = "ink") -> str:
    """An SVG disc filled with a colour, or with one of an emblem's two, which stay open: "ink" and
    "paper".
    """
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>'


def placed(shapes: str, x: float, y: float, scale: float) -> str:
    """Shapes made smaller, their corner moved to a place in the square."""
    return f'<g transform="translate({x} {y}) scale({scale})">{shapes}</g>'


def mirrored(shapes: str) -> str:
    """Shapes of the square with left and right exchanged."""
    return f'<g transform="matrix(-1 0 0 1 100 0)">{shapes}</g>'


def emblems_of(module: str) -> Callable[[str], Emblem]:
    """What reads an emblem by its name from the folder `art` beside this module (`__file__`)."""
    folder = Path(module).with_name("art")

    def emblem(name: str) -> Emblem:
        _head, *shapes, _end = (folder / f"{name}.svg").read_text("utf-8").splitlines()
        return Emblem("".join(shapes).replace(f'"{INK}"', '"ink"').replace(f'"{PAPER}"', '"paper"'))

    return emblem


INK, PAPER = "#000000", "#ffffff"
emblem = emblems_of(__file__)

SUN = emblem("sun")
DROP = emblem("drop")
FLAME = emblem("flame")
CLOVER = emblem("clover")
JOLLY_ROGER = emblem("jolly-roger")
CROWN = emblem("crown")
CROWNED_SKULL = emblem("crowned-skull")
PENNANT = emblem("pennant")
TICK = emblem("tick")
PLUS = emblem("plus")
CROSS = emblem("cross")
HOURGLASS = emblem("hourglass")
COIN = emblem("coin")
CANNONBALL = emblem("cannonball")
CHEST = emblem("chest")
ANCHOR = emblem("anchor")
SABRES = emblem("sabres")
GHOST = emblem("ghost")
