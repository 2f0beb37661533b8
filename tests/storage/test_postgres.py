"""What only a store in a PostgreSQL database can be asked: what a lost server, or a lost answer, leaves."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Literal
from urllib.parse import urlsplit

import asyncpg
import pytest

from storage import Change, Conflict, InUse, OutboxEntry, StorageError, Store, TooNew, Unwritable, opened
from storage.address import is_postgres, name_of
from storage.errors import AlreadyDone, Uncertain, WrongAddress
from storage.interfaces import LeaseStore
from storage.models import Shard, Taken
from storage.postgres import connection, database
from storage.postgres.migrations import migrate, migrations
from storage.postgres.store import PostgresStore, open_address
from storage.sql.migrations import Migration
from tests.storage.consistency import assert_nothing_half_stored
from tests.storage.contract.machine import StoreBesideDicts
from tests.storage.samples import announcing, move_after, new_table, opening, step_after
from tests.support.examples import examples
from tests.support.idle import until
from tests.support.postgres import TEMPLATE, PostgresServer, running_postgres
from tests.support.wire import wire_to

OTHER_PORT = 10_000 + os.getpid() % 50_000
"""Of a socket that no other process of the run has."""
DAY = 86400.0


@pytest.fixture(scope="module", autouse=True)
def server(postgres_server: PostgresServer) -> None:
    """The machine opens databases of it by itself."""
    PostgresBesideDicts.server = postgres_server


class PostgresBesideDicts(StoreBesideDicts):
    """A PostgreSQL database."""

    server: PostgresServer
    store: PostgresStore

    def __init__(self) -> None:
        self.url = self.server.new_database(TEMPLATE)
        super().__init__()

    def teardown(self) -> None:
        super().teardown()
        self.server.drop_database(self.url)

    async def open(self) -> PostgresStore:
        """See `StoreBesideDicts.open`."""
        return await open_address(self.url, say=lambda _words: None)


TestPostgresBesideDicts = pytest.mark.trial(PostgresBesideDicts.TestCase)
TestPostgresBesideDicts.settings = examples(15, stateful_step_count=25)


@dataclass
class Wire:
    """Stands between bot and server, and breaks when it is told to: all its connections at once."""

    breaks_at: Literal["question", "answer"] | None = None
    """What comes next of it does not arrive any more."""


@asynccontextmanager
async def wire(server: PostgresServer) -> AsyncIterator[Wire]:
    """One that listens beside the server's own socket, by another port."""
    between = Wire()
    writers = list[asyncio.StreamWriter]()

    async def carry(source: asyncio.StreamReader, target: asyncio.StreamWriter, what: str) -> None:
        with suppress(ConnectionError):
            while data := await source.read(65536):
                if between.breaks_at == what:
                    between.breaks_at = None
                    break
                target.write(data)
                await target.drain()
        for writer in writers:
            writer.transport.abort()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_unix_connection(server.socket())
        writers.extend((writer, far_writer))
        await asyncio.gather(carry(reader, far_writer, "question"), carry(far_reader, writer, "answer"))

    listening = await asyncio.start_unix_server(connect, server.socket(OTHER_PORT))
    try:
        yield between
    finally:
        listening.close()
        for writer in writers:
            writer.transport.abort()


def leases_of(store: Store) -> LeaseStore:
    """Those of an engine that has them."""
    assert store.leases is not None
    return store.leases


def through_the_wire(url: str) -> str:
    """The same database, over the other socket."""
    return url.replace("port=5432", f"port={OTHER_PORT}")


