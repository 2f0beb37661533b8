"""Brings a PostgreSQL database to the layout that this version works with."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

from storage.errors import StorageError, TooNew
from storage.postgres.connection import Connection, connect, explain, name_of

_LOCK = 0x546F7274
"""Of the server's advisory locks, by numbers: "Tort". Who holds it changes the layout."""


def migrations() -> list[str]:
    """The statements of all steps, in order."""
    steps = files("storage").joinpath("postgres", "migrations").iterdir()
    return [
        file.read_text("utf-8")
        for file in sorted(steps, key=lambda file: file.name)
        if file.name.endswith(".sql")
    ]


async def migrate(url: str, say: Callable[[str], None]) -> None:
    """Makes the tables, or brings them to the newest layout, each step all or nothing.

    TooNew if a newer version wrote the database; StorageError if it cannot be used.
    """
    try:
        db = await connect(url)
        try:
            await db.execute("SELECT pg_advisory_lock($1)", _LOCK)  # another one may be about the same
            await _bring_up_to_date(db, url, say)
        finally:
            await db.close()
    except Exception as error:
        raise explain(error, url) from error


async def _bring_up_to_date(db: Connection, url: str, say: Callable[[str], None]) -> None:
    steps, layout = migrations(), await _layout(db, url)
    if layout > len(steps):
        raise TooNew(f"{name_of(url)} was written by a newer version of the bot (layout {layout}).")
    for number, step in enumerate(steps[layout:], layout + 1):
        async with db.transaction():
            await db.execute(step)
            await db.execute("UPDATE layout SET number = $1, runs_beside = $1", number)
        say(f"{name_of(url)} has layout {number} of {len(steps)} now")


async def _layout(db: Connection, url: str) -> int:
    """The database's layout; 0 for an empty one. StorageError if it is another program's."""
    if await db.fetchval("SELECT to_regclass('layout') IS NOT NULL"):
        return await db.fetchval("SELECT number FROM layout")
    if await db.fetchval("SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema())"):
        raise StorageError(
            f"{name_of(url)} has tables, but of another program. It was left alone; name another database in "
            "DATABASE_URL."
        )
    return 0
