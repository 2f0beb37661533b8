"""What several processes agree on: which serves which shard, and what belongs to whom."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import pytest
from msgspec.structs import replace

from storage import Store
from storage.errors import Conflict, NotTheOwner
from storage.interfaces import LeaseStore
from storage.models import (
    WHOLE,
    News,
    NotificationRow,
    OutboxEntry,
    Post,
    ProgrammeChange,
    ServerRow,
    Shard,
    Taken,
    TournamentChange,
    preferences_digest,
)
from storage.postgres.connection import IDLE_IN_TRANSACTION
from storage.postgres.store import PostgresStore
from tests.storage.contract.conftest import OF_SEVERAL_PROCESSES
from tests.storage.samples import move_after, new_programme, new_table, new_tournament, opening
from tests.support.idle import until

SECONDS = 3600.0
FIRST, SECOND = Shard(0, 2), Shard(1, 2)
MOMENTS = (("processes", "until"), ("leases", "until"), ("identifies", "at"), ("sessions_begun", "at"))
OF_FIRST, OF_SECOND = 2 << 22, 3 << 22
"""Servers of the two."""


async def passes(store: Store, seconds: float) -> None:
    """So much time passes: all moments that are stored lie so much further back by the database's clock."""
    assert isinstance(store, PostgresStore)
    for table, moment in MOMENTS:
        sql = f"UPDATE {table} SET {moment} = {moment} - make_interval(secs => ?) RETURNING 1"
        await store.database.read(sql, seconds)


@pytest.fixture
def leases(store: Store) -> LeaseStore:
    """Those of an engine that has them."""
    assert store.leases is not None
    return store.leases


of_several_processes = pytest.mark.parametrize("open_database", OF_SEVERAL_PROCESSES, indirect=True)


async def test_an_engine_has_leases_where_several_processes_may_open_it(
    request: pytest.FixtureRequest, store: Store
) -> None:
    engine = request.node.callspec.params["open_database"]
    assert (store.leases is not None) == (engine in OF_SEVERAL_PROCESSES)


def test_each_server_is_in_exactly_one_shard() -> None:
    for count in (1, 2, 3, 16):
        shards = [Shard(id, count) for id in range(count)]
        for guild in (0, OF_FIRST, OF_SECOND, 175928847299117063):
            assert sum(shard.serves(guild) for shard in shards) == 1
    assert WHOLE.serves(175928847299117063)


async def test_a_shard_is_shown_what_belongs_to_its_servers_and_nothing_else(store: Store) -> None:
    for guild in (OF_FIRST, OF_SECOND):
        table = new_table(f"t{guild}", guild=guild, due=5.0, phase="playing")
        await store.commit(replace(opening(), table=table, outbox=(OutboxEntry("nudge", b"{}"),)))
        await store.post_shown(Post(table.id, "board", 1, 2, 0, 3.0))
        tournament = new_tournament(f"c{guild}", guild=guild)
        announced = TournamentChange(tournament, outbox=(OutboxEntry("announce", b""),))
        await store.tournaments.commit(announced)
        await store.servers.went(guild, 7.0)
    servers = {f"t{guild}": guild for guild in (OF_FIRST, OF_SECOND)}
    for shard, guild in ((FIRST, OF_FIRST), (SECOND, OF_SECOND)):
        part = store.for_shard(shard, 0)
        assert await part.notifications.servers_of([*servers, "nowhere"]) == servers
        tables, tournaments = [f"t{guild}"], [f"c{guild}"]
        assert [table for table, _due in await part.due()] == tables
        assert [row.table for row in await part.clocks()] == tables
        assert [row.table for row in await part.outbox()] == tables
        assert [post.table for post in await part.outdated()] == tables
        assert [row.id for row in await part.tournaments.tournaments()] == tournaments
        assert [row.table for row in await part.tournaments.outbox()] == tournaments
        assert await part.servers.gone() == [(guild, 7.0)]
        await part.servers.came_back(guild)
        assert await part.servers.known() == [guild]
        assert await part.servers.of(guild) == ServerRow(guild, b"{}", None)
        # Whoever names what they want gets it, wherever it belongs.
        assert len(await part.tables(phases=("playing",))) == 2
        assert await part.table(f"t{OF_SECOND}") is not None


