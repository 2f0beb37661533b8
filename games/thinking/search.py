"""Choices compared by playing them out on deals that could be the true one.

All choices are tried on the same deals, so that luck favours none; whatever falls clearly behind is tried no
longer. The search is told an observation and deals the rest itself: it cannot know more than its seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Any, TypeAlias

from games.contract import EVEN, Action, Manner, Observation, Play
from games.text import Seat

AnyPlay: TypeAlias = Play[Any, Any, Any]

LOOK = 8
"""Deals between two looks at which choices can be dropped; fewer where the playouts do not suffice for
several looks.
"""
FIRST_LOOK = 3
"""The fewest deals after which choices are compared for the first time."""
BEHIND = 1.5
"""A choice is dropped when it is worse than the best by so many standard errors of their difference, or more
where few deals tell how large that error is; no more than half of them are at one look.
"""
MARGIN = 0.5
"""Another choice is taken over a robot's own first one when it is better by so many of them."""
DOUBTLESS = 2.0
"""The same where the first one is sure (`Play.sure`)."""


class Candidate:
    """A choice, and what it brought on each deal on which it was tried, the first deals first."""

    __slots__ = ("action", "points")

    def __init__(self, action: Action) -> None:
        self.action = action
        self.points: list[float] = []
        """More is better: the standing of its seat, or what the thinker's malice makes of it."""

    @property
    def mean(self) -> float:
        """What it brings on average. ZeroDivisionError if it was never tried."""
        return sum(self.points) / len(self.points)

    def worth(self, manner: Manner) -> float:
        """The same, as somebody sees it who likes, or shuns, what is uncertain."""
        return _worth(self.points, manner)

    def ahead_of(self, other: Candidate, manner: Manner = EVEN) -> tuple[float, float]:
        """By how much more it is worth, on the deals on which both were tried, and one standard error."""
        deals = min(len(self.points), len(other.points))
        own, others = self.points[:deals], other.points[:deals]
        differences = [one - another for one, another in zip(own, others, strict=True)]
        lead = _worth(own, manner) - _worth(others, manner) if manner.risk else sum(differences) / deals
        return lead, _spread(differences) / sqrt(max(deals - 1, 1))


def _worth(points: Sequence[float], manner: Manner) -> float:
    mean = sum(points) / len(points)
    return mean + manner.risk * _spread(points) if manner.risk else mean


def _spread(points: Sequence[float]) -> float:
    """Their standard deviation; `statistics.pstdev` reckons in fractions, and so long as a playout takes."""
    mean = sum(points) / len(points)
    return sqrt(sum([(each - mean) ** 2 for each in points]) / len(points))


class _Chance(Random):
    """The chance of one playout, seeded when it is first asked: that takes as long as some playouts do, and
    many leave nothing to chance.
    """

    _seed: int | None = None

    def begin(self, seed: int) -> None:
        """From here on the same chances as ever after this seed."""
        self._seed = seed

    def random(self) -> float:
        self._begin()
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        self._begin()
        return super().getrandbits(k)

    def _begin(self) -> None:
        if self._seed is not None:
            self.seed(self._seed)
            self._seed = None


def compare(
    play: AnyPlay,
    observation: Observation,
    actions: Sequence[Action],
    random: Random,
    playouts: int,
    manner: Manner = EVEN,
    *,
    keeps: bool = False,
) -> list[Candidate]:
    """These choices of a seat, each tried on the same deals, with at most so many playouts in all. Those that
    fell behind have been tried on fewer deals; `keeps`: but for the first. ValueError for a spectator.
    """
    seat = observation.seat
    if seat is None:
        raise ValueError("A spectator has nothing to choose.")
    candidates, chance = [Candidate(action) for action in actions], _Chance()
    look = min(LOOK, max(FIRST_LOOK, playouts // (4 * len(candidates))))
    trying, deals = candidates, 0
    while len(trying) <= playouts and (len(trying) > 1 or len(candidates) == 1):
        state, seed = play.resample(observation, random), random.getrandbits(32)
        end = play.chapter(state) + play.ahead
        for candidate in trying:
            after, _events = play.apply(state, seat, candidate.action)
            chance.begin(seed)
            candidate.points.append(gain(play, play.playout(after, end, chance), seat, manner))
        playouts -= len(trying)
        deals += 1
        if deals % look == 0:
            trying = _still_worth_trying(trying, manner, candidates[0] if keeps else None)
    return candidates


def gain(play: AnyPlay, standing: Sequence[float], seat: Seat, manner: Manner = EVEN) -> float:
    """What a standing is worth to a seat, more being better; what its manner begrudges the best opponent
    counts against it.
    """
    own = standing[seat]
    if manner.malice and len(standing) > 1:
        others = [*standing[:seat], *standing[seat + 1 :]]
        own -= manner.malice * (max(others) if play.higher_is_better else min(others))
    return own if play.higher_is_better else -own


def _still_worth_trying(
    candidates: Sequence[Candidate], manner: Manner, kept: Candidate | None
) -> list[Candidate]:
    ranked = sorted(candidates, key=lambda candidate: candidate.worth(manner), reverse=True)
    best, deals = ranked[0], len(ranked[0].points)
    beyond = BEHIND * (1 + 2 / deals)
    safe = set(map(id, ranked[: (len(ranked) + 1) // 2]))

    def stays(candidate: Candidate) -> bool:
        lead, error = best.ahead_of(candidate, manner)
        return candidate is kept or id(candidate) in safe or lead <= beyond * error

    return list(filter(stays, candidates))


def best_of(candidates: Sequence[Candidate], manner: Manner = EVEN, margin: float = MARGIN) -> Candidate:
    """The best of those that were never dropped; the first, unless that is better by `margin` standard
    errors.
    """
    first, deals = candidates[0], max(len(candidate.points) for candidate in candidates)
    if not deals:
        return first
    best = max(
        (candidate for candidate in candidates if len(candidate.points) == deals),
        key=lambda candidate: candidate.worth(manner),
    )
    if len(first.points) < deals:
        return best
    lead, error = best.ahead_of(first, manner)
    return best if lead > margin * error else first
