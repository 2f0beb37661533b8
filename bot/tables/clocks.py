"""What a table's clocks say: whom they run for, how long somebody has, when something is due.

Pure functions; times are awake time: seconds for which the bot has been reachable (`Clock.awake`).

A moment at which something is due is always worked out by the same sum and compared with the time as it is,
so that nothing is ever early.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.pace import DAY, HOUR, MINUTE, Pace
from bot.tables.model import Notice, Table, TableUpdate
from bot.tables.timing import NO_CLOCKS, SeatClock, Timing
from storage.models import OutboxEntry

FIRST_REMINDER = 1.5 * MINUTE
"""Seconds of a turn before anybody is told of it, or a quarter of a move's time if that is less."""
CALL_LASTS = 24 * HOUR
"""How long a lobby calls players, and after which it is too old to."""
LOBBY_LASTS = 24 * HOUR
"""How long a lobby waits in which nobody does anything."""
DESERTED_LASTS = 7 * DAY
"""How long a table waits for people to come back."""
FORGOTTEN_AFTER = 30 * DAY
"""How long a move may take at a table that knows no deadline: then nobody will make it any more."""
LONGEST_PAUSE = 14 * DAY
AGREED_AFTER = HOUR
"""After so long what two want and nobody has declined is agreed (`agreed_at`)."""

ReminderKind = Literal["turn", "half", "late"]
REMINDERS: tuple[ReminderKind, ...] = ("turn", "half", "late")


class ReminderDue(msgspec.Struct, frozen=True):
    """What the outbox entry "nudge" carries: this seat has been asked this for a while."""

    seat: int
    decision: str
    why: ReminderKind


def is_played_by_robot(table: Table, seat: int) -> bool:
    """Whether a robot makes the seat's moves just now: it is one's, or stands in, or the time was up."""
    if table.timing.deserted is not None or table.timing.shut:  # robots do not play on among themselves
        return False
    if table.timing.unseen is not None:  # nor for people who cannot know that it is their turn
        return bool(table.seats[seat].robot)
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


def clock_of(table: Table, seat: int) -> SeatClock:
    """The clock of this seat; a fresh one where none is kept."""
    seats = table.timing.seats
    return seats[seat] if seat < len(seats) else SeatClock()


def pace_of(table: Table) -> Pace:
    """How fast the table plays; with whatever a tournament's organiser has added to everybody's reserve."""
    pace, pod = table.record.pace, table.record.pod
    if pod is None or not pod.extra or not pace.limited:
        return pace
    return replace(pace, bank=max(0.0, pace.bank + pod.extra))


def show_up_deadline(table: Table) -> float | None:
    """Until when a tournament's table waits for its players; None: it does not, or its clock stands still."""
    pod, timing = table.record.pod, table.timing
    if pod is None or timing.waiting is None:
        return None
    return timing.waiting + (pod.show_up + pod.extra - timing.waited)


GRACE = 10 * MINUTE
"""How long a table whose hour has come waits for those who are not here yet."""
EARLY = 5 * MINUTE
"""So long before the hour all are called, and can be here."""


def hour_due(table: Table) -> float | None:
    """When all are called to a table that is played at an hour; None: they were, or its clock stands."""
    end = show_up_deadline(table)
    return end - GRACE - EARLY if table.is_early and end is not None else None


def deadline(table: Table, seat: int) -> float | None:
    """Until when the seat has time; None: for ever, or its clock stands still."""
    pace, clock = pace_of(table), clock_of(table, seat)
    if clock.since is None or not pace.limited:
        return None
    return clock.since + (turn_allowance(pace, clock) - clock.used)


def time_left(table: Table, seat: int, now: float) -> float | None:
    """Seconds that the seat has left for its turn, also while its clock stands still; None: any number."""
    pace, clock = pace_of(table), clock_of(table, seat)
    if not clock.decision or not pace.limited:
        return None
    return max(0.0, turn_allowance(pace, clock) - time_used(clock, now))


