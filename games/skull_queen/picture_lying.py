"""What lies in the middle, drawn, with what the last trick took from there and what was left over."""

from __future__ import annotations

from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import CROSS
from games.drawing.furniture import CARD, SMALL, mark, veil
from games.drawing.lettering import TEXT
from games.drawing.palette import CHALK_SOFT
from games.skull_queen.artwork import BESIDE_SYMBOL, draw_card, draw_steps
from games.skull_queen.picture_trick import Judged
from games.skull_queen.state import Table
from games.text import Words, _

LYING = 102
"""The height of the middle."""
_CARD = 52
"""The width of a card in it."""
_GAP, _ROOMY = 8, 20
"""Between cards, at least and at most."""
_LABEL = 26
"""The height of what it is called."""


def draw(canvas: Canvas, place: Box, shown: Table, judged: Judged, words: Words) -> None:
    """The cards face up in the middle, and dimmed, those that the last trick has taken away. At the
    right, crossed out, what was left over and takes no part.
    """
    taken = shown.last_middle.translate(None, shown.middle) if judged.done and shown.phase == "play" else b""
    lying = shown.middle + taken
    called = words(_("In the middle") if lying else _("The middle is empty"))
    canvas.words_in(
        called, Box(place.x, place.y, place.w, _LABEL), TEXT, SMALL, CHALK_SOFT, anchor="start", least=18
    )
    step = min(_CARD + _ROOMY, (place.w + _GAP) / max(1, len(lying) + len(shown.aside)))
    width = min(_CARD, step - _GAP, (place.h - _LABEL - 3) / CARD)
    for at, card in enumerate(lying):
        lies = _card_at(place, place.x + at * step, width)
        draw_card(canvas, lies, card)
        if card in taken:
            veil(canvas, lies)
        move = judged.moves.get(card)
        if move is not None:
            radius = max(12, min(15, (step - width + BESIDE_SYMBOL * width) / 2))
            x = lies.right - BESIDE_SYMBOL * width + radius
            draw_steps(canvas, x, lies.bottom - 12, radius, move.steps, acting=False)
    for at, card in enumerate(reversed(shown.aside), 1):
        lies = _card_at(place, place.right - at * step, width)
        draw_card(canvas, lies, card)
        veil(canvas, lies)
        mark(canvas, lies.right - BESIDE_SYMBOL * width + 13, lies.bottom - 12, CROSS, 13)


def _card_at(row: Box, left: float, width: float) -> Box:
    return Box(left, row.y + _LABEL, width, width * CARD)
