"""Clocks and deadlines as pure functions: nothing early, nothing twice, whatever happens."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.pace import BLITZ, DAILY, NONE, RELAXED, Pace
from bot.refusal import Refusal
from bot.tables import clocks, leaving, lobby, play
from bot.tables.model import Press, Record, Seat, Table
from bot.tables.repository import table_from_row, table_to_row
from bot.tables.timing import Timing
from games.catalogue import game
from tests.bot.tables.timed import GAME, START, after_robots, begun, missed_twice, moved, rung, told
from tests.support.examples import examples

DAY = 86400.0
LATER = 1_900_000_000.0

paces = st.sampled_from([BLITZ, DAILY, RELAXED, NONE]) | st.builds(
    lambda move, bank, back: Pace("own", move, bank, min(back, bank)),
    st.floats(30, 1e6),
    st.floats(0, 1e6),
    st.floats(0, 86400),
)


# what a turn is


def test_everybody_has_a_clock_of_their_own_while_all_choose_at_once():
    table = begun(BLITZ)
    table = moved(table, 1, START + 60)
    assert [clocks.deadline(table, seat) for seat in range(3)] == [START + 420, None, START + 420]


def test_a_turn_ends_with_the_move_and_its_time_is_taken_from_the_bank_beyond_a_moves_time():
    table = begun(BLITZ)
    table = moved(table, 0, START + 150)  # 30 s into the bank, 5 s brought back
    assert BLITZ.bank - clocks.clock_of(table, 0).spent == 275


def test_a_quick_move_fills_the_bank_to_the_brim_and_no_further():
    table = moved(begun(BLITZ), 0, START + 1)
    assert BLITZ.bank - clocks.clock_of(table, 0).spent == BLITZ.bank


def test_a_quick_move_brings_no_more_than_the_increment_back():
    table = begun(BLITZ, 2)
    table = moved(moved(table, 0, START + 150), 1, START + 150)
    while 0 not in table.game.to_act(table.state):
        table = moved(table, table.game.to_act(table.state)[0], START + 150)
    assert BLITZ.bank - clocks.clock_of(table, 0).spent == 275
    table = moved(table, 0, START + 160)
    assert BLITZ.bank - clocks.clock_of(table, 0).spent == 280


def test_a_new_question_to_the_same_seat_is_a_new_turn():
    table = begun(BLITZ, 2)
    table = moved(moved(table, 0, START + 100), 1, START + 100)
    leader = table.game.to_act(table.state)[0]
    assert clocks.deadline(table, leader) == START + 100 + 420
    table = moved(table, leader, START + 110)
    other = table.game.to_act(table.state)[0]
    assert clocks.deadline(table, other) == START + 110 + 420


def test_robots_have_no_clock():
    table = begun(BLITZ, 1, 2)
    robots = [at for at, seat in enumerate(table.seats) if seat.robot]
    assert [clocks.clock_of(table, at).since for at in robots] == [None, None]


def test_a_table_without_a_time_limit_has_no_deadline():
    table = begun(NONE)
    assert clocks.deadline(table, 0) is None
    assert clocks.time_left(table, 0, START + 1e6) is None


# what the alarm brings, and when


@pytest.mark.parametrize(
    ("pace", "moments"),
    [
        (DAILY, [90, 86400, 155520, 172800]),
        (BLITZ, [30, 210, 378, 420]),
        (RELAXED, [90, 259200, 466560, 518400]),
    ],
)
def test_reminders_and_the_deadline_come_at_their_moments_and_not_before(pace: Pace, moments: list[float]):
    table = begun(pace, 2)
    reasons: list[str] = []
    for moment in moments:
        assert table.due == START + moment
        just_before = START + moment - 0.001
        assert clocks.on_due(table, just_before) is None
        outcome = clocks.on_due(table, START + moment)
        assert outcome is not None
        reasons += [msgspec.json.decode(each.payload, type=clocks.ReminderDue).why for each in outcome.outbox]
        assert all(each.kind == "nudge" for each in outcome.outbox)
        table = clocks.with_clocks_updated(table, outcome.table, None, False, START + moment)
    assert reasons == ["turn", "turn", "half", "half", "late", "late"]
    assert all(clocks.clock_of(table, seat).overdue for seat in range(2))


def test_who_comes_late_to_several_reminders_makes_only_the_last_one():
    outcome = clocks.on_due(begun(DAILY, 1, 1), START + 160_000)
    assert outcome is not None
    assert [msgspec.json.decode(each.payload, type=clocks.ReminderDue).why for each in outcome.outbox] == [
        "late"
    ]


def test_two_who_are_late_at_once_are_each_played_for():
    table = rung(begun(BLITZ, 3), START + 420)
    assert [clocks.is_played_by_robot(table, seat) for seat in range(3)] == [True] * 3
    table = moved(table, 0, START + 421)  # who presses before the robot has moved, moves
    assert told(table) == []
    table = after_robots(table, START + 421)
    assert told(table) == ["late", "late"]
    assert [clocks.clock_of(table, seat).missed for seat in range(3)] == [0, 1, 1]


def test_after_two_moves_in_a_row_the_robot_keeps_the_seat_and_plays_at_once():
    table, absent, now = missed_twice()
    assert told(table) == ["late", "stand_in"]
    assert clocks.deadline(table, absent) is None
    while absent not in table.game.to_act(table.state):
        table = moved(table, table.game.to_act(table.state)[0], now)
    assert clocks.is_played_by_robot(table, absent)
    assert clocks.clock_of(table, absent).since is None
    table = moved(table, absent, now, by_person=False)
    assert told(table) == ["late", "stand_in"], "only what is new is told"


def test_a_move_of_ones_own_between_two_missed_ones_makes_them_two_single_ones():
    table = after_robots(rung(begun(BLITZ, 2), START + 420), START + 420)
    seat = table.game.to_act(table.state)[0]
    table = moved(table, seat, START + 430)
    assert clocks.clock_of(table, seat).missed == 0


def test_whoever_comes_back_has_the_seat_at_once_and_a_whole_new_turn():
    table, absent, now = missed_twice()
    while absent not in table.game.to_act(table.state):
        table = moved(table, table.game.to_act(table.state)[0], now)
    back = clocks.with_clocks_updated(table, clocks.stand_in_ended(table, absent), None, False, now + 5)
    assert not clocks.is_played_by_robot(back, absent)
    assert clocks.clock_of(back, absent).since == now + 5
    assert clocks.clock_of(back, absent).missed == 0
    assert told(back)[-1] == "back"
    assert clocks.stand_in_ended(back, absent) is back


def test_whoever_moves_has_come_back():
    table, absent, now = missed_twice()
    while absent not in table.game.to_act(table.state):
        table = moved(table, table.game.to_act(table.state)[0], now)
    table = moved(table, absent, now)
    assert told(table)[-1] == "back"
    assert not clocks.clock_of(table, absent).stand_in


def test_robots_do_not_play_on_among_themselves_and_the_table_stops_after_a_week():
    table, now = begun(BLITZ, 2), START
    while table.timing.deserted is None:
        now = table.due or now
        table = after_robots(rung(table, now), now)
    actions = table.actions
    assert not any(clocks.is_played_by_robot(table, seat) for seat in range(2))
    assert table.due == now + clocks.DESERTED_LASTS
    assert clocks.on_due(table, now + clocks.DESERTED_LASTS - 1) is None
    stopped = rung(table, now + clocks.DESERTED_LASTS)
    assert (stopped.phase, stopped.record.closed_by, stopped.actions) == ("closed", "deserted", actions)
    assert stopped.due is None


def test_somebody_who_comes_back_keeps_the_deserted_table_from_stopping():
    table, now = begun(BLITZ, 2), START
    while table.timing.deserted is None:
        now = table.due or now
        table = after_robots(rung(table, now), now)
    table = clocks.with_clocks_updated(
        table, clocks.stand_in_ended(table, 1), None, False, now + clocks.DESERTED_LASTS - 1
    )
    assert table.timing.deserted is None
    assert rung(table, now + clocks.DESERTED_LASTS).phase == "playing"


def test_without_a_time_limit_a_game_that_nobody_moves_in_stops_after_a_month():
    table = rung(begun(NONE), START + 90)
    assert clocks.on_due(table, START + clocks.FORGOTTEN_AFTER - 1) is None
    assert rung(table, START + clocks.FORGOTTEN_AFTER).record.closed_by == "forgotten"


def test_a_lobby_closes_itself_a_day_after_the_last_that_happened_there():
    record = Record(1, {}, "5e" * 32, 4, seats=(Seat("P", "1", 1),))
    table = Table("k3x9qp", 1, 2, game(GAME), "lobby", 1, 0, record, None, 0.0, 0.0)
    table = clocks.with_clocks_updated(None, table, None, True, 10.0)
    table = clocks.with_clocks_updated(table, lobby.join(table, Press(2, 2, "Q")), None, True, 1000.0)
    assert table.due == 1000 + 86400
    assert clocks.on_due(table, 1000 + 86399) is None
    assert rung(table, 1000 + 86400).record.closed_by == "untouched"


# who sits there


def test_whoever_takes_over_a_seat_begins_with_a_clock_of_their_own():
    table = rung(begun(BLITZ, 2), START + 210)
    seats = (replace(table.seats[0], user=77), table.seats[1])
    table = clocks.with_clocks_updated(table, table.with_record(seats=seats), None, True, START + 300)
    assert clocks.clock_of(table, 0).since == START + 300
    assert clocks.clock_of(table, 0).reminded == 0
    assert clocks.clock_of(table, 1).since == START


def test_a_seat_that_goes_to_a_robot_has_no_running_clock_any_more():
    table = begun(BLITZ, 2)
    left = leaving.leave_to_robot(table, Press(1, table.seats[0].user or 0, "")).table
    table = clocks.with_clocks_updated(table, left, None, True, START)
    assert clocks.clock_of(table, 0) == clocks.SeatClock(robot_since=START)


def test_a_game_from_before_there_were_clocks_plays_on_without_a_limit():
    old = replace(begun(NONE), timing=Timing())
    assert clocks.next_due(old) is None
    assert moved(old, 0, 5.0).phase == "playing"


def late_where_the_others_are_asked() -> tuple[Table, int]:
    """A table over days that asks before a robot plays: all but one have bid, and that one's time is up."""
    table = begun(DAILY)
    table = table.with_record(asks_to_wait=True)
    for seat in (1, 2):
        table = moved(table, seat, START)
    for due in (clocks.FIRST_REMINDER, DAY, 1.8 * DAY, 2 * DAY):
        table = rung(table, START + due)
    return table, 0


