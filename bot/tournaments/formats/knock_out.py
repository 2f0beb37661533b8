"""Knock-out pods: the best k of each go on, until those left fit one table.

If k of each (and those with a bye) cannot be seated without byes and robots, the best of the others go on as
well, as many as it takes; where that would be everybody, the last of those who would have gone on stay out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from bot.tournaments.formats.contract import Format, PlannedRound, RoundPlan, planned_round
from bot.tournaments.pairing.event import Event, EventOptions, Pod, Result, Round, Seeding, Stage
from bot.tournaments.pairing.layouts import of_knock_out, seatable
from bot.tournaments.pairing.seating import paired_round, seeded_round
from bot.tournaments.pairing.standings import Criterion, Standings, scores, standings
from games.text import Text, _, _n


class KnockOut(Format):
    """Pods eliminate players until those left fit one table."""

    tag = "knock-out"
    name = _("Knock-out")
    settings = ("go_on", "seeding")
    eliminates = True
    no_late_entry = _("Nobody can enter a knock-out late. Choose no late entry, or another format.")

    def describe(self, options: EventOptions) -> Text:
        return _n(
            "Knock-out: the best of each pod goes on until one table is left.",
            "Knock-out: the best {count} of each pod go on until one table is left.",
            options.go_on,
        )

    def details(self, options: EventOptions) -> Sequence[Text]:
        """Who goes on besides the best of each pod, in the reader's words."""
        return (_("Where seats are free in the next round, the best of the rest go on too."),)

    def plan(self, options: EventOptions, entrants: int) -> RoundPlan:
        """From the first round to the final."""
        return planned_to_final(options, entrants, 1)

    def next_round(self, event: Event, draw: int) -> Round:
        """The first round of everybody, or the next of those who go on."""
        ids = going_on(event) if event.rounds else [entrant.id for entrant in event.playing(1)]
        return round_of(event, ids, draw)

    def is_over(self, event: Event) -> bool:
        """Whether no round follows: the latest one is the final."""
        return bool(event.rounds) and event.rounds[-1].stage is Stage.FINAL

    def standings(self, event: Event) -> Standings:
        """Everybody in order, by how far they came."""
        return with_fates(event, standings_by_round(event), going_on)


def planned_to_final(options: EventOptions, entrants: int, number: int) -> RoundPlan:
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
    for pod in last.drawn_pods:
        result = results[last.number, pod.number]
        if event.options.absent_last:
            absent |= {who for seat, who in enumerate(pod.seats) if who is not None and seat in result.away}
        best = [who for who in pod_order(pod, result, order) if who in playing - absent]
        going += best[: event.options.go_on]
    of_last = last.everybody
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
        for who in one.everybody:
            reached[who] = max(one.number, groups)
    in_groups = set(range(1, groups + 1))

    def last_points(who: str) -> Fraction:
        counted = in_groups if reached[who] == groups else {reached[who]}
        return sum((figures[who].points.get(number, Fraction(0)) for number in counted), Fraction(0))

    last_round = {who: last_points(who) for who in reached}
    return standings(event, reached=reached, last_round=last_round, play_offs=played_off(event, reached))


# Ties: who shares the last place that goes on, or the first of the final, plays it off.


def ties(event: Event) -> tuple[tuple[Pod, tuple[str, ...]], ...]:
    """The pods of the latest round in which a tie has to be played off, and whose it is; none before all its
    other results are in, and where all of them go on anyway.
    """
    if not event.options.play_off or not _eliminates(event) or void_pods(event):
        return ()
    last, results = event.rounds[-1], event.results_by_pod()
    if any((last.number, pod.number) not in results for pod in last.drawn_pods):
        return ()
    ranks, found = _play_off_ranks(event, last), list[tuple[Pod, tuple[str, ...]]]()
    waiting = {pod.play_off for pod in last.pods if (last.number, pod.number) not in results}
    for pod in last.drawn_pods:
        result = results[last.number, pod.number]
        tied = () if result.void or pod.number in waiting else _tied(event, last, pod, result, ranks)
        if tied and (last.stage is Stage.FINAL or not set(tied) <= set(going_on(event))):
            found.append((pod, tied))
    return tuple(found)


def _tied(
    event: Event, last: Round, pod: Pod, result: Result, ranks: Mapping[str, tuple[int, ...]]
) -> tuple[str, ...]:
    """Those who stayed to the end and share the place at which it is decided who goes on."""
    still, gave_up = _still(event, last), _gave_up(event, last, pod)
    order = list[tuple[int, tuple[int, ...], str, bool]]()
    for seat, who in enumerate(pod.seats):
        if who is not None and who in still and seat not in result.away:
            rank = tuple(-lost for lost in ranks[who])
            stays = who not in gave_up and seat not in (*result.behind, *result.idle)
            order.append((result.places[seat], rank, who, stays))
    wanted = _cut(event, last)
    for place, rank, _who, _stays in order:
        before = sum(other[:2] < (place, rank) for other in order)
        equal = [other for other in order if other[:2] == (place, rank)]
        if before < wanted < before + len(equal):
            tied = tuple(who for _place, _rank, who, stays in equal if stays)
            return tied if len(tied) > wanted - before else ()
    return ()


def void_pods(event: Event) -> tuple[int, ...]:
    """The pods of the latest round that do not count, so that nobody of them has gone on or out."""
    if not _eliminates(event):
        return ()
    last, results = event.rounds[-1], event.results_by_pod()
    found, still = list[int](), _still(event, last)
    for pod in last.pods:
        result = results.get((last.number, pod.number))
        if result is not None and result.void:
            came = [who for seat, who in enumerate(pod.seats) if who in still and seat not in result.away]
            found += [pod.number] if len(came) > (1 if pod.play_off else _cut(event, last)) else []
    return tuple(found)


