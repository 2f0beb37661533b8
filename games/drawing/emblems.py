"""Emblems that any game may use: small pictures in two colours, in a square of 100 units, drawn by ourselves.

Each is an SVG file in the folder `art`, which any drawing program shows and changes; a game's own stand in
a folder `art` of its own. They are made of paths (absolute ones of lines and curves), circles, and groups of
these, and stay inside the square. What is black there is painted in the emblem's ink, what is white in its
paper, and other colours are always the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path as File
from xml.etree.ElementTree import Element, ParseError, parse

import msgspec

from games.drawing.palette import Colour
from games.shapes import NUMBERS, Art, Ellipse, Path, Placed, Shape, Stroke, Words

INK, PAPER = "#000000", "#ffffff"
"""Of a file: the colours that are still open."""


class Emblem(msgspec.Struct, frozen=True, cache_hash=True):
    """A small picture, its two colours still open."""

    shapes: tuple[Shape, ...]

    def art(self, ink: Colour, paper: Colour) -> Art:
        """The emblem in these colours."""
        return _painted(self, ink, paper)


@cache
def _painted(emblem: Emblem, ink: Colour, paper: Colour) -> Art:
    return Art(tuple(_recoloured(each, {INK: ink, PAPER: paper}) for each in emblem.shapes))


def _recoloured(shape: Shape, colours: Mapping[Colour, Colour]) -> Shape:
    replace = msgspec.structs.replace
    if isinstance(shape, Placed):
        return replace(shape, art=Art(tuple(_recoloured(each, colours) for each in shape.art.shapes)))
    fill = shape.fill and colours.get(shape.fill, shape.fill)
    if isinstance(shape, Words) or shape.stroke is None:
        return replace(shape, fill=fill)
    line = shape.stroke.colour
    return replace(shape, fill=fill, stroke=replace(shape.stroke, colour=colours.get(line, line)))


def emblems_of(module: str) -> Callable[[str], Emblem]:
    """What reads an emblem by its name from the folder `art` beside this module (`__file__`)."""
    folder = File(module).with_name("art")
    return lambda name: Emblem(artwork(folder / f"{name}.svg"))


def artwork(file: File) -> tuple[Shape, ...]:
    """The shapes in an SVG file. ValueError if it has what no artwork has."""
    try:
        return _shapes(parse(file).getroot())
    except (KeyError, ValueError, ParseError) as error:
        raise ValueError(f"cannot read {file} as artwork: {error!r}") from error


def _shapes(drawn: Element) -> tuple[Shape, ...]:
    return tuple(map(_shape, drawn))


def _shape(drawn: Element) -> Shape:
    given = drawn.attrib
    match drawn.tag.rpartition("}")[2]:
        case "path":
            return Path(*_way(given["d"]), fill=_fill(given), stroke=_stroke(given))
        case "circle":
            x, y, radius = (float(given[name]) for name in ("cx", "cy", "r"))
            return Ellipse(x, y, radius, radius, fill=_fill(given))
        case "g":
            found = _TRANSFORM.fullmatch(given["transform"])
            if found is None:
                raise ValueError(given["transform"])
            x, y, mirrored, scale = found.groups()
            return Placed(Art(_shapes(drawn)), float(x), float(y), float(scale), bool(mirrored))
        case tag:
            raise ValueError(f"there is a {tag} in it")


def _way(written: str) -> tuple[str, tuple[float, ...]]:
    """The steps of a path, each with its letter, and all of their numbers."""
    steps, numbers = "", tuple[float, ...]()
    for step, after in _STEP.findall(written):
        several = tuple(map(float, after.replace(",", " ").split()))
        if len(several) != NUMBERS[step]:
            raise ValueError(f"{step}{after}")
        steps, numbers = steps + step, numbers + several
    return steps, numbers


def _fill(given: Mapping[str, str]) -> Colour | None:
    return None if given["fill"] == "none" else given["fill"]


def _stroke(given: Mapping[str, str]) -> Stroke | None:
    return Stroke(given["stroke"], float(given["stroke-width"])) if "stroke" in given else None


_STEP = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_TRANSFORM = re.compile(r"translate\((\S+) (\S+)\) scale\((?:(-)\S+ )?([^-\s]+)\)")

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
