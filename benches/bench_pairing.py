"""Pairing: repeated meetings, spread of scores and time, beside plainer ways and a long-running optimiser.

All pair the same fields, which come from events that were paired by ours. Spread: over all who sit
together, the square of the difference of their points. Times are of this process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import chain
from random import Random

from benches.annealing import annealed
from benches.evenings import SEED, fields
from benches.report import Cell, show
from bot.tournaments.event import Entrant, Event, Options, Result
from bot.tournaments.lots import Stream
from bot.tournaments.pods import Field, arrange, cost, cut
from bot.tournaments.running import next_round, standings, with_result, with_round

LARGE, LARGE_ROUNDS = 512, 7
SMALL = (9, 12, 16, 20, 22, 23, 24)
SMALL_ROUNDS = 6
EVENTS = 2
"""Of each small number of entrants."""
NEAR = 8
"""How many pods up and down the plain way looks for an exchange."""
TIMES = 5

Pods = list[list[int]]


def ours(field: Field) -> Pods:
    """As the bot pairs."""
    return arrange(field, Stream(SEED, "bench"))


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


def large_rows() -> list[tuple[Cell, ...]]:
    """Round by round: repeats, spread and time of ours, of like score at random, and of the plain way."""
    rows: list[tuple[Cell, ...]] = []
    for number, (field, pods) in enumerate(fields(LARGE, LARGE_ROUNDS, Random(1)), 1):
        our_repeats, our_spread = cost(field, pods)
        random_repeats, random_spread = cost(field, cut(field))
        plain_repeats, plain_spread = cost(field, plain(field))
        mine, theirs = milliseconds(ours, field), milliseconds(plain, field)
        rows.append(
            (
                f"round {number}",
                *(our_repeats, random_repeats, plain_repeats),
                *(our_spread, random_spread, plain_spread),
                *(mine, theirs, mine / theirs),
            )
        )
    return rows


def small_rows() -> list[tuple[Cell, ...]]:
    """For each number of entrants, over all rounds but the first: sums, and how far the worst round is
    above.
    """
    return [_small_row(people) for people in SMALL]


def _small_row(people: int) -> tuple[Cell, ...]:
    random = Random(people)
    played = [case for _event in range(EVENTS) for case in list(fields(people, SMALL_ROUNDS, random))[1:]]
    mine = [cost(field, pods) for field, pods in played]
    like = [cost(field, cut(field)) for field, _pods in played]
    best = [annealed(field, random) for field, _pods in played]
    return (
        f"{people} entrants",
        *(sum(repeats for repeats, _spread in costs) for costs in (mine, like, best)),
        *(sum(spread for _repeats, spread in costs) for costs in (mine, like, best)),
        f"{max(map(above, mine, best)):+.1%}",
        sum(map(_is_better, mine, best)),
        *(max(milliseconds(pair, field) for field, _pods in played) for pair in (ours, plain)),
    )


def above(mine: tuple[int, int], best: tuple[int, int]) -> float:
    """How far a round is above the optimiser's: in repeats, or with as many (or fewer) in the spread."""
    if mine <= best:
        return 0.0
    at = 0 if mine[0] > best[0] else 1
    return mine[at] / best[at] - 1 if best[at] else float("inf")


def _is_better(mine: tuple[int, int], best: tuple[int, int]) -> bool:
    return mine < best


def whole_rows() -> list[tuple[Cell, ...]]:
    """How long the last of seven rounds takes from the event itself, and its standings."""
    return [_whole_row(people) for people in (32, 128, LARGE)]


def _whole_row(people: int) -> tuple[Cell, ...]:
    random = Random(people)
    entrants = tuple(Entrant(id=f"{number}", joined=number) for number in range(people))
    event = Event(options=Options(rounds=LARGE_ROUNDS), seed=SEED.hex(), entrants=entrants)
    while len(event.rounds) < LARGE_ROUNDS - 1:
        event = with_round(event, next_round(event))
        for pod in event.rounds[-1].pods:
            places = tuple(place + 1 for place in random.sample(range(len(pod.seats)), len(pod.seats)))
            event = with_result(event, Result(round=len(event.rounds), pod=pod.number, places=places))
    return f"{people} entrants", _took(lambda: next_round(event)), _took(lambda: standings(event))


def _took(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)


def main() -> None:
    """Measure and show."""
    of_three: Sequence[str] = ("ours", "like score", "plain")
    show(
        f"{LARGE} entrants in fours: repeats, spread, milliseconds",
        (
            "",
            *(f"repeats {name}" for name in of_three),
            *(f"spread {name}" for name in of_three),
            *("ms ours", "ms plain", "times"),
        ),
        large_rows(),
        note="Aim: no repeats in seven rounds, at most 5 times as long as plain: sort, cut, one pass.",
    )
    show(
        f"Small fields, {EVENTS} events of {SMALL_ROUNDS} rounds each: sums over all rounds but the first",
        (
            "",
            *(f"repeats {name}" for name in ("ours", "like score", "annealed")),
            *(f"spread {name}" for name in ("ours", "like score", "annealed")),
            *("worst round", "better in", "most ms", "plain ms"),
        ),
        small_rows(),
        note="Aim: no round more than 5 % above the annealer (several long starts), first in repeats, then,\n"
        "with equal repeats, in spread. Better in: rounds in which ours is below the annealer.",
    )
    show(
        "A whole seventh round from the event itself (ms)",
        ("", "next round", "standings"),
        whole_rows(),
        note="With reading the history, lots and seat orders. Runs in a process beside the event loop.",
    )


if __name__ == "__main__":
    main()
