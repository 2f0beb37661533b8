"""When a tournament's table is played, where its players may agree on an hour before the organiser's.

Pure functions. An hour is an appointment of the calendar, in Unix seconds. What a table waits for is awake
time, as everything else there: whenever the table changes, and after an outage, that is set by the calendar.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta, tzinfo

from msgspec.structs import replace

from bot.pace import DAY, HOUR
from bot.refusal import Refusal
from bot.tables import clocks, lobby
from bot.tables.model import Press, Table
from bot.tables.pod_model import PodInfo
from games.text import _
from storage.models import OutboxEntry

MOST_TIMES = MOST_DAYS = 25
"""Different times that can be proposed at a table, and days to choose from: as many as a list shows."""
_UNNOTICED = 1.0
"""Seconds by which the calendar and the table's clock may differ."""


def is_open(table: Table) -> bool:
    """Whether its players can still agree on an hour, or on another one."""
    pod = table.record.pod
    return pod is not None and table.is_early and (not pod.agreed or bool(pod.latest))


def _last(pod: PodInfo | None) -> float:
    """The organiser's hour: it is played by then."""
    return 0.0 if pod is None else pod.latest or pod.hour


def proposed(table: Table) -> Mapping[int, Sequence[int]]:
    """The times that were proposed, in order, each with the seats that can play then."""
    pod, found = table.record.pod, dict[int, list[int]]()
    times = dict(pod.times) if pod is not None else {}
    for seat in expected(table):
        for moment in times.get(table.entrant(seat), ()):
            found.setdefault(moment, []).append(seat)
    return dict(sorted(found.items()))


def times_without(pod: PodInfo, *entrants: str) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The times of all others."""
    return tuple(each for each in pod.times if each[0] not in entrants)


def expected(table: Table) -> Sequence[int]:
    """The seats of the people who are to play and are not on vacation."""
    pod = table.record.pod
    out = () if pod is None else (*pod.out, *pod.away)
    seats = range(len(table.seats))
    return [at for at in seats if table.seats[at].person is not None and table.entrant(at) not in out]


def days(table: Table, now: float, zone: tzinfo) -> Sequence[int]:
    """The days on which it can be played, each by its first second there, as many as a list shows."""
    last = _last(table.record.pod)
    found, day = list[int](), datetime.fromtimestamp(now, UTC).astimezone(zone).date()
    while (begin := datetime.combine(day, time(), zone).timestamp()) < last and len(found) < MOST_DAYS:
        if hours_of(table, int(begin), now, zone):
            found.append(int(begin))
        day += timedelta(days=1)
    return found


def hours_of(table: Table, begin: int, now: float, zone: tzinfo) -> Sequence[int]:
    """The full hours at which it can be played on the day that begins then, but the one that is agreed."""
    pod = table.record.pod
    last, agreed = _last(pod), pod.hour if pod is not None and pod.agreed else 0.0
    if not now - 2 * DAY < begin < last:
        return ()
    day = datetime.fromtimestamp(begin, UTC).astimezone(zone).date()
    found = list[int]()
    for moment in range(begin, begin + 25 * int(HOUR), int(HOUR)):  # clocks may be put back on that day
        there = datetime.fromtimestamp(moment, UTC).astimezone(zone)
        if now < moment < last and moment != agreed and there.date() == day:
            found.append(moment)
    return found


def unanswered(table: Table) -> Sequence[int]:
    """The seats of those who have not said when they can play, since somebody has."""
    pod = table.record.pod
    answered = dict(pod.times) if pod is not None else {}
    return [seat for seat in expected(table) if table.entrant(seat) not in answered] if answered else []


def choose(
    table: Table, press: Press, offered: Collection[int], chosen: Collection[int], now: float
) -> Table:
    """Of the times offered the user can play at those chosen, and at no others. `now`: Unix seconds.

    Refusal if the hour is about to come, or they are not expected here.
    """
    lobby.require_lobby(table)
    pod, seat = table.record.pod, table.seat_of(press.user)
    if pod is None or not is_open(table):
        raise Refusal("late", _("The time is settled: your table says when you play."))
    if seat is None or seat not in expected(table):
        raise Refusal("foreign", _("Only those who play at this table choose the time."))
    entrant = table.entrant(seat)
    kept = set(dict(pod.times).get(entrant, ())) - set(offered)
    mine = tuple(sorted(kept | {each for each in chosen if each in offered and now < each < _last(pod)}))
    times = (*times_without(pod, entrant), *(((entrant, mine),) if mine else ()))
    if len({each for _entrant, those in times for each in those}) > MOST_TIMES:
        raise Refusal(
            "input", _("{most} times are enough to choose from. Take one away first.", most=MOST_TIMES)
        )
    return table.with_record(pod=replace(pod, times=times))


def by_calendar(table: Table, awake: float, unix: float) -> Table:
    """The table, waiting for its hour by the calendar; agreed, if there is a time at which all can play.

    An hour that passed while the bot was away is now.
    """
    pod, timing = table.record.pod, table.timing
    if pod is None or not table.is_early or timing.waiting is None:
        return table
    everybody = len(expected(table))
    common = (at for at, seats in proposed(table).items() if at > unix and len(seats) == everybody)
    agreed = next(common, None) if is_open(table) else None
    if agreed is not None:
        pod = replace(pod, hour=float(agreed), agreed=True, times=(), latest=_last(pod))
    if unix > pod.hour + _UNNOTICED:
        pod = replace(pod, hour=unix)
    lasts = awake + (pod.hour - unix) + clocks.GRACE
    show_up = lasts - timing.waiting - pod.extra + timing.waited
    if abs(show_up - pod.show_up) > _UNNOTICED:
        pod = replace(pod, show_up=show_up or _UNNOTICED)
    if pod == table.record.pod:
        return table
    changed = table.with_record(pod=pod)
    return replace(changed, due=clocks.next_due(changed))


def outbox_of_hour(before: Table | None, after: Table) -> tuple[OutboxEntry, ...]:
    """What all at the table are told once: hours are proposed, one is agreed, or another; it has come."""
    was, now = None if before is None else before.record.pod, after.record.pod
    if was is None or now is None:
        return ()
    another = bool(was.times) and not now.times and now.hour != was.hour
    agreed = (OutboxEntry("agreed"),) if now.agreed and (another or not was.agreed) else ()
    proposed = (OutboxEntry("proposed"),) if now.times and not was.times else ()
    return (*agreed, *proposed, *((OutboxEntry("hour"),) if now.called and not was.called else ()))
