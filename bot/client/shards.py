"""Which shards this process serves, and that it stops serving those that it has lost.

Each shard is served by one process at a time, whoever holds its lease. A lease lasts for seconds and is
renewed long before it ends; whoever cannot renew it in time stops. Its epoch grows with each holder, so that
whatever a former one still writes can be told from what its successor does.

Between two that are both there a shard changes hands without a gap. Its holder offers it; another one claims
it, and begins a session of its own beside the holder's; once it is ready, the holder finishes what it has
begun and hands the shard over, with a list of the presses that were its own to answer.
"""

from __future__ import annotations

import asyncio
import errno
import math
import time
from collections import deque
from collections.abc import Callable, Collection, Coroutine, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
import structlog

from bot.runtime.clock import backoff
from bot.runtime.log_context import OncePerMinute, trace
from bot.settings import NotNow, SettingsError
from storage.errors import Conflict, StorageError
from storage.interfaces import LeaseStore
from storage.models import News, Shard

log = structlog.get_logger(__name__)

LEASE = 10.0
"""Seconds for which a shard is its holder's without a word from them."""
RENEWALS = 8
"""How often a lease is renewed while it lasts."""
UNHEARD = 2
"""After so many renewals that did not come, whoever is not connected to the database either is dead. One that
is frozen, or cut off from it, keeps its leases until they run out.
"""
GIVES_WAY = 2.0
"""Seconds after a press at which one whose lease has run out asks Discord whether somebody else has answered:
any other has done so by then, or said that the answer will come.
"""
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

CLAIMED_WITHIN = 2.0
"""Seconds after which a shard that nobody has claimed is left, where the process is to stop."""
HANDED_OVER_WITHIN = 20.0
"""Seconds that a process that is to stop gives those who have claimed its shards to become ready: less than
the 30 that `compose.scale.yaml` leaves it.
"""


class Tenure(msgspec.Struct):
    """A shard's time at this process, which may begin before the shard is its own."""

    epoch: int
    taken: asyncio.Event = msgspec.field(default_factory=asyncio.Event)
    """Set when the shard is this process's."""
    stop: asyncio.Event = msgspec.field(default_factory=asyncio.Event)
    """Set when it is not to be served here any more."""
    heir: str = ""
    """Who is ready to have it then: `ShardManager.hand_over` is called when nothing is under way any more."""


ServeShard = Callable[[Shard, Tenure], Coroutine[Any, Any, object]]
"""Serves a shard from the moment when it is taken until it is to stop; has left everything in order when it
returns. If it is not taken yet, `ShardManager.be_ready` is called when it could be.
"""


class _Unit(msgspec.Struct):
    """A shard that is served here, or soon will be."""

    tenure: Tenure
    task: asyncio.Task[object]


