"""A copy put in the database's place: looked through first, and what was there before is kept beside it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import aiosqlite

from storage.errors import Damaged, StorageError, Unwritable
from storage.sqlite.backup import begin_beside, copy_database, quietly
from storage.sqlite.connection import TROUBLE, empty_log, explain, sync_names
from storage.sqlite.migrations import require_known_layout

_LOGS = ("-wal", "-shm")
"""What SQLite keeps beside a file: it belongs to that file and to no other."""


async def restore(copy: Path, path: Path, say: Callable[[str], None] = quietly) -> Path | None:
    """Put the copy in the place of the database at `path`, which must be in nobody's use (`sole_use`).

    Returns where the database that was there is kept; None if there was none. StorageError if the copy is
    damaged, of another program, or of a newer version: then nothing has changed. The copy itself stays.
    """
    _require_copy(copy, path)
    with _a_file_beside(path) as part:
        if _has_log(copy):  # somebody has copied the files themselves
            part.unlink()
            await copy_database(copy, part, say)
        else:
            _copy_file(copy, part)
        say("looking through the copy")
        await _look_through(copy, part)
        if _is_worth_keeping(path):
            await _tidy_up(path, say)
            kept = _keep(path)
        else:
            kept = None
        _put_in_place(part, path)
    return kept


def _require_copy(copy: Path, path: Path) -> None:
    if not copy.is_file():
        raise StorageError(f"There is no copy at {copy}. Look at its name.")
    if path.exists() and copy.samefile(path):
        raise StorageError(f"{copy} is the database itself. Name a copy of it.")


@contextmanager
def _a_file_beside(path: Path) -> Generator[Path, None, None]:
    """Gone at the end, with what SQLite left beside it, unless it was given another name."""
    part = begin_beside(path)
    try:
        yield part
    finally:
        for suffix in ("", *_LOGS):
            part.with_name(part.name + suffix).unlink(missing_ok=True)


def _has_log(copy: Path) -> bool:
    return copy.with_name(f"{copy.name}-wal").exists()


def _is_worth_keeping(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _copy_file(copy: Path, part: Path) -> None:
    """As it is: SQLite could not even look into one on a medium that cannot be written."""
    try:
        with copy.open("rb") as source, part.open("wb") as target:
            shutil.copyfileobj(source, target, 1024 * 1024)
            os.fsync(target.fileno())
    except OSError as error:
        raise Unwritable(
            f"{copy} cannot be copied to {part.parent} ({error.strerror}). Nothing has changed."
        ) from error


async def _look_through(copy: Path, part: Path) -> None:
    try:
        async with aiosqlite.connect(part) as db:
            findings = [row[0] for row in await db.execute_fetchall("PRAGMA integrity_check(1)")]
            await require_known_layout(db, copy)
    except TROUBLE as error:
        trouble = explain(error, part)
        raise (_unsound(copy, str(error)) if isinstance(trouble, Damaged) else trouble) from error
    if findings != ["ok"]:
        raise _unsound(copy, findings[0])


def _unsound(copy: Path, finding: str) -> Damaged:
    return Damaged(
        f"{copy} is no sound copy of a database ({finding}). Nothing has changed; choose another one."
    )


async def _tidy_up(path: Path, say: Callable[[str], None]) -> None:
    try:
        await empty_log(path)
    except StorageError as error:  # it may be damaged, which is why it is to be replaced
        say(f"the old database cannot be tidied up, and is kept as it is ({error})")


def _keep(path: Path) -> Path:
    """The database that is there gets another name; it goes on standing under its own until it is replaced,
    where the file system allows that.
    """
    kept = path.with_name(f"{path.name}.before-restore-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}")
    try:
        try:
            os.link(path, kept)
        except OSError:  # a file system without links
            path.rename(kept)
        for suffix in _LOGS:
            log = path.with_name(path.name + suffix)
            if log.exists():
                log.rename(kept.with_name(kept.name + suffix))
    except OSError as error:
        raise Unwritable(f"{path} cannot be kept as {kept} ({error.strerror}).") from error
    return kept


def _put_in_place(part: Path, path: Path) -> None:
    try:
        part.replace(path)
        sync_names(path.parent)
    except OSError as error:
        raise Unwritable(f"{path} cannot be replaced ({error.strerror}).") from error
