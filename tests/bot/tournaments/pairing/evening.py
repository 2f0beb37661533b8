"""Events for the tests: a few people, rounds played by a rule, results as words say them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from bot.tournaments.formats.engine import (
    goes_by_fixtures,
    is_over,
    next_round,
    standings,
    with_result,
    with_round,
)
from bot.tournaments.pairing.event import (
    Entrant,
    Event,
    EventOptions,
    PairingError,
    Pod,
    Result,
    Round,
    Stage,
)
from bot.tournaments.pairing.standings import Standings

SEED = "5eed" * 16
NAMES = ("Anne", "Blackbeard", "Calico", "Dampier", "Every", "Flint", "Grace", "Hook")

Ranking: TypeAlias = Callable[[Pod], Iterable[int]]
"""The places of a pod's seats."""


def entrants(count: int) -> tuple[Entrant, ...]:
    """People called 1, 2, 3 and so on, who joined in this order."""
    return tuple(Entrant(id=str(number), joined=number) for number in range(1, count + 1))


def event(options: EventOptions, count: int, seed: str = SEED) -> Event:
    """An event that has not begun."""
    return Event(options=options, seed=seed, entrants=entrants(count))


def held(
    options: EventOptions, *rounds: Sequence[Sequence[str]], byes: Sequence[Sequence[str]] = ()
) -> Event:
    """An event of which everything is told: each pod lists its people in the order in which they finished."""
    names = sorted(
        {name for played in rounds for pod in played for name in pod} | {n for b in byes for n in b}
    )
    told = Event(
        options=options,
        seed=SEED,
        entrants=tuple(Entrant(id=name, joined=at) for at, name in enumerate(names)),
    )
    for number, played in enumerate(rounds, 1):
        pods = tuple(Pod(at, tuple(people)) for at, people in enumerate(played, 1))
        resting = tuple(byes[number - 1]) if byes else ()
        told = with_round(told, Round(number, Stage.SWISS, pods, resting))
        for pod in pods:
            told = ended(told, pod, range(1, len(pod.seats) + 1))
    return told


def ended(told: Event, pod: Pod, places: Iterable[int], number: int | None = None) -> Event:
    """A pod of the last round (or of another) has ended like this."""
    result = Result(round=number or len(told.rounds), pod=pod.number, places=tuple(places))
    return with_result(told, result)


def older_first(pod: Pod) -> list[int]:
    """Whoever joined earlier places better; robots come last."""
    order = sorted(pod.seats, key=lambda who: (who is None, int(who or 0)))
    robots = pod.seats.count(None)
    return [order.index(who) + 1 if who is not None else len(pod.seats) - robots + 1 for who in pod.seats]


def round_played(told: Event, places: Ranking = older_first, draw: int = 0) -> Event:
    """The next round is paired and played."""
    told = with_round(told, next_round(told, draw))
    for pod in told.rounds[-1].pods:
        told = ended(told, pod, places(pod))
    return told


def played(told: Event, rounds: int | None = None, places: Ranking = older_first) -> Event:
    """So many rounds more, or all that there are."""
    while not is_over(told) and rounds != 0:
        told = round_played(told, places)
        rounds = None if rounds is None else rounds - 1
    return told


def sitting(one: Round) -> list[str]:
    """Everybody of a round, at a table or with a bye."""
    return [who for pod in one.pods for who in pod.seats if who is not None] + list(one.byes)


class Recomputed(msgspec.Struct, frozen=True):
    """An event made again from its options, entrants, seed and results."""

    rounds: tuple[Round, ...]
    standings: Standings
    differs_from: int | None
    """The first round whose published pods are not those that come out; None if all are right."""


def recompute(event: Event) -> Recomputed:
    """Draw every round again from what was known before it; it stops where something else was published."""
    again = replace(event, rounds=())
    for published in event.rounds:
        try:
            made = next_round(again, published.draw)
        except PairingError:
            made = None
        if made is None or made != published.as_drawn:
            return Recomputed(again.rounds, standings(event), published.number)
        again = with_round(again, published)  # with its play-offs, by whose results some went on
    return Recomputed(again.rounds, standings(again), None)


def ahead(event: Event) -> tuple[Round, ...]:
    """All rounds to come that depend on no result: a league's fixtures, the rounds within groups."""
    begun = len(event.rounds)
    while goes_by_fixtures(event):
        event = with_round(event, next_round(event))
    return event.rounds[begun:]
