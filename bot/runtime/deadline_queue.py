"""A queue of deadlines: each key is handled when the bot has been awake until its deadline, never before."""

from __future__ import annotations

import asyncio
import heapq
import math
from collections.abc import Awaitable, Callable, Iterable

import structlog

from bot.runtime.clock import Clock, wait_for_time_or_event
from bot.runtime.log_context import LogSubject, log_context, trace

log = structlog.get_logger(__name__)

RETRY_DELAY = 5.0
"""Seconds until a key that could not be handled is tried again."""
BATCH_SIZE = 50
"""Keys handled in one go: they share a commit."""
STALE_ENTRIES_KEPT = 100
"""Entries of the heap that may be stale, beside as many as there are keys."""

DeadlineHandler = Callable[[str], Awaitable[None]]
"""Handles what is due of a key; whoever does so sets the next deadline by `DeadlineQueue.set`."""


class DeadlineQueue:
    """One deadline a key, and one sleeper for all. `subject`: what the keys are ids of, for the log."""

    def __init__(self, clock: Clock, handler: DeadlineHandler, subject: LogSubject = "table") -> None:
        self._clock = clock
        self._handler = handler
        self._subject: LogSubject = subject
        self._due: dict[str, float] = {}
        # Entries that `_due` does not bear out any more are stale, and skipped when their moment comes.
        self._heap: list[tuple[float, str]] = []
        self._earlier = asyncio.Event()
        # None: handling keys, or about to see whether any is due.
        self._asleep_until: float | None = None
        self._watch: asyncio.Task[None] | None = None

    def open(self, due: Iterable[tuple[str, float]]) -> None:
        """Begin, with the deadlines that storage knows of."""
        for key, moment in due:
            self.set(key, moment)
        self._watch = asyncio.create_task(self._run(), name="deadlines")

    def set(self, key: str, due: float | None) -> None:
        """The key's deadline from now on; None: it has none."""
        if due is None:
            self._due.pop(key, None)
        elif self._due.get(key) != due:
            self._due[key] = due
            heapq.heappush(self._heap, (due, key))
            if len(self._heap) > 2 * len(self._due) + STALE_ENTRIES_KEPT:
                # What was put off would stay until its moment comes, which may be in a month.
                self._heap = [(moment, key) for key, moment in self._due.items()]
                heapq.heapify(self._heap)
            if self._asleep_until is not None and due < self._asleep_until:
                self._earlier.set()

    @property
    def moments(self) -> list[float]:
        """The deadlines of all keys, in no order."""
        return list(self._due.values())

    @property
    def size(self) -> int:
        """How many entries are in memory, the stale ones among them."""
        return len(self._heap)

    @property
    def idle(self) -> bool:
        """Whether no key is being handled, or should be."""
        return self._asleep_until is not None and self._clock.awake() < min(self.moments, default=math.inf)

    async def close(self) -> None:
        """Nothing is handled any more; storage knows what is due."""
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            due = self._take_due()
            if due:
                await asyncio.gather(*map(self._handle, due))
            else:
                await self._sleep()

    def _take_due(self) -> list[str]:
        """The keys whose deadline has come, the earliest first."""
        now, due = self._clock.awake(), list[str]()
        while self._next_moment() is not None and self._heap[0][0] <= now and len(due) < BATCH_SIZE:
            _moment, key = heapq.heappop(self._heap)
            del self._due[key]
            due.append(key)
        return due

    def _next_moment(self) -> float | None:
        while self._heap and self._due.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    async def _sleep(self) -> None:
        """Until the next moment, or until there is an earlier one."""
        self._earlier.clear()
        moment = self._next_moment()
        self._asleep_until = math.inf if moment is None else moment
        try:
            await wait_for_time_or_event(self._clock, moment, self._earlier)
        finally:
            self._asleep_until = None

    async def _handle(self, key: str) -> None:
        with log_context(self._subject, key):
            try:
                await self._handler(key)
            except Exception as error:
                log.error("a deadline could not be handled", again_in=RETRY_DELAY, trace=trace(error))
                if key not in self._due:
                    self.set(key, self._clock.awake() + RETRY_DELAY)
