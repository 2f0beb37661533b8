"""What an event will be, before it starts: how many rounds, what is played in each, how long it takes.

The plan is for those who have entered by the start. Who drops out or enters later changes pods, not the
number of rounds (but for a knock-out, which is over when all fit one table).
"""

from __future__ import annotations

from datetime import timedelta
from math import comb

import msgspec

from bot.tournaments.formats.groups import group_sizes
from bot.tournaments.formats.knock_out import how_many
from bot.tournaments.pairing.event import (
    MOST_ROUNDS,
    Event,
    EventOptions,
    Fill,
    Format,
    PairingError,
    PairingProblem,
    Stage,
)
from bot.tournaments.pairing.layouts import Layout, layout, of_knock_out

GROUP_ROUNDS = 3
LEAGUE_ROUNDS = 4
"""A month of weeks."""
FEWEST_ROUNDS = 3
"""Of an all-play-all in which one round would let everybody meet: a single game is no contest."""
WEEK = timedelta(weeks=1)


class PlannedRound(msgspec.Struct, frozen=True):
    """One round to come: the seats of its pods, how many of them robots take, how many entrants have a
    bye.
    """

    number: int
    stage: Stage
    pods: tuple[int, ...]
    robots: int = 0
    byes: int = 0
    groups: int = 0

    @property
    def people(self) -> int:
        """How many are in it, byes counted."""
        return sum(self.pods) - self.robots + self.byes


class Plan(msgspec.Struct, frozen=True):
    """All rounds to come."""

    rounds: tuple[PlannedRound, ...]

    def lasts(self, a_round: timedelta, pause: timedelta = timedelta()) -> timedelta:
        """How long it takes if each round takes so long, with a pause between each two."""
        return len(self.rounds) * a_round + (len(self.rounds) - 1) * pause


def plan(options: EventOptions, entrants: int) -> Plan:
    """The event for so many entrants; `Impossible` if it cannot be held."""
    first = layout(entrants, options)
    rounds = planned_rounds(options, entrants)
    if options.format is Format.KNOCK_OUT:
        return Plan(tuple(_knock_out(options, entrants, 1)))
    if options.format is Format.GROUPS:
        return Plan(tuple(_groups(options, entrants, rounds)))
    stage = Stage.SWISS if options.format is Format.SWISS else Stage.ALL_PLAY_ALL
    return Plan(tuple(_planned(number, stage, first) for number in range(1, rounds + 1)))


def planned_rounds(options: EventOptions, entrants: int) -> int:
    """How many rounds are played by everybody; in a knock-out 1, as the others depend on who goes on."""
    if options.format is Format.KNOCK_OUT:
        return 1
    if options.rounds is not None:
        return options.rounds
    if options.format is Format.GROUPS:
        return GROUP_ROUNDS
    if options.format is Format.LEAGUE:
        return LEAGUE_ROUNDS
    if options.format is Format.ROUND_ROBIN:
        return min(MOST_ROUNDS, max(FEWEST_ROUNDS, _until_all_meet(options, entrants)))
    return _swiss(options, entrants)


def rounds_of(event: Event) -> int:
    """`planned_rounds` for those who were there at the start."""
    return planned_rounds(event.options, len(event.playing(1)))


def _swiss(options: EventOptions, entrants: int) -> int:
    """As many as a knock-out in which one of each pod goes on would take, and one more."""
    rounds = 2
    while options.preferred ** (rounds - 1) < entrants:
        rounds += 1
    return rounds


def _until_all_meet(options: EventOptions, entrants: int) -> int:
    """The fewest rounds in which so many pairs can meet; 1 if too few are left for any round."""
    try:
        meetings = sum(comb(people, 2) for people in layout(entrants, options).people)
    except PairingError:
        return 1
    return -(-comb(entrants, 2) // meetings) if meetings else 1


def _planned(number: int, stage: Stage, laid: Layout) -> PlannedRound:
    return PlannedRound(number, stage, laid.sizes, sum(laid.robots), laid.byes)


def _knock_out(options: EventOptions, entrants: int, number: int) -> list[PlannedRound]:
    found: list[PlannedRound] = []
    while True:
        laid, final = of_knock_out(entrants, options)
        found.append(_planned(number, Stage.FINAL if final else Stage.KNOCK_OUT, laid))
        if final:
            return found
        going = laid.byes + sum(min(options.go_on, people) for people in laid.people)
        entrants, number = how_many(going, entrants, entrants, options), number + 1


def _groups(options: EventOptions, entrants: int, rounds: int) -> list[PlannedRound]:
    if options.fill is Fill.BYES and entrants < options.fewest:
        raise PairingError(PairingProblem.TOO_FEW)
    sizes = group_sizes(entrants, options)
    laid = [layout(size, options) for size in sizes]
    whole = Layout(
        tuple(people for one in laid for people in one.people),
        tuple(robots for one in laid for robots in one.robots),
        sum(one.byes for one in laid),
    )
    found = [
        msgspec.structs.replace(_planned(number, Stage.GROUPS, whole), groups=len(sizes))
        for number in range(1, rounds + 1)
    ]
    going = sum(min(options.go_on, size) for size in sizes)
    return found + _knock_out(options, how_many(going, entrants, entrants + 1, options), rounds + 1)