@pytest.mark.parametrize("breaks_at", ["question", "answer"])
@pytest.mark.parametrize("interaction", [99, None])
async def test_a_change_whose_answer_is_lost_is_stored_once(
    postgres_server: PostgresServer,
    postgres_url: str,
    breaks_at: Literal["question", "answer"],
    interaction: int | None,
):
    async with wire(postgres_server) as between, opened(through_the_wire(postgres_url)) as store:
        await store.commit(opening())
        first = move_after(new_table(), outbox=(OutboxEntry("redraw"),))
        await store.commit(first)  # from now on a move is one question and one answer
        move = move_after(first.table, interaction=interaction, outbox=(OutboxEntry("redraw"),))
        between.breaks_at = breaks_at
        outbox = await store.commit(move)
        assert between.breaks_at is None
        assert await store.table("t1") == move.table
        assert await store.log("t1") == [first.action, move.action]
        assert (await store.outbox())[1:] == list(outbox)
        await store.commit(move_after(move.table))


async def test_where_nobody_can_be_asked_after_a_lost_answer_nobody_is_told_that_nothing_was_stored(
    postgres_server: PostgresServer, postgres_url: str, monkeypatch: pytest.MonkeyPatch
):
    async with wire(postgres_server) as between, opened(through_the_wire(postgres_url)) as store:
        await store.commit(opening())
        first = move_after(new_table(), outbox=(OutboxEntry("redraw"),))
        await store.commit(first)
        monkeypatch.setattr(connection, "PATIENCE", 0.2)
        way = postgres_server.socket(OTHER_PORT)
        elsewhere = way.rename(way.with_suffix(".away"))
        between.breaks_at = "answer"
        move = move_after(first.table, interaction=5)
        with pytest.raises(Uncertain, match="was lost while it stored something"):
            await store.commit(move)
        with pytest.raises(Unwritable, match="does not answer"):  # it was never asked
            await store.commit(move_after(move.table, interaction=6))
        elsewhere.rename(way)
        monkeypatch.setattr(connection, "PATIENCE", 30.0)
        assert await store.table("t1") == move.table
        with pytest.raises(AlreadyDone):
            await store.commit(move)
        await store.commit(move_after(move.table, interaction=6))


