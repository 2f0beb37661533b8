"""What a drawing is: a list of shapes from the back to the front, which whoever paints or shows it reads.

Places and lengths are units of the drawing, counted from its left top corner to the right and down.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from math import ceil, sqrt
from typing import TypeAlias

import msgspec

Colour: TypeAlias = str
"""As SVG writes it: "#rrggbb"."""
PIXELS, FEWEST = 1.25, 1.0
"""Of a picture as it is sent, in a unit: fine enough for a telephone's screen. Fewer in a tall picture, of
which less is seen at a time, but two for each of a telephone's that shows the picture in its full width.
"""
MANY = 1_000_000
"""The pixels of a picture from which on it is a tall one. To pack them takes half of the time of drawing."""


class Stroke(msgspec.Struct, frozen=True):
    """A line's colour and width; `dash`: how long its dashes and gaps are."""

    colour: Colour
    width: float = 2
    dash: float = 0


class Painted(msgspec.Struct, frozen=True, kw_only=True):
    """How a shape looks: what it is filled with, the line around it, and how much of what is below is hidden,
    from 0 to 1.
    """

    fill: Colour | None = None
    stroke: Stroke | None = None
    opacity: float = 1


class Rect(Painted, frozen=True, cache_hash=True):
    """A rectangle; `radius`: of its corners."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0


class Ellipse(Painted, frozen=True, cache_hash=True):
    """An ellipse around a place; `across` and `down` are its radii."""

    x: float
    y: float
    across: float
    down: float


class Path(Painted, frozen=True, cache_hash=True):
    """Lines and curves, with round ends and corners. `steps` are letters as in SVG, always absolute: `M`oves
    to and `L`ines to a point, `C`urve by three, `Z` closes. `points`: theirs, x and y in turn.
    """

    steps: str
    points: tuple[float, ...]


class Words(msgspec.Struct, frozen=True, cache_hash=True):
    """A line of words, which begins at `x` and stands on `y`, in a typeface of `games.drawing.lettering`."""

    words: str
    x: float
    y: float
    family: str
    weight: int
    size: float
    fill: Colour
    opacity: float = 1


class Art(msgspec.Struct, frozen=True, cache_hash=True):
    """Shapes that belong together, and come again in other places and sizes."""

    shapes: tuple[Shape, ...]


class Placed(msgspec.Struct, frozen=True, cache_hash=True):
    """Artwork, its corner at a place, so many times as large; `mirrored`: it goes to the left from there."""

    art: Art
    x: float
    y: float
    scale: float = 1
    mirrored: bool = False
    opacity: float = 1


Shape: TypeAlias = Rect | Ellipse | Path | Words | Placed


class Drawing(msgspec.Struct, frozen=True):
    """Shapes, and the size of the sheet that they lie on."""

    width: int
    height: int
    shapes: tuple[Shape, ...] = ()

    @property
    def pixels(self) -> float:
        """Of the picture as it is sent, in a unit."""
        return max(FEWEST, min(PIXELS, sqrt(MANY / (self.width * self.height))))

    def fitted(self, room: float) -> Drawing:
        """No higher than so many units: smaller, in the middle of its width, if need be."""
        if self.height <= room:
            return self
        scale = room / self.height
        art = Placed(Art(self.shapes), self.width * (1 - scale) / 2, 0, scale)
        return Drawing(self.width, ceil(room), (art,))

    def svg(self) -> str:
        """The drawing as a file of its own, for a browser."""
        size = f'width="{short(self.width * self.pixels)}" height="{short(self.height * self.pixels)}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {self.width} {self.height}">'
        return f"{head}{''.join(map(svg_of, self.shapes))}</svg>"


def svg_of(shape: Shape) -> str:
    """A shape as an SVG element. Words are escaped here and nowhere else."""
    match shape:
        case Rect(x=x, y=y, width=wide, height=high, radius=radius):
            corner = f' rx="{short(radius)}"' if radius else ""
            place = f'x="{short(x)}" y="{short(y)}" width="{short(wide)}" height="{short(high)}"'
            return f"<rect {place}{corner}{_paint(shape)}/>"
        case Ellipse(x=x, y=y, across=across, down=down):
            place = f'cx="{short(x)}" cy="{short(y)}" rx="{short(across)}" ry="{short(down)}"'
            return f"<ellipse {place}{_paint(shape)}/>"
        case Path(steps=steps, points=points):
            numbers = iter(points)
            way = " ".join(
                step + " ".join(short(next(numbers)) for _number in range(NUMBERS[step])) for step in steps
            )
            ends = ' stroke-linecap="round" stroke-linejoin="round"' if shape.stroke else ""
            return f'<path d="{way}"{_paint(shape)}{ends}/>'
        case Words(words=words, x=x, y=y, family=family, weight=weight, size=size, fill=fill):
            faint = f' fill-opacity="{short(shape.opacity)}"' if shape.opacity < 1 else ""
            face = f'font-family="{family}" font-weight="{weight}" font-size="{short(size)}"'
            place = f'x="{short(x)}" y="{short(y)}"'
            return f'<text {place} {face} fill="{fill}"{faint}>{escape(words, quote=False)}</text>'
        case Placed(art=art, x=x, y=y, scale=scale, mirrored=mirrored, opacity=opacity):
            faint = f' opacity="{short(opacity)}"' if opacity < 1 else ""
            size = f"{'-' * mirrored}{scale:.4g} {scale:.4g}" if mirrored else f"{scale:.4g}"
            place = f"translate({short(x)} {short(y)}) scale({size})"
            return f'<g transform="{place}"{faint}>{_inside(art)}</g>'


@lru_cache(maxsize=256)
def _inside(art: Art) -> str:
    return "".join(map(svg_of, art.shapes))


NUMBERS = {"M": 2, "L": 2, "C": 6, "Z": 0}
"""How many numbers each step of a path takes: twice its points."""


def _paint(shape: Painted) -> str:
    # Fill and stroke are see-through by themselves: together they would be painted in two steps.
    fill, stroke, opacity = shape.fill, shape.stroke, shape.opacity
    painted = f' fill="{fill or "none"}"'
    if fill and opacity < 1:
        painted += f' fill-opacity="{short(opacity)}"'
    if stroke is not None:
        painted += f' stroke="{stroke.colour}" stroke-width="{short(stroke.width)}"'
        if stroke.dash:
            painted += f' stroke-dasharray="{short(stroke.dash)}"'
        if opacity < 1:
            painted += f' stroke-opacity="{short(opacity)}"'
    return painted


def short(number: float) -> str:
    """A number as short as it can be, in hundredths."""
    return _hundredths(number or 0)  # there is a -0, which is the same to a cache


@lru_cache(maxsize=16384)
def _hundredths(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
