"""`tortuga verify-tournament FILE`: was a tournament drawn and scored as its rules say?"""

from __future__ import annotations

from pathlib import Path

from bot.cli import CommandFailed
from bot.cli.findings import told
from bot.cli.progress import progress
from bot.organising.verify import verify_tournament as findings_of
from bot.tables.verify import NotVerifiable


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
    return told(found)