@of_several_processes
async def test_only_one_process_has_a_shard_and_each_holder_has_a_higher_epoch(leases: LeaseStore) -> None:
    assert await leases.take(FIRST, "anne", SECONDS) == Taken(1, was_free=True)
    assert await leases.take(FIRST, "calico", SECONDS) is None
    assert await leases.take(SECOND, "calico", SECONDS) == Taken(1, was_free=True)
    assert await leases.holders() == {0: "anne", 1: "calico"}
    assert await leases.renew("anne", SECONDS) == {0: 1}
    await leases.release("calico", [0])
    assert await leases.renew("anne", SECONDS) == {0: 1}, "who does not hold it cannot give it away"
    await leases.release("anne", [0])
    assert await leases.renew("anne", SECONDS) == {}
    assert await leases.take(FIRST, "calico", SECONDS) == Taken(2, was_free=True)
    await leases.leave("calico")
    assert await leases.holders() == {}


@of_several_processes
async def test_a_lease_that_nobody_renews_runs_out(store: Store, leases: LeaseStore) -> None:
    assert await leases.take(FIRST, "anne", SECONDS) == Taken(1, was_free=True)
    await passes(store, SECONDS)
    assert await leases.holders() == {}
    assert await leases.renew("anne", SECONDS) == {}
    assert await leases.take(FIRST, "calico", SECONDS) == Taken(2, was_free=False)


@of_several_processes
async def test_whoever_has_served_a_shard_all_the_while_has_it_again_unless_it_was_taken_or_given_back(
    store: Store,
    leases: LeaseStore,
) -> None:
    await leases.take(FIRST, "anne", SECONDS)
    await leases.take(SECOND, "anne", SECONDS)
    await passes(store, SECONDS)
    assert await leases.renew("anne", SECONDS, [0]) == {0: 1}
    await passes(store, SECONDS)
    assert await leases.take(FIRST, "calico", SECONDS) == Taken(2, was_free=False)
    await leases.release("anne", [1])
    assert await leases.renew("anne", SECONDS, [0, 1]) == {}


@of_several_processes
async def test_who_is_still_connected_is_not_dead_however_long_nothing_was_heard(leases: LeaseStore) -> None:
    await leases.attend("anne", 2, SECONDS)
    assert await leases.take(FIRST, "anne", SECONDS) == Taken(1, was_free=True)
    assert await leases.bury(SECONDS, 0.0) == []
    assert await leases.renew("anne", SECONDS) == {0: 1}


@of_several_processes
async def test_sessions_that_were_begun_are_counted_over_all_processes(
    store: Store, leases: LeaseStore
) -> None:
    assert await leases.sessions_begun(SECONDS) == (0, math.inf)
    for bucket in (0, 1, 0):
        await leases.take_identify_turn(bucket, SECONDS)
    count, ago = await leases.sessions_begun(SECONDS)
    assert count == 2
    assert 0 <= ago < SECONDS
    await passes(store, SECONDS)
    assert (await leases.sessions_begun(SECONDS))[0] == 0
    assert (await leases.sessions_begun(2 * SECONDS))[0] == 0, "what no longer counts is not kept"


@of_several_processes
async def test_of_many_who_want_a_shard_at_the_same_moment_one_gets_it(leases: LeaseStore) -> None:
    found = await asyncio.gather(*(leases.take(FIRST, f"process {number}", SECONDS) for number in range(8)))
    assert [taken for taken in found if taken is not None] == [Taken(1, was_free=True)]


@of_several_processes
async def test_processes_are_counted_while_they_are_there(store: Store, leases: LeaseStore) -> None:
    assert await leases.attend("anne", 2, SECONDS) == 1
    assert await leases.attend("calico", 2, SECONDS / 2) == 2
    with pytest.raises(Conflict, match="SHARD_COUNT"):
        await leases.attend("dampier", 3, SECONDS)
    await passes(store, SECONDS / 2)
    assert await leases.attend("anne", 2, SECONDS) == 1
    await leases.leave("anne")
    assert await leases.attend("dampier", 3, SECONDS) == 1


