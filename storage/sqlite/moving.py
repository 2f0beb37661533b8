"""A SQLite file from which everything is moved, or to which. See `storage.moving.Side`."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiosqlite

from storage.errors import StorageError, Unwritable
from storage.sqlite.backup import begin_beside, publish
from storage.sqlite.connection import TROUBLE, explain, reading, sole_use, writing
from storage.sqlite.migrations import RUNS_BESIDE, migrate, migrations, require_known_layout

_COLUMNS = (
    "SELECT tables.name, columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns"
    " WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    " AND tables.name NOT LIKE '\\_litestream\\_%' ESCAPE '\\' ORDER BY tables.rowid, columns.cid"
)
_ONLY = {"notes": f" WHERE key NOT LIKE '{RUNS_BESIDE} %'"}
"""The notes about the file's own layout stay with it."""
_GUILDS = {
    "table_id": "(SELECT guild FROM tables WHERE id = table_id)",
    "tournament_id": "(SELECT guild FROM tournaments WHERE id = tournament_id)",
}
"""Whose server a row belongs to, by a column of it."""
_NO_GUILD = "0"
"""What presses were answered with is found by their ids alone."""
_ROWS_AT_ONCE = 200
_CACHE = "PRAGMA cache_size = -16000"  # in KiB


@asynccontextmanager
async def stopped_file(path: Path) -> AsyncGenerator[SqliteSide, None]:
    """A file as it is at one moment, while no bot can have it."""
    _require_there(path)
    with sole_use(path):
        async with reading(path) as db:
            await db.execute("BEGIN")
            layout, newest = await require_known_layout(db, path), len(migrations())
            if layout < newest:
                raise StorageError(
                    f"{path} has layout {layout}, and this version knows how to move layout {newest}. Bring "
                    "it up to date first: tortuga migrate."
                )
            yield SqliteSide(db, path)


@asynccontextmanager
async def new_file(path: Path) -> AsyncGenerator[SqliteSide, None]:
    """A file in which nothing is stored. It gets its name at the end, if nothing went wrong."""
    part = _begin(path)
    try:
        await migrate(part, sole=True)
        async with writing(part) as db:
            await db.execute(_CACHE)
            await db.execute("BEGIN IMMEDIATE")
            await db.execute("PRAGMA defer_foreign_keys = ON")  # whatever comes first
            yield SqliteSide(db, path)
            await db.commit()
        publish(part, path)
    finally:
        for suffix in ("", "-wal", "-shm"):
            part.with_name(part.name + suffix).unlink(missing_ok=True)


def _require_there(path: Path) -> None:
    if not path.is_file():
        raise StorageError(f"There is no database at {path}. Look at DATABASE_PATH.")


def _begin(path: Path) -> Path:
    if path.exists():
        raise Unwritable(f"{path} is already there and is not overwritten. Choose another name.")
    return begin_beside(path)


class SqliteSide:
    """A `storage.moving.Side` in a SQLite file. Made by `stopped_file` and `new_file`."""

    def __init__(self, db: aiosqlite.Connection, path: Path) -> None:
        self._db = db
        self._path = path

    @property
    def name(self) -> str:
        return str(self._path)

    async def columns(self) -> Mapping[str, Sequence[str]]:
        found = dict[str, list[str]]()
        async for table, column in self._select(_COLUMNS):
            found.setdefault(table, []).append(column)
        return found

    async def count(self, table: str) -> int:
        [number] = [row[0] async for row in self._select(f'SELECT count(*) FROM "{table}"{_only(table)}')]
        return number

    async def rows(self, table: str, columns: Sequence[str]) -> AsyncIterator[Sequence[Any]]:
        there = (await self.columns())[table]
        guild = next((_GUILDS[column] for column in there if column in _GUILDS), _NO_GUILD)
        wanted = ", ".join(f'"{column}"' if column in there else guild for column in columns)
        async for row in self._select(f'SELECT {wanted} FROM "{table}"{_only(table)}'):
            yield row

    async def fill(self, table: str, columns: Sequence[str], rows: AsyncIterator[Sequence[Any]]) -> None:
        names = ", ".join(f'"{column}"' for column in columns)
        sql = f'INSERT INTO "{table}" ({names}) VALUES ({", ".join("?" * len(columns))})'
        waiting = list[Sequence[Any]]()
        async for row in rows:
            waiting.append(row)
            if len(waiting) == _ROWS_AT_ONCE:
                await self._db.executemany(sql, waiting)
                waiting.clear()
        await self._db.executemany(sql, waiting)

    async def last_ids(self) -> Mapping[str, int]:
        return {name: last async for name, last in self._select("SELECT name, seq FROM sqlite_sequence")}

    async def go_on_after(self, last_ids: Mapping[str, int]) -> None:
        for table, last in last_ids.items():
            await self._db.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
            await self._db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, last))

    async def _select(self, sql: str) -> AsyncIterator[Sequence[Any]]:
        try:
            # Not closed here: whoever stops in the middle closes the connection, and leaves this behind.
            cursor = await self._db.execute(sql)
            while rows := await cursor.fetchmany(_ROWS_AT_ONCE):
                for row in rows:
                    yield tuple(row)
        except TROUBLE as error:
            raise explain(error, self._path) from error


def _only(table: str) -> str:
    return _ONLY.get(table, "")
