"""The alarms: each table is looked at when its next moment has come, in house time, and never before."""

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
"""Seconds until a table that could not be looked at is tried again."""
BATCH_SIZE = 50
"""Tables looked at in one go: they share a commit."""
STALE_ENTRIES_KEPT = 100
"""Moments that may be remembered although they are due no more, beside as many as there are tables."""

DeadlineHandler = Callable[[str], Awaitable[None]]
"""Looks at the table, which tells `Alarms.set` when it wants to be looked at next."""


class DeadlineQueue:
    """One alarm a table, and one sleeper for all of them. `whose` alarms they are is for the log."""

    def __init__(self, clock: Clock, handler: DeadlineHandler, subject: LogSubject = "table") -> None:
        self._clock = clock
        self._handler = handler
        self._subject: LogSubject = subject
        self._due: dict[str, float] = {}
        # What `_due` does not bear out any more is skipped when its moment comes.
        self._heap: list[tuple[float, str]] = []
        self._earlier = asyncio.Event()
        # None: awake, and looking at somebody or about to see whether it is time.
        self._asleep_until: float | None = None
        self._watch: asyncio.Task[None] | None = None

    def open(self, due: Iterable[tuple[str, float]]) -> None:
        """Begin, with the moments that storage knows of."""
        for key, moment in due:
            self.set(key, moment)
        self._watch = asyncio.create_task(self._run(), name="alarms")

    def set(self, key: str, due: float | None) -> None:
        """The table's next moment; None: there is none."""
        if due is None:
            self._due.pop(key, None)
        elif self._due.get(key) != due:
            self._due[key] = due
            heapq.heappush(self._heap, (due, key))
            self._tidy()
            if self._asleep_until is not None and due < self._asleep_until:
                self._earlier.set()

    def _tidy(self) -> None:
        """Moments that have been put off would stay until they come, which may be in a month."""
        if len(self._heap) > 2 * len(self._due) + STALE_ENTRIES_KEPT:
            self._heap = [(moment, key) for key, moment in self._due.items()]
            heapq.heapify(self._heap)

    async def close(self) -> None:
        """Nothing rings any more; storage knows what is due."""
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
        """Tables whose moment has come, the earliest first."""
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
                log.error("an alarm failed", again_in=RETRY_DELAY, trace=trace(error))
                if key not in self._due:
                    self.set(key, self._clock.awake() + RETRY_DELAY)
