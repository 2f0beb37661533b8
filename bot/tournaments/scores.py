"""What each entrant has made of the results: points, places, whom they met and beat.

The rules for robots, walk-overs, void tables and byes stand here, each beside its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from bot.tournaments.event import Event, Pod, Result
from bot.tournaments.points import for_bye, for_place


@dataclass
class Score:
    """One entrant's figures over the rounds that count."""

    points: dict[int, Fraction] = field(default_factory=dict)
    """By round, those with a result or a bye only."""
    places: dict[int, int] = field(default_factory=dict)
    """Place by round, where they played themselves."""
    opponents: list[str] = field(default_factory=list)
    """Everybody they played with, as often as they did."""
    beaten: dict[str, int] = field(default_factory=dict)
    """How much more often they placed above somebody than below."""

    @property
    def total(self) -> Fraction:
        """All points."""
        return sum(self.points.values(), Fraction(0))

    @property
    def a_round(self) -> Fraction:
        """Points for each round that counts: fair to those who came late or left early."""
        return self.total / len(self.points) if self.points else Fraction(0)


def scores(event: Event, rounds: Iterable[int] | None = None) -> Mapping[str, Score]:
    """Everybody's figures, over these rounds or all of them."""
    counted = None if rounds is None else set(rounds)
    told = {entrant.id: Score() for entrant in event.entrants}
    results = event.results_by_pod()
    for one in event.rounds:
        if counted is not None and one.number not in counted:
            continue
        for who in one.byes:
            told[who].points[one.number] = for_bye(event.options)
        for pod in one.pods:
            if result := results.get((one.number, pod.number)):
                _count(event, pod, result, told)
    return told


def _count(event: Event, pod: Pod, result: Result, told: Mapping[str, Score]) -> None:
    """Add one pod's result to the figures of those who sit in it."""
    away = set(result.walk_overs) | set(result.stand_ins)
    present = {who: seat for seat, who in enumerate(pod.seats) if who is not None and seat not in away}
    for seat in away:
        # Who never came gets nothing, wherever the robot in that seat ended, void or not.
        told[pod.seats[seat] or ""].points[result.round] = Fraction(0)
    for who, seat in present.items():
        told[who].points[result.round] = _worth(event, pod, result, seat)
    if not result.void:
        for who, seat in present.items():
            _placed(told[who], who, seat, result, present)


def _worth(event: Event, pod: Pod, result: Result, seat: int) -> Fraction:
    """The points of somebody who came: a void table is worth a bye; an empty seat takes the last place."""
    if result.void:
        return for_bye(event.options)
    place = result.places[seat]
    return for_place(len(pod.seats), place, result.places.count(place), event.options)


def _placed(score: Score, who: str, seat: int, result: Result, present: Mapping[str, int]) -> None:
    score.places[result.round] = place = result.places[seat]
    for other, other_seat in present.items():
        if other != who:
            score.opponents.append(other)
            theirs = result.places[other_seat]
            score.beaten[other] = score.beaten.get(other, 0) + (place < theirs) - (place > theirs)
