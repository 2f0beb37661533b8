"""The outbox: what must happen after a change is stored, run until it is done, also after a restart.

Tables have one, and tournaments.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import suppress

import msgspec
import structlog

from bot.runtime.log_context import LogSubject, log_context, trace
from storage.interfaces import OutboxStore
from storage.models import OutboxRow

log = structlog.get_logger(__name__)

RETRY_DELAYS = (1.0, 2.0, 5.0, 15.0, 60.0, 300.0)
"""Seconds before the next attempt at an entry that failed; the last one again and again."""
LANES_AT_ONCE, NEXT_LANES_DELAY = 10, 0.1
"""Lanes that are begun in one go, and seconds before the next ones: a stop may have left thousands, and
people press buttons meanwhile. It is more than Discord's rate limit takes.
"""


class RetryLater(Exception):
    """An outbox entry cannot be run now; it should be tried again after so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"try again in {seconds:g} s")
        self.seconds = seconds


class _Rest(msgspec.Struct):
    """An entry waits for its next attempt."""

    table: str
    over: asyncio.Event = msgspec.field(default_factory=asyncio.Event)
    """Set to try at once."""
    tried: asyncio.Event = msgspec.field(default_factory=asyncio.Event)
    """Set when that attempt has ended, however it did."""


def _table_of(row: OutboxRow) -> str:
    return row.table


class Outbox:
    """Runs stored entries. Those in one lane wait for each other; lanes do not. A table is a lane, if not
    said otherwise. `subject`: what the entries belong to, for the log.
    """

    def __init__(
        self,
        store: OutboxStore,
        run: Callable[[OutboxRow], Awaitable[None]],
        lane: Callable[[OutboxRow], str] = _table_of,
        subject: LogSubject = "table",
    ) -> None:
        self._store = store
        self._run = run
        self._lane = lane
        self._subject: LogSubject = subject
        self._news = asyncio.Event()
        self._lanes: dict[str, asyncio.Task[None]] = {}
        # What is done while storage is being read may still stand among what was read.
        self._done_meanwhile = set[int]()
        self._rests: dict[int, _Rest] = {}
        self._reader: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin, with whatever was left undone."""
        self._news.set()
        self._reader = asyncio.create_task(self._read(), name="outbox")

    def wake(self) -> None:
        """Has the outbox look now for entries that are new."""
        self._news.set()

    async def retry(self, tables: Collection[str]) -> None:
        """Whatever of these waits for another attempt has it now; returns when each has ended."""
        rests = [rest for rest in self._rests.values() if rest.table in tables]
        for rest in rests:
            rest.over.set()
        for rest in rests:
            await rest.tried.wait()

    @property
    def running(self) -> bool:
        """Whether any entry is being run, or waits for the next attempt."""
        return bool(self._lanes)

    async def close(self) -> None:
        """Stop; what is under way is left for the next start."""
        tasks = [task for task in (self._reader, *self._lanes.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            self._done_meanwhile.clear()
            try:
                rows = await self._store.outbox()
            except Exception as error:  # whatever it is: nobody else would begin again
                log.error("outbox entries cannot be read", trace=trace(error))
                await asyncio.sleep(RETRY_DELAYS[1])
                self._news.set()
                continue
            waiting = self._waiting(rows)
            for lane in waiting[:LANES_AT_ONCE]:
                self._begin(self._lane(lane[0]), lane)
            if len(waiting) > LANES_AT_ONCE:
                self._news.set()
                await asyncio.sleep(NEXT_LANES_DELAY)

    def _waiting(self, rows: Iterable[OutboxRow]) -> list[list[OutboxRow]]:
        """What waits in lanes in which nothing is run, lane by lane, the one with the newest entry first."""
        lanes = defaultdict[str, list[OutboxRow]](list)
        for row in rows:
            if row.id not in self._done_meanwhile:
                lanes[self._lane(row)].append(row)
        still = [waiting for lane, waiting in lanes.items() if lane not in self._lanes]
        return sorted(still, key=lambda waiting: waiting[-1].id, reverse=True)

    def _begin(self, lane: str, waiting: Sequence[OutboxRow]) -> None:
        task = asyncio.create_task(self._run_all(waiting), name=f"outbox {lane}")
        self._lanes[lane] = task
        task.add_done_callback(lambda _task: self._finished(lane))

    def _finished(self, lane: str) -> None:
        """Look again: something may have come in this lane while its entries were run."""
        del self._lanes[lane]
        self._news.set()

    async def _run_all(self, rows: Sequence[OutboxRow]) -> None:
        for row in rows:
            with log_context(self._subject, row.table):
                await self._run_until_done(row)

    async def _run_until_done(self, row: OutboxRow) -> None:
        rest = None
        try:
            for failures in itertools.count():
                pause = await self._try(row, failures)
                if rest is not None:
                    rest.tried.set()
                if pause is None:
                    return
                rest = self._rests[row.id] = _Rest(row.table)
                await self._pause(rest, pause)
                row = OutboxRow(row.id, row.table, row.kind, row.payload, row.attempts + 1)
        finally:
            self._rests.pop(row.id, None)
            if rest is not None:
                rest.tried.set()

    async def _pause(self, rest: _Rest, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(rest.over.wait(), seconds)

    async def _try(self, row: OutboxRow, failures: int) -> float | None:
        """Run it; None if it is done, else after how many seconds it is tried again."""
        try:
            await self._store.outbox_begun(row.id)
            await self._run(row)
            await self._store.outbox_done(row.id)
            self._done_meanwhile.add(row.id)
            log.debug("an outbox entry was run", entry=row.id, kind=row.kind)
        except RetryLater as later:
            return later.seconds
        except Exception as error:
            pause = RETRY_DELAYS[min(failures, len(RETRY_DELAYS) - 1)]
            failed = {"entry": row.id, "kind": row.kind, "again_in": pause}
            log.error("an outbox entry failed", trace=trace(error), **failed)
            return pause
        return None
