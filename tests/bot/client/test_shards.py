"""Which shards a process serves, and that it stops serving those that it has lost."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.client.shards import DAY, GIVES_WAY, SHORTEST_PAUSE, IdentifyTurns, ShardManager, Tenure
from bot.settings import NotNow, SettingsError
from storage.errors import Conflict, StorageError
from storage.models import Shard, Taken
from tests.support.clock import in_virtual_time, passes
from tests.support.idle import until

LASTS = 0.4
"""Seconds; so short, since those leases tell nobody of what others have done."""


@dataclass
class Leases:
    """Leases in memory, which can be out of reach."""

    away: bool = False
    there: dict[str, tuple[int, float]] = field(default_factory=dict)
    held: dict[int, tuple[str, float]] = field(default_factory=dict)
    lost: dict[int, str] = field(default_factory=dict)
    """Whose lease has run out, and nobody has taken it."""
    epochs: dict[int, int] = field(default_factory=dict)
    identified: dict[int, float] = field(default_factory=dict)
    begun: list[float] = field(default_factory=list)
    dead: set[str] = field(default_factory=set)
    """Those of whom the database knows that they are."""
    leaving: set[str] = field(default_factory=set)
    offered: dict[str, set[int]] = field(default_factory=dict)
    heirs_of: dict[int, str] = field(default_factory=dict)
    ready: set[int] = field(default_factory=set)
    handed: dict[int, list[int]] = field(default_factory=dict)

    def _now(self) -> float:
        if self.away:
            raise StorageError("The database is away.")
        now = time.monotonic()
        self.there = {process: seen for process, seen in self.there.items() if seen[1] > now}
        run_out = {shard: lease[0] for shard, lease in self.held.items() if lease[1] <= now}
        self.lost |= run_out
        self.held = {shard: lease for shard, lease in self.held.items() if shard not in run_out}
        return now

    async def attend(self, process: str, count: int, lasts: float, *, leaving: bool = False) -> int:
        now = self._now()
        self.there[process] = count, now + lasts
        self.leaving |= {process} if leaving else set()
        if len({count for count, _until in self.there.values()}) > 1:
            raise Conflict("Another process divides the servers otherwise.")
        return len(self.there.keys() - self.leaving)

    async def leave(self, process: str) -> None:
        self._now()
        self.there.pop(process, None)
        self.heirs_of = {shard: heir for shard, heir in self.heirs_of.items() if heir != process}
        self.held = {shard: lease for shard, lease in self.held.items() if lease[0] != process}

    async def bury(self, lasts: float, unheard: float) -> list[str]:
        self._now()
        dead, self.dead = sorted(self.dead), set()
        for process in dead:
            await self.leave(process)
        return dead

    async def sessions_begun(self, within: float) -> tuple[int, float]:
        now = self._now()
        begun = [at for at in self.begun if at > now - within]
        return len(begun), now - max(begun, default=-math.inf)

    async def take(self, shard: Shard, process: str, lasts: float) -> Taken | None:
        now = self._now()
        if shard.id in self.held:
            return None
        self.held[shard.id] = process, now + lasts
        self.heirs_of.pop(shard.id, None)
        self.epochs[shard.id] = self.epochs.get(shard.id, 0) + 1
        return Taken(self.epochs[shard.id], shard.id not in self.lost)

    async def renew(self, process: str, lasts: float, served: Collection[int] = ()) -> dict[int, int]:
        now = self._now()
        self.held |= {shard: (process, now) for shard in served if self.lost.pop(shard, "") == process}
        mine = [shard for shard, (holder, _until) in self.held.items() if holder == process]
        self.held.update((shard, (process, now + lasts)) for shard in mine)
        return {shard: self.epochs[shard] for shard in mine}

    async def release(self, process: str, shards: Collection[int]) -> None:
        self._now()
        for shard in shards:
            if self.held.get(shard, ("",))[0] == process:
                del self.held[shard]
            if self.heirs_of.get(shard) == process:
                del self.heirs_of[shard]

    async def offer(self, process: str, shards: Collection[int]) -> None:
        self._now()
        for shard in self.offered.get(process, set()) - set(shards):
            self.heirs_of.pop(shard, None)
        self.offered[process] = set(shards)

    async def claim(self, process: str, count: int, shards: Collection[int], most: int) -> dict[int, int]:
        self._now()
        free = [
            shard
            for holder, offered in self.offered.items()
            for shard in sorted(offered & set(shards))
            if self.held.get(shard, ("",))[0] == holder != process and shard not in self.heirs_of
        ]
        self.ready -= set(free[:most])
        self.heirs_of |= dict.fromkeys(free[:most], process)
        return {shard: self.epochs[shard] + 1 for shard in free[:most]}

    async def claims(self, process: str) -> dict[int, int]:
        self._now()
        return {shard: self.epochs[shard] + 1 for shard, heir in self.heirs_of.items() if heir == process}

    async def be_ready(self, process: str, shard: int) -> None:
        self._now()
        self.ready.add(shard)

    async def heirs(self, process: str) -> dict[int, tuple[str, bool]]:
        self._now()
        mine = self.offered.get(process, set()) & self.heirs_of.keys()
        return {shard: (self.heirs_of[shard], shard in self.ready) for shard in mine}

    async def hand_over(self, process: str, shard: int, lasts: float, attended: Collection[int]) -> bool:
        now = self._now()
        if self.held.get(shard, ("",))[0] != process or shard not in self.heirs_of or shard not in self.ready:
            return False
        self.held[shard] = self.heirs_of.pop(shard), now + lasts
        self.epochs[shard] += 1
        self.handed[shard] = list(attended)
        return True

    async def attended(self, shard: Shard) -> list[int]:
        return self.handed.get(shard.id, [])

    async def holders(self) -> dict[int, str]:
        self._now()
        return {shard: holder for shard, (holder, _until) in self.held.items()}

    async def take_identify_turn(self, bucket: int, pause: float) -> float:
        now = self._now()
        if (left := self.identified.get(bucket, 0.0) + pause - now) > 0:
            return left
        self.identified[bucket] = now
        self.begun.append(now)
        return 0.0


class HandedOverMeanwhile(Leases):
    """A shard is handed over to Calico between two of her questions."""

    async def renew(self, process: str, lasts: float, served: Collection[int] = ()) -> dict[int, int]:
        found = await super().renew(process, lasts, served)
        await self._handed_over(process)
        return found

    async def claims(self, process: str) -> dict[int, int]:
        found = await super().claims(process)
        await self._handed_over(process)
        return found

    async def _handed_over(self, process: str) -> None:
        if process == "calico" and self.ready:
            with suppress(TimeoutError):
                async with asyncio.timeout(LASTS / 3):
                    await until(lambda: self.handed)


class Process:
    """A process that serves shards and remembers under which epochs."""

    def __init__(
        self,
        name: str,
        count: int,
        leases: Leases | None = None,
        wanted: Collection[int] | None = None,
        fails: Exception | None = None,
    ) -> None:
        self.serving: dict[int, int] = {}
        self.handed_over: dict[int, bool] = {}
        self.warms_up = 0.0
        """Seconds until it could serve a shard."""
        self.fails, self.failed = fails, asyncio.Event()
        self.manager = ShardManager(
            count,
            self._serve,
            leases=leases,
            process=name,
            wanted=wanted,
            lasts=LASTS,
            ready=lambda: list(self.serving),
        )
        self.stopping = asyncio.Event()
        self.task = asyncio.ensure_future(self.manager.run(self.stopping))

    async def _serve(self, shard: Shard, tenure: Tenure) -> None:
        if self.fails is not None:
            self.failed.set()
            raise self.fails
        if not tenure.taken.is_set():
            await asyncio.wait([asyncio.ensure_future(tenure.stop.wait())], timeout=self.warms_up)
            if tenure.stop.is_set():
                return
            await self.manager.be_ready(shard)
            over = [asyncio.ensure_future(each.wait()) for each in (tenure.taken, tenure.stop)]
            await asyncio.wait(over, return_when=asyncio.FIRST_COMPLETED)
            if tenure.stop.is_set():
                return
        self.serving[shard.id] = tenure.epoch
        await tenure.stop.wait()
        del self.serving[shard.id]
        if tenure.heir:
            self.handed_over[shard.id] = await self.manager.hand_over(shard, [shard.id])

    async def serves(self, *shards: int) -> None:
        """Returns when it serves these and no others."""
        await until(lambda: sorted(self.serving) == sorted(shards))

    async def stop(self) -> None:
        self.stopping.set()
        await self.task

    async def freeze(self) -> None:
        """It does nothing any more, and does not know."""
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


@in_virtual_time
async def test_a_process_that_is_alone_serves_every_shard() -> None:
    alone = Process("anne", 3)
    await alone.serves(0, 1, 2)
    await alone.stop()
    assert alone.serving == {}


@in_virtual_time
async def test_two_processes_share_the_shards_and_the_one_that_stays_takes_all() -> None:
    leases = Leases()
    first = Process("anne", 4, leases)
    await first.serves(0, 1, 2, 3)
    second = Process("calico", 4, leases)
    await second.serves(2, 3)
    await first.serves(0, 1)
    assert second.serving == {2: 2, 3: 2}
    await first.stop()
    await second.serves(0, 1, 2, 3)
    assert second.serving == {0: 2, 1: 2, 2: 2, 3: 2}
    await second.stop()


@in_virtual_time
async def test_a_shard_stays_where_it_is_until_the_other_process_could_serve_it() -> None:
    leases = Leases()
    first = Process("anne", 2, leases)
    await first.serves(0, 1)
    second = Process("calico", 2, leases)
    second.warms_up = 2 * LASTS
    await until(lambda: leases.heirs_of == {1: "calico"})
    assert sorted(first.serving) == [0, 1]
    assert second.manager.shards == []
    assert second.manager.is_there, "and nothing is wrong with it"
    assert not second.manager.holds(1, 2), "it is only to have it"
    await second.serves(1)
    assert first.handed_over == {1: True}
    assert leases.handed == {1: [1]}, "the presses that were attended to"
    assert second.serving == {1: 2}
    await first.stop()
    assert first.handed_over == {0: True, 1: True}
    await second.serves(0, 1)
    assert second.serving == {0: 2, 1: 2}
    await second.stop()


@in_virtual_time
async def test_who_is_to_stop_does_not_wait_for_one_who_claims_nothing() -> None:
    leases = Leases()
    first = Process("anne", 2, leases, wanted=[0])
    await first.serves(0)
    second = Process("calico", 2, leases, wanted=[1])
    await second.serves(1)
    await first.stop()
    assert first.handed_over == {}
    assert set(leases.held) == {1}
    await second.stop()


@in_virtual_time
async def test_who_is_to_stop_does_not_wait_for_ever_for_one_who_never_becomes_ready() -> None:
    leases = Leases()
    first = Process("anne", 1, leases)
    await first.serves(0)
    second = Process("calico", 1, leases)
    second.warms_up = 600.0
    await passes(LASTS)
    await first.stop()
    assert first.handed_over == {}
    assert leases.held.get(0, ("calico",))[0] == "calico"
    await second.freeze()


@in_virtual_time
async def test_the_one_who_was_to_have_a_shard_stops_before_that() -> None:
    leases = Leases()
    first = Process("anne", 1, leases)
    await first.serves(0)
    second = Process("calico", 1, leases)
    second.warms_up = 60.0
    await until(lambda: len(leases.there) == 2)
    first.stopping.set()
    await until(lambda: leases.heirs_of == {0: "calico"})
    third = Process("dampier", 1, leases)
    await second.freeze()
    await leases.leave("calico")
    await third.serves(0)
    await first.task
    assert first.handed_over == {0: True}
    await third.stop()


@in_virtual_time
async def test_who_was_asked_for_certain_shards_serves_these_alone() -> None:
    leases = Leases()
    given = Process("anne", 4, leases, wanted=[1, 3])
    await given.serves(1, 3)
    other = Process("calico", 4, leases, wanted=[0, 1])
    await other.serves(0)
    await given.stop()
    await other.serves(0, 1)
    await other.stop()


@in_virtual_time
async def test_who_cannot_renew_its_leases_stops_serving_before_long_where_others_may_have_them() -> None:
    leases = Leases()
    process = Process("anne", 2, leases, wanted=[0])
    other = Process("calico", 2, leases, wanted=[1])
    await process.serves(0)
    await other.serves(1)
    await until(lambda: process.manager.has_company)
    leases.away = True
    await process.serves()
    await other.serves()
    leases.away = False
    await process.serves(0)
    await other.serves(1)
    assert process.serving == {0: 2}, "a new holder, a new epoch"
    await process.stop()
    await other.stop()


@in_virtual_time
async def test_who_is_alone_stays_while_the_database_is_away_and_goes_on_afterwards() -> None:
    leases = Leases()
    process = Process("anne", 2, leases)
    manager = process.manager
    await process.serves(0, 1)
    assert manager.asks_at(0) is None, "nobody ever had it before"
    leases.away = True
    await passes(2 * LASTS)
    assert sorted(process.serving) == [0, 1]
    assert manager.holds(0, 1), "people are told that nothing can be stored"
    assert manager.asks_at(0) == GIVES_WAY, "unless somebody else has answered them"
    leases.away = False
    await until(lambda: manager.asks_at(0) is None)
    assert process.serving == {0: 1, 1: 1}, "it has never been anybody else's"
    await process.stop()


@in_virtual_time
async def test_who_is_alone_with_its_lease_run_out_leaves_when_somebody_else_answers() -> None:
    leases = Leases()
    process = Process("anne", 1, leases)
    await process.serves(0)
    process.manager.overtaken()
    await passes(LASTS)
    assert process.serving == {0: 1}, "its lease says that nobody can have"
    leases.away = True
    await until(lambda: process.manager.asks_at(0) is not None)
    process.manager.overtaken()
    assert not process.manager.holds(0, 1)
    await process.serves()
    await process.stop()


@in_virtual_time
async def test_who_takes_what_was_not_given_back_asks_about_presses_as_long_as_a_lease_lasts() -> None:
    leases = Leases(held={0: ("anne", time.monotonic() + LASTS / 2)}, epochs={0: 1})
    second = Process("calico", 1, leases)
    await second.serves(0)
    assert second.manager.asks_at(0) == 0.0
    await passes(1.5 * LASTS)
    assert second.manager.asks_at(0) is None
    await second.stop()
    third = Process("dampier", 1, leases)
    await third.serves(0)
    assert third.manager.asks_at(0) is None, "it was given back"
    await third.stop()


@in_virtual_time
async def test_the_heir_does_not_lose_a_shard_that_is_handed_over_while_it_looks() -> None:
    leases = HandedOverMeanwhile()
    first = Process("anne", 1, leases)
    await first.serves(0)
    second = Process("calico", 1, leases)
    begun = list[int]()
    serve = second._serve

    async def counted(shard: Shard, tenure: Tenure) -> None:
        begun.append(tenure.epoch)
        await serve(shard, tenure)

    second.manager._serve = counted
    first.stopping.set()
    await second.serves(0)
    assert begun == [2], "the session that it has begun for it is the one that it goes on with"
    await second.stop()


@in_virtual_time
async def test_who_is_not_answered_by_the_database_looks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    leases = Leases()
    process = Process("anne", 1, leases)
    await process.serves(0)
    attend, asked = leases.attend, list[str]()

    async def silent(process: str, *others: Any, **more: Any) -> int:
        asked.append(process)
        await asyncio.Event().wait()
        return 0

    monkeypatch.setattr(leases, "attend", silent)
    await passes(2 * LASTS)
    assert len(asked) > 1
    assert process.manager.holds(0, 1)
    monkeypatch.setattr(leases, "attend", attend)
    await until(lambda: process.manager.asks_at(0) is None)
    await process.stop()


@in_virtual_time
async def test_a_lease_that_was_lost_to_somebody_else_ends_the_service() -> None:
    leases = Leases()
    process = Process("anne", 1, leases)
    await process.serves(0)
    leases.held[0] = "calico", time.monotonic() + 60
    await process.serves()
    assert leases.held[0][0] == "calico"
    await process.stop()


@in_virtual_time
async def test_the_shards_of_one_who_died_are_taken_before_their_lease_is_over() -> None:
    leases = Leases()
    first, second = Process("anne", 2, leases), Process("calico", 2, leases)
    await first.serves(0)
    await second.serves(1)
    await second.freeze()
    leases.there["calico"] = 2, time.monotonic() + 60
    leases.held[1] = "calico", time.monotonic() + 60
    await passes(LASTS)
    await first.serves(0)
    leases.dead.add("calico")
    await first.serves(0, 1)
    await first.stop()


@in_virtual_time
async def test_one_whose_lease_has_run_out_knows_without_asking() -> None:
    leases = Leases()
    process = Process("anne", 1, leases)
    await process.serves(0)
    manager = process.manager
    assert manager.holds(0, 1)
    assert not manager.holds(0, 2), "another epoch"
    assert not manager.holds(1, 1)
    await process.freeze()
    await passes(1.2 * LASTS)
    assert not manager.holds(0, 1)


@in_virtual_time
async def test_processes_that_divide_the_servers_differently_do_not_run_side_by_side() -> None:
    leases = Leases()
    process = Process("anne", 2, leases)
    await process.serves(0, 1)
    with pytest.raises(SettingsError, match="SHARD_COUNT"):
        await Process("calico", 3, leases).task
    await process.serves(0, 1)
    await process.stop()


@pytest.mark.parametrize("error", [SettingsError("a wrong token"), NotNow("nobody answers")])
@in_virtual_time
async def test_what_is_wrong_at_the_first_start_ends_the_process(error: Exception) -> None:
    with pytest.raises(type(error)):
        await Process("anne", 1, fails=error).task


@in_virtual_time
async def test_a_shard_that_storage_failed_is_served_again_after_a_pause() -> None:
    process = Process("anne", 1, fails=StorageError("The disk is full."))
    await process.failed.wait()
    process.fails, failed = None, time.monotonic()
    await process.serves(0)
    assert time.monotonic() - failed >= 2 * SHORTEST_PAUSE, "twice the shortest after the first failure"
    await process.stop()


@in_virtual_time
async def test_new_sessions_of_a_bucket_begin_one_after_the_other() -> None:
    leases, begun = Leases(), dict[int, float]()

    async def identify(turns: IdentifyTurns, shard: int) -> None:
        await turns.turn(Shard(shard, 4))
        begun[shard] = time.monotonic()

    for mine, others in ((None, None), (leases, leases)):
        begun.clear()
        one = IdentifyTurns(2, mine, pause=5.0)
        two = one if others is None else IdentifyTurns(2, others, pause=5.0)
        await asyncio.gather(
            *(identify(turns, shard) for turns, shard in ((one, 0), (one, 1), (two, 2), (two, 3)))
        )
        for bucket in (0, 1):
            assert abs(begun[bucket] - begun[bucket + 2]) == pytest.approx(5.0)
        assert max(begun.values()) - min(begun.values()) == pytest.approx(5.0)


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.long
async def test_new_sessions_are_not_begun_so_often_that_the_token_would_be_reset(
    shared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes that crash and begin again, or one that is cut off and identifies, over and over: Discord
    resets the token after a thousand in a day.
    """
    leases = Leases() if shared else None
    processes = [IdentifyTurns(1, leases, pause=0.0) for _process in range(2 if shared else 1)]
    now, step, begun = time.monotonic(), 25.0, 0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    with capture_logs() as lines:
        for attempt in range(int(DAY / step)):
            now += step
            try:
                await processes[attempt % len(processes)].turn(Shard(0, 1))
            except OSError:
                continue
            begun += 1
    assert 500 < begun < 1000
    assert any("too many sessions" in line["event"] for line in lines)
