"""What SQLite says when something is wrong, as a sentence that an operator can act on."""

from __future__ import annotations

import errno
import os
import socket
import sqlite3
import stat
import sys
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path

import aiosqlite

from storage.errors import Damaged, InUse, StorageError, Unwritable

TROUBLE = (sqlite3.Error, UnicodeDecodeError)
"""What Python's sqlite3 raises; the latter where even SQLite's own message has something damaged in it."""

_LOCKED = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_FORBIDDEN = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN})
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


def _code(error: BaseException) -> int:
    """SQLite's primary result code; 0 for an error that is not SQLite's own."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def is_locked(error: BaseException) -> bool:
    """Whether another connection was in the way."""
    return _code(error) in _LOCKED


def _is_unreadable_text(error: BaseException) -> bool:
    """Python's own complaint of a text that is not UTF-8. It has no code of SQLite's, and quotes the text."""
    return isinstance(error, UnicodeDecodeError) or (
        isinstance(error, sqlite3.OperationalError) and not _code(error)
    )


def explain(error: BaseException, path: Path) -> StorageError:
    """The sentence for an error that came up while working on the database at `path`."""
    if _is_unreadable_text(error):
        return damaged(path, "a text in it cannot be read")
    code, name = _code(error), getattr(error, "sqlite_errorname", type(error).__name__)
    if code == sqlite3.SQLITE_FULL:
        return Unwritable(
            f"The disk that holds {path} is full, so nothing was stored. "
            "Free some space; nothing needs to be restarted."
        )
    if is_locked(error):
        return Unwritable(
            f"Another program keeps {path} locked, so nothing was stored. "
            "Close it (a database browser, or a second bot on the same file)."
        )
    if code in _FORBIDDEN:
        return forbidden(path, name)
    if code == sqlite3.SQLITE_IOERR:
        return Unwritable(
            f"The disk that holds {path} refused to read or write ({name}), so nothing was stored. "
            "Look at its free space, the quota and the system's log."
        )
    if code in _DAMAGED:
        return damaged(path, str(error))
    return StorageError(f"The database {path} failed: {error} ({name}). Nothing was stored.")


def forbidden(path: Path, reason: str) -> Unwritable:
    """The sentence for a file that cannot be opened as it must be."""
    return Unwritable(
        f"{path} cannot be opened for writing ({reason}). Its folder must exist, and whoever runs the bot "
        "must be allowed to write to the folder, the file, and the -wal and -shm files beside it."
    )


def damaged(path: Path, finding: str) -> Damaged:
    """The sentence for a file that is no database, or no longer a sound one."""
    return Damaged(
        f"{path} is damaged, or not a database at all ({finding}). "
        "Move it away together with its -wal and -shm files, and put the latest backup in its place."
    )


def is_about_the_file(error: BaseException) -> bool:
    """Whether an error tells of the disk or the file, and not of the row that was just being written."""
    return isinstance(error, sqlite3.DatabaseError) and not isinstance(
        error, sqlite3.IntegrityError | sqlite3.DataError | sqlite3.ProgrammingError | sqlite3.InterfaceError
    )


# Connections to the database file, set up the one way that the promises of this package need.


AGAIN = 0.01
"""Seconds between two attempts where SQLite itself does not wait."""
PATIENCE = 2.0
"""Seconds to wait for another program's lock. Less than the three within which a press must be answered."""

SQLITE_VERSION = sqlite3.sqlite_version
"""The version of the SQLite library that this Python brings."""
_SQLITE_NEEDED = (3, 37)
"""The first with STRICT tables."""

_EVERY_CONNECTION = (
    "PRAGMA foreign_keys = ON",
    # What SQLite would put into temporary files may be a hand.
    "PRAGMA temp_store = MEMORY",
)

