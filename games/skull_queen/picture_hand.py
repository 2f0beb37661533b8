"""The play view, drawn: the trick and the middle, the own plank, everybody in a line, and the own cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

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
from games.skull_queen.state import View
from games.text import Seat, Words, _, named, signed

_GAP = 6
_WIDEST = 74
"""Of a card in the hand."""
_ONE_ROW = 10
"""So many cards stand in one row, and more where there is little room."""
_OWN = 236
"""The width of the own plank."""
_MOST_OWN = 360
"""The most height that the own plank is drawn with, in units."""
_HEAD = 40
"""Above the own plank: points, and what it is worth."""
_TOP, _BESIDE, _OVER, _FOOT = BANNER - 6, 20, 10, 14
_WIDE = WIDTH - 2 * MARGIN
_USUAL = 620
"""How high the picture is where nobody says how much room there is."""


class _Sizes(NamedTuple):
    """How high the trick is (or both sides of the plank are), the middle, and somebody else's plate; and in
    how many rows the cards stand where one is not enough.
    """

    trick: float
    sides: float
    lying: float
    line: float
    rows: int


_SIZES = (
    _Sizes(156, 236, picture_lying.LYING, picture_plates.LINE, 2),
    _Sizes(132, 200, 84, 38, 2),
    _Sizes(132, 200, 84, 38, 1),
    _Sizes(116, 180, 76, 35, 1),
    _Sizes(104, 165, 84, 33, 1),
    _Sizes(96, 150, 66, 33, 1),
)
"""From where there is much room to where there is little."""


def draw(view: View, words: Words, begun: Plank, room: float) -> Canvas:
    """All that this seat needs. `begun`: the plank as far as it has been set."""
    match view.table.phase:
        case "plank":
            return _setting(view, words, begun, min(room, _USUAL))
        case "play":
            return _playing(view, words, min(room, _USUAL))
        case "over":
            return _over(view, words)


def _playing(view: View, words: Words, room: float) -> Canvas:
    """At the left the own plank, at the right the trick, the middle and the others, below them the cards."""
    shown, others = view.table, _others(view)

    def high(sizes: _Sizes) -> float:
        return sizes.trick + sizes.lying + len(others) * sizes.line

    sizes = _fitting(view, room, high)
    held = _cards(view, sizes).height
    spare = min(_SIZES[0].trick - sizes.trick, room - _TOP - high(sizes) - _OVER - held - _FOOT)
    sizes = sizes._replace(trick=sizes.trick + max(0, spare))
    canvas = table(_TOP + high(sizes) + _OVER + held + _FOOT)
    judged = picture_trick.judged_trick(shown)
    picture_trick.draw_banner(canvas, shown, judged, words, urgent=view.seat in view.to_act)
    own = Box(MARGIN, _TOP, _OWN, min(_HEAD + _MOST_OWN, high(sizes) - 4))
    _draw_own(canvas, own, view, judged, words)
    right = Box(MARGIN + _OWN + _BESIDE, _TOP, _WIDE - _OWN - _BESIDE, high(sizes))
    picture_trick.draw_narrow(canvas, Box(right.x, right.y, right.w, sizes.trick - 8), shown, judged, words)
    middle = Box(right.x, right.y + sizes.trick, right.w, sizes.lying)
    if judged.done and shown.players == OLD_KING_PLAYS:
        # The old Pirate King's next card lies in the trick's place: the last one stands beside the middle.
        last = Box(middle.right - _LAST, middle.y, _LAST, middle.h)
        picture_trick.draw_beside(canvas, last, judged, words)
        middle = Box(middle.x, middle.y, middle.w - _LAST - 12, middle.h)
    picture_lying.draw(canvas, middle, shown, judged, words)
    for at, who in enumerate(others):
        y = right.bottom - (len(others) - at) * sizes.line
        line = Box(right.x, y, right.w, sizes.line - 4)
        picture_plates.draw_line(canvas, line, shown, who, way_of(judged, who), words)
    _draw_cards(canvas, right.bottom + _OVER, view, sizes)
    return canvas


def _fitting(view: View, room: float, high: Callable[[_Sizes], float]) -> _Sizes:
    """The largest with which all of it fits, else the smallest. `high`: between title and cards."""
    around = _TOP + _OVER + _FOOT
    fitting = (each for each in _SIZES if around + high(each) + _cards(view, each).height <= room)
    return next(fitting, _SIZES[-1])


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
    """The other seats, from the left neighbour on."""
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


class _Cards(NamedTuple):
    """How wide a card is, how many stand side by side, how high they are in all."""

    wide: float
    across: int
    height: float


def _cards(view: View, sizes: _Sizes) -> _Cards:
    """The same for the whole round, however many cards are left."""
    count = max(view.table.dealt, len(view.hand), 1)
    rows = 1 if count <= _ONE_ROW else sizes.rows
    across = -(-count // rows)
    wide = min(_WIDEST, (_WIDE - _GAP * (across - 1)) / across)
    return _Cards(wide, across, rows * wide * CARD + (rows - 1) * _GAP)


def _draw_cards(canvas: Canvas, top: float, view: View, sizes: _Sizes) -> None:
    """What may be played now in full light, the rest dimmed."""
    cards, count = _cards(view, sizes), len(view.hand)
    rows = max(1, -(-count // cards.across))
    place = Box(MARGIN, top, _WIDE, cards.height)
    there = fan_out(place, count, per_row=max(1, -(-count // rows)), gap=_GAP, widest=cards.wide)
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


def _setting(view: View, words: Words, begun: Plank, room: float) -> Canvas:
    """Both sides of the plank, or how it is set; what lies in the middle; who is ready; the cards."""
    shown = view.table
    others = _others(view)
    rows = -(-len(others) // 2)
    lies = bool(shown.middle or shown.aside)

    def high(sizes: _Sizes) -> float:
        return sizes.sides + lies * sizes.lying + rows * sizes.line

    sizes = _fitting(view, room, high)
    held = _cards(view, sizes).height
    canvas = table(_TOP + high(sizes) + _OVER + held + _FOOT)
    judged = picture_trick.judged_trick(shown)
    picture_trick.draw_banner(canvas, shown, judged, words, urgent=view.seat in view.to_act)
    _draw_sides(canvas, Box(MARGIN, _TOP, _WIDE, sizes.sides - 8), view, begun, words)
    top = _TOP + sizes.sides
    if lies:
        picture_lying.draw(canvas, Box(MARGIN, top, _WIDE, sizes.lying), shown, judged, words)
        top += sizes.lying
    for at, column in enumerate(Box(MARGIN, top, _WIDE, 0).columns(2, 8) * rows):
        if at < len(others):
            line = Box(column.x, top + at // 2 * sizes.line, column.w, sizes.line - 4)
            picture_plates.draw_line(canvas, line, shown, others[at], None, words)
    _draw_cards(canvas, top + rows * sizes.line + _OVER, view, sizes)
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