class ShardManager:
    """Serves `wanted` of so many shards; without it, as many as are this process's fair share.

    `leases`: None where no other process may serve any. `process`: a name that no other process has.
    `ready`: the shards that are served here and have a session.
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
        ready: Callable[[], Collection[int]] = list,
    ) -> None:
        self._count = count
        self._serve = serve
        self._leases = leases
        self._process = process
        self._wanted = wanted
        self._lasts = lasts
        self._ready = ready
        self._held_now: Mapping[int, int] = {}
        self._in_doubt: dict[int, float] = {}
        """Until when whoever had a shard before, and did not give it back, may still answer presses there."""
        self._is_cut_off = False
        self._not_renewed = OncePerMinute(partial(log.warning, "the leases cannot be renewed"))
        self._offered: set[int] = set()
        self._heirs: Mapping[int, tuple[str, bool]] = {}
        self._others = 0
        self._attends = self._leaving = False
        self._units: dict[int, _Unit] = {}
        self._failures: dict[int, int] = {}
        self._not_before: dict[int, float] = {}
        self._renewed = time.monotonic()
        self._woken = asyncio.Event()

    @property
    def shards(self) -> list[int]:
        """The numbers of the shards that this process serves now, in order."""
        return sorted(id for id, unit in self._units.items() if unit.tenure.taken.is_set())

    @property
    def is_there(self) -> bool:
        """Whether others know that this process is there."""
        return self._leases is not None and self._is_renewed

    @property
    def _is_renewed(self) -> bool:
        return time.monotonic() - self._renewed < self._lasts

    @property
    def has_company(self) -> bool:
        """Whether somebody else may take what is given back here."""
        return self._others > 0

    def holds(self, id: int, epoch: int) -> bool:
        """Whether the shard is still this process's, as far as can be known without asking: one that was
        frozen finds here that its lease has run out. Whoever cannot ask, and knew of nobody else, goes on, to
        tell people that nothing can be stored.
        """
        if self._leases is None:
            return True
        return self._held_now.get(id) == epoch and (self._is_renewed or self._is_left_alone)

    @property
    def _is_left_alone(self) -> bool:
        return self._is_cut_off and not self.has_company

    def asks_at(self, id: int) -> float | None:
        """At what age of a press Discord is to be asked, before anything comes of it, whether somebody else
        has answered it. None: nobody else could.
        """
        if self._leases is None:
            return None
        if not self._is_renewed:
            return GIVES_WAY
        return 0.0 if time.monotonic() < self._in_doubt.get(id, 0.0) else None

    def overtaken(self) -> None:
        """A press was answered by somebody else. If no lease is there to say that this cannot be, they have
        the shards by now, and nothing is answered here any more.
        """
        if self._leases is not None and not self._is_renewed:
            log.warning("somebody else answers presses by now; nothing is served until the database is there")
            self._held_now = {}
            self._stop(self._units)

    def heard(self, news: News) -> None:
        """Look at once at what others have done about shards."""
        if news.kind in ("shards", "all"):
            self._woken.set()

    async def be_ready(self, shard: Shard) -> None:
        """The shard, which is not taken yet, can be served here at once."""
        assert self._leases is not None
        await self._leases.be_ready(self._process, shard.id)

    async def hand_over(self, shard: Shard, attended: Collection[int]) -> bool:
        """Whoever is ready for the shard has it from now on; with it, the presses that were `attended` to
        here. False: they are not, or it is not this process's any more.
        """
        assert self._leases is not None
        return await self._leases.hand_over(self._process, shard.id, self._lasts, attended)

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
            if self._leases is not None:
                await self._hand_over_all()
        finally:
            self._stop(self._units)
            await asyncio.gather(*(unit.task for unit in self._units.values()), return_exceptions=True)
            await self._leave()

    async def _hand_over_all(self) -> None:
        """Until all shards are others', or nobody is about to become ready for one any more."""
        self._leaving, began = True, time.monotonic()
        self._stop([id for id, unit in self._units.items() if not unit.tenure.taken.is_set()])
        await self._look_again()
        while self._units and self.has_company and time.monotonic() - began < HANDED_OVER_WITHIN:
            await self._wait()
            await self._reap()
            await self._look_again()
            if time.monotonic() - began > CLAIMED_WITHIN:
                self._stop([id for id in self._units if id not in self._heirs])

    async def _wait(self, stopping: asyncio.Event | None = None) -> None:
        """Wait until there is something to do."""
        events = [asyncio.ensure_future(each.wait()) for each in (self._woken, stopping) if each is not None]
        try:
            await asyncio.wait(
                {*events, *(unit.task for unit in self._units.values())},
                timeout=self._lasts / RENEWALS,
                return_when=asyncio.FIRST_COMPLETED,
            )
        finally:
            self._woken.clear()
            for event in events:
                event.cancel()

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
            if error is None and unit.tenure.stop.is_set():
                continue
            # What hits one shard alone may pass; what is wrong at the first start will not.
            may_pass = isinstance(error, StorageError) or (isinstance(error, NotNow) and bool(self._units))
            if error is not None and not may_pass:
                raise error
            failures = self._failures[id] = self._failures.get(id, 0) + 1
            pause = backoff(SHORTEST_PAUSE, failures, LONGEST_PAUSE)
            self._not_before[id] = time.monotonic() + pause
            why = "" if error is None else trace(error)
            log.error("a shard is not served any more", shard=id, again_in=pause, trace=why)

    async def _look_again(self) -> None:
        try:
            await self._look()
        except StorageError as error:
            self._is_cut_off = True
            self._not_renewed.note(trace=trace(error))
            if not self._is_renewed and not self._is_left_alone:
                self._stop(self._units)  # others may serve them by now

    async def _look(self) -> None:
        """Serve what this process holds, get ready for what it is to have, and nothing else."""
        began = time.monotonic()
        try:
            async with asyncio.timeout(self._lasts / 2):
                held, claimed = await self._held()
        except TimeoutError:
            raise StorageError("The database does not answer in time, so no lease can be renewed.") from None
        self._renewed, self._is_cut_off = began, False
        tenures = {**claimed, **held}
        self._stop([id for id, unit in self._units.items() if tenures.get(id) != unit.tenure.epoch])
        for id, epoch in tenures.items():
            if id not in self._units:
                tenure = Tenure(epoch)
                serving = asyncio.ensure_future(self._serve(Shard(id, self._count), tenure))
                self._units[id] = _Unit(tenure, serving)
        for id, epoch in held.items():
            if self._in_doubt.get(id) == math.inf:
                self._in_doubt[id] = time.monotonic() + self._lasts
            if (tenure := self._units[id].tenure).epoch == epoch:
                tenure.taken.set()

    async def _held(self) -> tuple[dict[int, int], dict[int, int]]:
        """The shards that are this process's for as long as a lease lasts, and those that it is to have, with
        their epochs.
        """
        wanted = range(self._count) if self._wanted is None else self._wanted
        leases, process = self._leases, self._process
        if leases is None:
            return dict.fromkeys(filter(self._may_begin, wanted), 0), {}
        try:
            staying = await leases.attend(process, self._count, self._lasts, leaving=self._leaving)
        except Conflict as error:
            raise SettingsError(f"SHARD_COUNT: {error}") from None
        if (others := staying - (not self._leaving)) != self._others or not self._attends:
            log.info("processes share the shards", others=others)
        self._others, self._attends = others, True
        if dead := await leases.bury(self._lasts, UNHEARD * self._lasts / RENEWALS):
            log.warning("processes have died; their shards are taken over", processes=dead)
            self._woken.set()  # with one less, each has a larger share
        # In this order: what is handed over in between is in both, and in the other one it were in neither.
        claimed = {} if self._leaving else await leases.claims(process)
        served = [id for id, unit in self._units.items() if not unit.tenure.stop.is_set()]
        held = await leases.renew(process, self._lasts, served)
        claimed = {id: epoch for id, epoch in claimed.items() if id not in held}
        share = len(wanted) if self._wanted is not None else math.ceil(self._count / max(1, staying))
        share = 0 if self._leaving else share
        for id in wanted:
            is_next = id in claimed or (len(held) + len(claimed) < share and id not in self._units)
            is_next = is_next and id not in held and self._may_begin(id)
            if is_next and (epoch := await self._take(id)) is not None:
                claimed.pop(id, None)
                held[id] = epoch
        self._held_now = dict(held)
        await self._give_up(held, share)
        free = [id for id in wanted if id not in self._units and self._may_begin(id)]
        if free and (room := share - len(held) - len(claimed)) > 0:
            claimed |= await leases.claim(process, self._count, free, room)
        return held, claimed

    async def _take(self, id: int) -> int | None:
        """The shard's epoch, if it could be had."""
        assert self._leases is not None
        self._in_doubt[id] = math.inf  # should it be this process's though no word of that arrives
        taken = await self._leases.take(Shard(id, self._count), self._process, self._lasts)
        if taken is None or taken.was_free:
            del self._in_doubt[id]
        return None if taken is None else taken.epoch

    async def _give_up(self, held: dict[int, int], share: int) -> None:
        """What is more than this process's share goes to whoever is ready for it, at once where it is not
        served yet.
        """
        assert self._leases is not None
        surplus = sorted(held)[share:]
        for id in set(surplus).difference(self._ready()):
            del held[id]
        if (offered := {id for id in surplus if id in held}) != self._offered:
            if offered:
                log.info("shards are offered to others", shards=sorted(offered))
            await self._leases.offer(self._process, offered)
            self._offered = offered
        self._heirs = await self._leases.heirs(self._process) if offered else {}
        for id, (heir, is_ready) in self._heirs.items():
            if is_ready and id in self._units and not self._units[id].tenure.stop.is_set():
                self._units[id].tenure.heir = heir
                self._stop([id])

    def _may_begin(self, id: int) -> bool:
        return id in self._units or self._not_before.get(id, 0.0) <= time.monotonic()

    def _stop(self, shards: Collection[int]) -> None:
        """They are to be served no more; `_reap` sees when that is so."""
        for id in shards:
            self._units[id].tenure.stop.set()

    async def _leave(self) -> None:
        """Others may serve at once what was served here."""
        self._not_renewed.close()
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
