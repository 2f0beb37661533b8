"""The robots' faces, and the strip below a cover that shows who of them sits at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from games.contract import Picture
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import artwork
from games.drawing.furniture import MIDDLE, SMALL, WIDTH
from games.drawing.lettering import STRONG, TEXT, drawable
from games.drawing.palette import CHALK, CHALK_SOFT, LEATHER, RIM
from games.shapes import Art
from games.text import Listed, Value, Words, _

PORTRAITS: Mapping[str, Art] = {
    file.stem.replace("-", " ").title(): Art(artwork(file))
    for file in sorted(Path(__file__).with_name("art").glob("*.svg"))
}
"""By the robots' names, as `bot.tables.model` has them: medallions in a square of 100 units, which any
drawing program shows and changes.
"""


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


def with_robots(cover: Picture, robots: Sequence[SeatedRobot], words: Words) -> Picture:
    """The cover, and below it in the same frame the robots' faces; as it is where no robot with a face sits.

    A cover that is not as wide as every picture stays as it is, too.
    """
    drawn = cover.drawing
    if not robots or drawn.width != WIDTH:
        return cover
    levels = [each.level for each in robots]
    robots = sorted(robots, key=lambda each: levels.index(each.level))  # seats are drawn by lot anyway
    top = drawn.height
    canvas = Canvas(WIDTH, top + _FACE + 2 * _PAD + _RIM)
    canvas.rect(canvas.box, RIM, radius=_RIM + _CORNER)
    canvas.rect(canvas.box.inset(_RIM), LEATHER, radius=_CORNER)
    canvas.art(Art(drawn.shapes), Box(0, 0, 100, 100))  # as large as it is
    draw = _draw_beside if _have_room_beside(robots, words) else _draw_alone
    draw(canvas, Box(_SIDE, top + _PAD, WIDTH - 2 * _SIDE, _FACE), robots, words)
    named = tuple(_("{robot} ({level})", robot=each.name, level=each.level) for each in robots)
    return Picture(canvas.drawing(), (*cover.alt, _("Robots at the table: {robots}", robots=Listed(named))))


def _have_room_beside(robots: Sequence[SeatedRobot], words: Words) -> bool:
    room = Box(0, 0, WIDTH - 2 * _SIDE, 0).columns(len(robots), _BETWEEN)[0].w - _FACE - _GAP
    return len(robots) <= _BESIDE and all(TEXT.width(_level(each, words), SMALL) <= room for each in robots)


def _draw_beside(canvas: Canvas, box: Box, robots: Sequence[SeatedRobot], words: Words) -> None:
    cells = box.columns(len(robots), _BETWEEN)
    room = cells[0].w - _FACE - _GAP
    whole = all(STRONG.width(robot.name, MIDDLE) <= room for robot in robots)
    for robot, cell in zip(robots, cells, strict=True):
        canvas.art(PORTRAITS[robot.name], Box(cell.x, cell.y, _FACE, _FACE))
        left = cell.x + _FACE + _GAP
        upper, lower = Box(left, cell.y, cell.right - left, cell.h).inset(0, 2).rows(2, 0)
        name = robot.name if whole else _short(robot)
        canvas.words_in(name, upper, STRONG, MIDDLE, CHALK, anchor="start", least=SMALL)
        canvas.words_in(_level(robot, words), lower, TEXT, SMALL, CHALK_SOFT, anchor="start")


def _draw_alone(canvas: Canvas, box: Box, robots: Sequence[SeatedRobot], words: Words) -> None:
    del words  # the lobby's words have names and levels
    for robot, cell in zip(robots, box.columns(len(robots), _CLOSE), strict=True):
        canvas.art(PORTRAITS[robot.name], cell)


def _short(robot: SeatedRobot) -> str:
    """What those call it who know it: the last of its names."""
    return robot.name.split()[-1]


def _level(robot: SeatedRobot, words: Words) -> str:
    return drawable(words(_("{name}", name=robot.level)), TEXT)
