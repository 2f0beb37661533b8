"""Duplicate: every pod of a round is dealt the same cards, so that what somebody makes of theirs can be
compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from bot.tournaments.formats.contract import Format, RoundPlan, planned_round
from bot.tournaments.pairing.event import (
    Comparison,
    Event,
    EventOptions,
    PairingError,
    PairingProblem,
    Pod,
    Round,
    Stage,
)
from bot.tournaments.pairing.layouts import Layout, equal
from bot.tournaments.pairing.seating import paired_round
from games.text import Text, _


class Duplicate(Format):
    """Everybody plays every round, in pods of one size that are drawn by lot, with the fewest repeated
    meetings: who has the better opponents must not have it harder than whoever has the same cards elsewhere.
    """

    tag = "duplicate"
    name = _("Duplicate cup")
    settings = ("rounds", "comparison")
    stage = Stage.ALL_PLAY_ALL
    shares_deals = True

    def describe(self, options: EventOptions) -> Text:
        """What is the same for whom, and what counts."""
        if options.comparison is Comparison.MEAN:
            return _(
                "Duplicate cup: all pods get the same cards, and you're compared with your seat's average."
            )
        return _("Duplicate cup: all pods get the same cards; those who had yours are your rivals.")

    def details(self, options: EventOptions) -> Sequence[Text]:
        """What nobody but those who play can see to."""
        return (
            _("Boards and results stay closed until a round's last pod is over. Say nothing of your cards."),
        )

    def fewest(self, options: EventOptions) -> int:
        """One of each pod: there must be somebody to be compared with."""
        return 1 if options.robots_along else 2

    def usual_rounds(self, options: EventOptions, entrants: int) -> int:
        """As many as there are seats: everybody has sat in each once."""
        return options.preferred

    def plan(self, options: EventOptions, entrants: int) -> RoundPlan:
        """All rounds alike. PairingError if nobody could be compared with anybody."""
        laid = _laid(entrants, options)
        if options.robots_along:
            laid = Layout((*laid.people, 0), (*laid.robots, options.preferred))
        rounds = range(1, self.rounds(options, entrants) + 1)
        return tuple(planned_round(number, self.stage, laid) for number in rounds)

    def next_round(self, event: Event, draw: int) -> Round:
        """By lot, with the fewest repeated meetings."""
        playing, size = event.playing(len(event.rounds) + 1), event.options.preferred
        alike = dict.fromkeys((entrant.id for entrant in playing), Fraction(0))
        event = replace(event, options=replace(event.options, fewest=size, most=size))
        laid = _laid(len(playing), event.options)
        drawn = paired_round(event, self.stage, playing, laid, alike, draw)
        if not event.options.robots_along:
            return drawn
        return replace(drawn, pods=(*drawn.pods, Pod(len(drawn.pods) + 1, (None,) * size)))


def _laid(count: int, options: EventOptions) -> Layout:
    """At least two pods of the preferred size, robots in the seats that are left. PairingError for one
    alone.
    """
    fewest = 1 if options.robots_along else 2
    if count < fewest:
        raise PairingError(PairingProblem.TOO_FEW, f"{count} of at least {fewest}")
    pods = max(fewest, -(-count // options.preferred))
    people = equal(count, pods)
    return Layout(people, tuple(options.preferred - each for each in people))
