"""The bot's database: in other hands for a while, and looked at, also after a crash; on either engine."""

from __future__ import annotations

import re
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Protocol

from storage import migrate
from storage.postgres.connection import connect

_templates = list[bytes]()


async def made(path: Path) -> Path:
    """The path: where no file is there yet, it is a database of today's layout in which nothing is stored.

    It takes a third of the time that a start takes which makes one.
    """
    if not _templates:
        with tempfile.TemporaryDirectory() as folder:
            template = Path(folder) / "template"
            await migrate(template)
            _templates.append(template.read_bytes())
    if not path.exists():
        path.write_bytes(_templates[0])
    return path


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


class Rows(Protocol):
    """Asks a database: the rows that a statement yields, if any, with values for its question marks."""

    async def __call__(self, sql: str, *values: object) -> list[tuple[Any, ...]]: ...


@asynccontextmanager
async def reading(place: Path | str, *, at_one_moment: bool = False) -> AsyncIterator[Rows]:
    """A file, or what is at an address; all of it as it is `at_one_moment`, or as it is by each question."""
    if isinstance(place, Path):
        with closing(sqlite3.connect(place, isolation_level=None)) as file:
            if at_one_moment:
                file.execute("BEGIN")

            async def from_file(sql: str, *values: object) -> list[tuple[Any, ...]]:
                return file.execute(sql, values).fetchall()

            yield from_file
        return
    server = await connect(place)
    try:

        async def from_server(sql: str, *values: object) -> list[tuple[Any, ...]]:
            numbers = count(1)
            numbered = re.sub(r"\?", lambda _mark: f"${next(numbers)}", sql)
            return [tuple(row.values()) for row in await server.fetch(numbered, *values)]

        if at_one_moment:
            await server.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield from_server
    finally:
        await server.close()


async def rows_of(place: Path | str, sql: str, *values: object) -> list[tuple[Any, ...]]:
    """What a single statement yields."""
    async with reading(place) as rows:
        return await rows(sql, *values)


@asynccontextmanager
async def examined(place: Path | str, folder: Path) -> AsyncIterator[Rows]:
    """The database as a crash left it: a file that nobody has open, in a copy in which all is in order; a
    server's, which keeps it in order itself, at one moment.
    """
    if isinstance(place, Path):
        there = folder / "examined"
        shutil.rmtree(there, ignore_errors=True)
        there.mkdir()
        place = copied(place, there)
        with closing(sqlite3.connect(place)) as database:
            assert_sound(database)
    async with reading(place, at_one_moment=True) as rows:
        yield rows
