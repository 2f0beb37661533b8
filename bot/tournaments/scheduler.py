"""What happens to tournaments without anybody's press.

Rounds are drawn and opened when their moment has come, tables stand for their pods, results are fetched from
tables that have ended. Everything follows from what is stored, so that it may be begun again at any point.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable

import structlog
from msgspec.structs import replace

from bot.refusal import Refusal
from bot.runtime.clock import Clock
from bot.runtime.deadline_queue import DeadlineQueue
from bot.runtime.log_context import trace
from bot.runtime.outbox import Outbox
from bot.tables.model import Table
from bot.tables.pod_model import PodTarget
from bot.tables.pods import new_pod_table, with_move_taken_back
from bot.tables.service import TableService
from bot.tournaments import beacon, entries, rounds, schedule
from bot.tournaments.model import PendingChange, PodTable, Tournament
from bot.tournaments.outbox import (
    DIRECT_KINDS,
    SCHEDULER_KINDS,
    SERVER_KINDS,
    RoundMessage,
    StuckTables,
    SyncTable,
    TournamentPublisher,
    outbox_entry,
    payload_of,
)
from bot.tournaments.pairing.event import PairingError, PairingProblem, Pod, Round
from bot.tournaments.repository import TournamentRepository
from bot.tournaments.schedule import (
    DrawDependencies,
    Step,
    Times,
    with_consequences,
    with_round_drawn,
    with_series_restated,
    with_server_acts,
)
from storage.models import WHOLE, OutboxRow, Shard, TournamentPhase
from storage.sql.store import Store

log = structlog.get_logger(__name__)

OPEN: tuple[TournamentPhase, ...] = ("open", "running")
NO_LIMIT = 1_000_000
"""More tournaments than there ever are."""
AT_ONCE = 8
"""Tables of a round that are opened side by side: they share a commit."""
MESSAGE_PATIENCE = 5.0
"""Seconds that a round's tables wait for the message that leads to them."""


