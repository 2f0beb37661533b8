"""What stands in files beside the database for those who watch over the bot: its sign of life, touched as
long as it does its work, and how the latest copy went.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec
import structlog

from bot.settings import LocalSettings

HEARTBEAT_INTERVAL = 10.0
"""Seconds between two signs of life."""

OVERDUE = 60.0
"""Seconds without a sign after which the bot counts as dead: long enough for a reconnection."""

BACKUP_INTERVAL = 60.0
"""Seconds between two looks at how the copies go."""
BACKUP_OVERDUE = 50 * 3600.0
"""Seconds without a copy that are too many: two days, and a little for the making."""
BACKUP_AGAIN = 24 * 3600.0
"""Seconds after which the same trouble is logged again."""

log = structlog.get_logger(__name__)


@asynccontextmanager
async def keep_heartbeat(
    path: Path,
    alive: Callable[[], bool],
    tell: Callable[[], bytes] = bytes,
    *,
    interval: float = HEARTBEAT_INTERVAL,
) -> AsyncIterator[None]:
    """Write what is to be told, for `tortuga doctor`, into the file every `interval` seconds while `alive()`
    says so; remove it at the end.

    It runs in the bot's own event loop, so that a loop that hangs is silent too.
    """
    task = asyncio.create_task(_beat(path, alive, tell, interval))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        _remove(path)


async def _beat(path: Path, alive: Callable[[], bool], tell: Callable[[], bytes], interval: float) -> None:
    while True:
        if well := alive():
            _write(path, tell())
        await asyncio.sleep(interval if well else interval / 10)  # the first sign after a start comes soon


# Both are a few calls on a file of some hundred bytes: not worth a thread.


def _write(path: Path, told: bytes) -> None:
    with suppress(OSError):  # on a full disk; the sign alone takes no space
        path.write_bytes(told)
    try:
        path.touch()
    except OSError as error:  # a full disk must not end games; health will tell
        log.error("the sign of life cannot be written", path=str(path), reason=str(error))


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        log.error("the sign of life cannot be removed", path=str(path), reason=str(error))


def seconds_since_heartbeat(path: Path) -> float | None:
    """Seconds since the last sign; None if there is none, as the bot is not running."""
    try:
        return max(0.0, time.time() - path.stat().st_mtime)
    except (FileNotFoundError, NotADirectoryError):
        return None


# How the copies go. They are made by a process that nobody watches: the bot looks, and tells.


class BackupNote(msgspec.Struct, frozen=True):
    """What `tortuga backup --keep` leaves."""

    made: float = 0.0
    """Unix time of the latest copy; 0: none yet."""
    failed: float = 0.0
    """Unix time of the latest attempt, if that came to nothing; else 0."""
    why: str = ""

    def trouble(self, now: float) -> str | None:
        """What the operator should know; None if all is well."""
        if self.failed:
            return f"the latest copy of the database failed: {self.why}"
        if now - self.made > BACKUP_OVERDUE:
            return f"no copy of the database was made for {(now - self.made) / 3600:.0f} hours"
        return None


def note_backup(path: Path, why: str = "") -> None:
    """Leave word that a copy was made, or failed because of `why`. The log is told if that fails."""
    before = read_backup_note(path) or BackupNote()
    now = time.time()
    note = BackupNote(before.made, now, why) if why else BackupNote(now)
    part = path.with_name(f"{path.name}.new")
    try:
        part.write_bytes(msgspec.json.encode(note))
        part.replace(path)
    except OSError as error:
        log.error("how the copy went cannot be noted", path=str(path), reason=str(error))


def read_backup_note(path: Path) -> BackupNote | None:
    """How the latest copy went; None if copies are not made by `tortuga backup --keep`."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=BackupNote)
    except (OSError, msgspec.MsgspecError):
        return None


@asynccontextmanager
async def watch_backups(
    path: Path, listener: Callable[[BackupNote], None] | None, *, interval: float = BACKUP_INTERVAL
) -> AsyncIterator[None]:
    """Log it as an error, once a day, as long as copies fail or are not made; tell `listener` how it goes."""
    task = asyncio.create_task(_watch_backups(path, listener, interval))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _watch_backups(path: Path, listener: Callable[[BackupNote], None] | None, interval: float) -> None:
    told, about = -BACKUP_AGAIN, ""
    while True:
        note, now = read_backup_note(path), time.time()
        if note is not None:
            if listener is not None:
                listener(note)
            trouble = note.trouble(now) or ""
            kind = trouble and ("failed" if note.failed else "overdue")
            if trouble and (kind != about or time.monotonic() - told > BACKUP_AGAIN):
                told = time.monotonic()
                log.error(trouble, since=round(now - note.made) if note.made else None)
            about = kind
        await asyncio.sleep(interval)


@asynccontextmanager
async def clearing_old_copies(place: Path | str, *, interval: float = 24 * 3600.0) -> AsyncIterator[None]:
    """What an upgrade or a restore kept beside the database is removed in time, also by a bot that is never
    stopped: it holds whoever has been erased since. (A start does the same.)
    """
    task = asyncio.create_task(_clear_copies(place, interval)) if isinstance(place, Path) else None
    try:
        yield
    finally:
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def _clear_copies(path: Path, interval: float) -> None:
    from storage import clear_old_copies

    while True:
        await asyncio.sleep(interval)
        try:
            await asyncio.to_thread(clear_old_copies, path, log.info)
        except OSError as error:
            log.error("old copies of the database cannot be looked for", reason=error.strerror)


# `tortuga health`: whether the bot on this machine is alive, for a HEALTHCHECK and for people.


def report_health(settings: LocalSettings) -> int:
    """Say when the bot last showed a sign of life; 0 if that is recent and there is space, else 1."""
    age = seconds_since_heartbeat(settings.heartbeat_path)
    if age is None:
        print(f"not running: there is no sign of life at {settings.heartbeat_path}")
        return 1
    if age > OVERDUE:
        print(f"not well: the last sign of life is {age:.0f} s old, more than {OVERDUE:.0f} s")
        return 1
    if why := _cannot_write(settings.database_path.parent):
        print(f"not well: nothing can be written to {settings.database_path.parent} ({why})")
        return 1
    print(f"well: the last sign of life is {age:.0f} s old")
    return 0


ROOM = 1024 * 1024
"""Bytes without which a disk is as good as full."""


def _cannot_write(folder: Path) -> str | None:
    """Why the folder takes nothing more, if so: its disk is full or read-only. Whoever may not write there
    does not learn it.
    """
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, ROOM)
            else:  # macOS, Windows
                file.write(bytes(ROOM))
                file.flush()
    except PermissionError:
        return None
    except OSError as error:
        return error.strerror or type(error).__name__
    return None


def report_backups(settings: LocalSettings) -> int:
    """Say how the latest copy went that `tortuga backup --keep` was to make; 0 if it is there, else 1."""
    note, now = read_backup_note(settings.backup_note_path), time.time()
    if note is None:
        print(f"no copy of {settings.database_path} was made yet by tortuga backup --keep")
        return 1
    if trouble := note.trouble(now):
        print(f"not well: {trouble}")
        return 1
    print(f"well: the latest copy is {(now - note.made) / 3600:.0f} hours old")
    return 0
