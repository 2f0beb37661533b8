"""Score sheets of evenings with real cards, in SQL."""

from __future__ import annotations

from msgspec.structs import astuple

from storage.models import ScoreSheetRow
from storage.sql.group_commit import Database

SHEET = "SELECT id, guild, keeper, revision, touched, record FROM score_sheets"
_KEEP = (
    "INSERT INTO score_sheets (id, guild, keeper, revision, touched, record) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (id) DO UPDATE SET touched = excluded.touched, record = excluded.record,"
    # For any other revision the column would get nothing, which it does not take.
    " revision = CASE WHEN score_sheets.revision = excluded.revision - 1 THEN excluded.revision END"
)


class ScoreSheetStore:
    """The sheets that people keep. Every method may raise `StorageError`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def sheet(self, id: str) -> ScoreSheetRow | None:
        """The sheet as it stands; None if it was removed, or never was."""
        rows = await self._db.read(f"{SHEET} WHERE id = ?", id)
        return ScoreSheetRow(*rows[0]) if rows else None

    async def of_keeper(self, keeper: int) -> list[ScoreSheetRow]:
        """All that somebody keeps, the latest first."""
        rows = await self._db.read(f"{SHEET} WHERE keeper = ? ORDER BY touched DESC, id", keeper)
        return [ScoreSheetRow(*row) for row in rows]

    async def of_server(self, guild: int) -> list[ScoreSheetRow]:
        """All that are kept there, in order of their ids."""
        return [
            ScoreSheetRow(*row) for row in await self._db.read(f"{SHEET} WHERE guild = ? ORDER BY id", guild)
        ]

    async def keep(self, row: ScoreSheetRow) -> None:
        """From now on the sheet is this. Conflict if it does not follow on the revision that is stored."""
        await self._db.write((_KEEP, astuple(row)))

    async def remove(self, id: str) -> None:
        """Delete the sheet, if there is one of that id."""
        await self._db.write(("DELETE FROM score_sheets WHERE id = ?", (id,)))
