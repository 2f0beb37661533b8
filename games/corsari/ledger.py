"""The complete hands in few bytes, for the score sheet: number, closer, and penalty cards for each seat.

Void hands leave nothing behind. A cappotto, which ends the game, is written as `CAPPOTTO` for the winners.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.contract import Figure
from games.corsari.state import Showdown
from games.text import Seat, Text, _

CAPPOTTO = 255
"""More cards than there are."""
COUNTED: Mapping[str, Text] = {
    "clean_sailings": _("Hands closed without taking a penalty card"),
    "clean_hands": _("Hands without a new penalty card"),
}


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


def figures(lines: Sequence[Line], players: int) -> tuple[Figure, ...]:
    """How often each seat came off without a penalty card: when it was the closer, and in all."""
    seats = range(players)
    clean = [[line.gained[seat] in (0, CAPPOTTO) for line in lines] for seat in seats]
    closed = [[line.closer == seat for line in lines] for seat in seats]
    both = [[was and did for was, did in zip(clean[seat], closed[seat], strict=True)] for seat in seats]
    return (
        Figure("clean_sailings", tuple(map(sum, both)), tuple(map(sum, closed))),
        Figure("clean_hands", tuple(map(sum, clean)), (len(lines),) * players),
    )
