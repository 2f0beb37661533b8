"""Who plays in the robots' bench, by name: a game's robots, those of old, and some that no table has.

captain              a level, by its stable id, with the playouts that it has at a table
captain@40           the same with so many
captain.bold         the same with a manner: bold, careful, tricky
sensible.overbids    the same, but it bids one more
sensible.rash        the same, but every fourth choice is any that is legal
sensible.old         the sensible robot from before levels, from `benches.opponents`
beginner             the scripted beginner, from there too
plain                a plain determinised search with 100 playouts
seer                 one that sees every card
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Protocol

from benches.opponents.plain_search import PlainSearch, seer
from games.contract import EVEN, Action, AnyGame, Manner, Observation, Robot
from games.thinking.levels import MANNERS


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


def overbidding(player: Player) -> Player:
    """The same, but one more is bid wherever a number is."""

    def plays(state: Any, observation: Observation, random: Random) -> Action:
        chosen = player(state, observation, random)
        word, _space, number = chosen.partition(" ")
        more = f"{word} {int(number) + 1}" if word == "bid" else chosen
        return more if more in observation.legal else chosen

    return plays


def rash(player: Player) -> Player:
    """The same, but every fourth choice is any that is legal."""

    def plays(state: Any, observation: Observation, random: Random) -> Action:
        any_other = random.randrange(4) == 0
        return random.choice(observation.legal) if any_other else player(state, observation, random)

    return plays


_SPOILED: Mapping[str, Any] = {"overbids": overbidding, "rash": rash}


def player(game: AnyGame, name: str) -> Player:
    """Who goes by this name in this game. ValueError if nobody does."""
    level, _dot, how = name.partition(".")
    if how in _SPOILED:
        return _SPOILED[how](player(game, level))
    match name:
        case "sensible.old":
            return scripted(_opponent(game, "Sensible"))
        case "beginner":
            return scripted(_opponent(game, "Beginner"))
        case "plain":
            return scripted(PlainSearch(game))
        case "seer":
            return seer(game)
        case _:
            return _of_the_crew(game, level, how)


def _of_the_crew(game: AnyGame, level: str, manner: str) -> Player:
    level, _at, playouts = level.partition("@")
    if level not in game.robots or manner not in ("", *MANNERS):
        raise ValueError(f"Nobody is called {level!r} here; {game.slug} has {', '.join(game.robots)}.")
    how = MANNERS[manner][1] if manner else EVEN
    return seated(game.robots[level], int(playouts) if playouts else None, how)


def _opponent(game: AnyGame, kind: str) -> Chooser:
    module = f"benches.opponents.{game.slug.replace('-', '_')}"
    if find_spec(module) is None or not hasattr(import_module(module), kind):
        raise ValueError(f"There is no {kind} in {module}.")
    return getattr(import_module(module), kind)()
