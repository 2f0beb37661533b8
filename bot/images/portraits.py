"""The robots' faces: clockwork pirates put together from a few parts, and the strip below a cover that shows
who of them sits at the table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import NamedTuple

import msgspec

from games.contract import Picture
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import dot, filled, mirrored, placed, stroked
from games.drawing.furniture import MIDDLE, SMALL, WIDTH
from games.drawing.lettering import STRONG, TEXT, drawable
from games.drawing.palette import CHALK, CHALK_SOFT, GOLD, HUES, INK, LEATHER, RIM, Colour, Hue
from games.text import Listed, Value, Words, _

# The parts, in a square of 100 units like any emblem; what a robot's metal fills is "ink", its shade "paper".

_BOX = "M32 32 L68 32 L72 37 L70 75 L65 79 L35 79 L30 75 L28 37Z"
_DOME = "M28 54 C28 24 72 24 72 54 L70 68 C68 78 62 81 50 81 C38 81 32 78 30 68Z"
_JAR = "M27 34 C27 30 73 30 73 34 L66 72 C64 80 36 80 34 72Z"
_BARREL = "M35 31 L65 31 C76 43 76 66 66 80 L34 80 C24 66 24 43 35 31Z"
_EGG = "M50 27 C67 27 74 42 72 57 C70 72 61 82 50 82 C39 82 30 72 28 57 C26 42 33 27 50 27Z"


def _cog(x: float, y: float, radius: float, teeth: int, colour: str) -> str:
    """An SVG cogwheel around a centre, of so many teeth, which reach out as far as the radius."""
    corners = [
        (
            x + radius * reach * cos(2 * pi * (at + turn) / teeth),
            y + radius * reach * sin(2 * pi * (at + turn) / teeth),
        )
        for at in range(teeth)
        for turn, reach in ((-0.32, 0.78), (-0.2, 1), (0.2, 1), (0.32, 0.78))
    ]
    return filled("M" + " L".join(f"{across:.1f} {down:.1f}" for across, down in corners) + "Z", colour)


def _eye(x: float, size: float = 7.5) -> str:
    return dot(x, 50, size, INK) + dot(x, 50, size - 2.5, CHALK) + dot(x, 51, size - 5, INK)


_PATCH = dot(60, 50, 9, INK) + stroked("M29 40 L71 56", 3.5, INK)
_MONOCLE = (
    _eye(40, 6.5)
    + dot(61, 50, 11.5, GOLD)
    + dot(61, 50, 8.5, CHALK)
    + dot(61, 51, 4, INK)
    + stroked("M70 57 L72 76", 2, GOLD)
)
_EYES = {
    "two": _eye(40) + _eye(60),
    "bold": _eye(40)
    + _eye(60)
    + filled("M29 38 L47 45 L46 50 L29 44Z", INK)
    + filled("M71 38 L53 45 L54 50 L71 44Z", INK),
    "patch": _eye(40, 8.5) + _PATCH,
    "monocle": _MONOCLE,
    "wink": _eye(40, 8.5) + stroked("M53 51 C57 46 63 46 67 51", 4, INK),
    "goggles": stroked("M28 50 L72 50", 5, INK)
    + "".join(dot(x, 50, 12, GOLD) + dot(x, 50, 8.5, INK) + dot(x - 2, 48, 3.5, CHALK) for x in (39, 61)),
    "visor": filled("M29 43 L71 43 L69 57 L31 57Z", INK) + dot(41, 50, 4.5, GOLD) + dot(59, 50, 4.5, GOLD),
    "lashes": _eye(40)
    + _eye(60)
    + stroked("M33 45 L29 40 M37 43 L35 37 M67 45 L71 40 M63 43 L65 37", 2.5, INK),
}
_MOUTHS = {
    "smile": stroked("M39 67 C44 73 56 73 61 67", 4, INK),
    "lips": filled("M40 67 C44 63 48 64 50 66 C52 64 56 63 60 67 C56 74 44 74 40 67Z", HUES["red"]),
    "smirk": stroked("M42 70 C50 71 57 69 62 63", 4, INK),
    "grille": filled("M36 63 L64 63 L62 75 L38 75Z", INK)
    + stroked("M43 65 L43 73 M50 65 L50 73 M57 65 L57 73", 2.5, GOLD),
    "moustache": filled(
        "M50 62 C44 57 34 60 27 70 C36 73 46 72 50 66 C54 72 64 73 73 70 C66 60 56 57 50 62Z", HUES["orange"]
    ),
    "curls": stroked(
        "M50 64 C44 71 34 71 30 64 C29 60 34 59 35 63 M50 64 C56 71 66 71 70 64 C71 60 66 59 65 63", 4.5, INK
    ),
    "beard": filled("M31 62 C40 66 60 66 69 62 C69 80 60 90 50 91 C40 90 31 80 31 62Z", HUES["brown"])
    + stroked("M43 71 L57 71", 3.5, CHALK),
    "small": stroked("M44 69 L56 69", 4, INK),
}


def _tricorne(cloth: Colour, trim: Colour) -> str:
    return filled("M14 38 C22 30 28 12 50 11 C72 12 78 30 86 38 C66 32 34 32 14 38Z", cloth) + stroked(
        "M16 37 C34 31 66 31 84 37", 3.5, trim
    )


def _bicorne(cloth: Colour, trim: Colour) -> str:
    return filled("M15 35 C20 14 38 8 50 8 C62 8 80 14 85 35 C66 27 34 27 15 35Z", cloth) + stroked(
        "M17 34 C34 27 66 27 83 34", 3.5, trim
    )


def _bandana(cloth: Colour, spots: Colour) -> str:
    return (
        filled("M72 34 L88 30 L84 40 L88 50 L72 40Z", cloth)
        + filled("M27 40 C26 14 74 14 73 40 C60 34 40 34 27 40Z", cloth)
        + "".join(dot(x, y, 3, spots) for x, y in ((38, 27), (50, 22), (62, 27), (50, 31)))
    )


_KEY = (
    stroked("M50 28 L50 16", 6, GOLD)
    + dot(40, 13, 7, GOLD)
    + dot(60, 13, 7, GOLD)
    + dot(40, 13, 3, INK)
    + dot(60, 13, 3, INK)
)
_BUN = filled("M28 44 C28 24 42 22 50 22 C58 22 72 24 72 44 C64 34 36 34 28 44Z", HUES["grey"])
_MAGNET = stroked("M33 13 L33 20 C33 37 67 37 67 20 L67 13", 11, HUES["red"]) + stroked(
    "M33 12 L33 14 M67 12 L67 14", 11, CHALK
)
_PIPES = "".join(
    filled(f"M{x} 34 L{x} 13 L{x + 12} 13 L{x + 12} 34Z", "paper")
    + filled(f"M{x - 2} 11 L{x + 14} 11 L{x + 14} 17 L{x - 2} 17Z", INK)
    for x in (31, 57)
)
_FEATHER = filled("M66 22 C72 10 82 12 88 22 C84 30 74 30 66 28Z", CHALK) + stroked(
    "M66 26 C72 22 80 21 86 22", 2, HUES["grey"]
)
_BRAIDS = "".join(
    turn("".join(dot(24 - at, 54 + 9 * at, 6.5 - at / 2, HUES["green"]) for at in range(4)))
    for turn in (str, mirrored)
)
_ROSE = dot(68, 27, 10, HUES["red"]) + stroked(
    "M63 27 C63 21 73 21 73 27 C73 32 66 32 66 28 C67 25 70 26 70 28", 2.5, CHALK
)
_EARRING = dot(27, 64, 6, GOLD) + dot(27, 64, 3, INK)
_RIVETS = "".join(
    dot(x, y, 2.6, "paper") for x, y in ((31, 58), (34, 68), (40, 76), (60, 76), (66, 68), (69, 58))
)
_CHEEKS = dot(33, 61, 2.6, "paper") + dot(67, 61, 2.6, "paper")


class Portrait(msgspec.Struct, frozen=True):
    """A face: what it is made of, and its parts from the back to the front."""

    metal: Colour
    shade: Colour
    ground: Hue
    head: str
    eyes: str
    mouth: str
    hat: str
    behind: str = ""
    marks: str = _CHEEKS

    @property
    def art(self) -> str:
        """The medallion, in a square of 100 units."""
        face = (
            self.behind
            + filled("M22 83 C30 74 70 74 78 83 C71 91 61 94 50 94 C39 94 29 91 22 83Z", "paper")
            + filled(self.head)
            + f'<path d="{self.head}" fill="none" stroke="{INK}" stroke-width="2.5"/>'
            + self.marks
            + _MOUTHS[self.mouth]
            + _EYES[self.eyes]
            + self.hat
        )
        painted = face.replace('"ink"', f'"{self.metal}"').replace('"paper"', f'"{self.shade}"')
        return dot(50, 50, 49, RIM) + dot(50, 50, 45, HUES[self.ground]) + placed(painted, 3, 3.5, 0.94)


PORTRAITS: Mapping[str, Portrait] = {
    "Rusty Nell": Portrait(
        "#c07a4e", "#7c4426", "blue", _DOME, "lashes", "smile", _bandana(HUES["red"], CHALK), _EARRING
    ),
    "Tin Rufus": Portrait(
        "#c3cad2", "#7e8894", "green", _BOX, "bold", "moustache", _tricorne(HUES["black"], GOLD)
    ),
    "Clockwork Olga": Portrait("#e6cf8e", "#9b8244", "purple", _EGG, "monocle", "small", _BUN + _KEY),
    "Brass Ben": Portrait(
        "#d9ae3f", "#8d6a1c", "red", _BARREL, "wink", "curls", _bicorne(HUES["blue"], CHALK)
    ),
    "Copper Kate": Portrait(
        "#d98a5b", "#8f4b29", "sky", _DOME, "two", "lips", _tricorne("#1f6b4a", GOLD) + _FEATHER, _BRAIDS
    ),
    "Piston Pete": Portrait("#8aa0b6", "#4d6175", "orange", _BOX, "visor", "grille", _PIPES),
    "Sprocket Sue": Portrait(
        "#b7a3d0", "#6d5a8c", "yellow", _EGG, "goggles", "smirk", "", _cog(50, 48, 42, 12, HUES["brown"])
    ),
    "Magnet Max": Portrait("#aeb9a8", "#66725f", "brown", _JAR, "two", "small", _MAGNET),
    "Rivet Rose": Portrait(
        "#e3b3b9",
        "#9a616c",
        "black",
        _BARREL,
        "lashes",
        "lips",
        _bandana("#2f6f7a", GOLD) + _ROSE,
        marks=_RIVETS,
    ),
    "Cog Caspar": Portrait(
        "#86b8a5",
        "#477566",
        "pink",
        _JAR,
        "patch",
        "beard",
        _bicorne(HUES["black"], GOLD) + _cog(50, 20, 9, 8, GOLD) + dot(50, 20, 3, INK),
    ),
}
"""By the robots' names, as `bot.tables.model` has them."""


