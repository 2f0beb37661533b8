"""Standings by hand: who stands where, and what parted them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tournaments.formats.engine import standings, with_result, with_round, without
from bot.tournaments.pairing.event import Event, EventOptions, Pod, Result, Round, Stage, TieBreak
from bot.tournaments.pairing.standings import Criterion, Line, decimal
from tests.bot.tournaments.pairing.evening import ended, entrants, event, held, played, recompute
from tests.support.examples import examples


def lines(told: Event) -> dict[str, Line]:
    return {line.entrant: line for line in standings(told)}


def order(told: Event) -> list[str]:
    return [line.entrant for line in standings(told)]


def test_points_of_all_rounds_are_added_whatever_the_size_of_the_pods() -> None:
    told = held(
        EventOptions(),
        [["Anne", "Bill", "Cora"], ["Dirk", "Edda", "Finn", "Gret"]],
        [["Dirk", "Anne", "Finn", "Bill"], ["Gret", "Edda", "Cora"]],
    )
    assert [(line.entrant, line.points) for line in standings(told)][:2] == [("Dirk", 120), ("Anne", 100)]
    assert lines(told)["Cora"].points == 0
    assert lines(told)["Edda"].points == 70


def test_who_had_the_stronger_opponents_stands_before_an_equal() -> None:
    # Anne and Dirk both won once and lost once, but Anne met Gina, who won everything.
    told = held(
        EventOptions(),
        [["Gina", "Anne"], ["Dirk", "Bill"], ["Cora", "Edda"]],
        [["Anne", "Bill"], ["Cora", "Dirk"], ["Gina", "Edda"]],
        [["Gina", "Cora"], ["Edda", "Anne"], ["Bill", "Dirk"]],
    )
    assert lines(told)["Anne"].points == lines(told)["Dirk"].points == 60
    # Anne met Gina (60 a round), Bill (20) and Edda (20); Dirk met Bill (20), Cora (40) and Bill again (20).
    assert lines(told)["Anne"].opponents == Fraction(100, 3)
    assert lines(told)["Dirk"].opponents == Fraction(80, 3)
    assert order(told).index("Anne") < order(told).index("Dirk")
    assert lines(told)["Dirk"].parted_by is Criterion.OPPONENTS


def test_a_first_and_a_last_place_are_better_than_two_in_the_middle() -> None:
    options = EventOptions(tie_breaks=(TieBreak.BEST_PLACES,))
    told = held(
        options,
        [["Anne", "Bill", "Cora"], ["Dirk", "Edda", "Finn"]],
        [["Dirk", "Bill", "Anne"], ["Cora", "Edda", "Finn"]],
    )
    assert lines(told)["Anne"].points == lines(told)["Bill"].points == 60
    assert lines(told)["Anne"].places == (1, 0, 1)
    assert lines(told)["Bill"].places == (0, 2)
    assert order(told).index("Anne") < order(told).index("Bill")
    assert lines(told)["Bill"].parted_by in (Criterion.BEST_PLACES, Criterion.LOT)


def test_of_two_equals_the_one_who_placed_better_where_they_met_stands_first() -> None:
    options = EventOptions(tie_breaks=(TieBreak.HEAD_TO_HEAD,))
    told = held(options, [["Anne", "Bill"], ["Cora", "Dirk"]], [["Bill", "Cora"], ["Dirk", "Anne"]])
    # Everybody has 60, and has won and lost once among the four: that parts nobody.
    assert {line.points for line in standings(told)} == {60}
    assert {line.parted_by for line in standings(told)[1:]} == {Criterion.LOT}
    told = held(options, [["Anne", "Bill"], ["Cora", "Dirk"]], [["Bill", "Dirk"], ["Cora", "Anne"]])
    assert order(told) == ["Cora", "Anne", "Bill", "Dirk"]
    assert [line.parted_by for line in standings(told)] == [
        None,
        Criterion.POINTS,
        Criterion.HEAD_TO_HEAD,
        Criterion.POINTS,
    ]


def test_who_is_still_equal_after_head_to_head_is_compared_again_among_themselves() -> None:
    options = EventOptions(tie_breaks=(TieBreak.HEAD_TO_HEAD,), points={2: (0, 0)}, preferred=2, fewest=2)
    # No points at all: Anne beat Bill and Cora, Cora beat Dirk and lost once, Bill beat Dirk and Cora.
    told = held(
        options,
        [["Anne", "Bill"], ["Cora", "Dirk"]],
        [["Bill", "Cora"], ["Anne", "Dirk"]],
        [["Dirk", "Bill"]],
    )
    # Sums: Anne 2, Bill 1 - 1 - 1 = -1, Cora 0, Dirk 1 - 1 - 1 = -1; between Bill and Dirk, Dirk won.
    assert order(told) == ["Anne", "Cora", "Dirk", "Bill"]
    assert lines(told)["Bill"].parted_by is Criterion.HEAD_TO_HEAD


def test_the_lot_parts_those_whom_nothing_else_parts_and_another_seed_draws_another() -> None:
    seeds = [f"{number:064x}" for number in range(20)]
    drawn = {tuple(line.entrant for line in standings(event(EventOptions(), 6, seed))) for seed in seeds}
    assert len(drawn) > 10
    first = standings(event(EventOptions(), 6))
    assert [line.lot for line in first] == [1, 2, 3, 4, 5, 6]
    assert {line.parted_by for line in first[1:]} == {Criterion.LOT}


def one_table(places: tuple[int, ...], **more: object) -> dict[str, Line]:
    """One pod of four (1, 2, 3, 4 in this order of seats) with this result."""
    told = event(EventOptions(), 4)
    told = with_round(told, Round(1, Stage.SWISS, (Pod(1, ("1", "2", "3", "4")),)))
    return lines(with_result(told, Result(round=1, pod=1, places=places, **more)))  # type: ignore[arg-type]


def points(table: dict[str, Line]) -> list[Fraction]:
    return [table[who].points for who in ("1", "2", "3", "4")]


def test_joint_places_share_the_average_of_the_places_they_take_up() -> None:
    assert points(one_table((1, 2, 2, 4))) == [60, 30, 30, 0]


def test_a_walk_over_is_last_and_the_others_get_the_points_of_a_full_pod() -> None:
    table = one_table((2, 0, 1, 3), walk_overs=(1,))
    assert points(table) == [40, 0, 60, 20]
    assert table["2"].places == ()
    assert table["2"].played == 1
    assert table["1"].opponents == 40, "who never came is nobody's opponent"


def test_who_comes_alone_wins() -> None:
    assert points(one_table((0, 0, 1, 0), walk_overs=(0, 1, 3))) == [0, 0, 60, 0]


def test_a_robot_for_somebody_who_never_came_takes_its_place_and_they_get_nothing() -> None:
    table = one_table((2, 1, 3, 4), stand_ins=(1,))
    assert points(table) == [40, 0, 20, 0]
    assert table["2"].places == ()


def test_a_void_table_is_worth_a_bye_to_those_who_came() -> None:
    table = one_table((), void=True, walk_overs=(3,))
    assert points(table) == [30, 30, 30, 0]
    assert table["1"].places == ()
    assert table["1"].opponents == 0


def test_a_bye_is_worth_thirty_and_has_no_opponents() -> None:
    told = held(EventOptions(fewest=4, most=4), [["Anne", "Bill", "Cora", "Dirk"]], byes=[["Edda"]])
    assert lines(told)["Edda"].points == 30
    assert lines(told)["Edda"].opponents == 0
    assert lines(told)["Edda"].played == 1
    assert order(told) == ["Anne", "Bill", "Edda", "Cora", "Dirk"]


def test_who_drops_out_keeps_points_and_line_and_who_is_disqualified_stands_last() -> None:
    told = held(EventOptions(), [["Anne", "Bill", "Cora"], ["Dirk", "Edda", "Finn"]])
    told = without(told, "Anne")
    assert order(told)[:2] in (["Anne", "Dirk"], ["Dirk", "Anne"])
    assert lines(told)["Anne"].dropped
    told = without(told, "Anne", disqualified=True)
    assert order(told)[-1] == "Anne"
    assert lines(told)["Anne"].parted_by is Criterion.DISQUALIFIED
    assert lines(told)["Bill"].points == 30, "what others got stays"


def test_an_opponent_who_drops_out_early_counts_for_no_less() -> None:
    told = held(
        EventOptions(), [["Anne", "Bill", "Cora"], ["Dirk", "Edda", "Finn"]], [["Bill", "Dirk", "Edda"]]
    )
    # Anne won her only round; Bill and Cora still have her as an opponent of 60 points a round.
    assert lines(told)["Cora"].opponents == (60 + Fraction(90, 2)) / 2


def test_a_corrected_result_counts_in_the_standings_at_once() -> None:
    told = held(EventOptions(), [["Anne", "Bill", "Cora"]])
    told = ended(told, told.rounds[0].pods[0], (3, 2, 1))
    assert order(told) == ["Cora", "Bill", "Anne"]


@pytest.fixture(scope="module")
def three_rounds() -> Event:
    """Of twelve people."""
    return played(event(EventOptions(rounds=3), 12))


@given(shuffle=st.permutations(range(12)))
@examples(10)
def test_the_order_of_entrants_and_of_results_in_an_export_does_not_matter(
    three_rounds: Event, shuffle: list[int]
) -> None:
    told = three_rounds
    mixed = Event(
        options=told.options,
        seed=told.seed,
        entrants=tuple(told.entrants[at] for at in shuffle),
        rounds=told.rounds,
        results=tuple(sorted(told.results, key=lambda result: shuffle[result.pod])),
    )
    assert standings(mixed) == standings(told)
    assert recompute(mixed).differs_from is None


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [
        (Fraction(75, 2), 2, "37.5"),
        (Fraction(100, 3), 2, "33.33"),
        (Fraction(200, 3), 2, "66.67"),
        (Fraction(1, 200), 2, "0.01"),
        (Fraction(60), 2, "60"),
        (Fraction(100), 0, "100"),
        (Fraction(5, 2), 0, "3"),
    ],
)
def test_fractions_are_written_as_people_read_them(value: Fraction, digits: int, shown: str) -> None:
    assert decimal(value, digits) == shown


def test_entrants_are_listed_before_the_first_round() -> None:
    assert {line.entrant for line in standings(event(EventOptions(), 5))} == {one.id for one in entrants(5)}
