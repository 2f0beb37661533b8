"""`Watching` over a SQLite file: what is waiting, what there is, and whether anything can be written."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Iterable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import aiosqlite

from storage.errors import Conflict
from storage.models import (
    ActionRow,
    Census,
    Change,
    ClockRow,
    Draft,
    OutboxRow,
    Phase,
    Post,
    TableRow,
    TransactionListener,
)
from storage.sqlite import changes
from storage.sqlite.backup import copy_database, quietly
from storage.sqlite.changes import TABLE_STATEMENTS, TableStep
from storage.sqlite.connection import TROUBLE, connect_to_read, connect_to_write, damaged, empty_log, explain
from storage.sqlite.group_commit import ANSWERS_KEPT, GroupCommit, closed
from storage.sqlite.migrations import migrate
from storage.sqlite.people import SqliteNudgeStore, SqliteOrderStore, SqlitePersonStore, SqlitePrivacyStore
from storage.sqlite.results import SqliteResultStore
from storage.sqlite.servers import SqliteServerStore
from storage.sqlite.tournaments import SqliteAuditStore, SqliteTournamentStore
from storage.sqlite.writes import PRUNE, Note, OutboxBegun, OutboxDone, PostGone, PostShown

_WRITE_CHECK_KEY = "looked at"
"""The key of the note that is written to see whether anything can be."""

_OPEN = (
    "SELECT game, phase, count(*) FROM standing JOIN tables ON id = table_id"
    " WHERE phase IN ('lobby', 'playing') GROUP BY game, phase"
)
# By the index of phases alone: there may be a hundred thousand tables.
_ENDED = "SELECT phase, count(*) FROM standing WHERE phase IN ('over', 'closed') GROUP BY phase"
_TOURNAMENTS = "SELECT phase, count(*) FROM tournaments GROUP BY phase"
_OUTBOX = "SELECT (SELECT count(*) FROM errands), (SELECT count(*) FROM tournament_errands)"


class SqliteMonitoringStore:
    """See `storage.interfaces.MonitoringStore`."""

    def __init__(self, group: GroupCommit, read: Callable[[str], Awaitable[list[Any]]], path: Path) -> None:
        self._group = group
        self._read = read
        self._path = path

    @property
    def writes_waiting(self) -> int:
        """See `Watching.writes_waiting`."""
        return self._group.waiting

    async def census(self) -> Census:
        """See `Watching.census`."""
        [(table_outbox, tournament_outbox)] = await self._read(_OUTBOX)
        return Census(
            open_tables={(game, phase): count for game, phase, count in await self._read(_OPEN)},
            ended_tables=dict(await self._read(_ENDED)),
            tournaments=dict(await self._read(_TOURNAMENTS)),
            table_outbox=table_outbox,
            tournament_outbox=tournament_outbox,
            file_bytes=_size(self._path),
            log_bytes=_size(self._path.with_name(f"{self._path.name}-wal")),
        )

    async def try_to_write(self) -> None:
        """See `Watching.try_to_write`."""
        await self._group.store(Note(_WRITE_CHECK_KEY, f"{time.time():.0f}"))


def _size(path: Path) -> int:
    """Bytes; 0 if there is no such file, as a log that is empty may be taken away."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


# The doors of `storage.interfaces`, with a SQLite file behind them.


_TABLE = (
    "SELECT id, guild, channel, game, phase, revision, actions, record, state, created, changed,"
    " timing, due"
    " FROM tables JOIN standing ON table_id = id"
)


async def open_store(
    path: Path, *, say: Callable[[str], None] = quietly, on_transaction: TransactionListener | None = None
) -> SqliteStore:
    """Opens the database, making or upgrading it first; `say` hears about upgrades, `witness` of each
    transaction.

    TooNew, Damaged, Unwritable or another StorageError, with a sentence for the operator, if it cannot be
    used. The store must be closed in the end: its threads would keep the process alive.
    """
    await migrate(path, say)
    writer = await connect_to_write(path)
    try:
        first_outbox_id = await _prepare(writer, path)
        reader = await connect_to_read(path)
    except BaseException:
        await writer.close()
        raise
    return SqliteStore(path, writer, reader, first_outbox_id, on_transaction)


