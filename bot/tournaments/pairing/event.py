"""What a tournament is made of, as plain data that survives JSON: an `Event` is its own export.

Everything else (pods, points, places) is computed from it, and comes out the same on every machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise

import msgspec
from msgspec.structs import replace

MOST_ROUNDS = 99
"""What anybody could sit through; it also keeps a count of meetings in one byte."""
LARGEST_TEAM = 5
LARGEST_POD = 10
"""Seat orders are searched through exactly, which grows fast beyond."""


class Fill(StrEnum):
    """What is done when the entrants do not fill pods of the game's sizes."""

    ROBOTS = "robots"
    BYES = "byes"


class Seeding(StrEnum):
    """Who is kept apart from whom where pods are drawn before there are results."""

    LOT = "lot"
    """Nobody is kept apart: the lot alone decides."""
    SNAKE = "snake"
    """The strongest, by their ratings at the first draw: through the pods and back again."""
    SPREAD = "spread"
    """The same, one of each pot in each pod; which, says the lot."""


class TieBreak(StrEnum):
    """What parts those with equal points; the drawn lot always comes after all of these."""

    OPPONENTS = "opponents"
    BEST_PLACES = "best-places"
    HEAD_TO_HEAD = "head-to-head"


class Comparison(StrEnum):
    """With whom somebody's points are compared."""

    PLACES = "places"
    """With the others at their table: the places there count."""
    MATCHPOINTS = "matchpoints"
    """With those who had the same seat, and so the same cards, in the round's other pods: who has more."""
    MEAN = "mean"
    """With the same: by how much more than they had on average."""


class Stage(StrEnum):
    """Which part of its event a round belongs to."""

    SWISS = "swiss"
    ALL_PLAY_ALL = "all-play-all"
    GROUPS = "groups"
    ARENA = "arena"
    """One draw from those who are free; others are open beside it."""
    KNOCK_OUT = "knock-out"
    FINAL = "final"

    @property
    def knocks_out(self) -> bool:
        """Whether only some go on, and are who is in the next round."""
        return self in (Stage.KNOCK_OUT, Stage.FINAL)


class PairingProblem(StrEnum):
    """Why something cannot be done: a closed list, for which the screens have sentences."""

    POD_SIZES = "pod-sizes"
    """The limits of a pod are not in order: 2 <= fewest <= preferred <= most <= LARGEST_POD."""
    TOO_MANY_ROUNDS = "too-many-rounds"
    GO_ON = "go-on"
    """At least one of each pod goes on, and fewer than sit in the smallest pod."""
    POINTS = "points"
    """Points for a pod of some size: one number a place, none below zero, no place better paid than the
    one above.
    """
    TEAMS = "teams"
    """A team has 2 to LARGEST_TEAM members, and there are none in a format in which not everybody plays
    every round.
    """
    TIE_BREAKS = "tie-breaks"
    """A tie-break is named twice."""
    ENTRANTS = "entrants"
    """Two entrants have the same id or the same place in the order of joining."""
    VOID = "void"
    """A table of a knock-out does not count, so that nobody of it has gone on or out yet."""
    NOBODY_CAME = "nobody-came"
    """Nobody came to any table of the latest round: whoever organises it says how it goes on."""
    TOO_FEW = "too-few"
    """There are not enough entrants for one pod (byes chosen), or nobody at all."""
    LATE_ENTRY = "late-entry"
    """In a knock-out nobody enters after the first round."""
    NO_SUCH_POD = "no-such-pod"
    NO_SUCH_ENTRANT = "no-such-entrant"
    PLACES = "places"
    """The places of a result are none that a game can end with."""
    MOVE = "move"
    """Somebody cannot be put there: pods would have a size that the game does not allow, or groups mix."""
    BEACON = "beacon"
    """The first draw waits for the beacon's value."""
    RESULTS_MISSING = "results-missing"
    """The next round depends on results that are not there yet."""
    OVER = "over"
    """All rounds have been played."""
    SEED = "seed"
    """The seed is not 64 hexadecimal digits."""
    ROUNDS = "rounds"
    """The rounds of an export are not numbered 1, 2, 3 and so on."""