def test_before_a_robot_plays_the_others_are_asked_and_if_nobody_answers_in_a_quarter_it_does():
    table, seat = late_where_the_others_are_asked()
    assert clocks.clock_of(table, seat).late
    assert not clocks.is_played_by_robot(table, seat)
    assert clocks.deadline(table, seat) == table.due == START + 2.25 * DAY
    assert clocks.is_played_by_robot(rung(table, START + 2.25 * DAY), seat)


def test_whoever_waits_for_somebody_gives_them_a_moves_time_and_whoever_does_not_lets_a_robot_play():
    table, seat = late_where_the_others_are_asked()
    press = Press(1, table.seats[1].user or 0, "")
    now = START + 2.1 * DAY
    waits = play.answer_for_late(table, press, seat, True, now).table
    waits = clocks.with_clocks_updated(table, waits, None, True, now)
    assert clocks.deadline(waits, seat) == pytest.approx(now + DAY)
    assert not clocks.clock_of(waits, seat).late
    assert told(waits)[-1] == "waited"
    robot = play.answer_for_late(table, press, seat, False, now).table
    assert clocks.is_played_by_robot(clocks.with_clocks_updated(table, robot, None, True, now), seat)
    with pytest.raises(Refusal) as refusal:
        play.answer_for_late(waits, press, seat, False, now)
    assert refusal.value.reason == "stale"


