"""Seasons: when those who manage a server say so, ratings of a game begin anew. Old ones stay readable."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.i18n.sanitising import tell_apart
from bot.profiles.ratings import Rating
from bot.refusal import Refusal
from games.text import _
from storage.sql.results import ResultStore


def season_at(begun: Sequence[tuple[int, float]], moment: float) -> int:
    """The season to which this moment belongs. `begun`: those after the first, with when each began."""
    return max((season for season, began in begun if began <= moment), default=1)


def current_season(begun: Sequence[tuple[int, float]]) -> int:
    """The season that is going on."""
    return begun[-1][0] if begun else 1


async def begin_season(results: ResultStore, guild: int, game: str, season: int, now: float) -> None:
    """Begin this season, the one after the latest. Refusal if somebody has done so already."""
    begun = await results.seasons(guild, game)
    if season != current_season(begun) + 1:
        raise Refusal("twice", _("That season has already begun. See /leaderboard."))
    # A clock that was set back must not let a season begin before the one that it follows.
    earliest = begun[-1][1] if begun else now
    await results.begin_season(guild, game, season, max(now, earliest))


# Who stands where on a server, in one game and season.


LEAST_GAMES = 5
"""Rated games after which somebody is listed: before that, a rating says little."""


class LeaderboardEntry(msgspec.Struct, frozen=True):
    """Somebody who is listed. Equal ratings share the better rank."""

    rank: int
    user: int
    name: str
    rating: int
    games: int
    wins: int


class Leaderboard(msgspec.Struct, frozen=True):
    """A season. `listed`: the best first. `games_of_mine`: how many rated games the reader has in it."""

    game: str
    season: int
    latest_season: int
    listed: tuple[LeaderboardEntry, ...]
    mine: LeaderboardEntry | None = None
    games_of_mine: int = 0

    @property
    def missing(self) -> int:
        """How many more games the reader needs to be listed."""
        return max(0, LEAST_GAMES - self.games_of_mine)


async def load_leaderboard(
    results: ResultStore, guild: int, game: str, reader: int, season: int | None = None
) -> Leaderboard:
    """The season, or the one that is going on; brought into range."""
    newest = current_season(await results.seasons(guild, game))
    season = newest if season is None else max(1, min(season, newest))
    everybody = await results.ranking(guild, game, season)
    played = [(row, name) for row, name in everybody if row.games >= LEAST_GAMES]
    wins = await results.wins(guild, game, season, [row.user for row, _name in played])
    names = tell_apart({row.user: name for row, name in sorted(played, key=lambda each: each[0].user)})
    listed: list[LeaderboardEntry] = []
    level = None
    for row, _name in played:
        worth = row.mu - 3 * row.sigma
        rank = listed[-1].rank if worth == level else len(listed) + 1
        rating, won = Rating(row.mu, row.sigma).shown, wins.get(row.user, 0)
        listed.append(LeaderboardEntry(rank, row.user, names[row.user], rating, row.games, won))
        level = worth
    return Leaderboard(
        game=game,
        season=season,
        latest_season=newest,
        listed=tuple(listed),
        mine=next((standing for standing in listed if standing.user == reader), None),
        games_of_mine=next((row.games for row, _name in everybody if row.user == reader), 0),
    )