@asynccontextmanager
async def opened(path: Path, *, say: Callable[[str], None] = quietly) -> AsyncGenerator[SqliteStore, None]:
    """`open_store` for as long as the block lasts."""
    store = await open_store(path, say=say)
    try:
        yield store
    finally:
        await store.close()


async def _prepare(db: aiosqlite.Connection, path: Path) -> int:
    """Makes the connection ready for writes; the first free id of the outbox. Damaged if the file is."""
    try:
        for statement in (*changes.TABLE_PREPARATIONS, *changes.TOURNAMENT_PREPARATIONS):
            await db.execute(statement)
        [finding] = await db.execute_fetchall("PRAGMA integrity_check(1)")
        if finding[0] != "ok":
            raise damaged(path, str(finding[0]))
        # Tidies up, and finds out now and not at the first press whether the file may be written.
        await db.execute(PRUNE, (time.time() - ANSWERS_KEPT,))
        # SQLite's own record of the highest id ever given, which survives the outbox entries themselves.
        [last] = await db.execute_fetchall(
            "SELECT coalesce(max(seq), 0) FROM sqlite_sequence"
            " WHERE name IN ('errands', 'tournament_errands')"
        )
    except TROUBLE as error:
        raise explain(error, path) from error
    return int(last[0]) + 1


