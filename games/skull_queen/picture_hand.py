"""The play view, drawn: the trick and the middle, the own plank, everybody in a line, and the own cards."""

from __future__ import annotations

from games.cards import Card
from games.drawing.canvas import Box, Canvas
from games.drawing.emblems import TICK
from games.drawing.furniture import (
    BANNER,
    CARD,
    MARGIN,
    MIDDLE,
    SMALL,
    WIDTH,
    banner,
    fan_out,
    glow,
    mark,
    note,
    table,
    veil,
)
from games.drawing.lettering import DISPLAY, STRONG
from games.drawing.palette import CHALK, CHALK_SOFT, LEAF
from games.skull_queen import picture_lying, picture_plates, picture_trick, plank, tabletop
from games.skull_queen.artwork import draw_card, draw_player
from games.skull_queen.cards import PLAYS
from games.skull_queen.picture_plank import draw_plank, draw_side
from games.skull_queen.picture_trick import Judged, way_of
from games.skull_queen.plank import DOWN, UP
from games.skull_queen.speech import signed
from games.skull_queen.state import NO_PLANK, Table, View
from games.text import Seat, Words, _, named

_GAP = 10
_PER_ROW = 7
_WIDEST = 92
"""Of a card in the hand."""
_ONE_ROW = 6
"""So many cards stand in one row."""
_TRICK = 190
_OWN = 236
"""The width of the own plank."""
_LEAST_OWN, _MOST_OWN = 236, 300
"""Its height."""
_HEAD = 40
"""Above the own plank: whose, points, worth."""
_BESIDE = 20
_SIDES = 250
"""The height of both sides of the plank."""
_WIDE = WIDTH - 2 * MARGIN


def draw(view: View, words: Words) -> Canvas:
    """All that this seat needs."""
    if view.table.phase == "plank":
        return _setting(view, words)
    seat, shown = view.seat or 0, view.table
    others = picture_plates.beside(shown, seat)
    right = picture_lying.LYING + len(others) * picture_plates.LINE
    left = _HEAD + min(_MOST_OWN, max(_LEAST_OWN, right - _HEAD))
    middle, held = max(left, right), _cards_height(len(view.hand))
    canvas = table(BANNER + _TRICK + middle + 14 + held + MARGIN)
    judged = picture_trick.judged_trick(shown)
    _draw_banner(canvas, view, words)
    picture_trick.draw_played(canvas, Box(MARGIN, BANNER, _WIDE, _TRICK - 10), shown, judged, words)
    top = BANNER + _TRICK
    _draw_own(canvas, Box(MARGIN, top, _OWN, left), view, judged, words)
    beside = Box(MARGIN + _OWN + _BESIDE, top, _WIDE - _OWN - _BESIDE, right)
    picture_lying.draw(canvas, Box(beside.x, top, beside.w, picture_lying.LYING), shown, judged, words)
    _draw_others(canvas, beside, shown, others, judged, words)
    _draw_cards(canvas, Box(MARGIN, top + middle + 14, _WIDE, held), view)
    return canvas


def _draw_banner(canvas: Canvas, view: View, words: Words) -> None:
    title, aside = tabletop.round_words(view.table), tabletop.aside_words(view.table)
    banner(canvas, words(title), words(aside), urgent=view.seat in view.to_act)


def _draw_others(
    canvas: Canvas, place: Box, shown: Table, others: tuple[Seat, ...], judged: Judged, words: Words
) -> None:
    """A line for each, at the foot of the place."""
    height = picture_plates.LINE
    top = place.bottom - height * len(others)
    for at, who in enumerate(others):
        line = Box(place.x, top + at * height, place.w, height - 4)
        picture_plates.draw_line(canvas, line, shown, who, way_of(judged, who), words)


