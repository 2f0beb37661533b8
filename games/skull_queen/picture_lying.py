"""What lies in the middle, drawn, with what the last trick took from there and what was left over."""

from __future__ import annotations

from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import CROSS
from games.drawing.furniture import CARD, SMALL, mark, note, veil
from games.drawing.palette import CHALK_SOFT
from games.skull_queen.artwork import draw_card, draw_steps
from games.skull_queen.picture_trick import Judged
from games.skull_queen.state import Table
from games.text import Words, _

LYING = 100
"""The height of the middle."""
_CARD = 64
"""The width of a card in it."""
_GAP = 8
_LABEL = 92
"""The width of what it is called."""


def draw(canvas: Canvas, place: Box, shown: Table, judged: Judged, words: Words) -> None:
    """The cards face up in the middle, and dimmed, those that the last trick has taken away. At the
    right, crossed out, what was left over and takes no part.
    """
    taken = shown.last_middle.translate(None, shown.middle) if judged.done else b""
    lying = shown.middle + taken
    called = words(_("In the middle") if lying else _("Nothing lies in the middle."))
    label = Box(place.x, place.y, _LABEL if lying else place.w * 0.6, place.h - 10)
    note(canvas, called, label, size=SMALL, colour=CHALK_SOFT, anchor="start")
    room = place.right - label.right - 6
    step = min(_CARD + _GAP, (room + _GAP) / max(1, len(lying) + len(shown.aside)))
    for at, card in enumerate(lying):
        lies = _card_at(place, label.right + 6 + at * step, step - _GAP)
        draw_card(canvas, lies, card)
        if card in taken:
            veil(canvas, lies)
        move = judged.moves.get(card)
        if move is not None:
            draw_steps(canvas, lies.right - 4, lies.bottom - 14, 17, move.steps, acting=False)
    for at, card in enumerate(reversed(shown.aside), 1):
        lies = _card_at(place, place.right - at * step + _GAP, step - _GAP)
        draw_card(canvas, lies, card)
        veil(canvas, lies)
        mark(canvas, lies.right - 8, lies.bottom - 14, CROSS, 17)


def _card_at(row: Box, left: float, width: float) -> Box:
    return Box(left, row.y, width, width * CARD)
