"""Where robots think, hints are found and choices judged: processes beside the one that answers people."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Protocol

import msgspec

from bot.runtime.worker_process import WorkerPool
from bot.tables import robot_work
from games.catalogue import game as game_of
from games.contract import EVEN, Action, Manner, Observation
from games.text import Text
from games.thinking.analysis import Judgement
from games.thinking.chances import Chances, TurningPoint
from games.thinking.hints import Hint
from games.thinking.levels import level_of


class RobotEngine(Protocol):
    """Decides what robots do, outside the event loop, as that takes long."""

    async def think(
        self, slug: str, robot: str, observation: Observation, live: bool, manner: Manner
    ) -> Action:
        """What the robot of that game does, being told this and nothing else. `live`: people wait for it."""
        ...

    def close(self) -> None:
        """Stops all thinking, for good: the bot is about to end."""
        ...


class HintEngine(Protocol):
    """Finds hints for those who ask, outside the event loop, as that takes long."""

    async def hint(self, slug: str, observation: Observation, chosen: Sequence[str]) -> Hint:
        """What is best for this seat, and why."""
        ...

    def close(self) -> None:
        """Stop: no hint is found any more."""
        ...


QUICK = 200
"""Playouts up to which nobody notices a thought; longer ones have a process of their own."""


class RobotPool:
    """Processes of their own, so that no thought ever holds up a press: some for what people wait for (quick
    robots' choices, hints), as many for what takes long.

    They are given an observation, never a state: a robot cannot look at hidden cards even by mistake.
    `share`: how long is thought, as a share of what robots want; 0: nothing is searched. `thinkers`: how many
    processes of each kind there are at most.
    """

    def __init__(self, share: float = 1.0, thinkers: int = 1) -> None:
        self._share = share
        self._quick = WorkerPool("robots", thinkers, niceness=3)
        self._long = WorkerPool("long thoughts", thinkers, niceness=5)

    @property
    def thoughts(self) -> int:
        """How many are under way, or wait."""
        return self._quick.calls + self._long.calls

    async def think(
        self, slug: str, robot: str, observation: Observation, live: bool = True, manner: Manner = EVEN
    ) -> Action:
        """What the robot does, being told this and nothing else. `live`: people wait for it."""
        game = game_of(slug)
        robot = level_of(game, robot)
        effort = game.robots[robot].effort
        playouts = round(self._share * (effort.now if live else effort.days))
        process = self._quick if playouts <= QUICK else self._long
        encoded = msgspec.json.encode(observation)
        return await process.run(
            robot_work.choose, slug, robot, encoded, secrets.randbits(64), playouts, manner
        )

    async def hint(self, slug: str, observation: Observation, chosen: Sequence[str]) -> Hint:
        """What is best for this seat, which has chosen that so far, and why."""
        encoded = msgspec.json.encode(observation)
        return await self._quick.run(robot_work.hint, slug, encoded, tuple(chosen))

    async def why(self, slug: str, observation: Observation, action: Action) -> Text:
        """Why a seat that knew this did that: the same each time."""
        return await self._long.run(robot_work.why, slug, msgspec.json.encode(observation), action)

    async def judge(
        self, slug: str, observation: Observation, action: Action, chapter: int, number: int
    ) -> Judgement:
        """What a choice gave away, from what its seat knew then: the same each time."""
        encoded = msgspec.json.encode(observation)
        return await self._long.run(robot_work.judge, slug, encoded, action, chapter, number)

    async def chances(self, slug: str, observation: Observation) -> Chances | None:
        """Everybody's, from what a spectator knows; None in a game that has no idea of them."""
        return await self._long.run(robot_work.chances_of, slug, msgspec.json.encode(observation))

    async def turning_point(
        self, slug: str, seen: Sequence[Observation], places: Sequence[int]
    ) -> TurningPoint | None:
        """When a game that is over turned: the same each time."""
        return await self._long.run(robot_work.turning_point, slug, msgspec.json.encode(seen), places)

    def close(self) -> None:
        """The processes end; a thought under way is dropped."""
        self._quick.close()
        self._long.close()