def test_who_plays_with_nobody_else_there_has_a_robot_play_at_once():
    table = begun(DAILY, 1, 2).with_record(asks_to_wait=True)
    table = rung(table, START + 2 * DAY)
    assert clocks.clock_of(table, next(at for at in range(3) if not table.seats[at].robot)).overdue


# any course of things


@st.composite
def courses(draw: st.DrawFn) -> list[tuple[str, float, int]]:
    """What may happen at a table, each thing after a while."""
    kinds = st.sampled_from(
        [
            "wait",
            "alarm",
            "alarm",
            "alarm",
            "move",
            "move",
            "pause",
            "unpause",
            "away",
            "here",
            "back",
        ]
    )
    waits = st.floats(0, 100) | st.floats(0, 200_000)
    return draw(st.lists(st.tuples(kinds, waits, st.integers(0, 2)), max_size=60))


@examples(300)
@given(paces, courses(), st.integers(0, 2**32))
def test_no_course_of_things_makes_a_deadline_early_or_a_bank_wrong(
    pace: Pace, course: list[tuple[str, float, int]], seed: int
):
    random, now = Random(seed), START
    table = begun(pace)
    ran = [0.0] * 3  # how long each seat's turn has lasted with its clock running, counted apart

    def settle(after: Table, acted: int | None = None) -> Table:
        for seat in range(3):
            before, then = clocks.clock_of(table, seat), clocks.clock_of(after, seat)
            if seat == acted or then.decision != before.decision or not then.decision:
                ran[seat] = 0.0
        return after

    for kind, wait, seat in course:
        if table.phase != "playing":
            break
        step = max(0.0, (table.due or now) - now) if kind == "alarm" else wait
        for at in range(3):
            ran[at] += step if clocks.clock_of(table, at).since is not None else 0.0
        now += step
        match kind:
            case "move" if seat in table.game.to_act(table.state) and not clocks.is_played_by_robot(
                table, seat
            ):
                table = settle(moved(table, seat, now, random=random), seat)
            case "pause":
                table = settle(
                    clocks.with_clocks_updated(table, clocks.ask_table(table, seat, now), None, True, now)
                )
            case "unpause":
                table = settle(
                    clocks.with_clocks_updated(table, clocks.end_or_decline(table, seat), None, True, now)
                )
            case "away" | "here":
                table = settle(
                    clocks.with_clocks_updated(
                        table,
                        clocks.with_vacation(table, seat, LATER if kind == "away" else None),
                        None,
                        True,
                        now,
                    )
                )
            case "back":
                table = settle(
                    clocks.with_clocks_updated(table, clocks.stand_in_ended(table, seat), None, True, now)
                )
            case _:
                pass
        before = table
        table = rung(table, now)
        if before.timing.paused is not None and table.timing.paused is None:
            table = rung(table, now)  # a reminder that was due when the pause began
        for at in range(3):
            fresh = clocks.clock_of(table, at).overdue and not clocks.clock_of(before, at).overdue
            if fresh:
                whole = pace.move + pace.bank - clocks.clock_of(before, at).spent
                assert ran[at] >= whole - 1e-6
        settle(table)
        assert clocks.on_due(table, now) is None
        assert table.due is None or table.due > now
        assert table_from_row(table_to_row(table)).timing == table.timing
        while table.phase == "playing" and (
            seats := [at for at in table.game.to_act(table.state) if clocks.is_played_by_robot(table, at)]
        ):
            table = settle(moved(table, seats[0], now, by_person=False, random=random), seats[0])
        for clock in table.timing.seats:
            assert 0 <= pace.bank - clock.spent <= pace.bank
            assert clock.used >= 0


