"""Pairing: repeated meetings, spread of scores and time, beside plainer ways and a long-running optimiser.

All pair the same fields, which come from events that were paired by ours. Spread: over all who sit
together, the square of the difference of their points. Times are of this process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random

from benches.annealing import annealed
from benches.evenings import SEED, fields
from benches.report import Figure, show
from bot.tournaments.formats.engine import next_round, standings, with_result, with_round
from bot.tournaments.pairing.event import Entrant, Event, EventOptions, Result
from bot.tournaments.pairing.pods import Field, arrange, cost, cut
from bot.tournaments.pairing.seeded_random import SeededStream

LARGE, LARGE_ROUNDS = 512, 7
SMALL = (9, 12, 16, 20, 22, 23, 24)
SMALL_ROUNDS = 6
EVENTS = 2
"""Of each small number of entrants."""
WHOLE = (32, 128, LARGE)
NEAR = 8
"""How many pods up and down the plain way looks for an exchange."""
TIMES = 5

Pods = list[list[int]]


def ours(field: Field) -> Pods:
    """As the bot pairs."""
    return arrange(field, SeededStream(SEED, "bench"))


def plain(field: Field) -> Pods:
    """Sort, cut, and one pass: in pods that are not perfect, everybody takes the first better exchange."""
    pods = cut(field)
    for number, pod in enumerate(pods):
        for seat in range(len(pod)):
            if cost(field, (pod,)) > (0, 0):
                near = chain(range(number + 1, number + 1 + NEAR), range(number - 1, number - 1 - NEAR, -1))
                _first_exchange(field, pods, number, seat, near)
    return pods


def _first_exchange(field: Field, pods: Pods, number: int, seat: int, near: chain[int]) -> None:
    for other in near:
        if 0 <= other < len(pods):
            for place in range(len(pods[other])):
                before = cost(field, (pods[number], pods[other]))
                _swap(pods, number, seat, other, place)
                if cost(field, (pods[number], pods[other])) < before:
                    return
                _swap(pods, number, seat, other, place)


def _swap(pods: Pods, one: int, seat: int, other: int, place: int) -> None:
    pods[one][seat], pods[other][place] = pods[other][place], pods[one][seat]


def milliseconds(pair: Callable[[Field], Pods], field: Field) -> float:
    """The best of a few times: what disturbs a machine only adds."""
    took = []
    for _time in range(TIMES):
        began = time.process_time()
        pair(field)
        took.append(time.process_time() - began)
    return 1000 * min(took)


Cost = tuple[int, int]
"""Repeats, spread."""


@dataclass(frozen=True)
class Round:
    """One round of a large field: what each way costs, and how long ours and the plain one take."""

    ours: Cost
    like_score: Cost
    plain: Cost
    milliseconds: float
    plain_milliseconds: float

    @property
    def times(self) -> float:
        """How many times as long as the plain way."""
        return self.milliseconds / self.plain_milliseconds


def large_rounds() -> list[Round]:
    """Ours, like score at random, and the plain way, in the rounds of one event."""
    return [
        Round(
            cost(field, pods),
            cost(field, cut(field)),
            cost(field, plain(field)),
            milliseconds(ours, field),
            milliseconds(plain, field),
        )
        for field, pods in fields(LARGE, LARGE_ROUNDS, Random(1))
    ]


@dataclass(frozen=True)
class Small:
    """All rounds but the first with so many entrants."""

    people: int
    ours: Sequence[Cost]
    like_score: Sequence[Cost]
    annealed: Sequence[Cost]
    milliseconds: float
    """The most that a round took."""
    plain_milliseconds: float

    @property
    def worst(self) -> float:
        """How far the worst round is above the optimiser's."""
        return max(map(above, self.ours, self.annealed))

    @property
    def better(self) -> int:
        """Rounds in which ours is below the optimiser's."""
        return sum(mine < best for mine, best in zip(self.ours, self.annealed, strict=True))


def small_field(people: int) -> Small:
    """Several events with so many entrants."""
    random = Random(people)
    played = [case for _event in range(EVENTS) for case in list(fields(people, SMALL_ROUNDS, random))[1:]]
    return Small(
        people,
        [cost(field, pods) for field, pods in played],
        [cost(field, cut(field)) for field, _pods in played],
        [annealed(field, random) for field, _pods in played],
        *(max(milliseconds(pair, field) for field, _pods in played) for pair in (ours, plain)),
    )


def above(mine: tuple[int, int], best: tuple[int, int]) -> float:
    """How far a round is above the optimiser's: in repeats, or with as many (or fewer) in the spread."""
    if mine <= best:
        return 0.0
    at = 0 if mine[0] > best[0] else 1
    return mine[at] / best[at] - 1 if best[at] else float("inf")


