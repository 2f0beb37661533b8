"""How long a game takes, and whether that fits into a tournament's round.

The table (`game_lengths.json`) is measured: `python -m tests.support.week.lengths` lets people who answer
like people play, some of them slowly, none of them gone for good. It tells the number of moves, and of how
long a game takes the median and the ninth of ten, by game, length of game, number of players and pace.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from bot.pace import DAY, HOUR, MINUTE, PACES, Pace, PaceName
from bot.tournaments.model import TournamentSettings
from games.contract import AnyGame
from games.text import Text

WEEK = 7 * DAY
MOST_MOVES = 250
"""Moves of a long evening's game. A game's own bound may be far higher: the worst that can happen."""
LONGEST_ROUND, LONGEST_INTERVAL = 90 * DAY, 31 * DAY
"""Of a round, and of a league from one round to the next."""


class GameLength(msgspec.Struct, frozen=True):
    """How long games take, in seconds."""

    usual: float
    """The median: half of all games take longer."""
    longest: float
    """What one of ten games exceeds."""


class _Measured(msgspec.Struct, frozen=True):
    """A row of the table: for each pace the median and the ninth of ten."""

    moves: int
    blitz: tuple[float, float]
    daily: tuple[float, float]
    relaxed: tuple[float, float]
    none: tuple[float, float]

    def length(self, name: PaceName) -> GameLength:
        """How long a game takes at a pace of that name."""
        return GameLength(*getattr(self, name))


class _Table(msgspec.Struct, frozen=True):
    games: dict[str, dict[str, dict[int, _Measured]]]
    """By slug, value of the game's length (empty where it has none), number of players."""


@cache
def _table() -> _Table:
    return msgspec.json.decode(
        files("bot.tournaments").joinpath("game_lengths.json").read_bytes(), type=_Table
    )


def game_length(game: AnyGame, game_options: dict[str, Any], players: int, pace: Pace) -> GameLength:
    """How long a game of so many takes at this pace. A game without a row (an installed package's, say) is
    judged by the number of its moves, and by how long a move takes in all games that were measured.
    """
    options = game.Options.model_validate(game_options)
    chosen = str(getattr(options, game.length_option)) if game.length_option else ""
    name = _measured_like(pace)
    row = _table().games.get(game.slug, {}).get(chosen, {}).get(players)
    if row is not None:
        found, moves = row.length(name), row.moves
    else:
        moves = min(MOST_MOVES, game.bounds(options, players).actions)
        a_move = _a_move(name)
        found = GameLength(moves * a_move.usual, moves * a_move.longest)
    if pace.name != "own" or not pace.limited:
        return found
    # Nobody takes longer than the clocks allow, whatever others do at a slower pace.
    allowed = moves * (pace.move + pace.increment) + players * pace.bank
    return GameLength(min(found.usual, allowed), min(found.longest, allowed))


def _measured_like(pace: Pace) -> PaceName:
    """The pace that was measured: this one, or the next slower one; live ones are played in one sitting."""
    if pace.name != "own":
        return pace.name
    for name, each in PACES.items():
        if each.limited and each.live == pace.live and (pace.live or pace.move <= each.move):
            return name
    return "none"


@cache
def _a_move(name: PaceName) -> GameLength:
    """How long a move takes, over all games that were measured."""
    rows = [row for game in _table().games.values() for sizes in game.values() for row in sizes.values()]
    moves = sum(row.moves for row in rows)
    lengths = [row.length(name) for row in rows]
    return GameLength(
        sum(each.usual for each in lengths) / moves, sum(each.longest for each in lengths) / moves
    )


# Whether it fits into a round


class Misfit(msgspec.Struct, frozen=True):
    """Tables wait and a game takes so long, and a round's time is up before; in seconds."""

    wait: float
    game: float
    limit: float


def needed_time(game: AnyGame, settings: TournamentSettings) -> float:
    """After how long nine of ten tables of a round are through."""
    length = game_length(game, settings.game_options, settings.how.preferred, settings.pace)
    return settings.longest_wait + length.longest


