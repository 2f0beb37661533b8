"""A consistent copy of a database that others may be writing to, by SQLite's online backup."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import aiosqlite

from storage.doors import StorageError, Unwritable
from storage.sqlite.connection import reading
from storage.sqlite.errors import damaged, explain

_PAGES_A_STEP = 256
_PERCENT_A_WORD = 10


async def copy(source: Path, target: Path, say: Callable[[str], None]) -> None:
    """Copies the database as it is at one moment. `target` appears only once the copy is complete and on the disk.

    StorageError if `source` is no database, or `target` exists or cannot be written.
    """
    if not source.is_file():
        raise StorageError(f"There is no database at {source}. Look at DATABASE_PATH.")
    if target.exists():
        raise Unwritable(f"{target} is already there and is not overwritten. Choose another name.")
    part = _begin(target)
    try:
        async with reading(source) as db:
            await _copy_pages(db, part, target, say)
        _publish(part, target)
    finally:
        part.unlink(missing_ok=True)


def _begin(target: Path) -> Path:
    """An empty file beside the target that its owner alone may read: it will hold hands."""
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise Unwritable(f"{target} cannot be written ({error.strerror}). Choose another folder.") from error
    return part


async def _copy_pages(db: aiosqlite.Connection, part: Path, target: Path, say: Callable[[str], None]) -> None:
    # Steps of a backup read the newest state and begin anew when it has changed. A read transaction that is held
    # open makes them all read one state, however much is written meanwhile.
    await db.execute("BEGIN")
    await db.execute_fetchall("SELECT count(*) FROM sqlite_schema")
    try:
        async with aiosqlite.connect(part) as copied:
            await db.backup(copied, pages=_PAGES_A_STEP, progress=_progress(say))
            findings = [row[0] for row in await copied.execute_fetchall("PRAGMA quick_check(1)")]
    except sqlite3.Error as error:
        raise explain(error, target) from error
    if findings != ["ok"]:
        raise damaged(target, f"copied faithfully from a damaged file: {findings[0]}")


def _progress(say: Callable[[str], None]) -> Callable[[int, int, int], None]:
    """Says how far the copy is. SQLite calls it from the thread that copies; the words are said in the event loop."""
    loop, said = asyncio.get_running_loop(), 0

    def report(_status: int, remaining: int, pages: int) -> None:
        nonlocal said
        percent = 100 * (pages - remaining) // max(pages, 1)
        if percent >= said + _PERCENT_A_WORD:
            said = percent
            loop.call_soon_threadsafe(say, f"{percent} % of {pages} pages copied")

    return report


def _publish(part: Path, target: Path) -> None:
    """Gives the finished copy its name, unless somebody took it meanwhile, and waits until that is on the disk."""
    if target.exists():
        raise Unwritable(f"{target} has come to be meanwhile and is not overwritten. Choose another name.")
    try:
        part.rename(target)
        if hasattr(os, "O_DIRECTORY"):  # where a folder can be opened, its new entry can be waited for
            folder = os.open(target.parent, os.O_DIRECTORY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    except OSError as error:
        raise Unwritable(f"{target} cannot be written ({error.strerror}). Choose another folder.") from error
