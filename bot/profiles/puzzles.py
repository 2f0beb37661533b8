"""The puzzle of the day: the same for everybody, a new one each day; and how somebody has done so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
FIRST_DAY = 20_780
"""The day of puzzle number 1, counted from 1970: 23 November 2026."""
FEWEST_TOLD = 5
"""Answers from which on it is told who chose what: of fewer, one could guess whose they are."""


class DailyPuzzle(msgspec.Struct, frozen=True):
    """The puzzle of one day, counted from 1970 in UTC."""

    day: int
    game: AnyGame
    puzzle: Puzzle

    @property
    def number(self) -> int:
        """What it is called by."""
        return max(1, self.day - FIRST_DAY + 1)

    @property
    def seen(self) -> Observation:
        """What is known to whoever is to choose."""
        return observation_of(self.game, self.puzzle)

    @property
    def names(self) -> dict[Seat, str]:
        """The names of robots for all seats of the puzzle."""
        robots = list(ROBOTS)  # nobody takes them for a friend
        return {seat: robots[seat % len(robots)] for seat in range(self.puzzle.players)}

    def percent(self, counts: Mapping[Action, int], action: Action) -> int | None:
        """How many of a hundred answered like that; None as long as it is not told."""
        answers = sum(counts.values())
        return None if answers < FEWEST_TOLD else round(100 * counts.get(action, 0) / answers)

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


def earlier_days(before: int, today: int) -> list[int]:
    """The days before that one whose puzzles have not come again since, the latest first."""
    return list(range(min(before, today) - 1, max(FIRST_DAY, today - len(all_puzzles()) + 1) - 1, -1))


def count_key(day: int, action: Action = "") -> str:
    """Under which name it is stored how many chose that, or how those of the whole day begin."""
    return f"puzzle {day} {action}"


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
