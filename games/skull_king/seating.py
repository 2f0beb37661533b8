"""The order of play: clockwise from the leader, or as the ghost Graybeard has it at a table of two.

Graybeard always plays second. When he takes a trick he leads the next: then the person who led last plays,
and then the other.
"""

from __future__ import annotations

from games.skull_king.state import GRAYBEARD, Ghost, Table
from games.text import Seat

CLOCKWISE: tuple[tuple[tuple[Seat, ...], ...], ...] = tuple(
    tuple(tuple((leader + place) % players for place in range(players)) for leader in range(players))
    for players in range(9)
)
"""By the number of players, then by who leads."""
_SECOND = ((0, GRAYBEARD, 1), (1, GRAYBEARD, 0))
_FIRST = ((GRAYBEARD, 0, 1), (GRAYBEARD, 1, 0))


def order(table: Table) -> tuple[Seat, ...]:
    """Who plays to the trick that lies there or comes next, one after the other."""
    if table.ghost is None:
        return CLOCKWISE[len(table.points)][table.leader]
    return (_FIRST if table.ghost.leads else _SECOND)[table.leader]


def last_order(table: Table) -> tuple[Seat, ...]:
    """Who played to the latest complete trick."""
    if table.ghost is None:
        return CLOCKWISE[len(table.points)][table.last_leader]
    return (_FIRST if table.ghost.led else _SECOND)[table.last_leader]


def after_trick(ghost: Ghost, taker: Seat | None, leads: Seat) -> Ghost:
    """Graybeard after a trick that somebody (None: nobody) took, and after which somebody leads."""
    taken = ghost.taken + (taker == GRAYBEARD)
    return Ghost(taken=taken, leads=leads == GRAYBEARD, led=ghost.leads)
