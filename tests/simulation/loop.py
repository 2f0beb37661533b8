"""Two event loops on one virtual clock: the bot's, which a crash drops in the middle, and the world's.

Time stands still while anything is to be done, and then jumps to the next thing that is due. What is ready
is run in the order in which it came, as asyncio has it; which of two things comes first is decided by how
long each takes on its way, and that is drawn from the seed.

asyncio's own loop does the bookkeeping; only its waiting for sockets is left out (`looptime` and trio's
`MockClock` jump in the same way).
"""

from __future__ import annotations

import asyncio
import gc
import heapq
import sys
import warnings
from asyncio import events
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

LEAST = 1e-6
"""Seconds that a timer takes at least: a loop that sleeps for less would never see time pass."""


class Crashed(BaseException):
    """The bot's loop was dropped: nothing that it has begun goes on."""


class Simulator:
    """The time, in seconds since the beginning, and the loops that live in it."""

    def __init__(self, seed: str, epoch: float) -> None:
        self.now = 0.0
        self.epoch = epoch
        self.chance = Random(f"{seed} machine")
        """The chance by which the machine takes longer or shorter for things."""
        self.loops: list[SimulatedLoop] = []
        self.steps = 0

    def time(self) -> float:
        """The simulated Unix time in seconds, in place of `time.time`."""
        return self.epoch + self.now

    def monotonic(self) -> float:
        """Simulated seconds since the beginning, in place of `time.monotonic` and `time.perf_counter`."""
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let so many simulated seconds pass in place of `time.sleep`; nothing else happens meanwhile."""
        self.now += max(seconds, LEAST)

    def takes(self) -> float:
        """Seconds that a disk, or another thread, takes for something: now and then it stalls."""
        return self.chance.uniform(0.0002, 0.7 if self.chance.random() < 0.01 else 0.004)

    def run(self, until: float, ended: Callable[[], bool]) -> None:
        """Let happen what is due until then, or until something has `ended`."""
        while not ended():
            was_any = False
            for loop in tuple(self.loops):
                if loop._ready:
                    was_any = True
                    loop.run_ready()
            if was_any:
                continue
            due = float("inf")
            for loop in self.loops:
                due = min(due, loop.next_due())
            if due > until:
                self.now = max(self.now, until)
                return
            self.now = max(self.now, due)
            for loop in self.loops:
                loop.take_due(self.now)


MOST_CANCELLED = 2000
"""Timers among which those that were cancelled are looked for."""


class SimulatedLoop(asyncio.BaseEventLoop):
    """An event loop in this time. `at_step`, if set, is called before each step: it may raise Crashed."""

    _ready: deque[asyncio.Handle]
    _is_running = False
    get_debug = staticmethod(bool)  # pyright: ignore[reportAssignmentType]
    """False, as told without a call of Python's: every handle asks."""

    def __init__(self, simulator: Simulator, at_step: Callable[[], None] | None = None) -> None:
        super().__init__()
        self._timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        """A heap: when, the how manieth."""
        self._timers_made = 0
        self._simulator = simulator
        self.at_step = at_step
        self._cleared_at = MOST_CANCELLED
        self.dropped = False
        self.executors: dict[object, float] = {}
        """When each executor is done with what it was given."""
        simulator.loops.append(self)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Whoever asks asyncio for the loop that runs gets this one, as long as the block lasts."""
        events._set_running_loop(self)
        self._is_running = True
        try:
            yield
        finally:
            self._is_running = False
            events._set_running_loop(None)

    # what asyncio asks of a loop

    def time(self) -> float:
        return self._simulator.now

    def call_at(self, when: float, callback: Any, *args: Any, context: Any = None) -> asyncio.TimerHandle:
        least = self._simulator.now + LEAST
        if when < least:
            when = least
        timer = events.TimerHandle(when, callback, args, self, context)
        self._timers_made += 1
        heapq.heappush(self._timers, (when, self._timers_made, timer))
        return timer

    def call_later(self, delay: float, callback: Any, *args: Any, context: Any = None) -> asyncio.TimerHandle:
        return self.call_at(self._simulator.now + delay, callback, *args, context=context)

    def call_soon(self, callback: Any, *args: Any, context: Any = None) -> asyncio.Handle:
        handle = events.Handle(callback, args, self, context)
        if not self.dropped:  # else these are its last words
            self._ready.append(handle)
        return handle

    def call_soon_threadsafe(self, callback: Any, *args: Any, context: Any = None) -> asyncio.Handle:
        return self.call_soon(callback, *args, context=context)

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:
        """In line, after a while; what one executor is given it does in order."""
        future = self.create_future()
        self.do_in_line(executor, self._work, future, func, args)
        return future

    def do_in_line(self, executor: object, callback: Callable[..., None], *args: Any) -> None:
        """Call this when the executor has done what it was given before, and this."""
        if not self.dropped:
            begins = max(self.executors.get(executor, 0.0), self._simulator.now)
            self.executors[executor] = done = begins + self._simulator.takes()
            self.call_at(done, callback, *args)

    def _work(self, future: asyncio.Future[Any], func: Callable[..., Any], args: tuple[Any, ...]) -> None:
        if not future.cancelled() and not self.dropped:
            try:
                result = func(*args)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

    def is_running(self) -> bool:
        return self._is_running

    def _write_to_self(self) -> None:
        """Do nothing: a loop that never waits for sockets need not be woken."""

    def _process_events(self, event_list: Any) -> None:
        """Do nothing: without sockets there are no events of any."""

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """They are left out when their moment comes, or when there are too many of them."""

    # what the simulator asks

    def next_due(self) -> float:
        """The simulated second in which its next timer ends; infinity if it has none."""
        timers = self._timers
        while timers:
            when, _number, timer = timers[0]
            if not timer.cancelled():
                return when
            heapq.heappop(timers)
        return float("inf")

    def take_due(self, now: float) -> None:
        """The timers that have ended by now are to be run."""
        timers = self._timers
        while timers and timers[0][0] <= now:
            self._ready.append(heapq.heappop(timers)[2])
        if len(timers) > self._cleared_at:
            self._timers = [each for each in timers if not each[2].cancelled()]
            heapq.heapify(self._timers)
            self._cleared_at = 2 * len(self._timers) + MOST_CANCELLED

    def run_ready(self) -> None:
        """Run what is ready now; what that makes ready comes after it."""
        ready, simulator = self._ready, self._simulator
        events._set_running_loop(self)  # as in `running`, which would take as long as many a step
        self._is_running = True
        try:
            for _each in range(len(ready)):
                if self.at_step is not None:
                    self.at_step()
                handle = ready.popleft()
                if not handle.cancelled():
                    simulator.steps += 1
                    handle._run()
        except Crashed:
            return
        finally:
            self._is_running = False
            events._set_running_loop(None)

    def drop(self) -> None:
        """As if the power was cut: nothing of it goes on, and nothing that is still said is heard.

        Python closes what was in the middle of something, which lets it have last words; they are of no
        effect, since nothing is run here any more.
        """
        self.dropped = True
        self._simulator.loops.remove(self)
        tasks: list[Any] = [task for task in asyncio.all_tasks(self) if not task.done()]
        self._ready.clear()
        self._timers.clear()
        heard, sys.unraisablehook = sys.unraisablehook, lambda _unraisable: None
        try:
            with self.running(), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                for task in tasks:
                    task._log_destroy_pending = False
                    _close(task.get_coro())
                del tasks
                gc.collect()
        finally:
            sys.unraisablehook = heard
        self.close()


def _close(coroutine: Any) -> None:
    """Whatever it still waits for on its way out is not there any more."""
    for _wait in range(100):
        try:
            coroutine.close()
        except RuntimeError:  # it waits once more
            continue
        except BaseException:
            pass
        return
