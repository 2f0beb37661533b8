"""What those who look on say of rounds at tables, in SQL."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import astuple

from storage.models import ForecastRow
from storage.sql.group_commit import Database

FORECAST = "SELECT table_id, round, user, guild, name, at, chances, brier FROM forecasts"
_SAY = (
    "INSERT INTO forecasts (table_id, round, user, guild, name, at, chances, brier)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, round, user) DO UPDATE"
    " SET name = excluded.name, at = excluded.at, chances = excluded.chances WHERE forecasts.brier IS NULL"
)


class ForecastStore:
    """Who said what of which round. Every method may raise `StorageError`."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def say(self, row: ForecastRow) -> None:
        """From now on they say this of the round, unless it is over."""
        await self._db.write((_SAY, astuple(row)))

    async def of(self, table: str, user: int) -> list[ForecastRow]:
        """What the user said at the table, round by round."""
        sql = f"{FORECAST} WHERE table_id = ? AND user = ? ORDER BY round"
        return [ForecastRow(*row) for row in await self._db.read(sql, table, user)]

    async def of_round(self, table: str, round: int) -> list[ForecastRow]:
        """What everybody said of a round, in order of their ids."""
        sql = f"{FORECAST} WHERE table_id = ? AND round = ? ORDER BY user"
        return [ForecastRow(*row) for row in await self._db.read(sql, table, round)]

    async def unsettled(self) -> list[tuple[str, int]]:
        """The rounds of which somebody said something and that are not settled: by table and number."""
        sql = (
            "SELECT DISTINCT table_id, round FROM forecasts"
            f" WHERE brier IS NULL AND {self._db.served('guild')} ORDER BY table_id, round"
        )
        return [(table, round) for table, round in await self._db.read(sql)]

    async def settle(
        self, table: str, round: int, briers: Mapping[int, float], own: ForecastRow | None = None
    ) -> None:
        """The round is over: how wrong each was, by user, and what the bot itself would have said. Of whom
        nothing is told, what they said is forgotten.
        """
        scored = "UPDATE forecasts SET brier = ? WHERE table_id = ? AND round = ? AND user = ?"
        await self._db.write(
            *((scored, (brier, table, round, user)) for user, brier in briers.items()),
            ("DELETE FROM forecasts WHERE table_id = ? AND round = ? AND brier IS NULL", (table, round)),
            *([] if own is None else [(_SAY, astuple(own))]),
        )

    async def ranking(self, guild: int, least: int) -> list[tuple[int, str, int, float]]:
        """Who was least wrong on this server, of at least so many rounds: user, latest name, rounds, and how
        wrong they were on average, from 0 to 1.
        """
        sql = (
            "SELECT user, (SELECT name FROM forecasts AS named WHERE named.user = forecasts.user"
            " AND named.guild = forecasts.guild ORDER BY at DESC, table_id, round LIMIT 1),"
            " count(*), avg(brier)"
            " FROM forecasts WHERE guild = ? AND brier IS NOT NULL GROUP BY guild, user"
            " HAVING count(*) >= ? ORDER BY avg(brier), count(*) DESC, user"
        )
        return [
            (user, name, rounds, mean) for user, name, rounds, mean in await self._db.read(sql, guild, least)
        ]
