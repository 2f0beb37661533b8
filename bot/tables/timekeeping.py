"""The clocks kept: what every change of a table does to them, and what becomes of it as time passes.

Pure functions; times are house time.

Every change of a table goes through `kept`, which stops and starts the seats' clocks as the game, the people
and the pause want it, and works out when the table must be looked at next. When that moment has come, `ring`
says what it brings: whatever is due is done when it has been called once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import msgspec

from bot.pace import Pace
from bot.tables.adjusting import resumed
from bot.tables.happenings import happened_at
from bot.tables.pace import NO_CLOCKS, Happening, SeatClock, Timing
from bot.tables.press import Outcome
from bot.tables.table import Table
from bot.tables.timing import (
    DESERTED_LASTS,
    LOBBY_LASTS,
    LONGEST_PAUSE,
    REMINDERS,
    Nudge,
    clock_of,
    is_finished_by_robots,
    moments_of,
    next_alarm,
    pace_of,
    robot_keeps,
    time_used,
)
from storage.records import Errand

MISSED_UNTIL_STAND_IN = 2
"""Moves in a row that somebody misses until a robot keeps the seat."""


def kept(before: Table | None, after: Table, acted: int | None, by_person: bool, now: float) -> Table:
    """The table after a change, its clocks set. `acted`: the seat whose move the change is, if it is one."""
    if after.phase == "playing":
        after = _in_play(before, after, acted, by_person, now)
    else:
        after = replace(after, timing=_in_lobby(after, now) if after.phase == "lobby" else NO_CLOCKS)
    return replace(after, due=next_alarm(after))


def _in_lobby(after: Table, now: float) -> Timing:
    timing = after.timing
    since, waited = timing.waiting, timing.waited
    if after.record.pod is None or _stand_still(after, timing):
        waited += 0.0 if since is None else max(0.0, now - since)
        since = None
    elif since is None:
        since = now
    return Timing(touched=now, shut=timing.shut, waiting=since, waited=waited)


def _stand_still(table: Table, timing: Timing) -> bool:
    """Whether nobody's clock runs."""
    return timing.paused is not None or timing.shut or table.is_held


def _in_play(before: Table | None, after: Table, acted: int | None, by_person: bool, now: float) -> Table:
    timing, told, pace = after.timing, list[Happening](), pace_of(after)
    if before is not None and before.phase == "playing":
        sat = before.seats
        same = [at < len(sat) and sat[at].user == seat.user for at, seat in enumerate(after.seats)]
        clocks = [clock_of(after, at) if known else SeatClock() for at, known in enumerate(same)]
    else:
        clocks = [_first_clock(after, at) for at in range(len(after.seats))]
    if acted is not None:
        clocks[acted], happened = _after_move(pace, clocks[acted], by_person, now)
        told += [Happening(kind, after.actions, acted) for kind in happened]
        if by_person and timing.paused is not None:
            timing = msgspec.structs.replace(timing, paused=None, asking=())
            told.append(Happening("resumed", after.actions, acted))
    there = [
        seat.person is not None and not clock.stand_in and not is_finished_by_robots(after)
        for seat, clock in zip(after.seats, clocks, strict=True)
    ]
    if timing.asking:
        timing = msgspec.structs.replace(timing, asking=tuple(at for at in timing.asking if there[at]))
    awaited = after.game.to_act(after.state)
    for at, clock in enumerate(clocks):
        asked = after.game.decision(after.state, at) if there[at] and at in awaited else ""
        clock = _running(pace, clock, asked, _stand_still(after, timing), now)
        clocks[at] = _replaced_since(clock, robot_keeps(after, at, clock), now)
    since = timing.deserted if timing.deserted is not None else now
    somebody_cares = any(there) or after.record.pod is not None  # a tournament waits for the result
    timing = msgspec.structs.replace(timing, seats=tuple(clocks), deserted=None if somebody_cares else since)
    after = replace(after, timing=timing)
    return happened_at(after, *told)


def _first_clock(table: Table, seat: int) -> SeatClock:
    """The seat's clock when the cards are dealt: a robot stands in for whoever a tournament waited for."""
    pod = table.record.pod
    waited = pod is not None and pod.show_up > 0 and table.is_missing(seat)
    return SeatClock(stand_in=waited and table.seats[seat].person is not None)


