"""The sheet that everything is drawn on: few shapes, and words that stay within their room, as SVG.

Places are counted in units from the top left corner; see `games.drawing` for how large a unit is. Whatever
comes from outside (names, words) is escaped here and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from html import escape
from math import ceil, sqrt
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from games.drawing.lettering import Typeface, called, cut, drawable, shrunk
from games.drawing.palette import Colour

PIXELS, FEWEST = 1.25, 1.0
"""Of a picture as it is sent, in a unit: fine enough for a telephone's screen. Fewer in a tall picture, of
which less is seen at a time, but two for each of a telephone's that shows the picture in its full width.
"""
MANY = 1_000_000
"""The pixels of a picture from which on it is a tall one. To pack them takes half of the time of drawing."""

Anchor: TypeAlias = Literal["start", "middle", "end"]


class Box(NamedTuple):
    """A rectangle: its left top corner and its size."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x of its right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y of its lower edge."""
        return self.y + self.h

    @property
    def cx(self) -> float:
        """Its middle from the left."""
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        """Its middle from the top."""
        return self.y + self.h / 2

    def inset(self, by: float, down: float | None = None) -> Box:
        """Smaller by so much on every side; `down`: at the top and the bottom."""
        down = by if down is None else down
        return Box(self.x + by, self.y + down, self.w - 2 * by, self.h - 2 * down)

    def square(self, side: float) -> Box:
        """A square in the middle."""
        return Box(self.cx - side / 2, self.cy - side / 2, side, side)

    def columns(self, count: int, gap: float) -> list[Box]:
        """Cut into so many of equal width, from the left."""
        width = (self.w - gap * (count - 1)) / count
        return [Box(self.x + at * (width + gap), self.y, width, self.h) for at in range(count)]

    def rows(self, count: int, gap: float) -> list[Box]:
        """Cut into so many of equal height, from the top."""
        height = (self.h - gap * (count - 1)) / count
        return [Box(self.x, self.y + at * (height + gap), self.w, height) for at in range(count)]


class Stroke(msgspec.Struct, frozen=True):
    """A line's colour and width; `dash`: how long its dashes and gaps are."""

    colour: Colour
    width: float = 2
    dash: float = 0


