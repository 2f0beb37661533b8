"""What was played since somebody last looked, as an animated picture: cards on their way, ships that sail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from games.contract import Frame, Stands
from games.corsari import picture_board, picture_plates, picture_quay
from games.corsari.artwork import draw_card
from games.corsari.state import Source, Table, View
from games.drawing.canvas import Box
from games.drawing.furniture import CARD, card_back
from games.shapes import Drawing
from games.text import Seat, Words

_MOST = 15
"""Moves that are shown: the latest."""
_CARD = 70


def frames(seen: Sequence[View], words: Words) -> tuple[Frame, ...]:
    """How the table is now, for those who see one picture only; then how it came to that."""
    if not seen:
        return ()
    shown = [seen[0], *_kept(seen)][-_MOST:]
    moves = [frame for before, after in pairwise(shown) for frame in _of_move(before, after, words)]
    return (Frame(_drawing(seen[-1], words), Stands.NOW), *moves)


def _kept(seen: Sequence[View]) -> Sequence[View]:
    """Every observation in which the table is another one."""
    return [after for before, after in pairwise(seen) if after.table != before.table]


def _standing(before: Table, after: Table) -> int:
    over = after.phase == "over" or after.hand != before.hand
    return Stands.MOMENT if over or (after.closed is not None and before.closed is None) else Stands.MOVE


def _of_move(before: View, after: View, words: Words) -> Iterator[Frame]:
    """The card half-way, then the table."""
    flight = _flight(before.table, after.table)
    if flight is not None:
        yield Frame(_drawing(after, words, flight), Stands.FLIGHT)
    yield Frame(_drawing(after, words), _standing(before.table, after.table))


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


def _drawing(view: View, words: Words, flight: Flight | None = None) -> Drawing:
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
    return canvas.drawing()
