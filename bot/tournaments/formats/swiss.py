"""Swiss: everybody plays every round, with others who have about as many points."""

from __future__ import annotations

from bot.tournaments.formats.contract import Format
from bot.tournaments.pairing.event import Event, EventOptions, Round, Seeding, Stage
from bot.tournaments.pairing.layouts import layout
from bot.tournaments.pairing.seating import paired_round, seeded_round
from bot.tournaments.pairing.standings import scores
from games.text import Text, _


class Swiss(Format):
    """A format in which everyone plays all rounds, against people with similar points."""

    tag = "swiss"
    name = _("Swiss")
    settings = ("rounds", "seeding", "team_size")
    stage = Stage.SWISS

    def describe(self, options: EventOptions) -> Text:
        return _("Swiss: everyone plays every round, against people with similar points.")

    def usual_rounds(self, options: EventOptions, entrants: int) -> int:
        """As many as a knock-out in which one of each pod goes on would take, and one more."""
        rounds = 2
        while options.preferred ** (rounds - 1) < entrants:
            rounds += 1
        return rounds

    def next_round(self, event: Event, draw: int) -> Round:
        """By the points so far; the first one by ratings, if that is wanted."""
        points = {who: score.total for who, score in scores(event).items()}
        playing = event.playing(len(event.rounds) + 1)
        laid = layout(len(playing), event.options)
        if event.options.seeding is not Seeding.LOT and not event.rounds:
            return seeded_round(event, self.stage, playing, laid, draw, best_rest=False)
        return paired_round(event, self.stage, playing, laid, points, draw)
