"""Arena: for an evening's time, whoever is free plays. Tables begin one by one, and nobody waits for all.

Each draw from those who are free is a round of its own, of one pod or several, and many rounds are open side
by side. The pods are numbered through the whole event.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from bot.pace import MINUTE
from bot.tournaments.formats.contract import Format, RoundPlan, planned_round
from bot.tournaments.pairing.event import (
    MOST_ROUNDS,
    Entrant,
    Event,
    EventOptions,
    Fill,
    PairingError,
    PairingProblem,
    Round,
    Stage,
    TieBreak,
)
from bot.tournaments.pairing.layouts import Layout, layout
from bot.tournaments.pairing.seating import by_lot, draw_label, paired_round
from games.text import Text, _

BREATH = MINUTE / 2
"""Seconds between two tables of anybody, and all there is to wait for where nobody else plays."""
PATIENCE = 2 * MINUTE
"""Seconds for which others are waited for, so that there is a choice."""
LONG_PATIENCE = 5 * MINUTE
"""And where else the same people would sit down together again, or robots with them."""
FEWEST_PEOPLE = 2
"""At a table with robots: who played with robots alone would have points for the asking."""


class Arena(Format):
    """Whoever is free is drawn, with the fewest repeated meetings, until the time is over."""

    tag = "arena"
    name = _("Arena")
    settings = ()
    stage = Stage.ARENA
    is_arena = True
    tie_breaks = (TieBreak.BEST_PLACES, TieBreak.OPPONENTS, TieBreak.HEAD_TO_HEAD)

    def describe(self, options: EventOptions) -> Text:
        """When people play, and what counts."""
        return _("Arena: play as often as you like; whoever is free meets, and all points add up.")

    def usual_rounds(self, options: EventOptions, entrants: int) -> int:
        """As many as fit into its time, which nobody knows before: more than that cannot be."""
        return MOST_ROUNDS

    def fewest(self, options: EventOptions) -> int:
        """As many as one table takes."""
        return FEWEST_PEOPLE if options.fill is Fill.ROBOTS else options.fewest

    def plan(self, options: EventOptions, entrants: int) -> RoundPlan:
        """The first draw: what comes after it, the evening decides. PairingError if it cannot be held."""
        return (planned_round(1, self.stage, _laid(entrants, options)),)

    def next_round(self, event: Event, draw: int) -> Round:
        """As many tables as those who are free fill. Whoever finds no room waits on: those who have played
        most, and of them, says the lot.
        """
        number, there = len(event.rounds) + 1, free(event)
        laid = _laid(len(there), event.options)
        played = {who: sum(who in one.everybody for one in event.rounds) for who in (e.id for e in there)}
        order = by_lot(event, there, f"{draw_label(number, draw)} waiting", number)
        seated = set(sorted(order, key=played.__getitem__)[: len(there) - laid.byes])
        playing = [entrant for entrant in there if entrant.id in seated]
        alike = dict.fromkeys(seated, Fraction(0))
        drawn = paired_round(event, self.stage, playing, replace(laid, byes=0), alike, draw)
        before = max((pod.number for _round, pod in event.pods()), default=0)
        return replace(drawn, pods=tuple(replace(pod, number=before + pod.number) for pod in drawn.pods))


def playing(event: Event) -> frozenset[str]:
    """Who sits at a table that has no result yet."""
    there = event.results_by_pod()
    return frozenset(
        who
        for one, pod in event.pods()
        if (one.number, pod.number) not in there
        for who in pod.seats
        if who is not None
    )


def free(event: Event) -> Sequence[Entrant]:
    """Those who would play the next table: at none, and in the arena."""
    busy = playing(event)
    return [entrant for entrant in event.playing(len(event.rounds) + 1) if entrant.id not in busy]


def patience(event: Event) -> float | None:
    """So many seconds after the first of those who are free began to wait, the next table is drawn; None:
    they are too few for one.
    """
    there = {entrant.id for entrant in free(event)}
    try:
        laid = _laid(len(there), event.options)
    except PairingError:
        return None
    if not playing(event):
        return BREATH
    latest = {who: pod.seats for _round, pod in event.pods() for who in pod.seats if who in there}
    robots = any(laid.robots)
    company = {latest.get(who, (who,)) for who in there}
    return LONG_PATIENCE if robots or len(company) == 1 else PATIENCE


def closed(event: Event) -> Event:
    """The event in which no further table begins."""
    return replace(event, options=replace(event.options, rounds=len(event.rounds)))


def _laid(count: int, options: EventOptions) -> Layout:
    """The tables for so many. PairingError if there can be none, or only one with robots alone."""
    if options.fill is Fill.ROBOTS and count < FEWEST_PEOPLE:
        raise PairingError(PairingProblem.TOO_FEW, f"{count} of at least {FEWEST_PEOPLE}")
    return layout(count, options)
