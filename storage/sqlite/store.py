"""A `Store` in a SQLite file: tables and their logs, figures, and the way to all the other stores."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import astuple
from pathlib import Path

from storage.models import (
    ActionRow,
    Census,
    Change,
    ClockRow,
    Draft,
    OutboxRow,
    Phase,
    TableRow,
    TransactionListener,
)
from storage.sqlite.backup import copy_database, quietly
from storage.sqlite.changes import TABLES, table_change
from storage.sqlite.database import Database, open_database
from storage.sqlite.migrations import migrate
from storage.sqlite.people import SqliteNudgeStore, SqliteOrderStore, SqlitePersonStore, SqlitePrivacyStore
from storage.sqlite.results import SqliteResultStore
from storage.sqlite.servers import SqliteBanStore, SqliteServerStore
from storage.sqlite.tournaments import (
    OwnedStore,
    SqliteAuditPostStore,
    SqliteAuditStore,
    SqlitePlanStore,
    SqliteTournamentStore,
)

_WRITE_CHECK_KEY = "looked at"
"""The key of the note that is written to see whether anything can be."""
_NOTE = "INSERT INTO notes (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"

_TABLE = (
    "SELECT id, guild, channel, game, phase, revision, actions, record, state, created, changed,"
    " timing, due"
    " FROM tables JOIN standing ON table_id = id"
)


async def open_store(
    path: Path, *, say: Callable[[str], None] = quietly, on_transaction: TransactionListener | None = None
) -> SqliteStore:
    """Opens the database, making or upgrading it first; `say` is called with how an upgrade goes on,
    `on_transaction` after each transaction.

    TooNew, Damaged, Unwritable or another StorageError, with a sentence for the operator, if it cannot be
    used. The store must be closed in the end: its threads would keep the process alive.
    """
    await migrate(path, say)
    return SqliteStore(await open_database(path, on_transaction))


@asynccontextmanager
async def opened(path: Path, *, say: Callable[[str], None] = quietly) -> AsyncGenerator[SqliteStore, None]:
    """`open_store` for as long as the block lasts."""
    store = await open_store(path, say=say)
    try:
        yield store
    finally:
        await store.close()


class SqliteStore(OwnedStore):
    """A `Store` in a SQLite file. Made by `open_store`."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, TABLES)
        self.database = database
        self.results = SqliteResultStore(database)
        self.servers = SqliteServerStore(database)
        self.audit = SqliteAuditStore(database)
        self.audit_posts = SqliteAuditPostStore(database)
        self.bans = SqliteBanStore(database)
        self.privacy = SqlitePrivacyStore(database, self.audit)
        self.orders = SqliteOrderStore(database)
        self.people = SqlitePersonStore(database)
        self.nudges = SqliteNudgeStore(database)
        self.tournaments = SqliteTournamentStore(database)
        self.recurring = SqlitePlanStore(database, "recurring")
        self.series = SqlitePlanStore(database, "series")
        self.monitoring = SqliteMonitoringStore(database)

    async def commit(self, change: Change) -> tuple[OutboxRow, ...]:
        """See `Store.commit`."""
        outbox = self._numbered(change.table.id, change.outbox)
        await self._db.write(*table_change(change, outbox, time.time()), change=change)
        return outbox

    async def table(self, table: str) -> TableRow | None:
        """See `Store.table`."""
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
        """See `Store.tables`."""
        # The plus keeps SQLite from walking through all that ever ended to find somebody's few.
        of_all = guild is channel is user is None
        conditions = [f"{'' if of_all else '+'}phase IN ({', '.join('?' * len(phases))})"]
        values: list[str | int] = [*phases]
        for condition, value in (
            ("guild = ?", guild),
            ("channel = ?", channel),
            ("id IN (SELECT table_id FROM seated WHERE user = ?)", user),
        ):
            if value is not None:
                conditions.append(condition)
                values.append(value)
        sql = f"{_TABLE} WHERE {' AND '.join(conditions)} ORDER BY changed DESC, id LIMIT ?"
        return [TableRow(*row) for row in await self._db.read(sql, *values, limit)]

    async def due(self) -> list[tuple[str, float]]:
        """See `Store.due`."""
        rows = await self._db.read("SELECT table_id, due FROM standing WHERE due IS NOT NULL ORDER BY due")
        return [(table, due) for table, due in rows]

    async def clocks(self) -> list[ClockRow]:
        """See `Store.clocks`."""
        sql = "SELECT table_id, phase, timing, due FROM standing WHERE phase IN ('lobby', 'playing')"
        return [ClockRow(*row) for row in await self._db.read(sql)]

    async def log(self, table: str) -> list[ActionRow]:
        """See `Store.log`."""
        sql = "SELECT number, seat, action, user, at FROM actions WHERE table_id = ? ORDER BY number"
        return [ActionRow(*row) for row in await self._db.read(sql, table)]

    async def answer(self, interaction: int) -> bytes | None:
        """See `Store.answer`."""
        rows = await self._db.read("SELECT answer FROM interactions WHERE id = ?", interaction)
        return rows[0][0] if rows else None

    async def draft(self, draft: Draft) -> None:
        """See `Store.draft`."""
        table, seat, decision, chosen = astuple(draft)
        if not chosen:
            sql = "DELETE FROM drafts WHERE table_id = ? AND seat = ?"
            return await self._db.write((sql, (table, seat)))
        sql = (
            "INSERT INTO drafts (table_id, seat, decision, chosen) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET decision = excluded.decision, chosen = excluded.chosen"
        )
        await self._db.write((sql, (table, seat, decision, json.dumps(chosen))))

    async def drafts(self, table: str) -> list[Draft]:
        """See `Store.drafts`."""
        sql = "SELECT table_id, seat, decision, chosen FROM drafts WHERE table_id = ? ORDER BY seat"
        rows = await self._db.read(sql, table)
        return [Draft(id, seat, decision, tuple(json.loads(chosen))) for id, seat, decision, chosen in rows]

    async def set_note(self, key: str, value: str) -> None:
        """See `Store.set_note`."""
        await self._db.write((_NOTE, (key, value)))

    async def get_note(self, key: str) -> str | None:
        """See `Store.get_note`."""
        rows = await self._db.read("SELECT value FROM notes WHERE key = ?", key)
        return rows[0][0] if rows else None

    async def backup(self, target: Path) -> None:
        """See `Store.backup`."""
        await copy_database(self._db.path, target)

    async def close(self) -> None:
        """See `Store.close`."""
        await self._db.close()


