"""What the signs on the board stand for: booty by what it brings in the end, and the first mate's anchor."""

from __future__ import annotations

from games.buccaneer.artwork import draw_booty
from games.buccaneer.ships import BOOTY
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import ANCHOR
from games.drawing.furniture import SMALL
from games.drawing.lettering import STRONG, TEXT
from games.drawing.palette import CHALK_SOFT, PLANK
from games.text import Words, _

_SIDE = 28
"""Of a piece of booty."""
_EACH = 68
"""The width of a piece with its value."""
_LEAST = 17


def draw_key(canvas: Canvas, box: Box, words: Words) -> None:
    """On three lines."""
    caption, values, mate = box.rows(3, 0)
    canvas.words_in(
        words(_("For the most of a kind:")), caption, TEXT, SMALL, CHALK_SOFT, anchor="start", least=_LEAST
    )
    _draw_values(canvas, values)
    _draw_mate(canvas, mate, words)


def draw_key_line(canvas: Canvas, box: Box, words: Words) -> None:
    """On a single line."""
    caption = Box(box.x, box.y, box.w * 0.36, box.h)
    width = canvas.words_in(
        words(_("For the most of a kind:")), caption, TEXT, SMALL, CHALK_SOFT, anchor="start", least=_LEAST
    )
    values = Box(caption.x + width + 12, box.y, _EACH * len(BOOTY), box.h)
    _draw_values(canvas, values)
    left = values.right + 10
    _draw_mate(canvas, Box(left, box.y, box.right - left, box.h), words)


def _draw_values(canvas: Canvas, box: Box) -> None:
    for kind, booty in enumerate(BOOTY):
        place = Box(box.x + kind * _EACH, box.y, _EACH, box.h)
        draw_booty(canvas, Box(place.x, place.cy - _SIDE / 2, _SIDE, _SIDE), kind)
        beside = Box(place.x + _SIDE + 6, place.y, place.w - _SIDE - 6, place.h)
        canvas.words_in(str(booty.value), beside, STRONG, SMALL, CHALK_SOFT, anchor="start")


def _draw_mate(canvas: Canvas, box: Box, words: Words) -> None:
    canvas.art(ANCHOR.art(CHALK_SOFT, PLANK), Box(box.x, box.cy - 13, 26, 26))
    beside = Box(box.x + 34, box.y, box.w - 34, box.h)
    canvas.words_in(words(_("first mate")), beside, TEXT, SMALL, CHALK_SOFT, anchor="start", least=_LEAST)
