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
    fan_out,
    glow,
    mark,
    note,
    table,
    veil,
    winners,
)
from games.drawing.lettering import DISPLAY, STRONG
from games.drawing.palette import CHALK, CHALK_SOFT, LEAF
from games.skull_queen import picture_lying, picture_plates, picture_trick, plank, scoring, tabletop
from games.skull_queen.artwork import draw_card, draw_player
from games.skull_queen.cards import PLAYS
from games.skull_queen.constants import OLD_KING_PLAYS
from games.skull_queen.picture_plank import draw_plank, draw_side
from games.skull_queen.picture_trick import Judged, way_of
from games.skull_queen.plank import DOWN, UP, Plank
from games.skull_queen.state import NO_PLANK, View
from games.text import Seat, Words, _, named, signed

_GAP = 8
_WIDEST, _WIDEST_OF_MANY = 77, 72
"""Of a card in the hand. Four and five players have most to show."""
_MANY = (4, 5)
_ONE_ROW = 8
"""So many cards stand in one row."""
_TRICK = 156
_OWN = 236
"""The width of the own plank."""
_MOST_OWN = 360
"""The most height that the own plank is drawn with, in units."""
_HEAD = 40
"""Above the own plank: points, and what it is worth."""
_BESIDE = 20
_SIDES = 236
"""The height of both sides of the plank."""
_WIDE = WIDTH - 2 * MARGIN


def draw(view: View, words: Words, begun: Plank = NO_PLANK) -> Canvas:
    """All that this seat needs. `begun`: the plank as far as it has been set."""
    match view.table.phase:
        case "plank":
            return _setting(view, words, begun)
        case "play":
            return _playing(view, words)
        case "over":
            return _over(view, words)


def _playing(view: View, words: Words) -> Canvas:
    """At the left the own plank, at the right the trick, the middle and the others, below them the cards."""
    shown, others = view.table, _others(view)
    high = _TRICK + picture_lying.LYING + len(others) * picture_plates.LINE
    held = _cards_height(view)
    canvas = table(BANNER + high + 10 + held + MARGIN)
    judged = picture_trick.judged_trick(shown)
    picture_trick.draw_banner(canvas, shown, judged, words, urgent=view.seat in view.to_act)
    _draw_own(canvas, Box(MARGIN, BANNER, _OWN, min(_HEAD + _MOST_OWN, high - 4)), view, judged, words)
    right = Box(MARGIN + _OWN + _BESIDE, BANNER, _WIDE - _OWN - _BESIDE, high)
    picture_trick.draw_narrow(canvas, Box(right.x, right.y, right.w, _TRICK - 8), shown, judged, words)
    middle = Box(right.x, right.y + _TRICK, right.w, picture_lying.LYING)
    if judged.done and shown.players == OLD_KING_PLAYS:
        # The old Pirate King's next card lies in the trick's place: the last one stands beside the middle.
        last = Box(middle.right - _LAST, middle.y, _LAST, middle.h)
        picture_trick.draw_beside(canvas, last, judged, words)
        middle = Box(middle.x, middle.y, middle.w - _LAST - 12, middle.h)
    picture_lying.draw(canvas, middle, shown, judged, words)
    for at, who in enumerate(others):
        y = right.bottom - (len(others) - at) * picture_plates.LINE
        line = Box(right.x, y, right.w, picture_plates.LINE - 4)
        picture_plates.draw_line(canvas, line, shown, who, way_of(judged, who), words)
    _draw_cards(canvas, Box(MARGIN, BANNER + high + 10, _WIDE, held), view)
    return canvas


_LAST = 176
"""The width of the last trick of two players."""


