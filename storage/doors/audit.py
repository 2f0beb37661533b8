"""The door to what moderators did."""

from __future__ import annotations

from typing import Protocol

from storage.records import AuditRow


class Audit(Protocol):
    """What moderators did. Every method may raise `StorageError`."""

    async def entry(self, entry: int) -> AuditRow | None:
        """One entry."""
        ...

    async def of_tournament(self, tournament: str) -> list[AuditRow]:
        """What was done to the tournament, the oldest first."""
        ...

    async def of_table(self, table: str) -> list[AuditRow]:
        """What was done to the table, the oldest first."""
        ...

    async def of_server(self, guild: int, *, before: int | None = None, limit: int = 25) -> list[AuditRow]:
        """What was done on the server, the latest first; `before`: older than that entry."""
        ...
