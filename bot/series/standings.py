"""Several tournaments that count together: who stands where in a season. Pure.

The rules stand in words in `README.md`. Nobody's place in a tournament changes here: its standings go in,
points for each come out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction

import msgspec

from bot.tournaments.pairing.event import Event
from bot.tournaments.pairing.standings import Criterion, Standings

PUBLISHED_POINTS = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
"""What the places of a tournament are worth, if its organisers do not choose otherwise."""
MOST_PLACES, MOST_POINTS, MOST_EVENTS = 64, 9_999, 99


class SeriesRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the tournaments of a series count together."""

    points: tuple[int, ...] = PUBLISHED_POINTS
    """What the places are worth, the first first; empty: the points of each tournament are added up."""
    best: int = 0
    """Only so many of somebody's best results count; 0: all."""


class Placing(msgspec.Struct, frozen=True):
    """How somebody ended in one tournament. `who` tells them from others throughout the season."""

    who: str
    place: int
    sharing: int
    """How many share the place: those whom only the lot has parted."""
    points: Fraction
    """The points that were won in that tournament."""


class Counted(msgspec.Struct, frozen=True):
    """What somebody has from one tournament."""

    place: int
    points: Fraction
    counts: bool
    """Whether the result is among their best, which count."""


class PartedBy(StrEnum):
    """What put somebody below the line above."""

    POINTS = "points"
    PLACES = "places"
    LATEST = "latest"


class SeriesLine(msgspec.Struct, frozen=True):
    """One line of the standings. `events`: one for each tournament of the season; None: did not take part."""

    place: int
    who: str
    points: Fraction
    events: tuple[Counted | None, ...]
    parted_by: PartedBy | None = None
    """None for the first, and for those who share the place above."""


SeriesStandings = tuple[SeriesLine, ...]


# One tournament


def placings(event: Event, standings: Standings, people: Mapping[str, str]) -> tuple[Placing, ...]:
    """Who took part, with their places among those who did. `people`: who an entrant is; an entrant without
    one (somebody who had their data erased) keeps their place, and is nobody in the series.
    """
    took_part = came(event)
    found: list[Placing] = []
    for place, equal in _by_place(standings, took_part):
        found += [
            Placing(people[line.entrant], place, len(equal), line.points)
            for line in equal
            if line.entrant in people
        ]
    best: dict[str, Placing] = {}
    for placing in found:  # the best first: nobody counts twice
        best.setdefault(placing.who, placing)
    return tuple(best.values())


def came(event: Event) -> frozenset[str]:
    """Everybody who came to at least one table that has a result."""
    results, found = event.results_by_pod(), set[str]()
    for round, pod in event.pods():
        result = results.get((round.number, pod.number))
        if result is not None:
            found.update(who for seat, who in enumerate(pod.seats) if who and seat not in result.away)
    return frozenset(found)


def _by_place(standings: Standings, took_part: frozenset[str]) -> Iterator[tuple[int, Standings]]:
    """Those who took part by their places: whom the lot alone has parted share one."""
    groups: list[list[int]] = []
    parted = True
    for at, line in enumerate(standings):
        parted = parted or line.parted_by is not Criterion.LOT
        if line.entrant not in took_part or line.disqualified:
            continue
        if parted or not groups:
            groups.append([])
        groups[-1].append(at)
        parted = False
    place = 1
    for group in groups:
        yield place, tuple(standings[at] for at in group)
        place += len(group)


def worth(placing: Placing, rules: SeriesRules) -> Fraction:
    """The points for a place: those who share one share what their places are worth."""
    if not rules.points:
        return placing.points
    taken = rules.points[placing.place - 1 : placing.place - 1 + placing.sharing]
    return Fraction(sum(taken), placing.sharing)


# All of them


def series_standings(events: Sequence[Sequence[Placing]], rules: SeriesRules) -> SeriesStandings:
    """Everybody in one order, after these tournaments in the order in which they were held."""
    taken: dict[str, list[Placing | None]] = {}
    for at, event in enumerate(events):
        for placing in event:
            taken.setdefault(placing.who, [None] * len(events))[at] = placing
    lines = [_counted(who, mine, rules) for who, mine in taken.items()]
    most = max((placing.place for event in events for placing in event), default=0)
    lines.sort(key=lambda line: (*_key(line, most), line.who))
    ranked: list[SeriesLine] = []
    for at, line in enumerate(lines, 1):
        above = ranked[-1] if ranked else None
        parted_by = None if above is None else _parted(above, line, most)
        place = above.place if above is not None and parted_by is None else at
        ranked.append(msgspec.structs.replace(line, place=place, parted_by=parted_by))
    return tuple(ranked)


def _counted(who: str, mine: Sequence[Placing | None], rules: SeriesRules) -> SeriesLine:
    values = {at: worth(placing, rules) for at, placing in enumerate(mine) if placing is not None}
    best = sorted(values, key=lambda at: (-values[at], at))[: rules.best or None]
    events = tuple(
        None if placing is None else Counted(placing.place, values[at], at in best)
        for at, placing in enumerate(mine)
    )
    return SeriesLine(0, who, sum((values[at] for at in best), Fraction(0)), events)


_Key = tuple[Fraction, tuple[int, ...], tuple[tuple[bool, int], ...]]


def _key(line: SeriesLine, most: int) -> _Key:
    """Less is better: points, then more first places (and so on), then the latest tournaments. `most`: the
    last place that anybody had.
    """
    places = [each.place for each in line.events if each is not None]
    counts = tuple(-places.count(place) for place in range(1, most + 1))
    latest = tuple((each is None, 0 if each is None else each.place) for each in reversed(line.events))
    return -line.points, counts, latest


def _parted(above: SeriesLine, line: SeriesLine, most: int) -> PartedBy | None:
    for which, one, other in zip(PartedBy, _key(above, most), _key(line, most), strict=True):
        if one != other:
            return which
    return None
