"""Whoever never came, left, or was disqualified is placed behind those who played to the end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.tournaments.formats.engine import (
    exported,
    imported,
    nobody_came,
    standings,
    with_recounted,
    with_result,
    with_round,
    without_recount,
)
from bot.tournaments.formats.knock_out import going_on
from bot.tournaments.pairing.event import (
    Event,
    EventOptions,
    PairingError,
    Pod,
    Result,
    Round,
    Stage,
    settled,
)
from bot.tournaments.pairing.standings import Criterion, honoured, scores
from tests.bot.tournaments.pairing.evening import ended, entrants, played, recompute
from tests.support.examples import examples

TODAY = EventOptions(absent_last=True)
FORMERLY = EventOptions()
CUP = EventOptions(format="knock-out", go_on=1, fewest=2, absent_last=True)


def laid(options: EventOptions, *pods: Sequence[str], byes: Sequence[str] = ()) -> Event:
    """One round with these pods, whose results are to come."""
    count = sum(map(len, pods)) + len(byes)
    told = Event(options=options, seed="5eed" * 16, entrants=entrants(count))
    stage = Stage.KNOCK_OUT if options.format == "knock-out" else Stage.SWISS
    seated = tuple(Pod(number, tuple(people)) for number, people in enumerate(pods, 1))
    return with_round(told, Round(1, stage, seated, tuple(byes)))


def result(
    places: Sequence[int],
    pod: int = 1,
    *,
    robots: Sequence[int] = (),
    empty: Sequence[int] = (),
    behind: Sequence[int] = (),
    void: bool = False,
) -> Result:
    """What came from the table of a pod."""
    return Result(
        round=1,
        pod=pod,
        places=tuple(places),
        walk_overs=tuple(empty),
        stand_ins=tuple(robots),
        behind=tuple(behind),
        void=void,
    )


def points(told: Event) -> dict[str, int]:
    return {who: int(score.total) for who, score in scores(told).items()}


def test_a_robot_that_wins_for_somebody_absent_leaves_the_first_place_to_those_who_came() -> None:
    told = with_result(laid(TODAY, "1234"), result((1, 2, 3, 4), robots=(0,)))
    assert told.results[0].places == (4, 1, 2, 3)
    assert points(told) == {"1": 0, "2": 60, "3": 40, "4": 20}


def test_where_the_organiser_keeps_the_former_way_the_robot_keeps_its_place() -> None:
    told = with_result(laid(FORMERLY, "1234"), result((1, 2, 3, 4), robots=(0,)))
    assert told.results[0].places == (1, 2, 3, 4)
    assert points(told) == {"1": 0, "2": 40, "3": 20, "4": 0}


def test_several_who_are_absent_share_the_last_place_and_get_nothing() -> None:
    told = with_result(laid(TODAY, "1234"), result((1, 3, 2, 4), robots=(0, 2)))
    assert told.results[0].places == (3, 1, 3, 2)
    assert points(told) == {"1": 0, "2": 60, "3": 0, "4": 40}


def test_who_left_in_the_middle_is_behind_all_who_stayed_and_before_the_absent() -> None:
    told = with_result(laid(TODAY, "1234"), result((1, 2, 3, 4), behind=(0,), robots=(1,)))
    assert told.results[0].places == (3, 4, 1, 2)
    assert points(told) == {"1": 20, "2": 0, "3": 60, "4": 40}


def test_two_who_left_share_a_place_and_its_points() -> None:
    told = with_result(laid(TODAY, "1234"), result((1, 2, 3, 4), behind=(0, 3)))
    assert told.results[0].places == (3, 1, 2, 3)
    assert points(told) == {"1": 10, "2": 60, "3": 40, "4": 10}


def test_those_who_shared_a_place_still_share_one() -> None:
    told = with_result(laid(TODAY, "1234"), result((2, 2, 1, 4), robots=(2,)))
    assert told.results[0].places == (1, 1, 4, 3)


def test_an_empty_seat_stays_last() -> None:
    told = with_result(laid(TODAY, "1234"), result((1, 2, 3, 0), robots=(0,), empty=(3,)))
    assert told.results[0].places == (3, 1, 2, 0)
    assert points(told) == {"1": 0, "2": 60, "3": 40, "4": 0}


def test_at_a_void_table_nobody_is_placed_and_whoever_came_has_a_bye() -> None:
    told = with_result(laid(TODAY, "1234"), result((0, 0, 0, 0), robots=(0,), void=True))
    assert points(told) == {"1": 0, "2": 30, "3": 30, "4": 30}


def test_who_never_came_stands_below_everybody_who_did_whatever_a_bye_brought() -> None:
    told = with_result(laid(TODAY, "123", byes="4"), result((1, 2, 3), robots=(2,)))
    told = with_round(told, Round(2, Stage.SWISS, (Pod(1, ("1", "2", "4")),), ("3",)))
    told = ended(told, told.rounds[-1].pods[0], (1, 2, 3))
    lines = standings(told)
    # 3 has the 30 points of a bye, as many as 4, and never came.
    assert [line.entrant for line in lines] == ["1", "2", "4", "3"]
    assert lines[-1].parted_by is Criterion.CAME
    assert lines[-1].never_came


def test_a_title_is_for_nobody_who_has_played_no_game() -> None:
    told = with_result(laid(TODAY, "123", byes="4"), result((1, 2, 3), robots=(0, 1, 2)))
    assert standings(told)[0].entrant == "4"
    assert not honoured(standings(told))
    told = with_result(told, result((1, 2, 3), robots=(0, 1)))
    assert [line.entrant for line in honoured(standings(told))] == ["3"]


def test_a_round_of_robots_is_known_for_one() -> None:
    told = laid(TODAY, "123", "456", byes="7")
    told = with_result(told, result((1, 2, 3), robots=(0, 1, 2)))
    assert not nobody_came(told, 1)  # a result is missing
    assert nobody_came(with_result(told, result((1, 0, 2), 2, robots=(0, 2), empty=(1,))), 1)
    assert not nobody_came(with_result(told, result((1, 2, 3), 2, robots=(0, 1))), 1)


def test_of_a_pod_to_which_nobody_came_nobody_goes_on() -> None:
    told = laid(CUP, "123", "456", "789")
    for pod, robots in ((1, (0, 1, 2)), (2, (0,)), (3, ())):
        told = with_result(told, result((1, 2, 3), pod, robots=robots))
    assert set(going_on(told)) == {"5", "7"}


def test_the_absent_go_on_only_where_those_who_came_fill_no_table() -> None:
    told = laid(replace(CUP, fewest=3), "123", "456")
    told = with_result(told, result((1, 2, 3), 1, robots=(0, 1, 2)))
    told = with_result(told, result((1, 2, 3), 2, robots=(1, 2)))
    assert "4" in going_on(told)
    assert len(going_on(told)) == 3


def test_standings_of_a_knock_out_say_who_goes_on_and_who_is_out_since_when() -> None:
    told = laid(CUP, "123", "456", "789")
    assert not any(line.goes_on or line.out_since for line in standings(told))
    for pod in told.rounds[0].pods:
        told = ended(told, pod, (1, 2, 3))
    fates = {line.entrant: (line.goes_on, line.out_since) for line in standings(told)}
    assert fates == {who: (who in "147", 0 if who in "147" else 1) for who in "123456789"}
    told = played(told)
    fates = {line.entrant: (line.goes_on, line.out_since) for line in standings(told)}
    assert fates == {who: (False, 0 if who in "147" else 1) for who in "123456789"}


def test_of_groups_it_is_said_after_the_last_of_their_rounds() -> None:
    told = Event(
        options=EventOptions(format="groups", rounds=2, fewest=2, preferred=3, most=4),
        seed="5eed" * 16,
        entrants=entrants(6),
    )
    told = played(told, 1)
    assert not any(line.goes_on or line.out_since for line in standings(told))
    told = played(told, 1)
    lines = standings(told)
    assert sum(line.goes_on for line in lines) == 2
    assert {line.out_since for line in lines if not line.goes_on} == {2}


# Somebody is disqualified, and what was played is counted anew


def test_recounting_places_somebody_behind_the_others_and_can_be_taken_back() -> None:
    told = with_result(laid(FORMERLY, "1234"), result((1, 2, 3, 4)))
    again = with_recounted(told, "1")
    assert points(again) == {"1": 0, "2": 60, "3": 40, "4": 20}
    assert points(without_recount(again, "1")) == points(told)
    assert with_recounted(again, "1") == again


def test_pods_that_were_published_before_a_recount_are_drawn_again_as_they_were() -> None:
    told = played(Event(options=TODAY, seed="5eed" * 16, entrants=entrants(12)), 2)
    told = with_recounted(told, told.rounds[0].pods[0].seats[0] or "")
    again = recompute(imported(exported(told)))
    assert again.differs_from is None
    assert again.rounds == told.rounds


def test_an_export_with_the_robots_place_in_it_is_refused() -> None:
    told = with_result(laid(TODAY, "1234"), result((1, 2, 3, 4), robots=(0,)))
    forged = replace(told, results=(replace(told.results[0], places=(1, 2, 3, 4)),))
    assert imported(exported(told)) == told
    with pytest.raises(PairingError):
        imported(exported(forged))


@st.composite
def outcomes(draw: st.DrawFn) -> Result:
    """Any result of a table of up to six: every seat stayed, left, was a robot's or stayed empty."""
    fates = draw(st.lists(st.sampled_from(["stayed", "left", "robot", "empty"]), min_size=2, max_size=6))
    ranks = [draw(st.integers(1, 4)) for fate in fates]
    there = [rank for rank, fate in zip(ranks, fates, strict=True) if fate != "empty"]
    places = [
        0 if fate == "empty" else 1 + sum(other < rank for other in there)
        for rank, fate in zip(ranks, fates, strict=True)
    ]
    seats = {name: [at for at, fate in enumerate(fates) if fate == name] for name in set(fates)}
    return result(
        places, robots=seats.get("robot", ()), empty=seats.get("empty", ()), behind=seats.get("left", ())
    )


@given(outcomes())
@examples(200)
def test_the_order_of_those_who_stayed_is_that_of_the_table(made: Result) -> None:
    counted = settled(made, TODAY)
    stayed = [at for at in range(len(made.places)) if at not in {*made.away, *made.behind}]
    by_table = sorted((made.places[at], at) for at in stayed)
    assert sorted((counted.places[at], at) for at in stayed) == [
        (1 + sum(other < place for other, _at in by_table), at) for place, at in by_table
    ]
    for later in ({*made.behind} - made.away, {*made.stand_ins}):
        assert len({counted.places[at] for at in later}) <= 1
        assert all(counted.places[at] > len(stayed) for at in later)
    assert settled(counted, TODAY) == counted


@given(outcomes())
@examples(100)
def test_points_of_a_pod_never_grow_by_it(made: Result) -> None:
    told = laid(TODAY, [str(number) for number in range(1, len(made.places) + 1)])
    assert 0 <= sum(points(with_result(told, made)).values()) <= 30 * len(made.places)
