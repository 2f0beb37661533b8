"""Points for a place: the first of any pod gets 60, the last none, the others evenly between.

| pod | 1st | 2nd | 3rd | 4th | 5th | 6th |
| --- | --- | --- | --- | --- | --- | --- |
| of 2 | 60 | 0 | | | | |
| of 3 | 60 | 30 | 0 | | | |
| of 4 | 60 | 40 | 20 | 0 | | |
| of 5 | 60 | 45 | 30 | 15 | 0 | |
| of 6 | 60 | 48 | 36 | 24 | 12 | 0 |

So a pod's mean is 30 whatever its size, and no size is better to be drawn into. Points are fractions,
never floats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import TypeAlias

import msgspec

from bot.tournaments.pairing.comparison import MOST_MATCHPOINTS, compared
from bot.tournaments.pairing.event import (
    Comparison,
    Entrant,
    Event,
    EventOptions,
    Pod,
    Result,
    TieBreak,
)
from bot.tournaments.pairing.seeded_random import ranks

FIRST_PLACE_POINTS = 60


def points_by_place(size: int, options: EventOptions) -> tuple[Fraction, ...]:
    """What each place of a pod of this size is worth, the first first."""
    chosen = options.points.get(size)
    return _evenly(size) if chosen is None else tuple(Fraction(points) for points in chosen)


def points_for_place(size: int, place: int, sharing: int, options: EventOptions) -> Fraction:
    """What one of `sharing` people at the same place gets: the average of the places that they take up."""
    taken = points_by_place(size, options)[place - 1 : place - 1 + sharing]
    return sum(taken, Fraction(0)) / sharing


def points_for_bye(options: EventOptions) -> Fraction:
    """A bye is worth what a seat at a table of the preferred size brings on average: 30 by the published
    table, 0 where points are those above the average.
    """
    if options.comparison is Comparison.MEAN:
        return Fraction(0)
    if options.comparison is Comparison.MATCHPOINTS:
        return Fraction(MOST_MATCHPOINTS, 2)
    return points_for_place(options.preferred, 1, options.preferred, options)


@cache
def _evenly(size: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(FIRST_PLACE_POINTS * (size - place), size - 1) for place in range(1, size + 1))


# What each entrant has made of the results: points, places, whom they met and beat.
#
# The rules for robots, walk-overs, void tables and byes stand here, each beside its line.


@dataclass
class Score:
    """One entrant's figures over the rounds that count."""

    points: dict[int, Fraction] = field(default_factory=dict)
    """By round, those with a result or a bye only."""
    places: dict[int, int] = field(default_factory=dict)
    """Place by round, where they played themselves."""
    opponents: list[str] = field(default_factory=list)
    """Everybody they played with, as often as they did."""
    beaten: dict[str, int] = field(default_factory=dict)
    """How much more often they placed above somebody than below."""
    came: int = 0
    """To how many tables they came, void ones among them."""
    missed: int = 0
    """To how many they did not."""

    @property
    def total(self) -> Fraction:
        """The points of all rounds together."""
        return sum(self.points.values(), Fraction(0))

    @property
    def a_round(self) -> Fraction:
        """Points for each round that counts: fair to those who came late or left early."""
        return self.total / len(self.points) if self.points else Fraction(0)

    @property
    def never_came(self) -> bool:
        """There was a table for them, and they came to none."""
        return self.missed > 0 and not self.came


def scores(event: Event, rounds: Iterable[int] | None = None) -> Mapping[str, Score]:
    """Everybody's figures, over these rounds or all of them."""
    counted = None if rounds is None else set(rounds)
    figures = {entrant.id: Score() for entrant in event.entrants}
    results = event.results_by_pod()
    for one in event.rounds:
        if counted is not None and one.number not in counted:
            continue
        compares, brought = (
            event.options.comparison is not Comparison.PLACES,
            dict[tuple[int, int], Fraction](),
        )
        if compares and event.is_open(one):
            continue  # nobody can be compared yet, and nobody is to know anything
        if compares:
            brought = compared(event.options.comparison, one, results)
        for who in one.byes:
            figures[who].points[one.number] = points_for_bye(event.options)
        for pod in one.drawn_pods:
            if result := results.get((one.number, pod.number)):
                _count(event, pod, result, figures, brought)
    return figures


