"""What SQLite asks of the operating system, observed and, if wanted, refused: its VFS methods, wrapped.

The library that Python's own `sqlite3` uses is asked for its default VFS (https://sqlite.org/vfs.html),
whose `xOpen` and `xDelete` are replaced for a while. A file that is opened in that time gets a copy of its
methods in which `xWrite`, `xTruncate` and `xSync` are replaced. The real methods do the work.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from pathlib import Path
from typing import Any, Protocol

_OPEN_CREATE = 0x4
_JOURNALS = 0x800 | 0x4000 | 0x80000
"""SQLite's flags of a journal's file: SQLITE_OPEN_MAIN_JOURNAL, _SUPER_JOURNAL and _WAL."""


class Listener(Protocol):
    """Hears of each thing that SQLite did to a file, after it was done."""

    def opened(self, path: Path) -> None:
        """The file is there now, whether it was before or not."""
        ...

    def deleted(self, path: Path, folder_synced: bool) -> None:
        """The file's name is gone; `folder_synced`: on the disk, too."""
        ...

    def may_write(self, path: Path, at: int, size: int) -> int:
        """Asked before a write: SQLite's result code, 0 (SQLITE_OK) to let it happen."""
        ...

    def written(self, path: Path, at: int, data: bytes) -> None:
        """These bytes stand there now."""
        ...

    def truncated(self, path: Path, size: int) -> None:
        """The file ends there now."""
        ...

    def syncing(self) -> int:
        """A sync begins; what is returned comes back with `synced`."""
        ...

    def synced(self, path: Path, begun: int, folder: bool) -> None:
        """What was written to the file before it began is on the disk; `folder`: so are the names."""
        ...


class _File(Structure):
    """The beginning of a `sqlite3_file`."""

    _fields_ = (("methods", c_void_p),)


# Names are passed on as the pointers that they are: SQLite keeps what it knows of a file behind its name.
_Open = CFUNCTYPE(c_int, c_void_p, c_void_p, POINTER(_File), c_int, c_void_p)
_Delete = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
_Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_Truncate = CFUNCTYPE(c_int, c_void_p, c_int64)
_Sync = CFUNCTYPE(c_int, c_void_p, c_int)


class _Vfs(Structure):
    """A `sqlite3_vfs`, as far as it is of interest."""

    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", _Open),
        ("delete", _Delete),
    )


class _Methods(Structure):
    """A `sqlite3_io_methods` of version 3."""

    _fields_ = (
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", _Write),
        ("truncate", _Truncate),
        ("sync", _Sync),
        *((f"other{number}", c_void_p) for number in range(13)),
    )


class NotPossible(Exception):
    """This Python's SQLite cannot be observed: its functions are hidden, or its VFS is not known here."""


_kept: list[Any] = []
"""What SQLite has pointers to for as long as a connection lives that was opened while it was observed."""


@contextmanager
def observed(listener: Listener) -> Iterator[None]:
    """While the block lasts, `listener` hears of every file that is opened in it, through any connection of
    this process. NotPossible if it cannot.
    """
    vfs = _default_vfs()
    real_open, real_delete = _Open.from_buffer_copy(vfs.open), _Delete.from_buffer_copy(vfs.delete)

    def open_file(pointer: int, name: int | None, file: Any, flags: int, flags_out: int) -> int:
        result = real_open(pointer, name, file, flags, flags_out)
        if result == sqlite3.SQLITE_OK and name:
            path = _path(name)
            listener.opened(path)
            syncs_folder = bool(flags & _OPEN_CREATE and flags & _JOURNALS)
            methods = _wrapped(file.contents.methods, path, listener, syncs_folder)
            file.contents.methods = ctypes.addressof(methods)
        return result

    def delete(pointer: int, name: int, sync_folder: int) -> int:
        result = real_delete(pointer, name, sync_folder)
        if result == sqlite3.SQLITE_OK:
            listener.deleted(_path(name), bool(sync_folder))
        return result

    vfs.open, vfs.delete = hooks = _Open(open_file), _Delete(delete)
    _kept.append(hooks)
    try:
        yield
    finally:
        vfs.open, vfs.delete = real_open, real_delete


def _path(name: int) -> Path:
    return Path(os.fsdecode(ctypes.string_at(name)))


def _default_vfs() -> _Vfs:
    try:
        find = ctypes.CDLL(_sqlite3.__file__).sqlite3_vfs_find
    except (AttributeError, OSError) as error:
        raise NotPossible("this Python's SQLite does not show its functions") from error
    find.restype = POINTER(_Vfs)
    vfs = find(None).contents
    if not vfs.name.startswith(b"unix"):
        raise NotPossible(f"how SQLite's VFS {vfs.name.decode()} syncs folders is not known here")
    return vfs


def _wrapped(methods: int, path: Path, listener: Listener, syncs_folder: bool) -> _Methods:
    """The methods of one open file, with ears."""
    real = _Methods.from_address(methods)
    unsynced = [syncs_folder]  # the unix VFS syncs a new journal's folder along with its first sync

    def write(file: int, data: int, size: int, at: int) -> int:
        result = listener.may_write(path, at, size) or real.write(file, data, size, at)
        if result == sqlite3.SQLITE_OK:
            listener.written(path, at, ctypes.string_at(data, size))
        return result

    def truncate(file: int, size: int) -> int:
        result = real.truncate(file, size)
        if result == sqlite3.SQLITE_OK:
            listener.truncated(path, size)
        return result

    def sync(file: int, flags: int) -> int:
        begun = listener.syncing()
        result = real.sync(file, flags)
        if result == sqlite3.SQLITE_OK:
            listener.synced(path, begun, unsynced[0])
            unsynced[0] = False
        return result

    copy = _Methods.from_buffer_copy(real)
    copy.write, copy.truncate, copy.sync = hooks = _Write(write), _Truncate(truncate), _Sync(sync)
    _kept.append((copy, hooks))
    return copy
