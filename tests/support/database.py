"""The bot's database: in other hands for a while, and looked at after a crash."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def locked(folder: Path) -> Iterator[sqlite3.Connection]:
    """Another program holds the database."""
    other = sqlite3.connect(folder / "tortuga.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield other
    finally:
        if other.in_transaction:
            other.execute("ROLLBACK")
        other.close()


def assert_sound(database: sqlite3.Connection) -> None:
    """SQLite finds nothing amiss: every page is in order, and every row belongs to one that exists."""
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []


def copied(database: Path, folder: Path) -> Path:
    """A copy, in `folder`, of a database that nobody has open: looking at it mends nothing."""
    for file in database.parent.glob(f"{database.name}*"):
        if file.name.removeprefix(database.name) in ("", "-wal", "-journal"):
            shutil.copyfile(file, folder / file.name)
    return folder / database.name
