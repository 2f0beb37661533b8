"""Which shards this process serves, and that it stops serving those that it has lost.

Each shard is served by one process at a time, whoever holds its lease. A lease lasts for seconds and is
renewed long before it ends; whoever cannot renew it in time stops. Its epoch grows with each holder, so that
whatever a former one still writes can be told from what its successor does.
"""

from __future__ import annotations

import asyncio
import errno
import math
import time
from collections import deque
from collections.abc import Callable, Collection, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import structlog

from bot.runtime.log_context import trace
from bot.settings import NotNow
from storage.errors import StorageError
from storage.interfaces import LeaseStore
from storage.models import GatewaySession, Shard

log = structlog.get_logger(__name__)

LEASE = 10.0
"""Seconds for which a shard is its holder's without a word from them."""
RENEWALS = 8
"""How often a lease is renewed while it lasts."""
UNHEARD = 2
"""After so many renewals that did not come, whoever is not connected to the database either is dead. One that
is frozen, or cut off from it, keeps its leases until they run out.
"""
RESUMABLE = 180.0
"""Seconds for which Discord keeps a session that nobody hears ("a few minutes": it does not say how many)."""
BETWEEN_IDENTIFIES = 5.0
"""Seconds between two new sessions of the same bucket
(https://discord.com/developers/docs/events/gateway#rate-limiting, `max_concurrency`).
"""
SESSIONS_A_DAY = 1000
"""Discord resets the token of a bot that begins more in 24 hours
(https://discord.com/developers/docs/events/gateway#session-start-limit).
"""
DAY = 24 * 60 * 60.0
FREELY = SESSIONS_A_DAY // 2
SPARINGLY = DAY / (SESSIONS_A_DAY - FREELY)
"""Seconds from one to the next once as many were begun `FREELY`: the rest then lasts a day."""
SHORTEST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds before a shard that failed is served again: at first, and at most after many failures."""

ServeShard = Callable[[Shard, int, asyncio.Event], Coroutine[Any, Any, object]]
"""Serves a shard under an epoch until the event is set, and has left everything in order when it returns."""


@dataclass
class _Unit:
    """A shard that is served here."""

    epoch: int
    stop: asyncio.Event
    task: asyncio.Task[object]


class ShardManager:
    """Serves `wanted` of so many shards; without it, as many as are this process's fair share.

    `leases`: None where no other process may serve any. `process`: a name that no other process has.
    `sessions`: those in which the shards are served that are.
    """

    def __init__(
        self,
        count: int,
        serve: ServeShard,
        *,
        leases: LeaseStore | None = None,
        process: str = "",
        wanted: Collection[int] | None = None,
        lasts: float = LEASE,
        sessions: Callable[[], Mapping[int, GatewaySession]] = dict,
    ) -> None:
        self._count = count
        self._serve = serve
        self._leases = leases
        self._process = process
        self._wanted = wanted
        self._lasts = lasts
        self._sessions = sessions
        self._held_now: Mapping[int, int] = {}
        self._living = 1
        self._units: dict[int, _Unit] = {}
        self._failures: dict[int, int] = {}
        self._not_before: dict[int, float] = {}
        self._renewed = time.monotonic()

    @property
    def shards(self) -> list[int]:
        """Those that are served here now."""
        return sorted(self._units)

    @property
    def has_company(self) -> bool:
        """Whether somebody else may take what is given back here."""
        return self._living > 1

    def holds(self, id: int, epoch: int) -> bool:
        """Whether the shard is still this process's, as far as can be known without asking: one that was
        frozen finds here that its lease has run out.
        """
        if self._leases is None:
            return True
        return self._held_now.get(id) == epoch and time.monotonic() - self._renewed < self._lasts

    async def run(self, stopping: asyncio.Event) -> None:
        """Until `stopping` is set. Whatever a shard's service raises is raised, but for a StorageError, after
        which it begins again. StorageError if the leases cannot be had at the beginning.
        """
        try:
            await self._look()
            while not stopping.is_set():
                await self._wait(stopping)
                await self._reap()
                if not stopping.is_set():
                    await self._look_again()
        finally:
            self._stop(self.shards)
            await asyncio.gather(*(unit.task for unit in self._units.values()), return_exceptions=True)
            await self._leave()

    async def _wait(self, stopping: asyncio.Event) -> None:
        """Until there is something to do."""
        stop = asyncio.ensure_future(stopping.wait())
        try:
            await asyncio.wait(
                {stop, *(unit.task for unit in self._units.values())},
                timeout=self._lasts / RENEWALS,
                return_when=asyncio.FIRST_COMPLETED,
            )
        finally:
            stop.cancel()

    async def _reap(self) -> None:
        """What is served no more is free for others. What has ended by itself begins again after a pause."""
        for id, unit in list(self._units.items()):
            if not unit.task.done():
                continue
            del self._units[id]
            if self._leases is not None:
                with suppress(StorageError):  # then its lease runs out by itself
                    await self._leases.release(self._process, [id])
            error = None if unit.task.cancelled() else unit.task.exception()
            if error is None and unit.stop.is_set():
                continue
            # What hits one shard alone may pass; what is wrong at the first start will not.
            may_pass = isinstance(error, StorageError) or (isinstance(error, NotNow) and bool(self._units))
            if error is not None and not may_pass:
                raise error
            failures = self._failures[id] = self._failures.get(id, 0) + 1
            pause = min(LONGEST_PAUSE, SHORTEST_PAUSE * 2**failures)
            self._not_before[id] = time.monotonic() + pause
            why = "" if error is None else trace(error)
            log.error("a shard is not served any more", shard=id, again_in=pause, trace=why)

    async def _look_again(self) -> None:
        try:
            await self._look()
        except StorageError as error:
            log.warning("the leases cannot be renewed", trace=trace(error))
            if time.monotonic() - self._renewed > self._lasts:
                self._stop(self.shards)  # others may serve them by now

    async def _look(self) -> None:
        """Serve what this process holds and nothing else."""
        began = time.monotonic()
        held = await self._held()
        self._renewed = began
        self._stop([id for id, unit in self._units.items() if held.get(id) != unit.epoch])
        for id, epoch in held.items():
            if id not in self._units:
                stop = asyncio.Event()
                serving = asyncio.ensure_future(self._serve(Shard(id, self._count), epoch, stop))
                self._units[id] = _Unit(epoch, stop, serving)
        if self._leases is not None and (sessions := self._sessions()):
            await self._leases.remember(self._process, sessions)

    async def _held(self) -> Mapping[int, int]:
        """The shards that are this process's, with their epochs, for as long as a lease lasts."""
        wanted = range(self._count) if self._wanted is None else self._wanted
        if self._leases is None:
            return dict.fromkeys(filter(self._may_begin, wanted), 0)
        self._living = await self._leases.attend(self._process, self._count, self._lasts)
        if dead := await self._leases.bury(self._lasts, UNHEARD * self._lasts / RENEWALS):
            log.warning("processes have died; their shards are taken over", processes=dead)
        held = await self._leases.renew(self._process, self._lasts)
        share = len(wanted) if self._wanted is not None else math.ceil(self._count / self._living)
        if surplus := sorted(held)[share:]:
            log.info("shards are handed over", shards=surplus)
        for id in wanted:
            if len(held) < share and id not in held and id not in self._units and self._may_begin(id):
                epoch = await self._leases.take(Shard(id, self._count), self._process, self._lasts)
                if epoch is not None:
                    held[id] = epoch
        self._held_now = dict(held)
        return {id: epoch for id, epoch in held.items() if id not in surplus}

    def _may_begin(self, id: int) -> bool:
        return id in self._units or self._not_before.get(id, 0.0) <= time.monotonic()

    def _stop(self, shards: Collection[int]) -> None:
        """They are to be served no more; `_reap` sees when that is so."""
        for id in shards:
            self._units[id].stop.set()

    async def _leave(self) -> None:
        """Others may serve at once what was served here."""
        if self._leases is not None:
            with suppress(StorageError):  # then the leases run out by themselves
                await self._leases.leave(self._process)