def next_due(table: Table) -> float | None:
    """When the table must be looked at next; None: never."""
    if table.timing.shut:
        return None
    if table.phase == "lobby" and table.record.pod is not None:
        if not table.awaited:
            return table.timing.touched
        hour = hour_due(table)
        return show_up_deadline(table) if hour is None else hour
    if table.phase == "lobby":
        wanted = table.record.wanted
        call_ends = [] if wanted is None else [wanted + CALL_LASTS]
        return _unseen_end(table) or min([table.timing.touched + _lobby_lasts(table), *call_ends])
    if table.phase != "playing":
        return None
    timing, pace = table.timing, pace_of(table)
    running = (clock for clock in timing.seats if clock.since is not None)
    moments = [min(reminder_times(pace, clock)[clock.reminded :]) for clock in running]
    if timing.deserted is not None:
        moments.append(timing.deserted + DESERTED_LASTS)
    if timing.paused is not None:
        moments.append(timing.paused + LONGEST_PAUSE)
    moments += [end for end in (_unseen_end(table), agreed_at(table)) if end is not None]
    return min(moments, default=None)


def _unseen_end(table: Table) -> float | None:
    """Until when it is waited for a channel for the table; None: it has one, or a tournament waits for it."""
    unseen = table.timing.unseen
    return None if unseen is None or table.record.pod is not None else unseen + FORGOTTEN_AFTER


def reminder_times(pace: Pace, clock: SeatClock) -> tuple[float, ...]:
    """When each of a running turn's reminders is due, and at last when its time is up."""
    whole = turn_allowance(pace, clock)
    if pace.limited:
        lengths = (min(FIRST_REMINDER, pace.move / 4), whole / 2, whole * 0.9, whole)
    else:
        lengths = (FIRST_REMINDER, whole, whole, whole)
    since = clock.since or 0.0
    return tuple(since + (length - clock.used) for length in lengths)


def turn_allowance(pace: Pace, clock: SeatClock) -> float:
    """How long the turn may last in all: while the others are asked whether they wait, a quarter of a move's
    time more.
    """
    more = pace.move / 4 if clock.late else 0.0
    return pace.move + (pace.bank - clock.spent) + more if pace.limited else FORGOTTEN_AFTER


def time_used(clock: SeatClock, now: float) -> float:
    """How much of the turn's time is gone."""
    # After a crash the bot has been awake for a few seconds less than it had thought before.
    return clock.used + (0.0 if clock.since is None else max(0.0, now - clock.since))


# Clocks stopped, set going and changed for people: pauses, vacations, more time, a seat taken up again. What
# these return goes through `with_clocks_updated`, as every change does.


def with_server_gone(table: Table, shut: bool) -> Table:
    """Everything stands still, or goes on: the bot was removed from the table's server, or is there again."""
    if table.timing.shut == shut:
        return table
    return replace(table, timing=replace(table.timing, shut=shut))


def with_unseen(table: Table, unseen: bool, now: float) -> Table:
    """Everything stands still, as the table stands in no channel, or goes on; the same table if it does
    already. Nothing is kept of one that needs no channel.
    """
    is_open = table.phase in ("lobby", "playing") and not table.record.private
    if (table.timing.unseen is not None) == (unseen and is_open):
        return table
    return replace(table, timing=replace(table.timing, unseen=now if unseen else None))


def users_away(table: Table) -> Collection[int]:
    """The users whose clocks stand still here, as they are on vacation."""
    sitters = zip(table.seats, table.timing.seats, strict=False)
    return [sitter.user for sitter, clock in sitters if clock.away and sitter.user is not None]


def stand_in_ended(table: Table, seat: int) -> Table:
    """The seat's owner is here again: a robot that stood in gets up at once."""
    return owner_resumed(table, seat) if clock_of(table, seat).stand_in else table


def owner_resumed(table: Table, seat: int, notice: Notice | None = None) -> Table:
    """The seat's owner plays again, and what robots had to play for them before counts no more.

    `notice`: what everybody is told, if it is not just that.
    """
    clock = replace(clock_of(table, seat), stand_in=False, missed=0)
    return _with_clock(table, seat, clock).with_notices(notice or Notice("back", table.actions, seat))


