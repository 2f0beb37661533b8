"""The short messages that tell people that a table waits for them, taken away when it does not.

A table's clock says that somebody has been asked something for a while (the outbox entry "nudge"). Here it is
decided whether and when they are notified: not while they are here, not in their quiet hours, several
tables in one message. `sender` posts it and takes it away.

What is pending for somebody follows from the tables' clocks, and what was sent is stored, so a restart
loses nothing.

With several shards, what stands in a channel is of the shard that serves the table. Direct messages are of
the one that serves the person, as one message is about all their tables. The tables' shards decide when
somebody is to be told, and tell that one; it reads these tables, and runs no clock of theirs. A table's shard
says it again until such a message is stored, or nothing is left to be told: so neither of the two has to
outlive the other.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

import msgspec
import structlog

from bot.client.discord_errors import DISCORD_ERRORS, discord_problem
from bot.notifications.pending import (
    AwaitedTurn,
    NotificationContent,
    PendingNotifications,
    SentNotification,
    TurnReminder,
    end_shown,
    is_asked,
    is_awaited,
    is_same_end,
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
from bot.tables.clocks import ReminderDue, reminds
from bot.tables.model import Table
from bot.tables.timing import Timing
from storage.models import WHOLE, News, NotificationRow, OutboxRow, Shard
from storage.sql.people import NotificationStore

log = structlog.get_logger(__name__)

_SURELY = 0.001
"""Seconds after the quiet hours that make up for rounding."""
ASKS_AGAIN_AFTER = 60.0
"""Seconds after which a person's shard that has told them nothing yet is told again what there is to tell."""

AT_A_TIME = 100
"""How much that a stop left is taken up before others have their turn: a few milliseconds' worth."""

T = TypeVar("T")


async def immediately() -> None:
    """Returns at once: for whoever has nobody to let go first."""


async def nobody_else(news: News) -> None:
    """Tells nobody: for whoever serves the only shard."""
    del news


