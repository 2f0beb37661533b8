"""What a longer command says meanwhile on standard error: a spinner for people, plain lines for files."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

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
