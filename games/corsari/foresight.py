"""What the open cards would make of a hand: the limits that a player weighs before drawing."""

from __future__ import annotations

from games.contract import Action
from games.corsari import split
from games.corsari.actions import DRAW_DISCARD, DRAW_PIER, DRAW_STOCK, SAIL
from games.corsari.cards import COLOUR
from games.corsari.rules import allowed_draws
from games.corsari.split import Worth
from games.corsari.state import View

BEST = 8
"""So many splits are looked at before the list of all others."""
LETTERS = "ABC"
"""What those that are offered are called."""


def limits_by_draw(view: View) -> dict[Action, int]:
    """The lowest limit after a draw from each place and a drop; from the stock, whose card nobody knows, the
    limit as it is. The pier's last card makes the hand void.
    """
    hand, table = view.hand, view.table
    now = split.best(hand, table.pier_colour).limit
    limits = {DRAW_STOCK: now, DRAW_DISCARD: now, DRAW_PIER: now}
    open_to = allowed_draws(table)
    if DRAW_DISCARD in open_to:
        limits[DRAW_DISCARD] = split.limit_after_drop(hand + table.discards[-1:], table.pier_colour)
    if DRAW_PIER in open_to and len(table.pier) > 1:
        limits[DRAW_PIER] = split.limit_after_drop(hand + table.pier[:1], COLOUR[table.pier[1]])
    return limits


def certain(view: View) -> tuple[Action, ...]:
    """To sail alone, where it wins the game at once: nobody has to show who has no stowaways."""
    wins = SAIL in view.legal and not split.limit_after_drop(view.hand, view.table.pier_colour)
    return (SAIL,) if wins else view.legal


def offered_splits(view: View) -> list[Worth]:
    """The splits that a closer may want, the best first: none that another one is no worse than in anything
    and better in something (its limit, the number of stowaways, the colours that others attach to).
    """
    found = split.worths(view.hand, view.table.pier_colour)[:BEST]
    wanted = [one for one in found if not any(_outdoes(other, one) for other in found)]
    return wanted[: len(LETTERS)]


def _outdoes(one: Worth, other: Worth) -> bool:
    ours, theirs = one[:3], other[:3]
    return ours != theirs and all(mine <= yours for mine, yours in zip(ours, theirs, strict=True))