class PairingError(ValueError):
    """What was asked cannot be done; nothing has changed."""

    def __init__(self, trouble: PairingProblem, detail: str = "") -> None:
        super().__init__(f"{trouble}: {detail}" if detail else str(trouble))
        self.trouble = trouble


class EventOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How an event is run. `fewest` to `most` is what the game allows at one table."""

    format: str = "swiss"
    """How it finds its winner: the tag of one of `formats.catalogue.FORMATS`."""
    fewest: int = 3
    most: int = 6
    preferred: int = 4
    fill: Fill = Fill.BYES
    rounds: int | None = None
    """Rounds of the whole event; in groups those before the final rounds. None: as many as `plan` finds
    fit.
    """
    go_on: int = 1
    """How many of each pod (knock-out) or group (groups) go on."""
    group_size: int | None = None
    """None: a group is one pod of the preferred size."""
    points: dict[int, tuple[int, ...]] = {}
    """Pod size -> points by place, for the sizes where they differ from the published table."""
    tie_breaks: tuple[TieBreak, ...] = (TieBreak.OPPONENTS, TieBreak.BEST_PLACES, TieBreak.HEAD_TO_HEAD)
    absent_last: bool = False
    """Whoever never came is placed after all who did, whatever the robot in their seat has won. Events from
    before there was this choice go by the robot's place.
    """
    seeding: Seeding = Seeding.LOT
    team_size: int = 0
    """How many play for one team at most; 0: everybody for themselves."""
    play_off: bool = False
    """In a knock-out, those who share the last place that goes on, or the first of the final, play it off at
    a table of their own. Events from before there was this choice go by the standings so far, and the lot.
    """
    comparison: Comparison = Comparison.PLACES
    robots_along: bool = False
    """Where pods are dealt the same cards, one more pod of robots alone has them in every round."""


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who plays. `joined`: their number in the order of joining, by which lots are drawn, not by
    the id.
    """

    id: str
    joined: int
    first_round: int = 1
    last_round: int | None = None
    """Dropped out after this round; None: plays on."""
    disqualified_after: int | None = None
    """Stands below everybody else from the end of this round on."""
    missed: tuple[int, ...] = ()
    """The rounds of which they were not, as they had dropped out and came back later."""
    rating: int | None = None
    """What they were rated at the first draw; None: they were not there, or ratings do not matter."""
    seed: int = 0
    """Their number in the order of ratings, the strongest is 1; 0: they have none."""
    team: str = ""
    """The id of the team that they play for; empty: they play for themselves."""

    def plays_in(self, number: int) -> bool:
        """Is to be seated in this round."""
        within = self.first_round <= number and (self.last_round is None or number <= self.last_round)
        return within and number not in self.missed


class Pod(msgspec.Struct, frozen=True):
    """One table of a round. `seats`: entrants in the order of play; None is a robot that fills in."""

    number: int
    seats: tuple[str | None, ...]
    group: int = 0
    """The group it plays in, from 1; 0 if there are none."""
    play_off: int = 0
    """The number of the pod whose tie is played off here; 0: it was drawn. Nothing but that tie depends on
    it: it brings no points.
    """


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """An organiser has put somebody elsewhere in a drawn round: into a pod, or into another's seat."""

    who: str
    pod: int = 0
    other: str = ""
    """Whoever takes the seat, or the bye, that this one leaves; empty: nobody."""


