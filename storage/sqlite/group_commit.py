"""One transaction for many writes, each atomic on its own inside it.

Nearly always all of them fit, and each statement runs once over all rows. When one does not, the transaction
starts anew and the writes are halved, under savepoints, until the ones that do not fit stand alone; the
others go through.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import aiosqlite

from storage.errors import AlreadyDone, Conflict, StorageError
from storage.models import Change, TournamentChange, TransactionListener, TransactionMetric
from storage.sqlite.changes import TableStep, TournamentStep
from storage.sqlite.connection import TROUBLE, explain, is_about_the_file
from storage.sqlite.writes import Prune, StatementBatch, Write

Refusals = dict[int, Exception]
"""By a write's place in the sequence: why it was not stored."""


async def store_together(db: aiosqlite.Connection, writes: Sequence[Write]) -> Refusals:
    """Stores all writes but those it returns, durably.

    `db` is in autocommit mode, with the `PREPARATIONS` made. sqlite3.Error if the file or the disk is the
    trouble; then nothing was stored.
    """
    if db.in_transaction:  # one that could not even be rolled back must not be committed along with this one
        await db.rollback()
    refusals: Refusals = {}
    if await _stored_as_one_row(db, writes):
        return refusals
    try:
        await db.execute("BEGIN IMMEDIATE")
        if await _misfit(db, writes):
            await db.rollback()
            await db.execute("BEGIN IMMEDIATE")
            await _store_apart(db, writes, 0, refusals)
        await db.commit()
    except BaseException:
        await db.rollback()
        raise
    return refusals


async def _stored_as_one_row(db: aiosqlite.Connection, writes: Sequence[Write]) -> bool:
    """The short way, when nobody else waits: one statement for one row is a transaction in itself.

    Whether it could be taken.
    """
    if len(writes) > 1:
        return False
    try:
        match StatementBatch(writes).statements():
            case [(statement, [row])]:
                await db.execute(statement, row)
                return True
            case _:
                return False
    except Exception as error:
        if is_about_the_file(error):
            raise
        return False


async def _misfit(db: aiosqlite.Connection, writes: Sequence[Write]) -> Exception | None:
    """Runs the writes' statements. What went wrong, if one did not fit; all must be rolled back then."""
    try:
        for statement, rows in StatementBatch(writes).statements():
            await db.executemany(statement, rows)
    except Exception as error:
        if is_about_the_file(error):
            raise
        return error
    return None


async def _store_apart(
    db: aiosqlite.Connection, writes: Sequence[Write], first: int, refusals: Refusals
) -> None:
    """Stores what fits of `writes`, whose first one has the place `first`, and notes what does not."""
    await db.execute("SAVEPOINT lot")
    misfit = await _misfit(db, writes)
    if misfit:
        await db.execute("ROLLBACK TO lot")
    await db.execute("RELEASE lot")
    if misfit and len(writes) == 1:
        refusals[first] = await _refusal(db, writes[0], misfit)
    elif misfit:
        half = len(writes) // 2
        await _store_apart(db, writes[:half], first, refusals)
        await _store_apart(db, writes[half:], first + half, refusals)


async def _refusal(db: aiosqlite.Connection, write: Write, misfit: Exception) -> Exception:
    """Why a write was not stored, seen from the very state in which it did not fit."""
    if isinstance(misfit, sqlite3.IntegrityError):
        match write:
            case TableStep(change):
                refusal = await _answered(db, change) or await _conflict(db, change)
            case TournamentStep(change):
                refusal = await _answered(db, change) or await _tournament_conflict(db, change)
            case _:
                refusal = None
        refusal = refusal or _orphaned(misfit)
        if refusal:
            return refusal
    # Not the exception's own words: they may quote what was to be stored.
    return StorageError(f"A row could not be stored as it is ({type(misfit).__name__}).")


def _orphaned(misfit: sqlite3.IntegrityError) -> Conflict | None:
    if misfit.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
        return Conflict("It belongs to a table or tournament that is not stored.")
    return None


async def _answered(db: aiosqlite.Connection, change: Change | TournamentChange) -> AlreadyDone | None:
    if change.interaction is None:
        return None
    sql = "SELECT answer FROM interactions WHERE id = ?"
    answers = list(await db.execute_fetchall(sql, (change.interaction,)))
    return AlreadyDone(answers[0][0]) if answers else None


async def _conflict(db: aiosqlite.Connection, change: Change) -> Conflict | None:
    table = change.table
    sql = "SELECT revision, actions FROM standing WHERE table_id = ?"
    standing = list(await db.execute_fetchall(sql, (table.id,)))
    revision, actions = standing[0] if standing else (0, 0)
    before = table.actions - (change.action is not None)
    if (revision, actions) == (table.revision - 1, before):
        return None
    return Conflict(
        f"Table {table.id} stands at revision {revision} with {actions} actions; "
        f"the change follows on revision {table.revision - 1} with {before}."
    )


