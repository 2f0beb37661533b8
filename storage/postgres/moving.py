"""A PostgreSQL database from which everything is moved, or to which. See `storage.moving.Side`."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from graphlib import TopologicalSorter
from typing import Any, Protocol, cast

from storage.address import name_of
from storage.errors import InUse, StorageError, Unwritable, WrongAddress
from storage.postgres.connection import (
    RUNNING,
    Connection,
    connect,
    explain,
    is_about_the_row,
    is_lost,
    say_goodbye,
)
from storage.postgres.migrations import LAYOUT_LOCK, bring_up_to_date, layout_of, migrations

OF_THE_SERVER = frozenset({"layout", "processes", "leases", "identifies", "sessions_begun"})
"""The tables that tell of the database itself and of who works with it, and stay with it."""
_COLUMNS = (
    "SELECT relname, attname, format_type(atttypid, NULL) FROM pg_class"
    " JOIN pg_attribute ON attrelid = pg_class.oid"
    " WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition"
    " AND attnum > 0 AND NOT attisdropped ORDER BY relname, attnum"
)
_POINTS_TO = (
    "SELECT source.relname, target.relname FROM pg_constraint"
    " JOIN pg_class AS source ON source.oid = conrelid"
    " JOIN pg_class AS target ON target.oid = confrelid WHERE contype = 'f'"
    " AND connamespace = current_schema()::regnamespace"
)
_SEQUENCES = (
    "SELECT table_name, coalesce(pg_get_serial_sequence(quote_ident(table_name), column_name),"
    " substring(column_default from '''(.+)''')) FROM information_schema.columns"
    " WHERE table_schema = current_schema() AND (is_identity = 'YES' OR column_default LIKE 'nextval(%')"
)
_TAKE = "SELECT bool_and(pg_try_advisory_lock($1, layout)) FROM generate_series(1, $2) AS layout"
_PATIENT = "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0"
"""The other database is read for as long as it takes, whatever the server usually has."""
_ROWS_AT_ONCE = 200


class MovingConnection(Connection, Protocol):
    """What is used of `asyncpg.Connection` here beyond what `Connection` names."""

    def transaction(
        self, *, isolation: str | None = None, readonly: bool = False
    ) -> AbstractAsyncContextManager[Any]:
        """A transaction as long as the block lasts."""
        ...

    def cursor(self, sql: str, *, prefetch: int) -> AsyncIterator[Any]:
        """The rows, so many at a time."""
        ...

    async def copy_records_to_table(
        self, table: str, *, records: AsyncIterator[Sequence[Any]], columns: Sequence[str]
    ) -> str:
        """Writes all records into the table by COPY; gives the server's command tag, as "COPY 12"."""
        ...


@asynccontextmanager
async def stopped_database(url: str) -> AsyncGenerator[PostgresSide, None]:
    """A database as it is at one moment, while no bot can have it."""
    async with _connected(url) as db, db.transaction(isolation="repeatable_read", readonly=True):
        if not await layout_of(db, url):
            raise StorageError(f"{name_of(url)} is empty: there is nothing to move. Look at DATABASE_URL.")
        await _require_newest_layout(db, url)
        await _keep_bots_away(db, url)
        yield PostgresSide(db, url)


@asynccontextmanager
async def empty_database(url: str) -> AsyncGenerator[PostgresSide, None]:
    """A database in which nothing is stored, if need be with new tables. They stay if nothing goes wrong."""
    async with _connected(url) as db:
        if not await db.fetchval("SELECT pg_try_advisory_lock($1)", LAYOUT_LOCK):
            raise InUse(f"Another program is about the tables of {name_of(url)}. Stop it first.")
        async with db.transaction():
            if not await layout_of(db, url):
                await bring_up_to_date(db, url, lambda _words: None)
            await _require_newest_layout(db, url)
            await _keep_bots_away(db, url)
            side = PostgresSide(db, url)
            tables = await side.columns()
            for table in tables:
                if await db.fetchval(f'SELECT EXISTS (SELECT FROM "{table}")'):
                    raise Unwritable(
                        f"{name_of(url)} is not empty (there are rows in {table}), and nothing there is "
                        "overwritten. Name a new database."
                    )
            for table in tables:  # what they add comes along from the source
                await db.execute(f'ALTER TABLE "{table}" DISABLE TRIGGER USER')
            yield side
            for table in tables:
                await db.execute(f'ALTER TABLE "{table}" ENABLE TRIGGER USER')
            await db.execute("ANALYZE")


