"""What `tortuga verify` and `tortuga verify-tournament` have found, line by line."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import storage
from bot.cli import CommandFailed
from bot.cli.maintenance import progress
from bot.settings import LocalSettings
from bot.tables.verify import Finding, NotVerifiable, verify_table
from bot.tournaments.verify import verify_tournament as findings_of


def print_findings(found: Sequence[Finding]) -> int:
    """Print them; 0 if all of it is right, else 1."""
    for finding in found:
        print("right" if finding.right else "WRONG", finding.what, sep="  ")
    return 0 if all(finding.right for finding in found) else 1


# `tortuga verify TABLE`: was every card of a finished game dealt as committed?


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
    return print_findings(found)


async def _findings(database: Path, table: str, commitment: str | None) -> list[Finding]:
    async with storage.opened(database) as store:
        return await verify_table(store, table, commitment)


# `tortuga verify-tournament FILE`: was a tournament drawn and scored as its rules say?


def verify_tournament(file: Path, commitment: str | None) -> int:
    """Compute the tournament of an export again and print what was found; 0 if all of it is right, else 1.

    CommandFailed if there is nothing to check.
    """
    try:
        content = file.read_bytes()
    except OSError as error:
        raise CommandFailed(f"{file} cannot be read ({error.strerror}). Look at its name.") from error
    try:
        with progress(f"computing the tournament of {file} again"):
            found = findings_of(content, commitment)
    except NotVerifiable as error:
        raise CommandFailed(str(error)) from error
    return print_findings(found)
