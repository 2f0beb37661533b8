"""The one way in which a table changes: loaded in its turn, changed, stored; what follows begins afterwards.

A press goes: wait for the table's turn, work out the change (pure functions in `lobby`, `play` ...), add what
follows from every change (`consequences`), store it in one transaction, answer. Redraws, notifications and
robots begin once it is stored. Where another process has changed the table meanwhile, the change is worked
out once more from what is stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Concatenate, ParamSpec, Protocol, TypeVar

import structlog
from msgspec.structs import replace

from bot.preferences.people import PersonPreferencesRepository
from bot.preferences.servers import ServerPreferencesRepository
from bot.refusal import Refusal
from bot.runtime.clock import Clock, SystemClock
from bot.runtime.deadline_queue import DeadlineQueue
from bot.runtime.load_gate import RecentActivity
from bot.runtime.log_context import trace
from bot.runtime.outbox import Outbox
from bot.tables import leaving
from bot.tables.bans import BanList
from bot.tables.consequences import Circumstances, consequences, has_begun
from bot.tables.lessons import Lessons
from bot.tables.model import Press, PressResult, Table, TableUpdate
from bot.tables.repository import DraftRepository, TableRepository, tables_from_rows
from bot.tables.vacations import SetAwayAtTables, VacationTracker
from storage.errors import AlreadyDone, Conflict
from storage.models import WHOLE, OutboxRow, Phase, Room, Shard
from storage.sql.store import Store

log = structlog.get_logger(__name__)

OPEN_PHASES: tuple[Phase, ...] = ("lobby", "playing")
DIRECT_KINDS = frozenset({"removed", "homeless", "nudge"})
"""Outbox entries that tell people something directly, or may."""

P = ParamSpec("P")
T = TypeVar("T")


class TablePublisher(Protocol):
    """The chat, as far as a table cares."""

    def changed(self, table: Table) -> None:
        """Redraw soon whatever shows this table: its messages, open hands. Never blocks or raises."""

    async def run(self, table: Table, entry: OutboxRow) -> None:
        """Do it. Later: not now. Anything else that is raised is logged, and the outbox entry tried again."""


class TableTurns:
    """Loads, changes and stores tables, one change of a table after the other. All that is returned is
    durable.

    Each subject (`playing`, `seating` ...) works out what becomes of a table, and leaves it to the turn.
    `look_at` is called with a table whose deadline has come; `set_away` stops a user's clocks everywhere.
    """

    def __init__(
        self,
        store: Store,
        table_publisher: TablePublisher,
        *,
        look_at: Callable[[str], Awaitable[None]],
        set_away: SetAwayAtTables,
        clock: Clock | None = None,
        people: PersonPreferencesRepository | None = None,
        servers: ServerPreferencesRepository | None = None,
        recent_activity: RecentActivity | None = None,
        shard: Shard = WHOLE,
    ) -> None:
        self.store = store
        self.shard = shard
        self.table_publisher = table_publisher
        self.people = people or PersonPreferencesRepository(store.people, shard)
        self.clock = clock or SystemClock()
        self.repository = TableRepository(store, shard)
        self.table = self.repository.get
        """The table of an id as it is now. Refusal if there is none."""
        self.drafts = DraftRepository(store, shard)
        self.lessons = Lessons(self.people)
        self.servers = servers or ServerPreferencesRepository(store.servers, shard)
        self._recent_activity = recent_activity or RecentActivity(self.clock)
        self.bans = BanList(store, self.clock)
        self._reopened: dict[str, asyncio.Event] = {}
        self.outbox = Outbox(store, self._run_outbox_entry, _lane)
        self.vacation_tracker = VacationTracker(self.people, self.clock, set_away, shard)
        self.deadlines = DeadlineQueue(self.clock, look_at)
        self._listeners: list[Callable[[Table], None]] = []

    def listen(self, listener: Callable[[Table], None]) -> None:
        """Call it with every table that changes, once that is stored. It must neither block nor raise."""
        self._listeners.append(listener)

    # Loading.

    async def readable(self, table_id: str) -> Table | None:
        """The table; None, and a line in the log, if it cannot be read: others must not wait for it."""
        try:
            return await self.table(table_id)
        except (Refusal, ValueError) as error:  # it is gone, its game is not installed, or it is damaged
            log.warning("a table is left as it is", table=table_id, trace=trace(error))
            return None

    async def tables_of(self, user: int, phases: Collection[Phase] = OPEN_PHASES) -> list[Table]:
        """The tables at which this user plays, the latest changed first."""
        return tables_from_rows(await self.store.tables(user=user, phases=phases))

    async def tables_in(
        self, guild: int, phases: Collection[Phase] = OPEN_PHASES, group: int = 0
    ) -> list[Table]:
        """The tables of a server that everybody there may know of, the latest changed first; without one
        those in this message between people.
        """
        if not (guild or group):
            return []
        rows = await self.store.tables(guild=guild, channel=group or None, phases=phases)
        return [table for table in tables_from_rows(rows) if not table.record.private]

    # Changing.

    async def change(
        self,
        press: Press,
        table_id: str,
        work: Callable[Concatenate[Table, Press, P], Table | TableUpdate],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> PressResult:
        """What `work` makes of the table for this press, stored.

        Whatever `work` refuses is refused, unless this very press was stored before.
        """

        async def changed(before: Table) -> tuple[Table, PressResult]:
            return before, await self.changed(press, before, lambda: work(before, press, *args, **kwargs))

        before, done = await self.in_turn(table_id, changed)
        return replace(done, table=await self.with_vacations(before, done.table))

    async def changed(
        self, press: Press, before: Table, work: Callable[[], Table | TableUpdate]
    ) -> PressResult:
        """What `work` makes of the table, stored in its turn; what this very press came to before, if it was
        stored.
        """
        try:
            update = work()
        except Refusal:
            if done := await self.repository.stored_result(press):
                return done
            raise
        return await self.update(press, before, update)

    async def in_turn(self, table_id: str, work: Callable[[Table], Awaitable[T]]) -> T:
        """What `work` does with the table in its turn. Refusal if there is no such table.

        Where somebody else has changed the table behind the back of what is kept of it here, so that the
        change does not follow or is refused, it is done once more with what is stored. Conflict if that
        happens again.
        """
        async with self.repository.turn(table_id):
            try:
                return await work(await self.table(table_id))
            except Conflict:
                pass
            except Refusal:
                if not await self.repository.is_outdated(table_id):
                    raise
            self._follow_up_others(table := await self.table(table_id))
            return await work(table)

    async def change_seat(self, user: int, table_id: str, change: Callable[[Table, int], Table]) -> Table:
        """What becomes of the user's seat in a running game, or at a tournament's table before it; nothing is
        stored if nothing does.
        """
        table = await self.table(table_id)
        if leaving.with_kept_seat(table, user, change) is table:
            return table  # for nearly everybody who opens a hand: nobody need wait for the table's turn

        async def work(table: Table) -> Table:
            changed = leaving.with_kept_seat(table, user, change)
            return table if changed is table else (await self.update(None, table, changed)).table

        return await self.in_turn(table_id, work)

    async def with_vacations(self, before: Table | None, table: Table) -> Table:
        """If the game has begun or goes on over days just now, or a tournament's table waits for its players,
        those who are on vacation are so there as well. Not in its turn.
        """
        waits = before is None and bool(table.awaited)
        slower = before is not None and before.record.pace.live and not table.record.pace.live
        for user in table.people if waits or slower or has_begun(before, table) else ():
            if await self.vacation_tracker.apply_to_new_table(user):
                table = await self.table(table.id)
        return table

    # Storing, and what follows.

    async def update(
        self,
        press: Press | None,
        before: Table | None,
        changed: Table | TableUpdate,
        room: Room | None = None,
    ) -> PressResult:
        """Store what was worked out from `before` (None: a new table) in the table's turn.

        Conflict if a new table's id is taken, or somebody else has changed the table, NoRoom if there is no
        `room` for it any more; StorageError if nothing can be stored now.
        """
        update = changed if isinstance(changed, TableUpdate) else TableUpdate(changed)
        about = await self._circumstances(press, before, update.table)
        await self._drop_drafts_of_others(before, update.table)
        update = consequences(about, update)
        table = update.table
        try:
            await self.repository.store(press, before, update, room)
        except AlreadyDone as done:
            return await self.repository.result_of(done.answer)
        if update.outbox:
            self.outbox.wake()
        if table.phase not in OPEN_PHASES:
            self.drafts.forget(table.id)
        if press is None:
            self._follow_up(table)
        else:  # a later press may have been answered before
            press.after_answer(lambda: self._follow_up(self.repository.newest(table)))
        return PressResult(table, update.said)

    async def _drop_drafts_of_others(self, before: Table | None, table: Table) -> None:
        """Whoever sits down in a running game is not to see what somebody else had chosen there so far."""
        if before is None or before.phase != "playing":
            return
        for seat, sitter in enumerate(table.seats):
            if sitter.user != before.seats[seat].user:
                await self.drafts.keep(table, seat, "", ())

    async def _circumstances(self, press: Press | None, before: Table | None, table: Table) -> Circumstances:
        slow_pace, all_here, forced = None, False, set[int]()
        if table.record.pace_open and (before is None or before.phase == "lobby"):
            slow_pace = (await self.servers.of(table.guild)).slow_pace
            all_here = bool(table.people) and all(map(self._recent_activity.pressed_lately, table.people))
        now, awake = self.clock.now(), self.clock.awake()
        if has_begun(before, table):
            forced = {user for user in table.people if (await self.people.of(user)).forced_moves}
        presser = None if press is None else press.user
        return Circumstances(before, press is not None, now, awake, all_here, slow_pace, presser, forced)

    def _follow_up(self, table: Table) -> None:
        """Begin what follows from a change that has been stored, and need not keep the answer waiting.

        Whoever serves the table's server sees to all but the hands that are open here.
        """
        self.table_publisher.changed(table)
        if not self.shard.serves(table.guild):
            return
        self.deadlines.set(table.id, table.due)
        if table.timing.shut:
            return
        if table.id in self._reopened:
            self._reopened.pop(table.id).set()
        for listener in self._listeners:
            listener(table)

    def _follow_up_others(self, table: Table) -> None:
        """Begin what follows from what others have stored, and left to be done."""
        self._follow_up(table)
        self.outbox.wake()
        if table.id in self.repository.cached:
            self.repository.followed.add(table.id)

    async def changed_elsewhere(self, table_id: str, revision: int | None = None) -> None:
        """Somebody else has changed the table, to this revision if that is known; what follows from that
        begins here. Nothing happens if it is known already; it may be told of what was done here, too.
        """
        self.drafts.forget(table_id)
        repository = self.repository
        known = repository.cached.get(table_id) if table_id in repository.followed else None
        if known is not None and revision is not None and revision <= known.revision:
            return
        async with repository.turn(table_id):
            if not await repository.is_outdated(table_id) and table_id in repository.followed:
                return
            if await self.store.table(table_id) is None:
                self.forget_table(table_id)
            elif (table := await self.readable(table_id)) is not None:
                self._follow_up_others(table)

    def forget_table(self, table_id: str) -> None:
        """Drops all that is kept in memory of a table that was erased."""
        self.deadlines.set(table_id, None)
        self.repository.forget(table_id)
        self.drafts.forget(table_id)
        if table_id in self._reopened:
            self._reopened.pop(table_id).set()

    async def _run_outbox_entry(self, entry: OutboxRow) -> None:
        try:
            while (table := await self.table(entry.table)).timing.shut:  # its server cannot be reached now
                await self._reopened.setdefault(entry.table, asyncio.Event()).wait()
        except Refusal as refusal:
            why = refusal.text.message
            log.warning("an outbox entry of a table that is no more is dropped", entry=entry.id, why=why)
            return
        await self.table_publisher.run(table, entry)


def _lane(row: OutboxRow) -> str:
    """What is said to people directly does not wait for what can be posted nowhere."""
    return f"{row.table} direct" if row.kind in DIRECT_KINDS else row.table
