"""Tables and their logs in SQL, what there is of them, and the way to all the other stores."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Collection
from pathlib import Path

from msgspec.structs import astuple

from storage.errors import Conflict
from storage.interfaces import LeaseStore
from storage.models import (
    ActionRow,
    Census,
    Change,
    ClockRow,
    Draft,
    News,
    NewsListener,
    OutboxRow,
    Phase,
    Shard,
    TableRow,
)
from storage.sql.changes import TABLES
from storage.sql.forecasts import ForecastStore
from storage.sql.group_commit import Database, ShardDatabase
from storage.sql.people import COUNTED_UP, NotificationStore, PersonStore, PlanStore, PrivacyStore
from storage.sql.results import ResultStore
from storage.sql.score_sheets import ScoreSheetStore
from storage.sql.servers import BanStore, ServerStore
from storage.sql.tournaments import (
    AuditPostStore,
    AuditStore,
    OwnedStore,
    ProgrammeStore,
    TournamentStore,
)

_WRITE_CHECK_KEY = "looked at"
"""The key of the note that is written to see whether anything can be."""
_REPLACED_NOTE = (
    "INSERT INTO notes (key, value) VALUES (?, {}) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)
"""Where nothing else than expected is there; else the column would get nothing, which it does not take."""
_NOTE = "INSERT INTO notes (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"

_TABLE = (
    "SELECT id, tables.guild, channel, game, phase, revision, actions, record, state, created, changed,"
    " timing, due"
    " FROM tables JOIN standing ON table_id = id"
)


class Store(OwnedStore, ABC):
    """Reading and writing. Every method may raise `StorageError`.

    Wiping, copies and figures of files are for each engine to add, in a way of its own.
    """

    privacy: PrivacyStore
    """All that is stored about somebody."""
    monitoring: MonitoringStore
    """Figures for whoever watches over the bot."""
    leases: LeaseStore | None = None
    """Which process serves which shard; None where there is never more than one process."""

    def __init__(self, database: Database, audit_posts: AuditPostStore) -> None:
        super().__init__(database, TABLES)
        self.database = database
        self.results = ResultStore(database)
        """How games ended, and what came of it."""
        self.forecasts = ForecastStore(database)
        """What those who look on say of rounds."""
        self.servers = ServerStore(database)
        """What servers prefer, and which of them are gone."""
        self.audit = AuditStore(database)
        """What moderators and organisers did, of tables, tournaments and servers."""
        self.audit_posts = audit_posts
        """What of it is posted in a channel."""
        self.bans = BanStore(database)
        """Who may not play on a server."""
        self.plans = PlanStore(database)
        """What seats want done by themselves."""
        self.people = PersonStore(database)
        """The preferences of people, which hold on every server."""
        self.notifications = NotificationStore(database)
        """The messages that say that it is somebody's turn."""
        self.tournaments = TournamentStore(database)
        """Tournaments, their messages, and what is still to be done for them."""
        self.recurring = ProgrammeStore(database, "recurring")
        """Tournaments that come again by the calendar."""
        self.series = ProgrammeStore(database, "series")
        """Series of tournaments that count together."""
        self.score_sheets = ScoreSheetStore(database)
        """Score sheets of evenings with real cards."""

    async def commit(self, change: Change) -> tuple[OutboxRow, ...]:
        """Store the change; returns its outbox entries, with their ids, when it is durable.

        Changes that wait at the same moment share one transaction, each atomic on its own: one that fails
        does not take the others down. Once called, it is stored even if nobody waits for it any more.

        AlreadyDone if `interaction` was stored before; Conflict if the change does not follow on what is
        stored, or contradicts itself about how many actions there are.
        """
        return await self._db.commit(change)

    async def table(self, table: str) -> TableRow | None:
        """The table as it stands."""
        rows = await self._db.read(f"{_TABLE} WHERE id = ?", table)
        return TableRow(*rows[0]) if rows else None

    async def tables(
        self,
        *,
        guild: int | None = None,
        channel: int | None = None,
        user: int | None = None,
        phases: Collection[Phase] = ("lobby", "playing"),
        limit: int = 100,
    ) -> list[TableRow]:
        # What is computed is in no index: nobody walks through all that ever ended to find somebody's few.
        """Tables that fit all that is given, the latest changed first."""
        of_all = guild is channel is user is None
        column = "phase" if of_all else "(phase || '')"
        conditions = [f"{column} IN ({', '.join('?' * len(phases)) or 'NULL'})"]
        values: list[str | int] = [*phases]
        for condition, value in (
            ("tables.guild = ?", guild),
            ("channel = ?", channel),
            ("id IN (SELECT table_id FROM seated WHERE user = ?)", user),
        ):
            if value is not None:
                conditions.append(condition)
                values.append(value)
        sql = f"{_TABLE} WHERE {' AND '.join(conditions)} ORDER BY changed DESC, id LIMIT ?"
        return [TableRow(*row) for row in await self._db.read(sql, *values, limit)]

    async def due(self) -> list[tuple[str, float]]:
        """The tables that must be looked at, and when (see `TableRow.due`), the earliest first."""
        sql = f"SELECT table_id, due FROM standing WHERE due IS NOT NULL AND {self._served('table_id')}"
        rows = await self._db.read(f"{sql} ORDER BY due")
        return [(table, due) for table, due in rows]

    async def clocks(self) -> list[ClockRow]:
        """The clocks of all open tables. It reads little of each, however many there are."""
        sql = "SELECT table_id, phase, timing, due FROM standing WHERE phase IN ('lobby', 'playing')"
        rows = await self._db.read(f"{sql} AND {self._served('table_id')}")
        return [ClockRow(*row) for row in rows]

    async def servers_of_tables(self) -> dict[str, int]:
        """The servers of the tables that `due` and `clocks` tell of, by the tables' ids."""
        sql = (
            "SELECT id, tables.guild FROM tables JOIN standing ON table_id = id"
            f" WHERE (due IS NOT NULL OR phase IN ('lobby', 'playing')) AND {self._db.served('tables.guild')}"
        )
        return dict(await self._db.read(sql))

    async def log(self, table: str) -> list[ActionRow]:
        """The table's actions, in order."""
        sql = "SELECT number, seat, action, user, at FROM actions WHERE table_id = ? ORDER BY number"
        return [ActionRow(*row) for row in await self._db.read(sql, table)]

    async def answer(self, interaction: int) -> bytes | None:
        """What an interaction was answered with, if it was stored."""
        rows = await self._db.read("SELECT answer FROM interactions WHERE id = ?", interaction)
        return rows[0][0] if rows else None

    async def draft(self, draft: Draft, tell: int | None = None) -> None:
        """Remember what a seat has half built; replaces the seat's earlier one. Empty `chosen` forgets it.
        `tell`: the table's server, whose shard is told.
        """
        table, seat, decision, chosen = astuple(draft)
        news = None if tell is None else News("table", table, tell)
        if not chosen:
            sql = "DELETE FROM drafts WHERE table_id = ? AND seat = ?"
            return await self._db.write((sql, (table, seat)), about=(table,), news=news)
        sql = (
            "INSERT INTO drafts (table_id, seat, decision, chosen) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (table_id, seat)"
            " DO UPDATE SET decision = excluded.decision, chosen = excluded.chosen"
        )
        await self._db.write((sql, (table, seat, decision, json.dumps(chosen))), about=(table,), news=news)

    async def drafts(self, table: str) -> list[Draft]:
        """What the table's seats have half built."""
        sql = "SELECT table_id, seat, decision, chosen FROM drafts WHERE table_id = ? ORDER BY seat"
        rows = await self._db.read(sql, table)
        return [Draft(id, seat, decision, tuple(json.loads(chosen))) for id, seat, decision, chosen in rows]

    async def set_note(self, key: str, value: str) -> None:
        """A small fact about the installation (the hash of the commands that Discord knows)."""
        await self._db.write((_NOTE, (key, value)))

    async def keep_note(self, key: str, value: str) -> str:
        """What the fact is, from now on this one if there was none."""
        await self._db.write(
            ("INSERT INTO notes (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING", (key, value))
        )
        return await self.get_note(key) or value

    async def replace_note(self, key: str, before: str | None, after: str) -> bool:
        """The fact is `after` from now on if it was `before` (None: there was none); whether it was.

        Of several who replace the same fact, one does.
        """
        new, values = "(SELECT ? WHERE NOT EXISTS (SELECT 1 FROM notes WHERE key = ?))", (after, key)
        if before is not None:
            new, values = "(SELECT ? FROM notes WHERE key = ? AND value = ?)", (after, key, before)
        try:
            await self._db.write((_REPLACED_NOTE.format(new), (key, *values)))
        except Conflict:
            return False
        return True

    async def get_note(self, key: str) -> str | None:
        """The fact of that key; None if there is none."""
        rows = await self._db.read("SELECT value FROM notes WHERE key = ?", key)
        return rows[0][0] if rows else None

    async def count_up(self, key: str) -> None:
        """One more of what the fact counts, whoever else counts at the same time."""
        await self._db.write((COUNTED_UP, (key,)))

    async def counts(self, prefix: str) -> dict[str, int]:
        """What was counted under keys that begin with `prefix` (no pattern), by what follows in them."""
        rows = await self._db.read("SELECT key, value FROM notes WHERE key LIKE ?", f"{prefix}%")
        return {key.removeprefix(prefix): int(value) for key, value in rows}

    def listen(self, listener: NewsListener) -> None:
        """Call it with what those change who do not serve its shard."""
        self._db.on_news.append(listener)

    def deafen(self, listener: NewsListener) -> None:
        """Do not call it any more; nothing, if it does not listen."""
        if listener in self._db.on_news:
            self._db.on_news.remove(listener)

    async def tell(self, news: News) -> None:
        """Let everybody who listens know."""
        await self._db.write(news=news)

    def for_shard(self, shard: Shard, epoch: int) -> Store:
        """The same, for whoever serves the shard under that epoch: what is asked for without saying whose
        (outboxes, deadlines, what is outdated ...) is that of its servers, and what its owner alone may write
        raises NotTheOwner once the lease is another's. `epoch` 0: there are no leases. Closed by itself.
        """
        return self if shard.count == 1 and not epoch else ShardStore(self, shard, epoch)

    @abstractmethod
    async def backup(self, target: Path) -> None:
        """Copies the database to `target` by the engine's own means. StorageError where it cannot."""

    async def close(self) -> None:
        """Everything accepted is stored; then the file is closed."""
        await self._db.close()


