"""The score sheet in few bytes, and the points on it.

For each complete round and each seat two bytes: bid and tricks taken, four bits each; bonus in tens. A game's whole sheet
is stored with every move, so it is worth being small.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.text import Seat


class Entry(NamedTuple):
    """What a seat did in a round. `bonus` counts only if the bid was made."""

    bid: int
    taken: int
    bonus: int

    @property
    def made(self) -> bool:
        """Whether the bid was exact."""
        return self.bid == self.taken

    def points(self, cards: int) -> int:
        """The round's points, when each was dealt so many cards."""
        return bid_points(self.bid, self.taken, cards) + (self.bonus if self.made else 0)


def bid_points(bid: int, taken: int, cards: int) -> int:
    """Points for the bid alone: 20 a trick if exact, -10 for each trick off; a bid of 0 wins or loses 10 a card dealt."""
    if bid == 0:
        return 10 * cards if taken == 0 else -10 * cards
    return 20 * bid if taken == bid else -10 * abs(bid - taken)


def written(entries: Sequence[Entry]) -> bytes:
    """A round as the ledger keeps it, seat after seat."""
    return bytes(part for entry in entries for part in (entry.bid << 4 | entry.taken, entry.bonus // 10))


def read(ledger: bytes, players: int) -> list[list[Entry]]:
    """The complete rounds, each with an entry for each seat."""
    size = 2 * players
    return [_round(ledger[start : start + size]) for start in range(0, len(ledger), size)]


def _round(line: bytes) -> list[Entry]:
    return [Entry(line[at] >> 4, line[at] & 15, 10 * line[at + 1]) for at in range(0, len(line), 2)]


def places(points: Sequence[int]) -> tuple[int, ...]:
    """Each seat's place; equal points share the better one."""
    return tuple(1 + sum(other > own for other in points) for own in points)


def winners(points: Sequence[int]) -> tuple[Seat, ...]:
    """The seats in first place."""
    return tuple(seat for seat, own in enumerate(points) if own == max(points))
