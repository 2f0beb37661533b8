"""A beginner who knows of a game what its course has said so far: does what lessons say, and else anything.

    python -m tests.games.beginner skull-king 300

plays so many courses, and a game after each against robots for first games, and states what came of it.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import games.catalogue
from games.contract import Action, AnyGame, Course, Outcome
from tests.games.buccaneer import habits as buccaneer
from tests.games.corsari import habits as corsari
from tests.games.habits import Habit
from tests.games.skull_king import habits as skull_king
from tests.games.skull_queen import habits as skull_queen

HABITS: Mapping[str, Mapping[str, Habit]] = {
    "buccaneer": buccaneer.HABITS,
    "corsari": corsari.HABITS,
    "skull-king": skull_king.HABITS,
    "skull-queen": skull_queen.HABITS,
}
"""By game and lesson: what whoever has been told it does from then on."""

AFTERWARDS = 4
"""How many play the game after the course: the beginner and three robots."""


@dataclass
class Beginner:
    """Somebody who learns a game. `told`: the lessons that came, in order, each with its moment."""

    game: AnyGame
    random: Random
    told: dict[str, str] = field(default_factory=dict[str, str])

    def choose(self, seen: Any) -> Action:
        """Reads what is explained, then does what has been said, and else anything."""
        lesson = self.game.lesson(seen, self.told)
        if lesson is not None:
            self.told[lesson.name] = f"{self.game.round_of(seen)}.{seen.decision}"
        left = list(seen.legal)
        for name, habit in HABITS.get(self.game.slug, {}).items():
            if name in self.told:
                left = habit(seen, left) or left
        return self.random.choice(left)


def play(beginner: Beginner, course: Course) -> tuple[Any, Outcome]:
    """How the game ends in which the beginner has the first seat, and gentle robots the others."""
    game, random = beginner.game, beginner.random
    given = course.position
    state = (
        game.new(course.options, course.players, course.seed)
        if given is None
        else game.position(course.options, course.players, course.seed, given)
    )
    robot = game.robots[game.first_robot]
    while waiting := game.to_act(state):
        seen = game.observe(state, waiting[0])
        action = robot.choose(seen, random) if waiting[0] else beginner.choose(seen)
        state, _events = game.apply(state, waiting[0], action)
    outcome = game.outcome(state)
    assert outcome is not None
    return state, outcome


@dataclass(frozen=True)
class Learned:
    """What came of courses, and of a game after each: shares of what could be."""

    kept: float
    """Of what the game counts first (bids made), in the courses."""
    won: float
    """Of the games after them."""


def learned(game: AnyGame, options: Any, times: int) -> Learned:
    """So many beginners take the course for these options, and play one such game after it."""
    made = of = won = 0
    course = game.course(options)
    assert course is not None
    for chance in range(times):
        beginner = Beginner(game, Random(chance))
        state, _outcome = play(beginner, course)
        for each in game.figures(state)[:1]:
            made, of = made + each.made[0], of + each.of[0]
        after = Course(course.options, AFTERWARDS, beginner.random.randbytes(32))
        _state, outcome = play(beginner, after)
        won += outcome.places[0] == 1
    return Learned(made / of if of else 0.0, won / times)


def main() -> None:
    """Reads the game, the number of beginners and the options from the command line; prints their figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.beginner")
    parser.add_argument("game")
    parser.add_argument("times", type=int, nargs="?", default=200)
    parser.add_argument("--option", action="append", default=[], help="name=value")
    given = parser.parse_args()
    game = games.catalogue.game(given.game)
    options = game.Options.model_validate(dict(each.split("=", 1) for each in given.option))
    found = learned(game, options, given.times)
    print(f"kept in the course: {found.kept:.0%}; games won afterwards: {found.won:.0%}")


if __name__ == "__main__":
    main()
