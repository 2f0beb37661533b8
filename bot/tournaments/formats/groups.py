"""Groups, then final: everybody plays all rounds within a group drawn by lot; the best of each go on to
the final.

If those are too many for one table they play knock-out rounds until they fit.
"""

from __future__ import annotations

from itertools import islice

from bot.tournaments.formats import knock_out
from bot.tournaments.formats.contract import RoundPlan, planned_round
from bot.tournaments.formats.round_robin import fixture
from bot.tournaments.pairing.event import (
    Entrant,
    Event,
    EventOptions,
    Fill,
    PairingError,
    PairingProblem,
    Round,
    Seeding,
    Stage,
)
from bot.tournaments.pairing.layouts import Layout, equal, layout, nearest
from bot.tournaments.pairing.seating import by_lot, by_seed, history, seated_round, seeded_pods
from bot.tournaments.pairing.standings import Standings, event_measures, lots_of, ranked, scores
from games.text import Text, _, _n


class Groups(knock_out.KnockOut):
    """All play within their group; the best of each go on to the final."""

    tag = "groups"
    name = _("Groups, then a final")
    settings = ("rounds", "go_on", "group_size", "seeding")
    no_late_entry = None

    def describe(self, options: EventOptions) -> Text:
        return _n(
            "Groups, then a final for the best of each group.",
            "Groups, then a final for the best {count} of each group.",
            options.go_on,
        )

    def plan(self, options: EventOptions, entrants: int) -> RoundPlan:
        """The rounds within the groups, and those to the final."""
        if options.fill is Fill.BYES and entrants < options.fewest:
            raise PairingError(PairingProblem.TOO_FEW)
        sizes, rounds = group_sizes(entrants, options), self.rounds(options, entrants)
        laid = [layout(size, options) for size in sizes]
        whole = Layout(
            tuple(people for one in laid for people in one.people),
            tuple(robots for one in laid for robots in one.robots),
            sum(one.byes for one in laid),
        )
        going = sum(min(options.go_on, size) for size in sizes)
        final = knock_out.how_many(going, entrants, entrants + 1, options)
        return (
            *(planned_round(number, Stage.GROUPS, whole, len(sizes)) for number in range(1, rounds + 1)),
            *knock_out.planned_to_final(options, final, rounds + 1),
        )

    def next_round(self, event: Event, draw: int) -> Round:
        """The next round within the groups, or of those who go on."""
        rounds = self.rounds_of(event)
        if len(event.rounds) < rounds:
            return _in_groups(event, rounds, draw)
        going = going_on(event) if len(event.rounds) == rounds else knock_out.going_on(event)
        return knock_out.round_of(event, going, draw)

    def goes_by_fixtures(self, event: Event) -> bool:
        """As long as they play within their groups."""
        return len(event.rounds) < self.rounds_of(event)

    def standings(self, event: Event) -> Standings:
        """By how far everybody came; the groups are one round."""
        groups, rounds = self.rounds_of(event), len(event.rounds)
        lines = knock_out.standings_by_round(event, min(groups, rounds))
        if rounds < groups:
            return lines
        return knock_out.with_fates(event, lines, going_on if rounds == groups else knock_out.going_on)

    def admits(self, event: Event, number: int) -> bool:
        """Whether late entrants come into round `number`: into a group, but not into the final."""
        return number <= self.rounds_of(event)


def group_sizes(count: int, options: EventOptions) -> tuple[int, ...]:
    """As equal as can be, as near the size asked for as can be, none too small for a pod."""
    possible = range(1, max(1, count // options.fewest) + 1)
    return equal(count, nearest(count, possible, options.group_size or options.preferred))


def members(event: Event) -> list[list[Entrant]]:
    """Who is in which group, in the order of joining. Late entrants go where the fewest are."""
    known = {entrant.id: entrant for entrant in event.entrants}
    found = [[known[who] for who in group] for group in _first_members(event)]
    for entrant in event.in_order():
        if entrant.first_round > 1:
            min(found, key=len).append(entrant)
    return [sorted(group, key=lambda entrant: entrant.joined) for group in found]


def _first_members(event: Event) -> list[list[str]]:
    """Those who were there at the start: by lot, or by ratings if that is wanted."""
    first = [entrant for entrant in event.in_order() if entrant.plays_in(1)]
    sizes = group_sizes(len(first), event.options)
    if event.options.seeding is not Seeding.LOT:
        return seeded_pods(event, by_seed(event, first, "groups"), sizes, (), "groups pots")
    drawn = iter(by_lot(event, first, "groups"))
    return [list(islice(drawn, size)) for size in sizes]


def going_on(event: Event) -> list[str]:
    """The best of each group, by points, tie-breaks and lot; more or fewer as in a knock-out."""
    number = len(event.rounds) + 1
    figures = scores(event)
    measures = list(event_measures(event, figures, lots_of(event)).items())
    going, playing, absent = list[str](), set[str](), set[str]()
    if event.options.absent_last:
        absent = {who for who, score in figures.items() if score.never_came}
    for group in members(event):
        order = [who for who, _parted in ranked([entrant.id for entrant in group], measures)]
        still = {entrant.id for entrant in group if entrant.plays_in(number)}
        going += [who for who in order if who in still - absent][: event.options.go_on]
        playing |= still
    order = [line.entrant for line in knock_out.standings_by_round(event, len(event.rounds))]
    # All may go on to the final: it need not be fewer than there were.
    return knock_out.topped_up_with(going, order, playing, absent, len(playing) + 1, event.options)


def _in_groups(event: Event, rounds: int, draw: int) -> Round:
    pods, byes, groups = list[list[str]](), list[str](), list[int]()
    for number, group in enumerate(members(event), 1):
        theirs, resting = fixture(event, group, rounds, draw, f"group {number}")
        pods += theirs
        byes += resting
        groups += [number] * len(theirs)
    if not pods:
        raise PairingError(PairingProblem.TOO_FEW)
    return seated_round(event, Stage.GROUPS, pods, byes, history(event.rounds), draw, groups)
