"""`Watching` over a SQLite file: what is waiting, what there is, and whether anything can be written."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from storage.sqlite.group import Group
from storage.sqlite.writes import Note
from storage.watching import Census

_WRITTEN = "looked at"
"""The key of the note that is written to see whether anything can be."""

_OPEN = (
    "SELECT game, phase, count(*) FROM standing JOIN tables ON id = table_id"
    " WHERE phase IN ('lobby', 'playing') GROUP BY game, phase"
)
# By the index of phases alone: there may be a hundred thousand tables.
_ENDED = "SELECT phase, count(*) FROM standing WHERE phase IN ('over', 'closed') GROUP BY phase"
_TOURNAMENTS = "SELECT phase, count(*) FROM tournaments GROUP BY phase"
_ERRANDS = "SELECT (SELECT count(*) FROM errands), (SELECT count(*) FROM tournament_errands)"


class SqliteWatching:
    """See `storage.doors.watching.Watching`."""

    def __init__(self, group: Group, read: Callable[[str], Awaitable[list[Any]]], path: Path) -> None:
        self._group = group
        self._read = read
        self._path = path

    @property
    def writes_waiting(self) -> int:
        """See `Watching.writes_waiting`."""
        return self._group.waiting

    async def census(self) -> Census:
        """See `Watching.census`."""
        [(table_errands, tournament_errands)] = await self._read(_ERRANDS)
        return Census(
            open_tables={(game, phase): count for game, phase, count in await self._read(_OPEN)},
            ended_tables=dict(await self._read(_ENDED)),
            tournaments=dict(await self._read(_TOURNAMENTS)),
            table_errands=table_errands,
            tournament_errands=tournament_errands,
            file_bytes=_size(self._path),
            log_bytes=_size(self._path.with_name(f"{self._path.name}-wal")),
        )

    async def try_to_write(self) -> None:
        """See `Watching.try_to_write`."""
        await self._group.store(Note(_WRITTEN, f"{time.time():.0f}"))


def _size(path: Path) -> int:
    """Bytes; 0 if there is no such file, as a log that is empty may be taken away."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
