"""Moves a database from SQLite to PostgreSQL, or back, while no bot has it. The source stays as it is.

What there is to copy is found from the tables of both, and compared before the one transaction at the target
ends: the databases count each table's rows, which are read again for a digest that does not depend on their
order.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Protocol

import msgspec

from storage.errors import StorageError
from storage.opening import name_of
from storage.sqlite.backup import quietly
from storage.sqlite.moving import new_file, stopped_file

Row = Sequence[Any]

GUILD = "guild"
"""The column that tables have in PostgreSQL even where it follows from another one."""
_ROWS_A_WORD = 100_000


class Side(Protocol):
    """A database out of which, or into which, another one is copied; in one transaction."""

    @property
    def name(self) -> str:
        """What it is called in a sentence."""
        ...

    async def columns(self) -> Mapping[str, Sequence[str]]:
        """Of all tables that belong to any bot on it; what others point to comes first."""
        ...

    async def count(self, table: str) -> int:
        """How many rows the database says there are."""
        ...

    def rows(self, table: str, columns: Sequence[str]) -> AsyncIterator[Row]:
        """All rows, in any order. `GUILD` may be asked for where there is no such column."""
        ...

    async def fill(self, table: str, columns: Sequence[str], rows: AsyncIterator[Row]) -> None:
        """Stores rows as they are. StorageError if one cannot be."""
        ...

    async def last_ids(self) -> Mapping[str, int]:
        """By the tables whose ids never come back: the highest that was ever given."""
        ...

    async def go_on_after(self, last_ids: Mapping[str, int]) -> None:
        """From now on, new ids are above these."""
        ...


class MovedTable(msgspec.Struct, frozen=True):
    """A table that is the same in both."""

    name: str
    rows: int
    digest: str


async def move(
    source: Path | str, target: Path | str, say: Callable[[str], None] = quietly
) -> list[MovedTable]:
    """Copies all there is from a file to an address, or from an address to a file, and compares it.

    `say` is called with how it goes on. StorageError, and nothing at the target, if a bot runs on the
    source, if the target is not empty, or if anything else is in the way.
    """
    _require_another_kind(source, target)
    async with AsyncExitStack() as held:
        if isinstance(source, Path):
            here: Side = await held.enter_async_context(stopped_file(source))
        else:
            from storage.postgres.moving import stopped_database  # loaded by those alone who use it

            here = await held.enter_async_context(stopped_database(source))
        if isinstance(target, Path):
            there: Side = await held.enter_async_context(new_file(target))
        else:
            from storage.postgres.moving import empty_database

            there = await held.enter_async_context(empty_database(target))
        return await _copy_all(here, there, say)


def _require_another_kind(source: Path | str, target: Path | str) -> None:
    if isinstance(source, Path) is not isinstance(target, Path):
        return
    if name_of(source) == name_of(target):
        raise StorageError(f"{name_of(source)} is where the games are already. Name another place.")
    instead = "tortuga backup" if isinstance(source, Path) else "PostgreSQL's own pg_dump"
    raise StorageError(
        "To move is to go from a file to PostgreSQL, or back. Here both are of one kind: make the copy with "
        f"{instead}."
    )


async def _copy_all(source: Side, target: Side, say: Callable[[str], None]) -> list[MovedTable]:
    tables = await _common(source, target)
    counted = {table: await source.count(table) for table in tables}
    progress = _Progress(say, sum(counted.values()))
    for table, columns in (await target.columns()).items():
        await target.fill(table, columns, progress.over(source.rows(table, columns), "copied"))
    await target.go_on_after(await source.last_ids())
    moved = [
        await _compare(table, columns, counted[table], source, target, progress)
        for table, columns in tables.items()
    ]
    await _compare_last_ids(source, target)
    return moved


async def _common(source: Side, target: Side) -> dict[str, list[str]]:
    """The columns that both have, of all tables. StorageError if anything would be left behind, or empty."""
    here, there = await source.columns(), await target.columns()
    for table in (*here, *there):
        lacking = set(here.get(table, ())) ^ set(there.get(table, ()))
        if table not in here or table not in there or lacking - {GUILD}:
            side = target if table not in there else source
            raise StorageError(
                f"{source.name} and {target.name} do not hold the same ({table}): {side.name} has a table or "
                "a column too few, or the other one has one of another program. Nothing was moved."
            )
    return {table: sorted(set(here[table]) & set(there[table])) for table in sorted(here)}


class _Progress:
    """Says now and then how many rows are done."""

    def __init__(self, say: Callable[[str], None], rows: int) -> None:
        self._say = say
        self._rows = rows
        self._done = dict[str, int]()

    async def over(self, rows: AsyncIterator[Row], doing: str) -> AsyncIterator[Row]:
        """The rows, as they are."""
        done = self._done.get(doing, 0)
        async for row in rows:
            yield row
            done += 1
            if not done % _ROWS_A_WORD:
                self._say(f"{done:,} of {self._rows:,} rows {doing}")
        self._done[doing] = done


async def _compare(
    table: str, columns: Sequence[str], counted: int, source: Side, target: Side, progress: _Progress
) -> MovedTable:
    here = await _digest(progress.over(source.rows(table, columns), "compared"))
    there = await _digest(target.rows(table, columns))
    if here != there or here[0] != counted or counted != await target.count(table):
        raise StorageError(
            f"{table} is not the same in {target.name} as in {source.name}. Nothing was moved; please report "
            "this."
        )
    return MovedTable(table, *here)


async def _digest(rows: AsyncIterator[Row]) -> tuple[int, str]:
    """How many rows there are, and the sum of their hashes: the same in whatever order they come."""
    total = number = 0
    async for row in rows:
        plain = tuple(int(value) if isinstance(value, bool) else value for value in row)
        total += int.from_bytes(hashlib.blake2b(repr(plain).encode(), digest_size=16).digest())
        number += 1
    return number, f"{total % 2**128:032x}"


async def _compare_last_ids(source: Side, target: Side) -> None:
    given = await source.last_ids()
    for table, last in (await target.last_ids()).items():
        if last < given.get(table, 0):
            raise StorageError(
                f"Ids of {table} would come back in {target.name}. Nothing was moved; please report this."
            )
