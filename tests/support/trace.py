"""A trace of all that happens to the files of one folder: writes, syncs, names that come and go.

SQLite's part of it is observed (`tests.support.sqlite_files`), and so is what the bot itself does with
files: it makes, renames and removes them, and syncs their folder.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.support.sqlite_files import observed


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes were put into a file."""

    file: int
    at: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Truncate:
    """A file was cut, or made longer with zeros."""

    file: int
    size: int


@dataclass(frozen=True, slots=True)
class Sync:
    """All that had happened to the file before the event numbered `begun` is on the disk."""

    file: int
    begun: int


@dataclass(frozen=True, slots=True)
class Enter:
    """A name in the folder stands for this file now; `leaving` does not any more."""

    name: str
    file: int
    leaving: str | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """A name is gone from the folder."""

    name: str


@dataclass(frozen=True, slots=True)
class SyncFolder:
    """The names that had come and gone before the event numbered `begun` are on the disk."""

    begun: int


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that the world outside learnt at this moment."""

    what: Any


Event = Write | Truncate | Sync | Enter | Leave | SyncFolder | Mark


@dataclass
class Trace:
    """Everything in its order, as `Listener` is told it. A file keeps its number when it gets another
    name.
    """

    folder: Path
    before: dict[str, bytes] = field(default_factory=dict)
    """What the folder held at the beginning, by name; they have the numbers 0, 1, 2 ..."""
    events: list[Event] = field(default_factory=list)
    room: int | None = None
    """Bytes by which files may still grow: the disk is full after that. None: it is endless."""
    read_only: bool = False
    """Whether the disk takes no writes at all: a system makes it so when it meets errors on it."""
    _files: dict[str, int] = field(default_factory=dict)
    _sizes: list[int] = field(default_factory=list)

    def mark(self, what: Any) -> None:
        """The world outside has learnt this."""
        self.events.append(Mark(what))

    def begin(self) -> None:
        """What is there now was there before."""
        for name in sorted(file.name for file in self.folder.iterdir()):
            self.before[name] = (self.folder / name).read_bytes()
            self._files[name] = len(self._sizes)
            self._sizes.append(len(self.before[name]))

    # what SQLite does

    def opened(self, path: Path) -> None:
        if path.parent == self.folder and path.name not in self._files:
            self._files[path.name] = len(self._sizes)
            self._sizes.append(0)
            self.events.append(Enter(path.name, self._files[path.name]))

    def deleted(self, path: Path, folder_synced: bool) -> None:
        if path.parent == self.folder and path.name in self._files:
            self._sizes[self._files.pop(path.name)] = 0
            self.events.append(Leave(path.name))
            if folder_synced:
                self.events.append(SyncFolder(len(self.events)))

    def may_write(self, path: Path, at: int, size: int) -> int:
        """See `Listener.may_write`: what a full disk or one that takes no writes would say."""
        file = self._files.get(path.name)
        if self.read_only:
            return sqlite3.SQLITE_IOERR_WRITE
        if self.room is None or file is None or path.parent != self.folder:
            return sqlite3.SQLITE_OK
        more = max(0, at + size - self._sizes[file])
        if more > self.room:
            return sqlite3.SQLITE_FULL
        self.room -= more
        return sqlite3.SQLITE_OK

    def written(self, path: Path, at: int, data: bytes) -> None:
        if path.parent == self.folder:
            file = self._files[path.name]
            self._sizes[file] = max(self._sizes[file], at + len(data))
            self.events.append(Write(file, at, data))

    def truncated(self, path: Path, size: int) -> None:
        if path.parent == self.folder:
            file = self._files[path.name]
            if self.room is not None:
                self.room += max(0, self._sizes[file] - size)
            self._sizes[file] = size
            self.events.append(Truncate(file, size))

    def syncing(self) -> int:
        return len(self.events)

    def synced(self, path: Path, begun: int, folder: bool) -> None:
        if path.parent == self.folder:
            self.events.append(Sync(self._files[path.name], begun))
            if folder:
                self.events.append(SyncFolder(begun))

    # what the bot does

    def renamed(self, old: Path, new: Path) -> None:
        """A file has another name."""
        if old.parent == self.folder:
            self._files[new.name] = self._files.pop(old.name)
            self.events.append(Enter(new.name, self._files[new.name], leaving=old.name))

    def folder_synced(self, begun: int) -> None:
        """The bot has waited for the folder's names."""
        self.events.append(SyncFolder(begun))


@contextmanager
def recording(folder: Path) -> Iterator[Trace]:
    """Records all that happens in `folder` through connections that are opened while the block lasts."""
    trace = Trace(folder.resolve())
    trace.begin()
    with ExitStack() as stack:
        stack.enter_context(observed(trace))
        for name, hook in _hooks(trace).items():
            stack.enter_context(patch.object(os, name, hook))
        yield trace


def _hooks(trace: Trace) -> dict[str, Any]:
    """The functions of `os` by which the bot deals with files, with ears."""
    real_open, real_rename, real_unlink, real_fsync = os.open, os.rename, os.unlink, os.fsync

    def open_file(path: Any, flags: int, *others: Any, **named: Any) -> int:
        descriptor = real_open(path, flags, *others, **named)
        if flags & os.O_CREAT and not named.get("dir_fd"):
            trace.opened(Path(os.path.abspath(path)))
        return descriptor

    def rename(old: Any, new: Any) -> None:
        real_rename(old, new)
        trace.renamed(Path(os.path.abspath(old)), Path(os.path.abspath(new)))

    def unlink(path: Any, **named: Any) -> None:
        real_unlink(path, **named)
        if not named.get("dir_fd"):
            trace.deleted(Path(os.path.abspath(path)), folder_synced=False)

    def fsync(descriptor: int) -> None:
        begun = trace.syncing()
        real_fsync(descriptor)
        about = os.fstat(descriptor)
        if stat.S_ISDIR(about.st_mode) and os.path.samestat(about, trace.folder.stat()):
            trace.folder_synced(begun)

    return {"open": open_file, "rename": rename, "unlink": unlink, "fsync": fsync}


def told(trace: Trace) -> Iterator[str]:
    """The trace in words: "write NAME AT SIZE", "cut NAME SIZE", "sync NAME" (or "folder"), "remove NAME"."""
    names = dict(enumerate(trace.before))
    for event in trace.events:
        match event:
            case Write():
                yield f"write {names[event.file]} {event.at} {len(event.data)}"
            case Truncate():
                yield f"cut {names[event.file]} {event.size}"
            case Sync():
                yield f"sync {names[event.file]}"
            case SyncFolder():
                yield "sync folder"
            case Leave():
                yield f"remove {event.name}"
            case Enter():
                names[event.file] = event.name
            case Mark():
                pass