class TournamentScheduler:
    """Works in the background. What it stores goes through the repository, as everything does."""

    def __init__(
        self,
        store: Store,
        tables: TableService,
        tournament_publisher: TournamentPublisher,
        clock: Clock,
        drawing: DrawDependencies,
        shard: Shard = WHOLE,
    ) -> None:
        self._store = store
        self._shard = shard
        self._tables = tables
        self._tournament_publisher = tournament_publisher
        self._clock = clock
        self._drawing = drawing
        self.repository = TournamentRepository(store, clock, self._settle, self._afterwards, shard)
        self.deadlines = DeadlineQueue(clock, self._on_deadline, "tournament")
        self._outbox = Outbox(store.tournaments, self._run_outbox_entry, _lane, "tournament")
        self._watched = set[str]()
        """The tournaments that are not over."""
        self._results_due = set[str]()
        """Those whose tables have to be looked at: one of them may have ended."""
        self._unseen = set[str]()
        """The tables that were last heard of as standing in no channel."""
        self._reopened: dict[str, asyncio.Event] = {}
        self._told: dict[int, asyncio.Event] = {}
        """By outbox entries of round messages for which tables wait: set once it was tried to post them."""
        self._tried = set[int]()
        """The outbox entries of round messages that were tried, and may not be done away with yet."""
        self._looks: dict[str, float] = {}
        """When the tables of a tournament are looked at next, whether they stand still."""
        self._stood: dict[str, tuple[str, float]] = {}
        """How far each table had come when it was looked at, and since when it is there."""
        tables.listen(self._on_table_changed)

    async def open(self) -> None:
        """Take up whatever a stop or a crash left: moments, results, the outbox, outdated messages."""
        for row in await self._store.tournaments.tournaments(phases=OPEN, limit=NO_LIMIT):
            self._watched.add(row.id)
        self._results_due |= self._watched
        self.deadlines.open((id, self._clock.awake()) for id in self._watched)
        self._outbox.open()
        for post in await self._store.tournaments.outdated():
            try:
                self._tournament_publisher.changed(await self.repository.get(post.table))
            except (Refusal, ValueError) as error:  # one that cannot be read must not keep others waiting
                log.warning("a tournament cannot be taken up", tournament=post.table, trace=trace(error))

    async def close(self) -> None:
        """Nothing new is begun; storage knows what is left."""
        await self.deadlines.close()
        await self._outbox.close()

    def clock_went_on(self) -> None:
        """The awake clock has stood still: appointments by the calendar have come nearer."""
        for id in self._watched:
            self.deadlines.set(id, self._clock.awake())

    def forget(self, id: str) -> None:
        """Drops all that is kept in memory of a tournament that was erased."""
        self.deadlines.set(id, None)
        self._watched.discard(id)
        self._results_due.discard(id)
        self.repository.forget(id)
        self._resume_outbox(id)

    async def changed_elsewhere(self, id: str, revision: int | None = None) -> None:
        """Somebody else has changed the tournament, to this revision if that is known: what follows from that
        begins. It may be told of again, and of what was done here.
        """
        try:
            await self.repository.changed_elsewhere(id, revision)
        except Refusal:  # it was erased
            self.forget(id)

    async def look_again(self) -> None:
        """Anything may have been changed elsewhere, and nobody has told of it."""
        for row in await self._store.tournaments.tournaments(phases=OPEN, limit=NO_LIMIT):
            await self.changed_elsewhere(row.id, row.revision)

    @property
    def times(self) -> Times:
        """The time now, by both clocks: seconds awake and Unix seconds."""
        return Times(self._clock.awake(), self._clock.now())

    # with every change

    async def _settle(self, before: Tournament | None, outcome: PendingChange) -> PendingChange:
        outcome = await with_consequences(before, outcome, self.times, self._drawing)
        return with_series_restated(before, with_server_acts(before, outcome))

    def _afterwards(self, t: Tournament, may_publish: bool) -> None:
        if not self._shard.serves(t.guild):  # whoever does sees to it
            return
        if t.phase in OPEN:
            self._watched.add(t.id)
        else:
            self._watched.discard(t.id)
        self._set_deadline(t)
        if may_publish:
            self._outbox.wake()
        if t.record.shut is None:
            self._resume_outbox(t.id)
        self._tournament_publisher.changed(t)

    def _set_deadline(self, t: Tournament) -> None:
        times = self.times
        if t.id not in self._watched:
            self._looks.pop(t.id, None)
            self.deadlines.set(t.id, None)
            return
        due = times.awake if t.id in self._results_due else schedule.next_moment(t, times)
        moments = [moment for moment in (due, self._next_look(t)) if moment is not None]
        self.deadlines.set(t.id, min(moments, default=None))

    def check_results(self, id: str) -> None:
        """Has a tournament's results looked at now, as one of its tables may have ended."""
        if id in self._watched:
            self._results_due.add(id)
            self.deadlines.set(id, self._clock.awake())

    def _on_table_changed(self, table: Table) -> None:
        pod, was_unseen = table.record.pod, table.id in self._unseen
        if pod is None:
            return
        is_unseen = table.timing.unseen is not None
        (self._unseen.add if is_unseen else self._unseen.discard)(table.id)
        if rounds.has_ended(table) or is_unseen != was_unseen:
            self.check_results(pod.tournament)

    # as time passes

    async def _on_deadline(self, id: str) -> None:
        """The tournament's moment has come, or one of its tables has ended."""
        if await self._is_readable(id):
            self._set_deadline(await self.repository.in_turn(id, self._brought_up_to_date))

    async def _is_readable(self, id: str) -> bool:
        """Whether it can be read; if not, a line in the log says so."""
        try:
            await self.repository.get(id)
        except (Refusal, ValueError) as error:  # its game is not installed, or it is damaged
            log.warning("a tournament is left as it is", tournament=id, trace=trace(error))
            return False
        return True

    async def _brought_up_to_date(self, t: Tournament) -> Tournament:
        if t.id in self._results_due:
            self._results_due.discard(t.id)
            try:
                t = await self._with_results(t)
            except BaseException:
                self._results_due.add(t.id)
                raise
        t = await self._with_stuck_tables_told(t)
        while (step := schedule.next_step(t, self.times)) is not None:
            t = await self._take_step(t, step)
        return t

    # tables at which nothing goes on

    def _next_look(self, t: Tournament) -> float | None:
        """When its tables have to be looked at; None if its organiser was told of all that are open."""
        if t.phase != "running" or t.stands_still or all(one.stuck for one in rounds.open_tables(t)):
            return None
        return self._looks.setdefault(t.id, self._clock.awake() + rounds.patience(t.settings) / 2)

    async def _with_stuck_tables_told(self, t: Tournament) -> Tournament:
        """Its organiser is told of tables that have stood still for too long, of each once."""
        now = self._clock.awake()
        if t.phase != "running" or t.stands_still or now < self._looks.get(t.id, now + 1.0):
            return t
        self._looks.pop(t.id)
        stuck = [one for one in rounds.open_tables(t) if not one.stuck and await self._is_stuck(t, one, now)]
        if not stuck:
            return t
        after = t
        for one in stuck:
            after = rounds.with_table(after, one.round, one.pod, stuck=True)
        told = outbox_entry("stuck", StuckTables(tuple((one.round, one.pod) for one in stuck)))
        return await self._store_change(t, PendingChange(after, outbox=(told,)))

    async def _is_stuck(self, t: Tournament, one: PodTable, now: float) -> bool:
        """Whether the table is where it was so long ago. One that cannot be read gets nowhere."""
        try:
            table = await self._tables.table(one.table)
        except (Refusal, ValueError):
            come = "unreadable"
        else:
            if not rounds.goes_on(table):
                self._stood.pop(one.table, None)
                return False
            come = f"{table.phase} {table.actions}"
        before, since = self._stood.get(one.table, ("", now))
        if before != come:
            self._stood[one.table] = (come, now)
            return False
        return now - since >= rounds.patience(t.settings)

    async def _with_results(self, t: Tournament) -> Tournament:
        """The tournament with what has come of its tables: which have ended, and which stand nowhere."""
        after = t
        for round, pod in t.open_pods() if t.phase == "running" and t.record.shut is None else ():
            table = await self._table_of(t, round, pod)
            if table is None:
                continue
            if (unseen := table.timing.unseen) is not None:
                self._unseen.add(table.id)
            after = rounds.with_sight(after, round.number, pod.number, unseen, self._clock.awake())
            if rounds.has_ended(table) and table.record.closed_by != "void":  # that is decided elsewhere
                absent_last = t.settings.how.absent_last
                result = rounds.result_of_table(table, round, pod, absent_last=absent_last)
                after = rounds.with_result_counted(after, result)
        return t if after is t else await self._store_change(t, PendingChange(after))

    async def _table_of(self, t: Tournament, round: Round, pod: Pod) -> Table | None:
        """The pod's table, if it is opened and can be read."""
        one = t.table_of(round.number, pod.number)
        if one is None:
            return None
        try:
            return await self._tables.table(one.table)
        except (Refusal, ValueError) as error:  # it is not opened yet, or cannot be read: others can
            if one.opened:
                log.warning("a pod's table cannot be read", table=one.table, trace=trace(error))
            return None

    async def _take_step(self, t: Tournament, step: Step) -> Tournament:
        """Does and stores what is due; if nobody can be paired, notes why for the organiser."""
        try:
            outcome = await self._due(t, step)
        except PairingError as impossible:
            log.info("a tournament needs its organiser", tournament=t.id, why=impossible.trouble.value)
            outcome = PendingChange(t.with_record(trouble=impossible.trouble.value))
        return await self._store_change(t, outcome)

    async def _due(self, t: Tournament, step: Step) -> PendingChange:
        times = self.times
        match step:
            case "entries":
                return PendingChange(t)
            case "ask":
                return PendingChange(schedule.check_in_begun(t, times), outbox=(outbox_entry("check-in"),))
            case "put-off":
                return PendingChange(schedule.start_put_off(t, times))
            case "start":
                present, outbox = entries.without_absent(t)
                return await with_round_drawn(
                    PendingChange(rounds.begun(present), outbox=outbox), times, self._drawing
                )
            case "draw":
                return await with_round_drawn(PendingChange(t), times, self._drawing)
            case "last-table":
                return PendingChange(schedule.with_last_table_begun(t))
            case "open":
                opened, opening = rounds.opened(t, times.awake, times.unix, self._drawing.new_secret)
                return PendingChange(opened, outbox=(opening,))
            case "play-off":
                t, opening = rounds.with_play_offs(t, times.awake, self._drawing.new_secret)
                return PendingChange(t, outbox=opening)
            case "finish":
                return PendingChange(rounds.with_deadlines_applied(t, times.awake))

    async def _store_change(self, t: Tournament, outcome: PendingChange) -> Tournament:
        return (await self.repository.store(None, t, outcome)).tournament

    async def change(self, id: str, change: Callable[[Tournament], Tournament]) -> None:
        """What becomes of a tournament without anybody's press; nothing is stored if nothing does."""

        async def work(t: Tournament) -> None:
            changed = change(t)
            if changed != t:
                await self._store_change(t, PendingChange(changed))

        if await self._is_readable(id):
            await self.repository.in_turn(id, work)

    async def retry(self, ids: Collection[str]) -> None:
        """What of these tournaments could not be posted is tried again; returns when it was."""
        await self._outbox.retry(ids)

    def wake_outbox(self) -> None:
        """Something was stored beside a tournament that is to be done about it."""
        self._outbox.wake()

    async def call_off(self, id: str) -> None:
        """Cancel the tournament if it should have begun, and could not."""
        await self.change(id, _called_off)

    async def _touch(self, id: str) -> None:
        """What its messages show has changed elsewhere: they are drawn anew, also after a restart."""
        if await self._is_readable(id):
            await self.repository.in_turn(id, lambda t: self._store_change(t, PendingChange(t)))

    # the outbox

    async def _run_outbox_entry(self, row: OutboxRow) -> None:
        try:
            t = await self._when_not_shut(row.table)
        except Refusal as refusal:
            log.warning(
                "an outbox entry of a tournament that is no more is dropped",
                entry=row.id,
                why=refusal.text.message,
            )
            return
        match row.kind:
            case "tables":
                await self._after_message(t, payload_of(row, RoundMessage))
                await self._open_tables(t, payload_of(row, RoundMessage))
            case "bring":
                await self._sync_table(t, payload_of(row, SyncTable))
            case "beacon":
                await self._look_for_beacon(t)
            case "restate":
                for other in await self._store.tournaments.of_series(t.settings.series, t.record.season):
                    if other.phase == "over" and (other.created, other.id) > (t.created, t.id):
                        await self._touch(other.id)
            case _:
                try:
                    await self._tournament_publisher.run(t, row)
                finally:
                    if row.kind == "round":
                        self._tried.add(row.id)
                        if (told := self._told.get(row.id)) is not None:
                            told.set()

    async def _look_for_beacon(self, t: Tournament) -> None:
        """The value for which the first draw waits is fetched; else its organiser has to see to it."""
        base, end, signature = self._drawing.beacon_url, self._clock.awake() + beacon.PATIENCE, ""
        while base and not signature and self._clock.awake() < end:
            event = (await self.repository.get(t.id)).record.event
            if event is None or (awaited := event.awaited) is None:
                return
            if not (signature := await beacon.fetch(base, awaited.round)):
                await self._clock.sleep_until(self._clock.awake() + beacon.PERIOD)

        def with_value(t: Tournament) -> Tournament:
            event = t.record.event
            if t.phase != "running" or event is None or event.awaited is None:
                return t
            if not signature:
                return t.with_record(trouble=PairingProblem.BEACON.value)
            return t.with_record(event=event.with_beacon(signature))

        await self.change(t.id, with_value)

    async def _after_message(self, t: Tournament, about: RoundMessage) -> None:
        """The round's message stands above its tables' cards, unless it takes long or cannot be posted."""

        def is_it(row: OutboxRow) -> bool:
            return (row.table, row.kind) == (t.id, "round") and payload_of(row, RoundMessage) == about

        rows = await self._store.tournaments.outbox()
        self._tried &= {row.id for row in rows}
        entry = next((row.id for row in rows if is_it(row)), None)
        if entry is None or entry in self._tried:
            return
        told = self._told[entry] = asyncio.Event()
        try:
            await asyncio.wait_for(told.wait(), MESSAGE_PATIENCE)
        except TimeoutError:
            log.info("a round's tables come before its message", tournament=t.id, round=about.round)
        finally:
            del self._told[entry]

    async def _when_not_shut(self, id: str) -> Tournament:
        """The tournament as soon as its server can be reached. Refusal if there is none (any more)."""
        while (t := await self.repository.get(id)).record.shut is not None:
            await self._reopened.setdefault(id, asyncio.Event()).wait()
        return t

    def _resume_outbox(self, id: str) -> None:
        if (reopened := self._reopened.pop(id, None)) is not None:
            reopened.set()

    async def _open_tables(self, t: Tournament, about: RoundMessage) -> None:
        """The round's tables stand. A table that stands already is left as it is."""
        round = t.published_round(about.round)
        if round is None or round.draw != about.draw or t.phase != "running":
            return
        few = asyncio.Semaphore(AT_ONCE)
        await _gather_all(self._open_table(t, round, pod, few) for pod in round.pods)
        ids = {one.table for one in t.record.tables if one.round == round.number}
        await self._note_opened(t.id, ids)
        self.check_results(t.id)  # where nobody came robots may have been quicker than this

    async def _open_table(self, t: Tournament, round: Round, pod: Pod, few: asyncio.Semaphore) -> None:
        one = t.table_of(round.number, pod.number)
        if one is None or one.void:
            return
        async with few:
            target, settings = rounds.wanted_table(t, round, pod), t.settings
            table = (
                await self._with_move_taken_back(one)
                if one.copied_from
                else new_pod_table(
                    one.table,
                    guild=t.guild,
                    channel=self._tournament_publisher.tables_place(t),
                    game=t.game,
                    options=settings.game_options,
                    pace=settings.pace,
                    rated=settings.rated,
                    locale=t.record.locale,
                    secret=one.secret,
                    pod=rounds.pod_for_table(t, round, pod, self._clock.now()),
                    sitters=target.sitters,
                    now=self._clock.now(),
                )
            )
            await self._tables.pods.open(table, one.copied_from)
            if target != PodTarget(target.sitters):
                await self._tables.pods.bring_to_target(one.table, target)

    async def _with_move_taken_back(self, one: PodTable) -> Table:
        """The table at which the pod's game goes on from an earlier move."""
        former = await self._tables.table(one.copied_from)
        log = await self._tables.logs.actions_of(former)
        return with_move_taken_back(former, log, one.kept, one.table, self._clock.now())

    async def _sync_table(self, t: Tournament, about: SyncTable) -> None:
        """The pod's table is as the tournament wants it now."""
        if about.former:
            await self._bring(about.former, rounds.former_target(t, about.former))
            return
        for round, pod in t.record.event.pods() if t.record.event is not None else ():
            one = t.table_of(round.number, pod.number)
            if one is None or (round.number, pod.number) != (about.round, about.pod):
                continue
            is_played = t.phase == "running" and t.result_of(round.number, pod.number) is None
            if is_played and not one.opened:  # it was void when the others were opened, and counts after all
                await self._open_table(t, round, pod, asyncio.Semaphore(1))
                await self._note_opened(t.id, {one.table})
            table = await self._bring(one.table, rounds.wanted_table(t, round, pod))
            # It may have ended before it was to go on: then nobody hears of it again.
            if table is not None and rounds.has_ended(table):
                self.check_results(t.id)

    async def _note_opened(self, id: str, tables: set[str]) -> None:
        await self.change(id, lambda t: rounds.with_tables_opened(t, tables))

    async def _bring(self, table: str, target: PodTarget) -> Table | None:
        """The table as the tournament wants it; None if it is no more."""
        try:
            return await self._tables.pods.bring_to_target(table, target)
        except Refusal as refusal:
            log.info("a pod's table is no more", table=table, why=refusal.text.message)
            return None


def _called_off(t: Tournament) -> Tournament:
    stuck = t.phase == "open" and t.record.trouble != ""
    return replace(t, phase="cancelled").with_record(trouble="") if stuck else t


def _lane(row: OutboxRow) -> str:
    """Tables do not wait for messages that cannot be sent, nor these for what the server is asked for; nor
    does whoever is told that they cannot be sent.
    """
    if row.kind in SCHEDULER_KINDS:
        return f"{row.table} tables"
    if row.kind in DIRECT_KINDS:
        return f"{row.table} direct"
    return f"{row.table} server" if row.kind in SERVER_KINDS else row.table


async def _gather_all(awaitables: Iterable[Awaitable[None]]) -> None:
    """All of them are tried; if any failed, the first failure is raised."""
    for outcome in await asyncio.gather(*awaitables, return_exceptions=True):
        if isinstance(outcome, BaseException):
            raise outcome