def _count(
    event: Event,
    pod: Pod,
    result: Result,
    figures: Mapping[str, Score],
    brought: Mapping[tuple[int, int], Fraction],
) -> None:
    """Add one pod's result to the figures of those who sit in it. `brought`: what their seats come to beside
    those of other pods, by pod and seat, where they are compared.
    """
    away = result.away
    present = {who: seat for seat, who in enumerate(pod.seats) if who is not None and seat not in away}
    for seat in away:
        # Who never came gets nothing, wherever the robot in that seat ended, void or not.
        figures[pod.seats[seat] or ""].points[result.round] = brought.get((pod.number, seat), Fraction(0))
        figures[pod.seats[seat] or ""].missed += 1
    for who, seat in present.items():
        worth = brought.get((pod.number, seat))
        figures[who].points[result.round] = _worth(event, pod, result, seat) if worth is None else worth
        figures[who].came += 1
    if not result.void:
        for who, seat in present.items():
            if seat not in result.idle:  # what a robot played from the first card to the last is nobody's
                _placed(figures[who], who, seat, result, present)


def _worth(event: Event, pod: Pod, result: Result, seat: int) -> Fraction:
    """The points of somebody who came: a void table is worth a bye; an empty seat takes the last place."""
    if result.void:
        return points_for_bye(event.options)
    place = result.places[seat]
    return points_for_place(len(pod.seats), place, result.places.count(place), event.options)


def _placed(score: Score, who: str, seat: int, result: Result, present: Mapping[str, int]) -> None:
    score.places[result.round] = place = result.places[seat]
    for other, other_seat in present.items():
        if other != who:
            score.opponents.append(other)
            theirs = result.places[other_seat]
            score.beaten[other] = score.beaten.get(other, 0) + (place < theirs) - (place > theirs)


def played_out(event: Event) -> Counter[str | None]:
    """How many of everybody's games robots played to their end, since the time was up."""
    results = event.results_by_pod()
    return Counter(
        who
        for one, pod in event.pods()
        if (result := results.get((one.number, pod.number))) is not None and result.played_out
        for who in pod.seats
    )


# Who stands where: everybody in one order, and what parted each from the one above.
#
# Criteria are applied one after another to those who are still equal: first how far somebody came (where pods
# go on), then points, then the event's tie-breaks in their stated order, and the drawn lot at last.


class Criterion(StrEnum):
    """By what two neighbours in the standings are parted."""

    DISQUALIFIED = "disqualified"
    CAME = "came"
    """Came to a table at all, where `EventOptions.absent_last` says that this matters."""
    REACHED = "reached"
    """Came to a later round."""
    LAST_ROUND = "last-round"
    """More points in the last round that they came to."""
    PLAY_OFF = "play-off"
    """Won the play-off with those who came as far."""
    POINTS = "points"
    OPPONENTS = TieBreak.OPPONENTS.value
    BEST_PLACES = TieBreak.BEST_PLACES.value
    HEAD_TO_HEAD = TieBreak.HEAD_TO_HEAD.value
    LOT = "lot"


