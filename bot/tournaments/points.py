"""Points for a place: the first of any pod gets 60, the last none, the others evenly between.

| pod | 1st | 2nd | 3rd | 4th | 5th | 6th |
| --- | --- | --- | --- | --- | --- | --- |
| of 2 | 60 | 0 | | | | |
| of 3 | 60 | 30 | 0 | | | |
| of 4 | 60 | 40 | 20 | 0 | | |
| of 5 | 60 | 45 | 30 | 15 | 0 | |
| of 6 | 60 | 48 | 36 | 24 | 12 | 0 |

So a pod's mean is 30 whatever its size, and no size is better to be drawn into. Points are fractions,
never floats.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from bot.tournaments.event import Options

FIRST = 60


def by_place(size: int, options: Options) -> tuple[Fraction, ...]:
    """What each place of a pod of this size is worth, the first first."""
    chosen = options.points.get(size)
    return _evenly(size) if chosen is None else tuple(Fraction(points) for points in chosen)


def for_place(size: int, place: int, sharing: int, options: Options) -> Fraction:
    """What one of `sharing` people at the same place gets: the average of the places that they take up."""
    taken = by_place(size, options)[place - 1 : place - 1 + sharing]
    return sum(taken, Fraction(0)) / sharing


def for_bye(options: Options) -> Fraction:
    """A bye is worth what a seat at a table of the preferred size brings on average: 30 by the published
    table.
    """
    table = by_place(options.preferred, options)
    return sum(table, Fraction(0)) / len(table)


@cache
def _evenly(size: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(FIRST * (size - place), size - 1) for place in range(1, size + 1))
