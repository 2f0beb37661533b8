"""The door to servers' wishes and to servers that are gone, with the store's SQLite file behind it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from storage.models import ServerRow
from storage.sqlite.people import LEAVE_WIPING, TO_BE_WIPED
from storage.sqlite.results import Read
from storage.sqlite.writes import Rows

_OF_TABLES = (
    *("drafts", "orders", "posts", "errands", "seated", "actions", "ratings", "results", "standing", "audit"),
)
"""What belongs to a table, by its column `table_id`."""
_OF_TOURNAMENTS = ("tournament_posts", "tournament_errands", "tournament_users")
"""What belongs to a tournament, by its column `tournament_id`."""
_OF_SERVER = ("audit", "tournaments", "seasons", "servers")
"""What belongs to a server, by its column `guild`, what points to others first."""
_BATCH = "SELECT id FROM tables WHERE guild = ? ORDER BY id LIMIT ?"


class SqliteServerStore:
    """A `Servers`. It reads and writes through the store whose door it is."""

    def __init__(self, read: Read, write: Callable[[Rows], Awaitable[None]]) -> None:
        self._read = read
        self._write = write

    async def of(self, guild: int) -> ServerRow | None:
        """See `Servers.of`."""
        rows = await self._read("SELECT guild, wishes, gone FROM servers WHERE guild = ?", guild)
        return ServerRow(*rows[0]) if rows else None

    async def wish(self, guild: int, wishes: bytes) -> None:
        """See `Servers.wish`."""
        sql = "INSERT INTO servers (guild, wishes) VALUES (?, ?) ON CONFLICT DO UPDATE SET wishes = ?"
        await self._run(sql, guild, wishes, wishes)

    async def went(self, guild: int, at: float) -> None:
        """See `Servers.went`."""
        sql = (
            "INSERT INTO servers (guild, wishes, gone) VALUES (?, x'7b7d', ?)"
            " ON CONFLICT DO UPDATE SET gone = coalesce(gone, excluded.gone)"
        )
        await self._run(sql, guild, at)

    async def came_back(self, guild: int) -> None:
        """See `Servers.came_back`."""
        await self._run("UPDATE servers SET gone = NULL WHERE guild = ?", guild)

    async def gone(self) -> list[tuple[int, float]]:
        """See `Servers.gone`."""
        rows = await self._read("SELECT guild, gone FROM servers WHERE gone IS NOT NULL ORDER BY gone")
        return [(guild, gone) for guild, gone in rows]

    async def known(self) -> list[int]:
        """See `Servers.known`."""
        rows = await self._read(
            "SELECT guild FROM tables UNION SELECT guild FROM servers UNION SELECT guild FROM seasons"
            " UNION SELECT guild FROM tournaments UNION SELECT guild FROM audit"
            " EXCEPT SELECT guild FROM servers WHERE gone IS NOT NULL"
        )
        return [row[0] for row in rows]

    async def open_tables(self, guild: int) -> int:
        """See `Servers.open_tables`."""
        rows = await self._read(
            "SELECT count(*) FROM tables JOIN standing ON table_id = id"
            " WHERE guild = ? AND phase IN ('lobby', 'playing')",
            guild,
        )
        return rows[0][0]

    async def erase_some(self, guild: int, most: int) -> list[str]:
        """See `Servers.erase_some`."""
        ids = [row[0] for row in await self._read(_BATCH, guild, most)]
        if not ids:
            held = "tournament_id IN (SELECT id FROM tournaments WHERE guild = ?)"
            of_tournaments = (f"DELETE FROM {drawer} WHERE {held}" for drawer in _OF_TOURNAMENTS)
            of_guild = (f"DELETE FROM {table} WHERE guild = ?" for table in _OF_SERVER)
            gone = ((sql, (guild,)) for sql in (*of_tournaments, *of_guild))
            await self._write(Rows((*gone, (LEAVE_WIPING, (TO_BE_WIPED,)))))
            return []
        batch = guild, most
        parts = (f"DELETE FROM {table} WHERE table_id IN ({_BATCH})" for table in _OF_TABLES)
        tables = f"DELETE FROM tables WHERE id IN ({_BATCH})"
        await self._write(Rows(tuple((sql, batch) for sql in (*parts, tables))))
        return ids

    async def _run(self, sql: str, *values: Any) -> None:
        await self._write(Rows(((sql, values),)))
