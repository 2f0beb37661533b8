"""Who plays in the robots' bench, by name: a game's robots, those of old, and some that no table has.

captain              a level, by its stable id, with the playouts that it has at a table
captain@40           the same with so many
sensible.old         the sensible robot from before levels, from `benches.opponents`
beginner             the scripted beginner, from there too
"""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any, Protocol

from games.contract import EVEN, Action, AnyGame, Manner, Observation, Robot


class Player(Protocol):
    """Somebody at a bench's table. Who plays honestly does not look at the state."""

    def __call__(self, state: Any, observation: Any, random: Random) -> Action:
        """One of `observation.legal`."""
        ...


class Chooser(Protocol):
    """Somebody who plays at once, by a policy."""

    def choose(self, observation: Any, random: Random) -> Action:
        """One of `observation.legal`."""
        ...


def seated(robot: Robot, playouts: int | None = None, manner: Manner = EVEN) -> Player:
    """A robot as it plays at a table that plays now, or with so many playouts."""
    count = robot.effort.now if playouts is None else playouts

    def plays(state: Any, observation: Observation, random: Random) -> Action:
        return robot.choose(observation, random, count, manner)

    return plays


def scripted(chooser: Chooser) -> Player:
    """Somebody who plays by a policy."""

    def plays(state: Any, observation: Observation, random: Random) -> Action:
        return chooser.choose(observation, random)

    return plays


def player(game: AnyGame, name: str) -> Player:
    """Who goes by this name in this game. ValueError if nobody does."""
    if name in ("sensible.old", "beginner"):
        opponents = import_module(f"benches.opponents.{game.slug.replace('-', '_')}")
        return scripted(opponents.Sensible() if name == "sensible.old" else opponents.Beginner())
    level, _at, playouts = name.partition("@")
    if level not in game.robots:
        raise ValueError(f"Nobody is called {name!r}; {game.slug} has {', '.join(game.robots)}.")
    return seated(game.robots[level], int(playouts) if playouts else None)
