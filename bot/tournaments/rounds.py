"""The life of the rounds: drawn, opened, played to the end or to their deadline. Pure functions.

Times are awake time (`Clock.awake`) unless they say otherwise. How the tournament wants a table is worked
out from the tournament alone, so that it can be asked for again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

import msgspec
from msgspec.structs import replace

from bot.pace import DAY, MINUTE
from bot.runtime.clock import AwakeTime
from bot.tables.ids import pod_table_id
from bot.tables.model import Table
from bot.tables.pod_model import PodInfo, PodSeat, PodTarget, PodVerdict
from bot.teams import roster
from bot.tournaments.formats import engine, knock_out
from bot.tournaments.model import (
    ERASED_USER,
    PodTable,
    Tournament,
    TournamentSettings,
    deals_of_round,
    seed_of_round,
)
from bot.tournaments.outbox import RoundMessage, SyncTable, outbox_entry
from bot.tournaments.pairing.event import Entrant, Event, Pod, Result, Round, Stage
from bot.tournaments.verdicts import verdict_of
from games.fairness import commitment
from storage.models import OutboxEntry

HALF_AN_HOUR = 30 * MINUTE
NewSecret = Callable[[], str]
"""64 hexadecimal digits that nobody can guess."""


# from the start to the end


def begun(t: Tournament) -> Tournament:
    """It runs, with those who are in now, in the order of entering."""
    t = roster.filled(t)
    entrants = tuple(
        Entrant(id=entry.id, joined=at, team=entry.team) for at, entry in enumerate(t.playing, 1)
    )
    later = () if t.record.chain else msgspec.UNSET
    event = Event(options=t.settings.how, seed=t.record.seed, later=later, entrants=entrants)
    return replace(t, phase="running").with_record(
        event=event, trouble="", checking_in=False, check_in_ends=0.0
    )


def with_seeds_up_to(event: Event, chain: str, number: int) -> Event:
    """The event, of which the seeds are told up to that of this round; of an earlier version's as it is."""
    if event.fresh:
        first, own = event.fresh[0], range(event.fresh[0], number + 1)
        told = (event.seed,) * (first - 2) + tuple(seed_of_round(chain, each) for each in own)
        return replace(event, later=told) if own else event
    if not chain:
        return event
    return replace(event, later=tuple(seed_of_round(chain, each) for each in range(2, number + 1)))


