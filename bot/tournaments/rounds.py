"""The life of the rounds: drawn, opened, played to the end or to their deadline. Pure functions.

Times are awake time (`Clock.awake`) unless they say otherwise. How the tournament wants a table is worked
out from the tournament alone, so that it can be asked for again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from bot.pace import DAY, MINUTE
from bot.tables.model import PodInfo, PodSeat, PodTarget, Table, pod_table_id
from bot.tournaments import teams
from bot.tournaments.formats import engine
from bot.tournaments.model import ERASED_USER, PodTable, Tournament, TournamentSettings, seed_of_round
from bot.tournaments.outbox import RoundMessage, SyncTable, outbox_entry
from bot.tournaments.pairing.event import Entrant, Event, Pod, Result, Round
from storage.models import OutboxEntry

HALF_AN_HOUR = 30 * MINUTE
NewSecret = Callable[[], str]
"""64 hexadecimal digits that nobody can guess."""


# from the start to the end


def begun(t: Tournament) -> Tournament:
    """It runs, with those who are in now, in the order of entering."""
    t = teams.filled(t)
    entrants = tuple(
        Entrant(id=entry.id, joined=at, team=entry.team) for at, entry in enumerate(t.playing, 1)
    )
    later = () if t.record.chain else msgspec.UNSET
    event = Event(options=t.settings.how, seed=t.record.seed, later=later, entrants=entrants)
    kept = tuple(entry for entry in t.record.entries if entry.state != "dropped")
    return replace(t, phase="running").with_record(
        event=event, entries=kept, trouble="", checking_in=False, check_in_ends=0.0
    )


def with_seeds_up_to(event: Event, chain: str, number: int) -> Event:
    """The event, of which the seeds are told up to that of this round; of an earlier version's as it is."""
    if not chain:
        return event
    return replace(event, later=tuple(seed_of_round(chain, each) for each in range(2, number + 1)))


def published(t: Tournament, drawn: Round, now: float, new_secret: NewSecret) -> Tournament:
    """The round's pods are known, and each has a table to come."""
    tables = tuple(
        PodTable(
            drawn.number, pod.number, pod_table_id(t.id, drawn.number, drawn.draw, pod.number), new_secret()
        )
        for pod in drawn.pods
    )
    t = unpublished(t)
    now = min((now, *stopped_since(t)))  # the time for which clocks stand still is added when they run again
    return t.with_record(drawn=drawn, drawn_at=now, tables=(*t.record.tables, *tables), trouble="")


def unpublished(t: Tournament) -> Tournament:
    """The round that is drawn and not opened is none any more."""
    if t.record.drawn is None:
        return t
    number = t.record.drawn.number
    return t.with_record(drawn=None, tables=tuple(one for one in t.record.tables if one.round != number))


def opened(t: Tournament, now: float, unix: float) -> tuple[Tournament, OutboxEntry]:
    """The drawn round's tables are opened, its time runs."""
    drawn, event = t.record.drawn, t.record.event
    assert drawn is not None
    assert event is not None
    # What the last round was given stays its own where it is still played.
    tables = tuple(
        replace(one, extra=extra_time(t, one), since=now if one.round == drawn.number else one.since)
        for one in t.record.tables
    )
    event, began = engine.with_round(event, drawn), _began(t, unix)
    t = t.with_record(event=event, drawn=None, opened=now, began=began, extra=0.0, tables=tables)
    return t, outbox_entry("tables", RoundMessage(drawn.number, drawn.draw))


def _began(t: Tournament, unix: float) -> float:
    """From when the rounds' appointments are counted. A round that comes late by more than half the time
    between two takes those that follow with it: they must not all be played at once.
    """
    event, every = t.record.event, t.settings.every
    if event is None or not t.record.began:
        return unix
    late = unix - (t.record.began + len(event.rounds) * every)
    return t.record.began + late if every and late > every / 2 else t.record.began


def complete(event: Event | None) -> frozenset[int]:
    """The rounds whose results are all in."""
    if event is None:
        return frozenset()
    lacking = {number for number, _pod in engine.missing(event)}
    return frozenset(one.number for one in event.rounds) - lacking


def is_over(event: Event) -> bool:
    """All rounds are played, all results in."""
    return engine.is_over(event) and not engine.missing(event)


# the tables


def with_tables(t: Tournament, change: Callable[[PodTable], PodTable]) -> Tournament:
    """Each pod's table as `change` has it."""
    return t.with_record(tables=tuple(change(one) for one in t.record.tables))