# The strip below the cover: beside each face name and level; of many robots, both below.


class SeatedRobot(NamedTuple):
    """A robot at the table: its name, one of those above, and what its level is called."""

    name: str
    level: Value


_RIM, _CORNER = 5, 21
"""How wide the rim of every picture is, and how round its inner corners are."""
_FACE = 54
"""How high a medallion is."""
_PAD, _SIDE, _GAP = 2, 14, 6
"""Above and below them, left and right of them, and between a medallion and its words."""
_BESIDE = 4
"""The most robots that have their words beside them; where there is no room for that, faces stand alone."""
_BETWEEN, _CLOSE = 8, 4
"""What parts robots with words beside them, and faces alone."""
_COVER = re.compile(rf'<svg[^>]* viewBox="0 0 {WIDTH} (\d+)"[^>]*>(.*)</svg>', re.DOTALL)


def with_robots(cover: Picture, robots: Sequence[SeatedRobot], words: Words) -> Picture:
    """The cover, and below it in the same frame the robots' faces; as it is where no robot with a face sits.

    A cover that is not drawn on a `Canvas` as wide as every picture stays as it is, too.
    """
    drawn = _COVER.fullmatch(cover.svg)
    if not robots or drawn is None:
        return cover
    levels = [each.level for each in robots]
    robots = sorted(robots, key=lambda each: levels.index(each.level))  # seats are drawn by lot anyway
    top = int(drawn[1])
    canvas = Canvas(WIDTH, top + _FACE + 2 * _PAD + _RIM)
    canvas.rect(canvas.box, RIM, radius=_RIM + _CORNER)
    canvas.rect(canvas.box.inset(_RIM), LEATHER, radius=_CORNER)
    canvas.art(drawn[2], Box(0, 0, 100, 100))  # as large as it is
    draw = _draw_beside if _have_room_beside(robots, words) else _draw_alone
    draw(canvas, Box(_SIDE, top + _PAD, WIDTH - 2 * _SIDE, _FACE), robots, words)
    named = tuple(_("{robot} ({level})", robot=each.name, level=each.level) for each in robots)
    return Picture(canvas.svg(), (*cover.alt, _("Robots at the table: {robots}", robots=Listed(named))))


