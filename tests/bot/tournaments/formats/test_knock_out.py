"""Knock-out pods and groups: who goes on."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.tournaments.formats.engine import next_round, standings, with_result, with_round, without
from bot.tournaments.formats.knock_out import going_on, how_many
from bot.tournaments.pairing.event import Event, EventOptions, Fill, Pod, Result, Round, Stage
from bot.tournaments.pairing.standings import Criterion
from tests.bot.tournaments.pairing.evening import (
    ended,
    event,
    older_first,
    played,
    recompute,
    round_played,
    sitting,
)

CUP = EventOptions(format="knock-out", go_on=2)


def order(told: Event) -> list[str]:
    return [line.entrant for line in standings(told)]


def first_round(options: EventOptions, *pods: Sequence[str]) -> Event:
    """A cup whose first round has these pods, each in the order in which it will finish."""
    told = event(options, sum(map(len, pods)))
    laid = tuple(Pod(number, tuple(people)) for number, people in enumerate(pods, 1))
    told = with_round(told, Round(1, Stage.KNOCK_OUT, laid))
    for pod in laid:
        told = ended(told, pod, range(1, len(pod.seats) + 1))
    return told


def test_of_three_pods_of_four_the_best_two_each_meet_in_the_final() -> None:
    told = first_round(CUP, ("1", "2", "3", "4"), ("5", "6", "7", "8"), ("9", "10", "11", "12"))
    final = next_round(told)
    assert final.stage is Stage.FINAL
    assert [set(pod.seats) for pod in final.pods] == [{"1", "2", "5", "6", "9", "10"}]


def test_the_final_decides_the_first_places_and_the_first_round_those_behind() -> None:
    told = first_round(CUP, ("1", "2", "3", "4"), ("5", "6", "7", "8"), ("9", "10", "11", "12"))
    told = with_round(told, next_round(told))
    final = told.rounds[-1].pods[0]
    champions = ["10", "9", "6", "5", "2", "1"]
    told = ended(told, final, [champions.index(who or "") + 1 for who in final.seats])
    assert order(told)[:6] == champions
    assert set(order(told)[6:9]) == {"3", "7", "11"}
    assert standings(told)[1].parted_by is Criterion.LAST_ROUND
    assert standings(told)[6].parted_by is Criterion.REACHED


def test_a_joint_place_at_the_cut_is_parted_by_earlier_points_then_by_the_lot() -> None:
    told = first_round(CUP, ("1", "2", "3", "4"), ("5", "6", "7", "8"), ("9", "10", "11", "12"))
    joint = ended(told, told.rounds[0].pods[0], (1, 2, 2, 4))
    lots = {line.entrant: line.lot for line in standings(joint)}
    goes_on = min(("2", "3"), key=lots.__getitem__)
    assert [who for who in ("2", "3") if who in going_on(joint)] == [goes_on]


def test_points_of_earlier_rounds_come_before_the_lot_at_a_joint_cut() -> None:
    options = EventOptions(format="knock-out", go_on=1, fewest=2, most=4)
    told = first_round(options, ("1", "2", "3", "4"), ("5", "6", "7", "8"))
    pods = (Pod(1, ("1", "6")), Pod(2, ("5", "2")))
    told = with_round(told, Round(2, Stage.KNOCK_OUT, pods))
    for pod in pods:
        told = ended(told, pod, (1, 1))
    # 1 and 5 won their first pods, 6 and 2 were second in them.
    assert set(going_on(told)) == {"1", "5"}


def test_who_has_dropped_out_is_replaced_by_the_next_of_the_same_pod() -> None:
    told = first_round(CUP, ("1", "2", "3", "4"), ("5", "6", "7", "8"), ("9", "10", "11", "12"))
    assert set(going_on(without(told, "6"))) == {"1", "2", "5", "7", "9", "10"}


def test_two_winners_who_cannot_fill_a_table_of_three_are_joined_by_the_best_second() -> None:
    options = EventOptions(format="knock-out", go_on=1)
    told = first_round(options, ("1", "2", "3", "4"), ("5", "6", "7"))
    # The second of four has 40 points, the second of three 30.
    assert set(going_on(told)) == {"1", "5", "2"}


def test_who_did_not_come_goes_on_last() -> None:
    told = first_round(CUP, ("1", "2", "3", "4"), ("5", "6", "7", "8"))
    told = with_result(told, Result(round=1, pod=1, places=(1, 2, 0, 3), walk_overs=(2,), stand_ins=(0,)))
    assert {"2", "4"} <= set(going_on(told))


def test_a_robot_never_goes_on() -> None:
    told = first_round(CUP, ("1", "2", "3"), ("4", "5", "6"))
    pods = (Pod(1, (None, "1", "2")), Pod(2, (None, "3", "4")))
    told = with_round(event(CUP, 4), Round(1, Stage.KNOCK_OUT, pods))
    for pod in pods:
        told = ended(told, pod, (1, 2, 3))
    assert set(going_on(told)) <= {"1", "2", "3", "4"}


def test_with_tables_of_four_only_five_play_one_pod_and_the_one_with_a_bye_is_in_the_final() -> None:
    told = round_played(event(EventOptions(format="knock-out", fewest=4, most=4), 5))
    assert told.rounds[0].stage is Stage.KNOCK_OUT
    final = next_round(told)
    assert final.stage is Stage.FINAL
    assert told.rounds[0].byes[0] in sitting(final)
    assert len(final.pods[0].seats) == 4


@pytest.mark.parametrize(
    ("going", "playing", "before", "options", "wanted"),
    [
        (6, 12, 12, EventOptions(), 6),
        (2, 7, 7, EventOptions(), 3),
        (5, 20, 20, EventOptions(fewest=4, most=4), 8),
        (6, 8, 8, EventOptions(fewest=4, most=4), 4),
        (4, 4, 8, EventOptions(), 4),
        (2, 2, 8, EventOptions(), 2),
    ],
)
def test_as_many_go_on_as_can_be_seated(
    going: int, playing: int, before: int, options: EventOptions, wanted: int
) -> None:
    assert how_many(going, playing, before, options) == wanted


def test_a_cup_of_128_has_fewer_in_every_round_and_one_winner() -> None:
    told = played(event(CUP, 128))
    counts = [len(sitting(one)) for one in told.rounds]
    assert counts == sorted(set(counts), reverse=True)
    assert counts == [128, 64, 32, 16, 8, 4]
    assert order(told)[0] == "1"
    assert recompute(told).differs_from is None


def test_groups_play_three_rounds_among_themselves_and_the_best_of_each_the_final() -> None:
    told = played(event(EventOptions(format="groups"), 16))
    *in_groups, final = told.rounds
    assert [one.stage for one in told.rounds] == [Stage.GROUPS] * 3 + [Stage.FINAL]
    groups = [{(pod.group, frozenset(pod.seats)) for pod in one.pods} for one in in_groups]
    assert groups[0] == groups[1] == groups[2]
    assert {number for number, _people in groups[0]} == {1, 2, 3, 4}
    best = {min(people, key=lambda who: int(who or 0)) for _number, people in groups[0]}
    assert set(final.pods[0].seats) == best
    assert order(told)[0] == "1"
    assert set(order(told)[:4]) == best


def test_larger_groups_play_round_robins() -> None:
    told = played(event(EventOptions(format="groups", group_size=8, rounds=7, go_on=2), 16))
    for one in told.rounds[:7]:
        assert sorted(pod.group for pod in one.pods) == [1, 1, 2, 2]
    assert len(told.rounds[7].pods[0].seats) == 4


def test_those_behind_the_groups_stand_by_all_their_group_points() -> None:
    told = played(event(EventOptions(format="groups"), 12), places=lambda pod: [1] * len(pod.seats))
    behind = standings(told)[3:]
    assert {line.points for line in behind} == {90}
    assert standings(told)[3].parted_by is Criterion.REACHED


def test_a_group_that_is_too_small_for_a_pod_rests() -> None:
    told = round_played(event(EventOptions(format="groups", fewest=4, most=4), 8))
    gone = told.rounds[0].pods[0].seats[0]
    made = next_round(without(told, gone or ""))
    assert len(made.pods) == 1
    assert len(made.byes) == 3


def test_robots_fill_up_a_group_if_the_organiser_wants_them() -> None:
    told = round_played(event(EventOptions(format="groups", fewest=4, most=4, fill=Fill.ROBOTS), 8))
    made = next_round(without(told, told.rounds[0].pods[0].seats[0] or ""))
    assert sorted(pod.seats.count(None) for pod in made.pods) == [0, 1]
    assert older_first(made.pods[0])
