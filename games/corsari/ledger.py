"""The complete hands in few bytes, for the score sheet: number, closer, and penalty cards for each seat.

Void hands leave nothing behind. A cappotto, which ends the game, is written as `CAPPOTTO` for the winners.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.corsari.state import Showdown
from games.text import Seat

CAPPOTTO = 255
"""More cards than there are."""


@dataclass(frozen=True)
class Line:
    """One hand. `gained`: penalty cards by seat, or `CAPPOTTO`."""

    hand: int
    closer: Seat
    gained: Sequence[int]


def written(showdown: Showdown) -> bytes:
    """A hand as the ledger keeps it."""
    gained = [len(cards) for cards in showdown.gained]
    for seat in showdown.cappotto:
        gained[seat] = CAPPOTTO
    return bytes((showdown.hand, showdown.closer, *gained))


def read(ledger: bytes, players: int) -> list[Line]:
    """The complete hands."""
    wide = players + 2
    lines = [ledger[start : start + wide] for start in range(0, len(ledger), wide)]
    return [Line(line[0], line[1], line[2:]) for line in lines]