class Notifications:
    """Everybody's notifications. For one person one thing is done at a time.

    `when` is waited for before anything is done: whatever is more urgent. `gather`: seconds for which a
    notification waits for others, as what is due so close together goes into one message. `tell`: reaches the
    other shards.
    """

    def __init__(
        self,
        storage: NotificationStore,
        people: PersonPreferencesRepository,
        recent_activity: RecentActivity,
        clock: Clock,
        table: Callable[[str], Awaitable[Table]],
        transport: NotificationTransport,
        when: Callable[[], Awaitable[None]] = immediately,
        gather: float = 1.0,
        shard: Shard = WHOLE,
        tell: Callable[[News], Awaitable[None]] = nobody_else,
    ) -> None:
        self._shard = shard
        self._tell = tell
        self._storage = storage
        self._people = people
        self._recent_activity = recent_activity
        self._clock = clock
        self._table = table
        self._when = when
        self._gather = gather
        self._sender = NotificationSender(
            storage,
            clock,
            self._tables,
            transport,
            self._about,
            self._may_be_told_in_channel,
            self._wake,
            shard,
        )
        self._pending: dict[int, PendingNotifications] = {}
        self._by_table: defaultdict[str, set[int]] = defaultdict(set)
        self._loaded = asyncio.Event()
        self._deferred: list[Callable[[], None]] | None = []
        """What is to be looked at as soon as what a stop left is taken up; None from then on."""

    async def open(self, clocks: Mapping[str, Timing]) -> None:
        """Take up what a stop or a crash left: messages to take away, and people to notify.

        `clocks` are those of the tables that play. They tell which tables it is about; the others, at which
        people know all there is to know, are not read. Presses go on meanwhile: what has changed since the
        clocks were read is looked at in the end. What storage raises is raised, and it can be tried again.
        """
        if not self._loaded.is_set():
            await self._load(clocks)
        sent = set[tuple[str, int, str, int]]()
        async for user, pending in _letting_others(list(self._pending.items())):
            if self._pending.get(user) is not pending:
                continue
            sent.update((*turn.about, turn.level) for turn in pending.told())
            if not is_up_to_date(pending, clocks):
                self._wake(user)
        async for table, timing in _letting_others(list(clocks.items())):
            for turn in latest_reminders(table, timing):
                if (*turn.about, turn.level) not in sent:
                    self._add(await self._known(table), turn)
        deferred, self._deferred = self._deferred or [], None
        for look in deferred:
            look()

    async def _load(self, clocks: Mapping[str, Timing]) -> None:
        """The messages that this shard is to take away."""
        stored = list(map(_read, await self._storage.all()))
        servers = {} if self._shard == WHOLE else await self._servers_of(stored, clocks)
        async for sent_before in _letting_others(stored):
            handed = self._handed(sent_before, clocks, servers)
            if handed or self._is_ours(sent_before, clocks, servers):
                pending = self._pending.setdefault(sent_before.row.user, PendingNotifications())
                pending.handed.update(handed)
                pending.sent.extend(() if handed else (sent_before,))
                self._index(sent_before.row.user, pending)  # of one message to several all must be known
        self._loaded.set()

    async def _servers_of(
        self, stored: Sequence[SentNotification], clocks: Mapping[str, Timing]
    ) -> Mapping[str, int]:
        """The servers of tables that do not play on the shard's own, asked for at once."""
        tables = {turn.table for each in stored for turn in each.content.turns}
        return await self._storage.servers_of(tables - clocks.keys())

    def _is_ours(
        self, sent: SentNotification, clocks: Mapping[str, Timing], servers: Mapping[str, int]
    ) -> bool:
        """Whether it is a direct message to one of the shard's people, or stands on one of its servers; what
        is about no table is the first shard's.
        """
        if sent.content.direct:
            return self._shard.serves(sent.row.user)
        tables = [turn.table for turn in sent.content.turns]
        if self._shard == WHOLE or any(table in clocks for table in tables):
            return True
        return self._shard.serves(servers.get(tables[0], 0) if tables else 0)

    def _handed(
        self, sent: SentNotification, clocks: Mapping[str, Timing], servers: Mapping[str, int]
    ) -> dict[str, TurnReminder]:
        """What the message tells of this shard's tables, if it is another one's."""
        if not sent.content.direct or self._shard.serves(sent.row.user):
            return {}
        return {
            turn.table: turn
            for turn in sent.content.turns
            if turn.table in clocks or self._shard.serves(servers.get(turn.table, 0))
        }

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

    async def look(self, user: int, table: str) -> None:
        """Another shard's table has something to remind one of this shard's people of, or has it no more."""
        await self._loaded.wait()
        try:
            found = await self._known(table)
            if found is not None:
                self._add_all_of(user, found)
        finally:  # if it cannot be read just now, it is tried again
            if user in self._pending:
                self._wake(user)

    def look_again(self) -> None:
        """It may have been missed what other shards have told."""
        if self._deferred is not None:
            self._deferred.append(self.look_again)
        for user in list(self._pending):
            self._wake(user)

    async def undelivered(self, user: int) -> None:
        """The user's own shard does not tell them directly: their direct messages are closed."""
        await self._loaded.wait()
        self._sender.use_channels(user)
        if (pending := self._pending.get(user)) is not None:
            for turn in pending.handed.values():  # while it tried, it seemed to have told them
                pending.unsent.setdefault(turn.table, turn)
            self._wake(user)

    def changed(self, table: str) -> None:
        """The table has changed: messages about it may have to go. Never blocks, never raises."""
        if self._deferred is not None:
            self._deferred.append(partial(self.changed, table))
        for user in list(self._by_table.get(table, ())):
            self._wake(user)

    def has_messages_about(self, table: str) -> bool:
        """Whether a message is about the table, or is to be; while that is not known, it may be."""
        return self._deferred is not None or table in self._by_table

    @property
    def is_idle(self) -> bool:
        """Whether nothing happens before time passes or something changes."""
        now = self._clock.awake()
        return self._deferred is None and all(pending.is_idle(now) for pending in self._pending.values())

    def preferences_changed(self, user: int) -> None:
        """The user wants to be notified otherwise."""
        self._sender.try_direct_again(user)
        if self._deferred is not None:
            self._deferred.append(partial(self.preferences_changed, user))
        if user in self._pending:
            self._wake(user)

    # for one person, one after the other

    def _add(self, table: Table | None, turn: TurnReminder) -> None:
        user = None if table is None else table.seats[turn.seat].person
        if table is None or user is None or not reminds(table) or not is_asked(table, turn, user):
            return
        pending = self._pending.setdefault(user, PendingNotifications())
        if not pending.was_sent(turn):
            if not pending.unsent or not self._shard.serves(table.guild):
                pending.gathers_until = self._clock.awake() + self._gather
            pending.unsent[turn.table] = turn
        self._wake(user)

    def _about(self, table: str) -> dict[int, PendingNotifications]:
        """Everybody for whom something of the table is pending, in order."""
        return {user: self._pending[user] for user in sorted(self._by_table.get(table, ()))}

    async def _may_be_told_in_channel(self, user: int) -> bool:
        preferences = await self._people.of(user)
        in_channel = preferences.nudges != "none" and not self._sender.is_direct(user, preferences)
        gone = max(self._recent_activity.leaves_at(user), self._quiet_end(preferences))
        return in_channel and gone <= self._clock.awake()

    def _add_all_of(self, user: int, table: Table) -> None:
        for turn in latest_reminders(table.id, table.timing):
            if table.seats[turn.seat].person == user:
                self._add(table, turn)

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
            except DISCORD_ERRORS as error:  # none of them keeps anybody's direct messages closed
                log.info("somebody is notified later", why=discord_problem(error).value)
                again = self._clock.awake() + AGAIN_AFTER_FAILURE
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
        if not pending.unsent and not pending.sent and not pending.handed:
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
        await self._settle_told_elsewhere(user, pending)
        await self._take_back(user, pending, tables)
        again = await self._sender.take_away(user, pending, preferences, tables)
        unsent = with_running_clock(pending.unsent.values(), tables)
        if not unsent:
            return again
        not_before = self._not_before(user, pending, preferences)
        if not_before > self._clock.awake():
            return _earlier(again, not_before)
        if not self._sender.is_direct(user, preferences):
            unsent = await self._give_back(user, pending, unsent)
        elif not self._shard.serves(user):
            return _earlier(again, await self._hand_over(user, pending, unsent))
        await self._sender.send(user, pending, preferences, unsent)
        return await self._sender.take_away(user, pending, preferences, await self._tables(pending))

    def _not_before(self, user: int, pending: PendingNotifications, preferences: PersonPreferences) -> float:
        """When the user may be told: they have gone, it is not quiet, and nothing more is waited for."""
        may_be_told = max(self._recent_activity.leaves_at(user), self._quiet_end(preferences))
        if self._shard != WHOLE and self._shard.serves(user) and self._sender.is_direct(user, preferences):
            may_be_told += self._gather  # other shards have waited for the same, and tell of it now
        return max(pending.gathers_until, may_be_told)

    # what is told to somebody of another shard, or about a table of another one

    async def _settle_told_elsewhere(self, user: int, pending: PendingNotifications) -> None:
        """Nothing more is owed for what the person's own shard was told of, if it has told them."""
        asked = [turn for turn in pending.unsent.values() if pending.handed.get(turn.table) == turn]
        if asked:
            stored = PendingNotifications(sent=list(map(_read, await self._storage.of(user))))
            for turn in filter(stored.was_sent, asked):
                pending.settle(turn)

    async def _hand_over(
        self, user: int, pending: PendingNotifications, unsent: Sequence[AwaitedTurn]
    ) -> float:
        """Let the person's own shard tell them directly; when to see whether it has."""
        asks_again = pending.asks_again <= self._clock.awake()
        tables = {each.turn.table: each.table for each in unsent}
        for turn in (each.turn for each in unsent):
            if asks_again or pending.handed.get(turn.table) != turn:
                pending.handed[turn.table] = turn
                pending.handed_ends[turn.table] = end_shown(turn, tables[turn.table], self._clock)
                await self._tell(News("nudge", turn.table, user))
        if asks_again:
            pending.asks_again = self._clock.awake() + ASKS_AGAIN_AFTER
        return pending.asks_again

    async def _take_back(self, user: int, pending: PendingNotifications, tables: Mapping[str, Table]) -> None:
        """Of what has passed the person's own shard is told, for it to take it away; of more time as well."""
        for turn in list(pending.handed.values()):
            table = tables.get(turn.table)
            if table is None or not is_awaited(table, turn, user):
                await self._tell(News("nudge", turn.table, user))
                del pending.handed[turn.table]
                pending.handed_ends.pop(turn.table, None)
                if is_asked(table, turn, user):
                    pending.unsent.setdefault(turn.table, turn)  # its clock stands still
                continue
            end = end_shown(turn, table, self._clock)
            if not is_same_end(pending.handed_ends.setdefault(turn.table, end), end):
                pending.handed_ends[turn.table] = end
                await self._tell(News("nudge", turn.table, user))

    async def _give_back(
        self, user: int, pending: PendingNotifications, unsent: Sequence[AwaitedTurn]
    ) -> list[AwaitedTurn]:
        """Those of this shard's tables. Of the others, whoever serves them is to tell in their channels."""
        for each in unsent:
            if not self._shard.serves(each.table.guild):
                pending.settle(each.turn)
                await self._tell(News("undelivered", str(user), each.table.guild))
        return [each for each in unsent if self._shard.serves(each.table.guild)]

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


async def _letting_others(things: Sequence[T]) -> AsyncIterator[T]:
    """One after the other; after each few of them, others have their turn: there may be thousands."""
    for number, each in enumerate(things):
        if number % AT_A_TIME == AT_A_TIME - 1:
            await asyncio.sleep(0)
        yield each


def _read(row: NotificationRow) -> SentNotification:
    return SentNotification(row, msgspec.json.decode(row.tables, type=NotificationContent))


def _earlier(one: float | None, other: float | None) -> float | None:
    """Whichever comes first, of those that are known."""
    return min((each for each in (one, other) if each is not None), default=None)
