"""What a table's clocks say: whom they run for, how long somebody has, when something is due.

Pure functions; times are house time. `timekeeping` sets the clocks, `adjusting` changes them for people.

A moment at which something is due is always worked out by the same sum and compared with the time as it is,
so that nothing is ever early.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.pace import DAY, HOUR, MINUTE, Pace
from bot.tables.pace import SeatClock
from bot.tables.table import Table

FIRST_NUDGE = 1.5 * MINUTE
"""Seconds of a turn before anybody is told of it, or a quarter of a move's time if that is less."""
LOBBY_LASTS = 24 * HOUR
"""How long a lobby waits in which nobody does anything."""
DESERTED_LASTS = 7 * DAY
"""How long a table waits for people to come back."""
FORGOTTEN_AFTER = 30 * DAY
"""How long a move may take at a table that knows no deadline: then nobody will make it any more."""
LONGEST_PAUSE = 14 * DAY

Why = Literal["turn", "half", "late"]
REMINDERS: tuple[Why, ...] = ("turn", "half", "late")


class Nudge(msgspec.Struct, frozen=True):
    """What the errand "nudge" carries: this seat has been asked this for a while."""

    seat: int
    decision: str
    why: Why


def plays_itself(table: Table, seat: int) -> bool:
    """Whether a robot makes the seat's moves just now: it is one's, or stands in, or the time was up."""
    if is_deserted(table) or table.timing.shut:
        return False
    clock = clock_of(table, seat)
    return bool(table.seats[seat].robot) or clock.stand_in or clock.overdue or is_finished_by_robots(table)


def is_finished_by_robots(table: Table) -> bool:
    """Whether the time of a tournament's round is up, so that robots play the game to its end."""
    return table.record.pod is not None and table.record.pod.finish


def robot_keeps(table: Table, seat: int, clock: SeatClock | None = None) -> bool:
    """Whether a robot plays in the place of a person who is not there, or has given the seat up."""
    sitter = table.seats[seat]
    stands_in = (clock or clock_of(table, seat)).stand_in
    return sitter.user is not None and (sitter.robot is not None or stands_in)


def is_deserted(table: Table) -> bool:
    """Whether nobody is here but robots. They do not play on among themselves."""
    return table.timing.deserted is not None


def clock_of(table: Table, seat: int) -> SeatClock:
    """The seat's clock."""
    seats = table.timing.seats
    return seats[seat] if seat < len(seats) else SeatClock()


def pace_of(table: Table) -> Pace:
    """How fast the table plays; with whatever a tournament's organiser has added to everybody's reserve."""
    pace, pod = table.record.pace, table.record.pod
    if pod is None or not pod.extra or not pace.limited:
        return pace
    return msgspec.structs.replace(pace, bank=max(0.0, pace.bank + pod.extra))


def waits_until(table: Table) -> float | None:
    """Until when a tournament's table waits for its players; None: it does not, or its clock stands still."""
    pod, timing = table.record.pod, table.timing
    if pod is None or timing.waiting is None:
        return None
    return timing.waiting + (pod.show_up + pod.extra - timing.waited)


def deadline(table: Table, seat: int) -> float | None:
    """Until when the seat has time; None: for ever, or its clock stands still."""
    pace, clock = pace_of(table), clock_of(table, seat)
    if clock.since is None or not pace.limited:
        return None
    return clock.since + (allowance(pace, clock) - clock.used)


def left(table: Table, seat: int, now: float) -> float | None:
    """Seconds that the seat has left for its turn, also while its clock stands still; None: any number."""
    pace, clock = pace_of(table), clock_of(table, seat)
    if not clock.decision or not pace.limited:
        return None
    return max(0.0, allowance(pace, clock) - time_used(clock, now))


def bank_left(pace: Pace, clock: SeatClock) -> float:
    """What the seat's time bank holds."""
    return pace.bank - clock.spent


def next_alarm(table: Table) -> float | None:
    """When the table must be looked at next; None: never."""
    if table.timing.shut:
        return None
    if table.phase == "lobby" and table.record.pod is not None:
        return waits_until(table) if table.awaited else table.timing.touched
    if table.phase == "lobby":
        return table.timing.touched + LOBBY_LASTS
    if table.phase != "playing":
        return None
    timing = table.timing
    moments = [_next_of_seat(pace_of(table), clock) for clock in timing.seats]
    if timing.deserted is not None:
        moments.append(timing.deserted + DESERTED_LASTS)
    if timing.paused is not None:
        moments.append(timing.paused + LONGEST_PAUSE)
    return min((moment for moment in moments if moment is not None), default=None)


def _next_of_seat(pace: Pace, clock: SeatClock) -> float | None:
    if clock.since is None:
        return None
    return min(moment for moment in moments_of(pace, clock)[clock.reminded :])


def moments_of(pace: Pace, clock: SeatClock) -> tuple[float, ...]:
    """When each of a running turn's reminders is due, and at last when its time is up."""
    whole = allowance(pace, clock)
    if pace.limited:
        lengths = (min(FIRST_NUDGE, pace.move / 4), whole / 2, whole * 0.9, whole)
    else:
        lengths = (FIRST_NUDGE, whole, whole, whole)
    since = clock.since or 0.0
    return tuple(since + (length - clock.used) for length in lengths)


def allowance(pace: Pace, clock: SeatClock) -> float:
    """How long the turn may last in all."""
    return pace.move + bank_left(pace, clock) if pace.limited else FORGOTTEN_AFTER


def time_used(clock: SeatClock, now: float) -> float:
    """How much of the turn's time is gone."""
    # After a crash the bot has been awake for a few seconds less than it had thought before.
    return clock.used + (0.0 if clock.since is None else max(0.0, now - clock.since))
