"""How a hand is sorted when its player looks at it: as it was laid out, or else as it would be best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from games.cards import Cards
from games.corsari import split
from games.corsari.answering import best_answer
from games.corsari.cards import BANDS, NAMES
from games.corsari.split import Layout, laid_out
from games.corsari.state import NOTHING, View
from games.text import Seat

Standing: TypeAlias = Literal[
    "laid out", "sails", "cappotto", "no higher", "too high", "with a drop", "to split", "so far"
]
"""What the hand is sorted for. Laid out: as an opponent of the closer. Sails: as the closer. Cappotto, no
higher, too high: the best answer to the closer. With a drop, to split, so far: the best split before that.
"""


class SortedHand(NamedTuple):
    """Cards in their places. `drop`: the one that is not among them, being best dropped."""

    standing: Standing
    layout: Layout
    drop: int = NOTHING


def sorted_hand(view: View, chosen: Sequence[str] = ()) -> SortedHand | None:
    """None for who has no hand, or when all is over. `chosen`: what its player has chosen so far, who splits
    by hand.
    """
    table = view.table
    if view.seat is None or table.phase == "over":
        return None
    if chosen and table.phase == "split":
        return SortedHand("to split", _by_hand(view, b"", _named(chosen[1:])))
    if chosen and table.closed is not None:
        return SortedHand("laid out", _answer_by_hand(view, chosen[1:]))
    if view.answer is not None:
        return SortedHand("laid out", view.answer)
    if table.closed is not None:
        return SortedHand("sails", table.closed) if view.seat == table.closer else _answer(view, table.closed)
    return _with_a_drop(view) if view.drawn >= 0 else _split(view, view.seat)


def _answer_by_hand(view: View, chosen: Sequence[str]) -> Layout:
    """Until all is attached the rest lies as it would be best; after that with the crew chosen so far."""
    attaching = next((at for at, value in enumerate(chosen) if value == "done"), len(chosen))
    cards = [NAMES.number(value) for value in chosen[:attaching] if value not in _COLOURS]
    attached, crew = bytes(cards), _named(chosen)
    if attaching == len(chosen) and not crew:
        crew = split.best(view.hand.translate(None, attached), view.table.pier_colour).crew
    return _by_hand(view, attached, crew)


def _by_hand(view: View, attached: Cards, crew: split.Crew) -> Layout:
    return laid_out(view.hand.translate(None, attached), view.table.pier_colour, crew, attached)


_COLOURS = {band.short: colour for colour, band in enumerate(BANDS)}


def _named(chosen: Sequence[str]) -> split.Crew:
    """The colours among what was chosen."""
    return tuple(_COLOURS[value] for value in chosen if value in _COLOURS)


def _split(view: View, seat: Seat) -> SortedHand:
    pier = view.table.pier_colour
    splitting = view.table.phase == "split" and seat == view.table.closer
    layout = laid_out(view.hand, pier, split.best(view.hand, pier).crew)
    return SortedHand("to split" if splitting else "so far", layout)


def _with_a_drop(view: View) -> SortedHand:
    """The drop that leaves the lowest limit, and the split that is left."""
    pier = view.table.pier_colour
    card, worth = split.best_drop(view.hand, pier)
    rest = view.hand.replace(bytes((card,)), b"")
    return SortedHand("with a drop", laid_out(rest, pier, worth.crew), card)


def _answer(view: View, closed: Layout) -> SortedHand:
    """The best that an opponent can do."""
    pier = view.table.pier_colour
    one = best_answer(view.hand, closed.crew, pier, closed.limit)
    layout = laid_out(view.hand.translate(None, one.attached), pier, one.crew, one.attached)
    if not layout.stowaways:
        return SortedHand("cappotto", layout)
    return SortedHand("no higher" if layout.limit <= closed.limit else "too high", layout)