def _draw_own(canvas: Canvas, place: Box, view: View, judged: Judged, words: Words) -> None:
    """The own plank, above it points and what it is worth now."""
    seat, shown = view.seat or 0, view.table
    draw_player(canvas, place.x + 20, place.y + 18, 17, seat, words(named(seat)))
    head = Box(place.x + 46, place.y, place.w - 46, 36)
    width = canvas.words_in(str(shown.points[seat]), head, DISPLAY, 30, CHALK, anchor="start")
    worth = signed(plank.worth(view.plank))
    beside = Box(head.x + width + 12, head.y, head.w - width - 12, head.h)
    canvas.words_in(worth, beside, STRONG, MIDDLE, LEAF, anchor="start")
    below = Box(place.x, place.y + _HEAD, place.w, place.h - _HEAD)
    draw_plank(canvas, below, view.plank, way_of(judged, seat))


# The own cards


def _rows(count: int) -> int:
    return 1 if count <= _ONE_ROW else 2


def _cards_height(count: int) -> float:
    rows = _rows(count)
    return rows * _WIDEST * CARD + (rows - 1) * _GAP if count else 0


def _draw_cards(canvas: Canvas, place: Box, view: View) -> None:
    """What may be played now in full light, the rest dimmed."""
    across = max(1, -(-len(view.hand) // _rows(len(view.hand))))
    there = fan_out(place, len(view.hand), per_row=min(across, _PER_ROW), gap=_GAP, widest=_WIDEST)
    for card, box in zip(view.hand, there, strict=True):
        draw_card(canvas, box, card)
        if card == view.pick:
            glow(canvas, box)
            mark(canvas, box.right - 8, box.y + 10, TICK)
        elif not _may_be_played(view, card):
            veil(canvas, box)


def _may_be_played(view: View, card: Card) -> bool:
    """True also while no card is asked for."""
    return view.table.phase != "play" or not view.legal or PLAYS[card] in view.legal


# Setting the plank


def _setting(view: View, words: Words) -> Canvas:
    """Both sides of the plank, or how it is set; what lies in the middle; who is ready; the cards."""
    shown = view.table
    others = picture_plates.beside(shown, view.seat or 0)
    rows = -(-len(others) // 2)
    lying = picture_lying.LYING if shown.middle or shown.aside else 0
    held = _cards_height(len(view.hand))
    canvas = table(BANNER + _SIDES + lying + rows * picture_plates.LINE + 14 + held + MARGIN)
    _draw_banner(canvas, view, words)
    _draw_sides(canvas, Box(MARGIN, BANNER, _WIDE, _SIDES - 10), view, words)
    top = BANNER + _SIDES
    if lying:
        judged = picture_trick.judged_trick(shown)
        picture_lying.draw(canvas, Box(MARGIN, top, _WIDE, lying), shown, judged, words)
    top += lying
    for at, column in enumerate(Box(MARGIN, top, _WIDE, 0).columns(2, 8) * rows):
        if at < len(others):
            line = Box(column.x, top + at // 2 * picture_plates.LINE, column.w, picture_plates.LINE - 4)
            picture_plates.draw_line(canvas, line, shown, others[at], None, words)
    _draw_cards(canvas, Box(MARGIN, top + rows * picture_plates.LINE + 14, _WIDE, held), view)
    return canvas


def _draw_sides(canvas: Canvas, place: Box, view: View, words: Words) -> None:
    """The own plank once it is set, or both sides to choose from; beside it what one must know."""
    text, rest = tabletop.HIGH_AND_LOW, Box(place.x + 450, place.y, place.w - 450, place.h)
    if view.plank != NO_PLANK:
        draw_plank(canvas, Box(place.x, place.y, _OWN, place.h), view.plank)
        text = _("Face down until all are ready.")
        rest = Box(place.x + _OWN + 24, place.y, place.w - _OWN - 24, place.h)
    else:
        for side, half in zip((UP, DOWN), Box(place.x, place.y, 432, place.h).columns(2, 16), strict=True):
            draw_side(canvas, Box(half.x, half.y, half.w, half.h - 34), side)
            called = words(_("ascending") if side == UP else _("descending"))
            line = Box(half.x, half.bottom - 32, half.w, 32)
            canvas.words_in(called, line, STRONG, SMALL + 2, CHALK, least=SMALL)
    note(canvas, words(text), rest, size=MIDDLE, colour=CHALK_SOFT, anchor="start", least=SMALL)
