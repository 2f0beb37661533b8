"""The score sheet in few bytes, and the points on it.

A game's whole sheet is stored with every move, so it is worth being small: for each complete round and each
seat one byte, bid and tricks taken in four bits each. Where a bonus was earned, the bid was made and the
tricks are known: 15 stands in their place, and a second byte holds the bonus in tens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.text import Seat

_WITH_BONUS = 15
"""More tricks than anybody takes."""


class Entry(NamedTuple):
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
        return bid_points(self.bid, self.taken, cards) + (self.bonus if self.made else 0)


def bid_points(bid: int, taken: int, cards: int) -> int:
    """Points for the bid alone: 20 a trick if exact, -10 for each trick off; a bid of 0 wins or loses 10 a
    card dealt.
    """
    if bid == 0:
        return 10 * cards if taken == 0 else -10 * cards
    return 20 * bid if taken == bid else -10 * abs(bid - taken)


def written(entries: Sequence[Entry]) -> bytes:
    """A round as the ledger keeps it, seat after seat."""
    return b"".join(map(_written, entries))


def _written(entry: Entry) -> bytes:
    if entry.made and entry.bonus:
        return bytes((entry.bid << 4 | _WITH_BONUS, entry.bonus // 10))
    return bytes((entry.bid << 4 | entry.taken,))


def read(ledger: bytes, players: int) -> list[list[Entry]]:
    """The complete rounds, each with an entry for each seat."""
    entries = list(_entries(iter(ledger)))
    return [entries[start : start + players] for start in range(0, len(entries), players)]


def _entries(ledger: Iterator[int]) -> Iterator[Entry]:
    for byte in ledger:
        bid, taken = byte >> 4, byte & 15
        yield Entry(bid, bid, 10 * next(ledger)) if taken == _WITH_BONUS else Entry(bid, taken, 0)


def places(points: Sequence[int]) -> tuple[int, ...]:
    """Each seat's place; equal points share the better one."""
    return tuple(1 + sum(other > own for other in points) for own in points)


def winners(points: Sequence[int]) -> tuple[Seat, ...]:
    """The seats in first place."""
    return tuple(seat for seat, own in enumerate(points) if own == max(points))