@dataclass(frozen=True)
class Whole:
    """How long the last of seven rounds takes from the event itself, and its standings: milliseconds."""

    people: int
    next_round: float
    standings: float


def whole_round(people: int) -> Whole:
    """With so many entrants."""
    random = Random(people)
    entrants = tuple(Entrant(id=f"{number}", joined=number) for number in range(people))
    event = Event(options=EventOptions(rounds=LARGE_ROUNDS), seed=SEED.hex(), entrants=entrants)
    while len(event.rounds) < LARGE_ROUNDS - 1:
        event = with_round(event, next_round(event))
        for pod in event.rounds[-1].pods:
            places = tuple(place + 1 for place in random.sample(range(len(pod.seats)), len(pod.seats)))
            event = with_result(event, Result(round=len(event.rounds), pod=pod.number, places=places))
    return Whole(people, _took(lambda: next_round(event)), _took(lambda: standings(event)))


def _took(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)


def large() -> list[Figure]:
    """Measure and show a large field."""
    rounds = large_rounds()
    of_three = ("ours", "like score", "plain")
    show(
        f"{LARGE} entrants in fours: repeats, spread, milliseconds",
        (
            "",
            *(f"repeats {name}" for name in of_three),
            *(f"spread {name}" for name in of_three),
            *("ms ours", "ms plain", "times"),
        ),
        [
            (
                f"round {number}",
                *(costs[at] for at in (0, 1) for costs in (each.ours, each.like_score, each.plain)),
                *(each.milliseconds, each.plain_milliseconds, each.times),
            )
            for number, each in enumerate(rounds, 1)
        ],
        note="Aim: no repeats in seven rounds, at most 5 times as long as plain: sort, cut, one pass.",
    )
    repeats = sum(each.ours[0] for each in rounds)
    dearest = max(rounds, key=lambda each: each.times)
    what = f"{LARGE} entrants, {LARGE_ROUNDS} rounds"
    return [
        Figure("pairing", f"{what}: meetings that repeat", repeats, "", aim=0),
        Figure(
            *("pairing", f"{what}: the round that takes longest", dearest.milliseconds, "ms"),
            *(dearest.plain_milliseconds, "sort, cut, one pass", 5),
            tolerance=0.2,
        ),
    ]


def small() -> list[Figure]:
    """Measure and show small fields."""
    several = [small_field(people) for people in SMALL]
    of_three = ("ours", "like score", "annealed")
    show(
        f"Small fields, {EVENTS} events of {SMALL_ROUNDS} rounds each: sums over all rounds but the first",
        (
            "",
            *(f"repeats {name}" for name in of_three),
            *(f"spread {name}" for name in of_three),
            *("worst round", "better in", "most ms", "plain ms"),
        ),
        [
            (
                f"{each.people} entrants",
                *(_sum(costs, 0) for costs in (each.ours, each.like_score, each.annealed)),
                *(_sum(costs, 1) for costs in (each.ours, each.like_score, each.annealed)),
                *(f"{each.worst:+.1%}", each.better, each.milliseconds, each.plain_milliseconds),
            )
            for each in several
        ],
        note="Aim: no round more than 5 % above the annealer (several long starts), first in repeats, then,\n"
        "with equal repeats, in spread. Better in: rounds in which ours is below the annealer.",
    )
    worst = max(each.worst for each in several)
    mine, best = (
        sum(_sum(costs, 0) for costs in way)
        for way in ([each.ours for each in several], [each.annealed for each in several])
    )
    return [
        Figure(
            *("pairing", "small fields: meetings that repeat", mine, ""),
            *(best, "an annealer with several long starts", 1),
        ),
        Figure("pairing", "small fields: the worst round above the annealer's", 100 * worst, "%", aim=5),
    ]


def _sum(costs: Sequence[Cost], at: int) -> int:
    return sum(cost[at] for cost in costs)


def whole() -> list[Figure]:
    """Measure and show whole rounds."""
    several = [whole_round(people) for people in WHOLE]
    show(
        "A whole seventh round from the event itself (ms)",
        ("", "next round", "standings"),
        [(f"{each.people} entrants", each.next_round, each.standings) for each in several],
        note="With reading the history, lots and seat orders. Runs in a process beside the event loop.",
    )
    most = several[-1]
    return [
        Figure(
            *("pairing", f"a whole seventh round for {most.people}, from the event itself"),
            *(most.next_round, "ms"),
            tolerance=0.2,
        )
    ]


def main() -> list[Figure]:
    """Measure and show."""
    return [*large(), *small(), *whole()]


if __name__ == "__main__":
    main()