class SqliteStore:
    """A `Store`: one connection writes, another reads and waits for nobody. Made by `open_store`."""

    def __init__(
        self,
        path: Path,
        writer: aiosqlite.Connection,
        reader: aiosqlite.Connection,
        first_outbox_id: int,
        on_transaction: TransactionListener | None,
    ) -> None:
        self._path = path
        self._writer = writer
        self._reader = reader
        self._group = GroupCommit(writer, path, on_transaction)
        self._outbox_ids = count(first_outbox_id)
        self.results = SqliteResultStore(self._read, self._group.store, self._outbox_ids)
        self.servers = SqliteServerStore(self._read, self._group.store)
        self.audit = SqliteAuditStore(self._read)
        self.privacy = SqlitePrivacyStore(self._read, self._group.store, self._write_afresh, self.audit)
        self.orders = SqliteOrderStore(self._group, self._read)
        self.people = SqlitePersonStore(self._read, self._group.store)
        self.nudges = SqliteNudgeStore(self._read, self._group.store)
        self.tournaments = SqliteTournamentStore(self._group, self._read, self._outbox_ids)
        self.watching = SqliteMonitoringStore(self._group, self._read, path)

    async def commit(self, change: Change) -> tuple[OutboxRow, ...]:
        """See `Store.commit`."""
        _must_agree(change)
        outbox = tuple(
            OutboxRow(next(self._outbox_ids), change.table.id, entry.kind, entry.payload, 0)
            for entry in change.outbox
        )
        await self._group.store(TableStep(change, outbox, time.time()))
        return outbox

    async def table(self, table: str) -> TableRow | None:
        """See `Store.table`."""
        rows = await self._read(f"{_TABLE} WHERE id = ?", table)
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
        return [TableRow(*row) for row in await self._read(sql, *values, limit)]

    async def due(self) -> list[tuple[str, float]]:
        """See `Store.due`."""
        rows = await self._read("SELECT table_id, due FROM standing WHERE due IS NOT NULL ORDER BY due")
        return [(table, due) for table, due in rows]

    async def clocks(self) -> list[ClockRow]:
        """See `Store.clocks`."""
        sql = "SELECT table_id, phase, timing, due FROM standing WHERE phase IN ('lobby', 'playing')"
        return [ClockRow(*row) for row in await self._read(sql)]

    async def log(self, table: str) -> list[ActionRow]:
        """See `Store.log`."""
        sql = "SELECT number, seat, action, user, at FROM actions WHERE table_id = ? ORDER BY number"
        return [ActionRow(*row) for row in await self._read(sql, table)]

    async def answer(self, interaction: int) -> bytes | None:
        """See `Store.answer`."""
        rows = await self._read("SELECT answer FROM interactions WHERE id = ?", interaction)
        return rows[0][0] if rows else None

    async def outbox(self) -> list[OutboxRow]:
        """See `Store.outbox`."""
        return [OutboxRow(*row) for row in await self._read(TABLE_STATEMENTS.outbox)]

    async def outbox_begun(self, entry: int) -> None:
        """See `Store.outbox_begun`."""
        await self._group.store(OutboxBegun(entry, TABLE_STATEMENTS))

    async def outbox_done(self, entry: int) -> None:
        """See `Store.outbox_done`."""
        await self._group.store(OutboxDone(entry, TABLE_STATEMENTS))

    async def post_shown(self, post: Post) -> None:
        """See `Store.post_shown`."""
        await self._group.store(PostShown(post, TABLE_STATEMENTS))

    async def post_gone(self, table: str, kind: str) -> None:
        """See `Store.post_gone`."""
        await self._group.store(PostGone(table, kind, TABLE_STATEMENTS))

    async def posts(self, table: str) -> list[Post]:
        """See `Store.posts`."""
        return [Post(*row) for row in await self._read(TABLE_STATEMENTS.posts, table)]

    async def outdated(self) -> list[Post]:
        """See `Store.outdated`."""
        return [Post(*row) for row in await self._read(TABLE_STATEMENTS.outdated)]

    async def draft(self, draft: Draft) -> None:
        """See `Store.draft`."""
        await self._group.store(draft)

    async def drafts(self, table: str) -> list[Draft]:
        """See `Store.drafts`."""
        sql = "SELECT table_id, seat, decision, chosen FROM drafts WHERE table_id = ? ORDER BY seat"
        rows = await self._read(sql, table)
        return [Draft(id, seat, decision, tuple(json.loads(chosen))) for id, seat, decision, chosen in rows]

    async def note(self, key: str, value: str) -> None:
        """See `Store.note`."""
        await self._group.store(Note(key, value))

    async def noted(self, key: str) -> str | None:
        """See `Store.noted`."""
        rows = await self._read("SELECT value FROM notes WHERE key = ?", key)
        return rows[0][0] if rows else None

    async def backup(self, target: Path) -> None:
        """See `Store.backup`."""
        await copy_database(self._path, target)

    async def close(self) -> None:
        """See `Store.close`."""
        await self._group.close()
        try:
            await self._reader.close()
        finally:
            await self._writer.close()  # the last one: it brings the write-ahead log back into the file

    async def _write_afresh(self) -> None:
        """Make the file anew of what is in it, and leave nothing in its log.

        SQLite overwrites what is deleted, but not what is left in a page's gap when rows move to another one.
        """
        await self._group.alone("VACUUM")
        await empty_log(self._path)

    async def _read(self, sql: str, *values: Any) -> list[Any]:
        try:
            rows: Iterable[Any] = await self._reader.execute_fetchall(sql, values)
        except TROUBLE as error:
            raise explain(error, self._path) from error
        except ValueError as error:  # aiosqlite's word for a connection that has been closed
            raise closed(self._path) from error
        return list(rows)


def _must_agree(change: Change) -> None:
    """Conflict if a change contradicts itself about how many actions there are."""
    table, action = change.table, change.action
    first = 0 if action is None else 1
    if (action is not None and action.number != table.actions) or (
        table.revision == 1 and table.actions != first
    ):
        raise Conflict(
            f"Table {table.id} would have {table.actions} actions, which does not fit the one it brings."
        )
