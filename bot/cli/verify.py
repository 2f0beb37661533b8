"""`tortuga verify TABLE`: was every card of a finished game dealt as committed?"""

from __future__ import annotations

import asyncio
from pathlib import Path

import storage
from bot.cli import CommandFailed
from bot.cli.findings import told
from bot.cli.progress import progress
from bot.settings import LocalSettings
from bot.tables.verify import Finding, NotVerifiable, verify_table


def verify(settings: LocalSettings, table: str, commitment: str | None) -> int:
    """Deal the game again and print what was found; 0 if all of it is right, else 1.

    CommandFailed if there is nothing to check.
    """
    if not settings.database_path.is_file():
        raise CommandFailed(f"There is no database at {settings.database_path}. Look at DATABASE_PATH.")
    try:
        with progress(f"dealing the game of table {table} again"):
            found = asyncio.run(_findings(settings.database_path, table, commitment))
    except NotVerifiable as error:
        raise CommandFailed(str(error)) from error
    return told(found)


async def _findings(database: Path, table: str, commitment: str | None) -> list[Finding]:
    async with storage.opened(database) as store:
        return await verify_table(store, table, commitment)