def published(t: Tournament, drawn: Round, now: float, new_secret: NewSecret) -> Tournament:
    """The round's pods are known, and each has a table to come."""
    of_round = deals_of_round(t.record.chain, drawn.number) if t.shares_deals else ""
    tables = tuple(
        PodTable(
            *(drawn.number, pod.number, pod_table_id(t.id, drawn.number, drawn.draw, pod.number)),
            of_round or new_secret(),
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


def with_chain_begun(t: Tournament, new_secret: NewSecret) -> Tournament:
    """Announced with one seed for all rounds, from which whoever knows it can compute those to come: from the
    next one on each has a seed of its own, sealed with this round, before anybody knows its results.
    """
    event = t.record.event
    if event is None or t.record.chain or engine.is_over(event) or engine.goes_by_fixtures(event):
        return t
    chain, first = new_secret(), len(event.rounds) + 1
    sealed = commitment(bytes.fromhex(seed_of_round(chain, first)))
    return t.with_record(chain=chain, event=replace(event, fresh=(first, sealed)))


def opened(
    t: Tournament, now: float, unix: float, new_secret: NewSecret | None = None
) -> tuple[Tournament, OutboxEntry]:
    """The drawn round's tables are opened, its time runs. `new_secret`: for what has no chain yet."""
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
    t = t.with_record(going_on=None, told_on=None)
    if t.is_arena:
        t = t.with_record(event=engine.still_sitting_out(event))
    if new_secret is not None:
        t = with_chain_begun(t, new_secret)
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
    """The rounds whose results are all in, and have decided who goes on."""
    if event is None:
        return frozenset()
    lacking = {number for number, _pod in engine.missing(event)}
    lacking |= {len(event.rounds)} if engine.undecided(event) else set()
    return frozenset(one.number for one in event.rounds) - lacking


def is_over(event: Event) -> bool:
    """All rounds are played, all results in, and they say who has won."""
    return engine.is_over(event) and not engine.missing(event) and engine.undecided(event) is None


def as_after(t: Tournament, number: int) -> Tournament:
    """The tournament as it was after so many rounds, by their results as they count now."""
    event = t.record.event
    if event is None or (number >= len(t.published) and t.phase == "running"):
        return t
    results = tuple(result for result in event.results if result.round <= number)
    event = replace(event, rounds=event.rounds[:number], results=results)
    return replace(t, phase="running").with_record(event=event, drawn=None)


# a table that does not count any more, and another in its place


def played_again(
    t: Tournament, round: int, pod: int, now: AwakeTime, new_secret: NewSecret, kept: int | None = None
) -> tuple[Tournament, tuple[OutboxEntry, ...]]:
    """The pod has no result any more and is played at a new table: as if none of it had been, or (`kept`)
    from where it was after so many actions, with the same cards. (A play-off of it is stale by that.)
    """
    event, one = t.record.event, t.table_of(round, pod)
    assert event is not None
    assert one is not None
    results = tuple(each for each in event.results if (each.round, each.pod) != (round, pod))
    draw, again = event.rounds[round - 1].draw, one.again + 1
    table = PodTable(
        *(round, pod, pod_table_id(t.id, round, draw, pod, again)),
        secret=new_secret() if kept is None else one.secret,
        since=min((now, *stopped_since(t))),
        again=again,
    )
    if kept is not None:
        table = replace(table, extra=one.extra, copied_from=one.table, kept=kept)
    t = t.with_record(
        event=replace(event, results=results),
        tables=tuple(table if each is one else each for each in t.record.tables),
        former=(*t.record.former, replace(one, void=True)),
    )
    closing = outbox_entry("bring", SyncTable(round, pod, one.table))
    return t, (closing, outbox_entry("bring", SyncTable(round, pod)))


def with_play_offs(
    t: Tournament, now: AwakeTime, new_secret: NewSecret
) -> tuple[Tournament, tuple[OutboxEntry, ...]]:
    """Who shares the last place that goes on meets at a table of their own, which opens at once."""
    event, outbox = t.record.event, list[OutboxEntry]()
    assert event is not None
    fewest = t.game.players_for(t.game.Options.model_validate(t.settings.game_options))[0]
    for pod, tied in knock_out.ties(event):
        last = event.rounds[-1]
        known = (one.pod for one in (*t.record.tables, *t.record.former) if one.round == last.number)
        number = 1 + max(known)
        event = knock_out.with_play_off(event, pod.number, tied, number, fewest)
        since = min((now, *stopped_since(t)))
        id = pod_table_id(t.id, last.number, last.draw, number)
        table = PodTable(last.number, number, id, new_secret(), since=since)
        t = t.with_record(event=event, tables=(*t.record.tables, table))
        outbox.append(outbox_entry("bring", SyncTable(last.number, number)))
    return t, tuple(outbox)


def without_stale_play_offs(t: Tournament) -> tuple[Tournament, tuple[OutboxEntry, ...]]:
    """Without the tables of the latest round at which a tie is played off that is none any more."""
    event = t.record.event
    return (t, ()) if event is None else without_pods(t, set(knock_out.stale_play_offs(event)))


def without_pods(t: Tournament, pods: Collection[int]) -> tuple[Tournament, tuple[OutboxEntry, ...]]:
    """Without these pods of the latest round, which were not drawn: their tables do not count."""
    event = t.record.event
    if event is None or not pods:
        return t, ()
    last = event.rounds[-1]
    kept = replace(last, pods=tuple(pod for pod in last.pods if pod.number not in pods))
    results = tuple(each for each in event.results if each.round != last.number or each.pod not in pods)
    gone = [one for one in t.record.tables if one.round == last.number and one.pod in pods]
    t = t.with_record(
        event=replace(event, rounds=(*event.rounds[:-1], kept), results=results),
        tables=tuple(one for one in t.record.tables if one not in gone),
        former=(*t.record.former, *(replace(one, void=True) for one in gone)),
    )
    closing = (outbox_entry("bring", SyncTable(one.round, one.pod, one.table)) for one in gone)
    return t, tuple(closing)


# the tables


def with_tables(t: Tournament, change: Callable[[PodTable], PodTable]) -> Tournament:
    """Each pod's table as `change` has it."""
    return t.with_record(tables=tuple(change(one) for one in t.record.tables))


def with_table(t: Tournament, round: int, pod: int, **changes: object) -> Tournament:
    """The tournament with these fields of one pod's table changed."""
    return with_tables(
        t,
        lambda one: replace(one, **changes) if (one.round, one.pod) == (round, pod) else one,
    )


def with_tables_opened(t: Tournament, ids: Collection[str]) -> Tournament:
    """These tables are known to stand; of those that were void before they stood nobody knows."""
    return with_tables(t, lambda one: replace(one, opened=True) if one.table in ids and not one.void else one)


def extra_time(t: Tournament, one: PodTable) -> float:
    """Seconds that the table has beyond the usual."""
    latest = t.running_round
    of_round = t.record.extra if latest is not None and latest.number == one.round else 0.0
    return one.extra + of_round


def deadline(t: Tournament, one: PodTable) -> float | None:
    """When robots play the table's game to its end; None: never, or its time does not run."""
    if one.since is None or one.unseen is not None or not t.settings.round_lasts:
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
    timing = table.timing
    stands_still = timing.paused or timing.shut or timing.unseen is not None
    return not (has_ended(table) or away or table.is_held or stands_still)


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
        final=round.stage is Stage.FINAL,
        alone=len(round.drawn_pods) == 1,
        after=_table_before(t, round, pod),
        play_off=pod.play_off,
        hour=now + hour if hour else 0.0,
        shares_deals=t.shares_deals,
        closed=t.shares_deals,
        arena=t.is_arena,
    )


def _table_before(t: Tournament, round: Round, pod: Pod) -> str:
    """The table that opens with the pod's and stands above it; empty if there is none."""
    own = t.table_of(round.number, pod.number)
    if own is None or own.again or pod.play_off:
        return ""
    above = (t.table_of(round.number, each.number) for each in round.drawn_pods if each.number < pod.number)
    found = ((one.pod, one.table) for one in above if one is not None and not one.void)
    return max(found, default=(0, ""))[1]


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
        closed=t.is_closed(round),
        verdict=verdict_of(t, round, pod),
    )