class Line(msgspec.Struct, frozen=True):
    """One entrant's line of the standings. Fractions are exact; `decimal` writes them for people."""

    place: int
    entrant: str
    points: Fraction
    played: int
    """Rounds that count for them, byes among them."""
    opponents: Fraction
    """The average, over everybody they met, of that opponent's points a round."""
    places: tuple[int, ...]
    """How often first, second, and so on."""
    lot: int
    """The drawn lot, 1 the best."""
    parted_by: Criterion | None = None
    """What put them below the line above; None for the first."""
    dropped: bool = False
    disqualified: bool = False
    never_came: bool = False
    """There was a table for them, and they came to none."""
    out_since: int = 0
    """Where only some go on: the number of the round after which they did not; 0: they are in it."""
    goes_on: bool = False
    """Where only some go on: they have, after the latest round."""
    out_by_lot: bool = False
    """They did not, and nothing but the lot has parted them from somebody who did."""


Standings: TypeAlias = tuple[Line, ...]
Value: TypeAlias = Fraction | int | tuple[int, ...]
Measure: TypeAlias = Callable[[str, Sequence[str]], Value]
"""How much of a criterion somebody has among those still equal; more is better."""


def standings(
    event: Event,
    *,
    reached: Mapping[str, int] | None = None,
    last_round: Mapping[str, Fraction] | None = None,
    play_offs: Mapping[str, tuple[int, ...]] | None = None,
) -> Standings:
    """The table after the event's rounds. `reached`, `last_round`, `play_offs`: for formats in which not
    everybody goes on.

    Those who enter in a later round than the next are not in it yet.
    """
    after = len(event.rounds)
    listed = [entrant for entrant in event.in_order() if entrant.first_round <= after + 1]
    figures = scores(event)
    lots, strength = lots_of(event), opponents_strength(figures)
    measures: dict[Criterion, Measure] = {
        Criterion.DISQUALIFIED: measure_from(
            {entrant.id: -_disqualified(entrant, after) for entrant in listed}
        )
    }
    if event.options.absent_last:
        measures[Criterion.CAME] = measure_from({who: not score.never_came for who, score in figures.items()})
    if reached is not None and last_round is not None:
        measures |= {Criterion.REACHED: measure_from(reached), Criterion.LAST_ROUND: measure_from(last_round)}
        if play_offs:
            measures[Criterion.PLAY_OFF] = measure_from({who: play_offs.get(who, ()) for who in reached})
    measures |= event_measures(event, figures, lots)
    order = ranked([entrant.id for entrant in listed], list(measures.items()))
    known, lines = {entrant.id: entrant for entrant in listed}, list[Line]()
    for place, (who, parted_by) in enumerate(order, 1):
        entrant, score = known[who], figures[who]
        line = Line(
            place=place,
            entrant=who,
            points=score.total,
            played=len(score.points),
            opponents=strength[who],
            places=best_places(score),
            lot=lots[who],
            parted_by=parted_by,
            dropped=entrant.last_round is not None and entrant.last_round <= after,
            disqualified=_disqualified(entrant, after),
            never_came=score.never_came,
        )
        lines.append(line)
    return tuple(lines)


def honoured(standings: Standings) -> Standings:
    """The lines that can win something, the winner's first: never somebody who has played no game, whatever
    byes brought them, and nobody who is disqualified.
    """
    return tuple(line for line in standings if line.places and not line.disqualified)


def nobody_has_won(event: Event) -> bool:
    """Nobody who is not disqualified has played a game: then nobody has a place either."""
    figures, after = scores(event), len(event.rounds)
    return not any(figures[each.id].places and not _disqualified(each, after) for each in event.entrants)


def winners_first(standings: Standings) -> Standings:
    """The same lines; if the first can win nothing, those that can stand before the others. The disqualified
    stay last.
    """
    if not honoured(standings) or standings[0].places:
        return standings
    was = {line.entrant: at for at, line in enumerate(standings)}
    order = sorted(standings, key=lambda line: (line.disqualified, not line.places, line.place))
    return tuple(
        msgspec.structs.replace(line, place=place, parted_by=_parted(standings, was, above, line))
        for place, (above, line) in enumerate(zip((None, *order), order, strict=False), 1)
    )


