"""That pairing is measured beside an optimiser that finds the best, by figures that say what they claim."""

from __future__ import annotations

import math
from random import Random

import pytest

from benches.annealing import annealed
from benches.bench_pairing import above, ours, plain
from benches.evenings import fields
from bot.tournaments.pairing.pods import cost, cut


def test_the_annealer_finds_no_worse_pods_than_ours_in_a_small_field() -> None:
    (_first, *_between, (field, pods)) = fields(9, 4, Random(5))
    assert annealed(field, Random(5)) == cost(field, pods)
    assert cost(field, cut(field)) > cost(field, pods)


def test_the_plain_way_seats_everybody_and_makes_cut_pods_better() -> None:
    (*_before, (field, _pods)) = fields(64, 5, Random(6))
    laid = plain(field)
    assert sorted(who for pod in laid for who in pod) == list(range(64))
    assert cost(field, ours(field)) <= cost(field, laid) < cost(field, cut(field))


@pytest.mark.parametrize(
    ("mine", "best", "worse"),
    [
        ((3, 500), (3, 500), 0),
        ((2, 900), (3, 500), 0),
        ((3, 105), (3, 100), 0.05),
        ((11, 100), (10, 900), 0.1),
        ((1, 100), (0, 900), math.inf),
        ((0, 100), (0, 0), math.inf),
    ],
)
def test_worse_is_first_in_repeats_then_in_spread(
    mine: tuple[int, int], best: tuple[int, int], worse: float
) -> None:
    assert above(mine, best) == pytest.approx(worse)


def test_nobody_in_an_evening_of_the_bench_plays_twice_in_a_round() -> None:
    for field, pods in fields(23, 4, Random(7)):
        assert sorted(who for pod in pods for who in pod) == list(range(23))
        assert all(
            field.met[other][who] == times
            for who, met in enumerate(field.met)
            for other, times in met.items()
        )
