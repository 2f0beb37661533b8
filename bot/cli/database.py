"""`tortuga migrate`, `backup` and `verify`: what an operator does with the database, whether or not the bot runs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import storage
from bot.cli.progress import progress
from bot.settings import LocalSettings


def migrate(settings: LocalSettings) -> int:
    """Make the database or bring it to this version's form; exit status."""
    with progress(f"bringing {settings.database_path} up to date") as say:
        asyncio.run(storage.migrate(settings.database_path, say))
    return 0


def backup(settings: LocalSettings, target: Path) -> int:
    """Copy the database to a file that does not exist yet; exit status."""
    with progress(f"copying {settings.database_path} to {target}") as say:
        asyncio.run(storage.backup(settings.database_path, target, say))
    return 0


def verify(settings: LocalSettings, table: str, commitment: str | None) -> int:
    """Deal a finished game again and print what was found; 0 if all of it is right, else 1."""
    from bot.tables.verify import verify_table  # brings every game: not before it is needed

    async def findings():
        async with storage.opened(settings.database_path) as store:
            return await verify_table(store, table, commitment)

    with progress(f"dealing the game of table {table} again"):
        found = asyncio.run(findings())
    for finding in found:
        print("right" if finding.right else "WRONG", finding.what, sep="  ")
    return 0 if all(finding.right for finding in found) else 1
