"""A SQLite file, open: one connection writes, another reads and waits for no writer."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from itertools import chain, count, groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from storage.errors import Conflict, StorageError, Unwritable
from storage.models import (
    Change,
    News,
    OutboxEntry,
    OutboxRow,
    ProgrammeChange,
    ServerChange,
    TransactionListener,
)
from storage.sql.changes import AnyChange, Owner, Statement, require_consistent
from storage.sql.group_commit import ANSWERS_KEPT, PRUNE, Fence, GroupCommit, Refusal, Write, work_meanwhile
from storage.sqlite.changes import (
    PREPARATIONS,
    TABLE_CHANGE,
    entry_row,
    statements_of,
    table_changes,
    why_refused,
)
from storage.sqlite.connection import (
    PATIENCE,
    TROUBLE,
    connect_to_read,
    connect_to_write,
    damaged,
    explain,
    is_about_the_file,
    reading_uri,
)

_ATTEMPTS_TO_EMPTY, _BETWEEN_ATTEMPTS, _WAIT_FOR_READERS = 6, 0.5, 0.3
"""How often it is tried to empty the log, the seconds between two attempts, and those that each may take."""

_MOST_ROWS = 64
"""Of the moves of one transaction, so many at most are stored by one statement."""

T = TypeVar("T")


class SqliteDatabase(GroupCommit):
    """Made by `open_database`; every method may raise `StorageError`."""

    def __init__(
        self,
        path: Path,
        writer: sqlite3.Connection,
        thread: ThreadPoolExecutor,
        reader: aiosqlite.Connection,
        first_outbox_id: int,
        on_transaction: TransactionListener | None,
    ) -> None:
        super().__init__(on_transaction)
        self.path = path
        self._outbox_ids = count(first_outbox_id)
        """Unique over tables and tournaments."""
        self._writer = writer
        self._thread = thread
        """The one thread in which `writer` is used."""
        self.reader = reader

    async def read(self, sql: str, *values: Any) -> list[Any]:
        try:
            return list(await self.reader.execute_fetchall(sql, values))
        except TROUBLE as error:
            raise explain(error, self.path) from error
        except ValueError as error:  # aiosqlite's word for a connection that has been closed
            raise self._closed_error() from error

    async def commit(
        self, change: AnyChange, programmes: str = "", news: News | None = None, fence: Fence | None = None
    ) -> tuple[OutboxRow, ...]:
        if isinstance(change, Change):
            require_consistent(change)
            outbox = self._numbered(change.table.id, change.outbox)
        elif isinstance(change, ProgrammeChange):
            outbox = tuple(row for id, entry in change.outbox for row in self._numbered(id, (entry,)))
        else:
            outbox = () if isinstance(change, ServerChange) else self._numbered(change.row.id, change.outbox)
        await self._stored(
            Write(statements_of(change, programmes, outbox, time.time()), change, news=news, fence=fence)
        )
        return outbox

    def outbox_entry(self, owner: Owner, id: str, entry: OutboxEntry) -> Statement:
        return entry_row(owner, self._numbered(id, (entry,))[0])

    def _numbered(self, owner: str, entries: Sequence[OutboxEntry]) -> tuple[OutboxRow, ...]:
        """The entries, with the ids under which they are stored."""
        ids = self._outbox_ids
        return tuple(OutboxRow(next(ids), owner, entry.kind, entry.payload, 0) for entry in entries)

    async def run_alone(self, sql: str) -> list[Any]:
        """Runs what cannot share a transaction with anything; writes that come meanwhile wait for it."""
        if self._closed:
            raise self._closed_error()
        async with self._turn:
            try:
                return await self._in_thread(lambda: self._writer.execute(sql).fetchall())
            except TROUBLE as error:
                raise explain(error, self.path) from error

    async def rewrite_file(self) -> None:
        """Make the file anew of what is in it.

        SQLite overwrites what is deleted, but not what is left in a page's gap when rows move to another one.
        """
        await self.run_alone("VACUUM")

    async def empty_log(self) -> None:
        """Bring the write-ahead log back into the file and cut it to nothing.

        By the writer itself, so that no write of ours is in its way; each attempt waits for readers only as
        long as nobody minds who presses meanwhile. Unwritable if one reads on and on.
        """
        for attempt in range(_ATTEMPTS_TO_EMPTY):
            if attempt:
                await asyncio.sleep(_BETWEEN_ATTEMPTS)
            if self._closed:
                raise self._closed_error()
            async with self._turn:
                try:
                    if await self._in_thread(lambda: _empty_log(self._writer)):
                        return
                except TROUBLE as error:
                    raise explain(error, self.path) from error
        raise Unwritable(
            f"Another program reads {self.path} all the time, so its write-ahead log cannot be emptied. It "
            "still hold what was erased. (A copy that is being made, a database browser, Litestream?)"
        )

    async def _disconnect(self) -> None:
        try:
            await self.reader.close()
        finally:  # the last one: it brings the write-ahead log back into the file
            await self._in_thread(self._writer.close)
            self._thread.shutdown(wait=False)

    def _tell(self, news: Sequence[News]) -> None:
        """See `GroupCommit._tell`: all who may listen are in this process."""
        for each in news:
            for listener in self.on_news:
                listener(each)

    async def _store_together(
        self, batch: Sequence[Write], prune_before: float | None
    ) -> list[Refusal | None]:
        waiting, loop = work_meanwhile(batch), asyncio.get_running_loop()

        def store() -> list[Refusal | None]:
            for work in waiting:  # until the statement begins, the loop would keep the interpreter for itself
                loop.call_soon_threadsafe(work)
            return _store_together(self._writer, batch, prune_before)

        return await self._in_thread(store)

    def explain(self, error: BaseException) -> StorageError:
        return explain(error, self.path)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _closed_error(self) -> StorageError:
        return StorageError(
            f"The database {self.path} has been closed; the bot is stopping. Nothing was stored."
        )


def begin_check(path: Path) -> Future[bool]:
    """Whether the file was found whole, which is looked at beside all else that a start does, and takes a
    second for some 300 MB. False also where that could not be found out: then opening the file looks itself,
    and says what is wrong.
    """
    found = Future[bool]()

    def check() -> None:
        whole = False
        with suppress(*TROUBLE), closing(sqlite3.connect(reading_uri(path), uri=True)) as db:
            whole = _finding(db) is None
        found.set_result(whole)

    # Not waited for by a start that fails for another reason.
    threading.Thread(target=check, name="database check", daemon=True).start()
    return found


def _finding(db: sqlite3.Connection) -> str | None:
    """What is wrong with the file; None if it is whole."""
    [finding] = db.execute("PRAGMA integrity_check(1)").fetchone()
    return None if finding == "ok" else str(finding)


async def open_database(
    path: Path, on_transaction: TransactionListener | None = None, *, found_whole: bool = False
) -> SqliteDatabase:
    """Opens a file of the newest layout. StorageError if it cannot be used; else it must be closed.

    `found_whole`: by `begin_check`, a moment ago.
    """
    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="database writer")
    try:
        loop = asyncio.get_running_loop()
        writer, first_outbox_id = await loop.run_in_executor(thread, _prepared_writer, path, found_whole)
        try:
            reader = await connect_to_read(path)
        except BaseException:
            await loop.run_in_executor(thread, writer.close)
            raise
    except BaseException:
        thread.shutdown(wait=False)
        raise
    return SqliteDatabase(path, writer, thread, reader, first_outbox_id, on_transaction)


def _prepared_writer(path: Path, found_whole: bool) -> tuple[sqlite3.Connection, int]:
    """A connection ready for changes, and the first free id of the outbox. Damaged if the file is."""
    db = connect_to_write(path)
    try:
        for sql in PREPARATIONS:
            db.execute(sql)
        if not found_whole and (finding := _finding(db)) is not None:
            raise damaged(path, finding)
        # Tidies up, and finds out now and not at the first press whether the file may be written.
        db.execute(PRUNE, (time.time() - ANSWERS_KEPT,))
        # SQLite's own record of the highest id ever given, which survives the outbox entries themselves.
        [last] = db.execute(
            "SELECT coalesce(max(seq), 0) FROM sqlite_sequence"
            " WHERE name IN ('errands', 'tournament_errands')"
        ).fetchone()
    except BaseException as error:
        db.close()
        if isinstance(error, TROUBLE):
            raise explain(error, path) from error
        raise
    return db, last + 1


def _empty_log(db: sqlite3.Connection) -> bool:
    """Whether the log is empty now: nobody has read from it for so long."""
    db.execute(f"PRAGMA busy_timeout = {round(1000 * _WAIT_FOR_READERS)}")
    try:
        [busy, _frames, _moved] = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        db.execute(f"PRAGMA busy_timeout = {round(1000 * PATIENCE)}")
    return not busy


def _store_together(
    db: sqlite3.Connection, writes: Sequence[Write], prune_before: float | None
) -> list[Refusal | None]:
    """Stores what can be stored, in one transaction; for each write, why it was refused, if so.

    sqlite3.Error if the file or the disk is the trouble; then nothing was stored.
    """
    if db.in_transaction:  # one that could not even be rolled back must not be committed along with this one
        db.rollback()
    rows = _together(statement for write in writes for statement in write.statements)
    if len(rows) == 1 and prune_before is None and _store_all(db, rows):
        return [None] * len(writes)  # a statement by itself is a transaction, too
    try:
        db.execute("BEGIN IMMEDIATE")
        if _store_all(db, rows):
            refusals: list[Refusal | None] = [None] * len(writes)
        else:  # one is refused: each by itself, to see which
            db.rollback()
            db.execute("BEGIN IMMEDIATE")
            refusals = [_store_one(db, write) for write in writes]
        if prune_before is not None:
            db.execute(PRUNE, (prune_before,))
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise
    return refusals


def _together(statements: Iterable[Statement]) -> list[Statement]:
    """The same, with moves that follow one another as rows of one statement: between two statements the
    thread has to wait for the interpreter, which a crowd keeps busy.
    """
    rows = list[Statement]()
    for sql, same in groupby(statements, key=itemgetter(0)):
        given = [values for _sql, values in same]
        if sql != TABLE_CHANGE:
            rows += ((sql, values) for values in given)
            continue
        while given:
            # As many as a power of two, so that there are few statements to prepare.
            count = min(_MOST_ROWS, 1 << len(given).bit_length() - 1)
            rows.append((table_changes(count), list(chain.from_iterable(given[:count]))))
            del given[:count]
    return rows


def _store_all(db: sqlite3.Connection, statements: Sequence[Statement]) -> bool:
    """Whether all statements could be run; otherwise some of them were. Nearly always they can, and need no
    savepoints, which are a third of what a move would execute.
    """
    try:
        for sql, values in statements:
            db.execute(sql, values)
    except Exception as error:
        if is_about_the_file(error):
            raise
        return False
    return True


def _store_one(db: sqlite3.Connection, write: Write) -> Refusal | None:
    """Runs a write's statements, all or none of them; why it was none, if so."""
    several = len(write.statements) > 1  # one is atomic by itself
    if several:
        db.execute("SAVEPOINT one_write")
    refusal = None
    try:
        for sql, values in write.statements:
            db.execute(sql, values)
    except Exception as error:
        if is_about_the_file(error):
            raise
        if several:
            db.execute("ROLLBACK TO one_write")
        refusal = _refusal(db, write, error)
    if several:
        db.execute("RELEASE one_write")
    return refusal


def _refusal(db: sqlite3.Connection, write: Write, error: Exception) -> Refusal:
    if isinstance(error, sqlite3.IntegrityError):
        refusal = why_refused(db, write.change) if write.change else None
        if refusal is not None:
            return refusal
        if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
            return Conflict("It belongs to a table or tournament that is not stored.")
        if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_NOTNULL:
            return Conflict("It takes the place of something else than what is stored.")
    # Not the exception's own words: they may quote what was to be stored.
    return StorageError(f"A row could not be stored as it is ({type(error).__name__}).")