def former_target(t: Tournament, table: str) -> PodTarget:
    """How the tournament wants a table that does not count any more."""
    rewound = any(one.copied_from == table for one in (*t.record.tables, *t.record.former))
    of_round = (t.published_round(one.round) for one in t.record.former if one.table == table)
    closed = any(round is not None and t.is_closed(round) for round in of_round)
    return PodTarget((), void=True, closed=closed, verdict=PodVerdict((), again=True, rewound=rewound))


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
    opened = {
        one.number for one in after.record.event.rounds if before.is_closed(one) != after.is_closed(one)
    }
    former = (
        outbox_entry("bring", SyncTable(one.round, one.pod, one.table))
        for one in after.record.former
        if one.round in opened
    )
    return *former, *(
        outbox_entry("bring", SyncTable(round.number, pod.number))
        for round, pod in after.record.event.pods()
        if (was := before.table_of(round.number, pod.number)) is not None
        and was.since is not None
        and was == _but_for_its_wishes(was, after.table_of(round.number, pod.number))
        and _is_wanted_otherwise(before, after, round, pod, played=(round.number, pod.number) in playing)
    )


def _but_for_its_wishes(was: PodTable, now: PodTable | None) -> PodTable | None:
    """The table as it was, if it is still the same one."""
    return was if now is not None and now.table == was.table else None


