"""How games ended, and ratings, in SQL."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from msgspec.structs import astuple

from storage.models import ConductRow, OutboxEntry, RatingRow, ResultRow
from storage.sql.changes import RESULT_COLUMNS, TABLES
from storage.sql.group_commit import Database

RATING = "guild, game, season, user, games, table_id, mu, sigma, at"
_LATER = "guild = ? AND game = ? AND rated = 2 AND (ended, table_id) > (?, ?)"
_LATEST = (
    "games = (SELECT max(games) FROM ratings AS all_of_them WHERE all_of_them.guild = ratings.guild"
    " AND all_of_them.game = ratings.game AND all_of_them.season = ratings.season"
    " AND all_of_them.user = ratings.user)"
)
_AT_ONCE = 500
"""People asked about in one statement."""


class ResultStore:
    """How games ended, and the ratings that follow from it. Every method may raise `StorageError`.

    Ratings belong to a server, a game and a season. The order of the tables is the order in which they ended.
    """

    def __init__(self, database: Database) -> None:
        self._db = database

    async def of_table(self, table: str) -> list[ResultRow]:
        """How the table's game ended for each seat; empty if it has not, or ended before this was stored."""
        sql = f"SELECT {RESULT_COLUMNS} FROM results WHERE table_id = ? ORDER BY seat"
        return [result_of(row) for row in await self._db.read(sql, table)]

    async def of_user(self, user: int, guild: int, game: str | None = None) -> list[ResultRow]:
        """The games in which the user had a seat, with everybody's results, table by table in their order."""
        sql = (
            f"SELECT {RESULT_COLUMNS} FROM results"
            " WHERE table_id IN (SELECT table_id FROM results WHERE user = ? AND guild = ?)"
            " AND game = coalesce(?, game) ORDER BY ended, table_id, seat"
        )
        return [result_of(row) for row in await self._db.read(sql, user, guild, game)]

    async def conduct(self, user: int, guild: int, most: int) -> list[ConductRow]:
        """How the user has played their latest games with others there, so many at most."""
        latest = (
            "SELECT table_id, seat, user, quit, robot, ended FROM results WHERE user = ? AND guild = ?"
            " AND EXISTS (SELECT 1 FROM results AS other WHERE other.table_id = results.table_id"
            " AND other.user <> results.user) ORDER BY ended DESC, table_id DESC LIMIT ?"
        )
        sql = (
            "SELECT quit, robot, count(number), sum(CASE WHEN actions.user = latest.user THEN 1 ELSE 0 END),"
            f" coalesce(min(at), 0), coalesce(max(at), 0) FROM ({latest}) AS latest LEFT JOIN actions"
            " ON actions.table_id = latest.table_id AND actions.seat = latest.seat"
            " GROUP BY latest.table_id, latest.seat, quit, robot"
        )
        return [
            ConductRow(bool(quit), bool(robot), *rest)
            for quit, robot, *rest in await self._db.read(sql, user, guild, most)
        ]

    async def keep_analysis(self, table: str, seat: int, user: int, analysis: bytes) -> None:
        """How the user has played in that seat, as the bot's JSON. Nothing happens if no result of theirs is
        stored there.
        """
        sql = "UPDATE results SET analysis = ? WHERE table_id = ? AND seat = ? AND user = ?"
        await self._db.write((sql, (analysis, table, seat, user)))

    async def latest_game(self, guild: int) -> str | None:
        """Which game ended last on this server."""
        sql = "SELECT game FROM results WHERE guild = ? ORDER BY ended DESC, table_id DESC LIMIT 1"
        rows = await self._db.read(sql, guild)
        return rows[0][0] if rows else None

    async def next_to_rate(self) -> list[ResultRow]:
        """The results of the first table that still has to be counted; empty if there is none."""
        rows = await self._db.read(
            f"SELECT table_id FROM results WHERE rated = 1 AND {self._db.served('guild')}"
            " ORDER BY ended, table_id LIMIT 1"
        )
        return await self.of_table(rows[0][0]) if rows else []

    async def overtaken(self, guild: int, game: str, ended: float, table: str) -> bool:
        """Whether a table that comes after this one in the order has been counted already."""
        rows = await self._db.read(f"SELECT 1 FROM results WHERE {_LATER} LIMIT 1", guild, game, ended, table)
        return bool(rows)

    async def take_back(self, guild: int, game: str, ended: float, table: str = "") -> None:
        """Undo the ratings by all tables after this one in the order: they still have to be counted."""
        after = guild, game, ended, table
        later = f"SELECT table_id FROM results WHERE {_LATER}"
        undone = f"DELETE FROM ratings WHERE table_id IN ({later})"
        await self._db.write((undone, after), (f"UPDATE results SET rated = 1 WHERE {_LATER}", after))

    async def rate(self, table: str, ratings: Sequence[RatingRow], entry: OutboxEntry) -> None:
        """The table has been counted, and there everybody stands now: all at once, with the outbox entry."""
        counted = "UPDATE results SET rated = 2 WHERE table_id = ? AND rated = 1", (table,)
        # Not of somebody who has had their data erased since the results were read.
        insert = (
            f"INSERT INTO ratings ({RATING}) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?"
            " WHERE EXISTS (SELECT 1 FROM results WHERE table_id = ? AND user = ?)"
        )
        rows = ((insert, (*astuple(rating), table, rating.user)) for rating in ratings)
        await self._db.write(counted, *rows, self._db.outbox_entry(TABLES, table, entry))

    async def standings(
        self, guild: int, game: str, season: int, users: Collection[int]
    ) -> dict[int, RatingRow]:
        """Where these people stand in that season; those are missing who have no rated game in it."""
        found = dict[int, RatingRow]()
        for some in _some_at_once(users):
            sql = (
                f"SELECT {RATING} FROM ratings WHERE guild = ? AND game = ? AND season = ?"
                f" AND user IN ({', '.join('?' * len(some))}) AND {_LATEST}"
            )
            rows = await self._db.read(sql, guild, game, season, *some)
            found.update((row.user, row) for row in (RatingRow(*each) for each in rows))
        return found

    async def ranking(self, guild: int, game: str, season: int) -> list[tuple[RatingRow, str]]:
        """Where everybody stands in that season, the best first (by mu - 3 sigma), each with their name.

        A name is what they were called at the table that counted last.
        """
        name = (
            "coalesce((SELECT name FROM results WHERE results.table_id = ratings.table_id"
            " AND results.user = ratings.user LIMIT 1), '')"
        )
        sql = (
            f"SELECT {RATING}, {name} FROM ratings WHERE guild = ? AND game = ? AND season = ? AND {_LATEST}"
            " ORDER BY mu - 3 * sigma DESC, games DESC, user"
        )
        return [(RatingRow(*row[:-1]), row[-1]) for row in await self._db.read(sql, guild, game, season)]

    async def ratings_of(self, user: int, guild: int, game: str | None = None) -> list[RatingRow]:
        """Where the user stood after each of their rated games: game by game, season by season, in order."""
        sql = (
            f"SELECT {RATING} FROM ratings WHERE user = ? AND guild = ? AND game = coalesce(?, game)"
            " ORDER BY game, season, games"
        )
        return [RatingRow(*row) for row in await self._db.read(sql, user, guild, game)]

    async def wins(self, guild: int, game: str, season: int, users: Collection[int]) -> dict[int, int]:
        """How many of their rated games in that season these people won; those are missing who won none."""
        found = dict[int, int]()
        for some in _some_at_once(users):
            sql = (
                "SELECT ratings.user, count(*) FROM ratings JOIN results USING (table_id, user)"
                " WHERE ratings.guild = ? AND ratings.game = ? AND ratings.season = ?"
                f" AND ratings.user IN ({', '.join('?' * len(some))})"
                " AND rated = 2 AND place = 1 AND NOT quit GROUP BY ratings.user"
            )
            found.update(await self._db.read(sql, guild, game, season, *some))
        return found

    async def changes_by(self, table: str) -> list[tuple[RatingRow | None, RatingRow]]:
        """What a table did to people's ratings: before (None: it was their first game) and after."""
        after = f"SELECT {RATING} FROM ratings WHERE table_id = ? ORDER BY user"
        before = (
            f"SELECT {', '.join(f'earlier.{column}' for column in RATING.split(', '))}"
            " FROM ratings AS later JOIN ratings AS earlier USING (guild, game, season, user)"
            " WHERE later.table_id = ? AND earlier.games = later.games - 1"
        )
        known = {row.user: row for row in (RatingRow(*each) for each in await self._db.read(before, table))}
        rows = [RatingRow(*each) for each in await self._db.read(after, table)]
        return [(known.get(row.user), row) for row in rows]

    async def seasons(self, guild: int, game: str) -> list[tuple[int, float]]:
        """The seasons after the first, with when each began; the latest last."""
        sql = "SELECT season, began FROM seasons WHERE guild = ? AND game = ? ORDER BY season"
        return [(season, began) for season, began in await self._db.read(sql, guild, game)]

    async def begin_season(self, guild: int, game: str, season: int, began: float) -> None:
        """Ratings begin anew; nothing happens if that season has begun already."""
        sql = "INSERT INTO seasons (guild, game, season, began) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        await self._db.write((sql, (guild, game, season, began)))


def _some_at_once(users: Collection[int]) -> Iterator[Sequence[int]]:
    asked = sorted(users)
    return (asked[start : start + _AT_ONCE] for start in range(0, len(asked), _AT_ONCE))


def result_of(row: Sequence[Any]) -> ResultRow:
    """The result that these columns (`RESULT_COLUMNS`) hold."""
    *first, robot, quit, place, points, figures, analysis = row
    table, seat, guild, game, ended, rated, user, name = first
    return ResultRow(
        *(table, seat, guild, game, ended, rated, user, name),
        *(bool(robot), bool(quit), place, points, figures, analysis),
    )
