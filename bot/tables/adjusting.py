"""Clocks stopped, set going and changed for people: pauses, vacations, more time, a seat taken up again.

Pure functions; times are house time. What they return goes through `timekeeping.kept`, as every change does.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import msgspec

from bot.pace import Pace
from bot.tables.happenings import happened_at
from bot.tables.pace import Happening, SeatClock
from bot.tables.table import Table
from bot.tables.timing import clock_of, moments_of, pace_of


def shut(table: Table, shut: bool) -> Table:
    """Everything stands still, or goes on: the bot was removed from the table's server, or is there again."""
    if table.timing.shut == shut:
        return table
    return replace(table, timing=msgspec.structs.replace(table.timing, shut=shut))


def those_away(table: Table) -> Collection[int]:
    """The users whose clocks stand still here, as they are on vacation."""
    sitters = zip(table.seats, table.timing.seats, strict=False)
    return [sitter.user for sitter, clock in sitters if clock.away and sitter.user is not None]


def back(table: Table, seat: int) -> Table:
    """The seat's owner is here again: a robot that stood in gets up at once."""
    return here_again(table, seat) if clock_of(table, seat).stand_in else table


def here_again(table: Table, seat: int, happening: Happening | None = None) -> Table:
    """The seat's owner plays again, and what robots had to play for them before counts no more.

    `happening`: what everybody is told, if it is not just that.
    """
    clock = msgspec.structs.replace(clock_of(table, seat), stand_in=False, missed=0)
    return happened_at(_with_clock(table, seat, clock), happening or Happening("back", table.actions, seat))


def away(table: Table, seat: int, until: float | None) -> Table:
    """The seat's clock stands still while its owner is on vacation until that Unix time; None: it goes on.

    It goes on at a table at which everybody has to be there all the time.
    """
    clock = clock_of(table, seat)
    stands = until is not None and not table.record.pace.live
    set_ = msgspec.structs.replace(clock, away=stands, away_until=until if stands and until else 0.0)
    return table if set_ == clock else _with_clock(table, seat, set_)


def _with_clock(table: Table, seat: int, clock: SeatClock) -> Table:
    clocks = tuple(clock if at == seat else kept for at, kept in enumerate(table.timing.seats))
    return replace(table, timing=msgspec.structs.replace(table.timing, seats=clocks))


def granted(table: Table, seconds: float, now: float, decisions: Collection[str] | None = None) -> Table:
    """Those for whom the game waits have so many seconds more for their turn, or (negative) less.

    `decisions`: only those who are still asked one of these. The same table if that is nobody.
    """
    clocks = [
        _reminded_anew(pace_of(table), msgspec.structs.replace(clock, used=clock.used - seconds), now)
        if clock.decision and (decisions is None or clock.decision in decisions)
        else clock
        for clock in table.timing.seats
    ]
    if tuple(clocks) == table.timing.seats:
        return table
    return replace(table, timing=msgspec.structs.replace(table.timing, seats=tuple(clocks)))


def reminded_anew(table: Table, now: float) -> Table:
    """There is more time than there was: reminders that are not due any more come again when they are."""
    clocks = tuple(_reminded_anew(pace_of(table), clock, now) for clock in table.timing.seats)
    return replace(table, timing=msgspec.structs.replace(table.timing, seats=clocks))


def _reminded_anew(pace: Pace, clock: SeatClock, now: float) -> SeatClock:
    if not clock.reminded:
        return clock
    stood = clock if clock.since is not None else msgspec.structs.replace(clock, since=now)
    due = sum(now >= moment for moment in moments_of(pace, stood)[:-1])
    return msgspec.structs.replace(clock, reminded=min(clock.reminded, due))


def must_agree(table: Table) -> Collection[int]:
    """The seats without which there is no pause: people's, as far as no robot stands in."""
    return [
        at
        for at, seat in enumerate(table.seats)
        if seat.person is not None and not clock_of(table, at).stand_in
    ]


def ask_for_pause(table: Table, seat: int, now: float) -> Table:
    """The seat wants the clocks to stand still; they do as soon as everybody does."""
    timing = table.timing
    if timing.paused is not None or seat in timing.asking:
        return table
    asking = (*timing.asking, seat)
    if set(asking) >= set(must_agree(table)):
        paused = replace(table, timing=msgspec.structs.replace(timing, paused=now, asking=()))
        return happened_at(paused, Happening("paused", table.actions))
    asked = replace(table, timing=msgspec.structs.replace(timing, asking=asking))
    return asked if timing.asking else happened_at(asked, Happening("asked", table.actions, seat))


def end_pause(table: Table, seat: int) -> Table:
    """The seat wants to go on: the pause ends, or what was asked for is declined."""
    if table.timing.paused is not None:
        return resumed(table, Happening("resumed", table.actions, seat))
    if not table.timing.asking:
        return table
    declined = replace(table, timing=msgspec.structs.replace(table.timing, asking=()))
    return happened_at(declined, Happening("declined", table.actions, seat))


def resumed(table: Table, happening: Happening) -> Table:
    """The pause is over, or is not asked for any more, and everybody is told that."""
    resumed = replace(table, timing=msgspec.structs.replace(table.timing, paused=None, asking=()))
    return happened_at(resumed, happening)