def with_table(t: Tournament, round: int, pod: int, **changes: object) -> Tournament:
    """One pod's table changed."""
    return with_tables(
        t,
        lambda one: replace(one, **changes) if (one.round, one.pod) == (round, pod) else one,
    )


def with_tables_opened(t: Tournament, round: int) -> Tournament:
    """The round's tables are known to stand; of those that were void before they stood nobody knows."""
    return with_tables(
        t,
        lambda one: replace(one, opened=True) if one.round == round and not one.void else one,
    )


def extra_time(t: Tournament, one: PodTable) -> float:
    """Seconds that the table has beyond the usual."""
    latest = t.running_round
    of_round = t.record.extra if latest is not None and latest.number == one.round else 0.0
    return one.extra + of_round


def deadline(t: Tournament, one: PodTable) -> float | None:
    """When robots play the table's game to its end; None: never, or its round is not open."""
    if one.since is None or not t.settings.round_lasts:
        return None
    return one.since + (t.settings.round_lasts + extra_time(t, one))


def patience(settings: TournamentSettings) -> float:
    """Seconds for which a table's game may stand still before that is strange: longer than any turn lasts, or
    than the table waits for its players.
    """
    pace = settings.pace
    turn = 1.5 * (pace.move + pace.bank) if pace.limited else 3 * DAY
    return max(HALF_AN_HOUR, turn, 2 * settings.longest_wait)


def goes_on(table: Table) -> bool:
    """Whether something must happen at the table sooner or later: nobody has stopped its clocks, nobody there
    is on vacation.
    """
    away = any(clock.away for clock in table.timing.seats)
    return not (has_ended(table) or away or table.is_held or table.timing.paused or table.timing.shut)


def open_tables(t: Tournament) -> Iterator[PodTable]:
    """The tables of open pods."""
    for round, pod in t.open_pods():
        if (one := t.table_of(round.number, pod.number)) is not None:
            yield one


def with_deadlines_applied(t: Tournament, now: float) -> Tournament:
    """Each open pod's game is played on by robots if its time is up, and by people if it is not."""
    now = min((now, *stopped_since(t)))
    playing = {(one.round, one.pod) for one in open_tables(t)}

    def at(one: PodTable) -> PodTable:
        if (one.round, one.pod) not in playing:
            return one
        end = deadline(t, one)
        return replace(one, finish=end is not None and now >= end)

    return with_tables(t, at)


def pod_for_table(t: Tournament, round: Round, pod: Pod, now: float) -> PodInfo:
    """The pod, as its table knows it. `now`: Unix seconds."""
    hour = t.settings.organisers_hour
    return PodInfo(
        tournament=t.id,
        name=t.settings.name,
        round=round.number,
        number=pod.number,
        entrants=tuple(who or "" for who in pod.seats),
        show_up=t.settings.longest_wait,
        absent=t.settings.absent,
        hour=now + hour if hour else 0.0,
    )


def wanted_table(t: Tournament, round: Round, pod: Pod) -> PodTarget:
    """How the tournament wants the pod's table now."""
    one = t.table_of(round.number, pod.number)
    assert one is not None
    return PodTarget(
        sitters=tuple(_sitter(t, who) for who in pod.seats),
        out=tuple(who for who in pod.seats if who is not None and (entry := t.entry(who)) and entry.out),
        held=t.record.paused is not None,
        extra=extra_time(t, one),
        finish=one.finish,
        void=one.void or t.phase == "cancelled",
    )


def _sitter(t: Tournament, who: str | None) -> PodSeat:
    entry = t.entry(who) if who is not None else None
    if who is None or entry is None:
        return PodSeat(who or "")
    if entry.user == ERASED_USER:
        return PodSeat(who, join=entry.press)
    return PodSeat(who, entry.user, entry.name, entry.press, entry.username, entry.number)


def tables_to_sync(before: Tournament, after: Tournament) -> tuple[OutboxEntry, ...]:
    """The tables of which the tournament now wants something else than before."""
    if (before.phase, _wanted_of(before)) == (after.phase, _wanted_of(after)) or after.record.event is None:
        return ()
    playing = {(one.round, one.pod) for t in (before, after) for one in open_tables(t)}
    return tuple(
        outbox_entry("bring", SyncTable(round.number, pod.number))
        for round, pod in after.record.event.pods()
        if (round.number, pod.number) in playing
        and (was := before.table_of(round.number, pod.number)) is not None
        and was.since is not None
        and wanted_table(before, round, pod) != wanted_table(after, round, pod)
    )


