"""All-play-all: every pair meets as evenly as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tournaments.pairing.event import EventOptions, Fill
from bot.tournaments.pairing.fixtures import Fixture, pattern, schedule, unevenness
from bot.tournaments.pairing.layouts import layout
from bot.tournaments.pairing.seeded_random import SeededStream
from tests.support.examples import examples


def fixtures(people: int, rounds: int, options: EventOptions) -> list[Fixture]:
    return schedule(layout(people, options), rounds, SeededStream(bytes(32), "test"))


def meetings(rounds: Sequence[Fixture]) -> Counter[tuple[int, int]]:
    return Counter(pair for one in rounds for pod in one.pods for pair in combinations(sorted(pod), 2))


def only(size: int) -> EventOptions:
    return EventOptions(fewest=size, most=size, preferred=size)


@pytest.mark.parametrize("people", [2, 4, 6, 8, 20])
def test_pairs_of_an_even_number_all_meet_once(people: int) -> None:
    found = fixtures(people, people - 1, only(2))
    assert set(meetings(found).values()) == {1}
    assert len(meetings(found)) == people * (people - 1) // 2


@pytest.mark.parametrize("people", [3, 5, 7, 21])
def test_pairs_of_an_odd_number_all_meet_once_with_one_bye_each(people: int) -> None:
    found = fixtures(people, people, only(2))
    assert set(meetings(found).values()) == {1}
    assert sorted(who for one in found for who in one.byes) == list(range(people))


@pytest.mark.parametrize(("people", "size", "rounds"), [(9, 3, 4), (16, 4, 5), (25, 5, 6), (64, 8, 9)])
def test_a_square_of_people_all_meet_exactly_once(people: int, size: int, rounds: int) -> None:
    found = fixtures(people, rounds, only(size))
    assert len(meetings(found)) == people * (people - 1) // 2
    assert set(meetings(found).values()) == {1}


def test_eight_in_fours_meet_three_times_each_in_seven_rounds() -> None:
    assert set(meetings(fixtures(8, 7, only(4))).values()) == {3}


def test_128_players_meet_nobody_twice_in_a_month_nor_in_a_year_of_ten_weeks() -> None:
    assert max(meetings(fixtures(128, 10, EventOptions())).values()) == 1


@pytest.mark.parametrize(("people", "rounds"), [(27, 5), (28, 7), (19, 5), (32, 8), (43, 11)])
def test_the_pattern_serves_numbers_that_do_not_fill_all_pods(people: int, rounds: int) -> None:
    sizes = layout(people, EventOptions()).people
    laid = pattern(sizes, rounds)
    assert len(laid) == rounds
    assert max(meetings([Fixture(pods) for pods in laid]).values()) == 1
    for pods in laid:
        assert tuple(map(len, pods)) == sizes
        assert sorted(who for pod in pods for who in pod) == list(range(people))


@pytest.mark.parametrize(
    ("people", "size", "rounds", "uneven"), [(12, 3, 6, 6), (15, 3, 7, 14), (20, 4, 7, 20)]
)
@pytest.mark.long
def test_where_no_pattern_is_known_meetings_are_nearly_even(
    people: int, size: int, rounds: int, uneven: int
) -> None:
    """`uneven`: twice the number of meetings that would have to move to make all even."""
    met = meetings(fixtures(people, rounds, only(size)))
    rows = [[met[min(one, other), max(one, other)] for other in range(people)] for one in range(people)]
    assert unevenness(rows) <= uneven


@given(
    st.integers(3, 40),
    st.integers(1, 4),
    st.sampled_from(Fill),
    st.sampled_from([(3, 4, 6), (4, 4, 4), (2, 2, 2)]),
)
@examples(25)
def test_everybody_is_in_every_round_once_and_byes_go_round(
    people: int, rounds: int, fill: Fill, limits: tuple[int, int, int]
) -> None:
    fewest, preferred, most = limits
    if people < fewest:
        return
    found = fixtures(people, rounds, EventOptions(fewest=fewest, preferred=preferred, most=most, fill=fill))
    assert len(found) == rounds
    for one in found:
        assert sorted([who for pod in one.pods for who in pod] + one.byes) == list(range(people))
    byes = Counter(who for one in found for who in one.byes)
    had = [byes[who] for who in range(people)]
    assert max(had) - min(had) <= 1


def test_seven_at_one_table_of_four_have_each_had_three_byes_after_seven_rounds() -> None:
    byes = Counter(who for one in fixtures(7, 7, only(4)) for who in one.byes)
    assert byes == dict.fromkeys(range(7), 3)


def test_who_had_byes_before_has_the_next_one_last() -> None:
    (found,) = schedule(
        layout(9, only(4)), 1, SeededStream(bytes(32), "test"), byes=[2, 1, 1, 1, 0, 1, 1, 1, 1]
    )
    assert found.byes == [4]


def test_what_was_met_before_is_made_up_for() -> None:
    met = [{other: 1 for other in range(4) if other != who} for who in range(4)] + [{} for _who in range(4)]
    found = schedule(layout(8, only(4)), 1, SeededStream(bytes(32), "test"), met=met)
    assert all(len({0, 1, 2, 3} & set(pod)) == 2 for pod in found[0].pods)
