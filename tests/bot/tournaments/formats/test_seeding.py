"""Pods and byes by rating: the strongest are kept apart, and everybody can compute the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.tournaments.formats.engine import (
    exported,
    imported,
    is_over,
    next_round,
    seeds_hold,
    with_entrant,
    with_round,
    with_seeds,
    without,
)
from bot.tournaments.pairing.event import Event, EventOptions, Fill, Round, Seeding
from bot.tournaments.pairing.pods import seeded
from bot.tournaments.pairing.seeded_random import SeededStream
from tests.bot.tournaments.pairing.evening import event, played, round_played
from tests.support.examples import examples

SNAKE, SPREAD = EventOptions(seeding=Seeding.SNAKE), EventOptions(seeding=Seeding.SPREAD)


def rated(options: EventOptions, ratings: Sequence[int]) -> Event:
    """An event whose entrants, in the order of joining, have these ratings."""
    told = event(options, len(ratings))
    return with_seeds(told, {str(number): rating for number, rating in enumerate(ratings, 1)})


def falling(options: EventOptions, count: int) -> Event:
    """The first to join is the strongest, and so on."""
    return rated(options, range(3000, 3000 - count, -1))


def pods_of(one: Round) -> list[set[int]]:
    return [{int(who) for who in pod.seats if who is not None} for pod in one.pods]


def test_the_snake_goes_through_the_pods_and_back() -> None:
    assert pods_of(next_round(falling(SNAKE, 16))) == [
        {1, 8, 9, 16},
        {2, 7, 10, 15},
        {3, 6, 11, 14},
        {4, 5, 12, 13},
    ]


def test_spread_puts_one_of_each_pot_into_each_pod() -> None:
    pods = pods_of(next_round(falling(SPREAD, 16)))
    for pod in pods:
        assert sorted((number - 1) // 4 for number in pod) == [0, 1, 2, 3]
    assert pods != pods_of(next_round(falling(SNAKE, 16)))


@given(
    count=st.integers(3, 40),
    seeding=st.sampled_from([Seeding.SNAKE, Seeding.SPREAD]),
    format=st.sampled_from(["swiss", "knock-out", "groups"]),
    fill=st.sampled_from(Fill),
)
@examples(60)
def test_everybody_sits_once_and_the_strongest_sit_apart(
    count: int, seeding: Seeding, format: str, fill: Fill
) -> None:
    options = EventOptions(format=format, seeding=seeding, fill=fill)
    told = falling(options, count)
    first = next_round(told)
    sitting = [who for pod in first.pods for who in pod.seats if who is not None] + list(first.byes)
    assert sorted(map(int, sitting)) == list(range(1, count + 1))
    if format != "groups":
        best = {int(who) for who in sitting if who not in first.byes}
        top = set(sorted(best)[: len(first.pods)])
        assert all(len(pod & top) == 1 for pod in pods_of(first))
    assert next_round(imported(exported(told))) == first


@given(ratings=st.lists(st.integers(-200, 2500), min_size=3, max_size=30))
@examples(60)
def test_the_numbers_follow_from_the_ratings_and_equals_from_the_lot(ratings: list[int]) -> None:
    told = rated(SNAKE, ratings)
    assert seeds_hold(told)
    in_order = sorted(told.entrants, key=lambda entrant: entrant.seed)
    assert [entrant.rating for entrant in in_order] == sorted(ratings, reverse=True)
    assert seeds_hold(with_entrant(with_round(told, next_round(told)), "late"))
    first, second, *rest = told.entrants
    changed = replace(first, seed=second.seed), replace(second, seed=first.seed)
    assert not seeds_hold(replace(told, entrants=(*changed, *rest))) or first.rating == second.rating
    forged = replace(first, rating=(first.rating or 0) + 10_000), second, *rest
    assert seeds_hold(replace(told, entrants=forged)) == (first.seed == 1)


def test_equals_are_in_the_order_of_the_lot_and_not_of_joining() -> None:
    told = rated(SNAKE, [1000] * 12)
    assert [entrant.seed for entrant in told.entrants] != list(range(1, 13))
    assert {entrant.seed for entrant in told.entrants} == set(range(1, 13))


def test_a_bye_brings_the_strongest_on_in_a_knock_out_and_consoles_the_weakest_in_a_swiss() -> None:
    fours = {"fewest": 4, "most": 4, "preferred": 4, "seeding": Seeding.SNAKE}
    assert next_round(falling(EventOptions(format="knock-out", **fours), 9)).byes == ("1",)
    assert next_round(falling(EventOptions(**fours), 9)).byes == ("9",)


@pytest.mark.parametrize("seeding", [Seeding.SNAKE, Seeding.SPREAD])
def test_those_of_one_knock_out_pod_are_parted_in_the_next_round(seeding: Seeding) -> None:
    options = EventOptions(format="knock-out", go_on=2, seeding=seeding, fewest=4, most=4, preferred=4)
    told = round_played(falling(options, 32))
    second = next_round(told)
    together = {
        frozenset(pair) for pod in told.rounds[0].pods for pair in combinations(filter(None, pod.seats), 2)
    }
    again = [
        pair
        for pod in second.pods
        for pair in combinations(filter(None, pod.seats), 2)
        if frozenset(pair) in together
    ]
    assert len(second.pods) == 4
    assert not again


def test_later_rounds_of_a_swiss_go_by_points_and_who_enters_late_comes_last() -> None:
    told = round_played(falling(SNAKE, 16))
    by_lot = replace(told, options=replace(told.options, seeding=Seeding.LOT))
    assert next_round(told) == next_round(by_lot)
    late = with_entrant(falling(EventOptions(seeding=Seeding.SNAKE, fewest=3, most=3, preferred=3), 6), "new")
    assert next_round(late).byes == ("new",)


@pytest.mark.parametrize("format", ["swiss", "knock-out", "groups"])
def test_a_whole_event_by_ratings_ends_also_when_some_drop_out(format: str) -> None:
    told = round_played(falling(EventOptions(format=format, seeding=Seeding.SPREAD, go_on=2), 17))
    for who in ("2", "9", "14"):
        told = without(told, who)
    assert is_over(played(told))


def test_the_sums_of_a_snake_are_even() -> None:
    pods = seeded([4] * 8, [], SeededStream(b"x" * 32, "pods"), snake=True)
    assert {sum(pod) for pod in pods} == {62}


def test_those_of_one_team_sit_apart_in_a_seeded_first_round_as_far_as_their_pots_let_them() -> None:
    told = falling(replace(SNAKE, team_size=2), 16)
    # 1 and 8 would sit together, as would 2 and 7.
    teams = {"1": "Rum", "8": "Rum", "2": "Gold", "7": "Gold"}
    entrants = (replace(entrant, team=teams.get(entrant.id, "")) for entrant in told.entrants)
    first = next_round(replace(told, entrants=tuple(entrants)))
    for pod in first.pods:
        named = [teams[who] for who in pod.seats if who in teams]
        assert len(named) == len(set(named))
