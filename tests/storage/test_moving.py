"""A whole database is moved from a file to PostgreSQL and back, or nothing of it is."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import pytest

from storage import (
    InUse,
    MovedTable,
    NotificationRow,
    OutboxEntry,
    PlanRow,
    StorageError,
    TooNew,
    Unwritable,
    migrate,
    move,
    open_store,
    opened,
)
from storage.postgres.moving import OF_THE_SERVER, PostgresSide
from storage.sqlite.migrations import RUNS_BESIDE
from tests.storage.make_database import DATABASES
from tests.storage.samples import announcing, audit_entry, fill_server, opening
from tests.support.postgres import PostgresServer

pytestmark = pytest.mark.trial

BROUGHT = sorted(DATABASES.glob("*.sqlite3"))
REDRAW = (OutboxEntry("redraw"),)
EMPTY = 32 * "0"
"""The digest of no rows."""
COUNTED = "sqlite_sequence"
"""SQLite's own table of the ids that were given."""

T = TypeVar("T")
Run = Callable[[str], Sequence[Any]]


@pytest.fixture
def url(postgres_server: PostgresServer) -> Iterator[str]:
    """The address of a database without any tables."""
    made = postgres_server.new_database()
    yield made
    postgres_server.drop_database(made)


@pytest.fixture
def run(postgres_server: PostgresServer, url: str) -> Run:
    """Runs a statement there; the rows that it yields."""

    return lambda sql: in_a_thread(lambda: postgres_server.run(sql, url))


def in_a_thread(act: Callable[[], T]) -> T:
    """What has an event loop of its own, in the middle of this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(act).result()


@pytest.fixture
def back(tmp_path: Path) -> Path:
    """The file into which games come back."""
    return tmp_path / "back" / "tortuga.sqlite3"


@pytest.fixture
async def full(path: Path, back: Path) -> Path:
    """A file with rows in every table, of two servers."""
    back.parent.mkdir()
    async with opened(path) as store:
        await fill_server(store, 1, "a", "b")
        await fill_server(store, 2, "c")
        await store.notifications.sent(NotificationRow(7, 10, -3, '["a"]', 8.0))
        await store.commit(opening("d", plans=(PlanRow("d", 2, b'{"force":true}'),)))
        await store.people.set_preferences(7, b'{"nudges":"direct"}')
        await store.set_note("awake", '{"awake":9.5,"at":1000.0}')
    return path


def rows_of(path: Path) -> dict[str, set[tuple[Any, ...]]]:
    """Everything in a file, as SQLite itself tells it."""
    with closing(sqlite3.connect(path)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {table: set(db.execute(f'SELECT * FROM "{table}"')) for table in tables}


def change(path: Path, sql: str, *values: object) -> None:
    """Runs a statement on a file that is nobody's."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(sql, values)


def tables_in(run: Run) -> set[str]:
    """The names of all tables of a database."""
    return {row[0] for row in run("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")}


async def test_all_there_is_goes_there_and_back(full: Path, url: str, back: Path):
    before = rows_of(full)
    assert all(before.values()), "of a table without rows nothing is tried: fill it"
    there = await move(full, url)
    assert {table.name: table.rows for table in there} == {
        table: len([row for row in rows if not str(row[0]).startswith(RUNS_BESIDE)])
        for table, rows in before.items()
        if table != COUNTED
    }, "all but what a file says of its own layout"
    assert await move(url, back) == there
    after = rows_of(back)
    assert {**after, COUNTED: set[tuple[Any, ...]]()} == {**before, COUNTED: set[tuple[Any, ...]]()}
    assert rows_of(full) == before, "the source is as it was"
    assert [file.name for file in back.parent.iterdir()] == [back.name]
    assert back.stat().st_mode & 0o077 == 0, "it holds hands"