class ShardStore(Store):
    """What a shard has to do with: where all of something is asked for, that of its servers.

    Erasures and figures are everybody's. It is closed with the whole store.
    """

    def __init__(self, whole: Store, shard: Shard, epoch: int) -> None:
        database = ShardDatabase(whole.database, shard, epoch)
        super().__init__(database, AuditPostStore(database, whole.audit_posts.to_do))
        self._whole = whole
        self.privacy = whole.privacy
        self.monitoring = whole.monitoring
        self.leases = whole.leases

    async def backup(self, target: Path) -> None:
        await self._whole.backup(target)


class MonitoringStore(ABC):
    """Figures for whoever watches over the bot. Methods may raise `StorageError`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    @property
    def writes_waiting(self) -> int:
        """How many writes wait for their transaction to begin."""
        return self._db.writes_waiting

    async def census(self) -> Census:
        """The figures of the whole database at this moment."""
        read = self._db.read
        [(table_outbox, tournament_outbox)] = await read(
            "SELECT (SELECT count(*) FROM errands), (SELECT count(*) FROM tournament_errands)"
        )
        open_tables = await read(
            "SELECT game, phase, count(*) FROM standing JOIN tables ON id = table_id"
            " WHERE phase IN ('lobby', 'playing') GROUP BY game, phase"
        )
        # By the index of phases alone: there may be a hundred thousand tables.
        ended = "SELECT phase, count(*) FROM standing WHERE phase IN ('over', 'closed') GROUP BY phase"
        file_bytes, log_bytes = await self._bytes()
        return Census(
            open_tables={(game, phase): count for game, phase, count in open_tables},
            ended_tables=dict(await read(ended)),
            tournaments=dict(await read("SELECT phase, count(*) FROM tournaments GROUP BY phase")),
            table_outbox=table_outbox,
            tournament_outbox=tournament_outbox,
            file_bytes=file_bytes,
            log_bytes=log_bytes,
        )

    @abstractmethod
    async def _bytes(self) -> tuple[int, int]:
        """How large the database is, and the write-ahead log beside it."""

    async def try_to_write(self) -> None:
        """Returns when something has been written, durably, as a move would be."""
        await self._db.write((_NOTE, (_WRITE_CHECK_KEY, f"{time.time():.0f}")))