async def test_what_a_held_wire_brings_after_nobody_knew_is_not_stored_any_more(
    postgres_server: PostgresServer, postgres_url: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(connection, "_LONGEST", 2.0)
    monkeypatch.setattr(database, "IDLE_IN_TRANSACTION", 0.2)
    async with wire_to(postgres_server) as held, opened(held.url(postgres_url)) as store:
        await store.commit(opening())
        first = move_after(new_table())
        await store.commit(first)  # from now on a move is one question and one answer
        assert isinstance(store, PostgresStore)
        held.hold()
        with monkeypatch.context() as short:
            short.setattr(connection, "PATIENCE", 0.2)
            short.setattr(database, "STORED_WITHIN", 0.2)
            with pytest.raises(Uncertain):
                await store.commit(move_after(first.table, interaction=5))
        async with opened(postgres_url) as beside:
            held.mend()
            await until(partial(_has_ended, postgres_url, store))
            assert await beside.table("t1") == first.table  # what was on its way has arrived by now
        await store.commit(move_after(first.table, interaction=5))  # pressed again, it counts


async def _has_ended(url: str, store: PostgresStore) -> bool:
    """Whether the server has nothing more to do for the session that stored something for this store."""
    db = await asyncpg.connect(url)
    try:
        asked = "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1"
        return not await db.fetchval(asked, store.database.name)
    finally:
        await db.close()


async def test_the_servers_clock_counts_whatever_this_machines_says(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
):
    async with opened(postgres_url) as store:
        await store.commit(opening())
        behind = time.time() - 3600.0
        monkeypatch.setattr(database.time, "time", lambda: behind)
        move = move_after(new_table(), interaction=5)
        with pytest.raises(Conflict):  # the machine's clock was set while it ran: it asks the server's anew
            await store.commit(move)
        await store.commit(move)
        assert await store.table("t1") == move.table


async def test_of_a_batch_whose_answer_is_lost_each_is_told_its_own(
    postgres_server: PostgresServer, postgres_url: str
):
    async with wire(postgres_server) as between, opened(through_the_wire(postgres_url)) as store:
        await asyncio.gather(
            *(store.commit(opening(table)) for table in "abc"), store.tournaments.commit(announcing())
        )
        changes = [
            move_after(new_table("a"), interaction=1),
            move_after(new_table("b", revision=7), interaction=2),
            move_after(new_table("c")),
        ]
        between.breaks_at = "answer"
        *told, step, note = await asyncio.gather(
            *map(store.commit, changes),
            store.tournaments.commit(step_after(announcing().row)),
            store.set_note("key", "value"),
            return_exceptions=True,
        )
        assert [type(each) for each in told] == [tuple, Conflict, tuple]
        assert (step, note) == ((), None)
        assert {table: await store.table(table) for table in "ac"} == {
            "a": changes[0].table,
            "c": changes[2].table,
        }
        assert len(await store.log("a")) == len(await store.log("c")) == 1
        assert await store.get_note("key") == "value"


@pytest.fixture
def own_server(postgres_server: PostgresServer) -> Iterator[PostgresServer]:
    """A server that a test may stop."""
    with running_postgres(postgres_server.folder.parent) as server:
        yield server


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
async def test_games_go_on_when_the_server_was_restarted(
    own_server: PostgresServer, how: signal.Signals, monkeypatch: pytest.MonkeyPatch
):
    """By an operator, or in a crash: whatever was acknowledged is there, once."""
    monkeypatch.setattr(connection, "PATIENCE", 30.0)  # a busy machine starts a server slowly
    async with opened(await asyncio.to_thread(own_server.new_database)) as store:
        await asyncio.gather(*(store.commit(opening(f"t{number}")) for number in range(5)))
        tables, moved, is_back = [f"t{number}" for number in range(5)], Counter[str](), asyncio.Event()
        playing = [asyncio.create_task(_play(store, table, moved, is_back)) for table in tables]
        await until(lambda: all(moved[table] > 3 for table in tables))
        await asyncio.to_thread(own_server.stop, how)
        await asyncio.to_thread(own_server.start)
        is_back.set()
        await asyncio.gather(*playing)
        assert await assert_nothing_half_stored(store) == dict(moved)


async def _play(store: Store, table: str, moved: Counter[str], is_back: asyncio.Event) -> None:
    change, left = Change(new_table(table)), 10
    while left:
        left -= is_back.is_set()
        change = move_after(change.table, interaction=hash((table, moved[table])) % 2**60)
        await store.commit(change)
        await store.table(table)
        moved[table] += 1


async def test_a_server_that_is_away_is_told_in_a_sentence_and_work_goes_on_when_it_is_there(
    own_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
):
    url = await asyncio.to_thread(own_server.new_database)
    async with opened(url) as store:
        await store.commit(opening())
        await asyncio.to_thread(own_server.stop)
        monkeypatch.setattr(connection, "PATIENCE", 0.2)
        with pytest.raises(Unwritable, match="does not answer"):
            await store.commit(move_after(new_table(), interaction=5))
        with pytest.raises(Unwritable, match="does not answer"):
            await store.table("t1")
        with pytest.raises(Unwritable, match="does not answer"):
            await open_address(url, say=print)
        await asyncio.to_thread(own_server.start)
        monkeypatch.setattr(connection, "PATIENCE", 30.0)  # a busy machine answers slowly
        await store.commit(move_after(new_table(), interaction=5))
        assert len(await store.log("t1")) == 1


async def test_a_second_bot_leaves_the_database_alone(postgres_url: str):
    first = await open_address(postgres_url, say=print, sole=True)
    with pytest.raises(InUse, match="A bot runs on"):
        await open_address(postgres_url, say=print, sole=True)
    async with opened(postgres_url) as beside:  # who only looks is in nobody's way
        assert await beside.tables() == []
    await first.close()
    await (await open_address(postgres_url, say=print, sole=True)).close()


async def test_who_may_not_come_in_is_told_what_to_look_at(
    postgres_server: PostgresServer, postgres_url: str, guarded_user: str
):
    guarded = postgres_url.replace("tortuga@", f"{guarded_user}:pirate@")
    with pytest.raises(StorageError, match="does not let this user in") as told:
        await open_address(guarded, say=print)
    assert "pirate" not in str(told.value)
    with pytest.raises(StorageError, match="There is no database nowhere"):
        await open_address(postgres_server.url("nowhere"), say=print)
    with pytest.raises(Unwritable, match="may not do in"):
        await open_address(guarded.replace("pirate", "parrot"), say=print)


async def test_a_standby_is_found_at_the_start(postgres_server: PostgresServer, postgres_url: str):
    name = urlsplit(postgres_url).path[1:]
    sql = f"ALTER DATABASE {name} SET default_transaction_read_only = on"
    await asyncio.to_thread(postgres_server.run, sql)
    with pytest.raises(Unwritable, match="read-only"):
        await open_address(postgres_url, say=print)


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (asyncpg.DiskFullError("no space left"), Unwritable, "is full"),
        (asyncpg.TooManyConnectionsError("sorry"), Unwritable, "max_connections"),
        (asyncpg.LockNotAvailableError("timeout"), Unwritable, "locked"),
        (asyncpg.DataCorruptedError("page 7"), StorageError, "damaged"),
        (asyncpg.InternalServerError("the words of a parrot"), StorageError, "XX000"),
    ],
)
def test_what_goes_wrong_is_said_without_a_word_of_what_was_to_be_stored(
    error: Exception, kind: type[StorageError], words: str
):
    trouble = connection.explain(error, "postgresql://tortuga:secret@db.example:5433/games?sslmode=require")
    assert isinstance(trouble, kind)
    assert words in str(trouble)
    assert "games on db.example:5433" in str(trouble)
    assert "parrot" not in str(trouble)
    assert "secret" not in str(trouble)


