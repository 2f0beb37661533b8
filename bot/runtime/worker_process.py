"""A process of its own for what takes long to compute, so that no press is ever held up by it."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar, TypeVarTuple

import structlog

from bot.runtime.process_setup import initialise_worker

log = structlog.get_logger(__name__)

ATTEMPTS = 3
"""How often a process that dies is replaced before the caller gets an error."""

T = TypeVar("T")
Args = TypeVarTuple("Args")


class WorkerProcess:
    """One process, started with the first call and replaced if it dies. `name` is for the log.

    `niceness`: how far it stands back where there is not enough time for all (0 to 19, as `nice` has it).
    """

    def __init__(self, name: str, niceness: int = 0) -> None:
        self._name = name
        self._niceness = niceness
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, function: Callable[[*Args], T], *args: *Args) -> T:
        """What a module's function returns there; all that goes in or comes out can be pickled."""
        for attempt in range(ATTEMPTS):
            pool = self._started()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, function, *args)
            except BrokenProcessPool:
                log.warning("a process died; starting another", process=self._name, attempt=attempt + 1)
                if self._pool is pool:  # else another caller has replaced it already
                    self._pool = None
        raise RuntimeError(f"the process of {self._name} keeps dying")

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                1, mp_context=spawn, initializer=initialise_worker, initargs=(self._niceness,)
            )
        return self._pool

    def close(self) -> None:
        """The process ends; whatever is under way there is dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
