"""What a hand was worth where every pod of a round is dealt the same: beside those who had the same seat."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from bot.tournaments.formats.engine import standings, with_result, with_round
from bot.tournaments.pairing.event import Comparison, Event, EventOptions, Fill, Pod, Result, Round, Stage
from bot.tournaments.pairing.standings import decimal, scores
from tests.bot.tournaments.pairing.evening import event

PODS = (Pod(1, ("1", "2")), Pod(2, ("3", "4")), Pod(3, ("5", None)))
HANDS = (((20, -10), (40, 0)), ((20, 10), (-10, 0)), ((10, 30), (40, 50)))
"""Of each pod: each hand's points, seat by seat."""


def played(comparison: Comparison, pods: int = 3, **changed: object) -> Event:
    """Six seats in three pods, of which so many have ended; `changed`: in the first pod's result."""
    options = EventOptions(
        format="duplicate", fewest=2, preferred=2, most=2, fill=Fill.ROBOTS, comparison=comparison
    )
    told = with_round(event(replace(options, absent_last=True), 5), Round(1, Stage.ALL_PLAY_ALL, PODS))
    for pod, hands in list(zip(PODS, HANDS, strict=True))[:pods]:
        points = [sum(each) for each in zip(*hands, strict=True)]
        places = tuple(1 + sum(other > own for other in points) for own in points)
        result = Result(round=1, pod=pod.number, places=places, hands=hands)
        told = with_result(told, replace(result, **changed) if pod.number == 1 else result)
    return told


def brought(told: Event) -> dict[str, str]:
    """Everybody's points, as they are written."""
    return {who: decimal(score.points[1]) for who, score in scores(told).items() if score.points}


def test_each_hand_is_worth_sixty_to_whoever_made_more_of_it_than_all_others_in_the_seat() -> None:
    # First seat: 20, 20, 10 and 40, -10, 40. Second seat: -10, 10, 30 and 0, 0, 50, the last of a robot.
    assert brought(played(Comparison.MATCHPOINTS)) == {
        "1": "45",
        "3": "22.5",
        "5": "22.5",
        "2": "7.5",
        "4": "22.5",
    }


def test_points_above_the_average_of_the_seat_are_those_of_all_hands_together() -> None:
    # First seat: 60, 10, 50, on average 40. Second seat: -10, 10, 80, on average 26 2/3.
    assert brought(played(Comparison.MEAN)) == {
        "1": "20",
        "3": "-30",
        "5": "10",
        "2": "-36.67",
        "4": "-16.67",
    }


def test_nothing_counts_and_nobody_stands_anywhere_before_the_last_pod_is_over() -> None:
    told = played(Comparison.MATCHPOINTS, pods=2)
    assert brought(told) == {}
    assert {line.points for line in standings(told)} == {Fraction(0)}


def test_whoever_never_came_or_left_has_the_least_of_their_seat_and_the_robots_points_are_compared() -> None:
    never = brought(played(Comparison.MATCHPOINTS, stand_ins=(0,)))
    assert never == {**brought(played(Comparison.MATCHPOINTS)), "1": "0"}
    left = brought(played(Comparison.MEAN, behind=(0,)))
    assert left == {**brought(played(Comparison.MEAN)), "1": "-30"}


def test_a_void_pod_is_compared_with_nobody_and_worth_a_bye() -> None:
    void = {"void": True, "places": (0, 0), "hands": ()}
    assert brought(played(Comparison.MATCHPOINTS, **void)) == {
        "1": "30",
        "2": "30",
        "3": "30",
        "4": "0",
        "5": "30",
    }
    assert brought(played(Comparison.MEAN, **void))["1"] == "0"


def test_hands_that_only_some_pods_have_played_do_not_count() -> None:
    longer = played(Comparison.MATCHPOINTS, hands=(*HANDS[0], (200, 0)))
    assert brought(longer) == brought(played(Comparison.MATCHPOINTS))


def test_points_below_zero_are_written_with_their_sign() -> None:
    assert [decimal(Fraction(each, 8)) for each in (-12, -1, 0)] == ["-1.5", "-0.13", "0"]
    assert decimal(Fraction(-1, 1000)) == "0"