NEXT = len(migrations()) + 1
WIDENS = Migration(NEXT, f"-- runs beside: {NEXT - 1}\nALTER TABLE servers ADD COLUMN parrot TEXT;")
NARROWS = Migration(NEXT + 1, f"-- runs beside: {NEXT}\nALTER TABLE bans DROP COLUMN until;")


@contextmanager
def version_that_knows(*steps: Migration) -> Iterator[None]:
    """As long as the block lasts this is a version with more steps."""
    known = migrations()
    with pytest.MonkeyPatch.context() as patch:
        for module in ("migrations", "store"):
            patch.setattr(f"storage.postgres.{module}.migrations", lambda: [*known, *steps])
        yield


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ("channel_binding=require", "channel_binding is no parameter that is known here. Leave it out."),
        ("connect_timeout=10", "connect_timeout is no parameter that is known here"),
        ("sslmode=require", "the server speaks no TLS, for which sslmode=require asks"),
        ("sslmode=requird", "`sslmode` parameter must be one of"),
        (
            "sslmode=verify-full&sslrootcert=/nowhere/root.crt",
            "no file /nowhere/root.crt, which sslrootcert",
        ),
        ("target_session_attrs=primry", "target_session_attrs is expected to be one of"),
    ],
)
async def test_what_is_wrong_with_an_address_is_said(
    postgres_server: PostgresServer, postgres_url: str, parameters: str, told: str
):
    """Providers hand some of these out."""
    async with wire_to(postgres_server) as between:
        with pytest.raises(WrongAddress, match=re.escape(told)):
            await open_address(f"{between.url(postgres_url)}?{parameters}", say=print)


async def test_of_several_hosts_the_one_that_is_there_is_taken(
    postgres_server: PostgresServer, postgres_url: str
):
    async with wire_to(postgres_server) as away, wire_to(postgres_server) as there:
        away.cut()
        url = there.url(postgres_url).replace("@", f"@127.0.0.1:{away.port},")
        async with opened(url) as store:
            await store.commit(opening())
            away.mend()
            there.cut()
            await store.commit(move_after(new_table(), interaction=5))
            assert len(await store.log("t1")) == 1


