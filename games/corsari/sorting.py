"""How a hand is sorted when its player looks at it: as it was laid out, or else as it would be best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from games.corsari import split
from games.corsari.answering import best_answer, next_best
from games.corsari.cards import NAMES
from games.corsari.split import Layout, laid_out
from games.corsari.state import NOTHING, View
from games.text import Seat

Standing: TypeAlias = Literal[
    "laid out",
    "sails",
    "by hand",
    "cappotto",
    "no higher",
    "too high",
    "with a drop",
    "to split",
    "so far",
]
"""What the hand is sorted for. Laid out: as an opponent of the closer. Sails: as the closer. By hand: as its
player has chosen so far. Cappotto, no higher, too high: the best answer to the closer. With a drop, to split,
so far: the best split before that.
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
    if chosen and table.closed is not None:
        return _by_hand(view, table.closed, chosen)
    if view.answer is not None:
        return SortedHand("laid out", view.answer)
    if table.closed is not None:
        return SortedHand("sails", table.closed) if view.seat == table.closer else _answer(view, table.closed)
    return _with_a_drop(view) if view.drawn >= 0 else _split(view, view.seat)


def _by_hand(view: View, closed: Layout, chosen: Sequence[str]) -> SortedHand:
    """What is attached so far, and the rest as it would be best then."""
    attached = bytes(NAMES.number(value) for value in chosen if value not in ("choose", "crews", "more"))
    rest, pier = view.hand.translate(None, attached), view.table.pier_colour
    best = next_best(view.hand, closed.crew, pier, closed.limit, attached) or split.best(rest, pier)
    return SortedHand("by hand", laid_out(rest, pier, best.crew, attached))


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
