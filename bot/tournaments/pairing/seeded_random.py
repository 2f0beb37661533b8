"""Chance: everything drawn comes from the event's published seed, under a label, the same on every
machine.
"""

from __future__ import annotations

import hashlib

from games.fairness import shuffled


def ranks(seed: bytes, label: str, count: int) -> tuple[int, ...]:
    """Each of `count` entrants' place in a drawn order, by their number in the order of joining.

    Somebody who joins later is drawn in between: the others keep their order among themselves.
    """
    places = [0] * count
    for place, who in enumerate(shuffled(seed, label, count)):
        places[who] = place
    return tuple(places)


class SeededStream:
    """As many drawn numbers as wanted: 64 bits at a time from SHA-256 of seed, label and a counter."""

    def __init__(self, seed: bytes, label: str) -> None:
        self._prefix = seed + label.encode() + b" "
        self._block = 0
        self._numbers: list[int] = []

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1. (That 2^64 is no multiple of the limit favours nobody
        noticeably.)
        """
        if not self._numbers:
            digest = hashlib.sha256(self._prefix + str(self._block).encode()).digest()
            self._block += 1
            self._numbers = [int.from_bytes(digest[at : at + 8], "big") for at in (24, 16, 8, 0)]
        return self._numbers.pop() % limit
