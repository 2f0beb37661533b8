"""How one game changes ratings: pure functions around openskill's Plackett-Luce model.

A rating is a guess at how well somebody plays: `mu`, the guess, and `sigma`, how unsure it is. Only people
are compared, by who finished before whom; robots and substitutes are left out.

Whoever left for good is compared with all who stayed as the last of them, and can only lose by it: neither
rises the guess nor does it become surer. Those who stayed are compared among themselves, as if those who left
had not been there; somebody who alone was left is compared with them as the winner, and never falls.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

import msgspec
from openskill.models import PlackettLuce

from bot.score_sheets.sheet import ScoreSheet
from storage.models import RatingRow

# A game never makes a rating less sure; so who wins never falls.
_MODEL = PlackettLuce(limit_sigma=True)


class Rating(msgspec.Struct, frozen=True):
    """A guess at how well somebody plays, and how unsure it is."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def shown(self) -> int:
        """As people read it: 1000 for a newcomer, and with each game more of what is certain about them."""
        return round(1000 + 40 * (self.mu - 3 * self.sigma))


NEWCOMER = Rating()


class RatedPlayer(msgspec.Struct, frozen=True):
    """Somebody who counts in a game. `key` tells them from the others; `place` is as in the game."""

    key: int
    rating: Rating
    place: int
    left: bool = False


def rate(entrants: Iterable[RatedPlayer]) -> dict[int, Rating]:
    """Everybody's rating after the game, by key. The order of the entrants means nothing."""
    in_order = sorted(entrants, key=lambda entrant: (entrant.place, entrant.key))
    stayed = [entrant for entrant in in_order if not entrant.left]
    left = [entrant for entrant in in_order if entrant.left]
    after = _compared(stayed, [entrant.place for entrant in stayed])
    if len(stayed) == 1:
        winner = stayed[0].key
        after = {winner: _compared([*stayed, *left], [1] + [2] * len(left))[winner]}
    return after | {entrant.key: _after_leaving(entrant, stayed) for entrant in left}


def _after_leaving(leaver: RatedPlayer, stayed: Sequence[RatedPlayer]) -> Rating:
    places = [entrant.place for entrant in stayed]
    last = _compared([*stayed, leaver], [*places, max(places, default=0) + 1])[leaver.key]
    return Rating(min(last.mu, leaver.rating.mu), leaver.rating.sigma)


def _compared(entrants: Sequence[RatedPlayer], places: Sequence[int]) -> dict[int, Rating]:
    """The ratings after a game with these places; unchanged if there is nobody to compare with."""
    if len(entrants) < 2:
        return {entrant.key: entrant.rating for entrant in entrants}
    teams = [[_MODEL.rating(entrant.rating.mu, entrant.rating.sigma)] for entrant in entrants]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return {
        entrant.key: Rating(rating.mu, rating.sigma)
        for entrant, [rating] in zip(entrants, after, strict=True)
    }


# With real cards, apart from all that the bot dealt.


class SheetRating(msgspec.Struct, frozen=True):
    """What somebody's evenings with real cards come to; `place`: among so many who have a rating by them."""

    rating: int
    evenings: int
    won: int
    place: int
    among: int


def sheet_rating(sheets: Iterable[ScoreSheet], user: int) -> SheetRating | None:
    """By score sheets of one game that are over, in the order in which they were begun; None if they stand on
    none. Members are compared, and those who were one; of those whose names were typed nothing is known.
    """
    ratings, places = dict[int, Rating](), list[int]()
    for sheet in sorted(sheets, key=lambda each: (each.record.begun, each.id)):
        # Whoever had their data erased was there to be won against, as a newcomer.
        keys = {
            seat: -1 - seat if player.user is None else player.user
            for seat, player in enumerate(sheet.record.players)
            if player.user is not None or not player.name
        }
        if not sheet.over or len(keys) < 2:
            continue
        outcome = sheet.outcome()
        field = (
            RatedPlayer(key, ratings.get(key, NEWCOMER), outcome.places[seat]) for seat, key in keys.items()
        )
        ratings |= {key: rating for key, rating in rate(field).items() if key >= 0}
        places += (outcome.places[seat] for seat, key in keys.items() if key == user)
    if user not in ratings:
        return None
    shown = [rating.shown for rating in ratings.values()]
    place = 1 + sum(each > ratings[user].shown for each in shown)
    return SheetRating(ratings[user].shown, len(places), places.count(1), place, len(shown))


# How somebody's ratings came to be what they are: after each rated game of the season played last.


class RatingCurve(msgspec.Struct, frozen=True):
    """Ratings as people read them, after each rated game of one season; at least one."""

    season: int
    ratings: tuple[int, ...]

    @property
    def from_the_start(self) -> tuple[int, ...]:
        """The ratings after what everybody begins with."""
        return (NEWCOMER.shown, *self.ratings)


def rating_curves(rows: Iterable[RatingRow]) -> dict[str, RatingCurve]:
    """One person's ratings in their order, by game: the latest season of each."""
    # A later season of the same game takes the place of the one before.
    return {
        game: RatingCurve(season, tuple(Rating(row.mu, row.sigma).shown for row in of_it))
        for (game, season), of_it in groupby(rows, key=lambda row: (row.game, row.season))
    }
