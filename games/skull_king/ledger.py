"""The complete rounds in few bytes.

The whole score sheet is stored with every move, so it is worth being small: for each complete round and each
seat one byte, bid and tricks taken in four bits each. Where an exact bid earned a bonus the tricks are known:
15 stands in their place, and a second byte holds the bonus in tens.

What else there may be is rarer, and written in three bytes: 15 in the place of the bid and beside it the
wager in tens, plus 4 for a cannonball; bid and tricks taken; the bonus in tens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.skull_king.scoring import Entry
from games.skull_king.variants import Scoring

_WITH_BONUS = 15
"""More tricks than anybody takes."""
_WITH_STAKES = 15
"""More tricks than anybody bids."""
_CANNONBALL = 4
"""More tens than anybody wagers."""


def written(entries: Sequence[Entry], scoring: Scoring) -> bytes:
    """A round as the ledger keeps it, seat after seat. A bonus that does not count is not kept."""
    line: list[int] = []
    for entry in entries:
        bonus = entry.bonus // 10 if entry.bonus and entry.counts(scoring) else 0
        if entry.wager or entry.cannonball or (bonus and not entry.made):
            stakes = entry.wager // 10 + _CANNONBALL * entry.cannonball
            line += (_WITH_STAKES << 4 | stakes, entry.bid << 4 | entry.taken, bonus)
        elif bonus:
            line += (entry.bid << 4 | _WITH_BONUS, bonus)
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
        if bid == _WITH_STAKES:
            cannonball, tens = divmod(taken, _CANNONBALL)
            both, bonus = next(ledger), next(ledger)
            yield Entry(both >> 4, both & 15, 10 * bonus, 10 * tens, bool(cannonball))
        elif taken == _WITH_BONUS:
            yield Entry(bid, bid, 10 * next(ledger))
        else:
            yield Entry(bid, taken, 0)
