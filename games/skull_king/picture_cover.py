"""What the lobby shows while people come: a ship under a skull of a moon, and something below it."""

from __future__ import annotations

from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import CROWNED_SKULL, JOLLY_ROGER
from games.drawing.furniture import MARGIN, SMALL, WIDTH, fan_out, note
from games.drawing.lettering import DISPLAY
from games.drawing.palette import CHALK, CHALK_SOFT, GOLD, INK, LEATHER, NIGHT, PAPER, PAPER_SHADE, RIM
from games.skull_king.artwork import draw_face
from games.skull_king.cards import KING, MERMAIDS, PARROT, ROSIE, faces_of
from games.skull_king.emblems import TENTACLES
from games.text import Text, Words

HEIGHT = 290
_SKY, _SEA, _DEEP, _FOAM = "#1d2a44", "#17465a", "#0f3142", "#5f93a3"
_ARMS = "#4a3f86"
_CARDS = (faces_of(PARROT)[10], ROSIE, MERMAIDS[0], KING)


def draw(title: Text, tagline: Text, words: Words) -> Canvas:
    """The cover: the game's name and what it is about."""
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.rect(canvas.box, RIM, radius=26)
    canvas.rect(canvas.box.inset(5), _SKY, radius=21)
    for x, y in ((60, 40), (150, 24), (262, 52), (392, 26), (470, 70), (672, 130), (640, 30)):
        canvas.circle(x, y, 2.5, CHALK_SOFT)
    canvas.circle(608, 88, 62, PAPER)
    canvas.art(CROWNED_SKULL.art(LEATHER, PAPER), Box(568, 42, 80, 86))
    sea = Box(5, 188, WIDTH - 10, HEIGHT - 193)
    canvas.rect(sea, _SEA, radius=21)
    canvas.rect(Box(sea.x, sea.y, sea.w, 30), _SEA)
    _draw_ship(canvas, 474, 190)
    canvas.art(TENTACLES.art(_ARMS, CHALK), Box(564, 138, 112, 112))
    canvas.rect(Box(sea.x, 236, sea.w, HEIGHT - 241), _DEEP, radius=21)
    canvas.rect(Box(sea.x, 236, sea.w, 26), _DEEP)
    for row, y in enumerate((200, 222, 248, 266)):
        for at in range(5):
            x = 340 + at * 74 + row % 2 * 30
            if x < 640:
                canvas.line([(x, y), (x + 9, y - 4), (x + 18, y), (x + 27, y - 4)], Stroke(_FOAM, 2.5))
    canvas.words(words(title), MARGIN + 6, 92, DISPLAY, 70, GOLD, room=400, least=SMALL)
    note(
        canvas,
        words(tagline),
        Box(MARGIN + 8, 104, 370, 62),
        size=24,
        colour=CHALK,
        anchor="start",
        least=SMALL,
    )
    hand = Box(MARGIN + 4, 172, 304, 104)
    for face, place in zip(_CARDS, fan_out(hand, len(_CARDS), per_row=4, gap=6), strict=True):
        draw_face(canvas, place, face, words)
    return canvas


def _draw_ship(canvas: Canvas, x: float, y: float) -> None:
    """A hull, two masts, sails, a flag; its keel stands at this place."""
    canvas.line([(x - 24, y - 14), (x - 24, y - 112)], Stroke(INK, 5))
    canvas.line([(x + 26, y - 14), (x + 26, y - 92)], Stroke(INK, 5))
    canvas.polygon([(x - 58, y - 30), (x - 24, y - 104), (x - 24, y - 34)], PAPER_SHADE)
    canvas.polygon([(x - 20, y - 34), (x - 20, y - 102), (x + 18, y - 40)], PAPER)
    canvas.polygon([(x + 30, y - 36), (x + 30, y - 84), (x + 64, y - 40)], PAPER)
    canvas.polygon([(x - 72, y - 28), (x + 78, y - 32), (x + 56, y + 8), (x - 50, y + 8)], LEATHER)
    canvas.line([(x - 72, y - 28), (x + 78, y - 32)], Stroke(RIM, 5))
    for at in range(4):
        canvas.circle(x - 34 + at * 24, y - 12, 4.5, GOLD)
    canvas.rect(Box(x - 24, y - 134, 36, 24), NIGHT)
    canvas.art(JOLLY_ROGER.art(CHALK, NIGHT), Box(x - 17, y - 133, 22, 22))
