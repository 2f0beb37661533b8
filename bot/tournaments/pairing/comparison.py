"""What somebody's cards were worth to them, where every pod of a round is dealt the same: compared with those
who had the same seat in the other pods, hand by hand.

What a robot made of a seat is compared like anything else. Whoever never came to their seat, or left it for
good, has the least that anybody made of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from bot.tournaments.pairing.event import Comparison, Result, Round

MOST_MATCHPOINTS = 60
"""For more than everybody else in every hand."""


def compared(
    comparison: Comparison, one: Round, results: Mapping[tuple[int, int], Result]
) -> dict[tuple[int, int], Fraction]:
    """The points of each seat, by pod and seat, once all results of the round are there; of none in a pod
    that does not count.
    """
    played = {
        pod.number: result
        for pod in one.drawn_pods
        if not (result := results[one.number, pod.number]).void and result.hands
    }
    found: dict[tuple[int, int], Fraction] = {}
    for seat in range(len(one.drawn_pods[0].seats) if played else 0):
        of_seat = [[hand[seat] for hand in result.hands] for result in played.values()]
        hands = list(zip(*of_seat, strict=False))  # those that every pod has played
        made = _matchpoints(hands) if comparison is Comparison.MATCHPOINTS else _above_mean(hands)
        least = Fraction(0) if comparison is Comparison.MATCHPOINTS else min(made)
        for worth, (pod, result) in zip(made, played.items(), strict=True):
            gone = seat in result.away or seat in result.behind
            found[pod, seat] = least if gone else worth
    return found


def _matchpoints(hands: Sequence[Sequence[int]]) -> list[Fraction]:
    """For each pod: of each other pod a hand, all of it for having more and half of it for as much."""
    pods = len(hands[0])
    if pods == 1:
        return [Fraction(MOST_MATCHPOINTS, 2)]
    beaten = [
        sum(2 * (own > other) + (own == other) for hand in hands for other in hand for own in (hand[pod],))
        - len(hands)  # nobody is compared with themselves
        for pod in range(pods)
    ]
    return [Fraction(MOST_MATCHPOINTS * each, 2 * len(hands) * (pods - 1)) for each in beaten]


def _above_mean(hands: Sequence[Sequence[int]]) -> list[Fraction]:
    """For each pod: by how much its points are more than those of all pods on average."""
    totals = [sum(own) for own in zip(*hands, strict=True)]
    return [total - Fraction(sum(totals), len(totals)) for total in totals]
