"""Pauses and vacations as pure functions: whose clock stands still, since when, and when it goes on."""

from __future__ import annotations

from bot.pace import BLITZ, DAILY, DAY, Pace
from bot.tables import clocks
from bot.tables.model import Table
from tests.bot.tables.timed import START, after_robots, begun, missed_twice, moved, rung, told

LATER = 1_900_000_000.0


def paused(table: Table, now: float) -> Table:
    """Everybody asks for a pause."""
    for seat in clocks.seats_asked(table):
        table = clocks.with_clocks_updated(table, clocks.ask_table(table, seat, now), None, True, now)
    return table


def test_the_clocks_stand_still_only_when_everybody_has_agreed():
    table = begun(BLITZ)
    table = clocks.with_clocks_updated(table, clocks.ask_table(table, 0, START + 10), None, True, START + 10)
    assert told(table) == ["asked"]
    assert clocks.deadline(table, 0) == START + 420
    table = paused(table, START + 20)
    assert told(table) == ["asked", "paused"]
    assert [clocks.deadline(table, seat) for seat in range(3)] == [None] * 3
    assert clocks.time_left(table, 0, START + 1e6) == 400


def test_after_a_pause_everybody_has_as_much_time_as_before():
    table = paused(begun(BLITZ), START + 20)
    table = clocks.with_clocks_updated(table, clocks.end_or_decline(table, 1), None, True, START + 10_000)
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
    table = clocks.with_clocks_updated(table, clocks.ask_table(table, 0, START), None, True, START)
    table = clocks.with_clocks_updated(table, clocks.end_or_decline(table, 1), None, True, START)
    assert table.timing.asking == ()
    assert told(table) == ["asked", "declined"]


def test_nobody_waits_for_the_agreement_of_somebody_for_whom_a_robot_stands_in():
    table, absent, now = missed_twice()
    assert absent not in clocks.seats_asked(table)
    assert paused(table, now).timing.paused == now


def test_a_forgotten_pause_ends_by_itself():
    table = paused(begun(BLITZ), START)
    assert table.due == START + clocks.LONGEST_PAUSE
    table = rung(table, START + clocks.LONGEST_PAUSE)
    assert told(table)[-1] == "pause_over"
    assert clocks.deadline(table, 0) == START + clocks.LONGEST_PAUSE + 420


def asked(table: Table, seat: int, now: float, wanted: Pace = DAILY) -> Table:
    """This seat asks that the game goes on at another pace, or agrees to that."""
    return clocks.with_clocks_updated(table, clocks.ask_table(table, seat, now, wanted), None, True, now)


def test_a_game_in_one_sitting_goes_on_over_days_as_soon_as_all_agree():
    table = begun(BLITZ, 2)
    table = asked(asked(table, 0, START + 10), 1, START + 20)
    assert (table.record.pace, table.record.sitting, table.record.rated) == (DAILY, BLITZ, True)
    assert table.timing.asking == ()
    assert told(table) == ["asked days", "agreed days"]
    assert clocks.deadline(table, 0) == START + 20 + 2 * DAY


def test_it_goes_on_over_days_an_hour_after_two_wanted_it_and_nobody_objected():
    table = asked(begun(BLITZ, 4), 0, START)
    assert clocks.agreed_at(table) is None, "one alone asks for ever"
    table = asked(table, 1, START + 60)
    end = START + clocks.AGREED_AFTER
    assert clocks.agreed_at(table) == end
    while (table.due or end) < end and not clocks.is_played_by_robot(table, 2):
        table = rung(table, table.due or end)
    assert table.record.pace == BLITZ
    table = after_robots(table, end - 1)
    assert rung(table, end - 0.5).record.pace == BLITZ
    table = rung(table, end)
    assert table.record.pace == DAILY
    assert table.timing.deserted is None


def test_whoever_objects_keeps_the_game_as_it_is():
    table = asked(asked(begun(BLITZ, 4), 0, START), 1, START)
    table = clocks.with_clocks_updated(table, clocks.end_or_decline(table, 2), None, True, START)
    assert (table.timing.asking, table.timing.wanted, clocks.agreed_at(table)) == ((), None, None)
    assert told(table) == ["asked days", "declined days"]


def test_back_to_one_sitting_all_must_agree_however_long_that_takes():
    table = begun(BLITZ, 3)
    for seat in range(3):
        table = asked(table, seat, START)
    for seat in range(2):
        table = asked(table, seat, START + 100, BLITZ)
    assert rung(table, START + 5 * clocks.AGREED_AFTER).record.pace == DAILY
    table = asked(table, 2, START + 5 * clocks.AGREED_AFTER, BLITZ)
    assert (table.record.pace, table.record.sitting) == (BLITZ, None)
    assert clocks.deadline(table, 0) == START + 5 * clocks.AGREED_AFTER + 420
    assert told(table)[-2:] == ["asked now", "agreed now"]


def test_one_who_waits_in_vain_for_somebody_who_has_gone_has_the_game_go_on_over_days():
    table = asked(begun(BLITZ, 2), 0, START)
    now = START
    while table.record.pace == BLITZ and now < START + clocks.AGREED_AFTER:
        now = table.due or now
        table = after_robots(rung(table, now), now)
        for seat in table.game.to_act(table.state):
            if seat == 0 and table.record.pace == BLITZ:
                table = moved(table, 0, now)
    assert table.record.pace == DAILY
    assert not any(clock.stand_in for clock in table.timing.seats), "everybody has a day now"


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