@of_several_processes
async def test_a_shard_goes_to_whoever_claims_what_is_offered_and_is_ready(
    store: Store, leases: LeaseStore
) -> None:
    heard = list[News]()
    store.listen(heard.append)
    for process in ("anne", "calico", "dampier"):
        await leases.attend(process, 2, SECONDS)
    assert await leases.take(FIRST, "anne", SECONDS) == Taken(1, was_free=True)
    assert await leases.take(SECOND, "anne", SECONDS) == Taken(1, was_free=True)
    assert await leases.claim("calico", 2, [0, 1], 1) == {}, "nothing is offered"
    await leases.offer("anne", [0])
    assert await leases.claim("anne", 2, [0, 1], 1) == {}, "it is hers"
    assert await leases.claim("calico", 2, [0, 1], 1) == {0: 2}
    assert await leases.claim("dampier", 2, [0, 1], 1) == {}, "calico is to have it"
    assert await leases.claims("calico") == {0: 2}
    assert await leases.heirs("anne") == {0: ("calico", False)}
    assert not await leases.hand_over("anne", 0, SECONDS, [7]), "calico is not ready"
    await leases.be_ready("calico", 0)
    assert await leases.heirs("anne") == {0: ("calico", True)}
    assert await leases.renew("calico", SECONDS) == {}, "it is still hers"
    assert await leases.hand_over("anne", 0, SECONDS, [7, 8])
    assert await leases.renew("anne", SECONDS) == {1: 1}
    assert await leases.renew("calico", SECONDS) == {0: 2}
    assert await leases.attended(FIRST) == [7, 8]
    assert await leases.claims("calico") == {}
    await until(lambda: heard.count(News("shards")) >= 4)


@of_several_processes
async def test_whoever_was_to_have_a_shard_and_is_gone_leaves_it_to_others(leases: LeaseStore) -> None:
    for process in ("anne", "calico", "dampier"):
        await leases.attend(process, 2, SECONDS)
    assert await leases.take(FIRST, "anne", SECONDS) == Taken(1, was_free=True)
    await leases.offer("anne", [0])
    assert await leases.claim("calico", 2, [0], 1) == {0: 2}
    await leases.be_ready("calico", 0)
    await leases.leave("calico")
    assert await leases.heirs("anne") == {}
    assert await leases.claim("dampier", 2, [0], 1) == {0: 2}
    assert await leases.heirs("anne") == {0: ("dampier", False)}
    await leases.offer("anne", [])
    assert await leases.claims("dampier") == {}, "she keeps it after all"
    assert await leases.attend("anne", 2, SECONDS, leaving=True) == 1
    await leases.offer("anne", [0])
    assert await leases.claim("dampier", 2, [0], 1) == {0: 2}
    await leases.leave("anne")
    assert await leases.take(FIRST, "dampier", SECONDS) == Taken(2, was_free=True)


@of_several_processes
async def test_between_two_new_sessions_of_a_bucket_there_is_a_pause(
    store: Store, leases: LeaseStore
) -> None:
    assert await leases.take_identify_turn(0, SECONDS) == 0
    assert await leases.take_identify_turn(1, SECONDS) == 0
    assert 0 < await leases.take_identify_turn(0, SECONDS) <= SECONDS
    await passes(store, SECONDS)
    assert await leases.take_identify_turn(0, SECONDS) == 0


