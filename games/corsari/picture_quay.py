"""What cards are drawn from: the stock, the discards and the pier, side by side."""

from __future__ import annotations

from games.contract import Action
from games.corsari import emblems, tabletop
from games.corsari.actions import DRAW_DISCARD, DRAW_PIER, DRAW_STOCK
from games.corsari.artwork import draw_card, draw_strip, dress
from games.corsari.cards import BANDS
from games.corsari.foresight import limits_by_draw
from games.corsari.rules import why_not_draw
from games.corsari.state import Source, Table, View
from games.drawing.canvas import Box, Canvas, Stroke
from games.drawing.emblems import CROSS
from games.drawing.furniture import (
    CARD,
    MARGIN,
    SMALL,
    WIDTH,
    card_back,
    chip,
    disc,
    emblem_disc,
    empty_place,
    glow,
    veil,
)
from games.drawing.lettering import DISPLAY, TEXT
from games.drawing.palette import CHALK, CHALK_SOFT, EMBER, GOLD, HUES, LEATHER, NIGHT, PLANK
from games.text import Seat, Words, _, named

_CARD, _LOW, _STRIP = 80, 58, 39
"""The width of a card; where there is little room; and of one that is covered."""
_CAPTION = 32
_TOP = 10
HEIGHT = _TOP + _CARD * CARD + _CAPTION + 10
"""The height of the row with stock, pier and discards, in units."""
CHOOSING = HEIGHT + 30
"""The height of that row while a limit is chosen: the limits stand below it."""
_WOOD, _WOOD_DARK = "#6b4a2b", "#4a3119"


def low_height() -> float:
    """The height of that row where there is little room: the limits stand in place of what the piles are
    called.
    """
    return _TOP + _LOW * CARD + _CAPTION + 10


def places(top: float, card: float = _CARD) -> dict[Source, Box]:
    """Where the cards lie that can be drawn, which are so wide: far enough apart for what stands below."""
    y, apart = top + _TOP, (_CARD - card) / 2
    stock = Box(MARGIN + apart, y, card, card * CARD)
    discard = Box(stock.right + apart + 30, y, stock.w, stock.h)
    pier = Box(discard.right + 2 * apart + 40, y, stock.w, stock.h)
    return {"stock": stock, "discard": discard, "pier": pier}


def draw(
    canvas: Canvas,
    top: float,
    shown: Table,
    words: Words,
    chooser: View | None = None,
    *,
    low: bool = False,
) -> None:
    """The row. `chooser`: who is to draw and sees what each card would bring; `low`: there is little room."""
    at = places(top, _LOW if low else _CARD)
    _draw_stock(canvas, at["stock"], shown, words)
    _draw_discards(canvas, at["discard"], shown, words)
    _draw_pier(canvas, at["pier"], shown, words)
    limits = low and chooser is not None
    for pile, text in ((at["stock"], _("stock")), (at["discard"], _("discards")), (at["pier"], _("pier"))):
        if not limits:
            canvas.words_in(words(text), _below(pile), TEXT, SMALL, CHALK_SOFT, least=18)
    if chooser is not None:
        _draw_prospects(canvas, at, chooser, words, line=0 if low else 1)


def _below(pile: Box, line: int = 0) -> Box:
    return Box(pile.cx - 54, pile.bottom + 6 + line * _CAPTION, 108, _CAPTION - 2)


def _draw_stock(canvas: Canvas, box: Box, shown: Table, words: Words) -> None:
    """The last few cards are seen as such; who has just drawn from it."""
    if not shown.stock:
        empty_place(canvas, box)
    for below in range(min(3, shown.stock), 0, -1):
        lift = (below - 1) * 4
        card_back(canvas, Box(box.x + lift, box.y - lift, box.w, box.h))
    if shown.stock:
        disc(canvas, box.cx, box.cy, 0.33 * box.w, NIGHT, str(shown.stock))
    if shown.drew == "stock":
        _draw_actor(canvas, box, shown.to_act[0], words)


