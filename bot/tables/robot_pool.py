"""Where robots think: in a process of their own, so that no thought ever holds up a press.

The process is given an observation, never a state: a robot cannot look at hidden cards even by mistake.
"""

from __future__ import annotations

import secrets
from random import Random

import msgspec

from bot.runtime.worker_process import WorkerProcess
from games.catalogue import game as game_of
from games.contract import Action, Observation


class RobotPool:
    """A process in which robots choose."""

    def __init__(self) -> None:
        self._process = WorkerProcess("robots")

    async def think(self, slug: str, robot: str, observation: Observation) -> Action:
        """What the robot does, being told this and nothing else."""
        encoded = msgspec.json.encode(observation)
        return await self._process.run(_choose, slug, robot, encoded, secrets.randbits(64))

    def close(self) -> None:
        """The process ends; a thought under way is dropped."""
        self._process.close()


def _choose(slug: str, robot: str, encoded: bytes, seed: int) -> Action:
    game = game_of(slug)
    observation = msgspec.json.decode(encoded, type=game.Observation)
    return game.robots[robot].choose(observation, Random(seed))
