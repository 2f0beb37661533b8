"""What an opponent of the closer can make of a hand, and which of it is best.

Ours: first no stowaways at all, which wins the game. Else, if the limit can be kept down to the closer's, as
many stowaways as possible, since they go to the closer. Else few of them, since each is a penalty card.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.cards import Cards
from games.corsari.cards import Colour
from games.corsari.split import Crew, Worth, attachings, worths


class Arrangement(NamedTuple):
    """One way to attach and to split, and what it comes to."""

    attached: Cards
    crew: Crew
    limit: int
    stowaways: int


@lru_cache(maxsize=64)
def arrangements(hand: Cards, crew: Cards, pier: Colour, closers_limit: int) -> tuple[Arrangement, ...]:
    """All of them, the best first; of two orders of crew colours only one, since both come to the same."""

    def liking(one: Arrangement) -> tuple[int, ...]:
        if not one.stowaways:
            return (0, 0, 0)
        if one.limit <= closers_limit:
            return (1, -one.stowaways, one.limit)
        return (2, one.stowaways, one.limit)

    found = [
        Arrangement(attached, worth.crew, worth.limit, worth.stowaways)
        for attached in attachings(hand, crew)
        for worth in worths(hand.translate(None, attached), pier)
    ]
    return tuple(sorted(found, key=lambda one: (*liking(one), len(one.attached), one)))


def best_answer(hand: Cards, crew: Cards, pier: Colour, closers_limit: int) -> Arrangement:
    """The best arrangement of a hand that did not sail, against the crew and the limit of the one that
    did.
    """
    return arrangements(hand, crew, pier, closers_limit)[0]


def next_best(hand: Cards, crew: Cards, pier: Colour, closers_limit: int, attached: Cards) -> Worth | None:
    """The split with the lowest limit once these cards are attached, but for the best arrangement of all;
    None if there is no other.
    """
    best = best_answer(hand, crew, pier, closers_limit)
    found = worths(hand.translate(None, attached), pier)
    return next((one for one in found if (attached, one.crew) != (best.attached, best.crew)), None)
