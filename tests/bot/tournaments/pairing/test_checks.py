"""What cannot be is refused, and whoever verifies an export reads what is wrong with it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.tournaments.formats.engine import (
    exported,
    imported,
    next_round,
    plan,
    with_entrant,
    with_reinstated,
    with_result,
    with_round,
    without,
)
from bot.tournaments.pairing.event import (
    Entrant,
    Event,
    EventOptions,
    Fill,
    PairingError,
    Pod,
    Result,
    TieBreak,
)
from tests.bot.tournaments.pairing.evening import event, held, played, round_played

WINNERS_GO_ON = EventOptions(fewest=3, preferred=3, most=3)
TOLD = held(WINNERS_GO_ON, [["a", "b", "c"], ["d", "e", "f"]], [["a", "d", "b"], ["e", "c", "f"]])
"""Two rounds of six people at tables of three."""


def said(told: Event) -> str:
    """What somebody reads who verifies this export."""
    with pytest.raises(PairingError) as refused:
        imported(exported(told))
    return str(refused.value)


def with_options(**options: Any) -> Event:
    return Event(options=replace(EventOptions(), **options), seed=TOLD.seed)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"fewest": 1}, "pod-sizes: 1, 4, 6"),
        ({"fewest": 5}, "pod-sizes: 5, 4, 6"),
        ({"most": 3}, "pod-sizes: 3, 4, 3"),
        ({"most": 11}, "pod-sizes: 3, 4, 11"),
        ({"rounds": 0}, "too-many-rounds: 0"),
        ({"rounds": 100}, "too-many-rounds: 100"),
        ({"go_on": 0}, "go-on: 0"),
        ({"go_on": 3}, "go-on: 3"),
        ({"group_size": 2}, "pod-sizes: groups of 2"),
        ({"tie_breaks": (TieBreak.OPPONENTS, TieBreak.OPPONENTS)}, "tie-breaks"),
        ({"points": {3: (5, 1)}}, "points: pods of 3"),
        ({"points": {3: (5, 1, 2)}}, "points: pods of 3"),
        ({"points": {3: (5, 1, -1)}}, "points: pods of 3"),
    ],
)
def test_options_that_no_event_can_have_are_named(options: dict[str, Any], why: str) -> None:
    assert said(with_options(**options)) == why


@pytest.mark.parametrize(
    "options",
    [
        {"fewest": 2, "preferred": 2, "most": 2},
        {"most": 10},
        {"rounds": 1},
        {"rounds": 99},
        {"go_on": 2},
        {"group_size": 3},
        {"points": {3: (5, 5, 0)}},
    ],
)
def test_options_at_the_limits_are_possible(options: dict[str, Any]) -> None:
    assert imported(exported(with_options(**options))).options == with_options(**options).options


def test_entrants_and_rounds_that_cannot_be_are_named() -> None:
    first, *others = TOLD.entrants
    one, two = TOLD.rounds
    twice = replace(one, pods=(one.pods[0], replace(one.pods[1], seats=("d", "e", "a"))))
    stranger = replace(one, pods=(one.pods[0], replace(one.pods[1], seats=("d", "e", "Zoe"))))
    same_number = replace(two, pods=(two.pods[0], replace(two.pods[1], number=1)))
    named = {
        "seed: 5EED": replace(TOLD, seed="5EED"),
        "entrants: the same id twice": replace(TOLD, entrants=(*TOLD.entrants, replace(first, joined=9))),
        "entrants: the same joined twice": replace(TOLD, entrants=(*others, replace(first, joined=5))),
        "rounds": replace(TOLD, rounds=(two, one), results=()),
        "entrants: somebody sits twice in round 1": replace(TOLD, rounds=(twice, two)),
        "no-such-entrant: round 1": replace(TOLD, rounds=(stranger, two)),
        "no-such-pod: two pods of round 2 have the same number": replace(TOLD, rounds=(one, same_number)),
        "no-such-pod: round 2, pod 2": replace(
            TOLD, rounds=(one, replace(two, pods=two.pods[:1], byes=("e", "c", "f")))
        ),
        "late-entry: g": replace(
            TOLD,
            options=replace(TOLD.options, format="knock-out"),
            entrants=(*TOLD.entrants, Entrant(id="g", joined=9, first_round=2)),
        ),
    }
    assert {why: said(told) for why, told in named.items()} == {why: why for why in named}


@pytest.mark.parametrize(
    ("result", "why"),
    [
        ({"round": 3, "places": (1, 2, 3)}, "no-such-pod: round 3, pod 1"),
        ({"pod": 3, "places": (1, 2, 3)}, "no-such-pod: round 1, pod 3"),
        ({"places": (1, 2)}, "places: one place for each seat, 0 for a walk-over"),
        ({"places": (1, 2, 3), "walk_overs": (2,)}, "places: one place for each seat, 0 for a walk-over"),
        ({"places": (1, 2, 0), "walk_overs": (3,)}, "places: somebody is away from a seat that is nobody's"),
        (
            {"places": (1, 2, 0), "walk_overs": (2,), "stand_ins": (2,)},
            "places: a seat was both empty and played by a robot",
        ),
        ({"places": (1, 1, 2)}, "places: [1, 1, 2] are no places"),
        ({"places": (2, 3, 4)}, "places: [2, 3, 4] are no places"),
        ({"places": (1, 3, 0), "walk_overs": (2,)}, "places: [1, 3] are no places"),
    ],
)
def test_a_result_with_which_no_game_ends_is_named(result: dict[str, Any], why: str) -> None:
    given: dict[str, Any] = {"round": 1, "pod": 1, **result}
    with pytest.raises(PairingError) as refused:
        with_result(TOLD, Result(**given))
    assert str(refused.value) == why


@pytest.mark.parametrize(
    "result",
    [
        {"places": (1, 1, 1)},
        {"places": (1, 1, 3)},
        {"places": (2, 1, 0), "walk_overs": (2,)},
        {"places": (3, 1, 2), "stand_ins": (0,)},
        {"places": (), "void": True},
    ],
)
def test_a_result_with_which_a_game_can_end_is_taken_for_the_rounds_to_come(result: dict[str, Any]) -> None:
    corrected = with_result(TOLD, Result(round=1, pod=1, **result))
    assert corrected.results[:-1] == TOLD.results
    assert corrected.results[-1] == Result(round=1, pod=1, since=3, **result)


def test_a_robots_seat_is_nobodys_to_stay_away_from() -> None:
    told = event(EventOptions(fewest=4, preferred=4, most=4, fill=Fill.ROBOTS), 7)
    told = with_round(told, next_round(told))
    pod = next(pod for pod in told.rounds[0].pods if None in pod.seats)
    robot = pod.seats.index(None)
    places = tuple(0 if seat == robot else min(seat, robot) + 1 for seat in range(4))
    with pytest.raises(PairingError, match="from a seat that is nobody's"):
        with_result(told, Result(round=1, pod=pod.number, places=places, walk_overs=(robot,)))


def test_the_next_round_waits_for_these_results() -> None:
    started = with_round(TOLD, next_round(replace(TOLD, options=replace(TOLD.options, rounds=4))))
    with pytest.raises(PairingError) as refused:
        next_round(replace(started, options=replace(TOLD.options, rounds=4)))
    assert str(refused.value) == "results-missing: ((3, 1), (3, 2))"


def test_too_few_for_one_table_are_refused() -> None:
    with pytest.raises(PairingError, match=r"^too-few"):
        plan(EventOptions(), 2)


# Who comes and goes


def test_the_first_to_enter_is_number_one_and_the_next_follow() -> None:
    told = with_entrant(with_entrant(Event(options=EventOptions(), seed=TOLD.seed), "Anne"), "Bob")
    assert [(one.id, one.joined, one.first_round) for one in told.entrants] == [("Anne", 1, 1), ("Bob", 2, 1)]
    late = with_entrant(TOLD, "Zoe").entrants[-1]
    assert (late.id, late.joined, late.first_round) == ("Zoe", 6, 3)


def test_nobody_enters_twice_nor_groups_that_have_been_played() -> None:
    with pytest.raises(PairingError, match=r"^entrants: the same id twice$"):
        with_entrant(TOLD, "a")
    groups = played(event(EventOptions(format="groups", rounds=2), 16), 2)
    with pytest.raises(PairingError, match=r"^late-entry: Zoe$"):
        with_entrant(groups, "Zoe")
    assert with_entrant(event(EventOptions(format="groups"), 16), "Zoe").entrants[-1].id == "Zoe"


def test_who_drops_out_has_played_the_published_rounds_and_no_more() -> None:
    gone = without(TOLD, "b")
    assert [one.id for one in gone.playing(3)] == ["a", "c", "d", "e", "f"]
    assert [one.id for one in gone.playing(2)] == ["a", "b", "c", "d", "e", "f"]
    assert {one.id: one.last_round for one in gone.entrants} == {"b": 2} | dict.fromkeys("acdef")
    out = {one.id: one for one in without(gone, "b", disqualified=True).entrants}
    assert (out["b"].last_round, out["b"].disqualified_after) == (2, 2)
    assert [one.disqualified_after for one in gone.entrants] == [None] * 6


def test_who_is_let_in_again_plays_from_the_next_round_and_has_missed_those_between() -> None:
    told = event(EventOptions(fewest=3, preferred=3, most=3, rounds=6), 12)
    told = without(round_played(told), "4", disqualified=True)
    told = with_reinstated(round_played(round_played(told)), "4")
    again = next(one for one in told.entrants if one.id == "4")
    assert (again.last_round, again.disqualified_after, again.missed) == (None, None, (2, 3))
    assert [number for number in range(1, 6) if again.plays_in(number)] == [1, 4, 5]
    assert [one for one in told.entrants if one.id != "4" and one.missed] == []
    assert with_reinstated(told, "5") == told  # never away: nothing is missed


@pytest.mark.parametrize("change", [without, with_reinstated])
def test_only_who_has_entered_can_go_or_come_back(change: Any) -> None:
    with pytest.raises(PairingError, match=r"^no-such-entrant: Zoe$"):
        change(TOLD, "Zoe")


def test_an_event_and_its_pods_never_change_under_anybodys_hands() -> None:
    for thing, name in (
        (TOLD, "seed"),
        (TOLD.rounds[0], "pods"),
        (TOLD.results[0], "places"),
        (Pod(1, ()), "seats"),
    ):
        with pytest.raises(AttributeError):
            setattr(thing, name, None)