def _after_move(pace: Pace, clock: SeatClock, by_person: bool, now: float) -> tuple[SeatClock, list[str]]:
    """The clock of the seat that has just moved, its turn over, and what there is to tell of it."""
    if by_person:
        told = ["back"] if clock.stand_in else []
        clock = _turn_over(pace, clock, now, pace.increment)
        return msgspec.structs.replace(clock, missed=0, stand_in=False), told
    if clock.stand_in:
        return clock, []
    if not clock.overdue:  # as its owner had ordered
        return _turn_over(pace, clock, now, pace.increment), []
    missed = clock.missed + 1
    stand_in = missed >= MISSED_UNTIL_STAND_IN
    clock = _turn_over(pace, clock, now, 0.0)
    return msgspec.structs.replace(clock, missed=missed, stand_in=stand_in), [
        "stand_in" if stand_in else "late"
    ]


def _turn_over(pace: Pace, clock: SeatClock, now: float, increment: float) -> SeatClock:
    """The turn's time is taken from the bank as far as it was longer than a move; none of it is left."""
    spent = clock.spent
    if clock.decision and pace.limited:
        spent += max(0.0, time_used(clock, now) - pace.move)
        spent = max(0.0, min(pace.bank, spent) - increment)
    return msgspec.structs.replace(
        clock, decision="", since=None, used=0.0, spent=spent, reminded=0, overdue=False
    )


def _running(pace: Pace, clock: SeatClock, asked: str, paused: bool, now: float) -> SeatClock:
    """The clock set going or still, where `asked` is asked (nothing, if nobody keeps time for the seat)."""
    if clock.decision != asked:
        clock = msgspec.structs.replace(_turn_over(pace, clock, now, 0.0), decision=asked)
    runs = bool(asked) and not (paused or clock.away or clock.overdue)
    if runs and clock.since is None:
        return msgspec.structs.replace(clock, since=now)
    if not runs and clock.since is not None:
        return msgspec.structs.replace(clock, since=None, used=time_used(clock, now))
    return clock


def _replaced_since(clock: SeatClock, replaced: bool, now: float) -> SeatClock:
    """The clock, with since when a robot plays in the place of a person (`replaced`: one does now)."""
    if replaced == (clock.robot_since is not None):
        return clock
    return msgspec.structs.replace(clock, robot_since=now if replaced else None)


def ring(table: Table, now: float) -> Outcome | None:
    """What the time that has passed brings; None: nothing yet."""
    timing = table.timing
    if timing.shut:
        return None
    is_pod = table.record.pod is not None
    if table.phase == "lobby":  # of a tournament's table `pods` knows what becomes
        is_untouched = not is_pod and now >= timing.touched + LOBBY_LASTS
        return _stopped(table, "untouched") if is_untouched else None
    if table.phase != "playing":
        return None
    if timing.deserted is not None and now >= timing.deserted + DESERTED_LASTS:
        return _stopped(table, "deserted")
    rung = [_rung(pace_of(table), at, clock, now) for at, clock in enumerate(timing.seats)]
    clocks = tuple(clock for clock, _nudge in rung)
    if not is_pod and not table.record.pace.limited and any(clock.overdue for clock in clocks):
        return _stopped(table, "forgotten")
    changed = replace(table, timing=msgspec.structs.replace(timing, seats=clocks))
    if timing.paused is not None and now >= timing.paused + LONGEST_PAUSE:
        changed = resumed(changed, Happening("pause_over", table.actions))
    if changed.timing == timing:
        return None
    if not _is_waited_for(table):
        return Outcome(changed)
    nudges = (Errand("nudge", msgspec.json.encode(nudge)) for _clock, nudge in rung if nudge is not None)
    return Outcome(changed, errands=tuple(nudges))


def _is_waited_for(table: Table) -> bool:
    """Whether a person, a deadline or a tournament waits: not where one plays alone with robots and has all
    the time.
    """
    return table.record.pace.limited or len(table.people) > 1 or table.record.pod is not None


def _rung(pace: Pace, seat: int, clock: SeatClock, now: float) -> tuple[SeatClock, Nudge | None]:
    """One seat's clock, with the reminder that is due; several that are due at once are one."""
    if clock.since is None:
        return clock, None
    *reminders, end = moments_of(pace, clock)
    if now >= end:
        return msgspec.structs.replace(clock, overdue=True), None
    due = sum(now >= moment for moment in reminders)
    if due <= clock.reminded:
        return clock, None
    nudge = Nudge(seat, clock.decision, REMINDERS[due - 1])
    return msgspec.structs.replace(clock, reminded=due), nudge


def _stopped(table: Table, why: Literal["untouched", "deserted", "forgotten"]) -> Outcome:
    return Outcome(replace(table, phase="closed").with_record(closed_by=why), errands=(Errand("closed"),))
