"""The machine on which the simulated bot runs: its clock, its chance, its threads, processes and sockets.

Nothing of the bot's own is replaced: only what the machine gives it. What would be done in another thread or
process is done in line, after a while that is drawn from the seed.
"""

from __future__ import annotations

import asyncio
import gc
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from random import Random
from typing import Any
from unittest.mock import patch

import discord
from discord.gateway import KeepAliveHandler

from bot.runtime.worker_process import WorkerProcess
from tests.simulation.loop import SimulatedLoop, Simulator
from tests.simulation.network import MemorySession

RECORDED_EVERY = 3600.0
"""Seconds between two records of how long the bot has been awake: a year of those that a bot makes, every ten
seconds, would be three million commits.
"""
HEARTBEATS_EVERY = 6 * 3600.0
"""Likewise of the heartbeats at the gateway."""


@contextmanager
def machine(simulator: Simulator, seed: str) -> Iterator[None]:
    """Everything in this process runs on it as long as the block lasts."""
    chance, before = Random(f"{seed} secrets"), random.getstate()
    random.seed(f"{seed} random")
    with ExitStack() as stack:
        for name, replacement in _replaced(simulator, chance):
            stack.enter_context(patch(name, replacement))
        stack.enter_context(patch.object(discord.utils, "utcnow", _utcnow(simulator)))
        was_enabled, was_frozen = gc.isenabled(), gc.get_freeze_count() > 0
        gc.disable()  # garbage is looked for at the same steps each time
        gc.collect()
        gc.freeze()  # and not among what was there before, which is many times as much
        try:
            yield
        finally:
            random.setstate(before)
            if not was_frozen:
                gc.unfreeze()
            if was_enabled:
                gc.enable()


def _replaced(simulator: Simulator, chance: Random) -> list[tuple[str, Any]]:
    return [
        ("time.time", simulator.time),
        ("time.monotonic", simulator.monotonic),
        ("time.perf_counter", simulator.monotonic),
        ("time.sleep", simulator.sleep),
        ("secrets.choice", _choose(chance)),
        ("secrets.randbits", chance.getrandbits),
        ("secrets.randbelow", chance.randrange),
        ("secrets.token_bytes", lambda nbytes=32: chance.randbytes(nbytes)),
        ("aiosqlite.core.SimpleQueue", InLine),
        ("aiosqlite.core.Thread", _NoThread),
        ("aiohttp.ClientSession", MemorySession),
        ("discord.gateway.KeepAliveHandler", Heartbeats),
        ("bot.runtime.worker_process.WorkerProcess.run", _run_in_line),
        ("bot.runtime.house_time.RECORD_INTERVAL", RECORDED_EVERY),
        ("bot.app.collect_from_now_on", lambda: None),
        ("playground.gateway.HEARTBEAT_MS", HEARTBEATS_EVERY * 1000),
    ]


def _choose(chance: Random) -> Callable[[Sequence[Any]], Any]:
    return lambda among: chance.choice(among)


def _utcnow(simulator: Simulator) -> Callable[[], datetime]:
    return lambda: datetime.fromtimestamp(simulator.time(), UTC)


class InLine:
    """aiosqlite's queue to its thread, without a thread: what is put in is done in order, after a while."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, SimulatedLoop)
        self._loop = loop

    def put_nowait(self, asked: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        self._loop.do_in_line(self, self._do, *asked)

    @staticmethod
    def _do(future: asyncio.Future[Any] | None, work: Callable[[], Any]) -> None:
        try:
            result = work()
        except BaseException as error:
            if future is not None and not future.done():
                future.set_exception(error)
        else:
            if future is not None and not future.done():
                future.set_result(result)


class _NoThread:
    def __init__(self, target: Any, args: Any) -> None:
        """Take what a thread is given, and forget it: `InLine` does the work."""

    def start(self) -> None:
        """Do nothing in place of starting a thread."""


async def _run_in_line(self: WorkerProcess, function: Callable[..., Any], *args: Any) -> Any:
    """`WorkerProcess.run`: one call after another, and none after it was closed."""
    turn, loop = self._turn, asyncio.get_running_loop()
    assert isinstance(loop, SimulatedLoop)
    self.calls += 1
    try:
        async with turn:
            self._require_open(turn)
            made = await loop.run_in_executor(self, function, *args)
            self._require_open(turn)
            return made
    finally:
        self.calls -= 1


class Heartbeats(KeepAliveHandler):
    """discord.py's heartbeats by a timer instead of a thread."""

    _timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Send the first heartbeat after the interval, and one after each interval from then on."""
        assert self.interval is not None
        self._timer = self.ws.loop.call_later(self.interval, self._beat)

    def _beat(self) -> None:
        if not self._stop_ev.is_set():
            self.ws.loop.create_task(self.ws.send_heartbeat(self.get_payload()))
            self.start()

    def stop(self) -> None:
        """Ends the thread's place in the simulation: no further heartbeat is sent."""
        super().stop()
        if self._timer is not None:
            self._timer.cancel()