def _is_wanted_otherwise(
    before: Tournament, after: Tournament, round: Round, pod: Pod, *, played: bool
) -> bool:
    same = before.record.entries is after.record.entries and round.number < len(before.published) - 1
    if same and before.result_of(round.number, pod.number) == after.result_of(round.number, pod.number):
        return False
    if not played:
        was, now = ((verdict_of(t, round, pod), t.is_closed(round)) for t in (before, after))
        return was != now
    return wanted_table(before, round, pod) != wanted_table(after, round, pod)


def _wanted_of(t: Tournament) -> tuple[object, ...]:
    """All of a tournament that a table can depend on."""
    record = t.record
    return (
        *(record.entries, record.paused, record.extra, record.tables, record.event, record.going_on),
        t.settings,
    )


def with_sight(t: Tournament, round: int, pod: int, unseen: float | None, now: float) -> Tournament:
    """Since when the pod's table stands in no channel; None: it does, and has the time until then besides."""
    one = t.table_of(round, pod)
    if one is None or (one.unseen is None) == (unseen is None):
        return t
    now = min((now, *stopped_since(t)))  # the time for which clocks stand still is added when they run again
    if one.unseen is None or one.since is None:
        return with_table(t, round, pod, unseen=unseen)
    still = max(0.0, now - max(one.unseen, one.since))
    return with_table(t, round, pod, unseen=None, since=one.since + still)


def is_unseen(t: Tournament) -> bool:
    """Whether something of it stands in no channel, though it should."""
    return t.record.unposted or any(one.unseen is not None for one in open_tables(t))


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

    def later(one: PodTable) -> PodTable:
        unseen = None if one.unseen is None else min(now, one.unseen + still)
        return one if one.since is None else replace(one, since=one.since + still, unseen=unseen)

    return with_tables(t, later)


# From a pod's table that has ended to the pod's result.


def has_ended(table: Table) -> bool:
    """Whether nothing is played there any more."""
    return table.phase in ("over", "closed")


def stood_in_for(table: Table) -> tuple[int, ...]:
    """The seats of people for whom a robot plays as long as they are away."""
    clocks = zip(table.seats, table.timing.seats, strict=False)
    return tuple(at for at, (seat, clock) in enumerate(clocks) if seat.person is not None and clock.stand_in)


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
    played, idle = iter(outcome.places), _idle_seats(table, pod, away)
    gone = tuple(at for at in _left_seats(table, pod) if at not in away)
    some_stayed = any(who is not None and at not in (*away, *idle) for at, who in enumerate(pod.seats))
    behind = tuple(dict.fromkeys((*gone, *(idle if some_stayed else ()))))
    places = tuple(0 if seat in walked_over else next(played) for seat in range(len(pod.seats)))
    return Result(
        round=round.number,
        pod=pod.number,
        places=places,
        walk_overs=walked_over,
        stand_ins=tuple(seat for seat in away if seat not in walked_over),
        behind=behind if absent_last else (),
        played_out=kept.finish,
        idle=idle,
        hands=_hands(table) if kept.shares_deals else (),
    )


def _hands(table: Table) -> tuple[tuple[int, ...], ...]:
    """What each hand brought each seat, more being better; nothing of a game that ended before its end."""
    if table.was_conceded:
        return ()
    sign = 1 if table.game.higher_is_better else -1
    return tuple(tuple(sign * points for points in hand) for hand in table.game.points_by_hand(table.state))


def _idle_seats(table: Table, pod: Pod, away: Collection[int]) -> tuple[int, ...]:
    """The seats of those who came and have not made a single move."""
    moved = None if table.record.pod is None else table.record.pod.moved
    if moved is None:
        return ()
    return tuple(
        seat
        for seat, who in enumerate(pod.seats)
        if who is not None and seat not in away and who not in moved
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