def misfit(game: AnyGame, settings: TournamentSettings) -> Misfit | None:
    """What does not fit: robots would finish the games. None if it fits, or a round has no limit."""
    needed, limit = needed_time(game, settings), settings.lasts or settings.round_lasts
    if not limit or needed <= limit:
        return None
    return Misfit(settings.longest_wait, needed - settings.longest_wait, limit)


def other_lengths(game: AnyGame, settings: TournamentSettings) -> Iterator[tuple[Text, dict[str, Any]]]:
    """The other lengths that this game can have, as people call them, each with the options that bring it."""
    options = game.Options.model_validate(settings.game_options)
    for field in game.option_fields(options):
        if field.name == game.length_option:
            for offer in field.values:
                if offer.value != getattr(options, field.name):
                    chosen = game.Options.model_validate({**settings.game_options, field.name: offer.value})
                    yield offer.label, chosen.model_dump(mode="json", exclude_defaults=True)


def longer_round(game: AnyGame, settings: TournamentSettings) -> dict[str, float]:
    """The fields of the settings that change so that a round has the time that a game takes. Weeks in a
    league, whose rounds begin as far apart; else days, or minutes where everybody is there.
    """
    step = WEEK if settings.every else 10 * MINUTE if settings.pace.live else DAY
    if step < HOUR < needed_time(game, settings) / 4:
        step = HOUR
    lasts = min(LONGEST_ROUND, -(-needed_time(game, settings) // step) * step)
    if not settings.every:
        return {"round_lasts": lasts}
    return {"round_lasts": lasts, "every": max(settings.every, min(lasts, 4 * WEEK))}


LEAST_OF_A_GAME = 1 / 3
"""How much shorter a game is made by itself, in moves: a single card each is no game for a league."""


GAMES_IN_AN_ARENA = 3
"""As many usual games as somebody is to play there: of fewer, the company hardly changes."""


def fitted_to_time(game: AnyGame, settings: TournamentSettings) -> TournamentSettings:
    """The settings with a game and a round that go together, as far as nobody has chosen how long games are.

    A league's round lasts as few weeks as can be; of the games that fit into so many, the longest is played.
    An arena has the longest of which it fits some.
    """
    if settings.lasts:
        games = (settings, *_with_shorter_games(game, settings))
        fits = (each for each in games if GAMES_IN_AN_ARENA * _usual(game, each) <= settings.lasts)
        return next(fits, settings)
    if misfit(game, settings) is None:
        return settings
    plain = msgspec.structs.replace
    if settings.every:
        games = [settings, *_with_shorter_games(game, settings)]
        for weeks in range(1, int(LONGEST_INTERVAL // WEEK) + 1):
            for each in games:
                lasting = plain(each, every=weeks * WEEK, round_lasts=weeks * WEEK)
                if misfit(game, lasting) is None:
                    return lasting
    return plain(settings, **longer_round(game, settings))


def _with_shorter_games(game: AnyGame, settings: TournamentSettings) -> list[TournamentSettings]:
    """The same with shorter games, the longest first; none if somebody has chosen how long they are."""
    if game.length_option in settings.game_options:
        return []
    whole = _moves(game, settings)
    others = (
        msgspec.structs.replace(settings, game_options=options)
        for _name, options in other_lengths(game, settings)
    )
    found = [each for each in others if whole * LEAST_OF_A_GAME <= _moves(game, each) < whole]
    return sorted(found, key=lambda each: -_moves(game, each))


def _usual(game: AnyGame, settings: TournamentSettings) -> float:
    return game_length(game, settings.game_options, settings.how.preferred, settings.pace).usual


def _moves(game: AnyGame, settings: TournamentSettings) -> float:
    """How long a game is, whatever the pace: at the one that was measured best."""
    return game_length(game, settings.game_options, settings.how.preferred, PACES["blitz"]).usual