def with_vacation(table: Table, seat: int, until: float | None) -> Table:
    """The seat's clock stands still while its owner is on vacation until that Unix time; None: it goes on.

    It goes on at a table at which everybody has to be there all the time.
    """
    clock = clock_of(table, seat)
    stands = until is not None and not table.record.pace.live
    set_ = replace(clock, away=stands, away_until=until if stands and until else 0.0)
    return table if set_ == clock else _with_clock(table, seat, set_)


def _with_clock(table: Table, seat: int, clock: SeatClock) -> Table:
    clocks = tuple(clock if at == seat else kept for at, kept in enumerate(table.timing.seats))
    return replace(table, timing=replace(table.timing, seats=clocks))


def with_extra_time(
    table: Table, seconds: float, now: float, decisions: Collection[str] | None = None
) -> Table:
    """Those for whom the game waits have so many seconds more for their turn, or (negative) less.

    `decisions`: only those who are still asked one of these. The same table if that is nobody.
    """
    clocks = [
        _clock_with_reminders_reset(pace_of(table), replace(clock, used=clock.used - seconds), now)
        if clock.decision and (decisions is None or clock.decision in decisions)
        else clock
        for clock in table.timing.seats
    ]
    if tuple(clocks) == table.timing.seats:
        return table
    return replace(table, timing=replace(table.timing, seats=tuple(clocks)))


def with_reminders_reset(table: Table, now: float) -> Table:
    """There is more time than there was: reminders that are not due any more come again when they are."""
    clocks = tuple(_clock_with_reminders_reset(pace_of(table), clock, now) for clock in table.timing.seats)
    return replace(table, timing=replace(table.timing, seats=clocks))


def _clock_with_reminders_reset(pace: Pace, clock: SeatClock, now: float) -> SeatClock:
    if not clock.reminded:
        return clock
    stood = clock if clock.since is not None else replace(clock, since=now)
    due = sum(now >= moment for moment in reminder_times(pace, stood)[:-1])
    return replace(clock, reminded=min(clock.reminded, due))


def seats_asked(table: Table) -> Collection[int]:
    """The seats without which nothing is agreed: people's, as far as no robot stands in."""
    return [
        at
        for at, seat in enumerate(table.seats)
        if seat.person is not None and not clock_of(table, at).stand_in
    ]


def ask_table(table: Table, seat: int, now: float, wanted: Pace | None = None) -> Table:
    """The seat wants the clocks to stand still, or the game to go on at the pace that is `wanted`. So it does
    as soon as everybody wants it. What others have asked for must be the same.
    """
    timing = table.timing
    if timing.paused is not None:
        return table
    if seat not in timing.asking:
        asked = timing.asked if timing.asking else now
        timing = replace(timing, asking=(*timing.asking, seat), wanted=wanted, asked=asked)
    asking = replace(table, timing=timing)
    if _all_agree(asking) or ((end := agreed_at(asking)) is not None and now >= end):
        return _as_agreed(asking, now)
    return asking if table.timing.asking else asking.with_notices(_about_wish("asked", table, wanted, seat))


def agreed_at(table: Table) -> float | None:
    """When what is asked for comes if nobody objects; None: only once all agree. That a game need not be
    played to its end tonight is granted after an hour, if two want it, or all others have gone.
    """
    timing = table.timing
    slower = timing.wanted is not None and not timing.wanted.live and bool(timing.asking)
    return timing.asked + AGREED_AFTER if slower and (len(timing.asking) > 1 or _all_agree(table)) else None


def _all_agree(table: Table) -> bool:
    return set(table.timing.asking) >= set(seats_asked(table))