WRITING = (
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


@contextmanager
def sole_use(path: Path) -> Generator[None, None, None]:
    """Keeps every other bot, and whoever would replace the file, away from it as long as the block lasts.

    The system's lock on a file beside the database: it ends with the process, however that ends. (Not on the
    database, where SQLite's own locks would go with it when the file is closed; and the file stays, as a lock
    on one that was removed keeps nobody away.)

    InUse if another process has it; Unwritable if the place knows no locks.
    """
    with _locked(path, shared=False):
        yield


@contextmanager
def without_a_bot(path: Path) -> Generator[None, None, None]:
    """Keeps every bot away as `sole_use` does, but not others that do the same. InUse if one has it."""
    with _locked(path, shared=True):
        yield


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int, *, shared: bool) -> None:
        """BlockingIOError if somebody has it, shared or not: Windows has no other lock of a file's part."""
        os.lseek(descriptor, 1 << 30, os.SEEK_SET)  # behind what the file says of its holder
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(error.errno, error.strerror) from error
else:
    import fcntl

    def _lock(descriptor: int, *, shared: bool) -> None:
        """BlockingIOError if somebody has it who does not share it."""
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


@contextmanager
def _locked(path: Path, *, shared: bool) -> Generator[None, None, None]:
    make_place(path)
    real = path.resolve()  # as SQLite does for its own files: a link leads to the same lock
    beside = real.with_name(f"{real.name}.lock")
    try:
        descriptor = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise forbidden(beside, error.strerror or type(error).__name__) from error
    try:
        try:
            _lock(descriptor, shared=shared)
        except BlockingIOError as error:
            os.lseek(descriptor, 0, os.SEEK_SET)
            holder = os.read(descriptor, 200).decode("utf-8", "replace").strip() or "a process"
            raise InUse(
                f"A bot runs on {path} already ({holder}), so this one leaves it alone. Stop that one first, "
                "or name another file in DATABASE_PATH."
            ) from error
        except OSError as error:
            raise Unwritable(
                f"{beside} cannot be locked ({error.strerror}), so nothing would keep a second bot away. "
                "Network file systems are no place for the database: put it on a disk of this machine."
            ) from error
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, f"process {os.getpid()} on {socket.gethostname()}\n".encode())
        yield
    finally:
        os.close(descriptor)


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


def reading_uri(path: Path) -> str:
    """What SQLite is to be told so that it reads the file and changes nothing."""
    return _uri(path, "ro")


def _uri(path: Path, mode: str) -> str:
    return f"{path.absolute().as_uri()}?mode={mode}"


def connect_to_write(path: Path) -> sqlite3.Connection:
    """A connection in autocommit mode: a statement alone, like a transaction, is durable when it returns.

    It belongs to the thread that calls. StorageError if it cannot be had.
    """
    return _connect(path, "rw", _EVERY_CONNECTION + WRITING)


async def connect_to_read(path: Path) -> aiosqlite.Connection:
    """A connection that sees every finished commit and waits for no writer. StorageError if there is none."""
    return await _in_own_thread(path, "ro", _EVERY_CONNECTION)


async def _in_own_thread(path: Path, mode: str, pragmas: tuple[str, ...]) -> aiosqlite.Connection:
    _require_readable(path)
    return await aiosqlite.Connection(partial(_connect, path, mode, pragmas), iter_chunk_size=64)


def _connect(path: Path, mode: str, pragmas: tuple[str, ...]) -> sqlite3.Connection:
    _require_readable(path)
    try:
        db = sqlite3.connect(_uri(path, mode), uri=True, timeout=PATIENCE, isolation_level=None)
    except TROUBLE as error:
        raise explain(error, path) from error
    try:
        for pragma in pragmas:
            _settle(db, pragma)
    except BaseException as error:
        db.close()
        if isinstance(error, TROUBLE):
            raise explain(error, path) from error
        raise
    return db


def _settle(db: sqlite3.Connection, pragma: str) -> None:
    """Carry it out, as soon as others let it be: a file that gets its write-ahead log, at the very first
    start, must be nobody else's at that moment, and SQLite does not wait for that by itself.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            db.execute(pragma)
            return
        except sqlite3.OperationalError as error:
            if not is_locked(error) or time.monotonic() > until:
                raise
        time.sleep(AGAIN)


@asynccontextmanager
async def writing(path: Path) -> AsyncGenerator[aiosqlite.Connection, None]:
    """A connection to write for as long as the block lasts; SQLite's errors leave it as StorageErrors."""
    async with _for_a_while(path, await _in_own_thread(path, "rw", _EVERY_CONNECTION + WRITING)) as db:
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
        async with _for_a_while(path, await _in_own_thread(path, "rw", _EVERY_CONNECTION)) as db:
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
