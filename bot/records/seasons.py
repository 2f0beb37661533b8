"""Seasons: when those who manage a server say so, ratings of a game begin anew. Old ones stay readable."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.refusal import Refusal
from games.text import _
from storage.doors.results import Results


def season_at(begun: Sequence[tuple[int, float]], moment: float) -> int:
    """The season to which this moment belongs. `begun`: those after the first, with when each began."""
    return max((season for season, began in begun if began <= moment), default=1)


def latest(begun: Sequence[tuple[int, float]]) -> int:
    """The season that is going on."""
    return begun[-1][0] if begun else 1


async def begin(results: Results, guild: int, game: str, season: int, now: float) -> None:
    """Begin this season, the one after the latest. Refusal if somebody has done so already."""
    begun = await results.seasons(guild, game)
    if season != latest(begun) + 1:
        raise Refusal("twice", _("That season has begun already. /leaderboard shows how it stands."))
    # A clock that was set back must not let a season begin before the one that it follows.
    earliest = begun[-1][1] if begun else now
    await results.begin_season(guild, game, season, max(now, earliest))
