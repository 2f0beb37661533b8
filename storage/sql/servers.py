"""What servers prefer, whom they ban, and how one that is gone is erased, in SQL."""

from __future__ import annotations

from typing import Any

from storage.models import BanRow, Room, ServerChange, ServerRow
from storage.sql.changes import BAN, OPEN_SEATS, OPEN_TABLES, REPLACED_WISHES
from storage.sql.group_commit import Database
from storage.sql.people import LEAVE_WIPING, TO_BE_WIPED

_OF_TABLES = (
    *("standing", "drafts", "orders", "posts", "errands", "seated", "actions"),
    *("ratings", "results", "forecasts", "audit"),
)
"""What belongs to a table, by its column `table_id`. First what a move must find there: where several
processes write, none is stored from then on.
"""
_OF_TOURNAMENTS = ("tournament_posts", "tournament_errands", "tournament_users")
"""What belongs to a tournament, by its column `tournament_id`."""
_OF_SERVER = (
    *("audit", "tournaments", "tournament_drafts", "recurring", "series", "score_sheets", "seasons"),
    *("bans", "log_channels", "servers"),
)
"""What belongs to a server, by its column `guild`, what points to others first."""
_BATCH = "SELECT id FROM tables WHERE guild = ? ORDER BY id LIMIT ?"


class ServerStore:
    """What servers prefer, and which of them the bot was removed from. May raise `StorageError`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def of(self, guild: int) -> ServerRow | None:
        """What is known of the server; None if nobody has chosen anything, and the bot is there."""
        rows = await self._db.read("SELECT guild, wishes, gone FROM servers WHERE guild = ?", guild)
        return ServerRow(*rows[0]) if rows else None

    async def preferences(self, id: int) -> bytes | None:
        """What the person or server prefers; None if they never said anything."""
        rows = await self._db.read("SELECT wishes FROM servers WHERE guild = ?", id)
        return rows[0][0] if rows else None

    async def set_preferences(self, id: int, preferences: bytes, before: bytes | None = None) -> None:
        """From now on they prefer this. Conflict if what they preferred is not `before` (None: nothing)."""
        sql = (
            "INSERT INTO servers (guild, wishes) VALUES (?, ?)"
            f" ON CONFLICT (guild) DO UPDATE SET {REPLACED_WISHES.format('servers')}"
        )
        await self._run(sql, id, preferences, before)

    async def went(self, guild: int, at: float) -> None:
        """The bot was removed from the server; if that is known already, the earlier time stays."""
        sql = (
            "INSERT INTO servers (guild, wishes, gone) VALUES (?, ?, ?)"
            " ON CONFLICT (guild) DO UPDATE SET gone = coalesce(servers.gone, excluded.gone)"
        )
        await self._run(sql, guild, b"{}", at)

    async def came_back(self, guild: int) -> None:
        """The bot is there again."""
        await self._run("UPDATE servers SET gone = NULL WHERE guild = ?", guild)

    async def gone(self) -> list[tuple[int, float]]:
        """The servers that the bot was removed from, and when, the earliest first."""
        rows = await self._db.read(
            f"SELECT guild, gone FROM servers WHERE gone IS NOT NULL AND {self._db.served('guild')}"
            " ORDER BY gone"
        )
        return [(guild, gone) for guild, gone in rows]

    async def known(self) -> list[int]:
        """The servers of which anything is stored and that are not marked as gone. 0 is none: what is stored
        under it belongs to people alone.
        """
        rows = await self._db.read(
            "SELECT guild FROM tables UNION SELECT guild FROM servers UNION SELECT guild FROM seasons"
            " UNION SELECT guild FROM tournaments UNION SELECT guild FROM audit"
            " UNION SELECT guild FROM recurring UNION SELECT guild FROM series"
            " UNION SELECT guild FROM score_sheets"
            " UNION SELECT guild FROM tournament_drafts UNION SELECT guild FROM bans"
            " UNION SELECT guild FROM log_channels"
            " EXCEPT SELECT guild FROM servers WHERE gone IS NOT NULL"
            " EXCEPT SELECT 0"  # of no server
        )
        return [guild for (guild,) in rows if self._db.shard.serves(guild)]

    async def open_tables(self, guild: int) -> int:
        """How many tables of the server are in their lobby or playing."""
        return (await self._db.read(OPEN_TABLES.format(guild="?"), guild))[0][0]

    async def room(self, guild: int, user: int) -> Room:
        """At how many of those the user sits, and how many there are: for a change that opens one more."""
        seats = OPEN_SEATS.format(user="?", guild="?")
        sql = f"SELECT ({seats}), ({OPEN_TABLES.format(guild='?')})"
        return Room(user, *(await self._db.read(sql, user, guild, guild))[0])

    async def erase_some(self, guild: int, most: int) -> list[str]:
        """Erase so many of the server's tables with all that belongs to them: their ids.

        When there are none any more, whatever else is stored of the server is erased, its tournaments among
        it: an empty list. What was erased is beyond finding after `Privacy.wipe`.
        """
        ids = [row[0] for row in await self._db.read(_BATCH, guild, most)]
        if not ids:
            held = "tournament_id IN (SELECT id FROM tournaments WHERE guild = ?)"
            of_tournaments = (f"DELETE FROM {table} WHERE {held}" for table in _OF_TOURNAMENTS)
            of_guild = (f"DELETE FROM {table} WHERE guild = ?" for table in _OF_SERVER)
            gone = ((sql, (guild,)) for sql in (*of_tournaments, *of_guild))
            await self._db.write(*gone, (LEAVE_WIPING, (TO_BE_WIPED,)))
            return []
        batch = guild, most
        parts = (f"DELETE FROM {table} WHERE table_id IN ({_BATCH})" for table in _OF_TABLES)
        tables = f"DELETE FROM tables WHERE id IN ({_BATCH})"
        await self._db.write(*((sql, batch) for sql in (*parts, tables)))
        return ids

    async def _run(self, sql: str, *values: Any) -> None:
        await self._db.write((sql, values))


_LASTS = "(until IS NULL OR until > ?)"


class BanStore:
    """Who may not play on a server. Every method may raise `StorageError`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def commit(self, change: ServerChange) -> None:
        """Store the change, all of it or nothing. AlreadyDone if `interaction` was stored before."""
        await self._db.commit(change)

    async def of(self, guild: int, now: float) -> list[BanRow]:
        """The server's bans that have not ended, the latest first."""
        sql = f"{BAN} WHERE guild = ? AND {_LASTS} ORDER BY since DESC, key"
        return [BanRow(*row) for row in await self._db.read(sql, guild, now)]

    async def find(self, guild: int, key: bytes, now: float) -> BanRow | None:
        """The ban of that key, if there is one that has not ended."""
        rows = await self._db.read(f"{BAN} WHERE guild = ? AND key = ? AND {_LASTS}", guild, key, now)
        return BanRow(*rows[0]) if rows else None

    async def forget_ended(self, now: float) -> None:
        """Nothing is left of bans that have ended."""
        await self._db.write(("DELETE FROM bans WHERE until <= ?", (now,)))
