"""What stands where in a drawing, read from its SVG alone: whoever draws is not asked."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from games.drawing.lettering import DISPLAY, STRONG, TEXT, Typeface

SVG = "{http://www.w3.org/2000/svg}"
FACES = {(face.family, str(face.weight)): face for face in (TEXT, STRONG, DISPLAY)}
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")

Matrix = tuple[float, float, float, float, float, float]
AS_IT_IS: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True)
class Place:
    """Where something is drawn, and what it is."""

    what: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Place, by: float) -> bool:
        """Whether both cover a common area, more than `by` units high and wide."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide > by and high > by


def parsed(svg: str) -> ET.Element:
    """The drawing's root. ParseError if it is not well-formed."""
    return ET.fromstring(svg)


def words_in(svg: str) -> list[str]:
    """Every line of words."""
    return [element.text or "" for element in parsed(svg).iter(f"{SVG}text")]


def outside(svg: str) -> list[Place]:
    """What sticks out of the canvas, by more than a hair."""
    root = parsed(svg)
    _x, _y, width, height = map(float, root.attrib["viewBox"].split())
    return [
        place
        for place in places(root)
        if place.left < -0.1 or place.top < -0.1 or place.right > width + 0.1 or place.bottom > height + 0.1
    ]


def overlapping_words(svg: str) -> list[tuple[str, str]]:
    """Lines of words that lie on each other."""
    lines = [place for place in places(parsed(svg)) if place.what.startswith("text")]
    return [(one.what, other.what) for one, other in combinations(lines, 2) if one.overlaps(other, by=1)]


def places(element: ET.Element, matrix: Matrix = AS_IT_IS) -> Iterator[Place]:
    """Everything that is painted under this element."""
    for child in element:
        kind = child.tag.removeprefix(SVG)
        if kind == "g":
            yield from places(child, _times(matrix, _matrix(child.attrib["transform"])))
        else:
            yield _place(kind, child, matrix)


def _place(kind: str, element: ET.Element, matrix: Matrix) -> Place:
    given = element.attrib
    edge = float(given.get("stroke-width", 0)) / 2
    corners = list(_corners(kind, element))
    moved = [_moved(x, y, matrix) for x, y in corners]
    # Emblems are only ever made smaller, by the same factor both ways.
    edge *= abs(matrix[0]) or abs(matrix[1])
    xs, ys = [x for x, _y in moved], [y for _x, y in moved]
    what = f"{kind} {element.text or given}"
    return Place(what, min(xs) - edge, min(ys) - edge, max(xs) + edge, max(ys) + edge)


def _corners(kind: str, element: ET.Element) -> Iterable[tuple[float, float]]:
    given = element.attrib

    def number(name: str) -> float:
        return float(given.get(name, 0))

    match kind:
        case "rect":
            x, y = number("x"), number("y")
            return [(x, y), (x + number("width"), y + number("height"))]
        case "circle" | "ellipse":
            across, down = (number("r"),) * 2 if kind == "circle" else (number("rx"), number("ry"))
            x, y = number("cx"), number("cy")
            return [(x - across, y - down), (x + across, y + down)]
        case "text":
            face: Typeface = FACES[given["font-family"], given["font-weight"]]
            size, x, y = number("font-size"), number("x"), number("y")
            return [(x, y - face.capital * size), (x + face.width(element.text or "", size), y)]
        case "path":
            # Of a curve the points that it is made with: it does not leave the area between them.
            assert not re.search("[^MLCZ0-9. -]", given["d"]), given["d"]
            numbers = [float(each) for each in _NUMBER.findall(given["d"])]
            return zip(numbers[::2], numbers[1::2], strict=True)
        case _:
            raise AssertionError(f"{kind} is nothing that can be audited")


def _matrix(transform: str) -> Matrix:
    done = AS_IT_IS
    for name, given in re.findall(r"(\w+)\(([^)]*)\)", transform):
        numbers = [float(each) for each in given.split()]
        match name, numbers:
            case "translate", [x, y]:
                done = _times(done, (1, 0, 0, 1, x, y))
            case "scale", [across, *down]:
                done = _times(done, (across, 0, 0, down[0] if down else across, 0, 0))
            case _:
                raise AssertionError(f"{name}({given}) cannot be audited")
    return done


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (
        a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f
    )  # fmt: skip


def _moved(x: float, y: float, matrix: Matrix) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
