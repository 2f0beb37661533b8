"""Where robots think: in a process of their own, so that no thought ever holds up a press.

The process is given an observation, never a state: a robot cannot look at hidden cards even by mistake.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from random import Random

import msgspec
import structlog

from games.catalogue import game as game_of
from games.contract import Action, Observation

log = structlog.get_logger(__name__)


class Thinkers:
    """A process in which robots choose. It starts with the first thought and is replaced if it dies."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def think(self, slug: str, robot: str, observation: Observation) -> Action:
        """What the robot does, being told this and nothing else."""
        told = msgspec.json.encode(observation)
        for attempt in range(3):
            try:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(
                    self._started(), _choose, slug, robot, told, secrets.randbits(64)
                )
            except BrokenProcessPool:
                log.warning("robots' process died; starting another", attempt=attempt + 1)
                self._pool = None
        raise RuntimeError("the robots' process keeps dying")

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=_settle_in)
        return self._pool

    def close(self) -> None:
        """The process ends; a thought under way is dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _settle_in() -> None:
    """In the robots' process: leave signals to the parent, and end with it even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


def _choose(slug: str, robot: str, told: bytes, seed: int) -> Action:
    game = game_of(slug)
    observation = msgspec.json.decode(told, type=game.Observation)
    return game.robots[robot].choose(observation, Random(seed))