def _wanted_of(t: Tournament) -> tuple[object, ...]:
    """All of a tournament that a table can depend on."""
    return t.record.entries, t.record.paused, t.record.extra, t.record.tables, t.settings


# clocks


def stopped_since(t: Tournament) -> tuple[float, ...]:
    """Since when the clocks stand still, for each reason that there is."""
    return tuple(at for at in (t.record.paused, t.record.shut) if at is not None)


def clocks_stopped(t: Tournament, now: float, *, paused: bool = False, shut: bool = False) -> Tournament:
    """The tournament's clocks stand still, because an organiser wants that, or the bot was removed."""
    was = t.record
    return t.with_record(
        paused=now if paused and was.paused is None else was.paused,
        shut=now if shut and was.shut is None else was.shut,
    )


def clocks_resumed(t: Tournament, now: float, *, paused: bool = False, shut: bool = False) -> Tournament:
    """That reason is gone. If none is left, all moments have moved by the time for which they stood still."""
    since = min(stopped_since(t), default=now)
    t = t.with_record(paused=None if paused else t.record.paused, shut=None if shut else t.record.shut)
    if t.record.paused is not None:
        return t.with_record(paused=since)
    if t.record.shut is not None:
        return t.with_record(shut=since)
    still = max(0.0, now - since)
    t = t.with_record(
        drawn_at=t.record.drawn_at + still,
        opened=t.record.opened + still,
        check_in_ends=t.record.check_in_ends + still,
        began=t.record.began and t.record.began + still,
    )
    return with_tables(t, lambda one: one if one.since is None else replace(one, since=one.since + still))


# From a pod's table that has ended to the pod's result.


def has_ended(table: Table) -> bool:
    """Whether nothing is played there any more."""
    return table.phase in ("over", "closed")


def absent_seats(table: Table | None, pod: Pod) -> tuple[int, ...]:
    """The seats of those who have not come to the table, if it stands. Robots that fill in are nobody who
    could.
    """
    if table is None:  # nobody could have come
        return ()
    here = () if table.record.pod is None else table.record.pod.here
    return tuple(seat for seat, who in enumerate(pod.seats) if who is not None and who not in here)


def result_of_table(table: Table, round: Round, pod: Pod, *, absent_last: bool) -> Result:
    """What the pod's table comes to: void if it was closed before its game had ended.

    `absent_last`: whoever left in the middle is placed behind those who stayed.
    """
    away = absent_seats(table, pod)
    outcome, kept = table.outcome, table.record.pod
    if table.phase != "over" or outcome is None or kept is None:
        return void_result(round.number, pod, away)
    walked_over = tuple(
        seat for seat, who in enumerate(pod.seats) if who is not None and who in kept.walked_over
    )
    played = iter(outcome.places)
    places = tuple(0 if seat in walked_over else next(played) for seat in range(len(pod.seats)))
    return Result(
        round=round.number,
        pod=pod.number,
        places=places,
        walk_overs=walked_over,
        stand_ins=tuple(seat for seat in away if seat not in walked_over),
        behind=tuple(at for at in _left_seats(table, pod) if at not in away) if absent_last else (),
        played_out=kept.finish,
    )


def _left_seats(table: Table, pod: Pod) -> Iterator[int]:
    """The seats in which a robot played the end for somebody who had left: conceded, gone or taken out."""
    for seat, sitter in enumerate(table.seats):
        if sitter.robot and sitter.user is not None:
            yield pod.seats.index(table.entrant(seat))


def void_result(round: int, pod: Pod, away: tuple[int, ...]) -> Result:
    """The table does not count; those who had not come get nothing for it."""
    return Result(round=round, pod=pod.number, places=(0,) * len(pod.seats), stand_ins=away, void=True)


def with_result_counted(t: Tournament, result: Result) -> Tournament:
    """The result counts from now on, whatever counted before. PairingError if no game can end so."""
    assert t.record.event is not None
    return t.with_record(event=engine.with_result(t.record.event, result))


def results_of_pod(t: Tournament, round: int, pod: int) -> tuple[Result, ...]:
    """All that ever counted for the pod, the latest last."""
    event = t.record.event
    return tuple(one for one in event.results if (one.round, one.pod) == (round, pod)) if event else ()
