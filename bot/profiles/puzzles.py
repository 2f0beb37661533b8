"""The puzzle of the day: the same for everybody, a new one each day; and how somebody has done so far."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from inspect import getfile
from itertools import zip_longest
from pathlib import Path

import msgspec

from bot.preferences.people import PersonPreferences
from bot.tables.model import ROBOTS
from games.catalogue import BUILT_IN
from games.catalogue import game as game_of
from games.contract import Action, AnyGame, Observation
from games.text import Seat
from games.thinking.puzzles import Puzzle, observation_of

DAY = 86_400


class DailyPuzzle(msgspec.Struct, frozen=True):
    """The puzzle of one day, counted from 1970 in UTC."""

    day: int
    game: AnyGame
    puzzle: Puzzle

    @property
    def seen(self) -> Observation:
        """What is known to whoever is to choose."""
        return observation_of(self.game, self.puzzle)

    @property
    def names(self) -> dict[Seat, str]:
        """The names of robots for all seats of the puzzle."""
        robots = list(ROBOTS)  # nobody takes them for a friend
        return {seat: robots[seat % len(robots)] for seat in range(self.puzzle.players)}

    def is_right(self, action: Action) -> bool:
        """Whether it is the best choice."""
        return action == self.puzzle.study.best.action


def puzzle_file(game: AnyGame) -> Path:
    """Where a game keeps its puzzles: beside its module."""
    return Path(getfile(type(game))).parent / "puzzles.json"


@cache
def all_puzzles() -> Sequence[tuple[str, Puzzle]]:
    """Every game's in turn, with its slug."""
    of_games = [
        [(game.slug, puzzle) for puzzle in msgspec.json.decode(file.read_bytes(), type=list[Puzzle])]
        for game in BUILT_IN
        if (file := puzzle_file(game)).exists()
    ]
    return [each for day in zip_longest(*of_games) for each in day if each is not None]


def puzzle_of(day: int) -> DailyPuzzle:
    """The puzzle of that day. Those of all games follow each other, and begin again after the last."""
    puzzles = all_puzzles()
    slug, puzzle = puzzles[day % len(puzzles)]
    return DailyPuzzle(day, game_of(slug), puzzle)


def day_at(now: float) -> int:
    """Which day it is at that Unix time, in UTC."""
    return int(now // DAY)


def answered(now: PersonPreferences, day: int, right: bool) -> PersonPreferences:
    """With the first answer to the puzzle of that day; later ones change nothing, as to old ones."""
    if day <= now.puzzle_day:
        return now
    goes_on = day == now.puzzle_day + 1
    return msgspec.structs.replace(
        now,
        puzzle_day=day,
        puzzle_streak=(now.puzzle_streak if goes_on else 0) + 1 if right else 0,
        puzzles_solved=now.puzzles_solved + right,
    )