def _eliminates(event: Event) -> bool:
    return bool(event.rounds) and event.rounds[-1].stage in (Stage.KNOCK_OUT, Stage.FINAL)


def _cut(event: Event, one: Round) -> int:
    """How many of a pod go on, or win."""
    return 1 if one.stage is Stage.FINAL else event.options.go_on


def _still(event: Event, one: Round) -> set[str]:
    """Those who can go on from a round, or win it."""
    return {entrant.id for entrant in event.playing(one.number + 1)}


def _gave_up(event: Event, one: Round, pod: Pod) -> set[str]:
    """Those who did not play the pod's play-off to its end: between them the lot decides."""
    results, found = event.results_by_pod(), set[str]()
    for each in one.pods:
        result = results.get((one.number, each.number)) if each.play_off == pod.number else None
        if result is not None:
            gone = {*result.away, *result.behind, *result.idle}
            found |= {who for seat, who in enumerate(each.seats) if who is not None and seat in gone}
    return found


def _play_off_ranks(event: Event, one: Round) -> dict[str, tuple[int, ...]]:
    """What everybody in the round has made of its play-offs: a number below zero for each that they lost."""
    results = event.results_by_pod()
    found: dict[str, tuple[int, ...]] = dict.fromkeys(one.everybody, ())
    for pod in one.pods:
        result = results.get((one.number, pod.number))
        if not pod.play_off or result is None:
            continue
        lost = _lost(pod, result)
        found = {who: (*ranks, lost.get(who, 0)) for who, ranks in found.items()}
    return found


def _lost(pod: Pod, result: Result) -> dict[str, int]:
    """Of those who played it off, behind how many of the others they came, as a number below zero."""
    last = len(pod.seats) + 1
    places = {
        who: last if seat in result.away else 0 if result.void else result.places[seat]
        for seat, who in enumerate(pod.seats)
        if who is not None
    }
    return {who: -sum(other < place for other in places.values()) for who, place in places.items()}


def played_off(event: Event, reached: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
    """The same for the last round that everybody came to; empty where nothing was played off."""
    found: dict[str, tuple[int, ...]] = {}
    for one in event.rounds:
        if any(pod.play_off for pod in one.pods):
            ranks = _play_off_ranks(event, one)
            found |= {who: rank for who, rank in ranks.items() if reached.get(who) == one.number}
    return found


def with_play_off(event: Event, pod: int, tied: Iterable[str], number: int, fewest: int) -> Event:
    """They play off at a table of their own, with robots as far as the game needs more."""
    last, seats = event.rounds[-1], tuple(tied)
    drawn = next(each for each in last.pods if each.number == pod)
    robots = (None,) * max(0, fewest - len(seats))
    extra = Pod(number=number, seats=(*seats, *robots), group=drawn.group, play_off=pod)
    return replace(event, rounds=(*event.rounds[:-1], replace(last, pods=(*last.pods, extra))))


def stale_play_offs(event: Event) -> tuple[int, ...]:
    """The pods of the latest round in which a tie is played off that is none any more."""
    if not event.rounds:
        return ()
    last, stale = event.rounds[-1], list[int]()
    kept = last.drawn_pods
    for pod in last.pods:
        if pod.play_off and not _is_still_tied(event, replace(last, pods=kept), pod):
            stale.append(pod.number)
        elif pod.play_off:
            kept = (*kept, pod)
    return tuple(stale)


def _is_still_tied(event: Event, one: Round, pod: Pod) -> bool:
    """Whether those who play it off share their place, by the round without it; before it has ended, also
    whether all of them still play, and nobody else shares it.
    """
    results = event.results_by_pod()
    drawn = next(each for each in one.drawn_pods if each.number == pod.play_off)
    result, who = results.get((one.number, drawn.number)), {each for each in pod.seats if each is not None}
    if result is None or result.void:
        return False
    ranks = _play_off_ranks(event, one)
    if len({(result.places[drawn.seats.index(each)], ranks[each]) for each in who}) > 1:
        return False
    before = replace(event, rounds=(*event.rounds[:-1], one))
    return (one.number, pod.number) in results or set(_tied(before, one, drawn, result, ranks)) == who


def with_fates(event: Event, lines: Standings, going: Callable[[Event], list[str]]) -> Standings:
    """The lines, with who has gone on after the latest round and who is out since when.

    `going`: who goes on from there, all its results being in.
    """
    last, results = event.rounds[-1] if event.rounds else None, event.results_by_pod()
    if last is None:
        return lines
    came_to = {who: one.number for one in event.rounds for who in one.everybody}
    still = set(last.everybody)
    all_in = all((last.number, pod.number) in results for pod in last.pods)
    decided = all_in and last.stage is not Stage.FINAL and not ties(event) and not void_pods(event)
    on = set(going(event)) if decided else set[str]()
    by_lot = _out_by_lot(lines, on)
    return tuple(
        replace(
            line,
            goes_on=line.entrant in on,
            out_since=0 if line.entrant in (on if decided else still) else came_to.get(line.entrant, 0),
            out_by_lot=line.entrant in by_lot,
        )
        for line in lines
    )


def _out_by_lot(lines: Standings, on: set[str]) -> set[str]:
    """Whom nothing but the lot parts from somebody who goes on."""
    found, equal_is_on = set[str](), False
    for line in lines:
        equal_is_on = equal_is_on and line.parted_by is Criterion.LOT
        if line.entrant in on:
            equal_is_on = True
        elif equal_is_on and not (line.dropped or line.disqualified or line.never_came):
            found.add(line.entrant)
    return found
