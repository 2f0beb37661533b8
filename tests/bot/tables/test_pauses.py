"""Pauses and vacations as pure functions: whose clock stands still, since when, and when it goes on."""

from __future__ import annotations

from bot.pace import BLITZ, DAILY, DAY
from bot.tables import clocks
from bot.tables.model import Table
from tests.bot.tables.timed import START, begun, missed_twice, moved, rung, told

LATER = 1_900_000_000.0


def paused(table: Table, now: float) -> Table:
    """Everybody asks for a pause."""
    for seat in clocks.seats_asked_for_pause(table):
        table = clocks.with_clocks_updated(table, clocks.ask_for_pause(table, seat, now), None, True, now)
    return table


def test_the_clocks_stand_still_only_when_everybody_has_agreed():
    table = begun(BLITZ)
    table = clocks.with_clocks_updated(
        table, clocks.ask_for_pause(table, 0, START + 10), None, True, START + 10
    )
    assert told(table) == ["asked"]
    assert clocks.deadline(table, 0) == START + 420
    table = paused(table, START + 20)
    assert told(table) == ["asked", "paused"]
    assert [clocks.deadline(table, seat) for seat in range(3)] == [None] * 3
    assert clocks.time_left(table, 0, START + 1e6) == 400


def test_after_a_pause_everybody_has_as_much_time_as_before():
    table = paused(begun(BLITZ), START + 20)
    table = clocks.with_clocks_updated(
        table, clocks.end_or_decline_pause(table, 1), None, True, START + 10_000
    )
    assert clocks.deadline(table, 0) == START + 10_000 + 400
    assert told(table)[-1] == "resumed"


def test_a_move_ends_the_pause():
    table = paused(begun(BLITZ), START + 20)
    table = moved(table, 2, START + 500)
    assert table.timing.paused is None
    assert told(table)[-1] == "resumed"
    assert clocks.deadline(table, 0) == START + 500 + 400


def test_a_robots_move_does_not_end_the_pause():
    table = paused(begun(BLITZ, 1, 2), START + 20)
    robot = next(at for at, seat in enumerate(table.seats) if seat.robot)
    assert moved(table, robot, START + 30, by_person=False).timing.paused == START + 20


def test_one_who_would_rather_play_on_declines_for_all():
    table = begun(BLITZ)
    table = clocks.with_clocks_updated(table, clocks.ask_for_pause(table, 0, START), None, True, START)
    table = clocks.with_clocks_updated(table, clocks.end_or_decline_pause(table, 1), None, True, START)
    assert table.timing.asking == ()
    assert told(table) == ["asked", "declined"]


def test_nobody_waits_for_the_agreement_of_somebody_for_whom_a_robot_stands_in():
    table, absent, now = missed_twice()
    assert absent not in clocks.seats_asked_for_pause(table)
    assert paused(table, now).timing.paused == now


def test_a_forgotten_pause_ends_by_itself():
    table = paused(begun(BLITZ), START)
    assert table.due == START + clocks.LONGEST_PAUSE
    table = rung(table, START + clocks.LONGEST_PAUSE)
    assert told(table)[-1] == "pause_over"
    assert clocks.deadline(table, 0) == START + clocks.LONGEST_PAUSE + 420


def test_on_vacation_ones_own_clock_stands_still_and_nobody_elses():
    table = begun(DAILY, 2)
    table = clocks.with_clocks_updated(table, clocks.with_vacation(table, 0, LATER), None, True, START + 100)
    assert clocks.deadline(table, 0) is None
    assert clocks.deadline(table, 1) == START + 2 * DAY
    assert clocks.with_vacation(table, 0, LATER) is table
    table = clocks.with_clocks_updated(table, clocks.with_vacation(table, 0, None), None, True, START + 5000)
    assert clocks.deadline(table, 0) == START + 5000 + 2 * DAY - 100


def test_nobody_is_on_vacation_at_a_table_that_plays_in_minutes():
    table = begun(BLITZ, 2)
    assert clocks.with_vacation(table, 0, LATER) is table


def test_a_turn_that_begins_on_vacation_waits():
    table = begun(DAILY, 2)
    table = clocks.with_clocks_updated(table, clocks.with_vacation(table, 0, LATER), None, True, START)
    table = moved(moved(table, 1, START), 0, START)
    leader = table.game.to_act(table.state)[0]
    if leader == 1:
        table = moved(table, 1, START)
    assert clocks.clock_of(table, 0).decision
    assert clocks.clock_of(table, 0).since is None
