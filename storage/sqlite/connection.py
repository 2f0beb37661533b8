"""Connections to the database file, set up the one way that the promises of this package need."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
import stat
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import aiosqlite

from storage.errors import StorageError, Unwritable
from storage.sqlite.errors import TROUBLE, explain, forbidden, is_locked

AGAIN = 0.01
"""Seconds between two attempts where SQLite itself does not wait."""
PATIENCE = 2.0
"""Seconds to wait for another program's lock. Less than the three within which a press must be answered."""

_SQLITE_NEEDED = (3, 37)
"""The first with STRICT tables."""

_EVERY_CONNECTION = (
    "PRAGMA foreign_keys = ON",
    # What SQLite would put into temporary files may be a hand.
    "PRAGMA temp_store = MEMORY",
)

_WRITING = (
    "PRAGMA journal_mode = WAL",
    # A commit returns when it is on the disk itself; on macOS that takes a stronger call than fsync.
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA checkpoint_fullfsync = ON",
    # 4,000 pages (16 MB): fewer pauses for bringing the log back into the file.
    "PRAGMA wal_autocheckpoint = 4000",
    # What is deleted is overwritten: somebody who wants to be forgotten must not be found in the file's gaps.
    "PRAGMA secure_delete = ON",
    # A log that grew while somebody read for long is cut back to 64 MB afterwards.
    "PRAGMA journal_size_limit = 67108864",
)


def make_place(path: Path) -> None:
    """Makes the folder and, if there is none, an empty file for its owner's eyes only: it will hold hands.

    Unwritable if that is not allowed; StorageError if Python's SQLite is too old.
    """
    if sqlite3.sqlite_version_info < _SQLITE_NEEDED:
        raise StorageError(
            f"This Python comes with SQLite {sqlite3.sqlite_version}, and 3.37 or newer is needed. "
            "Use a newer Python."
        )
    try:
        missing = [folder for folder in path.absolute().parents if not folder.exists()]
        path.parent.mkdir(parents=True, exist_ok=True)
        for folder in missing:  # SQLite waits for the names in the file's own folder, and for no others
            sync_names(folder.parent)
        if not path.exists():
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
    except OSError as error:
        raise Unwritable(
            f"{path} cannot be made ({error.strerror}). Choose another place in DATABASE_PATH."
        ) from error


def sync_names(folder: Path) -> None:
    """Returns when the names in the folder are on the disk, where a folder can be opened. OSError if not."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _require_readable(path: Path) -> None:
    """Unwritable if the file cannot even be read.

    SQLite would find out as well, but a connection that fails to open leaves a thread behind for a moment,
    which complains on its own if the event loop ends in that moment.

    The file is not opened to find out: closing it would give up all locks that this process has on it
    (https://sqlite.org/howtocorrupt.html, section 2.2). Another program that looks into the file would then
    take itself for the last one, and take the write-ahead log away from under the bot when it leaves.
    """
    try:
        kind = path.stat().st_mode
    except OSError as error:
        raise forbidden(path, error.strerror or type(error).__name__) from error
    if not stat.S_ISREG(kind):
        raise forbidden(path, "not a file")
    if not os.access(path, os.R_OK, effective_ids=os.access in os.supports_effective_ids):
        raise forbidden(path, os.strerror(errno.EACCES))


def _uri(path: Path, mode: str) -> str:
    return f"{path.absolute().as_uri()}?mode={mode}"


async def connect_to_write(path: Path) -> aiosqlite.Connection:
    """A connection in autocommit mode: a statement alone, like a transaction, is durable when it returns.

    StorageError if it cannot be had.
    """
    return await _connect(path, "rw", _EVERY_CONNECTION + _WRITING)


async def connect_to_read(path: Path) -> aiosqlite.Connection:
    """A connection that sees every finished commit and waits for no writer. StorageError if there is none."""
    return await _connect(path, "ro", _EVERY_CONNECTION)


async def _connect(path: Path, mode: str, pragmas: tuple[str, ...]) -> aiosqlite.Connection:
    _require_readable(path)
    try:
        db = await aiosqlite.connect(_uri(path, mode), uri=True, timeout=PATIENCE, isolation_level=None)
    except TROUBLE as error:
        raise explain(error, path) from error
    try:
        for pragma in pragmas:
            await _settle(db, pragma)
    except TROUBLE as error:
        await db.close()
        raise explain(error, path) from error
    except BaseException:
        await db.close()
        raise
    return db


async def _settle(db: aiosqlite.Connection, pragma: str) -> None:
    """Carry it out, as soon as others let it be: a file that gets its write-ahead log, at the very first
    start, must be nobody else's at that moment, and SQLite does not wait for that by itself.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            await db.execute(pragma)
            return
        except sqlite3.OperationalError as error:
            if not is_locked(error) or time.monotonic() > until:
                raise
        await asyncio.sleep(AGAIN)


@asynccontextmanager
async def writing(path: Path) -> AsyncGenerator[aiosqlite.Connection, None]:
    """`connect_to_write` for as long as the block lasts; SQLite's errors leave it as StorageErrors."""
    async with _for_a_while(path, await connect_to_write(path)) as db:
        yield db


@asynccontextmanager
async def reading(path: Path) -> AsyncGenerator[aiosqlite.Connection, None]:
    """`connect_to_read` for as long as the block lasts; SQLite's errors leave it as StorageErrors."""
    async with _for_a_while(path, await connect_to_read(path)) as db:
        yield db


async def roll_back(path: Path) -> None:
    """Undoes what a crash has left half done before the file had its write-ahead log, at its first start.

    Any connection does so when it first looks into the file, but for one that may only read: to that, the
    file would stay closed.
    """
    if path.with_name(f"{path.name}-journal").exists():
        async with _for_a_while(path, await _connect(path, "rw", _EVERY_CONNECTION)) as db:
            await db.execute_fetchall("SELECT count(*) FROM sqlite_schema")


async def empty_log(path: Path) -> None:
    """Bring the write-ahead log back into the file and cut it to nothing. Unwritable if others hold it."""
    async with writing(path) as db:
        [(busy, _frames, _moved)] = await db.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
    if busy:
        raise Unwritable(f"The write-ahead log of {path} is held by another program, and cannot be emptied.")


@asynccontextmanager
async def _for_a_while(path: Path, db: aiosqlite.Connection) -> AsyncGenerator[aiosqlite.Connection, None]:
    try:
        yield db
    except TROUBLE as error:
        raise explain(error, path) from error
    finally:
        await db.close()