def _draw_discards(canvas: Canvas, box: Box, shown: Table, words: Words) -> None:
    if not shown.discards:
        empty_place(canvas, box)
        return
    draw_card(canvas, box, shown.discards[-1])
    if _may_not_draw(shown, "discard"):
        veil(canvas, box)
    seat = tabletop.who_dropped(shown)
    if seat is not None:
        canvas.rect(box.inset(-1), None, radius=box.w * 0.1 + 1, stroke=Stroke(CHALK, 4))
        _draw_actor(canvas, box, seat, words)


def _draw_actor(canvas: Canvas, box: Box, seat: Seat, words: Words) -> None:
    """Who has just drawn from a pile, or dropped a card on it."""
    chip(canvas, box.right + 3, box.y + 8, 21, seat, words(named(seat)))


def _draw_pier(canvas: Canvas, first: Box, shown: Table, words: Words) -> None:
    """The cards lie on planks above the water, each covering the next but the last; below stands whom the
    colour makes prisoners.
    """
    strip = _STRIP * first.w / _CARD
    left, step = first.right + 4, strip + 4
    strips = [Box(left + at * step, first.y, strip, first.h) for at in range(len(shown.pier) - 1)]
    _draw_planks(canvas, Box(first.x - 10, first.y + 16, WIDTH - MARGIN + 8 - first.x, first.h - 20))
    for card, place in zip(shown.pier[1:], strips, strict=True):
        draw_strip(canvas, place, card)
    draw_card(canvas, first, shown.pier[0])
    if _may_not_draw(shown, "pier"):
        veil(canvas, first)
    hue, emblem = dress(shown.pier_colour)
    caption = Box(first.cx + 56, first.bottom + 6, WIDTH - MARGIN - first.cx - 56, _CAPTION - 2)
    canvas.art(emblems.CAGE.art(CHALK, LEATHER), Box(caption.x, caption.cy - 14, 28, 28))
    emblem_disc(canvas, caption.x + 52, caption.cy, 17, HUES[hue], emblem)
    text = words(_("{colour}: prisoners", colour=BANDS[shown.pier_colour].name))
    beside = Box(caption.x + 78, caption.y, caption.w - 78, caption.h)
    canvas.words_in(text, beside, TEXT, SMALL, CHALK, anchor="start", least=18)


def _draw_planks(canvas: Canvas, box: Box) -> None:
    for post in range(5):
        x = box.x + 24 + post * (box.w - 76) / 4
        canvas.rect(Box(x, box.bottom - 10, 26, 20), _WOOD_DARK, radius=5)
    canvas.rect(box, _WOOD, radius=6)
    for row in range(1, 4):
        y = box.y + box.h * row / 4
        canvas.line([(box.x + 4, y), (box.right - 4, y)], Stroke(_WOOD_DARK, 3))


def _may_not_draw(shown: Table, source: Source) -> bool:
    return shown.phase == "draw" and why_not_draw(shown, source) is not None


_ACTIONS: dict[Source, Action] = {"stock": DRAW_STOCK, "discard": DRAW_DISCARD, "pier": DRAW_PIER}


def _draw_prospects(canvas: Canvas, at: dict[Source, Box], view: View, words: Words, *, line: int) -> None:
    """The limit that each card would leave, beside the sign of stowaways as in the hand, in gold where it is
    lower than now; what ends the hand.
    """
    limits, shown = limits_by_draw(view), view.table
    now = limits[DRAW_STOCK]
    for source, pile in at.items():
        if _may_not_draw(shown, source):
            continue
        glow(canvas, pile)
        below = _below(pile, line)
        if source == "pier" and len(shown.pier) == 1:
            canvas.art(CROSS.art(EMBER, PLANK), below.square(26))
        elif source == "stock" and shown.stock == 1:
            canvas.art(emblems.SAIL.art(EMBER, PLANK), below.square(28))
        elif source != "stock":
            limit = limits[_ACTIONS[source]]
            colour = GOLD if limit < now else CHALK_SOFT
            left = below.cx - (34 + DISPLAY.width(str(limit), 25)) / 2
            canvas.art(emblems.BARREL.art(colour, PLANK), Box(left, below.cy - 14, 28, 28))
            beside = Box(left + 34, below.y, below.right - left - 34, below.h)
            canvas.words_in(str(limit), beside, DISPLAY, 25, colour, anchor="start", least=SMALL)
        else:
            canvas.words_in("?", below, DISPLAY, 26, CHALK_SOFT)