class SqliteMonitoringStore:
    """See `storage.interfaces.MonitoringStore`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    @property
    def writes_waiting(self) -> int:
        """See `MonitoringStore.writes_waiting`."""
        return self._db.writes_waiting

    async def census(self) -> Census:
        """See `MonitoringStore.census`."""
        read, path = self._db.read, self._db.path
        [(table_outbox, tournament_outbox)] = await read(
            "SELECT (SELECT count(*) FROM errands), (SELECT count(*) FROM tournament_errands)"
        )
        open_tables = await read(
            "SELECT game, phase, count(*) FROM standing JOIN tables ON id = table_id"
            " WHERE phase IN ('lobby', 'playing') GROUP BY game, phase"
        )
        # By the index of phases alone: there may be a hundred thousand tables.
        ended = "SELECT phase, count(*) FROM standing WHERE phase IN ('over', 'closed') GROUP BY phase"
        return Census(
            open_tables={(game, phase): count for game, phase, count in open_tables},
            ended_tables=dict(await read(ended)),
            tournaments=dict(await read("SELECT phase, count(*) FROM tournaments GROUP BY phase")),
            table_outbox=table_outbox,
            tournament_outbox=tournament_outbox,
            file_bytes=_size(path),
            log_bytes=_size(path.with_name(f"{path.name}-wal")),
        )

    async def try_to_write(self) -> None:
        """See `MonitoringStore.try_to_write`."""
        await self._db.write((_NOTE, (_WRITE_CHECK_KEY, f"{time.time():.0f}")))


def _size(path: Path) -> int:
    """Bytes; 0 if there is no such file, as a log that is empty may be taken away."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
