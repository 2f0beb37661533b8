"""Knock-out pods: the best k of each go on, until those left fit one table.

If k of each (and those with a bye) cannot be seated without byes and robots, the best of the others go on as
well, as many as it takes; where that would be everybody, the last of those who would have gone on stay out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from msgspec.structs import replace

from bot.tournaments.formats.contract import Format, Plan, PlannedRound, planned_round
from bot.tournaments.pairing.event import Event, EventOptions, Pod, Result, Round, Seeding, Stage
from bot.tournaments.pairing.layouts import of_knock_out, seatable
from bot.tournaments.pairing.seating import paired_round, seeded_round
from bot.tournaments.pairing.standings import Standings, scores, standings
from games.text import Text, _, _n


class KnockOut(Format):
    """Pods eliminate players until those left fit one table."""

    tag = "knock-out"
    name = _("Knock-out")
    settings = ("go_on", "seeding")
    eliminates = True
    no_late_entry = _("Nobody can enter a knock-out late. Choose no late entry, or another format.")

    def describe(self, options: EventOptions) -> Text:
        """Who goes on."""
        return _n(
            "Knock-out: the best of each pod goes on until one table is left.",
            "Knock-out: the best {count} of each pod go on until one table is left.",
            options.go_on,
        )

    def details(self, options: EventOptions) -> Sequence[Text]:
        """Who else goes on."""
        return (_("Where seats are free in the next round, the best of the rest go on too."),)

    def plan(self, options: EventOptions, entrants: int) -> Plan:
        """From the first round to the final."""
        return planned_to_final(options, entrants, 1)

    def next_round(self, event: Event, draw: int) -> Round:
        """The first round of everybody, or the next of those who go on."""
        ids = going_on(event) if event.rounds else [entrant.id for entrant in event.playing(1)]
        return round_of(event, ids, draw)

    def is_over(self, event: Event) -> bool:
        """The final is drawn."""
        return bool(event.rounds) and event.rounds[-1].stage is Stage.FINAL

    def standings(self, event: Event) -> Standings:
        """By how far everybody came."""
        return with_fates(event, standings_by_round(event), going_on)


def planned_to_final(options: EventOptions, entrants: int, number: int) -> Plan:
    """The rounds from this number on, which so many begin."""
    found: list[PlannedRound] = []
    while True:
        laid, final = of_knock_out(entrants, options)
        found.append(planned_round(number, Stage.FINAL if final else Stage.KNOCK_OUT, laid))
        if final:
            return tuple(found)
        going = laid.byes + sum(min(options.go_on, people) for people in laid.people)
        entrants, number = how_many(going, entrants, entrants, options), number + 1


def round_of(event: Event, ids: Iterable[str], draw: int) -> Round:
    """The next round of these: drawn by lot, or by ratings if that is wanted, with the fewest repeated
    meetings, whatever their points.
    """
    wanted = set(ids)
    entrants = [entrant for entrant in event.in_order() if entrant.id in wanted]
    laid, is_final = of_knock_out(len(entrants), event.options)
    stage = Stage.FINAL if is_final else Stage.KNOCK_OUT
    if event.options.seeding is not Seeding.LOT:
        return seeded_round(event, stage, entrants, laid, draw, best_rest=True)
    return paired_round(event, stage, entrants, laid, dict.fromkeys(wanted, Fraction(0)), draw)


def going_on(event: Event) -> list[str]:
    """Who goes on from the last round, those who still play only: who has dropped out is replaced from
    the pod.
    """
    last = event.rounds[-1]
    order = [line.entrant for line in standings_by_round(event)]
    playing = {entrant.id for entrant in event.playing(last.number + 1)}
    results = event.results_by_pod()
    going, absent = [who for who in last.byes if who in playing], set[str]()
    for pod in last.pods:
        result = results[last.number, pod.number]
        if event.options.absent_last:
            absent |= {who for seat, who in enumerate(pod.seats) if who is not None and seat in result.away}
        best = [who for who in pod_order(pod, result, order) if who in playing - absent]
        going += best[: event.options.go_on]
    of_last = _in_round(last)
    return topped_up_with(going, order, playing & set(of_last), absent, len(of_last), event.options)


def topped_up_with(
    going: list[str],
    order: list[str],
    playing: set[str],
    absent: set[str],
    before: int,
    options: EventOptions,
) -> list[str]:
    """As `topped_up`, of those who came; the absent only where nobody could be seated without them."""
    of_present = topped_up(going, order, playing - absent, before, options)
    if not absent or seatable(len(of_present), options):
        return of_present
    return topped_up(going, order, playing, before, options)


def topped_up(
    going: list[str], order: list[str], playing: set[str], before: int, options: EventOptions
) -> list[str]:
    """As many as can be seated: those who go on and the best others, or the best of those who go on."""
    wanted = how_many(len(going), len(playing), before, options)
    others = [who for who in order if who in playing and who not in going]
    if wanted >= len(going):
        return going + others[: wanted - len(going)]
    return [who for who in order if who in going][:wanted]


def how_many(going: int, playing: int, before: int, options: EventOptions) -> int:
    """How many go on, if so many should: of `playing` who can, and fewer than the `before` of the last
    round.
    """
    more = range(going, min(playing + 1, before))
    fewer = range(going - 1, 0, -1)
    return next((count for count in (*more, *fewer) if seatable(count, options)), going)


def pod_order(pod: Pod, result: Result, order: list[str]) -> list[str]:
    """A pod's entrants by their place; joint places by the standings, that is the tie-breaks and then the
    lot.
    """
    last = len(pod.seats) + 1
    places = {
        who: last if seat in result.away else 0 if result.void else result.places[seat]
        for seat, who in enumerate(pod.seats)
        if who is not None
    }
    return sorted(places, key=lambda who: (places[who], order.index(who)))


def standings_by_round(event: Event, groups: int = 0) -> Standings:
    """By how far everybody came, then by points in the last round that they came to. Groups are one such
    round.
    """
    figures = scores(event)
    reached = {entrant.id: 0 for entrant in event.entrants}
    for one in event.rounds:
        for who in _in_round(one):
            reached[who] = max(one.number, groups)
    in_groups = set(range(1, groups + 1))

    def last_points(who: str) -> Fraction:
        counted = in_groups if reached[who] == groups else {reached[who]}
        return sum((figures[who].points.get(number, Fraction(0)) for number in counted), Fraction(0))

    return standings(event, reached=reached, last_round={who: last_points(who) for who in reached})


def with_fates(event: Event, lines: Standings, going: Callable[[Event], list[str]]) -> Standings:
    """The lines, with who has gone on after the latest round and who is out since when.

    `going`: who goes on from there, all its results being in.
    """
    last, results = event.rounds[-1] if event.rounds else None, event.results_by_pod()
    if last is None:
        return lines
    came_to = {who: one.number for one in event.rounds for who in _in_round(one)}
    still = set(_in_round(last))
    all_in = all((last.number, pod.number) in results for pod in last.pods)
    decided = all_in and last.stage is not Stage.FINAL
    on = set(going(event)) if decided else set[str]()
    return tuple(
        replace(
            line,
            goes_on=line.entrant in on,
            out_since=0 if line.entrant in (on if decided else still) else came_to.get(line.entrant, 0),
        )
        for line in lines
    )


def _in_round(one: Round) -> list[str]:
    return [who for pod in one.pods for who in pod.seats if who is not None] + list(one.byes)
