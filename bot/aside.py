"""A process of its own for what would hold up the event loop: it begins with the first work, and is replaced
if it dies.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import TypeVar, TypeVarTuple

import structlog

log = structlog.get_logger(__name__)

_ATTEMPTS = 3

Given = TypeVarTuple("Given")
Done = TypeVar("Done")


class Aside:
    """One process, in which functions of modules are called, one after the other. `name`: for the log."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._pool: ProcessPoolExecutor | None = None

    async def call(self, function: Callable[[*Given], Done], *given: *Given) -> Done:
        """What the function returns or raises there. RuntimeError if the process keeps dying of it."""
        for attempt in range(_ATTEMPTS):
            pool = self._started()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, function, *given)
            except BrokenProcessPool:
                log.warning("a process died; starting another", process=self.name, attempt=attempt + 1)
                if self._pool is pool:
                    self._pool = None
        raise RuntimeError(f"the process for {self.name} keeps dying")

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=_settle_in)
        return self._pool

    def close(self) -> None:
        """The process ends; work under way is dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _settle_in() -> None:
    """In the process: leave signals to the parent, and end with it even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)
