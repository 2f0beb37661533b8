"""What an event will be, before it starts."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tournaments.formats.plan import Plan, plan
from bot.tournaments.pairing.event import EventOptions, Fill, Format, PairingError, PairingProblem, Stage
from tests.bot.tournaments.pairing.evening import event, played, sitting


def told(made: Plan) -> list[tuple[Stage, int]]:
    return [(one.stage, one.people) for one in made.rounds]


@pytest.mark.parametrize(
    ("people", "rounds"), [(4, 2), (5, 3), (16, 3), (32, 4), (64, 4), (128, 5), (512, 6)]
)
def test_a_swiss_of_fours_has_so_many_rounds(people: int, rounds: int) -> None:
    assert told(plan(EventOptions(), people)) == [(Stage.SWISS, people)] * rounds


def test_an_evening_cup_for_sixteen_takes_three_rounds_and_their_pauses() -> None:
    made = plan(EventOptions(format=Format.KNOCK_OUT, go_on=2), 16)
    assert told(made) == [(Stage.KNOCK_OUT, 16), (Stage.KNOCK_OUT, 8), (Stage.FINAL, 4)]
    assert made.lasts(timedelta(minutes=40), timedelta(minutes=5)) == timedelta(hours=2, minutes=10)


def test_a_month_long_league_for_128_has_four_weeks() -> None:
    made = plan(EventOptions(format=Format.LEAGUE), 128)
    assert told(made) == [(Stage.ALL_PLAY_ALL, 128)] * 4
    assert made.lasts(timedelta(weeks=1)) == timedelta(weeks=4)


def test_a_round_robin_of_sixteen_in_fours_lets_all_meet_in_five_rounds() -> None:
    assert len(plan(EventOptions(format=Format.ROUND_ROBIN), 16).rounds) == 5


def test_groups_are_said_beforehand() -> None:
    made = plan(EventOptions(format=Format.GROUPS), 14)
    assert told(made) == [(Stage.GROUPS, 14)] * 3 + [(Stage.FINAL, 4)]
    assert made.rounds[0].groups == 4
    assert made.rounds[0].pods == (4, 4, 3, 3)


def test_byes_and_robots_are_said_beforehand() -> None:
    byes = plan(EventOptions(fewest=4, most=4), 9).rounds[0]
    assert (byes.pods, byes.byes, byes.robots) == ((4, 4), 1, 0)
    robots = plan(EventOptions(fewest=4, most=4, fill=Fill.ROBOTS), 9).rounds[0]
    assert (robots.pods, robots.byes, robots.robots) == ((4, 4, 4), 0, 3)


@pytest.mark.parametrize("format", Format)
def test_too_few_for_a_pod_is_said_beforehand(format: Format) -> None:
    with pytest.raises(PairingError) as refused:
        plan(EventOptions(format=format), 2)
    assert refused.value.trouble is PairingProblem.TOO_FEW
    assert plan(EventOptions(format=format, fill=Fill.ROBOTS), 2).rounds[0].robots == 1


@given(
    st.sampled_from(Format),
    st.integers(3, 40),
    st.sampled_from([(3, 4, 6), (4, 4, 4), (2, 2, 2), (2, 4, 8)]),
    st.sampled_from(Fill),
    st.integers(1, 2),
)
@settings(max_examples=30)
def test_if_nobody_drops_out_the_event_goes_as_planned(
    format: Format, people: int, limits: tuple[int, int, int], fill: Fill, go_on: int
) -> None:
    fewest, preferred, most = limits
    rounds = 2 if format in (Format.SWISS, Format.ROUND_ROBIN, Format.LEAGUE) else None
    options = EventOptions(
        format=format,
        fewest=fewest,
        preferred=preferred,
        most=most,
        fill=fill,
        go_on=min(go_on, fewest - 1),
        rounds=rounds,
    )
    if people < fewest and fill is Fill.BYES:
        return
    made, over = plan(options, people), played(event(options, people))
    assert len(made.rounds) == len(over.rounds)
    for planned, there in zip(made.rounds, over.rounds, strict=True):
        assert (planned.number, planned.stage) == (there.number, there.stage)
        assert sorted(planned.pods) == sorted(len(pod.seats) for pod in there.pods)
        assert planned.byes == len(there.byes)
        assert planned.people == len(sitting(there))
        assert planned.robots == sum(pod.seats.count(None) for pod in there.pods)
