"""What was played since somebody last looked, as an animated picture: cards on their way, ships that sail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from games.contract import Frame
from games.corsari import picture_board, picture_plates, picture_quay
from games.corsari.artwork import draw_card
from games.corsari.state import Source, Table, View
from games.drawing.canvas import Box
from games.drawing.furniture import CARD, card_back
from games.text import Seat, Words

_STANDS, _FLIES, _MOMENT, _END = 700, 180, 1900, 1500
"""Milliseconds: of a move, of a card on its way, of what ends something, and of the table as it is."""
_MOST = 7800
_CARD = 70


def frames(seen: Sequence[View], words: Words) -> tuple[Frame, ...]:
    """How the table is now, for those who see one picture only; then how it came to that."""
    if not seen:
        return ()
    shown = _within_time([seen[0], *_kept(seen)], words)
    return (Frame(_svg(seen[-1], words), _END), *shown)


def _kept(seen: Sequence[View]) -> Sequence[View]:
    """Every observation in which the table is another one."""
    return [after for before, after in pairwise(seen) if after.table != before.table]


def _within_time(seen: Sequence[View], words: Words) -> list[Frame]:
    """The latest moves that there is time for, faster where they are many."""
    takes = [_duration(before, after) for before, after in pairwise(seen)]
    room, first = _MOST - _END, len(takes)
    while first and sum(takes[first - 1 :]) <= 2 * room:
        first -= 1
    share = min(1, room / max(1, sum(takes[first:])))
    found = [frame for before, after in pairwise(seen[first:]) for frame in _of_move(before, after, words)]
    return [Frame(frame.svg, max(20, int(frame.milliseconds * share))) for frame in found]


def _duration(before: View, after: View) -> int:
    return (_FLIES if _flight(before.table, after.table) else 0) + _standing(before.table, after.table)


def _standing(before: Table, after: Table) -> int:
    over = after.phase == "over" or after.hand != before.hand
    return _MOMENT if over or (after.closed is not None and before.closed is None) else _STANDS


def _of_move(before: View, after: View, words: Words) -> Iterator[Frame]:
    """The card half-way, then the table."""
    flight = _flight(before.table, after.table)
    if flight is not None:
        yield Frame(_svg(after, words, flight), _FLIES)
    yield Frame(_svg(after, words), _standing(before.table, after.table))


Flight = tuple[Seat, Source, int]
"""Between a player and a pile: the card, or -1 if nobody else sees it."""


def _flight(before: Table, after: Table) -> Flight | None:
    """The card that goes to a hand or comes from it."""
    if before.hand != after.hand or after.phase == "over":
        return None
    if after.drew is not None and before.drew is None:
        seat = after.to_act[0]
        return seat, after.drew, -1 if after.drew == "stock" else after.taken[seat][-1]
    if len(after.discards) > len(before.discards) and before.to_act:
        return before.to_act[0], "discard", after.discards[-1]
    return None


def _svg(view: View, words: Words, flight: Flight | None = None) -> str:
    canvas = picture_board.draw(view, words)
    if flight is not None and view.table.closed is None:
        seat, source, card = flight
        top = picture_board.plates_top(view.table)
        x, y = picture_plates.chip_at(top, view.table, seat)
        pile = picture_quay.places(picture_board.quay_top(view.table))[source]
        box = Box((x + pile.cx) / 2 - _CARD / 2, (y + pile.cy) / 2 - _CARD * CARD / 2, _CARD, _CARD * CARD)
        if card < 0:
            card_back(canvas, box)
        else:
            draw_card(canvas, box, card)
    return canvas.svg()