def _parted(standings: Standings, was: Mapping[str, int], above: Line | None, line: Line) -> Criterion | None:
    """By what somebody is parted from whoever is above now: the first criterion of those on the way there."""
    if above is None:
        return None
    on_the_way = standings[was[above.entrant] + 1 : was[line.entrant] + 1]
    parted = {each.parted_by for each in on_the_way}
    return next((each for each in Criterion if each in parted), Criterion.CAME)


def event_measures(
    event: Event, figures: Mapping[str, Score], lots: Mapping[str, int]
) -> dict[Criterion, Measure]:
    """Points, the tie-breaks in the event's order, the lot."""
    breaks: dict[TieBreak, Measure] = {
        TieBreak.OPPONENTS: measure_from(opponents_strength(figures)),
        TieBreak.BEST_PLACES: measure_from({who: best_places(score) for who, score in figures.items()}),
        TieBreak.HEAD_TO_HEAD: lambda who, equal: sum(figures[who].beaten.get(other, 0) for other in equal),
    }
    return {
        Criterion.POINTS: measure_from({who: score.total for who, score in figures.items()}),
        **{Criterion(tie_break.value): breaks[tie_break] for tie_break in event.options.tie_breaks},
        Criterion.LOT: measure_from({who: -lot for who, lot in lots.items()}),
    }


def measure_from(values: Mapping[str, Value]) -> Measure:
    """A measure that does not depend on who else is still equal."""
    return lambda who, _equal: values[who]


def ranked(
    equal: Sequence[str], criteria: Sequence[tuple[Criterion, Measure]]
) -> list[tuple[str, Criterion | None]]:
    """Those still equal in their order, with what parted each from the one before.

    Whom head to head has parted into smaller groups of equals are compared by it again among themselves,
    until it says nothing more.
    """
    if len(equal) == 1 or not criteria:
        return [(who, None) for who in equal]
    (criterion, measure), *later = criteria
    groups: dict[Value, list[str]] = {}
    for who in equal:
        groups.setdefault(measure(who, equal), []).append(who)
    if len(groups) == 1:
        return ranked(equal, later)
    after = criteria if criterion is Criterion.HEAD_TO_HEAD else later
    order: list[tuple[str, Criterion | None]] = []
    for value in sorted(groups, reverse=True):  # pyright: ignore[reportArgumentType] - values of one kind
        (first, _none), *others = ranked(groups[value], after)
        order += [(first, criterion if order else None), *others]
    return order


def opponents_strength(figures: Mapping[str, Score]) -> dict[str, Fraction]:
    """Everybody's average of their opponents' points a round; 0 for those who met nobody."""
    rates = {who: score.a_round for who, score in figures.items()}
    return {
        who: sum((rates[other] for other in score.opponents), Fraction(0)) / max(1, len(score.opponents))
        for who, score in figures.items()
    }


def best_places(score: Score) -> tuple[int, ...]:
    """How often first, second, and so on; a shared place counts as that place."""
    taken = list(score.places.values())
    return tuple(taken.count(place) for place in range(1, max(taken, default=0) + 1))


def lots_of(event: Event) -> dict[str, int]:
    """The lot of each entrant, 1 the best, drawn for the whole event."""
    entrants = event.in_order()
    drawn = ranks(event.seed_of_round(1), "standings", len(entrants))
    return {entrant.id: lot + 1 for entrant, lot in zip(entrants, drawn, strict=True)}


def decimal(value: Fraction, digits: int = 2) -> str:
    """A fraction as people read it, rounded half up, without needless zeros: 75/2 is "37.5"."""
    scaled = (abs(value) * 10**digits * 2 + 1) // 2
    sign, (whole, rest) = "-" if value < 0 and scaled else "", divmod(scaled, 10**digits)
    return sign + (f"{whole}.{rest:0{digits}}".rstrip("0").rstrip(".") if digits else str(whole))


def _disqualified(entrant: Entrant, after: int) -> bool:
    return entrant.disqualified_after is not None and entrant.disqualified_after <= after
