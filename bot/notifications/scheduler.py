"""The short messages that tell people that a table waits for them, taken away when it does not.

A table's clock says that somebody has been asked something for a while (the outbox entry "nudge"). Here it is
decided whether and when they are notified: not while they are here, not in their quiet hours, several
tables in one message. `sender` posts it and takes it away.

What is pending for somebody follows from the tables' clocks, and what was sent is stored, so a restart
loses nothing.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence

import msgspec
import structlog

from bot.notifications.pending import (
    NotificationContent,
    PendingNotifications,
    SentNotification,
    TurnReminder,
    is_asked,
    is_up_to_date,
    latest_reminders,
    with_running_clock,
)
from bot.notifications.sender import AGAIN_AFTER_FAILURE, NotificationSender, NotificationTransport
from bot.preferences.people import PersonPreferences, PersonPreferencesRepository, quiet_until, zone_of
from bot.refusal import Refusal
from bot.runtime.clock import Clock, wait_for_time_or_event
from bot.runtime.load_gate import RecentActivity
from bot.runtime.log_context import create_detached_task, trace
from bot.tables.clocks import ReminderDue
from bot.tables.model import Table, Timing
from storage.interfaces import NudgeStore
from storage.models import WHOLE, OutboxRow, Shard

log = structlog.get_logger(__name__)

_SURELY = 0.001
"""Seconds after the quiet hours that make up for rounding."""


async def immediately() -> None:
    """Nobody else comes first."""


class Notifications:
    """Everybody's notifications. For one person one thing is done at a time.

    `when` is waited for before anything is done: whatever is more urgent. `gather`: seconds for which a
    notification waits for others, as what is due so close together goes into one message.
    """

    def __init__(
        self,
        storage: NudgeStore,
        people: PersonPreferencesRepository,
        recent_activity: RecentActivity,
        clock: Clock,
        table: Callable[[str], Awaitable[Table]],
        transport: NotificationTransport,
        when: Callable[[], Awaitable[None]] = immediately,
        gather: float = 1.0,
        shard: Shard = WHOLE,
    ) -> None:
        self._shard = shard
        self._storage = storage
        self._people = people
        self._recent_activity = recent_activity
        self._clock = clock
        self._table = table
        self._when = when
        self._gather = gather
        self._sender = NotificationSender(storage, clock, self._tables, transport)
        self._pending: dict[int, PendingNotifications] = {}
        self._by_table: defaultdict[str, set[int]] = defaultdict(set)
        self._loaded = asyncio.Event()

    async def open(self, clocks: Mapping[str, Timing]) -> None:
        """Take up what a stop or a crash left: messages to take away, and people to notify.

        `clocks` are those of the tables that play. They tell which tables it is about; the others, at which
        people know all there is to know, are not read.
        """
        stored = [
            SentNotification(row, msgspec.json.decode(row.tables, type=NotificationContent))
            for row in await self._storage.all()
        ]
        servers = {} if self._shard == WHOLE else await self._servers_of(stored, clocks)
        for sent_before in stored:
            if self._is_ours(sent_before.content, clocks, servers):
                row = sent_before.row
                pending = self._pending.setdefault(row.user, PendingNotifications())
                pending.sent.append(sent_before)
        self._loaded.set()
        sent = set[tuple[str, int, str, int]]()
        for user, pending in list(self._pending.items()):
            self._index(user, pending)
            sent.update((*turn.about, turn.level) for turn in pending.turns())
            if not is_up_to_date(pending, clocks):
                self._wake(user)
        for table, timing in clocks.items():
            for turn in latest_reminders(table, timing):
                if (*turn.about, turn.level) not in sent:
                    self._add(await self._known(table), turn)

    async def _servers_of(
        self, stored: Sequence[SentNotification], clocks: Mapping[str, Timing]
    ) -> Mapping[str, int]:
        """The servers of tables that do not play on the shard's own, asked for at once."""
        firsts = {each.content.turns[0].table for each in stored if each.content.turns}
        return await self._storage.servers_of(firsts - clocks.keys())

    def _is_ours(
        self, content: NotificationContent, clocks: Mapping[str, Timing], servers: Mapping[str, int]
    ) -> bool:
        """Whether it is about tables of the shard's servers; what is about none is the first shard's."""
        if self._shard == WHOLE or any(turn.table in clocks for turn in content.turns):
            return True
        return self._shard.serves(servers.get(content.turns[0].table, 0) if content.turns else 0)

    async def close(self) -> None:
        """Nothing more is sent; what is pending is found at the next start."""
        tasks = [pending.task for pending in self._pending.values() if pending.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def run(self, table: Table, entry: OutboxRow) -> None:
        """A reminder is due. Nothing becomes of one that was sent already, or may have been."""
        await self._loaded.wait()
        due = msgspec.json.decode(entry.payload, type=ReminderDue)
        self._add(table, TurnReminder(table.id, due.seat, due.decision, due.why))

    def changed(self, table: str) -> None:
        """The table has changed: messages about it may have to go. Never blocks, never raises."""
        for user in list(self._by_table.get(table, ())):
            self._wake(user)

    def has_messages_about(self, table: str) -> bool:
        """Whether a message is about the table, or is to be, as far as is known just now."""
        return table in self._by_table

    @property
    def is_idle(self) -> bool:
        """Whether nothing happens before time passes or something changes."""
        now = self._clock.awake()
        return all(pending.is_idle(now) for pending in self._pending.values())

    def preferences_changed(self, user: int) -> None:
        """The user wants to be notified otherwise."""
        self._sender.try_direct_again(user)
        if user in self._pending:
            self._wake(user)

    # for one person, one after the other

    def _add(self, table: Table | None, turn: TurnReminder) -> None:
        user = None if table is None else table.seats[turn.seat].person
        if user is None or not is_asked(table, turn, user):
            return
        pending = self._pending.setdefault(user, PendingNotifications())
        if not pending.was_sent(turn):
            if not pending.unsent:
                pending.gathers_until = self._clock.awake() + self._gather
            pending.unsent[turn.table] = turn
        self._wake(user)

    def _wake(self, user: int) -> None:
        pending = self._pending[user]
        self._index(user, pending)
        pending.news.set()
        if pending.task is None:
            pending.task = create_detached_task(self._run(user, pending), f"notifications of {user}")

    def _index(self, user: int, pending: PendingNotifications) -> None:
        """Let changes of tables find those whom they concern."""
        tables = frozenset(pending.tables())
        for table in pending.indexed - tables:
            self._by_table[table].discard(user)
            if not self._by_table[table]:
                del self._by_table[table]
        for table in tables - pending.indexed:
            self._by_table[table].add(user)
        pending.indexed = tables

    async def _run(self, user: int, pending: PendingNotifications) -> None:
        """Until nothing is left to do before something changes."""
        while True:
            await self._when()
            pending.news.clear()
            try:
                again = await self._step(user, pending)
            except Exception as error:
                log.error("somebody's notifications failed", trace=trace(error))
                again = self._clock.awake() + AGAIN_AFTER_FAILURE
            self._index(user, pending)
            if pending.news.is_set():
                continue
            if again is None:
                break
            pending.sleeps_until = again
            await wait_for_time_or_event(self._clock, again, pending.news)
            pending.sleeps_until = None
        pending.task = None
        if not pending.unsent and not pending.sent:
            del self._pending[user]

    async def _step(self, user: int, pending: PendingNotifications) -> float | None:
        """Do what is to be done now; when to look again, if that is known."""
        preferences = await self._people.of(user)
        due = list(pending.unsent.values())  # and not what comes while the tables are read
        tables = await self._tables(pending)
        for turn in due:
            asked = preferences.nudges != "none" and is_asked(tables.get(turn.table), turn, user)
            if not asked or pending.was_sent(turn):
                pending.settle(turn)
        again = await self._sender.take_away(user, pending, preferences, tables)
        unsent = with_running_clock(pending.unsent.values(), tables)
        if not unsent:
            return again
        now = self._clock.awake()
        not_before = max(
            pending.gathers_until, self._recent_activity.leaves_at(user), self._quiet_end(preferences)
        )
        if not_before > now:
            return not_before if again is None else min(again, not_before)
        await self._sender.send(user, pending, preferences, unsent)
        return await self._sender.take_away(user, pending, preferences, await self._tables(pending))

    def _quiet_end(self, preferences: PersonPreferences) -> float:
        """In the time of `Clock.awake`; long ago if it is not quiet."""
        now, quiet = self._clock.now(), preferences.quiet
        end = None if quiet is None else quiet_until(quiet, zone_of(preferences.zone), now)
        return 0.0 if end is None else self._clock.awake() + (end - now) + _SURELY

    async def _tables(self, pending: PendingNotifications) -> dict[str, Table]:
        known = {table: await self._known(table) for table in dict.fromkeys(pending.tables())}
        return {id: table for id, table in known.items() if table is not None}

    async def _known(self, table: str) -> Table | None:
        try:
            return await self._table(table)
        except (Refusal, ValueError):  # its game is not installed any more, or it cannot be read
            return None
