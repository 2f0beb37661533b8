"""Who sits in which seat of a pod: over the event everybody sits in each seat as equally often as can be.

Of all orders of a pod the one is taken in which its entrants sit the fewest times in a seat they have had
before; of those the one that brings early and late seats nearest to balance; of those the first in the
order of the lot.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.tournaments.history import FULL_LEAN, History, lean
from bot.tournaments.lots import Stream

SEAT_AGAIN = (100 * FULL_LEAN) ** 2
"""Outweighs any leaning to early or late seats."""


def seated(people: Sequence[str], robots: int, told: History, chance: Stream) -> tuple[str | None, ...]:
    """The pod's seats in the order of play; None is a robot."""
    size = len(people) + robots
    drawn: list[str | None] = [*people, *([None] * robots)]
    for at in range(size - 1, 0, -1):
        other = chance.below(at + 1)
        drawn[at], drawn[other] = drawn[other], drawn[at]
    prices = [[_price(who, seat, size, told) for seat in range(size)] for who in drawn]
    return tuple(drawn[who] for who in cheapest(prices))


def cheapest(prices: Sequence[Sequence[int]]) -> list[int]:
    """Who takes which seat so that all together is cheapest; `prices[who][seat]`, answered by seat.

    Exact: for every set of people the cheapest way to fill the first seats with them is found once.
    """
    size = len(prices)
    least: list[tuple[int, int]] = [(0, -1)] * (1 << size)
    for people in range(1, 1 << size):
        seat = people.bit_count() - 1
        least[people] = min(
            (least[people ^ (1 << who)][0] + prices[who][seat], who)
            for who in range(size)
            if people >> who & 1
        )
    order, people = list[int](), (1 << size) - 1
    while people:
        last = least[people][1]
        order.append(last)
        people ^= 1 << last
    return order[::-1]


def _price(who: str | None, seat: int, size: int, told: History) -> int:
    """What it costs to seat somebody there; a robot counts as somebody who sits down for the first time."""
    before = told.leans.get(who, 0) if who is not None else 0
    leaning = (before + lean(seat, size)) ** 2 - before**2
    again = told.seats.get(who, {}).get(seat, 0) if who is not None else 0
    return again * SEAT_AGAIN + leaning
