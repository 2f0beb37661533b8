"""Running an event: the next round, the standings, and what changes an event, each a pure function of the
event.

`next_round` and `ahead` may think for a while (a large field some tens of milliseconds, fixtures up to
half a second): a caller with an event loop runs them in a process pool. What they are given and return
can be pickled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from bot.tournaments.formats import knock_out
from bot.tournaments.formats.catalogue import format_of
from bot.tournaments.formats.contract import RoundPlan
from bot.tournaments.pairing.event import (
    Entrant,
    Event,
    EventOptions,
    PairingError,
    PairingProblem,
    Result,
    Round,
    check_options,
    check_result,
    find_pod,
    settled,
)
from bot.tournaments.pairing.seating import by_lot
from bot.tournaments.pairing.seeded_random import ranks
from bot.tournaments.pairing.standings import Standings, winners_first

DRAWS = 8
"""From so many draws of a round the one is taken that keeps people apart: enough that most pairs are, and so
few that nobody has a say in more than the lot.
"""


def plan(options: EventOptions, entrants: int) -> RoundPlan:
    """The event for so many entrants. PairingError if it cannot be held."""
    return format_of(options).plan(options, entrants)


def next_round(event: Event, draw: int = 0) -> Round:
    """The pods of the next round. `draw`: 1 and more if an organiser has it drawn anew before it starts.

    PairingError if results are missing, too few are left, or the event is over.
    """
    # Of results it knows those that came before its pods were published.
    pods = {(one.number, pod.number) for one, pod in event.pods()}
    known = (result for result in event.results if result.since <= len(event.rounds) + 1)
    event = replace(event, results=tuple(one for one in known if (one.round, one.pod) in pods))
    if is_over(event):
        raise PairingError(PairingProblem.OVER)
    waits = not (goes_by_fixtures(event) or format_of(event.options).is_arena)
    if waits and missing(event):
        raise PairingError(PairingProblem.RESULTS_MISSING, str(missing(event)))
    return format_of(event.options).next_round(event, draw)


def next_round_apart(
    event: Event, draws: Sequence[int], apart: Collection[frozenset[str]] = ()
) -> Round | PairingProblem:
    """The first of these draws of the next round in which the fewest of these pairs sit together, or why
    there is none: the exception itself would not survive the way between processes.

    It stands here, and not with those who ask, so that a process for it loads neither asyncio nor the log.
    """

    def together(made: Round) -> int:
        return sum(pair.issubset(pod.seats) for pod in made.pods for pair in apart)

    try:
        best = next_round(event, draws[0])
        for draw in draws[1:]:
            if not together(best):
                break
            best = min(best, next_round(event, draw), key=together)
    except PairingError as impossible:
        return impossible.trouble
    return best


def order_of_draws(event: Event, secret: str) -> tuple[int, ...]:
    """In which order the draws of the next round are looked at. `secret`: the end of the chain of seeds, to
    which the announcement's fingerprint binds this order too. It is told to nobody: from the draws that were
    passed over one could tell who is kept apart. Fixtures are drawn once for all rounds, and people meet.
    """
    if not secret or goes_by_fixtures(event):
        return (0,)
    return ranks(bytes.fromhex(secret), f"round {len(event.rounds) + 1} draws", DRAWS)


def standings(event: Event) -> Standings:
    """Everybody in one order, by all results there are. Whoever has won stands first at the end, also where
    somebody came further of whose games robots played every one.
    """
    lines = format_of(event.options).standings(event)
    return winners_first(lines) if is_over(event) and not missing(event) else lines


def is_over(event: Event) -> bool:
    """There is no round after those that there are (results of the last may still be missing)."""
    return format_of(event.options).is_over(event)


def goes_by_fixtures(event: Event) -> bool:
    """The next round does not depend on results."""
    return format_of(event.options).goes_by_fixtures(event)


def undecided(event: Event) -> PairingProblem | None:
    """Why nobody can say yet who goes on from the latest round, or has won, though all its results are in; or
    what the first draw waits for.
    """
    if event.awaited:
        return PairingProblem.BEACON
    if missing(event):
        return None
    if knock_out.void_pods(event):
        return PairingProblem.VOID
    return PairingProblem.RESULTS_MISSING if knock_out.ties(event) else None


def missing(event: Event) -> tuple[tuple[int, int], ...]:
    """Round and number of every pod without a result."""
    there = event.results_by_pod()
    return tuple(
        (one.number, pod.number) for one, pod in event.pods() if (one.number, pod.number) not in there
    )


# What changes an event: each of these returns the event as it then is, or raises PairingError


def with_seeds(event: Event, ratings: Mapping[str, int]) -> Event:
    """Everybody of the first round has their number by these ratings, the strongest 1; equals by lot."""
    first = event.playing(1)
    order = sorted(by_lot(event, first, "seeds"), key=lambda who: -ratings[who])
    numbers = {who: number for number, who in enumerate(order, 1)}
    return replace(
        event,
        entrants=tuple(
            replace(
                entrant,
                rating=ratings[entrant.id] if entrant.id in numbers else None,
                seed=numbers.get(entrant.id, 0),
            )
            for entrant in event.entrants
        ),
    )


def seeds_hold(event: Event) -> bool:
    """Whether the numbers are those that come of the ratings that stand beside them."""
    numbered = [entrant for entrant in event.entrants if entrant.seed]
    ratings = {entrant.id: entrant.rating for entrant in numbered if entrant.rating is not None}
    order = sorted(by_lot(event, numbered, "seeds"), key=lambda who: -ratings.get(who, 0))
    numbers = {entrant.id: entrant.seed for entrant in numbered}
    in_order = [numbers[who] for who in order] == list(range(1, len(numbered) + 1))
    return in_order and len(ratings) == len(numbered)


def with_round(event: Event, published: Round) -> Event:
    """The round is published: nothing changes its pods any more."""
    return replace(event, rounds=(*event.rounds, published))


def with_result(event: Event, result: Result) -> Event:
    """A pod has ended, or its result is corrected; pods already published stay as they are."""
    check_result(event, result)
    known = replace(settled(result, event.options), since=len(event.rounds) + 1)
    return replace(event, results=(*event.results, known))


def with_entrant(event: Event, who: str, team: str = "") -> Event:
    """Somebody enters, for the next round on."""
    number = 1 + max((entrant.joined for entrant in event.entrants), default=0)
    entrant = Entrant(id=who, joined=number, first_round=len(event.rounds) + 1, team=team)
    entered = replace(event, entrants=(*event.entrants, entrant))
    check_entrants(entered)
    return entered


def with_recounted(event: Event, who: str) -> Event:
    """Somebody is placed behind the others in every pod that they have played; pods published stay."""
    for result in event.results_by_pod().values():
        seats = find_pod(event, result.round, result.pod).seats
        if not result.void and who in seats and (seat := seats.index(who)) not in _counted_out(result):
            event = with_result(event, replace(result, behind=(*result.behind, seat)))
    return event


def without_recount(event: Event, who: str) -> Event:
    """What counted before `with_recounted` counts again, in pods whose result was not changed since."""
    for result in event.results_by_pod().values():
        seats = find_pod(event, result.round, result.pod).seats
        earlier = [one for one in event.results if (one.round, one.pod) == (result.round, result.pod)][:-1]
        if (
            who in seats
            and earlier
            and _counted_out(result) - _counted_out(earlier[-1]) == {seats.index(who)}
        ):
            event = with_result(event, earlier[-1])
    return event


def _counted_out(result: Result) -> frozenset[int]:
    return frozenset((*result.behind, *result.walk_overs))


def nobody_came(event: Event, number: int) -> bool:
    """Whether all results of a round are in, and it was played by robots alone."""
    one = next((one for one in event.rounds if one.number == number), None)
    results = event.results_by_pod()
    found = [] if one is None else [(pod, results.get((number, pod.number))) for pod in one.drawn_pods]
    return bool(found) and all(
        result is not None and all(who is None or seat in result.away for seat, who in enumerate(pod.seats))
        for pod, result in found
    )


def without(event: Event, who: str, *, disqualified: bool = False) -> Event:
    """Somebody drops out or is disqualified: the rounds that are published are their last."""
    after = len(event.rounds)

    def gone(entrant: Entrant) -> Entrant:
        last = after if entrant.last_round is None else entrant.last_round
        below = after if disqualified else entrant.disqualified_after
        return replace(entrant, last_round=last, disqualified_after=below)

    return _with_changed(event, who, gone)


def with_reinstated(event: Event, who: str) -> Event:
    """Somebody who had dropped out, or was disqualified, plays again, from the next round on."""
    published = len(event.rounds)

    def back(entrant: Entrant) -> Entrant:
        last = published if entrant.last_round is None else entrant.last_round
        missed = (*entrant.missed, *range(last + 1, published + 1))
        return replace(entrant, last_round=None, disqualified_after=None, missed=missed)

    return _with_changed(event, who, back)


def sitting_out(event: Event, who: str, *, on: bool) -> Event:
    """Somebody is not of the next round to be opened, or is after all. It costs them its points alone."""
    number = len(event.rounds) + 1

    def changed(entrant: Entrant) -> Entrant:
        others = {each for each in entrant.missed if each != number}
        return replace(entrant, missed=tuple(sorted(others | {number} if on else others)))

    return _with_changed(event, who, changed)


def still_sitting_out(event: Event) -> Event:
    """Whoever was not of the latest round is not of the next one either, until they say so."""
    latest = len(event.rounds)
    for entrant in event.entrants:
        if latest in entrant.missed and entrant.last_round is None and entrant.first_round <= latest:
            event = sitting_out(event, entrant.id, on=True)
    return event


def _with_changed(event: Event, who: str, change: Callable[[Entrant], Entrant]) -> Event:
    if all(entrant.id != who for entrant in event.entrants):
        raise PairingError(PairingProblem.NO_SUCH_ENTRANT, who)
    changed = (change(entrant) if entrant.id == who else entrant for entrant in event.entrants)
    return replace(event, entrants=tuple(changed))


# Is it a possible event? An export comes from outside.


def check_event(event: Event) -> None:
    """PairingError if anything about the event cannot be; ValueError if there is no such format."""
    format_of(event.options)
    if not re.fullmatch("[0-9a-f]{64}", event.seed):
        raise PairingError(PairingProblem.SEED, event.seed)
    seeds = [event.seed, *(event.later or ())]
    if event.fresh:
        seeds.append(event.fresh[1])
    if any(not re.fullmatch("[0-9a-f]{64}", each) for each in seeds):
        raise PairingError(PairingProblem.SEED)
    if event.beacon and not re.fullmatch("([0-9a-f]{96})?", event.beacon.signature):
        raise PairingError(PairingProblem.BEACON)
    check_options(event.options)
    if event.options.team_size and "team_size" not in format_of(event.options).settings:
        raise PairingError(PairingProblem.TEAMS, event.options.format)
    check_entrants(event)
    if [one.number for one in event.rounds] != list(range(1, len(event.rounds) + 1)):
        raise PairingError(PairingProblem.ROUNDS)
    _check_seats(event)
    for result in event.results:
        check_result(event, result)
        if settled(result, event.options) != result:
            raise PairingError(PairingProblem.PLACES, "somebody is placed above others who stayed")


def check_entrants(event: Event) -> None:
    """PairingError if two are taken for one, or somebody enters where nobody can."""
    for key in ("id", "joined"):
        if len({getattr(entrant, key) for entrant in event.entrants}) != len(event.entrants):
            raise PairingError(PairingProblem.ENTRANTS, f"the same {key} twice")
    for entrant in event.entrants:
        if entrant.first_round > 1 and not format_of(event.options).admits(event, entrant.first_round):
            raise PairingError(PairingProblem.LATE_ENTRY, entrant.id)


def _check_seats(event: Event) -> None:
    known = {entrant.id for entrant in event.entrants}
    for one in event.rounds:
        seated = one.everybody
        if not known.issuperset(seated):
            raise PairingError(PairingProblem.NO_SUCH_ENTRANT, f"round {one.number}")
        if len(set(seated)) != len(seated):
            raise PairingError(PairingProblem.ENTRANTS, f"somebody sits twice in round {one.number}")
        _check_play_offs(one)
        if len({pod.number for pod in one.pods}) != len(one.pods):
            raise PairingError(
                PairingProblem.NO_SUCH_POD, f"two pods of round {one.number} have the same number"
            )


def _check_play_offs(one: Round) -> None:
    pods = {pod.number: {who for who in pod.seats if who is not None} for pod in one.drawn_pods}
    for pod in one.pods:
        playing = [who for who in pod.seats if who is not None]
        if pod.play_off and not set(playing) <= pods.get(pod.play_off, set()):
            raise PairingError(PairingProblem.NO_SUCH_POD, f"nothing is to be played off in pod {pod.number}")
        if len(set(playing)) != len(playing):
            raise PairingError(PairingProblem.ENTRANTS, f"somebody sits twice in pod {pod.number}")


# The export


def exported(event: Event) -> bytes:
    """The event as JSON, from which anybody can compute it again."""
    return msgspec.json.encode(event)


def imported(text: bytes | str) -> Event:
    """The event of an export. ValueError if it is none."""
    event = msgspec.json.decode(text, type=Event)
    check_event(event)
    return event
