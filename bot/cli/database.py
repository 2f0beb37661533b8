"""`tortuga migrate` and `tortuga backup`: what an operator does with the database, bot running or not."""

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
