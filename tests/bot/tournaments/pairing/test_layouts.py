"""How many pods of which size."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tournaments.pairing.event import EventOptions, Fill, PairingError, PairingProblem
from bot.tournaments.pairing.layouts import Layout, layout, seatable


@pytest.mark.parametrize(
    ("people", "pods"),
    [
        (3, [3]),
        (5, [5]),
        (6, [3, 3]),
        (7, [4, 3]),
        (9, [5, 4]),
        (10, [4, 3, 3]),
        (16, [4] * 4),
        (18, [4, 4, 4, 3, 3]),
    ],
)
def test_pods_of_three_to_six_are_as_near_four_as_can_be(people: int, pods: list[int]) -> None:
    assert layout(people, EventOptions()).sizes == tuple(pods)


def test_where_only_fours_are_possible_nine_people_have_two_pods_and_one_bye() -> None:
    assert layout(9, EventOptions(fewest=4, most=4)) == Layout((4, 4), (0, 0), 1)


def test_where_only_fours_are_possible_nine_people_have_three_pods_with_a_robot_each() -> None:
    options = EventOptions(fewest=4, most=4, fill=Fill.ROBOTS)
    assert layout(9, options) == Layout((3, 3, 3), (1, 1, 1))


def test_two_people_can_play_with_robots_but_not_with_byes() -> None:
    assert layout(2, EventOptions(fill=Fill.ROBOTS)) == Layout((2,), (1,))
    with pytest.raises(PairingError) as refused:
        layout(2, EventOptions())
    assert refused.value.trouble is PairingProblem.TOO_FEW


LIMITS = st.lists(st.integers(2, 10), min_size=3, max_size=3).map(sorted)


@given(st.integers(1, 300), LIMITS, st.sampled_from(Fill))
def test_everybody_is_seated_in_equal_pods_within_the_limits(
    people: int, limits: list[int], fill: Fill
) -> None:
    fewest, preferred, most = limits
    options = EventOptions(fewest=fewest, preferred=preferred, most=most, fill=fill)
    if fill is Fill.BYES and people < fewest:
        with pytest.raises(PairingError):
            layout(people, options)
        return
    laid = layout(people, options)
    assert sum(laid.people) + laid.byes == people
    assert all(fewest <= size <= most for size in laid.sizes)
    for counted in (laid.sizes, laid.people, laid.robots):
        assert max(counted) - min(counted) <= 1
    assert sum(laid.robots) < fewest
    if fill is Fill.ROBOTS:
        assert laid.byes == 0
    else:
        assert sum(laid.robots) == 0


@given(st.integers(3, 300), LIMITS)
def test_no_bye_can_be_avoided(people: int, limits: list[int]) -> None:
    fewest, preferred, most = limits
    if people < fewest:
        return
    byes = layout(people, EventOptions(fewest=fewest, preferred=preferred, most=most)).byes
    for fewer in range(byes):
        pods = [number for number in range(1, people) if fewest * number <= people - fewer <= most * number]
        assert pods == []


@given(st.integers(1, 300), st.sampled_from(Fill))
def test_so_many_are_seatable_exactly_if_they_need_neither_byes_nor_robots(people: int, fill: Fill) -> None:
    options = EventOptions(fewest=4, most=5, fill=fill)
    try:
        laid = layout(people, options)
    except PairingError:
        assert not seatable(people, options)
    else:
        assert seatable(people, options) == (laid.byes == sum(laid.robots) == 0)
