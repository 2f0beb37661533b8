"""Brings a PostgreSQL database to the layout that this version works with, while others work with it."""

from __future__ import annotations

from collections.abc import Callable

from storage.address import name_of
from storage.errors import InUse, StorageError
from storage.postgres.connection import RUNNING, Connection, connect, explain
from storage.sql.migrations import Migration, require_known, steps_in

LAYOUT_LOCK = 0x546F7274
"""Of the server's advisory locks, by numbers: "Tort". Who holds it changes the layout."""
_OLDER_RUN = (
    "SELECT EXISTS (SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database"
    " WHERE datname = current_database() AND locktype = 'advisory' AND classid = $1 AND objsubid = 2"
    " AND objid::bigint < $2)"
)


def migrations() -> list[Migration]:
    """All steps from an empty database to the newest layout, the oldest first."""
    return steps_in("postgres", "migrations")


async def migrate(url: str, say: Callable[[str], None]) -> None:
    """Makes the tables, or brings them to the newest layout, each step all or nothing.

    TooNew if a newer version wrote the database; InUse if an earlier one runs that would not understand it
    any more; another StorageError if it cannot be used.
    """
    try:
        db = await connect(url)
        try:
            await db.execute("SET lock_timeout = 0")  # another one may be about the same
            await db.execute(f"SELECT pg_advisory_lock({LAYOUT_LOCK})")
            await bring_up_to_date(db, url, say)
        finally:
            await db.close()
    except Exception as error:
        raise explain(error, url) from error


async def look_at_address(url: str) -> tuple[int, int]:
    """The database's layout, and the newest that is known. StorageError if it cannot be used."""
    try:
        db = await connect(url)
        try:
            return await layout_of(db, url), len(migrations())
        finally:
            await db.close()
    except Exception as error:
        raise explain(error, url) from error


async def bring_up_to_date(db: Connection, url: str, say: Callable[[str], None]) -> None:
    """The same over a connection that has `LAYOUT_LOCK`, within its transaction if there is one."""
    steps, layout = migrations(), await layout_of(db, url)
    for step in steps[layout:]:
        if await db.fetchval(_OLDER_RUN, RUNNING, step.runs_beside):
            raise InUse(
                f"A bot of an earlier version runs on {name_of(url)}, which would not understand layout "
                f"{step.number}. Stop it first."
            )
        async with db.transaction():
            await db.execute(step.sql)
            sql = "UPDATE layout SET number = $1, runs_beside = greatest(runs_beside, $2)"
            await db.execute(sql, step.number, step.runs_beside)
        say(f"{name_of(url)} has layout {step.number} of {len(steps)} now")


async def layout_of(db: Connection, url: str) -> int:
    """The database's layout; 0 for an empty one. StorageError if it is another program's or too new."""
    if await db.fetchval("SELECT to_regclass('layout') IS NOT NULL"):
        [(number, runs_beside)] = await db.fetch("SELECT number, runs_beside FROM layout")
        require_known(name_of(url), number, runs_beside, len(migrations()))
        return number
    if await db.fetchval("SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema())"):
        raise StorageError(
            f"{name_of(url)} has tables, but of another program. It was left alone; name another database in "
            "DATABASE_URL."
        )
    return 0