class Canvas:
    """A drawing that grows from the back to the front."""

    def __init__(self, width: float, height: float) -> None:
        self.box = Box(0, 0, width, height)
        self._drawn: list[str] = []

    def rect(
        self,
        box: Box,
        fill: Colour | None,
        *,
        radius: float = 0,
        stroke: Stroke | None = None,
        opacity: float = 1,
    ) -> None:
        """A rectangle, its corners rounded by `radius`."""
        corner = f' rx="{_short(radius)}"' if radius else ""
        place = f'x="{_short(box.x)}" y="{_short(box.y)}" width="{_short(box.w)}" height="{_short(box.h)}"'
        self._drawn.append(f"<rect {place}{corner}{_paint(fill, stroke, opacity)}/>")

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        fill: Colour | None,
        *,
        stroke: Stroke | None = None,
        opacity: float = 1,
    ) -> None:
        """A disc or a ring."""
        self.ellipse(x, y, radius, radius, fill, stroke=stroke, opacity=opacity)

    def ellipse(
        self,
        x: float,
        y: float,
        across: float,
        down: float,
        fill: Colour | None,
        *,
        stroke: Stroke | None = None,
        opacity: float = 1,
    ) -> None:
        """An ellipse of these two radii."""
        self._drawn.append(
            f'<ellipse cx="{_short(x)}" cy="{_short(y)}" rx="{_short(across)}" ry="{_short(down)}"'
            f"{_paint(fill, stroke, opacity)}/>"
        )

    def line(self, points: list[tuple[float, float]], stroke: Stroke, *, opacity: float = 1) -> None:
        """A line through these points."""
        through = " ".join(f"{_short(x)},{_short(y)}" for x, y in points)
        self._drawn.append(
            f'<polyline points="{through}" stroke-linecap="round" stroke-linejoin="round"'
            f"{_paint(None, stroke, opacity)}/>"
        )

    def polygon(
        self,
        points: list[tuple[float, float]],
        fill: Colour,
        *,
        stroke: Stroke | None = None,
        opacity: float = 1,
    ) -> None:
        """A filled shape with straight edges."""
        through = " ".join(f"{_short(x)},{_short(y)}" for x, y in points)
        self._drawn.append(f'<polygon points="{through}"{_paint(fill, stroke, opacity)}/>')

    def art(self, art: str, box: Box, *, opacity: float = 1) -> None:
        """A piece of artwork, drawn in a square of 100 units, fitted into the middle of the box."""
        side = min(box.w, box.h)
        square = box.square(side)
        faint = f' opacity="{_short(opacity)}"' if opacity < 1 else ""
        place = f"translate({_short(square.x)} {_short(square.y)}) scale({side / 100:.4g})"
        self._drawn.append(f'<g transform="{place}"{faint}>{art}</g>')

    def words(
        self,
        words: str,
        x: float,
        y: float,
        face: Typeface,
        size: float,
        colour: Colour,
        *,
        room: float,
        anchor: Anchor = "start",
        least: float | None = None,
        opacity: float = 1,
    ) -> float:
        """A line of words that stands on `y`; its width is returned.

        It is never wider than `room`: it shrinks to the size `least` if that is given, and is cut then.
        """
        shown = drawable(words, face)
        if least is not None:
            size = shrunk(shown, face, size, room, least)
        shown = cut(shown, face, size, room)
        if not shown:
            return 0
        width = face.width(shown, size)
        at = {"start": x, "middle": x - width / 2, "end": x - width}[anchor]
        faint = f' fill-opacity="{_short(opacity)}"' if opacity < 1 else ""
        self._drawn.append(
            f'<text x="{_short(at)}" y="{_short(y)}" font-family="{face.family}" font-weight="{face.weight}"'
            f' font-size="{_short(size)}" fill="{colour}"{faint}>{escape(shown, quote=False)}</text>'
        )
        return width

    def words_in(
        self,
        words: str,
        box: Box,
        face: Typeface,
        size: float,
        colour: Colour,
        *,
        anchor: Anchor = "middle",
        least: float | None = None,
        opacity: float = 1,
    ) -> float:
        """A line of words in the middle of the box's height, at its left, middle or right."""
        shown = drawable(words, face)
        if least is not None:
            size = shrunk(shown, face, size, box.w, least)
        x = {"start": box.x, "middle": box.cx, "end": box.right}[anchor]
        base = box.cy + face.capital * size / 2
        return self.words(shown, x, base, face, size, colour, room=box.w, anchor=anchor, opacity=opacity)

    def name_in(
        self,
        name: str,
        box: Box,
        face: Typeface,
        size: float,
        colour: Colour,
        *,
        anchor: Anchor = "middle",
        least: float | None = None,
    ) -> float:
        """Like `words_in`, for a player's name: rather its first word whole than letters of the second."""
        shown = called(drawable(name, face), face, size if least is None else least, box.w)
        return self.words_in(shown, box, face, size, colour, anchor=anchor, least=least)

    @contextmanager
    def scaled(self, box: Box, factor: float) -> Generator[Box, None, None]:
        """What is drawn meanwhile is so many times as large; the box in the units that hold then."""
        if factor == 1:
            yield box
            return
        self._drawn.append(f'<g transform="translate({_short(box.x)} {_short(box.y)}) scale({factor:.4g})">')
        yield Box(0, 0, box.w / factor, box.h / factor)
        self._drawn.append("</g>")

    def svg(self) -> str:
        """The drawing as a file of its own."""
        wide, high = ceil(self.box.w), ceil(self.box.h)
        pixels = _pixels(wide, high)
        size = f'width="{_short(wide * pixels)}" height="{_short(high * pixels)}" viewBox="0 0 {wide} {high}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(self._drawn)}</svg>'


_SIZE = re.compile(r'<svg ([^>]*?)width="[\d.]+" height="[\d.]+" viewBox="0 0 (\d+) (\d+)"')


def fitted(svg: str, room: float) -> str:
    """The drawing, no higher than so many units: smaller, in the middle of its width, if need be."""
    size = _SIZE.match(svg)
    if size is None or int(size[3]) <= room:
        return svg
    wide, high = int(size[2]), int(size[3])
    across = wide * high / room
    pixels = _pixels(wide, room)
    shown = f'width="{_short(wide * pixels)}" height="{_short(room * pixels)}"'
    body = svg[size.end() + 1 :].removesuffix("</svg>")
    moved = f'<g transform="translate({_short((across - wide) / 2)} 0) scale(1)">{body}</g>'
    return f'<svg {size[1]}{shown} viewBox="0 0 {_short(across)} {high}">{moved}</svg>'


def _pixels(wide: float, high: float) -> float:
    """Of a picture as it is sent, in a unit."""
    return max(FEWEST, min(PIXELS, sqrt(MANY / (wide * high))))


def _paint(fill: Colour | None, stroke: Stroke | None, opacity: float) -> str:
    # Fill and stroke are made see-through by themselves: a rasteriser would paint whole shapes in two steps.
    painted = f' fill="{fill or "none"}"'
    if fill and opacity < 1:
        painted += f' fill-opacity="{_short(opacity)}"'
    if stroke is not None:
        painted += f' stroke="{stroke.colour}" stroke-width="{_short(stroke.width)}"'
        if stroke.dash:
            painted += f' stroke-dasharray="{_short(stroke.dash)}"'
        if opacity < 1:
            painted += f' stroke-opacity="{_short(opacity)}"'
    return painted


def _short(number: float) -> str:
    """A number as short as it can be, in hundredths."""
    return _hundredths(number or 0)  # there is a -0, which is the same to a cache


@lru_cache(maxsize=16384)
def _hundredths(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
