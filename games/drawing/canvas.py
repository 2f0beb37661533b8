"""The sheet that everything is drawn on: few shapes, and words that stay within their room.

Places are counted in units from the top left corner; see `games.drawing` for how large a unit is.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from itertools import chain
from math import ceil
from typing import Literal, NamedTuple, TypeAlias

from games.drawing.lettering import Typeface, called, cut, drawable, shrunk
from games.drawing.palette import Colour
from games.shapes import Art, Drawing, Ellipse, Path, Placed, Rect, Shape, Stroke, Words

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


class Canvas:
    """A drawing that grows from the back to the front."""

    def __init__(self, width: float, height: float) -> None:
        self.box = Box(0, 0, width, height)
        self._drawn: list[Shape] = []

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
        place = _rounded(*box, radius)
        self._drawn.append(Rect(*place, fill=fill, stroke=stroke, opacity=opacity))

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
        place = _rounded(x, y, across, down)
        self._drawn.append(Ellipse(*place, fill=fill, stroke=stroke, opacity=opacity))

    def line(self, points: list[tuple[float, float]], stroke: Stroke, *, opacity: float = 1) -> None:
        """A line through these points."""
        self._drawn.append(Path(*_through(points), stroke=stroke, opacity=opacity))

    def polygon(
        self,
        points: list[tuple[float, float]],
        fill: Colour,
        *,
        stroke: Stroke | None = None,
        opacity: float = 1,
    ) -> None:
        """A filled shape with straight edges."""
        steps, numbers = _through(points)
        self._drawn.append(Path(f"{steps}Z", numbers, fill=fill, stroke=stroke, opacity=opacity))

    def art(self, art: Art, box: Box, *, opacity: float = 1) -> None:
        """A piece of artwork, drawn in a square of 100 units, fitted into the middle of the box."""
        side = min(box.w, box.h)
        square = box.square(side)
        self._place(art, square, side / 100, opacity)

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
        left, base, size = _rounded(at, y, size)
        self._drawn.append(Words(shown, left, base, face.family, face.weight, size, colour, opacity))
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
        around, self._drawn = self._drawn, []
        yield Box(0, 0, box.w / factor, box.h / factor)
        art, self._drawn = Art(tuple(self._drawn)), around
        self._place(art, box, factor)

    def _place(self, art: Art, box: Box, scale: float, opacity: float = 1) -> None:
        self._drawn.append(Placed(art, *_rounded(box.x, box.y), scale=float(f"{scale:.4g}"), opacity=opacity))

    def drawing(self) -> Drawing:
        """The shapes that were drawn so far, on a sheet of whole units."""
        return Drawing(ceil(self.box.w), ceil(self.box.h), tuple(self._drawn))


def _rounded(*numbers: float) -> tuple[float, ...]:
    """In hundredths: nobody sees a difference, and what looks the same is painted once."""
    return tuple(round(number, 2) for number in numbers)


def _through(points: list[tuple[float, float]]) -> tuple[str, tuple[float, ...]]:
    """The steps and numbers of a path through these points."""
    return "M" + "L" * (len(points) - 1), _rounded(*chain.from_iterable(points))
