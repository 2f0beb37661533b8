"""A consistent copy of a database that others may be writing to, by SQLite's online backup."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import BinaryIO

import aiosqlite

from storage.errors import Damaged, StorageError, Unwritable
from storage.sqlite.connection import TROUBLE, damaged, explain, reading, sync_names

PAGES_A_STEP = 256
PERCENT_A_WORD = 10


def quietly(_words: str) -> None:
    """For callers who do not report how a long task goes on."""


async def copy_database(source: Path, target: Path, say: Callable[[str], None] = quietly) -> None:
    """Copies the database as it is at one moment. `target` appears only when it is complete and durable.

    StorageError if `source` is no database, or `target` exists or cannot be written.
    """
    part = _begin(source, target)
    try:
        async with reading(source) as db:
            await _copy_pages(db, source, part, say)
        publish(part, target)
    finally:
        part.unlink(missing_ok=True)


async def copy_into_folder(
    source: Path, folder: Path, keep: int, say: Callable[[str], None] = quietly
) -> Path:
    """A copy in the folder, named by the moment. Of those that were made so, this one stays, and the last one
    of each of the latest other days, so that there are copies of `keep` days (UTC).

    Returns its place. StorageError as from `copy_database`; then all others stay.
    """
    _clear_abandoned(source, folder, say)
    target = folder / f"{source.stem}-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}{source.suffix}"
    await copy_database(source, target, say)
    _make_room(source, target, keep, say)
    return target


def _named_by_moment(source: Path) -> re.Pattern[str]:
    stem, suffix = re.escape(source.stem), re.escape(source.suffix)
    return re.compile(rf"{stem}-(?P<day>\d{{4}}-\d\d-\d\d)T\d{{6}}Z{suffix}")


def _make_room(source: Path, made: Path, keep: int, say: Callable[[str], None]) -> None:
    name, by_day = _named_by_moment(source), dict[str, list[Path]]()
    for file in sorted(made.parent.iterdir()):
        if found := name.fullmatch(file.name):
            by_day.setdefault(found["day"], []).append(file)
    today = next(copies for copies in by_day.values() if made in copies)
    others = sorted((copies for copies in by_day.values() if copies is not today), reverse=True)
    kept = {made, *(copies[-1] for copies in others[: keep - 1])}
    for old in chain(today, *others):
        if old not in kept:
            say(f"{old.name} makes room")
            _delete(old)


def _delete(old: Path) -> None:
    try:
        old.unlink()
    except OSError as error:
        raise Unwritable(
            f"{old} cannot be deleted to make room ({error.strerror}); the copy was made."
        ) from error


# What copying leaves where it is killed, and copies that were made on the way. All of it holds hands.

ABANDONED_AFTER = 3600.0
"""Seconds without a write after which nobody works on a copy any more."""
COPIES_KEPT = 30 * 24 * 3600.0
"""Seconds for which a database stays that was kept beside the one in use, before an upgrade or a restore."""
_PART = r"\.[a-z0-9_]{8}\.part(-wal|-shm|-journal)?"
"""How what is half done is called: see `begin_beside`."""


def clear_leftovers(path: Path, say: Callable[[str], None] = quietly) -> None:
    """Remove what a killed upgrade or restore left half done beside the database, which the caller has by
    `sole_use`, what a killed copy left an hour ago, and what was kept a month ago.
    """
    name, now = re.escape(path.name), time.time()
    ours = re.compile(rf"{name}(\.layout-\d+(\.\d+)?)?{_PART}")
    somebodys = re.compile(rf"{name}\.out{_PART}")
    clear_old_copies(path, say)
    for file in sorted(path.parent.iterdir()):
        if somebodys.fullmatch(file.name):
            _clear(file, now - ABANDONED_AFTER, say)
        elif ours.fullmatch(file.name):
            _clear(file, now, say)


def clear_old_copies(path: Path, say: Callable[[str], None] = quietly) -> None:
    """Remove what was kept beside the database a month ago, before an upgrade or a restore."""
    name = re.escape(path.name)
    kept = re.compile(rf"{name}\.(layout-\d+(\.\d+)?|before-restore-[-\dTZ]+)(-wal|-shm)?")
    for file in sorted(path.parent.iterdir()):
        if kept.fullmatch(file.name):
            _clear(file, time.time() - COPIES_KEPT, say)


def _clear_abandoned(source: Path, folder: Path, say: Callable[[str], None]) -> None:
    """Remove what killed copies of this database left half done in a folder of copies."""
    name = re.compile(_named_by_moment(source).pattern + _PART)
    for file in sorted(folder.iterdir()) if folder.is_dir() else ():
        if name.fullmatch(file.name):
            _clear(file, time.time() - ABANDONED_AFTER, say)


def _clear(file: Path, before: float, say: Callable[[str], None]) -> None:
    """Remove it if it is from before that moment. Where that is not allowed it stays, in nobody's way."""
    try:
        if _made(file) <= before:
            file.unlink()
            say(f"{file.name} was left from earlier and is removed")
    except OSError as error:
        say(f"{file.name} was left from earlier and cannot be removed ({error.strerror})")


