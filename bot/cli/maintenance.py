"""What a longer command says meanwhile on standard error: a spinner for people, plain lines for files."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

import storage
from bot.settings import LocalSettings

Say = Callable[[str], None]


@contextmanager
def progress(doing: str) -> Iterator[Say]:
    """Show that `doing` ("copying the database") is under way, and at the end how long it took.

    The command may say how far it is by calling what it is given.
    """
    console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    began = time.monotonic()
    if console.is_terminal:
        columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
        with Progress(*columns, console=console, transient=True) as spinner:
            task = spinner.add_task(doing, total=None)
            yield lambda words: spinner.update(task, description=f"{doing}: {words}")
    else:
        console.print(f"{doing} ...")
        yield lambda words: console.print(f"{doing}: {words}")
    console.print(f"{doing}: done in {time.monotonic() - began:.1f} s")


# `tortuga migrate` and `tortuga backup`: what an operator does with the database, bot running or not.


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
