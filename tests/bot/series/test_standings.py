"""Tournaments that count together: what a place is worth, whose results count, who stands above whom."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.series.standings import (
    PUBLISHED_POINTS,
    PartedBy,
    Placing,
    SeriesRules,
    SeriesStandings,
    came,
    placings,
    series_standings,
    worth,
)
from bot.tournaments.formats import engine
from bot.tournaments.pairing.event import Event, EventOptions, Result
from bot.tournaments.pairing.standings import Criterion, Line
from tests.bot.tournaments.pairing.evening import held

USUAL = SeriesRules()


def event(*names: str | Sequence[str]) -> list[Placing]:
    """A tournament that ended in this order; a list of names shares a place."""
    found: list[Placing] = []
    for each in names:
        equal, place = [each] if isinstance(each, str) else each, len(found) + 1
        found += [Placing(who, place, len(equal), Fraction(100 - place)) for who in equal]
    return found


def order(*events: list[Placing], rules: SeriesRules = USUAL) -> list[tuple[int, str, Fraction]]:
    """Everybody's place and points."""
    return [(line.place, line.who, line.points) for line in series_standings(events, rules)]


def parted(*events: list[Placing], rules: SeriesRules = USUAL) -> list[PartedBy | None]:
    """What parted each from the line above."""
    return [line.parted_by for line in series_standings(events, rules)]


def test_points_are_added_up_by_place() -> None:
    first, second = event("Anne", "Bart", "Calico"), event("Bart", "Calico")
    assert order(first, second) == [(1, "Bart", 43), (2, "Calico", 33), (3, "Anne", 25)]


def test_those_whom_only_the_lot_parted_share_what_their_places_are_worth() -> None:
    [anne, bart, calico] = event(["Anne", "Bart"], "Calico")
    assert [worth(each, USUAL) for each in (anne, bart, calico)] == [Fraction(43, 2), Fraction(43, 2), 15]


def test_only_the_best_results_count_and_the_others_are_shown() -> None:
    events = event("Anne", "Bart"), event("Bart", "Anne"), event("Bart", "Anne")
    [bart, anne] = series_standings(events, SeriesRules(best=2))
    assert (bart.points, anne.points) == (50, 43)
    assert [each.counts for each in bart.events if each] == [False, True, True]
    assert [each.counts for each in anne.events if each] == [True, True, False]


def test_or_the_points_of_the_tournaments_are_added_up() -> None:
    rules = SeriesRules(points=())
    assert order(event("Anne", "Bart"), event("Anne", "Bart"), rules=rules) == [
        (1, "Anne", 198),
        (2, "Bart", 196),
    ]


def test_equal_points_are_parted_by_better_places() -> None:
    rules = SeriesRules(points=(3, 2, 1))
    events = event("Anne", "Bart", "Calico"), event("Dampier", "Bart", "Anne")
    assert order(*events, rules=rules)[:2] == [(1, "Anne", 4), (2, "Bart", 4)]
    assert parted(*events, rules=rules)[1] is PartedBy.PLACES


def test_a_third_place_more_counts_where_all_else_is_equal() -> None:
    rules = SeriesRules(points=(3,))
    events = event("Anne", "X", "Bart"), event("Bart", "Y")
    assert [who for _place, who, _points in order(*events, rules=rules)][:2] == ["Bart", "Anne"]


def test_then_by_the_latest_tournament() -> None:
    rules = SeriesRules(points=(3,))
    events = event("Anne", "Bart"), event("Bart", "Anne")
    assert order(*events, rules=rules) == [(1, "Bart", 3), (2, "Anne", 3)]
    assert parted(*events, rules=rules) == [None, PartedBy.LATEST]


def test_whoever_took_part_stands_before_whoever_did_not() -> None:
    rules = SeriesRules(points=(0,))
    assert [who for _place, who, _points in order(event("Anne"), event("Bart"), rules=rules)] == [
        "Bart",
        "Anne",
    ]


def test_who_are_equal_in_everything_share_the_place() -> None:
    assert [line[0] for line in order(event(["Anne", "Bart"], "Calico"))] == [1, 1, 3]


# out of a tournament


OPTIONS = EventOptions(preferred=3, fewest=3)


def standings_of(told: Event) -> tuple[Line, ...]:
    """As its format has them."""
    return engine.standings(told)


def everybody(told: Event) -> dict[str, str]:
    """Each entrant is somebody."""
    return {entrant.id: f"person {entrant.id}" for entrant in told.entrants}


CUP = held(OPTIONS, [["A", "B", "C"], ["D", "E", "F"]], [["A", "D", "B"], ["E", "C", "F"]])


def test_everybody_who_came_has_the_place_that_the_standings_give() -> None:
    lines, found = standings_of(CUP), placings(CUP, standings_of(CUP), everybody(CUP))
    assert [each.who for each in found] == [f"person {line.entrant}" for line in lines]
    assert [each.points for each in found] == [line.points for line in lines]
    alone = [each.place for each in found if each.sharing == 1]
    assert alone == [line.place for line, each in zip(lines, found, strict=True) if each.sharing == 1]


def test_who_never_came_gets_nothing_and_the_places_behind_close_up() -> None:
    results = tuple(_without(result, told=CUP, who="D") for result in CUP.results)
    absent = replace(CUP, results=results)
    assert came(absent) == frozenset("ABCEF")
    found = placings(absent, standings_of(absent), everybody(absent))
    assert "person D" not in {each.who for each in found}
    assert sum(worth(each, USUAL) for each in found) == sum(PUBLISHED_POINTS[:5])


