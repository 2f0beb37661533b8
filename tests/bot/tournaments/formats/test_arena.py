"""Who is drawn in an arena, and when: by the event alone."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tournaments.formats import arena, engine
from bot.tournaments.formats.arena import BREATH, LONG_PATIENCE, PATIENCE
from bot.tournaments.pairing.event import Event, EventOptions, Fill, PairingError, PairingProblem, Result
from bot.tournaments.pairing.standings import points_by_place, scores
from tests.support.examples import examples

SEED = "a7e4" * 16


def begun(people: int, **options: Any) -> Event:
    """An arena in which so many wait."""
    event = Event(options=EventOptions(format="arena", **options), seed=SEED)
    for number in range(1, people + 1):
        event = engine.with_entrant(event, str(number))
    return event


def drawn(event: Event) -> Event:
    """The same with the next tables open."""
    return engine.with_round(event, engine.next_round(event))


def ended(event: Event, number: int) -> Event:
    """The same with a result at the pod of this number: whoever sits first wins, and so on."""
    round, pod = next(each for each in event.pods() if each[1].number == number)
    places = tuple(range(1, len(pod.seats) + 1))
    return engine.with_result(event, Result(round=round.number, pod=number, places=places))


def names(event: Event) -> set[str]:
    """The ids of those who wait for a table."""
    return {entrant.id for entrant in arena.free(event)}


def test_tables_are_drawn_while_others_play_of_those_alone_who_are_free() -> None:
    event = drawn(begun(12))
    assert [pod.number for pod in event.rounds[0].pods] == [1, 2, 3]
    event = ended(ended(event, 1), 3)
    was = {pod.number: set(pod.seats) for pod in event.rounds[0].pods}
    assert names(event) == was[1] | was[3]
    event = drawn(event)
    assert [pod.number for pod in event.rounds[1].pods] == [4, 5]
    assert set(event.rounds[1].everybody) == was[1] | was[3]
    assert not names(event)


def test_of_two_tables_that_ended_nobody_sits_with_all_the_same_again() -> None:
    event = drawn(ended(ended(drawn(begun(12)), 1), 2))
    before = [set(pod.seats) for pod in event.rounds[0].pods]
    assert all(len(set(pod.seats) & was) == 2 for pod in event.rounds[1].pods for was in before[:2])


def test_others_are_waited_for_longest_where_the_same_would_sit_together_again() -> None:
    event = begun(12)
    assert arena.patience(event) == BREATH  # nobody plays: nobody need be waited for
    event = ended(drawn(event), 1)
    assert arena.patience(event) == LONG_PATIENCE
    assert arena.patience(engine.with_entrant(event, "late")) == PATIENCE
    assert arena.patience(ended(event, 2)) == PATIENCE
    assert arena.patience(ended(ended(event, 2), 3)) == BREATH


def test_who_has_played_least_finds_a_seat_where_not_all_do() -> None:
    event = ended(drawn(begun(8, fewest=4, most=4)), 1)
    event = engine.with_entrant(event, "late")
    sits = set(engine.next_round(event).everybody)
    assert "late" in sits
    assert len(sits) == 4
    assert not engine.next_round(event).byes


def test_robots_fill_up_a_table_of_two_and_never_play_with_one_alone() -> None:
    event = begun(3, fill=Fill.ROBOTS)
    event = engine.sitting_out(event, "3", on=True)
    assert engine.next_round(event).pods[0].seats.count(None) == 1
    with pytest.raises(PairingError) as refused:
        engine.next_round(engine.sitting_out(event, "2", on=True))
    assert refused.value.trouble is PairingProblem.TOO_FEW
    assert arena.patience(engine.sitting_out(event, "2", on=True)) is None


def test_two_with_robots_wait_longer_for_people() -> None:
    event = ended(drawn(begun(7, fill=Fill.ROBOTS)), 2)
    for who in sorted(names(event))[:-1]:
        event = engine.sitting_out(event, who, on=True)
    event = engine.with_entrant(event, "late")
    assert arena.patience(event) == LONG_PATIENCE


def test_whoever_pauses_stays_so_until_they_are_back() -> None:
    event = engine.sitting_out(ended(drawn(begun(12)), 1), "1", on=True)
    event = engine.still_sitting_out(drawn(ended(event, 2)))
    for number in (3, 4, 5):
        event = ended(event, number)
    assert "1" not in names(event)
    assert "1" in names(engine.sitting_out(event, "1", on=False))


def test_no_table_begins_once_it_is_closed() -> None:
    event = arena.closed(ended(drawn(begun(8)), 1))
    assert engine.is_over(event)
    with pytest.raises(PairingError) as refused:
        engine.next_round(event)
    assert refused.value.trouble is PairingProblem.OVER


@examples(40)
@given(st.integers(3, 16), st.sampled_from(Fill), st.integers(0, 2**32))
def test_through_a_whole_evening_everybody_sits_once_and_points_add_up(
    people: int, fill: Fill, seed: int
) -> None:
    chance, event = Random(seed), begun(people, fill=fill)
    for step in range(16):
        still = [number for _round, number in engine.missing(event)]
        if arena.patience(event) is not None and (not still or chance.random() < 0.5):
            event = engine.still_sitting_out(drawn(event))
        elif still:
            event = ended(event, chance.choice(still))
        who = chance.choice(event.entrants).id
        if chance.random() < 0.2:
            event = engine.sitting_out(event, who, on=chance.random() < 0.5)
        if chance.random() < 0.05:
            event = engine.without(event, who)
        if chance.random() < 0.1:
            event = engine.with_entrant(event, f"late {step}")
        open_pods = set(engine.missing(event))
        sit = Counter(
            who
            for one, pod in event.pods()
            if (one.number, pod.number) in open_pods
            for who in pod.seats
            if who is not None
        )
        assert not sit or max(sit.values()) == 1
    engine.check_event(event)
    assert len({pod.number for _round, pod in event.pods()}) == len(list(event.pods()))
    paid = sum(
        sum(points_by_place(len(pod.seats), event.options))
        - sum(
            points_by_place(len(pod.seats), event.options)[at] for at, who in enumerate(pod.seats) if not who
        )
        for one, pod in event.pods()
        if (one.number, pod.number) not in engine.missing(event)
    )
    assert sum(score.total for score in scores(event).values()) == paid
    for one in event.rounds:  # each draw comes out again of what was known before it
        assert engine.next_round(arena_before(event, one.number)) == one


def arena_before(event: Event, number: int) -> Event:
    """What was known when that round was drawn, but for results that the engine leaves out itself."""
    return Event(
        options=event.options,
        seed=event.seed,
        entrants=event.entrants,
        rounds=event.rounds[: number - 1],
        results=event.results,
    )


def test_nine_in_threes_meet_nobody_twice_in_four_draws() -> None:
    event = begun(9, fewest=3, most=3, preferred=3)
    event = drawn(event)
    for _draw in range(3):
        for _round, number in engine.missing(event):
            event = ended(event, number)
        event = drawn(event)
    met = Counter(
        frozenset(pair)
        for _round, pod in event.pods()
        for pair in combinations(sorted(map(str, pod.seats)), 2)
    )
    assert max(met.values()) == 1
