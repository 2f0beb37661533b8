"""Who plays together: like scores, fewest repeated meetings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benches.evenings import fields
from bot.tournaments.pairing.event import EventOptions
from bot.tournaments.pairing.layouts import layout
from bot.tournaments.pairing.pods import Field, Search, arrange, cost, cut
from bot.tournaments.pairing.seeded_random import SeededStream
from tests.support.examples import examples

SEED = bytes(32)


def pods(field: Field) -> list[list[int]]:
    return arrange(field, SeededStream(SEED, "test"))


def nobody_met(people: int) -> list[dict[int, int]]:
    return [{} for _who in range(people)]


def all_ways(people: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to seat them in pods of these sizes."""
    if not people:
        yield []
        return
    first, *others = people
    for size in sorted(set(sizes)):
        left = list(sizes)
        left.remove(size)
        for mates in combinations(others, size - 1):
            rest = [who for who in others if who not in mates]
            for way in all_ways(rest, left):
                yield [(first, *mates), *way]


def best_cost(field: Field) -> tuple[int, int]:
    """Found by trying everything."""
    return min(cost(field, way) for way in all_ways(range(len(field.scores)), field.sizes))


def test_when_nobody_has_met_like_scores_sit_together() -> None:
    field = Field([0, 40, 60, 20, 0, 40, 60, 20, 60, 40, 0, 20], nobody_met(12), [3, 3, 3, 3])
    assert pods(field) == [[2, 6, 8], [1, 5, 9], [3, 7, 11], [0, 4, 10]]


def test_equals_are_cut_in_the_order_of_the_lot() -> None:
    field = Field([0] * 7, nobody_met(7), [4, 3])
    assert pods(field) == [[0, 1, 2, 3], [4, 5, 6]]


def test_those_who_met_are_parted_even_if_scores_differ_more_for_it() -> None:
    met = nobody_met(6)
    met[0][1] = met[1][0] = 1
    found = pods(Field([60, 60, 60, 0, 0, 0], met, [3, 3]))
    assert all(not {0, 1} <= set(pod) for pod in found)


def test_if_somebody_must_be_met_again_it_is_who_was_met_least() -> None:
    met: list[dict[int, int]] = [{other: 2 for other in range(6) if other != who} for who in range(6)]
    for one, other in combinations((0, 2, 4), 2):
        met[one][other] = met[other][one] = 1
    found = pods(Field([0] * 6, met, [3, 3]))
    assert [0, 2, 4] in found


def test_the_larger_pod_is_where_it_keeps_scores_together() -> None:
    field = Field([60, 60, 60, 0, 0, 0, 0], nobody_met(7), [4, 3])
    assert pods(field) == [[0, 1, 2], [3, 4, 5, 6]]


@pytest.mark.parametrize("people", [6, 7, 8, 9])
def test_small_fields_are_paired_as_well_as_can_be(people: int) -> None:
    for number in range(3):
        for field, found in fields(people, 5, Random(10 * people + number)):
            assert cost(field, found) == best_cost(field)


class Counted(SeededStream):
    """Counts what is drawn."""

    drawn = 0

    def below(self, limit: int) -> int:
        self.drawn += 1
        return super().below(limit)


def test_while_even_one_pair_must_meet_again_it_is_tried_three_times_as_long() -> None:
    def tries(scores: list[int], met: list[dict[int, int]]) -> int:
        chance = Counted(SEED, "test")
        found = arrange(Field(scores, met, [2, 2]), chance)
        assert cost(Field(scores, met, [2, 2]), found) == ((1, 0) if any(met) else (0, 1))
        return chance.drawn

    somebody_met_all = [{1: 1, 2: 1, 3: 1}, {0: 1}, {0: 1}, {0: 1}]
    assert tries([0] * 4, somebody_met_all) > 2 * tries([0, 0, 0, 1], nobody_met(4))


def test_512_players_meet_nobody_twice_in_seven_rounds_of_fours() -> None:
    rounds = list(fields(512, 7, Random(3)))
    assert [cost(field, found)[0] for field, found in rounds] == [0] * 7
    assert sum(cost(field, cut(field))[0] for field, _found in rounds) > 50, "which cutting alone does not do"


PEOPLE = st.integers(3, 24)


@st.composite
def any_field(draw: st.DrawFn) -> Field:
    people = draw(PEOPLE)
    random = Random(draw(st.integers(0, 2**32)))
    met = nobody_met(people)
    for one, other in combinations(range(people), 2):
        if times := random.choice((0, 0, 0, 1, 1, 2)):
            met[one][other] = met[other][one] = times
    scores = [random.choice((0, 15, 20, 30, 40, 60)) for _who in range(people)]
    return Field(scores, met, layout(people, EventOptions()).people)


@given(any_field())
@examples(20)
def test_everybody_sits_once_in_pods_of_the_sizes_asked_for_and_no_worse_than_cut(field: Field) -> None:
    found = pods(field)
    assert sorted(who for pod in found for who in pod) == list(range(len(field.scores)))
    assert sorted(map(len, found)) == sorted(field.sizes)
    assert cost(field, found) <= cost(field, cut(field))
    assert found == pods(field)


@given(any_field(), st.data())
@examples(60)
def test_what_an_exchange_saves_is_known_before_it_is_made(field: Field, data: st.DataObject) -> None:
    search = Search(field, cut(field))
    if len(search.pods) == 1:
        return
    for _exchange in range(5):
        before = cost(field, search.pods)
        who = data.draw(st.sampled_from(range(len(field.scores))))
        others = [pod for pod in range(len(search.pods)) if pod != search.home[who]]
        saving, partner, _pod = search.best_exchange(who, others)
        tried = []
        for other in (other for pod in others for other in search.pods[pod]):
            search.exchange(who, other)
            tried.append((cost(field, search.pods), other))
            search.exchange(other, who)
        least = min(tried)[0]
        if partner < 0:
            assert least >= before
            return
        search.exchange(who, partner)
        after = cost(field, search.pods)
        assert after == least
        assert saving == search.repeat * (after[0] - before[0]) + after[1] - before[1]
        assert search.cost() == 2 * (search.repeat * after[0] + after[1])
