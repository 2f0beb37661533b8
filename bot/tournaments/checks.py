"""Is it a possible event? What comes from outside (options, results, an export) is looked through here."""

from __future__ import annotations

import re
from itertools import pairwise

from bot.tournaments.event import (
    LARGEST_POD,
    MOST_ROUNDS,
    Event,
    Format,
    Impossible,
    Options,
    Pod,
    Result,
    Trouble,
)


def check_event(event: Event) -> None:
    """`Impossible` if anything about the event cannot be."""
    if not re.fullmatch("[0-9a-f]{64}", event.seed):
        raise Impossible(Trouble.SEED, event.seed)
    check_options(event.options)
    check_entrants(event)
    if [one.number for one in event.rounds] != list(range(1, len(event.rounds) + 1)):
        raise Impossible(Trouble.ROUNDS)
    _check_seats(event)
    for result in event.results:
        check_result(event, result)


def check_options(options: Options) -> None:
    """`Impossible` if no event can be run like this."""
    if not 2 <= options.fewest <= options.preferred <= options.most <= LARGEST_POD:
        raise Impossible(Trouble.POD_SIZES, f"{options.fewest}, {options.preferred}, {options.most}")
    if options.rounds is not None and not 1 <= options.rounds <= MOST_ROUNDS:
        raise Impossible(Trouble.TOO_MANY_ROUNDS, str(options.rounds))
    if not 1 <= options.go_on < options.fewest:
        raise Impossible(Trouble.GO_ON, str(options.go_on))
    if options.group_size is not None and options.group_size < options.fewest:
        raise Impossible(Trouble.POD_SIZES, f"groups of {options.group_size}")
    if len(set(options.tie_breaks)) != len(options.tie_breaks):
        raise Impossible(Trouble.TIE_BREAKS)
    for size, table in options.points.items():
        falling = all(upper >= lower for upper, lower in pairwise(table))
        if len(table) != size or not falling or table[-1] < 0:
            raise Impossible(Trouble.POINTS, f"pods of {size}")


def check_entrants(event: Event) -> None:
    """`Impossible` if two are taken for one, or somebody enters where nobody can."""
    for told in ("id", "joined"):
        if len({getattr(entrant, told) for entrant in event.entrants}) != len(event.entrants):
            raise Impossible(Trouble.ENTRANTS, f"the same {told} twice")
    late = [entrant.id for entrant in event.entrants if entrant.first_round > 1]
    if event.options.format is Format.KNOCK_OUT and late:
        raise Impossible(Trouble.LATE_ENTRY, late[0])


def check_result(event: Event, result: Result) -> None:
    """`Impossible` if the event has no such pod, or the pod cannot have ended like this."""
    pod = find_pod(event, result.round, result.pod)
    seats = set(range(len(pod.seats)))
    away = set(result.walk_overs) | set(result.stand_ins)
    if not away <= {seat for seat in seats if pod.seats[seat] is not None}:
        raise Impossible(Trouble.PLACES, "somebody is away from a seat that is nobody's")
    if set(result.walk_overs) & set(result.stand_ins):
        raise Impossible(Trouble.PLACES, "a seat was both empty and played by a robot")
    if result.void:
        return
    if len(result.places) != len(seats) or any(result.places[seat] for seat in result.walk_overs):
        raise Impossible(Trouble.PLACES, "one place for each seat, 0 for a walk-over")
    played = sorted(result.places[seat] for seat in seats - set(result.walk_overs))
    if any(place != played.index(place) + 1 for place in played):
        raise Impossible(Trouble.PLACES, f"{played} are no places")


def find_pod(event: Event, number: int, pod_number: int) -> Pod:
    """A pod by its round and number; `Impossible` if there is none."""
    for one, pod in event.pods():
        if (one.number, pod.number) == (number, pod_number):
            return pod
    raise Impossible(Trouble.NO_SUCH_POD, f"round {number}, pod {pod_number}")


def _check_seats(event: Event) -> None:
    known = {entrant.id for entrant in event.entrants}
    for one in event.rounds:
        seated = [who for pod in one.pods for who in pod.seats if who is not None] + list(one.byes)
        if not known.issuperset(seated):
            raise Impossible(Trouble.NO_SUCH_ENTRANT, f"round {one.number}")
        if len(set(seated)) != len(seated):
            raise Impossible(Trouble.ENTRANTS, f"somebody sits twice in round {one.number}")
        if len({pod.number for pod in one.pods}) != len(one.pods):
            raise Impossible(Trouble.NO_SUCH_POD, f"two pods of round {one.number} have the same number")