@pytest.mark.parametrize("password", ["pa@rrot", "pa/rrot", "pa#rrot", "pa?rrot", "pa:rrot", "p@/#?@rrot"])
def test_no_part_of_a_password_is_in_a_databases_name(password: str):
    for url in (f"postgresql://anne:{password}@db/games", f"postgresql://db/games?password={password}"):
        assert "rrot" not in name_of(url)
        with suppress(ValueError):
            assert is_postgres(url)


def test_a_database_is_named_with_all_its_hosts():
    url = "postgresql://anne:parrot@one:5432,[::1]:5433/games?sslmode=require"
    assert is_postgres(url)
    assert name_of(url) == "games on one:5432,[::1]:5433"


async def test_what_was_read_only_for_a_moment_is_written_again_without_a_restart(
    postgres_server: PostgresServer, postgres_url: str
):
    """As when a provider's disk was full, or a name led to a standby: new sessions could write nothing."""
    name = urlsplit(postgres_url).path[1:]
    sessions = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    async with opened(postgres_url) as store:
        await store.commit(opening())
        change = f"ALTER DATABASE {name} {{}} default_transaction_read_only"
        await asyncio.to_thread(postgres_server.run, change.format("SET") + " = on")
        await asyncio.to_thread(postgres_server.run, sessions)
        first = move_after(new_table(), interaction=5)
        with pytest.raises(Unwritable, match="is read-only"):
            await store.commit(first)
        with pytest.raises(Unwritable, match="is read-only"):
            await leases_of(store).take(Shard(0, 1), "anne", DAY)
        await asyncio.gather(*(store.table("t1") for _reader in range(4)))
        await asyncio.to_thread(postgres_server.run, change.format("RESET"))
        await store.commit(first)
        assert await leases_of(store).take(Shard(0, 1), "anne", DAY) == Taken(1, was_free=True)


async def test_two_versions_run_side_by_side_while_a_step_widens(postgres_url: str):
    async with opened(postgres_url) as earlier:
        await earlier.commit(opening())
        with version_that_knows(WIDENS):
            async with opened(postgres_url) as later:
                await later.commit(move_after(new_table()))
                await earlier.servers.set_preferences(1, b"{}")
        assert await earlier.table("t1") == move_after(new_table()).table
    await (await open_address(postgres_url, say=print)).close()


async def test_a_step_that_narrows_waits_until_no_earlier_version_runs(postgres_url: str):
    earlier = await open_address(postgres_url, say=print)
    with version_that_knows(WIDENS, NARROWS), pytest.raises(InUse, match="earlier version runs"):
        await open_address(postgres_url, say=print)
    await earlier.commit(opening())
    await earlier.close()
    with version_that_knows(WIDENS, NARROWS):
        async with opened(postgres_url) as later:
            assert await later.table("t1") == new_table()
    with pytest.raises(TooNew, match="newer version of the bot"):
        await open_address(postgres_url, say=print)
    with version_that_knows(WIDENS):
        await (await open_address(postgres_url, say=print)).close()


RUNS = (
    "SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database AND datname = current_database()"
    f" WHERE locktype = 'advisory' AND classid = {connection.RUNNING}"
)


async def test_a_version_that_was_overtaken_while_it_was_away_stores_nothing(
    postgres_server: PostgresServer, postgres_url: str
):
    async with wire(postgres_server) as between, opened(through_the_wire(postgres_url)) as earlier:
        await earlier.commit(opening())
        between.breaks_at = "question"
        await earlier.tables()  # asked again, over another connection; the one that writes broke as well
        with version_that_knows(WIDENS, NARROWS):

            async def nobody_runs() -> bool:
                return not await asyncio.to_thread(postgres_server.run, RUNS, postgres_url)

            await until(nobody_runs)
            await migrate(postgres_url, print)
        with pytest.raises(TooNew):
            await earlier.commit(move_after(new_table()))


