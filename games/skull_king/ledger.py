"""The complete rounds in few bytes.

The whole score sheet is stored with every move, so it is worth being small: for each complete round and each
seat one byte, bid and tricks taken in four bits each. Where a bonus was earned the bid was made, so that the
tricks are known: 15 stands in their place, and a second byte holds the bonus in tens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.skull_king.scoring import Entry

_WITH_BONUS = 15
"""More tricks than anybody takes."""


def written(entries: Sequence[Entry]) -> bytes:
    """A round as the ledger keeps it, seat after seat."""
    line: list[int] = []
    for entry in entries:
        if entry.bonus and entry.made:
            line += (entry.bid << 4 | _WITH_BONUS, entry.bonus // 10)
        else:
            line.append(entry.bid << 4 | entry.taken)
    return bytes(line)


def read(ledger: bytes, players: int) -> list[list[Entry]]:
    """The complete rounds, each with an entry for each seat."""
    entries = list(_entries(iter(ledger)))
    return [entries[start : start + players] for start in range(0, len(entries), players)]


def _entries(ledger: Iterator[int]) -> Iterator[Entry]:
    for byte in ledger:
        bid, taken = byte >> 4, byte & 15
        yield Entry(bid, bid, 10 * next(ledger)) if taken == _WITH_BONUS else Entry(bid, taken, 0)