def _as_agreed(table: Table, now: float) -> Table:
    """What was asked for comes about."""
    wanted, timing = table.timing.wanted, _asking_nothing(table.timing)
    if wanted is None:
        paused = replace(table, timing=replace(timing, paused=now))
        return paused.with_notices(Notice("paused", table.actions))
    # Everybody's time begins anew, and over days also for those who could not stay and had a robot stand in.
    clocks = tuple(
        SeatClock(stand_in=clock.stand_in and wanted.live, robot_since=clock.robot_since)
        for clock in timing.seats
    )
    sitting = None if wanted.live else table.record.pace
    changed = replace(table, timing=replace(timing, seats=clocks)).with_record(pace=wanted, sitting=sitting)
    return changed.with_notices(_about_wish("agreed", table, wanted))


def _asking_nothing(timing: Timing) -> Timing:
    return replace(timing, asking=(), wanted=None, asked=0.0)


def _about_wish(kind: str, table: Table, wanted: Pace | None, seat: int | None = None) -> Notice:
    """That something is asked for, declined or agreed: a pause, or another pace."""
    what = "" if wanted is None else " now" if wanted.live else " days"
    return Notice(kind + what, table.actions, seat)


def end_or_decline(table: Table, seat: int) -> Table:
    """The seat wants to go on: the pause ends, or what was asked for is declined."""
    timing = table.timing
    if timing.paused is not None:
        return with_pause_ended(table, Notice("resumed", table.actions, seat))
    if not timing.asking:
        return table
    declined = replace(table, timing=_asking_nothing(timing))
    return declined.with_notices(_about_wish("declined", table, timing.wanted, seat))


def with_pause_ended(table: Table, notice: Notice) -> Table:
    """The pause is over, or is not asked for any more, and everybody is told that."""
    resumed = replace(table, timing=replace(table.timing, paused=None, asking=()))
    return resumed.with_notices(notice)


# What every change of a table does to its clocks, and what becomes of it as time passes.
#
# Every change goes through `with_clocks_updated`, which stops and starts the seats' clocks as the game, the
# people and the pause want it, and works out when the table must be looked at next. When that moment has
# come, `on_due` says what it brings: whatever is due is done when it has been called once.


MISSED_UNTIL_STAND_IN = 2
"""Moves in a row that somebody misses until a robot keeps the seat."""


def with_clocks_updated(
    before: Table | None, after: Table, acted: int | None, by_person: bool, now: float
) -> Table:
    """The table after a change, its clocks set. `acted`: the seat whose move the change is, if it is one."""
    if after.phase == "playing":
        after = _with_play_clocks(before, after, acted, by_person, now)
    else:
        after = replace(after, timing=_lobby_timing(after, now) if after.phase == "lobby" else NO_CLOCKS)
    return replace(after, due=next_due(after))


def _lobby_timing(after: Table, now: float) -> Timing:
    timing = after.timing
    since, waited = timing.waiting, timing.waited
    if after.record.pod is None or _stand_still(after, timing):
        waited += 0.0 if since is None else max(0.0, now - since)
        since = None
    elif since is None:
        since = now
    return Timing(touched=now, shut=timing.shut, waiting=since, waited=waited, unseen=timing.unseen)


def _stand_still(table: Table, timing: Timing) -> bool:
    """Whether no clock of the table runs: it is paused, held, shut, or nobody can see it."""
    return timing.paused is not None or timing.unseen is not None or timing.shut or table.is_held


