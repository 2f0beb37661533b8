"""The order of play: clockwise from the leader, or as the ghost Graybeard has it at a table of two.

Graybeard always plays second. When he takes a trick he leads the next: then the person who led last plays,
and then the other.
"""

from __future__ import annotations

from games.cards import ONE, Cards
from games.skull_king.cards import FaceNumber
from games.skull_king.state import GRAYBEARD, Ghost, Table
from games.text import Seat

CLOCKWISE: tuple[tuple[tuple[Seat, ...], ...], ...] = tuple(
    tuple(tuple((leader + place) % players for place in range(players)) for leader in range(players))
    for players in range(9)
)
"""By the number of players, then by who leads."""
NEXT: tuple[tuple[tuple[Seat, ...], ...], ...] = tuple(
    tuple(((seat + 1) % players,) for seat in range(players)) for players in range(9)
)
"""By the number of players, then by who has played: who is asked next, as `Table.to_act` has it."""
_SECOND = ((0, GRAYBEARD, 1), (1, GRAYBEARD, 0))
_FIRST = ((GRAYBEARD, 0, 1), (GRAYBEARD, 1, 0))
_AFTER_HIM = 16
"""Added to whoever leads behind Graybeard, in `Table.leaders`."""


def order(table: Table) -> tuple[Seat, ...]:
    """Who plays to the trick that lies there or comes next, one after the other."""
    ghost = table.ghost
    return order_from(table.leader, table.hands, ghost is not None, ghost is not None and ghost.leads)


def order_from(leader: Seat, hands: int, ghost: bool, ghost_leads: bool) -> tuple[Seat, ...]:
    """Who plays when this seat leads, or comes behind Graybeard; one of so many hands may be his."""
    if not ghost:
        return CLOCKWISE[hands][leader]
    return (_FIRST if ghost_leads else _SECOND)[leader]


def last_order(table: Table) -> tuple[Seat, ...]:
    """Who played to the latest complete trick."""
    ghost = table.ghost
    return order_from(table.last_leader, table.hands, ghost is not None, ghost is not None and ghost.led)


def after_trick(ghost: Ghost, taker: Seat | None, leads: Seat) -> Ghost:
    """Graybeard after a trick that somebody (None: nobody) took, and after which somebody leads."""
    taken = ghost.taken + (taker == GRAYBEARD)
    return Ghost(taken=taken, leads=leads == GRAYBEARD, led=ghost.leads)


def with_leader(table: Table, hands: int) -> bytes:
    """`Table.leaders` when the trick that lies there is complete, which has so many cards."""
    leaders, ghost = table.leaders, table.ghost
    if len(leaders) * hands != len(table.fallen):
        return leaders
    behind = ghost is not None and ghost.leads
    return leaders + ONE[table.leader + _AFTER_HIM * behind]


def tricks(table: Table) -> list[tuple[tuple[Seat, ...], Cards]]:
    """The round's complete tricks: who played, one after the other, and the faces; empty for a round of which
    it is not known.
    """
    size, found = table.hands, list[tuple[tuple[Seat, ...], Cards]]()
    for number, led in enumerate(table.leaders):
        order = order_from(led % _AFTER_HIM, size, table.ghost is not None, led >= _AFTER_HIM)
        found.append((order, table.fallen[number * size : (number + 1) * size]))
    return found


def played_by(table: Table, seat: Seat | None) -> list[FaceNumber]:
    """What the seat has played in this round, as far as it is known."""
    laid = [*tricks(table), (order(table), table.trick)]
    return [face for seats, faces in laid for who, face in zip(seats, faces, strict=False) if who == seat]