async def test_many_that_start_at_the_same_moment_make_the_tables_once(postgres_server: PostgresServer):
    url = await asyncio.to_thread(postgres_server.new_database)
    said = list[str]()
    await asyncio.gather(*(migrate(url, said.append) for _ in range(6)))
    assert len(said) == len(migrations())


@pytest.mark.parametrize("and_then", ["INSERT INTO nowhere VALUES (1)", "ALTER TABLE layout RENAME TO plan"])
async def test_a_step_that_fails_changes_nothing(postgres_url: str, and_then: str):
    """In its middle, or when its number is to be noted."""
    bad = Migration(NEXT, f"CREATE TABLE parrots (name TEXT); {and_then};")
    with version_that_knows(bad), pytest.raises(StorageError):
        await migrate(postgres_url, print)
    async with opened(postgres_url) as store:
        await store.commit(opening())


async def test_a_database_of_another_program_is_left_alone(postgres_server: PostgresServer):
    url = await asyncio.to_thread(postgres_server.new_database)
    await asyncio.to_thread(postgres_server.run, "CREATE TABLE parrots (name TEXT)", url)
    with pytest.raises(StorageError, match="of another program"):
        await migrate(url, print)
    tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    assert [row[0] for row in await asyncio.to_thread(postgres_server.run, tables, url)] == ["parrots"]


async def test_two_processes_that_change_the_same_at_the_same_moment_are_not_both_taken(postgres_url: str):
    async with opened(postgres_url) as one, opened(postgres_url) as other:
        await asyncio.gather(*(one.commit(opening(f"t{number}")) for number in range(40)))
        rows = [new_table(f"t{number}") for number in range(40)]
        for turn in range(5):
            moves = [move_after(row) for row in rows]
            taken = await asyncio.gather(
                *(one.commit(move) for move in moves),
                *(other.commit(move) for move in reversed(moves)),
                return_exceptions=True,
            )
            assert {type(each) for each in taken} == {tuple, Conflict}
            assert sum(each == () for each in taken) == len(moves)
            rows = [move.table for move in moves]
            assert await one.tables(limit=99) == await other.tables(limit=99), turn
        assert set((await assert_nothing_half_stored(one)).values()) == {5}


async def test_a_press_that_two_processes_are_sent_acts_once(postgres_url: str):
    async with opened(postgres_url) as one, opened(postgres_url) as other:
        await asyncio.gather(*(one.commit(opening(f"t{number}")) for number in range(40)))
        for number in range(40):
            move = move_after(new_table(f"t{number}"), interaction=number, outbox=(OutboxEntry("redraw"),))
            told = await asyncio.gather(one.commit(move), other.commit(move), return_exceptions=True)
            assert sorted(type(each).__name__ for each in told) == ["AlreadyDone", "tuple"]
        entries = await other.outbox()
        assert len({entry.id for entry in entries}) == len(entries) == 40


async def test_what_was_erased_is_off_its_pages_when_it_was_wiped(
    postgres_server: PostgresServer, postgres_url: str
):
    def rows_on_pages(people: int) -> bool:
        sql = "SELECT FROM heap_page_items(get_raw_page('people', 0)) WHERE t_data IS NOT NULL"
        return len(postgres_server.run(sql, postgres_url)) == people

    await asyncio.to_thread(postgres_server.run, "CREATE EXTENSION pageinspect", postgres_url)
    async with opened(postgres_url) as store:
        await store.people.set_preferences(7, b"the parrot of somebody")
        await store.people.set_preferences(8, b"another parrot")
        await store.privacy.erase(7)
        assert await asyncio.to_thread(rows_on_pages, 2)
        await store.privacy.wipe()
        assert await asyncio.to_thread(rows_on_pages, 1)


