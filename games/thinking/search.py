"""Choices compared by playing them out on deals that could be the true one.

All choices are tried on the same deals, so that luck favours none; whatever falls clearly behind is tried no
longer. The search is told an observation and deals the rest itself: it cannot know more than its seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, pstdev
from typing import Any, TypeAlias

from games.contract import EVEN, Action, Manner, Observation, Play
from games.text import Seat

AnyPlay: TypeAlias = Play[Any, Any, Any]

FIRST_LOOK = 8
"""Deals before a choice can be dropped, and between two looks."""
BEHIND = 1.5
"""A choice is dropped when it is worse than the best by so many standard errors of their difference."""
MARGIN = 0.5
"""Another choice is taken over a robot's own first one when it is better by so many of them."""


class Candidate:
    """A choice, and what it brought on each deal on which it was tried, the first deals first."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.points: list[float] = []
        """More is better: the standing of its seat, or what the thinker's manner makes of it."""

    @property
    def mean(self) -> float:
        """What it brings on average. StatisticsError if it was never tried."""
        return fmean(self.points)

    def worth(self, manner: Manner) -> float:
        """The same, as somebody sees it who likes, or shuns, what is uncertain."""
        return self.mean + manner.risk * pstdev(self.points) if manner.risk else self.mean

    def ahead_of(self, other: Candidate) -> tuple[float, float]:
        """By how much it is better, on the deals on which both were tried, and one standard error of that."""
        both = zip(self.points, other.points, strict=False)
        differences = [own - others for own, others in both]
        return fmean(differences), pstdev(differences) / sqrt(max(len(differences) - 1, 1))


def compare(
    play: AnyPlay,
    observation: Observation,
    actions: Sequence[Action],
    random: Random,
    playouts: int,
    manner: Manner = EVEN,
) -> list[Candidate]:
    """These choices of a seat, each tried on the same deals, with at most so many playouts in all. Those that
    fell behind have been tried on fewer deals. ValueError for a spectator.
    """
    seat = observation.seat
    if seat is None:
        raise ValueError("A spectator has nothing to choose.")
    candidates = [Candidate(action) for action in actions]
    trying, deals = candidates, 0
    while len(trying) <= playouts and (len(trying) > 1 or len(candidates) == 1):
        state, chance = play.resample(observation, random), random.getrandbits(32)
        end = play.chapter(state) + play.ahead
        for candidate in trying:
            after, _events = play.apply(state, seat, candidate.action)
            standing = play.playout(after, end, Random(chance))
            candidate.points.append(_gain(play, standing, seat, manner))
        playouts -= len(trying)
        deals += 1
        if deals % FIRST_LOOK == 0:
            trying = _still_worth_trying(trying)
    return candidates


def _gain(play: AnyPlay, standing: Sequence[float], seat: Seat, manner: Manner) -> float:
    own = standing[seat]
    if manner.malice and len(standing) > 1:
        others = [*standing[:seat], *standing[seat + 1 :]]
        own -= manner.malice * (max(others) if play.higher_is_better else min(others))
    return own if play.higher_is_better else -own


def _still_worth_trying(candidates: Sequence[Candidate]) -> list[Candidate]:
    best = max(candidates, key=lambda candidate: candidate.mean)
    kept: list[Candidate] = []
    for candidate in candidates:
        lead, error = best.ahead_of(candidate)
        if candidate is best or lead <= BEHIND * error:
            kept.append(candidate)
    return kept


def best_of(candidates: Sequence[Candidate], manner: Manner = EVEN) -> Candidate:
    """The first, unless another is better beyond the margin."""
    first = candidates[0]
    if not first.points:
        return first
    best = max(
        (candidate for candidate in candidates if len(candidate.points) > 1 or candidate is first),
        key=lambda candidate: candidate.worth(manner),
    )
    lead, error = best.ahead_of(first)
    if manner.risk:
        lead = best.worth(manner) - first.worth(manner)
    return best if lead > MARGIN * error else first