def _have_room_beside(robots: Sequence[SeatedRobot], words: Words) -> bool:
    room = Box(0, 0, WIDTH - 2 * _SIDE, 0).columns(len(robots), _BETWEEN)[0].w - _FACE - _GAP
    return len(robots) <= _BESIDE and all(TEXT.width(_level(each, words), SMALL) <= room for each in robots)


def _draw_beside(canvas: Canvas, box: Box, robots: Sequence[SeatedRobot], words: Words) -> None:
    cells = box.columns(len(robots), _BETWEEN)
    room = cells[0].w - _FACE - _GAP
    whole = all(STRONG.width(robot.name, MIDDLE) <= room for robot in robots)
    for robot, cell in zip(robots, cells, strict=True):
        canvas.art(PORTRAITS[robot.name].art, Box(cell.x, cell.y, _FACE, _FACE))
        left = cell.x + _FACE + _GAP
        upper, lower = Box(left, cell.y, cell.right - left, cell.h).inset(0, 2).rows(2, 0)
        name = robot.name if whole else _short(robot)
        canvas.words_in(name, upper, STRONG, MIDDLE, CHALK, anchor="start", least=SMALL)
        canvas.words_in(_level(robot, words), lower, TEXT, SMALL, CHALK_SOFT, anchor="start")


def _draw_alone(canvas: Canvas, box: Box, robots: Sequence[SeatedRobot], words: Words) -> None:
    del words  # the lobby's words have names and levels
    for robot, cell in zip(robots, box.columns(len(robots), _CLOSE), strict=True):
        canvas.art(PORTRAITS[robot.name].art, cell)


def _short(robot: SeatedRobot) -> str:
    """What those call it who know it: the last of its names."""
    return robot.name.split()[-1]


def _level(robot: SeatedRobot, words: Words) -> str:
    return drawable(words(_("{name}", name=robot.level)), TEXT)
