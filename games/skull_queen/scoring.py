"""How a score sheet is read as the planks of each round, and who is placed where and wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.contract import Figure
from games.skull_queen import constants
from games.skull_queen.plank import OVERBOARD, Plank, worth
from games.text import Seat, Text, _

COUNTED: Mapping[str, Text] = {
    "pirates_saved": _("Pirates kept on the plank"),
    "best_planks": _("Rounds with the best plank"),
}

_BYTES = 1 + constants.COLOURS
"""How many bytes a plank takes on the score sheet."""


def rounds_of(score_sheet: bytes, players: int) -> list[list[Plank]]:
    """The complete rounds, each with a plank for each seat."""
    planks = [score_sheet[start : start + _BYTES] for start in range(0, len(score_sheet), _BYTES)]
    return [planks[start : start + players] for start in range(0, len(planks), players)]


def places(points: Sequence[int]) -> tuple[int, ...]:
    """Each seat's place; equal points share the better one (ours: the rules name no tie-break)."""
    return tuple(1 + sum(other > own for other in points) for own in points)


def winners(points: Sequence[int]) -> tuple[Seat, ...]:
    """The seats in first place."""
    return tuple(seat for seat, own in enumerate(points) if own == max(points))


def figures(rounds: Sequence[Sequence[Plank]]) -> tuple[Figure, ...]:
    """How many pirates each seat kept, and how often nobody had a better plank."""
    of_seats = list(zip(*rounds, strict=True))
    kept = tuple(sum(space != OVERBOARD for plank in own for space in plank[1:]) for own in of_seats)
    best = [max(map(worth, planks)) for planks in rounds]
    ahead = tuple(
        sum(worth(plank) == most for plank, most in zip(own, best, strict=True)) for own in of_seats
    )
    return (
        Figure("pirates_saved", kept, (constants.COLOURS * len(rounds),) * len(of_seats)),
        Figure("best_planks", ahead, (len(rounds),) * len(of_seats)),
    )
