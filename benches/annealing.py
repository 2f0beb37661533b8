"""A long-running optimiser to compare pairing with: simulated annealing with a plain cost, which knows
nothing of ours.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from random import Random

from bot.tournaments.pairing.pods import Field

STEPS = 60_000
STARTS = 3


def annealed(field: Field, random: Random) -> tuple[int, int]:
    """The least repeats and, with those, the least spread that were found from several starts."""
    return min(_once(field, random) for _start in range(STARTS))


def _once(field: Field, random: Random) -> tuple[int, int]:
    pairs = _costs(field)
    order = list(range(len(field.scores)))
    random.shuffle(order)
    bounds = _bounds(field.sizes)
    pod_of = [number for number, (start, end) in enumerate(bounds) for _seat in range(start, end)]
    repeats, spread = _total(order, bounds, pairs)
    best = (repeats, spread)
    weight = 1 + 3 * (max(field.scores) - min(field.scores)) ** 2
    for step in range(STEPS):
        heat = 0.01 + weight * (1 - step / STEPS) ** 3
        one, other = random.randrange(len(order)), random.randrange(len(order))
        if pod_of[one] == pod_of[other]:
            continue
        more_repeats, more_spread = _change(
            order, bounds[pod_of[one]], bounds[pod_of[other]], one, other, pairs
        )
        change = weight * more_repeats + more_spread
        if change <= 0 or random.random() < math.exp(-change / heat):
            order[one], order[other] = order[other], order[one]
            repeats, spread = repeats + more_repeats, spread + more_spread
            best = min(best, (repeats, spread))
    return best


Pairs = list[list[tuple[int, int]]]


def _costs(field: Field) -> Pairs:
    """What each pair costs if it sits together: repeats, spread."""
    people = range(len(field.scores))
    return [
        [(field.met[one].get(other, 0), (field.scores[one] - field.scores[other]) ** 2) for other in people]
        for one in people
    ]


def _bounds(sizes: Sequence[int]) -> list[tuple[int, int]]:
    """Where each pod begins and ends in one long row of seats."""
    ends = [sum(sizes[: number + 1]) for number in range(len(sizes))]
    return [(end - size, end) for size, end in zip(sizes, ends, strict=True)]


def _total(order: Sequence[int], bounds: Sequence[tuple[int, int]], pairs: Pairs) -> tuple[int, int]:
    sitting = [pairs[one][other] for start, end in bounds for one, other in combinations(order[start:end], 2)]
    return sum(repeats for repeats, _spread in sitting), sum(spread for _repeats, spread in sitting)


def _change(
    order: Sequence[int], here: tuple[int, int], there: tuple[int, int], one: int, other: int, pairs: Pairs
) -> tuple[int, int]:
    mine, theirs = pairs[order[one]], pairs[order[other]]
    repeats = spread = 0
    for bounds, seat, sign in ((here, one, 1), (there, other, -1)):
        for at in range(*bounds):
            if at != seat:
                who = order[at]
                repeats += sign * (theirs[who][0] - mine[who][0])
                spread += sign * (theirs[who][1] - mine[who][1])
    return repeats, spread