async def _tournament_conflict(db: aiosqlite.Connection, change: TournamentChange) -> Conflict | None:
    row = change.row
    found = list(await db.execute_fetchall("SELECT revision FROM tournaments WHERE id = ?", (row.id,)))
    revision = found[0][0] if found else 0
    if revision == row.revision - 1:
        return None
    return Conflict(
        f"Tournament {row.id} stands at revision {revision}; the change follows on {row.revision - 1}."
    )


# Group commit: whatever waits at the same moment shares one transaction, and so one wait for the disk.


ANSWERS_KEPT = 24 * 60 * 60
"""Seconds for which the answer to a press is kept: ample, for its token lives for 15 minutes only."""

_BETWEEN_PRUNINGS = 60 * 60

_Waiting = tuple[Write, "asyncio.Future[None]"]


class GroupCommit:
    """Takes writes and stores them in the order in which they came, as many at once as have come.

    `on_transaction` is called after each transaction.
    """

    def __init__(
        self, db: aiosqlite.Connection, path: Path, on_transaction: TransactionListener | None = None
    ) -> None:
        self._db = db
        self._path = path
        self._on_transaction = on_transaction
        self._waiting: list[_Waiting] = []
        self._storing: asyncio.Task[None] | None = None
        self._closed = False
        self._turn = asyncio.Lock()
        self._prune_at = time.time() + _BETWEEN_PRUNINGS

    async def store(self, write: Write) -> None:
        """Returns when the write is durable; AlreadyDone, Conflict or StorageError if it was not stored.

        Once this was called, the write is stored even if nobody waits for it any more.
        """
        if self._closed:
            raise closed(self._path)
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, stored))
        if self._storing is None:
            self._storing = asyncio.create_task(self._store_all(), name="group commit")
        await stored

    @property
    def waiting(self) -> int:
        """How many writes wait for their transaction to begin."""
        return len(self._waiting)

    async def alone(self, *statements: str) -> None:
        """Runs what cannot share a transaction with anything; writes that come meanwhile wait for it."""
        if self._closed:
            raise closed(self._path)
        async with self._turn:
            try:
                for statement in statements:
                    await self._db.execute_fetchall(statement)
            except TROUBLE as error:
                raise explain(error, self._path) from error

    async def close(self) -> None:
        """Takes no more writes; returns when all that were taken are stored."""
        self._closed = True
        if self._storing is not None:
            await asyncio.wait([self._storing])
        async with self._turn:
            pass

    async def _store_all(self) -> None:
        try:
            while self._waiting:
                async with self._turn:
                    batch, self._waiting = self._waiting, []
                    began = time.perf_counter()
                    refusals = await self._store_batch(batch)
                    if self._on_transaction is not None:
                        self._on_transaction(_metric_of(batch, refusals, time.perf_counter() - began))
        finally:  # nobody waits any more, unless the event loop is being torn down without `close`
            self._storing = None
            _fail_all(self._waiting, partial(closed, self._path))

    async def _store_batch(self, batch: Sequence[_Waiting]) -> Refusals | None:
        """One transaction, after which everybody in the lot is told.

        What did not fit; None if nothing could be stored.
        """
        try:
            refusals = await store_together(self._db, [write for write, _ in batch] + self._chores())
        except Exception as error:
            _fail_all(batch, partial(_explained, error, self._path))
            return None
        except asyncio.CancelledError:
            _fail_all(batch, partial(closed, self._path))
            raise
        else:
            for place, (_, stored) in enumerate(batch):
                _resolve(stored, refusals.get(place))
            return refusals

    def _chores(self) -> list[Write]:
        """What is tidied away with the next lot: now and then, answers that nobody can ask for any more."""
        now = time.time()
        if now < self._prune_at:
            return []
        self._prune_at = now + _BETWEEN_PRUNINGS
        return [Prune(now - ANSWERS_KEPT)]


def _metric_of(batch: Sequence[_Waiting], refusals: Refusals | None, seconds: float) -> TransactionMetric:
    """The transaction as its listener gets it."""
    if refusals is None:
        return TransactionMetric(len(batch), 0, 0, seconds, failed=True)
    actions = sum(
        isinstance(write, TableStep) and write.change.action is not None and place not in refusals
        for place, (write, _) in enumerate(batch)
    )
    return TransactionMetric(len(batch), actions, len(refusals), seconds, failed=False)


def _resolve(stored: asyncio.Future[None], trouble: Exception | None) -> None:
    """Ends somebody's wait; whoever has stopped waiting is not told."""
    if stored.done():
        return
    if trouble is None:
        stored.set_result(None)
    else:
        stored.set_exception(trouble)


def _fail_all(batch: Sequence[_Waiting], trouble: Callable[[], StorageError]) -> None:
    """Ends everybody's wait with the same trouble, for each in an exception of its own."""
    for _, stored in batch:
        _resolve(stored, trouble())


def _explained(error: Exception, path: Path) -> StorageError:
    trouble = explain(error, path)
    trouble.__cause__ = error
    return trouble


def closed(path: Path) -> StorageError:
    """What is said to those who come after `close`."""
    return StorageError(f"The database {path} has been closed; the bot is stopping. Nothing was stored.")