async def test_a_row_knows_in_postgres_to_which_server_it_belongs(full: Path, url: str, run: Run):
    await move(full, url)
    sql = "SELECT table_name, array_agg(column_name::text) FROM information_schema.columns"
    columns: dict[str, list[str]] = dict(map(tuple, run(f"{sql} WHERE table_schema = 'public' GROUP BY 1")))
    belong = 0
    for owner in ("table", "tournament"):
        for table in (name for name in columns if {"guild", f"{owner}_id"} <= set(columns[name])):
            owned = f"{table} AS row JOIN {owner}s ON {owner}s.id = row.{owner}_id"
            assert run(f"SELECT 1 FROM {owned} WHERE row.guild <> {owner}s.guild") == []
            belong += 1
    assert belong >= 10
    assert {row[0] for row in run("SELECT guild FROM actions")} == {1, 2}


async def test_a_store_that_was_moved_goes_on_and_no_id_comes_back(full: Path, url: str, back: Path):
    async with opened(full) as store:
        for entry in await store.outbox():
            await store.outbox_done(entry.id)  # no row is left, but the number is taken
        [last] = await store.commit(opening("last", outbox=REDRAW))
        await store.outbox_done(last.id)
        [newest] = await store.audit.of_server(2, limit=1)
        counts = last.id, newest.id
    for number, (source, target) in enumerate(((full, url), (url, back))):
        await move(source, target)
        async with opened(target) as store:
            [entry] = await store.commit(opening(f"n{number}", outbox=REDRAW))
            cup = announcing(f"m{number}", audit=(audit_entry(tournament=f"m{number}"),))
            await store.tournaments.commit(cup)
            [logged] = await store.audit.of_tournament(f"m{number}")
            assert (entry.id > counts[0], logged.id > counts[1]) == (True, True)
            await store.outbox_done(entry.id)
            counts = entry.id, logged.id


@pytest.mark.parametrize("file", BROUGHT, ids=lambda file: file.stem)
async def test_databases_of_earlier_versions_are_moved_once_they_are_up_to_date(
    file: Path, path: Path, url: str, tmp_path: Path
):
    shutil.copy(file, path)
    if file != BROUGHT[-1]:
        with pytest.raises(StorageError, match="tortuga migrate"):
            await move(path, url)
    await migrate(path)
    there = await move(path, url)
    assert sum(table.rows for table in there) > 20
    assert await move(url, tmp_path / "back.db") == there


async def test_values_of_every_kind_are_the_same_there(path: Path, url: str, tmp_path: Path):
    await migrate(path)
    odd = "\U0001f3f4 'quoted' \\N \t\n \u202e \x7f"
    whole, real = (2**63 - 1, -(2**63), 0), (float("inf"), -0.0, 5e-324, 1 / 3)
    for number, value in enumerate(real):
        values = f"{odd}{number}", whole[number % 3], number, odd, bytes(range(256)) * number, value
        change(path, "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?)", *values)
    change(path, f"INSERT INTO notes VALUES ('{RUNS_BESIDE} 5', '4')")
    there = await move(path, url)
    assert await move(url, tmp_path / "back.db") == there
    assert rows_of(tmp_path / "back.db")["tables"] == rows_of(path)["tables"]
    assert MovedTable("notes", 0, EMPTY) in there, "what is said of the file's own layout stays with it"


async def test_postgres_has_no_other_tables_than_a_file_but_its_own(path: Path, url: str, run: Run):
    """A table that comes to be in one of them alone would not be moved."""
    await migrate(path)
    await migrate(url)
    ours = set(rows_of(path)) - {COUNTED}
    assert tables_in(run) == ours | OF_THE_SERVER


async def test_a_table_that_the_other_side_does_not_know_is_not_left_behind(full: Path, url: str, run: Run):
    change(full, "CREATE TABLE parrots (name TEXT)")
    with pytest.raises(StorageError, match="parrots"):
        await move(full, url)
    assert tables_in(run) == set()
    change(full, "DROP TABLE parrots")
    change(full, "ALTER TABLE people ADD COLUMN parrot TEXT")
    with pytest.raises(StorageError, match="people"):
        await move(full, url)


async def test_what_litestream_keeps_in_the_file_is_no_trouble(full: Path, url: str):
    change(full, "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")
    assert "_litestream_seq" not in {table.name for table in await move(full, url)}


