"""A SQLite file, open: one connection writes, another reads and waits for no writer.

Group commit: whatever waits to be written at the same moment shares one transaction, and so one wait for the
disk. While one batch is stored, the next one gathers; nobody waits for company.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import aiosqlite

from storage.errors import AlreadyDone, Conflict, StorageError, Unwritable
from storage.models import Change, TransactionListener, TransactionMetric
from storage.sqlite.changes import PREPARATIONS, AnyChange, Statement, why_refused
from storage.sqlite.connection import (
    PATIENCE,
    TROUBLE,
    connect_to_read,
    connect_to_write,
    damaged,
    explain,
    is_about_the_file,
)

ANSWERS_KEPT = 24 * 60 * 60
"""Seconds for which the answer to a press is kept: ample, for its token lives for 15 minutes only."""
_BETWEEN_PRUNINGS = 60 * 60
_ATTEMPTS_TO_EMPTY, _BETWEEN_ATTEMPTS, _WAIT_FOR_READERS = 6, 0.5, 0.3
"""How often it is tried to empty the log, the seconds between two attempts, and those that each may take."""
_PRUNE = "DELETE FROM interactions WHERE at < ?"

T = TypeVar("T")
Refusal: TypeAlias = AlreadyDone | Conflict | StorageError


@dataclass(frozen=True, slots=True, eq=False)
class _Write:
    """Statements that are stored together or not at all, and whoever waits for that."""

    statements: Sequence[Statement]
    change: AnyChange | None
    stored: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def end(self, refusal: Refusal | None) -> None:
        """End the wait; nothing happens if nobody waits any more."""
        if self.stored.done():
            return
        if refusal is None:
            self.stored.set_result(None)
        else:
            self.stored.set_exception(refusal)


class Database:
    """Reads, and stores writes in the order in which they come, as many in a transaction as have come.

    Made by `open_database`; every method may raise `StorageError`.
    """

    def __init__(
        self,
        path: Path,
        writer: sqlite3.Connection,
        thread: ThreadPoolExecutor,
        reader: aiosqlite.Connection,
        first_outbox_id: int,
        on_transaction: TransactionListener | None,
    ) -> None:
        self.path = path
        self.outbox_ids = count(first_outbox_id)
        """Unique over tables and tournaments."""
        self._writer = writer
        self._thread = thread
        """The one thread in which `writer` is used."""
        self.reader = reader
        self.on_transaction = on_transaction
        self.on_audit = list[Callable[[], None]]()
        """Are called after entries were added to the audit log."""
        self._waiting: list[_Write] = []
        self._storing: asyncio.Task[None] | None = None
        self._closed = False
        self._turn = asyncio.Lock()
        self._prune_at = time.time() + _BETWEEN_PRUNINGS

    @property
    def writes_waiting(self) -> int:
        """How many writes wait for their transaction to begin."""
        return len(self._waiting)

    async def read(self, sql: str, *values: Any) -> list[Any]:
        """The rows that the statement yields, of every finished commit."""
        try:
            return list(await self.reader.execute_fetchall(sql, values))
        except TROUBLE as error:
            raise explain(error, self.path) from error
        except ValueError as error:  # aiosqlite's word for a connection that has been closed
            raise self._closed_error() from error

    async def write(self, *statements: Statement, change: AnyChange | None = None) -> None:
        """Returns when the statements (those of `change`, if there is one) are durable, all of them.

        Conflict or AlreadyDone if they do not follow on what is stored; then none of them is.

        Once this was called, they are stored even if nobody waits for it any more.
        """
        if self._closed:
            raise self._closed_error()
        write = _Write(statements, change)
        self._waiting.append(write)
        if self._storing is None:
            self._storing = asyncio.create_task(self._store_waiting(), name="group commit")
        await write.stored

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

    async def close(self) -> None:
        """Takes no more writes, stores all that were taken, and closes the file. Once is enough."""
        if self._closed:
            return
        self._closed = True
        if self._storing is not None:
            await asyncio.wait([self._storing])
        async with self._turn:
            pass
        try:
            await self.reader.close()
        finally:  # the last one: it brings the write-ahead log back into the file
            await self._in_thread(self._writer.close)
            self._thread.shutdown(wait=False)

    async def _store_waiting(self) -> None:
        """One transaction after the other, until nobody waits."""
        batch: list[_Write] = []
        try:
            while self._waiting:
                async with self._turn:
                    batch, self._waiting = self._waiting, []
                    await self._store(batch)
        except BaseException:  # the event loop is being torn down without `close`
            for write in (*batch, *self._waiting):
                write.end(self._closed_error())
            raise
        finally:
            self._storing = None

    async def _store(self, batch: Sequence[_Write]) -> None:
        """One transaction, after which the waits of the batch end."""
        now, prune_before = time.time(), None
        if now >= self._prune_at:  # now and then, the answers that nobody can ask for any more
            self._prune_at, prune_before = now + _BETWEEN_PRUNINGS, now - ANSWERS_KEPT
        began, moves, refused, failed = time.perf_counter(), 0, 0, False
        try:
            refusals = await self._in_thread(lambda: _store_together(self._writer, batch, prune_before))
        except Exception as error:  # the file or the disk is the trouble: nothing was stored
            failed = True
            for write in batch:
                trouble = explain(error, self.path)
                trouble.__cause__ = error
                write.end(trouble)
        else:
            for write, refusal in zip(batch, refusals, strict=True):
                write.end(refusal)
                if refusal is not None:
                    refused += 1
                elif isinstance(write.change, Change) and write.change.action is not None:
                    moves += 1
            for listener in self.on_audit if _adds_to_audit(batch, refusals) else ():
                listener()
        if self.on_transaction is not None:
            seconds = time.perf_counter() - began
            self.on_transaction(TransactionMetric(len(batch), moves, refused, seconds, failed))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _closed_error(self) -> StorageError:
        return StorageError(
            f"The database {self.path} has been closed; the bot is stopping. Nothing was stored."
        )


async def open_database(path: Path, on_transaction: TransactionListener | None = None) -> Database:
    """Opens a file of the newest layout. StorageError if it cannot be used; else it must be closed."""
    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="database writer")
    try:
        loop = asyncio.get_running_loop()
        writer, first_outbox_id = await loop.run_in_executor(thread, _prepared_writer, path)
        try:
            reader = await connect_to_read(path)
        except BaseException:
            await loop.run_in_executor(thread, writer.close)
            raise
    except BaseException:
        thread.shutdown(wait=False)
        raise
    return Database(path, writer, thread, reader, first_outbox_id, on_transaction)


def _prepared_writer(path: Path) -> tuple[sqlite3.Connection, int]:
    """A connection ready for changes, and the first free id of the outbox. Damaged if the file is."""
    db = connect_to_write(path)
    try:
        for sql in PREPARATIONS:
            db.execute(sql)
        [finding] = db.execute("PRAGMA integrity_check(1)").fetchone()
        if finding != "ok":
            raise damaged(path, str(finding))
        # Tidies up, and finds out now and not at the first press whether the file may be written.
        db.execute(_PRUNE, (time.time() - ANSWERS_KEPT,))
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
    db: sqlite3.Connection, writes: Sequence[_Write], prune_before: float | None
) -> list[Refusal | None]:
    """Stores what can be stored, in one transaction; for each write, why it was refused, if so.

    sqlite3.Error if the file or the disk is the trouble; then nothing was stored.
    """
    if db.in_transaction:  # one that could not even be rolled back must not be committed along with this one
        db.rollback()
    try:
        db.execute("BEGIN IMMEDIATE")
        refusals = [_store_one(db, write) for write in writes]
        if prune_before is not None:
            db.execute(_PRUNE, (prune_before,))
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise
    return refusals


def _adds_to_audit(batch: Sequence[_Write], refusals: Sequence[Refusal | None]) -> bool:
    stored = (write.change for write, why_not in zip(batch, refusals, strict=True) if why_not is None)
    return any(change is not None and change.audit for change in stored)


def _store_one(db: sqlite3.Connection, write: _Write) -> Refusal | None:
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


def _refusal(db: sqlite3.Connection, write: _Write, error: Exception) -> Refusal:
    if isinstance(error, sqlite3.IntegrityError):
        refusal = why_refused(db, write.change) if write.change else None
        if refusal is not None:
            return refusal
        if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
            return Conflict("It belongs to a table or tournament that is not stored.")
    # Not the exception's own words: they may quote what was to be stored.
    return StorageError(f"A row could not be stored as it is ({type(error).__name__}).")
