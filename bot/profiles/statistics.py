"""What somebody's games on a server come to: places, points, streaks, rivals, what each game counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby

import msgspec

from bot.i18n.sanitising import tell_apart
from bot.profiles.analysis import analysis_of
from games.text import Text
from storage.models import ResultRow

MOST_RIVALS = 3


class Points(msgspec.Struct, frozen=True):
    """Of the games of one kind that were played to their end."""

    best: int
    average: int


class Rival(msgspec.Struct, frozen=True):
    """Somebody met often. `ahead`, `behind`: how often the one whose figures these are finished so."""

    user: int
    name: str
    games: int
    ahead: int
    behind: int


class PlayerStatistics(msgspec.Struct, frozen=True):
    """Somebody's games. One that was left for good counts neither with its points nor with its place."""

    games: int
    with_people: int
    left: int
    places: tuple[tuple[int, int], ...]
    """Each place reached, with how often."""
    streak: int
    """Games won one after the other, up to now."""
    longest: int
    points: Points | None
    """None without a game that was played to its end, or with games of several kinds."""
    figures: tuple[tuple[str, int, int], ...]
    """By the name of what a game counts: how often done, of how often it could have been. As with points."""
    rivals: tuple[Rival, ...]
    given_away: tuple[float, ...] = ()
    """Points given away in each game that was analysed, in order. As with points."""
    mistake: Text | None = None
    """What most was given away by in the latest of these games."""

    @property
    def won(self) -> int:
        """How often in first place."""
        return dict(self.places).get(1, 0)


class _PlayedGame(msgspec.Struct, frozen=True):
    """One game as it was for the one whose figures these are."""

    own: ResultRow
    others: Sequence[ResultRow]

    @property
    def people(self) -> list[ResultRow]:
        return list({row.user: row for row in self.others if row.user not in (None, self.own.user)}.values())


def player_statistics(
    rows: Iterable[ResultRow], user: int, fewest_win: Collection[str] = ()
) -> PlayerStatistics:
    """What these results, table by table in the order of ending, come to for the user. `fewest_win`: games in
    which few points are good.
    """
    met = [_played_game(list(table), user) for _id, table in groupby(rows, key=lambda row: row.table)]
    finished = [game.own for game in met if not game.own.quit]
    of_one_kind = len({game.own.game for game in met}) == 1
    runs = _winning_streaks(met)
    analysed = [found for row in finished if (found := analysis_of(row)) is not None]
    return PlayerStatistics(
        games=len(met),
        with_people=sum(bool(game.people) for game in met),
        left=len(met) - len(finished),
        places=tuple(sorted(Counter(row.place for row in finished).items())),
        streak=runs[-1],
        longest=max(runs),
        points=_points(met, fewest_win) if of_one_kind else None,
        figures=_figures(finished) if of_one_kind else (),
        rivals=_rivals(met),
        given_away=tuple(each.lost for each in analysed) if of_one_kind else (),
        mistake=next((each.mistakes[0] for each in reversed(analysed) if each.mistakes), None)
        if of_one_kind
        else None,
    )


def _played_game(table: Sequence[ResultRow], user: int) -> _PlayedGame:
    """The table as the user met it. Whoever left one seat and took another answers for the first."""
    own = next((row for row in table if row.user == user and row.quit), None) or next(
        row for row in table if row.user == user
    )
    return _PlayedGame(own, [row for row in table if row is not own])


def _winning_streaks(met: Sequence[_PlayedGame]) -> list[int]:
    """The lengths of all runs of games won; the last one is the one that goes on."""
    runs = [0]
    for game in met:
        if game.own.place == 1 and not game.own.quit:
            runs[-1] += 1
        else:
            runs.append(0)
    return runs


def _points(met: Sequence[_PlayedGame], fewest_win: Collection[str]) -> Points | None:
    # A game in which all but one gave up ended without points: nobody has any.
    counted = [game for game in met if any(row.points for row in (game.own, *game.others))]
    points = [game.own.points for game in counted if not game.own.quit]
    if not points:
        return None
    best = min(points) if counted[0].own.game in fewest_win else max(points)
    return Points(best, round(sum(points) / len(points)))


def _figures(finished: Sequence[ResultRow]) -> tuple[tuple[str, int, int], ...]:
    made, of = Counter[str](), Counter[str]()
    for row in finished:
        for name, (done, could) in msgspec.json.decode(row.figures, type=dict[str, tuple[int, int]]).items():
            made[name] += done
            of[name] += could
    return tuple((name, made[name], of[name]) for name in of)


def _rivals(met: Sequence[_PlayedGame]) -> tuple[Rival, ...]:
    """Those met most often, the latest name of each."""
    names = dict[int, str]()
    games, ahead, behind = Counter[int](), Counter[int](), Counter[int]()
    for game in met:
        for other in game.people:
            assert other.user is not None
            names[other.user] = other.name
            games[other.user] += 1
            ahead[other.user] += _standing(game.own) < _standing(other)
            behind[other.user] += _standing(game.own) > _standing(other)
    often = sorted(games, key=lambda user: (-games[user], names[user], user))[:MOST_RIVALS]
    told = tell_apart({user: names[user] for user in sorted(often)})
    return tuple(Rival(user, told[user], games[user], ahead[user], behind[user]) for user in often)


def _standing(row: ResultRow) -> tuple[bool, int]:
    """Whoever left is behind all who stayed, and as good as others who left."""
    return row.quit, 0 if row.quit else row.place
