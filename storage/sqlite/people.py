"""The doors to what people wish and to the messages that nudge them, with the store's SQLite file behind."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import astuple
from typing import Any, Protocol

from storage.records import NudgeRow
from storage.sqlite.writes import Row, Rows, Statement

_WISH = "INSERT INTO people (user, wishes) VALUES (?, ?) ON CONFLICT DO UPDATE SET wishes = excluded.wishes"
_TOLD = (
    "INSERT INTO nudges (user, channel, message, tables, at) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT DO UPDATE SET channel = excluded.channel, tables = excluded.tables, at = excluded.at"
)
_GONE = "DELETE FROM nudges WHERE user = ? AND message = ?"


class _Read(Protocol):
    def __call__(self, sql: str, *values: Any) -> Awaitable[list[Any]]: ...


_Write = Callable[[Rows], Awaitable[None]]


class SqlitePeople:
    """A `People`. It reads and writes through the store whose door it is."""

    def __init__(self, read: _Read, write: _Write) -> None:
        self._read = read
        self._write = write

    async def wishes(self, user: int) -> bytes | None:
        """See `People.wishes`."""
        rows = await self._read("SELECT wishes FROM people WHERE user = ?", user)
        return rows[0][0] if rows else None

    async def all(self) -> list[tuple[int, bytes]]:
        """See `People.all`."""
        return [(user, wishes) for user, wishes in await self._read("SELECT user, wishes FROM people")]

    async def wish(self, user: int, wishes: bytes) -> None:
        """See `People.wish`."""
        await self._write(Rows(((_WISH, (user, wishes)),)))


class SqliteNudges:
    """A `Nudges`, likewise."""

    def __init__(self, read: _Read, write: _Write) -> None:
        self._read = read
        self._write = write

    async def all(self) -> list[NudgeRow]:
        """See `Nudges.all`."""
        rows = await self._read("SELECT user, channel, message, tables, at FROM nudges ORDER BY at, message")
        return [NudgeRow(*row) for row in rows]

    async def told(self, nudge: NudgeRow, *, instead_of: int | None = None) -> None:
        """See `Nudges.told`."""
        rows: list[tuple[Statement, Row]] = [(_TOLD, astuple(nudge))]
        if instead_of is not None:
            rows.append((_GONE, (nudge.user, instead_of)))
        await self._write(Rows(tuple(rows)))

    async def gone(self, user: int, message: int) -> None:
        """See `Nudges.gone`."""
        await self._write(Rows(((_GONE, (user, message)),)))
