"""A process of its own for what takes long to compute, and how memory is kept that is no longer used."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import TypeVar, TypeVarTuple

import structlog

# How glibc's allocator deals with memory that is no longer used. Elsewhere than on Linux nothing is done.

_TRIM, _MAPPED, _ARENAS = -1, -3, -8
"""glibc's numbers of three settings (malloc.h): how much free memory it keeps, from which size on it keeps
none, and in how many heaps threads may allocate.
"""
_KEPT = 32 * 1024 * 1024


def share_one_heap() -> None:
    """All threads allocate in the same heap; to be called before there are any.

    Pictures are read from their process by one thread and let go by another. With a heap for each thread,
    which is the usual way, what the one lets go is no use to the others: two thousand pictures left 75 MB
    behind. Python's lock lets one thread work at a time anyway, so that none has to wait for the heap.
    """
    _mallopt(_ARENAS, 1)


def keep_freed_memory() -> None:
    """Megabytes that are let go are kept for the next who needs as much, instead of being given back to the
    system and asked for again.
    """
    _mallopt(_MAPPED, _KEPT)
    _mallopt(_TRIM, 2 * _KEPT)


def begin_without_collecting() -> None:
    """Python looks for no garbage until `collect_from_now_on`: nearly all that a start makes stays, and to
    look through it again and again takes a sixth of the start.
    """
    gc.disable()


def collect_from_now_on() -> None:
    """What there is by now stays, and is not looked through any more: some presses would have to wait for
    that. Once, after `begin_without_collecting`.
    """
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


def _mallopt(setting: int, value: int) -> None:
    if sys.platform == "linux":
        settle = getattr(ctypes.CDLL(None), "mallopt", None)  # other C libraries have none
        if settle is not None:
            settle(setting, value)


# A process of its own for what takes long to compute, so that no press is ever held up by it.

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
                1, mp_context=spawn, initializer=_initialise_worker, initargs=(self._niceness,)
            )
        return self._pool

    def close(self) -> None:
        """The process ends; whatever is under way there is dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _initialise_worker(niceness: int) -> None:
    """In the process: leave signals to the parent, and end with it even if it is killed."""
    os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_with_parent, args=(parent.sentinel,), daemon=True).start()


def _exit_with_parent(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)
