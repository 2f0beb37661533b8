"""How somebody's ratings came to be what they are: after each rated game of the season played last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from bot.records.ratings import NEWCOMER, Rating
from storage.records import RatingRow


@dataclass(frozen=True)
class Curve:
    """Ratings as people read them, after each rated game of one season; at least one."""

    season: int
    ratings: tuple[int, ...]

    @property
    def games(self) -> int:
        """How many rated games there were."""
        return len(self.ratings)

    @property
    def now(self) -> int:
        """After the last game."""
        return self.ratings[-1]

    @property
    def best(self) -> int:
        """The highest that was reached by playing."""
        return max(self.ratings)

    @property
    def best_game(self) -> int:
        """After which game it was reached first, counted from 1."""
        return self.ratings.index(self.best) + 1

    @property
    def from_the_start(self) -> tuple[int, ...]:
        """The ratings after what everybody begins with."""
        return (NEWCOMER.shown, *self.ratings)


def curves(rows: Iterable[RatingRow]) -> dict[str, Curve]:
    """One person's ratings in their order, by game: the latest season of each."""
    # A later season of the same game takes the place of the one before.
    return {
        game: Curve(season, tuple(Rating(row.mu, row.sigma).shown for row in of_it))
        for (game, season), of_it in groupby(rows, key=lambda row: (row.game, row.season))
    }