def _without(result: Result, told: Event, who: str) -> Result:
    [seats] = [
        pod.seats for one, pod in told.pods() if (one.number, pod.number) == (result.round, result.pod)
    ]
    return replace(result, stand_ins=(seats.index(who),)) if who in seats else result


def test_who_was_disqualified_gets_nothing() -> None:
    shut = engine.without(CUP, "A", disqualified=True)
    found = placings(shut, standings_of(shut), everybody(shut))
    assert len(found) == 5
    assert {each.place for each in found} <= {1, 2, 3, 4, 5}
    assert min(each.place for each in found) == 1


def test_who_is_nobody_any_more_keeps_their_place() -> None:
    whole = placings(CUP, standings_of(CUP), everybody(CUP))
    known = {entrant: who for entrant, who in everybody(CUP).items() if entrant != "A"}
    assert placings(CUP, standings_of(CUP), known) == tuple(each for each in whole if each.who != "person A")


def test_a_person_with_two_entries_counts_with_the_better_one() -> None:
    twice = {**everybody(CUP), "F": "person A"}
    found = [each for each in placings(CUP, standings_of(CUP), twice) if each.who == "person A"]
    first = next(each for each in placings(CUP, standings_of(CUP), everybody(CUP)) if each.who == "person A")
    assert found == [first]


def test_lines_that_only_the_lot_parts_are_one_place_also_over_somebody_who_never_came() -> None:
    def line(entrant: str, parted_by: Criterion | None) -> Line:
        zero = Fraction(0)
        return Line(1, entrant, zero, 1, zero, (), 1, parted_by)

    lines = (
        line("A", None),
        line("G", Criterion.LOT),
        line("B", Criterion.LOT),
        line("C", Criterion.POINTS),
    )
    found = placings(CUP, lines, {name: name for name in "ABCG"})
    assert [(each.who, each.place, each.sharing) for each in found] == [("A", 1, 2), ("B", 1, 2), ("C", 3, 1)]


# whatever is played


NAMES = "ABCDEFGH"


@st.composite
def seasons(draw: st.DrawFn) -> list[list[Placing]]:
    """Some tournaments, each of some of the people, some of whom share places."""
    events: list[list[Placing]] = []
    for _event in range(draw(st.integers(1, 5))):
        names = draw(st.permutations(NAMES))[: draw(st.integers(1, len(NAMES)))]
        groups: list[list[str]] = []
        for name in names:
            if groups and draw(st.booleans()) and draw(st.booleans()):
                groups[-1].append(name)
            else:
                groups.append([name])
        events.append(event(*groups))
    return events


RULES = st.builds(
    SeriesRules,
    points=st.lists(st.integers(0, 30), max_size=8).map(lambda points: tuple(sorted(points, reverse=True))),
    best=st.integers(0, 5),
)


@given(seasons(), RULES)
def test_everybody_who_took_part_has_one_line(events: list[list[Placing]], rules: SeriesRules) -> None:
    found = series_standings(events, rules)
    assert sorted(line.who for line in found) == sorted({each.who for event in events for each in event})
    for line in found:
        mine = [next((each for each in event if each.who == line.who), None) for event in events]
        assert [each and each.place for each in line.events] == [each and each.place for each in mine]


@given(seasons(), RULES)
def test_points_are_the_most_that_so_many_results_can_make(
    events: list[list[Placing]], rules: SeriesRules
) -> None:
    for line in series_standings(events, rules):
        values = [each.points for each in line.events if each is not None]
        count = min(rules.best or len(values), len(values))
        assert line.points == max(sum(some, Fraction(0)) for some in combinations(values, count))
        assert sum(1 for each in line.events if each is not None and each.counts) == count


@given(seasons(), RULES)
def test_the_order_falls_and_only_equals_share_a_place(
    events: list[list[Placing]], rules: SeriesRules
) -> None:
    found = series_standings(events, rules)
    assert found[0].place == 1
    for at, (above, line) in enumerate(pairwise(found), 2):
        assert above.points >= line.points
        if line.parted_by is None:
            assert line.place == above.place
            assert [each and each.place for each in above.events] == [
                each and each.place for each in line.events
            ]
        else:
            assert line.place == at
        assert (line.parted_by is PartedBy.POINTS) == (above.points > line.points)


@given(seasons(), RULES, st.randoms())
def test_it_does_not_matter_in_which_order_the_people_are_named(
    events: list[list[Placing]], rules: SeriesRules, chance: Any
) -> None:
    shuffled = [chance.sample(event, len(event)) for event in events]
    assert series_standings(shuffled, rules) == series_standings(events, rules)


@given(seasons(), RULES)
def test_another_tournament_takes_no_points_from_anybody(
    events: list[list[Placing]], rules: SeriesRules
) -> None:
    def points(found: SeriesStandings) -> dict[str, Fraction]:
        return {line.who: line.points for line in found}

    before, after = points(series_standings(events[:-1], rules)), points(series_standings(events, rules))
    assert all(after[who] >= value for who, value in before.items())


@given(seasons(), st.lists(st.integers(0, 30), min_size=8, max_size=8))
def test_a_tournament_gives_out_what_its_places_are_worth(
    events: list[list[Placing]], points: list[int]
) -> None:
    rules = SeriesRules(points=tuple(sorted(points, reverse=True)))
    for one in events:
        assert sum(worth(each, rules) for each in one) == sum(rules.points[: len(one)])
