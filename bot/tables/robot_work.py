"""What the processes of `robot_pool` do: apart from it, so that they load neither asyncio nor the log."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from games.catalogue import game as game_of
from games.contract import Action, Manner
from games.text import Text
from games.thinking import analysis, chances, hints
from games.thinking.analysis import Judgement
from games.thinking.chances import Chances, TurningPoint
from games.thinking.hints import Hint


def choose(slug: str, robot: str, encoded: bytes, seed: int, playouts: int, manner: Manner) -> Action:
    """What the robot does, being told the observation alone."""
    game = game_of(slug)
    observation = msgspec.json.decode(encoded, type=game.Observation)
    return game.robots[robot].choose(observation, Random(seed), playouts, manner)


def hint(slug: str, encoded: bytes, chosen: Sequence[str]) -> Hint:
    """What is best for a seat, and why: the same whenever it knows the same."""
    game = game_of(slug)
    return hints.hint(
        game, msgspec.json.decode(encoded, type=game.Observation), Random(encoded), chosen=chosen
    )


def why(slug: str, encoded: bytes, action: Action) -> Text:
    """Why a seat did that, from what it knew."""
    game = game_of(slug)
    observation = msgspec.json.decode(encoded, type=game.Observation)
    return hints.why_did(game, observation, action, Random(encoded))


def judge(slug: str, encoded: bytes, action: Action, chapter: int, number: int) -> Judgement:
    """How good a choice was."""
    game = game_of(slug)
    observation = msgspec.json.decode(encoded, type=game.Observation)
    return analysis.judge(game, observation, action, chapter, number, Random(number))


def chances_of(slug: str, encoded: bytes) -> Chances | None:
    """Everybody's chances, from what a spectator knows: the same whenever that is the same."""
    game = game_of(slug)
    observation = msgspec.json.decode(encoded, type=game.Observation)
    return chances.chances(game, observation, Random(encoded))


def turning_point(slug: str, encoded: bytes, places: Sequence[int]) -> TurningPoint | None:
    """When a game that is over turned, from what spectators knew: always the same."""
    game = game_of(slug)
    seen = msgspec.json.decode(encoded, type=list[game.Observation])
    return chances.turning_point(game, seen, places, Random(encoded))
