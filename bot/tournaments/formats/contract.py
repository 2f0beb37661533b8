"""What a tournament format is: how many rounds it has, who plays whom, who stands where, and its words.

A format is one stateless object, and pure: before the start everything follows from the options and the
number of entrants, later from the event. `catalogue` names the formats that there are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from bot.pace import BLITZ, Pace
from bot.tournaments.pairing.event import Event, EventOptions, Fill, Round, Stage, TieBreak
from bot.tournaments.pairing.layouts import Layout, layout
from bot.tournaments.pairing.standings import Standings, standings
from games.text import Text

FormatSetting: TypeAlias = Literal["rounds", "go_on", "group_size", "seeding", "team_size", "comparison"]
"""Fields of `EventOptions` that not every format has."""


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


RoundPlan: TypeAlias = tuple[PlannedRound, ...]
"""All rounds to come, for those who have entered by the start. Who drops out or enters later changes pods,
not the number of rounds (but where pods eliminate players, it is over when those left fit one table).
"""


def planned_round(number: int, stage: Stage, laid: Layout, groups: int = 0) -> PlannedRound:
    """A round of this layout."""
    return PlannedRound(number, stage, laid.sizes, sum(laid.robots), laid.byes, groups)


class Format(ABC):
    """One way to find a winner. The defaults: everybody plays every round, and points decide."""

    tag: str
    """How it is stored and exported; it never changes."""
    name: Text
    stage: Stage
    """Which part of the event the rounds of everybody are."""
    settings: tuple[FormatSetting, ...] = ("rounds",)
    """What is chosen for it, beside the pods."""
    shares_deals = False
    """Every pod of a round is dealt the same cards: pods have one size, robots fill them up, and what is
    played in one is told to nobody else before the last is over.
    """
    is_arena = False
    """Tables begin as people are free, until the time is over: several rounds are open side by side, and who
    plays at none is drawn next.
    """
    eliminates = False
    """Not everybody plays every round: the standings begin with how far somebody came."""
    tie_breaks: tuple[TieBreak, ...] = EventOptions().tie_breaks
    """Those of equal points are usually parted by these, in this order."""
    pace: Pace = BLITZ
    """At which it is usually played."""
    interval = 0.0
    """Usual seconds from one round to the next; 0: the next begins when all results are in."""
    no_late_entry: Text | None = None
    """Why nobody can enter after the first round; None: somebody can."""

    @abstractmethod
    def describe(self, options: EventOptions) -> Text:
        """Who plays whom, and who goes on, in a sentence."""

    def details(self, options: EventOptions) -> Sequence[Text]:
        """What there is to say beyond that, for one who wants to know everything."""
        return ()

    @abstractmethod
    def next_round(self, event: Event, draw: int) -> Round:
        """The pods of the next round, of an event that is not over. PairingError if too few are left."""

    def fewest(self, options: EventOptions) -> int:
        """How few can play it at all."""
        return 1 if options.fill is Fill.ROBOTS else options.fewest

    def usual_rounds(self, options: EventOptions, entrants: int) -> int:
        """How many rounds everybody plays, if the organiser has chosen no number."""
        return 3

    def rounds(self, options: EventOptions, entrants: int) -> int:
        """How many rounds everybody plays."""
        return self.usual_rounds(options, entrants) if options.rounds is None else options.rounds

    def rounds_of(self, event: Event) -> int:
        """The same for those who were there at the start."""
        return self.rounds(event.options, len(event.playing(1)))

    def plan(self, options: EventOptions, entrants: int) -> RoundPlan:
        """The event for so many entrants. PairingError if it cannot be held."""
        laid = layout(entrants, options)
        rounds = range(1, self.rounds(options, entrants) + 1)
        return tuple(planned_round(number, self.stage, laid) for number in rounds)

    def is_over(self, event: Event) -> bool:
        """There is no round after those that there are (results of the last may still be missing)."""
        return len(event.rounds) >= self.rounds_of(event)

    def goes_by_fixtures(self, event: Event) -> bool:
        """The next round does not depend on results."""
        return False

    def standings(self, event: Event) -> Standings:
        """Everybody in one order, by all results there are."""
        return standings(event)

    def admits(self, event: Event, number: int) -> bool:
        """Whether somebody can enter late, with this round."""
        return self.no_late_entry is None