def _with_play_clocks(
    before: Table | None, after: Table, acted: int | None, by_person: bool, now: float
) -> Table:
    timing, notices, pace = after.timing, list[Notice](), pace_of(after)
    if before is not None and before.phase == "playing":
        sat = before.seats
        same = [at < len(sat) and sat[at].user == seat.user for at, seat in enumerate(after.seats)]
        clocks = [clock_of(after, at) if known else SeatClock() for at, known in enumerate(same)]
    else:
        clocks = [_first_clock(after, at) for at in range(len(after.seats))]
    if acted is not None:
        clocks[acted], happened = _after_move(pace, clocks[acted], by_person, now)
        notices += [Notice(kind, after.actions, acted) for kind in happened]
        if by_person and timing.paused is not None:
            timing = replace(timing, paused=None, asking=())
            notices.append(Notice("resumed", after.actions, acted))
    there = [
        seat.person is not None and not clock.stand_in and not is_finished_by_robots(after)
        for seat, clock in zip(after.seats, clocks, strict=True)
    ]
    if timing.asking:  # whoever has asked for more time and could not wait for it still wants it
        stays = there if timing.wanted is None else [seat.person is not None for seat in after.seats]
        asking = tuple(at for at in timing.asking if stays[at])
        timing = replace(timing, asking=asking) if asking else _asking_nothing(timing)
    awaited, stopped = after.game.to_act(after.state), _stand_still(after, timing)
    for at, clock in enumerate(clocks):
        asked = after.game.decision(after.state, at) if there[at] and at in awaited else ""
        clock = _running(pace, clock, asked, stopped, now)
        replaced = robot_keeps(after, at, clock)
        if replaced != (clock.robot_since is not None):
            clock = replace(clock, robot_since=now if replaced else None)
        clocks[at] = clock
    since = timing.deserted if timing.deserted is not None else now
    somebody_cares = any(there) or after.record.pod is not None  # a tournament waits for the result
    timing = replace(timing, seats=tuple(clocks), deserted=None if somebody_cares else since)
    after = replace(after, timing=timing)
    timing = replace(timing, robot_due=any(is_played_by_robot(after, at) for at in awaited))
    return replace(after, timing=timing).with_notices(*notices)


def _first_clock(table: Table, seat: int) -> SeatClock:
    """The seat's clock when the cards are dealt: a robot stands in for whoever a tournament waited for."""
    pod = table.record.pod
    waited = pod is not None and pod.show_up > 0 and table.is_missing(seat)
    return SeatClock(stand_in=waited and table.seats[seat].person is not None)


def _after_move(pace: Pace, clock: SeatClock, by_person: bool, now: float) -> tuple[SeatClock, list[str]]:
    """The clock of the seat that has just moved, its turn over, and what there is to tell of it."""
    if by_person:
        notices = ["back"] if clock.stand_in else []
        clock = _turn_over(pace, clock, now, pace.increment)
        return replace(clock, missed=0, stand_in=False), notices
    if clock.stand_in:
        return clock, []
    if not clock.overdue:  # as its owner had planned
        return _turn_over(pace, clock, now, pace.increment), []
    missed = clock.missed + 1
    stand_in = missed >= MISSED_UNTIL_STAND_IN
    clock = _turn_over(pace, clock, now, 0.0)
    return replace(clock, missed=missed, stand_in=stand_in), ["stand_in" if stand_in else "late"]


def _turn_over(pace: Pace, clock: SeatClock, now: float, increment: float) -> SeatClock:
    """The turn's time is taken from the bank as far as it was longer than a move; none of it is left."""
    spent = clock.spent
    if clock.decision and pace.limited:
        spent += max(0.0, time_used(clock, now) - pace.move)
        spent = max(0.0, min(pace.bank, spent) - increment)
    return replace(
        clock, decision="", since=None, used=0.0, spent=spent, reminded=0, late=False, overdue=False
    )


def _running(pace: Pace, clock: SeatClock, asked: str, paused: bool, now: float) -> SeatClock:
    """The clock set going or still, where `asked` is asked (nothing, if nobody keeps time for the seat)."""
    if clock.decision != asked:
        clock = replace(_turn_over(pace, clock, now, 0.0), decision=asked)
    runs = bool(asked) and not (paused or clock.away or clock.overdue)
    if runs and clock.since is None:
        return replace(clock, since=now)
    if not runs and clock.since is not None:
        return replace(clock, since=None, used=time_used(clock, now))
    return clock


def _lobby_lasts(table: Table) -> float:
    """A rematch over days waits a day for those who played before: its host has another one to go on."""
    return 2 * LOBBY_LASTS if table.record.expected else LOBBY_LASTS


