"""How a score sheet is read as the planks of each round, and who is placed where and wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.contract import Cost, Event, Figure, Reckoning
from games.skull_queen import constants
from games.skull_queen.cards import TWO_DOWN, TWO_UP
from games.skull_queen.plank import OVERBOARD, WORTH, Plank, after, worth
from games.skull_queen.state import RoundEnded, TrickEnded, View
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


def reckoned(view: View, events: Sequence[Event]) -> Reckoning:
    """What the round that ends brought, and whose 5 or 8 sent whose pirate too far."""
    scored = next((event.scored for event in events if isinstance(event, RoundEnded)), ())
    costs = (cost for event in events if isinstance(event, TrickEnded) for cost in _costs(view, event))
    return Reckoning(scored, tuple(costs))


def _costs(view: View, ended: TrickEnded) -> Iterator[Cost]:
    """Another's 5 or 8 costs what a pirate would be worth after one step more than after two."""
    for move in ended.moves:
        place = ended.trick.find((TWO_UP if move.steps > 0 else TWO_DOWN)[move.colour])
        if abs(move.steps) != constants.LONG_STEP or move.who < 0 or place < 0:
            continue
        by, side = ended.order[place], view.table.planks[move.who][0]
        lost = WORTH[side][after(move.before, 1 if move.steps > 0 else -1)] - move.worth
        if by >= 0 and by != move.who and lost > 0:
            yield Cost(by, move.who, lost)