async def test_nothing_is_moved_away_from_under_a_bot(full: Path, url: str, back: Path):
    running = await open_store(full, sole=True)
    with pytest.raises(InUse, match="A bot runs on"):
        await move(full, url)
    await running.close()
    await move(full, url)
    async with opened(url) as store:
        with pytest.raises(InUse, match="A bot runs on"):
            await move(url, back)
        assert store.leases is not None
        await store.leases.attend("p1", 4, 60.0)
    with pytest.raises(InUse, match="A bot runs on"):  # it is cut off, and may come back
        await move(url, back)


@pytest.fixture
def at_each_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """How a move goes on is said at each row."""
    monkeypatch.setattr("storage.moving._ROWS_A_WORD", 1)


def begin_amid(place: Path | str, told: list[StorageError], words: str) -> None:
    """A bot begins when a few rows are done. What it is told, if it is refused."""
    if words.startswith("20 of"):
        with pytest.raises(StorageError) as refused:
            in_a_thread(lambda: asyncio.run(open_store(place, sole=True)))
        told.append(refused.value)


@pytest.mark.usefixtures("at_each_row")
async def test_a_bot_does_not_begin_while_its_games_are_moved(full: Path, url: str, back: Path):
    for source, target in ((full, url), (url, back)):
        told = list[StorageError]()
        await move(source, target, partial(begin_amid, source, told))
        assert len(told) == 2, "while it was copied and while it was compared"
        assert all("Close it" in str(error) or "A bot runs" in str(error) for error in told), told


async def test_a_target_that_is_not_empty_is_left_alone(full: Path, url: str, back: Path, run: Run):
    await move(full, url)
    with pytest.raises(Unwritable, match="is not empty"):
        await move(full, url)
    assert run("SELECT count(*) FROM tables")[0][0] == 4
    back.write_bytes(b"a file")
    with pytest.raises(Unwritable, match="not overwritten"):
        await move(url, back)
    assert back.read_bytes() == b"a file"


async def test_tables_in_which_nothing_is_stored_yet_are_filled(full: Path, postgres_url: str):
    assert sum(table.rows for table in await move(full, postgres_url)) > 50
    async with opened(postgres_url) as store:
        assert len(await store.tables(phases=("over",))) == 3


async def test_from_one_kind_to_the_same_kind_is_no_move(full: Path, url: str, back: Path):
    for source, target in ((full, full), (url, url)):
        with pytest.raises(StorageError, match="where the games are already"):
            await move(source, target)
    with pytest.raises(StorageError, match="tortuga backup"):
        await move(full, back)
    with pytest.raises(StorageError, match="pg_dump"):
        await move(url, url.replace("test_", "other_"))


async def test_nothing_can_be_moved_from_where_nothing_is(path: Path, url: str, back: Path):
    with pytest.raises(StorageError, match="There is no database at"):
        await move(path, url)
    assert not path.exists()
    back.parent.mkdir()
    with pytest.raises(StorageError, match="is empty"):
        await move(url, back)
    assert list(back.parent.iterdir()) == []


async def test_layouts_that_are_not_known_are_left_alone(full: Path, postgres_url: str, url: str, run: Run):
    run("CREATE TABLE layout (number INTEGER, runs_beside INTEGER)")
    run("INSERT INTO layout VALUES (1, 1)")
    with pytest.raises(StorageError, match=r"layout 1.*tortuga migrate"):
        await move(full, url)
    run("UPDATE layout SET number = 99, runs_beside = 99")
    with pytest.raises(TooNew):
        await move(full, url)
    run("UPDATE layout SET runs_beside = 1")  # the bot would run on it, but what there is more would be lost
    with pytest.raises(StorageError, match="layout 99"):
        await move(full, url)
    run("ALTER TABLE layout RENAME TO parrots")
    with pytest.raises(StorageError, match="another program"):
        await move(full, url)
    assert tables_in(run) == {"parrots"}
    change(full, "PRAGMA user_version = 99")
    with pytest.raises(TooNew):
        await move(full, postgres_url)