async def test_a_wipe_waits_for_a_page_that_somebody_holds(
    own_server: PostgresServer,
):
    """As a checkpoint does for a moment, a cursor holds the page as long as it is open. On a server of its
    own: whatever is under way in another database when the cursor opens keeps what was erased before.
    """
    postgres_url = await asyncio.to_thread(own_server.new_database)
    await migrate(postgres_url, lambda _words: None)
    await asyncio.to_thread(own_server.run, "CREATE EXTENSION pageinspect", postgres_url)
    holder, watcher = await asyncpg.connect(postgres_url), await asyncpg.connect(postgres_url)
    waits = "SELECT FROM pg_stat_activity WHERE query LIKE 'VACUUM%' AND wait_event_type = 'BufferPin'"
    async with opened(postgres_url) as store:
        await store.people.set_preferences(7, b"the parrot of somebody")
        await store.people.set_preferences(8, b"another parrot")
        await store.privacy.erase(7)
        async with holder.transaction():
            await (await holder.cursor("SELECT * FROM people")).fetch(1)
            wipe = asyncio.create_task(store.privacy.wipe())
            while not await watcher.fetch(waits):
                assert not wipe.done(), "what was erased is on its page"
        await wipe
    rows = "SELECT FROM heap_page_items(get_raw_page('people', 0)) WHERE t_data IS NOT NULL"
    assert len(await watcher.fetch(rows)) == 1
    await holder.close()
    await watcher.close()


HOLDER = """
import asyncio, sys
from storage.models import Shard, Taken
from storage.postgres.store import open_address

async def hold() -> None:
    store = await open_address(sys.argv[1], say=lambda _words: None)
    await store.leases.attend("anne", 1, 0.5)
    await store.leases.take(Shard(0, 1), "anne", 3600.0)
    print("held", flush=True)
    await asyncio.Event().wait()

asyncio.run(hold())
"""
"""A process that has a shard's lease for an hour, and does not renew it."""


async def test_a_process_that_was_frozen_while_it_wrote_is_not_taken_for_dead(postgres_url: str) -> None:
    """The server has ended its transaction by then: its lease lasts all the same, as it goes by that."""
    async with opened(postgres_url) as anne, opened(postgres_url) as calico:
        assert isinstance(anne, PostgresStore)
        assert isinstance(calico, PostgresStore)
        assert anne.leases
        assert calico.leases
        await anne.leases.attend("anne", 1, 0.5)
        await anne.leases.take(Shard(0, 1), "anne", 3600.0)
        db = await asyncpg.connect(postgres_url)
        try:
            ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1"
            assert await db.fetchval(ended, anne.database.name)
        finally:
            await db.close()
        await until(partial(_has_ended, postgres_url, anne))
        assert await calico.leases.bury(0.5, 0.0) == []
        assert await calico.leases.holders() == {0: "anne"}


async def test_a_process_that_was_killed_is_known_to_be_dead_as_soon_as_the_server_has_lost_it(
    postgres_url: str,
) -> None:
    async with opened(postgres_url, say=print) as store:
        leases, shard = store.leases, Shard(0, 1)
        assert leases is not None
        holder = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", HOLDER, postgres_url), stdout=asyncio.subprocess.PIPE
        )
        try:
            assert holder.stdout is not None
            assert await holder.stdout.readline() == b"held\n"
            assert await leases.bury(0.5, 0.0) == [], "she is connected, however long nothing was heard"
        finally:
            holder.kill()
            await holder.wait()
        assert await leases.bury(DAY, 0.0) == [], "a server that has just started tells nothing of anybody"
        assert await leases.holders() == {0: "anne"}
        assert await until(lambda: leases.bury(0.5, 0.0)) == ["anne"]
        assert await leases.holders() == {}
        assert await leases.take(shard, "calico", 3600.0) == Taken(2, was_free=False)
        assert await leases.bury(0.5, 0.0) == [], "once"
