"""Clocks, alarms and stand-ins: what becomes of a table as time passes. Pure functions; times are house time.

Every change of a table goes through `kept`, which stops and starts the seats' clocks as the game, the people
and the pause want it, and works out when the table must be looked at next. When that moment has come, `ring`
says what it brings.

A moment at which something is due is always worked out by the same sum and compared with the time as it is,
so that nothing is ever early, and whatever is due is done when `ring` has been called once.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Literal

import msgspec

from bot.tables.pace import DAY, HOUR, MINUTE, NO_CLOCKS, Happening, Pace, SeatClock, Timing
from bot.tables.press import Outcome
from bot.tables.table import Table
from storage.records import Errand

FIRST_NUDGE = 1.5 * MINUTE
"""Seconds of a turn before anybody is told of it, or a quarter of a move's time if that is less."""
MISSED_UNTIL_STAND_IN = 2
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


# asked by others


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
    return clock.since + (_allowance(pace, clock) - clock.used)


def left(table: Table, seat: int, now: float) -> float | None:
    """Seconds that the seat has left for its turn, also while its clock stands still; None: any number."""
    pace, clock = pace_of(table), clock_of(table, seat)
    if not clock.decision or not pace.limited:
        return None
    return max(0.0, _allowance(pace, clock) - _used(clock, now))


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
    return min(moment for moment in _moments(pace, clock)[clock.reminded :])


def _moments(pace: Pace, clock: SeatClock) -> tuple[float, ...]:
    """When each of a running turn's reminders is due, and at last when its time is up."""
    whole = _allowance(pace, clock)
    if pace.limited:
        lengths = (min(FIRST_NUDGE, pace.move / 4), whole / 2, whole * 0.9, whole)
    else:
        lengths = (FIRST_NUDGE, whole, whole, whole)
    since = clock.since or 0.0
    return tuple(since + (length - clock.used) for length in lengths)


def _allowance(pace: Pace, clock: SeatClock) -> float:
    """How long the turn may last in all."""
    return pace.move + bank_left(pace, clock) if pace.limited else FORGOTTEN_AFTER


def _used(clock: SeatClock, now: float) -> float:
    # After a crash the bot has been awake for a few seconds less than it had thought before.
    return clock.used + (0.0 if clock.since is None else max(0.0, now - clock.since))


# with every change


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
        spent += max(0.0, _used(clock, now) - pace.move)
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
        return msgspec.structs.replace(clock, since=None, used=_used(clock, now))
    return clock


def _replaced_since(clock: SeatClock, replaced: bool, now: float) -> SeatClock:
    """The clock, with since when a robot plays in the place of a person (`replaced`: one does now)."""
    if replaced == (clock.robot_since is not None):
        return clock
    return msgspec.structs.replace(clock, robot_since=now if replaced else None)


def happened_at(table: Table, *happenings: Happening) -> Table:
    """The table, at which everybody is told of this."""
    return table.with_record(happenings=(*table.record.happenings, *happenings)) if happenings else table


# as time passes


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
        changed = _resumed(changed, Happening("pause_over", table.actions))
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
    *reminders, end = _moments(pace, clock)
    if now >= end:
        return msgspec.structs.replace(clock, overdue=True), None
    due = sum(now >= moment for moment in reminders)
    if due <= clock.reminded:
        return clock, None
    nudge = Nudge(seat, clock.decision, REMINDERS[due - 1])
    return msgspec.structs.replace(clock, reminded=due), nudge


def _stopped(table: Table, why: Literal["untouched", "deserted", "forgotten"]) -> Outcome:
    return Outcome(replace(table, phase="closed").with_record(closed_by=why), errands=(Errand("closed"),))


# as people wish


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
    due = sum(now >= moment for moment in _moments(pace, stood)[:-1])
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
        return _resumed(table, Happening("resumed", table.actions, seat))
    if not table.timing.asking:
        return table
    declined = replace(table, timing=msgspec.structs.replace(table.timing, asking=()))
    return happened_at(declined, Happening("declined", table.actions, seat))


def _resumed(table: Table, happening: Happening) -> Table:
    resumed = replace(table, timing=msgspec.structs.replace(table.timing, paused=None, asking=()))
    return happened_at(resumed, happening)