async def test_a_server_that_is_away_or_refuses_is_told_in_a_sentence_without_the_password(
    full: Path, postgres_server: PostgresServer, url: str, guarded_user: str
):
    away = "postgresql://anne:parrot@/games?host=/nowhere"
    with pytest.raises(Unwritable, match="games on /nowhere does not answer") as told:
        await move(full, away)
    assert "parrot" not in str(told.value)
    with pytest.raises(StorageError, match="There is no database nowhere"):
        await move(full, postgres_server.url("nowhere"))
    with pytest.raises(StorageError, match="does not let this user in") as told:
        await move(full, url.replace("tortuga@", f"{guarded_user}:pirate@"))
    assert "pirate" not in str(told.value)


@pytest.mark.parametrize(
    "broken",
    [
        "UPDATE tables SET game = 'a' || char(0) WHERE id = 'c'",
        "INSERT INTO actions VALUES ('gone', 1, 0, 'secret', NULL, 1.0)",
        "INSERT INTO seated VALUES (9, 'gone')",
    ],
)
async def test_a_row_that_cannot_be_stored_leaves_nothing_of_all_the_others(
    full: Path, url: str, run: Run, broken: str
):
    change(full, broken)
    with pytest.raises(StorageError, match=r"A row of .* cannot be stored") as told:
        await move(full, url)
    assert "secret" not in str(told.value)
    assert tables_in(run) == set()


async def test_a_row_that_the_file_refuses_leaves_no_file(full: Path, url: str, back: Path, run: Run):
    await move(full, url)
    run("ALTER TABLE standing DROP CONSTRAINT standing_revision_check")
    run("UPDATE standing SET revision = 0 WHERE table_id = 'c'")
    with pytest.raises(StorageError):
        await move(url, back)
    assert list(back.parent.iterdir()) == []


@pytest.mark.parametrize(
    "spoilt", [lambda row: None, lambda row: [*row[:-1], b"{}"]], ids=["is lost", "is another"]
)
async def test_a_row_that_does_not_arrive_as_it_was_is_noticed(
    full: Path, url: str, run: Run, monkeypatch: pytest.MonkeyPatch, spoilt: Callable[[Any], Any]
):
    fill = PostgresSide.fill

    async def spoil(side: PostgresSide, table: str, columns: Sequence[str], rows: AsyncIterator[Any]) -> None:
        async def arriving() -> AsyncIterator[Any]:
            async for row in rows:
                arrives = spoilt(row) if table == "people" else row
                if arrives is not None:
                    yield arrives

        await fill(side, table, columns, arriving())

    monkeypatch.setattr(PostgresSide, "fill", spoil)
    with pytest.raises(StorageError, match="people is not the same in"):
        await move(full, url)
    assert tables_in(run) == set()


async def test_ids_that_would_come_back_are_noticed(
    full: Path, url: str, run: Run, monkeypatch: pytest.MonkeyPatch
):
    async def go_on_anywhere(_side: PostgresSide, _last_ids: object) -> None:
        """Forgets to."""

    monkeypatch.setattr(PostgresSide, "go_on_after", go_on_anywhere)
    with pytest.raises(StorageError, match="would come back"):
        await move(full, url)
    assert tables_in(run) == set()


@pytest.mark.usefixtures("at_each_row")
@pytest.mark.parametrize("doing", ["copied", "compared"])
async def test_a_connection_that_breaks_leaves_nothing_at_the_target(
    full: Path, url: str, back: Path, run: Run, postgres_server: PostgresServer, doing: str
):
    def cut(words: str) -> None:
        if words.startswith("30 of") and words.endswith(doing):
            name = urlsplit(url).path[1:]
            sql = f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{name}'"
            in_a_thread(lambda: postgres_server.run(sql))

    with pytest.raises(Unwritable, match="does not answer"):
        await move(full, url, cut)
    assert tables_in(run) == set()
    there = await move(full, url)
    with pytest.raises(Unwritable, match="does not answer"):
        await move(url, back, cut)
    assert list(back.parent.iterdir()) == []
    assert await move(url, back) == there
