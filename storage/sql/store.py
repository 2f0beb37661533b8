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
from storage.sql.group_commit import Database, ShardDatabase
from storage.sql.people import SqlNudgeStore, SqlOrderStore, SqlPersonStore, SqlPrivacyStore
from storage.sql.results import SqlResultStore
from storage.sql.servers import SqlBanStore, SqlServerStore
from storage.sql.tournaments import (
    OwnedStore,
    SqlAuditPostStore,
    SqlAuditStore,
    SqlPlanStore,
    SqlTournamentStore,
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


class SqlStore(OwnedStore, ABC):
    """A `Store`, but for what each engine does in a way of its own: wiping, copies, figures of files."""

    privacy: SqlPrivacyStore
    monitoring: SqlMonitoringStore
    leases: LeaseStore | None = None

    def __init__(self, database: Database, audit_posts: SqlAuditPostStore) -> None:
        super().__init__(database, TABLES)
        self.database = database
        self.results = SqlResultStore(database)
        self.servers = SqlServerStore(database)
        self.audit = SqlAuditStore(database)
        self.audit_posts = audit_posts
        self.bans = SqlBanStore(database)
        self.orders = SqlOrderStore(database)
        self.people = SqlPersonStore(database)
        self.nudges = SqlNudgeStore(database)
        self.tournaments = SqlTournamentStore(database)
        self.recurring = SqlPlanStore(database, "recurring")
        self.series = SqlPlanStore(database, "series")

    async def commit(self, change: Change) -> tuple[OutboxRow, ...]:
        return await self._db.commit(change)

    async def table(self, table: str) -> TableRow | None:
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
        sql = f"SELECT table_id, due FROM standing WHERE due IS NOT NULL AND {self._served('table_id')}"
        rows = await self._db.read(f"{sql} ORDER BY due")
        return [(table, due) for table, due in rows]

    async def clocks(self) -> list[ClockRow]:
        sql = "SELECT table_id, phase, timing, due FROM standing WHERE phase IN ('lobby', 'playing')"
        rows = await self._db.read(f"{sql} AND {self._served('table_id')}")
        return [ClockRow(*row) for row in rows]

    async def servers_of_tables(self) -> dict[str, int]:
        sql = (
            "SELECT id, tables.guild FROM tables JOIN standing ON table_id = id"
            f" WHERE (due IS NOT NULL OR phase IN ('lobby', 'playing')) AND {self._db.served('tables.guild')}"
        )
        return dict(await self._db.read(sql))

    async def log(self, table: str) -> list[ActionRow]:
        sql = "SELECT number, seat, action, user, at FROM actions WHERE table_id = ? ORDER BY number"
        return [ActionRow(*row) for row in await self._db.read(sql, table)]

    async def answer(self, interaction: int) -> bytes | None:
        rows = await self._db.read("SELECT answer FROM interactions WHERE id = ?", interaction)
        return rows[0][0] if rows else None

    async def draft(self, draft: Draft, tell: int | None = None) -> None:
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
        sql = "SELECT table_id, seat, decision, chosen FROM drafts WHERE table_id = ? ORDER BY seat"
        rows = await self._db.read(sql, table)
        return [Draft(id, seat, decision, tuple(json.loads(chosen))) for id, seat, decision, chosen in rows]

    async def set_note(self, key: str, value: str) -> None:
        await self._db.write((_NOTE, (key, value)))

    async def keep_note(self, key: str, value: str) -> str:
        await self._db.write(
            ("INSERT INTO notes (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING", (key, value))
        )
        return await self.get_note(key) or value

    async def replace_note(self, key: str, before: str | None, after: str) -> bool:
        new, values = "(SELECT ? WHERE NOT EXISTS (SELECT 1 FROM notes WHERE key = ?))", (after, key)
        if before is not None:
            new, values = "(SELECT ? FROM notes WHERE key = ? AND value = ?)", (after, key, before)
        try:
            await self._db.write((_REPLACED_NOTE.format(new), (key, *values)))
        except Conflict:
            return False
        return True

    async def get_note(self, key: str) -> str | None:
        rows = await self._db.read("SELECT value FROM notes WHERE key = ?", key)
        return rows[0][0] if rows else None

    def listen(self, listener: NewsListener) -> None:
        self._db.on_news.append(listener)

    def deafen(self, listener: NewsListener) -> None:
        if listener in self._db.on_news:
            self._db.on_news.remove(listener)

    async def tell(self, news: News) -> None:
        await self._db.write(news=news)

    def for_shard(self, shard: Shard, epoch: int) -> SqlStore:
        return self if shard.count == 1 and not epoch else ShardStore(self, shard, epoch)

    @abstractmethod
    async def backup(self, target: Path) -> None:
        """Copies the database to `target` by the engine's own means. StorageError where it cannot."""

    async def close(self) -> None:
        await self._db.close()


class ShardStore(SqlStore):
    """What a shard has to do with: where all of something is asked for, that of its servers.

    Erasures and figures are everybody's. It is closed with the whole store.
    """

    def __init__(self, whole: SqlStore, shard: Shard, epoch: int) -> None:
        database = ShardDatabase(whole.database, shard, epoch)
        super().__init__(database, SqlAuditPostStore(database, whole.audit_posts.to_do))
        self._whole = whole
        self.privacy = whole.privacy
        self.monitoring = whole.monitoring
        self.leases = whole.leases

    async def backup(self, target: Path) -> None:
        await self._whole.backup(target)


class SqlMonitoringStore(ABC):
    """The SQL of `storage.interfaces.MonitoringStore`, whose docstrings say what its methods give."""

    def __init__(self, database: Database) -> None:
        self._db = database

    @property
    def writes_waiting(self) -> int:
        return self._db.writes_waiting

    async def census(self) -> Census:
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
        await self._db.write((_NOTE, (_WRITE_CHECK_KEY, f"{time.time():.0f}")))
