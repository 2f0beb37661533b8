"""The doors of `storage.doors`, with a SQLite file behind them."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncGenerator, Callable, Collection, Iterable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import aiosqlite

from storage.errors import Conflict
from storage.records import ActionRow, Change, ClockRow, Draft, ErrandRow, Phase, Post, TableRow
from storage.sqlite import changes, tournament_changes
from storage.sqlite.audit import SqliteAudit
from storage.sqlite.changes import Step
from storage.sqlite.connection import connect_to_read, connect_to_write, empty_log
from storage.sqlite.copying import copy, quietly
from storage.sqlite.drawers import OF_TABLES
from storage.sqlite.errors import TROUBLE, damaged, explain
from storage.sqlite.group import ANSWERS_KEPT, Group, closed
from storage.sqlite.migrations import migrate
from storage.sqlite.orders import SqliteOrders
from storage.sqlite.people import SqliteNudges, SqlitePeople
from storage.sqlite.privacy import SqlitePrivacy
from storage.sqlite.results import SqliteResults
from storage.sqlite.servers import SqliteServers
from storage.sqlite.tournaments import SqliteTournaments
from storage.sqlite.watching import SqliteWatching
from storage.sqlite.writes import PRUNE, ErrandBegun, ErrandDone, Note, PostGone, PostShown
from storage.watching import Witness

_TABLE = (
    "SELECT id, guild, channel, game, phase, revision, actions, record, state, created, changed,"
    " timing, due"
    " FROM tables JOIN standing ON table_id = id"
)


async def open_store(
    path: Path, *, say: Callable[[str], None] = quietly, witness: Witness | None = None
) -> SqliteStore:
    """Opens the database, making or upgrading it first; `say` hears about upgrades, `witness` of each
    transaction.

    TooNew, Damaged, Unwritable or another StorageError, with a sentence for the operator, if it cannot be
    used. The store must be closed in the end: its threads would keep the process alive.
    """
    await migrate(path, say)
    writer = await connect_to_write(path)
    try:
        first_errand = await _prepare(writer, path)
        reader = await connect_to_read(path)
    except BaseException:
        await writer.close()
        raise
    return SqliteStore(path, writer, reader, first_errand, witness)


@asynccontextmanager
async def opened(path: Path, *, say: Callable[[str], None] = quietly) -> AsyncGenerator[SqliteStore, None]:
    """`open_store` for as long as the block lasts."""
    store = await open_store(path, say=say)
    try:
        yield store
    finally:
        await store.close()


async def _prepare(db: aiosqlite.Connection, path: Path) -> int:
    """Makes the connection ready for writes; the first free id for an errand. Damaged if the file is."""
    try:
        for statement in (*changes.PREPARATIONS, *tournament_changes.PREPARATIONS):
            await db.execute(statement)
        [finding] = await db.execute_fetchall("PRAGMA integrity_check(1)")
        if finding[0] != "ok":
            raise damaged(path, str(finding[0]))
        # Tidies up, and finds out now and not at the first press whether the file may be written.
        await db.execute(PRUNE, (time.time() - ANSWERS_KEPT,))
        # SQLite's own record of the highest id ever given, which survives the errands themselves.
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
        first_errand: int,
        witness: Witness | None,
    ) -> None:
        self._path = path
        self._writer = writer
        self._reader = reader
        self._group = Group(writer, path, witness)
        self._errand_ids = count(first_errand)
        self.results = SqliteResults(self._read, self._group.store, self._errand_ids)
        self.servers = SqliteServers(self._read, self._group.store)
        self.audit = SqliteAudit(self._read)
        self.privacy = SqlitePrivacy(self._read, self._group.store, self._write_afresh, self.audit)
        self.orders = SqliteOrders(self._group, self._read)
        self.people = SqlitePeople(self._read, self._group.store)
        self.nudges = SqliteNudges(self._read, self._group.store)
        self.tournaments = SqliteTournaments(self._group, self._read, self._errand_ids)
        self.watching = SqliteWatching(self._group, self._read, path)

    async def commit(self, change: Change) -> tuple[ErrandRow, ...]:
        """See `Store.commit`."""
        _must_agree(change)
        errands = tuple(
            ErrandRow(next(self._errand_ids), change.table.id, errand.kind, errand.payload, 0)
            for errand in change.errands
        )
        await self._group.store(Step(change, errands, time.time()))
        return errands

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

    async def errands(self) -> list[ErrandRow]:
        """See `Store.errands`."""
        return [ErrandRow(*row) for row in await self._read(OF_TABLES.errands)]

    async def errand_begun(self, errand: int) -> None:
        """See `Store.errand_begun`."""
        await self._group.store(ErrandBegun(errand, OF_TABLES))

    async def errand_done(self, errand: int) -> None:
        """See `Store.errand_done`."""
        await self._group.store(ErrandDone(errand, OF_TABLES))

    async def post_shown(self, post: Post) -> None:
        """See `Store.post_shown`."""
        await self._group.store(PostShown(post, OF_TABLES))

    async def post_gone(self, table: str, kind: str) -> None:
        """See `Store.post_gone`."""
        await self._group.store(PostGone(table, kind, OF_TABLES))

    async def posts(self, table: str) -> list[Post]:
        """See `Store.posts`."""
        return [Post(*row) for row in await self._read(OF_TABLES.posts, table)]

    async def outdated(self) -> list[Post]:
        """See `Store.outdated`."""
        return [Post(*row) for row in await self._read(OF_TABLES.outdated)]

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
        await copy(self._path, target)

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