_BEFORE_RESTORE = "%Y-%m-%dT%H%M%SZ"


def _made(file: Path) -> float:
    """When it was last written, or kept in a restore, of which its name tells."""
    written = file.stat().st_mtime
    with suppress(ValueError):
        kept = file.name.removesuffix("-wal").removesuffix("-shm").rpartition(".before-restore-")[2]
        return max(written, datetime.strptime(kept, _BEFORE_RESTORE).replace(tzinfo=UTC).timestamp())
    return written


async def copy_to_stream(source: Path, stream: BinaryIO, say: Callable[[str], None] = quietly) -> None:
    """Writes a copy to a stream, which is made beside the database first. StorageError as from
    `copy_database`, or if nobody reads the stream to its end.
    """
    part = _begin(source, source.with_name(f"{source.name}.out"))
    try:
        async with reading(source) as db:
            await _copy_pages(db, source, part, say)
        with part.open("rb") as made:
            part.unlink()  # whatever comes now, nothing of it stays here
            await asyncio.to_thread(shutil.copyfileobj, made, stream, 1024 * 1024)
            stream.flush()
    except OSError as error:
        raise Unwritable(
            f"The copy could not be written ({error.strerror}): what has arrived is not whole."
        ) from error
    finally:
        part.unlink(missing_ok=True)


def _begin(source: Path, target: Path) -> Path:
    """An empty file beside the target for its owner's eyes only: it will hold hands.

    Its name is one that was never taken: a copy that was cut short by a crash may still lie there, half done,
    and in a container even the process has the number that it had before.
    """
    if not source.is_file():
        raise StorageError(f"There is no database at {source}. Look at DATABASE_PATH.")
    if target.exists():
        raise Unwritable(f"{target} is already there and is not overwritten. Choose another name.")
    return begin_beside(target)


def begin_beside(target: Path) -> Path:
    """An empty file beside the target, for its owner's eyes only. Unwritable if there can be none."""
    try:
        descriptor, part = tempfile.mkstemp(".part", f"{target.name}.", target.parent)
    except OSError as error:
        raise Unwritable(f"{target} cannot be written ({error.strerror}). Choose another folder.") from error
    os.close(descriptor)
    return Path(part)


async def _copy_pages(db: aiosqlite.Connection, source: Path, part: Path, say: Callable[[str], None]) -> None:
    # Steps of a backup read the newest state and begin anew when it has changed. A read transaction that is
    # held open makes them all read one state, however much is written meanwhile.
    await db.execute("BEGIN")
    await db.execute_fetchall("SELECT count(*) FROM sqlite_schema")
    try:
        async with aiosqlite.connect(part) as copied:
            await _run_to_its_end(db, copied, CopyProgress(say))
            findings = [row[0] for row in await copied.execute_fetchall("PRAGMA integrity_check(1)")]
    except TROUBLE as error:
        trouble = explain(error, part)
        raise (explain(error, source) if isinstance(trouble, Damaged) else trouble) from error
    if findings != ["ok"]:
        raise damaged(source, findings[0])


async def _run_to_its_end(
    db: aiosqlite.Connection, copied: aiosqlite.Connection, progress: CopyProgress
) -> None:
    """The backup itself. Whoever is cancelled waits for the step going on: nothing may be closed under it."""
    copying = asyncio.ensure_future(db.backup(copied, pages=PAGES_A_STEP, progress=progress))
    try:
        await asyncio.shield(copying)
    except asyncio.CancelledError:
        progress.stopped = True
        while not copying.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([copying])
        copying.exception()  # that it was stopped is no news
        raise


class _Stopped(Exception):
    """Nobody waits for the copy any more."""


class CopyProgress:
    """Says how far a copy is: in the event loop, though SQLite calls it in the thread that copies."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.stopped = False
        self._say = say
        self._said = 0
        self._loop = asyncio.get_running_loop()

    def __call__(self, _status: int, remaining: int, pages: int) -> None:
        if self.stopped:
            raise _Stopped
        percent = 100 * (pages - remaining) // max(pages, 1)
        if percent // PERCENT_A_WORD > self._said // PERCENT_A_WORD:
            self._said = percent
            self._loop.call_soon_threadsafe(self._say, f"{percent} % of {pages} pages copied")


def publish(part: Path, target: Path) -> None:
    """Gives the finished copy its name, and waits until that is on the disk."""
    if target.exists():
        raise Unwritable(f"{target} has come to be meanwhile and is not overwritten. Choose another name.")
    try:
        part.rename(target)
        sync_names(target.parent)
    except OSError as error:
        raise Unwritable(f"{target} cannot be written ({error.strerror}). Choose another folder.") from error
