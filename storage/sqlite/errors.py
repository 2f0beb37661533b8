"""What SQLite says when something is wrong, as a sentence that an operator can act on."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from storage.errors import Damaged, StorageError, Unwritable

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