def on_due(table: Table, now: float) -> TableUpdate | None:
    """What the time that has passed brings; None: nothing yet."""
    timing = table.timing
    if timing.shut:
        return None
    is_pod = table.record.pod is not None
    if (end := _unseen_end(table)) is not None and (now >= end or table.phase == "lobby"):
        return _closed_because(table, "forgotten") if now >= end else None
    if table.phase == "lobby":  # of a tournament's table `pods` knows what becomes
        is_untouched = not is_pod and now >= timing.touched + _lobby_lasts(table)
        if is_untouched:
            return _closed_because(table, "untouched")
        wanted = table.record.wanted
        is_called_off = wanted is not None and now >= wanted + CALL_LASTS
        return TableUpdate(table.with_record(wanted=None)) if is_called_off else None
    if table.phase != "playing":
        return None
    if timing.deserted is not None and now >= timing.deserted + DESERTED_LASTS:
        return _closed_because(table, "deserted")
    rung = [
        _seat_on_due(pace_of(table), at, clock, now, _asks_to_wait(table, at))
        for at, clock in enumerate(timing.seats)
    ]
    clocks = tuple(clock for clock, _reminder in rung)
    if not is_pod and not table.record.pace.limited and any(clock.overdue for clock in clocks):
        return _closed_because(table, "forgotten")
    changed = replace(table, timing=replace(timing, seats=clocks))
    if timing.paused is not None and now >= timing.paused + LONGEST_PAUSE:
        changed = with_pause_ended(changed, Notice("pause_over", table.actions))
    if (end := agreed_at(changed)) is not None and now >= end:
        return TableUpdate(_as_agreed(changed, now))
    if changed.timing == timing:
        return None
    if not reminds(table):
        return TableUpdate(changed)
    reminders = (OutboxEntry("nudge", msgspec.json.encode(due)) for _clock, due in rung if due is not None)
    return TableUpdate(changed, outbox=tuple(reminders))


def reminds(table: Table) -> bool:
    """Whether people are told of their turns there: not who plays alone with robots and has all the time."""
    return table.record.pace.limited or len(table.people) > 1 or table.record.pod is not None


def _asks_to_wait(table: Table, seat: int) -> bool:
    """Whether there is anybody to be asked before a robot plays for this seat, where the table wants that."""
    asks = table.record.asks_to_wait and table.record.pod is None and table.record.pace.limited
    return asks and any(at != seat for at in seats_asked(table))


def answered(table: Table, seat: int, now: float, *, waits: bool) -> Table:
    """Somebody has said whether they wait for this seat, which is late: it has a move's time again, or a
    robot plays.
    """
    clock, pace = clock_of(table, seat), pace_of(table)
    if not waits:
        return _with_clock(table, seat, replace(clock, overdue=True))
    whole = turn_allowance(pace, replace(clock, late=False))
    since = None if clock.since is None else now
    again = replace(clock, late=False, used=whole - pace.move, since=since)
    return _with_clock(table, seat, _clock_with_reminders_reset(pace, again, now))


def _seat_on_due(
    pace: Pace, seat: int, clock: SeatClock, now: float, asks: bool
) -> tuple[SeatClock, ReminderDue | None]:
    """One seat's clock, with the reminder that is due; several that are due at once are one. `asks`: whether
    the others are asked before a robot plays.
    """
    if clock.since is None:
        return clock, None
    *reminders, end = reminder_times(pace, clock)
    if now >= end and asks and not clock.late:
        return replace(clock, late=True, reminded=len(reminders)), None
    if now >= end:
        return replace(clock, overdue=True), None
    due = sum(now >= moment for moment in reminders)
    if due <= clock.reminded:
        return clock, None
    reminder = ReminderDue(seat, clock.decision, REMINDERS[due - 1])
    return replace(clock, reminded=due), reminder


def _closed_because(table: Table, why: Literal["untouched", "deserted", "forgotten"]) -> TableUpdate:
    return TableUpdate(replace(table, phase="closed").with_record(closed_by=why))
