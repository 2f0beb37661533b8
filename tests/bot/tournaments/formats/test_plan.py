"""What an event will be, before it starts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tournaments.formats.catalogue import FORMATS
from bot.tournaments.formats.contract import RoundPlan
from bot.tournaments.formats.engine import plan
from bot.tournaments.pairing.event import EventOptions, Fill, PairingError, PairingProblem, Stage
from tests.bot.tournaments.pairing.evening import event, played, sitting
from tests.support.examples import examples


def told(made: RoundPlan) -> list[tuple[Stage, int]]:
    return [(one.stage, one.people) for one in made]


@pytest.mark.parametrize(
    ("people", "rounds"), [(4, 2), (5, 3), (16, 3), (32, 4), (64, 4), (128, 5), (512, 6)]
)
def test_a_swiss_of_fours_has_so_many_rounds(people: int, rounds: int) -> None:
    assert told(plan(EventOptions(), people)) == [(Stage.SWISS, people)] * rounds


def test_an_evening_cup_for_sixteen_takes_three_rounds() -> None:
    made = plan(EventOptions(format="knock-out", go_on=2), 16)
    assert told(made) == [(Stage.KNOCK_OUT, 16), (Stage.KNOCK_OUT, 8), (Stage.FINAL, 4)]


def test_a_month_long_league_for_128_has_four_weeks() -> None:
    made = plan(EventOptions(format="league"), 128)
    assert told(made) == [(Stage.ALL_PLAY_ALL, 128)] * 4


def test_a_round_robin_of_sixteen_in_fours_lets_all_meet_in_five_rounds() -> None:
    assert len(plan(EventOptions(format="round-robin"), 16)) == 5


def test_groups_are_said_beforehand() -> None:
    made = plan(EventOptions(format="groups"), 14)
    assert told(made) == [(Stage.GROUPS, 14)] * 3 + [(Stage.FINAL, 4)]
    assert made[0].groups == 4
    assert made[0].pods == (4, 4, 3, 3)


def test_byes_and_robots_are_said_beforehand() -> None:
    byes = plan(EventOptions(fewest=4, most=4), 9)[0]
    assert (byes.pods, byes.byes, byes.robots) == ((4, 4), 1, 0)
    robots = plan(EventOptions(fewest=4, most=4, fill=Fill.ROBOTS), 9)[0]
    assert (robots.pods, robots.byes, robots.robots) == ((4, 4, 4), 0, 3)


@pytest.mark.parametrize("format", [tag for tag, each in FORMATS.items() if not each.shares_deals])
def test_too_few_for_a_pod_is_said_beforehand(format: str) -> None:
    with pytest.raises(PairingError) as refused:
        plan(EventOptions(format=format), 2)
    assert refused.value.trouble is PairingProblem.TOO_FEW
    assert plan(EventOptions(format=format, fill=Fill.ROBOTS), 2)[0].robots == 1


def test_in_a_duplicate_cup_two_are_enough_and_one_has_nobody_to_be_compared_with() -> None:
    with pytest.raises(PairingError) as refused:
        plan(EventOptions(format="duplicate"), 1)
    assert refused.value.trouble is PairingProblem.TOO_FEW
    [first, *_others] = plan(EventOptions(format="duplicate"), 2)
    assert (first.pods, first.robots, first.byes) == ((4, 4), 6, 0)
    assert plan(EventOptions(format="duplicate"), 9)[0].pods == (4, 4, 4)


@given(
    st.sampled_from([tag for tag, each in FORMATS.items() if not each.is_arena]),  # which the evening plans
    st.integers(3, 40),
    st.sampled_from([(3, 4, 6), (4, 4, 4), (2, 2, 2), (2, 4, 8)]),
    st.sampled_from(Fill),
    st.integers(1, 2),
)
@examples(30)
@pytest.mark.long
def test_if_nobody_drops_out_the_event_goes_as_planned(
    format: str, people: int, limits: tuple[int, int, int], fill: Fill, go_on: int
) -> None:
    fewest, preferred, most = limits
    rounds = 2 if format in ("swiss", "round-robin", "league") else None
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
    assert len(made) == len(over.rounds)
    for planned, there in zip(made, over.rounds, strict=True):
        assert (planned.number, planned.stage) == (there.number, there.stage)
        assert sorted(planned.pods) == sorted(len(pod.seats) for pod in there.pods)
        assert planned.byes == len(there.byes)
        assert planned.people == len(sitting(there))
        assert planned.robots == sum(pod.seats.count(None) for pod in there.pods)