class IdentifyTurns:
    """Sees to the pause between two new sessions in each bucket, and that not too many are begun in a day.
    `most`: Discord's `max_concurrency`.

    `leases`: through which processes agree; None: there is this one alone.
    """

    def __init__(
        self, most: int = 1, leases: LeaseStore | None = None, pause: float = BETWEEN_IDENTIFIES
    ) -> None:
        self.most = most
        """How many buckets there are."""
        self._leases = leases
        self._pause = pause
        self._last: dict[int, float] = {}
        self._begun: deque[float] = deque(maxlen=SESSIONS_A_DAY)
        self._locks: dict[int, asyncio.Lock] = {}

    async def turn(self, shard: Shard) -> None:
        """Return when the shard may begin a new session. OSError if one more might cost the token,
        StorageError if processes cannot agree.
        """
        bucket = shard.id % self.most
        async with self._locks.setdefault(bucket, asyncio.Lock()):
            wait = await self._wait(bucket)
            while wait:
                await asyncio.sleep(wait)
                wait = await self._wait(bucket)

    async def _wait(self, bucket: int) -> float:
        """Seconds until it may be asked again; 0: now, and it has been taken."""
        begun, ago = await self._sessions_begun()
        if begun >= FREELY and ago < SPARINGLY:
            log.error(
                "too many sessions were begun of late: something begins them again and again",
                in_a_day=begun,
                allowed=SESSIONS_A_DAY,
                next_in=round(SPARINGLY - ago),
            )
            raise OSError(errno.EAGAIN, "too many new sessions of late; the next one has to wait")
        if self._leases is not None:
            return await self._leases.take_identify_turn(bucket, self._pause)
        now = time.monotonic()
        left = self._last.get(bucket, -math.inf) + self._pause - now
        if left > 0:
            return left
        self._last[bucket] = now
        self._begun.append(now)
        return 0.0

    async def _sessions_begun(self) -> tuple[int, float]:
        """How many in a day, and the seconds since the latest."""
        if self._leases is not None:
            return await self._leases.sessions_begun(DAY)
        now = time.monotonic()
        while self._begun and now - self._begun[0] > DAY:
            self._begun.popleft()
        return len(self._begun), now - self._begun[-1] if self._begun else math.inf