class Round(msgspec.Struct, frozen=True):
    """What is published before a round: who sits where, and who has a bye."""

    number: int
    stage: Stage
    pods: tuple[Pod, ...]
    byes: tuple[str, ...] = ()
    draw: int = 0
    """Which of the draws that its seed gives it is: `engine.DRAWS` and more if it was drawn anew before it
    started.
    """
    moves: tuple[Move, ...] = ()
    """What an organiser has changed in the draw since, in that order."""

    @property
    def drawn_pods(self) -> tuple[Pod, ...]:
        """The pods that were drawn: those in which a tie is played off came later."""
        return tuple(pod for pod in self.pods if not pod.play_off)

    @property
    def as_drawn(self) -> Round:
        """The round as the draw made it: what can be drawn again and compared."""
        return replace(self, pods=self.drawn_pods)

    @property
    def everybody(self) -> tuple[str, ...]:
        """All who are in it, those with a bye at the end."""
        seated = (who for pod in self.drawn_pods for who in pod.seats if who is not None)
        return (*seated, *self.byes)


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a pod ended. A later result of the same pod corrects an earlier one.

    `places[seat]` counts from 1, equal places share the better one; 0 for a walk-over (`walk_overs`:
    seats whose entrant never came and that stayed empty). `stand_ins`: seats whose entrant never came,
    played by a robot. `void`: the table does not count. `behind`: seats whose entrant came and is placed
    after all who played to the end, since they left for good or were disqualified.
    """

    round: int
    pod: int
    places: tuple[int, ...]
    walk_overs: tuple[int, ...] = ()
    stand_ins: tuple[int, ...] = ()
    void: bool = False
    since: int = 0
    """The first round whose pairing knows of it: a correction never changes pods already published."""
    behind: tuple[int, ...] = ()
    played_out: bool = False
    """The round's time was up: robots played the game to its end. It counts like any other."""
    idle: tuple[int, ...] = ()
    """Seats whose entrant came and has not made a single move: a robot played all of it, and what it won is
    no game of theirs.
    """
    hands: tuple[tuple[int, ...], ...] = ()
    """What each hand brought each seat, more being better, where pods are dealt the same cards."""

    @property
    def away(self) -> frozenset[int]:
        """The seats of those who never came."""
        return frozenset((*self.walk_overs, *self.stand_ins))


class Beacon(msgspec.Struct, frozen=True, omit_defaults=True):
    """A public value that goes into every lot of the event: of drand's `round`, the first that comes in the
    second of the start (`at`, Unix seconds) or after it. `bot.tournaments.beacon` says whether it is right.
    """

    at: int
    round: int
    signature: str = ""
    """96 hexadecimal digits; empty: it is not known yet."""
    without: bool = False
    """It did not come, and its organiser had the rounds drawn without it."""

    @property
    def randomness(self) -> bytes:
        """What drand draws from the signature."""
        return hashlib.sha256(bytes.fromhex(self.signature)).digest()


