"""What the lobby shows: a plank over the sea at night, the Queen above it, and somebody who went too far."""

from __future__ import annotations

from math import pi, sin

from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.furniture import WIDTH, note, table
from games.drawing.lettering import DISPLAY
from games.drawing.palette import CHALK, GOLD, INK, PAPER_SHADE
from games.skull_queen import emblems
from games.skull_queen.artwork import draw_colour
from games.skull_queen.picture_plank import FIN, SEA, WAVE, WOOD, WOOD_EDGE
from games.text import Text, Words

HEIGHT = 290
_SKY, _MOON = "#141b2e", "#f3e3b5"
_SEA_LEVEL = 206
_STANDING = 26
"""How large a pirate is."""


def draw(title: Text, tagline: Text, words: Words) -> Canvas:
    """The game's title and what it is about."""
    canvas = table(HEIGHT)
    canvas.rect(canvas.box.inset(9), _SKY, radius=20)
    for x, y in ((60, 34), (232, 26), (418, 52), (470, 128), (660, 40), (508, 30), (676, 150)):
        canvas.circle(x, y, 2.5, PAPER_SHADE)
    canvas.circle(592, 106, 74, _MOON)
    canvas.art(emblems.CROWNED_SKULL.art(INK, _MOON), Box(538, 44, 108, 108))
    canvas.words(words(title), 34, 66, DISPLAY, 58, GOLD, room=460)
    note(canvas, words(tagline), Box(34, 78, 470, 90), size=24, anchor="start", least=22)
    _draw_sea(canvas)
    _draw_plank(canvas)
    return canvas


def _draw_sea(canvas: Canvas) -> None:
    sea = Box(9, _SEA_LEVEL, WIDTH - 18, HEIGHT - 9 - _SEA_LEVEL)
    canvas.rect(sea, SEA, radius=20)
    canvas.rect(Box(sea.x, sea.y, sea.w, 24), SEA)
    for row, y in enumerate((_SEA_LEVEL + 6, _SEA_LEVEL + 40, _SEA_LEVEL + 66)):
        points = [(float(x), y + 4 * sin(x * pi / 24 + row)) for x in range(22, WIDTH - 22, 8)]
        canvas.line(points, Stroke(WAVE, 3), opacity=1 - row * 0.25)


def _draw_plank(canvas: Canvas) -> None:
    """Three stand on it; the fourth has found its end, and company."""
    canvas.polygon([(9, 224), (438, 226), (438, 240), (9, 252)], WOOD, stroke=Stroke(WOOD_EDGE, 3))
    for colour, x in ((0, 96), (1, 196), (2, 340)):
        draw_colour(canvas, x, 224 - _STANDING, _STANDING, colour)
    swimmer, level = 518.0, 240.0
    for turn in (-0.9, -0.35, 0.35, 0.9):
        drop = [(swimmer + 34 * turn, level - 32), (swimmer + 50 * turn, level - 52 + 14 * abs(turn))]
        canvas.line(drop, Stroke(CHALK, 5))
    draw_colour(canvas, swimmer, level, _STANDING, 3)
    crests = [(swimmer - 40.0 + at * 10, level + (10.0 if at % 2 else 16.0)) for at in range(9)]
    canvas.polygon([*crests, (swimmer + 40, 268), (swimmer - 40, 268)], SEA)
    canvas.line(crests, Stroke(WAVE, 3))
    canvas.polygon([(600, 262), (640, 216), (652, 262)], FIN, stroke=Stroke(CHALK, 2))
    canvas.line([(582.0 + at * 8, 265.0 if at % 2 else 261.0) for at in range(12)], Stroke(WAVE, 3))
