"""Points and places."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import starmap

import msgspec

from games.skull_king.state import Table
from games.text import Seat

ALLIANCE = 20
"""For each of the two who are allied over a loot, if both make their bids."""

MOST_BONUS = 310
"""More than the bonuses of one round ever come to: 260 for characters and loot, 50 for fourteens."""


class Entry(msgspec.Struct, frozen=True):
    """What a seat did in a round. `bonus` counts only if the bid was made, and is kept only then."""

    bid: int
    taken: int
    bonus: int

    @property
    def made(self) -> bool:
        """Whether the bid was exact."""
        return self.bid == self.taken

    def points(self, cards: int) -> int:
        """The round's points, when each was dealt so many cards."""
        return bid_points(self.bid, self.taken, cards) + (self.bonus if self.bid == self.taken else 0)


def bid_points(bid: int, taken: int, cards: int) -> int:
    """Points for the bid: 20 a trick if exact, -10 for each trick off; a bid of 0 wins or loses 10 a card."""
    if bid == 0:
        return 10 * cards if taken == 0 else -10 * cards
    return 20 * bid if taken == bid else -10 * abs(bid - taken)


def entries(table: Table) -> list[Entry]:
    """How the round stands for each seat, loot alliances of exact bids included."""
    bonus = _with_alliances(table) if table.alliances else table.bonus
    return list(starmap(Entry, zip(table.bids, table.taken, bonus, strict=True)))


def _with_alliances(table: Table) -> list[int]:
    bonus = list(table.bonus)
    for pair in table.alliances:
        if all(table.bids[seat] == table.taken[seat] for seat in pair):
            for seat in pair:
                bonus[seat] += ALLIANCE
    return bonus


def places(points: Sequence[int]) -> tuple[int, ...]:
    """Each seat's place; equal points share the better one."""
    return tuple(1 + sum(other > own for other in points) for own in points)


def winners(points: Sequence[int]) -> tuple[Seat, ...]:
    """The seats in first place."""
    return tuple(seat for seat, own in enumerate(points) if own == max(points))
