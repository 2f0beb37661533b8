"""Who stands where on a server, in one game and season."""

from __future__ import annotations

from dataclasses import dataclass

from bot.records.ratings import Rating
from bot.records.seasons import latest
from storage.doors.results import Results

LEAST_GAMES = 5
"""Rated games after which somebody is listed: before that, a rating says little."""


@dataclass(frozen=True)
class Standing:
    """Somebody who is listed. Equal ratings share the better rank."""

    rank: int
    user: int
    name: str
    rating: int
    games: int
    wins: int


@dataclass(frozen=True)
class Leaderboard:
    """A season. `listed`: the best first. `games_of_mine`: how many rated games the reader has in it."""

    game: str
    season: int
    latest_season: int
    listed: tuple[Standing, ...]
    mine: Standing | None = None
    games_of_mine: int = 0

    @property
    def missing(self) -> int:
        """How many more games the reader needs to be listed."""
        return max(0, LEAST_GAMES - self.games_of_mine)


async def leaderboard(
    results: Results, guild: int, game: str, reader: int, season: int | None = None
) -> Leaderboard:
    """The season, or the one that is going on; brought into range."""
    newest = latest(await results.seasons(guild, game))
    season = newest if season is None else max(1, min(season, newest))
    everybody = await results.ranking(guild, game, season)
    played = [(row, name) for row, name in everybody if row.games >= LEAST_GAMES]
    wins = await results.wins(guild, game, season, [row.user for row, _name in played])
    listed: list[Standing] = []
    level = None
    for row, name in played:
        worth = row.mu - 3 * row.sigma
        rank = listed[-1].rank if worth == level else len(listed) + 1
        rating, won = Rating(row.mu, row.sigma).shown, wins.get(row.user, 0)
        listed.append(Standing(rank, row.user, name, rating, row.games, won))
        level = worth
    return Leaderboard(
        game=game,
        season=season,
        latest_season=newest,
        listed=tuple(listed),
        mine=next((standing for standing in listed if standing.user == reader), None),
        games_of_mine=next((row.games for row, _name in everybody if row.user == reader), 0),
    )