def _over(view: View, words: Words) -> Canvas:
    """Who has won, and everybody's plank as it was in the end."""
    shown, seat = view.table, view.seat or 0
    others, judged = _others(view), picture_trick.judged_trick(view.table)
    won = scoring.winners(shown.points)
    canvas = table(BANNER + _WON + (1 + len(others)) * picture_plates.LINE + MARGIN)
    picture_trick.draw_banner(canvas, shown, judged, words)
    names = {each: words(named(each)) for each in won}
    winners(canvas, Box(MARGIN, BANNER - 10, _WIDE, _WON), names)
    for at, who in enumerate((seat, *others)):
        line = Box(MARGIN, BANNER + _WON + at * picture_plates.LINE, _WIDE, picture_plates.LINE - 4)
        picture_plates.draw_line(canvas, line, shown, who, way_of(judged, who), words)
    return canvas


_WON = 240
"""The height of the winners."""


def _others(view: View) -> tuple[Seat, ...]:
    """From the left neighbour on."""
    players = view.table.players
    return tuple(((view.seat or 0) + at) % players for at in range(1, players))


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


def _widest(view: View) -> float:
    return _WIDEST_OF_MANY if view.table.players in _MANY else _WIDEST


def _cards_height(view: View) -> float:
    rows = _rows(len(view.hand))
    return rows * _widest(view) * CARD + (rows - 1) * _GAP if view.hand else 0


def _draw_cards(canvas: Canvas, place: Box, view: View) -> None:
    """What may be played now in full light, the rest dimmed."""
    across = max(1, -(-len(view.hand) // _rows(len(view.hand))))
    there = fan_out(place, len(view.hand), per_row=across, gap=_GAP, widest=_widest(view))
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


def _setting(view: View, words: Words, begun: Plank) -> Canvas:
    """Both sides of the plank, or how it is set; what lies in the middle; who is ready; the cards."""
    shown = view.table
    others = _others(view)
    rows = -(-len(others) // 2)
    lying = picture_lying.LYING if shown.middle or shown.aside else 0
    held = _cards_height(view)
    canvas = table(BANNER + _SIDES + lying + rows * picture_plates.LINE + 10 + held + MARGIN)
    judged = picture_trick.judged_trick(shown)
    picture_trick.draw_banner(canvas, shown, judged, words, urgent=view.seat in view.to_act)
    _draw_sides(canvas, Box(MARGIN, BANNER, _WIDE, _SIDES - 8), view, begun, words)
    top = BANNER + _SIDES
    if lying:
        picture_lying.draw(canvas, Box(MARGIN, top, _WIDE, lying), shown, judged, words)
    top += lying
    for at, column in enumerate(Box(MARGIN, top, _WIDE, 0).columns(2, 8) * rows):
        if at < len(others):
            line = Box(column.x, top + at // 2 * picture_plates.LINE, column.w, picture_plates.LINE - 4)
            picture_plates.draw_line(canvas, line, shown, others[at], None, words)
    _draw_cards(canvas, Box(MARGIN, top + rows * picture_plates.LINE + 10, _WIDE, held), view)
    return canvas


def _draw_sides(canvas: Canvas, place: Box, view: View, begun: Plank, words: Words) -> None:
    """The own plank as far as it is set, or both sides to choose from; beside it what one must know."""
    text, rest = tabletop.HIGH_AND_LOW, Box(place.x + 406, place.y, place.w - 406, place.h)
    if own := begun or view.plank:
        draw_plank(canvas, Box(place.x, place.y, _OWN, place.h), own)
        text = text if begun else _("Face down until all are ready.")
        rest = Box(place.x + _OWN + 24, place.y, place.w - _OWN - 24, place.h)
    else:
        for side, half in zip((UP, DOWN), Box(place.x, place.y, 390, place.h).columns(2, 12), strict=True):
            draw_side(canvas, Box(half.x, half.y, half.w, half.h - 34), side)
            called = words(_("ascending") if side == UP else _("descending"))
            line = Box(half.x, half.bottom - 32, half.w, 32)
            canvas.words_in(called, line, STRONG, SMALL + 2, CHALK, least=SMALL)
    note(canvas, words(text), rest, size=MIDDLE, colour=CHALK_SOFT, anchor="start", least=SMALL)
