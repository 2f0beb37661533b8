"""Points and places."""

from __future__ import annotations

from collections.abc import Sequence

from games.skull_queen import box
from games.skull_queen.plank import Plank
from games.text import Seat

_BYTES = 1 + box.COLOURS
"""Of a plank."""


def rounds_of(ledger: bytes, players: int) -> list[list[Plank]]:
    """The complete rounds, each with a plank for each seat."""
    planks = [ledger[start : start + _BYTES] for start in range(0, len(ledger), _BYTES)]
    return [planks[start : start + players] for start in range(0, len(planks), players)]


def places(points: Sequence[int]) -> tuple[int, ...]:
    """Each seat's place; equal points share the better one (ours: the rules name no tie-break)."""
    return tuple(1 + sum(other > own for other in points) for own in points)


def winners(points: Sequence[int]) -> tuple[Seat, ...]:
    """The seats in first place."""
    return tuple(seat for seat, own in enumerate(points) if own == max(points))
