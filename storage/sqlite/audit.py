"""The door to what moderators did, with the store's SQLite file behind it."""

from __future__ import annotations

from storage.records import AuditRow
from storage.sqlite.results import Read

_ENTRY = (
    "SELECT id, guild, tournament_id, table_id, at, user, name, kind, act, reason, about, about_name, undoes"
    " FROM audit"
)


class SqliteAudit:
    """An `Audit`. Entries are written with what was done, by `Store.commit` and `Tournaments.commit`."""

    def __init__(self, read: Read) -> None:
        self._read = read

    async def entry(self, entry: int) -> AuditRow | None:
        """See `Audit.entry`."""
        rows = await self._entries("WHERE id = ?", entry)
        return rows[0] if rows else None

    async def of_tournament(self, tournament: str) -> list[AuditRow]:
        """See `Audit.of_tournament`."""
        return await self._entries("WHERE tournament_id = ? ORDER BY id", tournament)

    async def of_table(self, table: str) -> list[AuditRow]:
        """See `Audit.of_table`."""
        return await self._entries("WHERE table_id = ? ORDER BY id", table)

    async def of_server(self, guild: int, *, before: int | None = None, limit: int = 25) -> list[AuditRow]:
        """See `Audit.of_server`."""
        where = "WHERE guild = ? AND id < coalesce(?, id + 1) ORDER BY id DESC LIMIT ?"
        return await self._entries(where, guild, before, limit)

    async def naming(self, user: int) -> list[AuditRow]:
        """What they did, what was done about them, and whatever has their id in its act (the bot's JSON)."""
        return await self._entries(
            "WHERE user = ? OR about = ? OR instr(act, ?) > 0 ORDER BY id", user, user, str(user).encode()
        )

    async def _entries(self, where: str, *values: int | str | bytes | None) -> list[AuditRow]:
        return [AuditRow(*row) for row in await self._read(f"{_ENTRY} {where}", *values)]