@given(paces, st.floats(-100, 0))
def test_time_that_goes_back_after_a_crash_takes_nothing_from_anybody(pace: Pace, back: float):
    table = begun(pace, 2)
    now = START + back
    assert clocks.on_due(table, now) is None
    after = moved(table, 0, now)
    assert pace.bank - clocks.clock_of(after, 0).spent == pace.bank


# tables that nobody can see


def out_of_sight(table: Table, now: float, unseen: bool = True) -> Table:
    """The table as the house stores it once it stands nowhere, or does again."""
    return clocks.with_clocks_updated(table, clocks.with_unseen(table, unseen, now), None, False, now)


def test_at_a_table_that_nobody_can_see_everybody_has_as_much_time_later_as_they_had_before():
    table = out_of_sight(begun(BLITZ), START + 60)
    assert [clocks.deadline(table, seat) for seat in range(3)] == [None] * 3
    assert rung(table, START + 30 * DAY - 1) == table
    table = out_of_sight(table, START + DAY, unseen=False)
    assert clocks.deadline(table, 0) == START + DAY + 420 - 60


def test_no_robot_plays_for_people_who_cannot_see_their_table():
    table, absent, now = missed_twice()
    assert clocks.is_played_by_robot(table, absent)
    table = out_of_sight(table, now)
    assert not clocks.is_played_by_robot(table, absent)
    assert clocks.is_played_by_robot(out_of_sight(table, now, unseen=False), absent)


def test_a_table_that_nobody_brings_back_for_a_month_is_closed():
    table = out_of_sight(begun(BLITZ), START)
    assert table.due == START + clocks.FORGOTTEN_AFTER
    assert rung(table, START + clocks.FORGOTTEN_AFTER).phase == "closed"


def test_a_private_game_needs_no_channel():
    table = begun(BLITZ).with_record(private=True)
    assert clocks.with_unseen(table, True, START) is table