class Event(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole tournament up to now. `seed`: 64 hexadecimal digits, published; every lot is drawn from it.

    `later`: where each round has a seed of its own, those from the second round on, as far as they are drawn.
    The SHA-256 of each is the one before it: all are bound to the first one's fingerprint, and nobody can
    compute the next. `fresh`: where it was begun with one seed for all rounds, from which round on each has
    its own all the same, and that one's fingerprint, which was published with the round before; the seeds of
    the rounds up to there are `seed`. `beacon`: where the draw takes one in.
    """

    options: EventOptions
    seed: str
    later: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    fresh: tuple[int, str] | msgspec.UnsetType = msgspec.UNSET
    beacon: Beacon | msgspec.UnsetType = msgspec.UNSET
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    results: tuple[Result, ...] = ()

    @property
    def seed_bytes(self) -> bytes:
        """The seed as the lots want it."""
        return bytes.fromhex(self.seed)

    def seed_of_round(self, number: int) -> bytes:
        """From which the lots of this round are drawn: its seed, with the beacon's value if there is one."""
        told = (self.seed, *(self.later or ()))[:number]
        seed = bytes.fromhex(told[-1])
        if not self.beacon or not self.beacon.signature:
            return seed
        return hashlib.sha256(seed + self.beacon.randomness).digest()

    @property
    def awaited(self) -> Beacon | None:
        """The beacon for whose value the first draw waits."""
        beacon = self.beacon or None
        return None if beacon is None or beacon.signature or beacon.without else beacon

    def with_beacon(self, signature: str) -> Event:
        """The event with the value that is awaited; empty: it is drawn without."""
        if (awaited := self.awaited) is None:
            return self
        return replace(self, beacon=replace(awaited, signature=signature, without=not signature))

    def in_order(self) -> tuple[Entrant, ...]:
        """All entrants in the order of joining."""
        return tuple(sorted(self.entrants, key=lambda entrant: entrant.joined))

    def playing(self, number: int) -> tuple[Entrant, ...]:
        """Those to be seated in a round, in the order of joining."""
        return tuple(entrant for entrant in self.in_order() if entrant.plays_in(number))

    def teams(self) -> dict[str, tuple[str, ...]]:
        """The members of each team, both in the order of joining."""
        found: dict[str, list[str]] = {}
        for entrant in self.in_order():
            if entrant.team:
                found.setdefault(entrant.team, []).append(entrant.id)
        return {team: tuple(members) for team, members in found.items()}

    def pods(self) -> Iterator[tuple[Round, Pod]]:
        """Every pod there was, round by round."""
        for one in self.rounds:
            for pod in one.pods:
                yield one, pod

    def results_by_pod(self) -> dict[tuple[int, int], Result]:
        """What counts now: each pod's latest result."""
        return {(result.round, result.pod): result for result in self.results}

    def is_open(self, one: Round) -> bool:
        """Whether a pod of the round has no result."""
        there = self.results_by_pod()
        return any((one.number, pod.number) not in there for pod in one.pods)


# What comes from outside (options, results) is looked through here, whole events in `formats.engine`.


def check_options(options: EventOptions) -> None:
    """PairingError if no event can be run like this."""
    if not 2 <= options.fewest <= options.preferred <= options.most <= LARGEST_POD:
        raise PairingError(PairingProblem.POD_SIZES, f"{options.fewest}, {options.preferred}, {options.most}")
    if options.rounds is not None and not 1 <= options.rounds <= MOST_ROUNDS:
        raise PairingError(PairingProblem.TOO_MANY_ROUNDS, str(options.rounds))
    if not 1 <= options.go_on < options.fewest:
        raise PairingError(PairingProblem.GO_ON, str(options.go_on))
    if options.group_size is not None and options.group_size < options.fewest:
        raise PairingError(PairingProblem.POD_SIZES, f"groups of {options.group_size}")
    if options.team_size and not 2 <= options.team_size <= LARGEST_TEAM:
        raise PairingError(PairingProblem.TEAMS, str(options.team_size))
    if len(set(options.tie_breaks)) != len(options.tie_breaks):
        raise PairingError(PairingProblem.TIE_BREAKS)
    for size, table in options.points.items():
        falling = all(upper >= lower for upper, lower in pairwise(table))
        if len(table) != size or not falling or table[-1] < 0:
            raise PairingError(PairingProblem.POINTS, f"pods of {size}")


def check_result(event: Event, result: Result) -> None:
    """PairingError if the event has no such pod, or the pod cannot have ended like this."""
    pod = find_pod(event, result.round, result.pod)
    seats = set(range(len(pod.seats)))
    away = set(result.walk_overs) | set(result.stand_ins)
    if not away <= {seat for seat in seats if pod.seats[seat] is not None}:
        raise PairingError(PairingProblem.PLACES, "somebody is away from a seat that is nobody's")
    if set(result.walk_overs) & set(result.stand_ins):
        raise PairingError(PairingProblem.PLACES, "a seat was both empty and played by a robot")
    if result.void:
        return
    if not set(result.behind + result.idle) <= {seat for seat in seats if pod.seats[seat] is not None}:
        raise PairingError(PairingProblem.PLACES, "nobody's seat is behind the others")
    if len(result.places) != len(seats) or any(result.places[seat] for seat in result.walk_overs):
        raise PairingError(PairingProblem.PLACES, "one place for each seat, 0 for a walk-over")
    played = sorted(result.places[seat] for seat in seats - set(result.walk_overs))
    if any(place != played.index(place) + 1 for place in played):
        raise PairingError(PairingProblem.PLACES, f"{played} are no places")
    if any(len(hand) != len(seats) for hand in result.hands):
        raise PairingError(PairingProblem.PLACES, "each hand brings each seat something")


def settled(result: Result, options: EventOptions) -> Result:
    """The result with its places closed up: first whoever played to the end, then `behind`, and where
    `absent_last` says so then whoever never came. Each of the latter two share a place.
    """
    if result.void:
        return result
    absent = set(result.stand_ins) if options.absent_last else set[int]()
    behind = set(result.behind) - absent
    rows = [
        (seat in absent, seat in behind, 0 if seat in absent or seat in behind else place)
        for seat, place in enumerate(result.places)
    ]
    taken = [row for seat, row in enumerate(rows) if seat not in result.walk_overs]
    places = (
        0 if seat in result.walk_overs else 1 + sum(other < row for other in taken)
        for seat, row in enumerate(rows)
    )
    return msgspec.structs.replace(result, places=tuple(places))


def with_move(one: Round, move: Move, options: EventOptions) -> Round:
    """The round with somebody put elsewhere. PairingError if they, or whoever changes places with them, are
    not drawn in it, or a pod would have a size that it cannot have.
    """
    if one.stage is Stage.GROUPS:
        raise PairingError(PairingProblem.MOVE, "a group stays together")
    changed = _swapped(one, move.who, move.other) if move.other else _moved(one, move, options)
    return msgspec.structs.replace(changed, moves=(*one.moves, move))


def _swapped(one: Round, who: str, other: str) -> Round:
    drawn = {*one.byes, *(each for pod in one.pods for each in pod.seats)}
    if not {who, other} <= drawn or who == other:
        raise PairingError(PairingProblem.NO_SUCH_ENTRANT, f"{who} and {other}")
    now = {who: other, other: who}

    def seats(pod: Pod) -> tuple[str | None, ...]:
        return tuple(each if each is None else now.get(each, each) for each in pod.seats)

    return msgspec.structs.replace(
        one,
        pods=tuple(msgspec.structs.replace(pod, seats=seats(pod)) for pod in one.pods),
        byes=tuple(now.get(each, each) for each in one.byes),
    )


def _moved(one: Round, move: Move, options: EventOptions) -> Round:
    there = next((pod for pod in one.pods if pod.number == move.pod), None)
    here = next((pod for pod in one.pods if move.who in pod.seats), None)
    if there is None:
        raise PairingError(PairingProblem.NO_SUCH_POD, f"pod {move.pod}")
    if here is None and move.who not in one.byes:
        raise PairingError(PairingProblem.NO_SUCH_ENTRANT, move.who)
    if here is there:
        raise PairingError(PairingProblem.MOVE, "they sit there")
    pods = {pod.number: pod.seats for pod in one.pods}
    pods[there.number] = _with_seat(there.seats, move.who, options)
    if here is not None:
        pods[here.number] = _without_seat(here.seats, move.who, options)
    return msgspec.structs.replace(
        one,
        pods=tuple(msgspec.structs.replace(pod, seats=pods[pod.number]) for pod in one.pods),
        byes=tuple(each for each in one.byes if each != move.who),
    )


def _with_seat(seats: tuple[str | None, ...], who: str, options: EventOptions) -> tuple[str | None, ...]:
    """A robot that fills in makes place first."""
    if None in seats:
        at = seats.index(None)
        return (*seats[:at], who, *seats[at + 1 :])
    if len(seats) >= options.most:
        raise PairingError(PairingProblem.MOVE, f"{len(seats)} sit there")
    return (*seats, who)


def _without_seat(seats: tuple[str | None, ...], who: str, options: EventOptions) -> tuple[str | None, ...]:
    """Where too few would be left a robot fills in, if robots do."""
    if len(seats) > options.fewest:
        return tuple(each for each in seats if each != who)
    left = tuple(None if each == who else each for each in seats)
    if options.fill is not Fill.ROBOTS or not any(left):
        raise PairingError(PairingProblem.MOVE, f"{len(seats)} sit there")
    return left


def find_pod(event: Event, number: int, pod_number: int) -> Pod:
    """A pod by its round and number; PairingError if there is none."""
    for one, pod in event.pods():
        if (one.number, pod.number) == (number, pod_number):
            return pod
    raise PairingError(PairingProblem.NO_SUCH_POD, f"round {number}, pod {pod_number}")
