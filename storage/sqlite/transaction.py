"""One transaction for many writes, each atomic on its own inside it.

Nearly always all of them fit, and each statement runs once over all rows. When one does not, the transaction
starts anew and the writes are halved, under savepoints, until the ones that do not fit stand alone; the
others go through.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import aiosqlite

from storage.errors import AlreadyDone, Conflict, StorageError
from storage.records import Change, TournamentChange
from storage.sqlite.changes import Step
from storage.sqlite.errors import is_about_the_file
from storage.sqlite.tournament_changes import TournamentStep
from storage.sqlite.writes import Spread, Write

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
        match Spread(writes).statements():
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
        for statement, rows in Spread(writes).statements():
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
            case Step(change):
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