@of_several_processes
async def test_what_a_former_owner_writes_is_not_taken(store: Store, leases: LeaseStore) -> None:
    assert await leases.take(FIRST, "anne", SECONDS) == Taken(1, was_free=True)
    mine, nudge = store.for_shard(FIRST, 1), NotificationRow(1, 2, 3, "[]", 4.0)
    change = replace(opening(), table=new_table(guild=OF_FIRST), outbox=(OutboxEntry("nudge", b"{}"),))
    (row,) = await mine.commit(change)
    await mine.outbox_begun(row.id)
    await leases.release("anne", [0])
    late: list[Any] = [
        *(mine.outbox_done(row.id), mine.notifications.sent(nudge), mine.post_gone("t1", "board")),
        mine.commit(move_after(change.table)),
    ]
    for done in await asyncio.gather(*late, return_exceptions=True):
        assert isinstance(done, NotTheOwner)
    assert await leases.take(FIRST, "calico", SECONDS) == Taken(2, was_free=True)
    with pytest.raises(NotTheOwner):
        await mine.outbox_done(row.id)
    others = store.for_shard(FIRST, 2)
    assert [(entry.id, entry.attempts) for entry in await others.outbox()] == [(row.id, 1)]
    await others.notifications.sent(nudge)
    await others.outbox_done(row.id)
    assert await store.outbox() == []
    await mine.commit(move_after(change.table, interaction=1))  # a press counts wherever it arrived
    assert await store.answer(1) is not None


@of_several_processes
async def test_whose_lease_may_end_in_the_middle_of_a_write_begins_none(
    store: Store, leases: LeaseStore
) -> None:
    assert await leases.take(FIRST, "anne", IDLE_IN_TRANSACTION - 1) == Taken(1, was_free=True)
    with pytest.raises(NotTheOwner):
        await store.for_shard(FIRST, 1).notifications.sent(NotificationRow(1, 2, 3, "[]", 4.0))
    await leases.renew("anne", IDLE_IN_TRANSACTION + SECONDS)
    await store.for_shard(FIRST, 1).notifications.sent(NotificationRow(1, 2, 3, "[]", 4.0))


@of_several_processes
async def test_what_one_owner_may_not_write_does_not_take_anothers_down(
    store: Store, leases: LeaseStore
) -> None:
    assert await leases.take(FIRST, "anne", SECONDS) == Taken(1, was_free=True)
    former, owner = store.for_shard(SECOND, 1), store.for_shard(FIRST, 1)
    done = await asyncio.gather(
        owner.notifications.sent(NotificationRow(1, 2, 3, "[]", 4.0)),
        former.notifications.sent(NotificationRow(2, 2, 3, "[]", 4.0)),
        store.notifications.sent(NotificationRow(3, 2, 3, "[]", 4.0)),
        return_exceptions=True,
    )
    assert [type(each).__name__ for each in done] == ["NoneType", "NotTheOwner", "NoneType"]
    assert [nudge.user for nudge in await store.notifications.all()] == [1, 3]
    assert await store.notifications.of(3) == [NotificationRow(3, 2, 3, "[]", 4.0)]
    assert await former.notifications.of(2) == []


async def test_whoever_serves_a_shard_hears_what_others_have_changed_there(store: Store) -> None:
    told, listening = list[News](), asyncio.Event()

    def listen(news: News) -> None:
        # That it may have missed something it is told whenever the way to it was made anew.
        listening.set() if news.kind == "all" else told.append(news)

    store.listen(listen)
    await store.tell(News("all"))
    await asyncio.wait_for(listening.wait(), 10)
    first, second = store.for_shard(FIRST, 0), store.for_shard(SECOND, 0)
    table = new_table(guild=OF_SECOND)
    await second.commit(replace(opening(), table=table))
    await first.commit(move_after(table))
    await first.tournaments.commit(TournamentChange(new_tournament(guild=OF_SECOND)))
    await first.recurring.commit(ProgrammeChange(new_programme(guild=OF_SECOND)))
    with pytest.raises(Conflict):
        await first.commit(move_after(table))
    await first.people.set_preferences(7, b"{}")
    await until(lambda: len(told) >= 4)
    assert told == [
        News("table", "t1", OF_SECOND, 2),
        News("tournament", "c1", OF_SECOND, 1),
        News("recurring", "p1", OF_SECOND, 1),
        News("person", "7", 7, preferences_digest(b"{}")),
    ]
    store.deafen(listen)
    store.deafen(listen)  # a start that came to nothing leaves what it never began
    await store.tell(News("person", "8", 8))
    assert len(told) == 4
