"""Who stands where: everybody in one order, and what parted each from the one above.

Criteria are applied one after another to those who are still equal: first how far somebody came (where pods
go on), then points, then the event's tie-breaks in their stated order, and the drawn lot at last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

import msgspec

from bot.tournaments.event import Entrant, Event, TieBreak
from bot.tournaments.lots import ranks
from bot.tournaments.scores import Score, scores


class Criterion(StrEnum):
    """By what two neighbours in the standings are parted."""

    DISQUALIFIED = "disqualified"
    REACHED = "reached"
    """Came to a later round."""
    LAST_ROUND = "last-round"
    """More points in the last round that they came to."""
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


Standings: TypeAlias = tuple[Line, ...]
Value: TypeAlias = Fraction | int | tuple[int, ...]
Measure: TypeAlias = Callable[[str, Sequence[str]], Value]
"""How much of a criterion somebody has among those still equal; more is better."""


def standings(
    event: Event,
    *,
    reached: Mapping[str, int] | None = None,
    last_round: Mapping[str, Fraction] | None = None,
) -> Standings:
    """The table after the event's rounds. `reached`, `last_round`: for formats in which not everybody
    goes on.

    Those who enter in a later round than the next are not in it yet.
    """
    after = len(event.rounds)
    listed = [entrant for entrant in event.in_order() if entrant.first_round <= after + 1]
    told = scores(event)
    lots = lots_of(event)
    measures: dict[Criterion, Measure] = {
        Criterion.DISQUALIFIED: by({entrant.id: -_disqualified(entrant, after) for entrant in listed})
    }
    if reached is not None and last_round is not None:
        measures |= {Criterion.REACHED: by(reached), Criterion.LAST_ROUND: by(last_round)}
    measures |= event_measures(event, told, lots)
    order = ranked([entrant.id for entrant in listed], list(measures.items()))
    known = {entrant.id: entrant for entrant in listed}
    return tuple(
        _line(place, known[who], parted_by, told, lots[who], after)
        for place, (who, parted_by) in enumerate(order, 1)
    )


def event_measures(
    event: Event, told: Mapping[str, Score], lots: Mapping[str, int]
) -> dict[Criterion, Measure]:
    """Points, the tie-breaks in the event's order, the lot."""
    breaks: dict[TieBreak, Callable[[], Measure]] = {
        TieBreak.OPPONENTS: lambda: by(opponents(told)),
        TieBreak.BEST_PLACES: lambda: by({who: places(score) for who, score in told.items()}),
        TieBreak.HEAD_TO_HEAD: lambda: _head_to_head(told),
    }
    return {
        Criterion.POINTS: by({who: score.total for who, score in told.items()}),
        **{Criterion(tie_break.value): breaks[tie_break]() for tie_break in event.options.tie_breaks},
        Criterion.LOT: by({who: -lot for who, lot in lots.items()}),
    }


def by(values: Mapping[str, Value]) -> Measure:
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


def opponents(told: Mapping[str, Score]) -> dict[str, Fraction]:
    """Everybody's average of their opponents' points a round; 0 for those who met nobody."""
    rates = {who: score.a_round for who, score in told.items()}
    return {
        who: sum((rates[other] for other in score.opponents), Fraction(0)) / max(1, len(score.opponents))
        for who, score in told.items()
    }


def places(score: Score) -> tuple[int, ...]:
    """How often first, second, and so on; a shared place counts as that place."""
    taken = list(score.places.values())
    return tuple(taken.count(place) for place in range(1, max(taken, default=0) + 1))


def lots_of(event: Event) -> dict[str, int]:
    """The lot of each entrant, 1 the best, drawn for the whole event."""
    entrants = event.in_order()
    drawn = ranks(event.seed_bytes, "standings", len(entrants))
    return {entrant.id: lot + 1 for entrant, lot in zip(entrants, drawn, strict=True)}


def decimal(value: Fraction, digits: int = 2) -> str:
    """A fraction as people read it, rounded half up, without needless zeros: 75/2 is "37.5"."""
    scaled = (value * 10**digits * 2 + 1) // 2
    whole, rest = divmod(scaled, 10**digits)
    return f"{whole}.{rest:0{digits}}".rstrip("0").rstrip(".") if digits else str(whole)


def _disqualified(entrant: Entrant, after: int) -> bool:
    return entrant.disqualified_after is not None and entrant.disqualified_after <= after


def _head_to_head(told: Mapping[str, Score]) -> Measure:
    """Among those still equal: for each pod that two shared, one up for the better place, one down for
    the worse.
    """

    def measure(who: str, equal: Sequence[str]) -> int:
        beaten = told[who].beaten
        return sum(beaten.get(other, 0) for other in equal)

    return measure


def _line(
    place: int,
    entrant: Entrant,
    parted_by: Criterion | None,
    told: Mapping[str, Score],
    lot: int,
    after: int,
) -> Line:
    score = told[entrant.id]
    met = [told[other].a_round for other in score.opponents]
    return Line(
        place=place,
        entrant=entrant.id,
        points=score.total,
        played=len(score.points),
        opponents=sum(met, Fraction(0)) / max(1, len(met)),
        places=places(score),
        lot=lot,
        parted_by=parted_by,
        dropped=entrant.last_round is not None and entrant.last_round <= after,
        disqualified=_disqualified(entrant, after),
    )
