"""The door to how games ended, and to the ratings that follow from it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from storage.records import Errand, RatingRow, ResultRow


class Results(Protocol):
    """How games ended, and the ratings that follow from it. Every method may raise `StorageError`.

    Ratings belong to a server, a game and a season. The order of the tables is the order in which they ended.
    """

    async def of_table(self, table: str) -> list[ResultRow]:
        """How the table's game ended for each seat; empty if it has not, or ended before this was stored."""
        ...

    async def of_user(self, user: int, guild: int, game: str | None = None) -> list[ResultRow]:
        """The games in which the user had a seat, with everybody's results, table by table in their order."""
        ...

    async def latest_game(self, guild: int) -> str | None:
        """Which game ended last on this server."""
        ...

    async def next_to_rate(self) -> list[ResultRow]:
        """The results of the first table that still has to be counted; empty if there is none."""
        ...

    async def overtaken(self, guild: int, game: str, ended: float, table: str) -> bool:
        """Whether a table that comes after this one in the order has been counted already."""
        ...

    async def take_back(self, guild: int, game: str, ended: float, table: str = "") -> None:
        """Undo the ratings by all tables after this one in the order: they still have to be counted."""
        ...

    async def rate(self, table: str, ratings: Sequence[RatingRow], errand: Errand) -> None:
        """The table has been counted, and there everybody stands now: all at once, with the errand."""
        ...

    async def standings(
        self, guild: int, game: str, season: int, users: Collection[int]
    ) -> dict[int, RatingRow]:
        """Where these people stand in that season; those are missing who have no rated game in it."""
        ...

    async def ranking(self, guild: int, game: str, season: int) -> list[tuple[RatingRow, str]]:
        """Where everybody stands in that season, the best first (by mu - 3 sigma), each with their name."""
        ...

    async def ratings_of(self, user: int, guild: int, game: str | None = None) -> list[RatingRow]:
        """Where the user stood after each of their rated games: game by game, season by season, in order."""
        ...

    async def wins(self, guild: int, game: str, season: int, users: Collection[int]) -> dict[int, int]:
        """How many of their rated games in that season these people won; those are missing who won none."""
        ...

    async def changes_by(self, table: str) -> list[tuple[RatingRow | None, RatingRow]]:
        """What a table did to people's ratings: before (None: it was their first game) and after."""
        ...

    async def seasons(self, guild: int, game: str) -> list[tuple[int, float]]:
        """The seasons after the first, with when each began; the latest last."""
        ...

    async def begin_season(self, guild: int, game: str, season: int, began: float) -> None:
        """Ratings begin anew; nothing happens if that season has begun already."""
        ...