@asynccontextmanager
async def _connected(url: str) -> AsyncGenerator[MovingConnection, None]:
    try:
        db = cast(MovingConnection, await connect(url))
        try:
            await db.execute(_PATIENT)
            yield db
        finally:
            await say_goodbye(db)
    except Exception as error:
        told = explain(error, url)
        if is_lost(error) and not isinstance(told, WrongAddress):
            why = getattr(error, "strerror", None) or type(error).__name__
            raise Unwritable(
                f"The PostgreSQL server of {name_of(url)} does not answer ({why}), so nothing was moved. See "
                "that it runs, and that this is its address."
            ) from error
        raise told from error


async def _require_newest_layout(db: Connection, url: str) -> None:
    layout, newest = await layout_of(db, url), len(migrations())
    if layout != newest:
        raise StorageError(
            f"{name_of(url)} has layout {layout}, and this version knows how to move layout {newest}. "
            "Bring it up to date first, with tortuga migrate, or take the version that wrote it."
        )


async def _keep_bots_away(db: Connection, url: str) -> None:
    """InUse if there is one. As long as the connection lasts, none can begin."""
    lives = "SELECT EXISTS (SELECT FROM processes WHERE until > clock_timestamp())"
    if not await db.fetchval(_TAKE, RUNNING, len(migrations())) or await db.fetchval(lives):
        raise InUse(f"A bot runs on {name_of(url)}. Stop it first.")


class PostgresSide:
    """A `storage.moving.Side` in a PostgreSQL database. Made by `stopped_database` and `empty_database`."""

    def __init__(self, db: MovingConnection, url: str) -> None:
        self._db = db
        self._url = url

    @property
    def name(self) -> str:
        return name_of(self._url)

    async def columns(self) -> Mapping[str, Sequence[str]]:
        return {table: list(columns) for table, columns in (await self._types()).items()}

    async def _types(self) -> dict[str, dict[str, str]]:
        """Of all columns, by their tables in the order in which these can be filled."""
        found = dict[str, dict[str, str]]()
        for table, column, type in await self._db.fetch(_COLUMNS):
            if table not in OF_THE_SERVER:
                found.setdefault(table, {})[column] = type
        order = TopologicalSorter[str](dict.fromkeys(found, ()))
        for table, other in await self._db.fetch(_POINTS_TO):
            order.add(table, other)
        return {table: found[table] for table in order.static_order()}

    async def count(self, table: str) -> int:
        return await self._db.fetchval(f'SELECT count(*) FROM "{table}"')

    async def rows(self, table: str, columns: Sequence[str]) -> AsyncIterator[Sequence[Any]]:
        wanted = ", ".join(f'"{column}"' for column in columns)
        async for row in self._db.cursor(f'SELECT {wanted} FROM "{table}"', prefetch=_ROWS_AT_ONCE):
            yield tuple(row)

    async def fill(self, table: str, columns: Sequence[str], rows: AsyncIterator[Sequence[Any]]) -> None:
        types = (await self._types())[table]
        booleans = {place for place, column in enumerate(columns) if types[column] == "boolean"}
        if booleans:
            rows = _with_booleans(rows, booleans)
        try:
            await self._db.copy_records_to_table(table, records=rows, columns=columns)
        except Exception as error:
            if is_about_the_row(error) or isinstance(error, ValueError | TypeError | OverflowError):
                raise StorageError(
                    f"A row of {table} cannot be stored in {self.name} as it is ({type(error).__name__}). "
                    "Nothing was moved; please report this."
                ) from error
            raise

    async def last_ids(self) -> Mapping[str, int]:
        return {
            table: await self._db.fetchval(f"SELECT last_value - (NOT is_called)::integer FROM {sequence}")
            for table, sequence in await self._db.fetch(_SEQUENCES)
        }

    async def go_on_after(self, last_ids: Mapping[str, int]) -> None:
        """See `Side.go_on_after`. Unlike setval(), this is undone with the transaction."""
        own = await self.last_ids()
        after = dict[str, int]()
        for table, sequence in await self._db.fetch(_SEQUENCES):  # several tables may share one
            after[sequence] = max(after.get(sequence, 0), last_ids.get(table, 0), own[table])
        for sequence, last in after.items():
            await self._db.execute(f"ALTER SEQUENCE {sequence} RESTART WITH {last + 1}")


async def _with_booleans(
    rows: AsyncIterator[Sequence[Any]], places: set[int]
) -> AsyncIterator[Sequence[Any]]:
    """The rows, with what is 0 or 1 in SQLite as a boolean in these places."""
    async for row in rows:
        yield [bool(value) if place in places else value for place, value in enumerate(row)]
