"""Disk full, locked, damaged, read-only: a clear sentence, nothing half stored; work goes on when it can."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from storage import Change, Damaged, OutboxEntry, StorageError, Unwritable, begin_check, open_store, opened
from storage.sqlite.store import SqliteStore
from tests.storage.consistency import assert_nothing_half_stored
from tests.storage.samples import move_after, new_table, opening


def bulky(change: Change) -> Change:
    """The same change with more to store than a small disk has left."""
    return replace(change, table=replace(change.table, state=b"7" * 100_000))


async def allow_pages(store: SqliteStore, more: int) -> None:
    """Lets the file grow by so many pages and no further: SQLite's own way to play a full disk."""
    [row] = await store.database.run_alone("PRAGMA page_count")
    await store.database.run_alone(f"PRAGMA max_page_count = {row[0] + more}")


async def test_a_full_disk_refuses_all_that_waits_and_after_space_returns_work_goes_on(store: SqliteStore):
    tables = [new_table(f"t{number}") for number in range(5)]
    await asyncio.gather(*(store.commit(opening(table.id)) for table in tables))
    moves = [
        move_after(table, interaction=n, outbox=(OutboxEntry("redraw"),)) for n, table in enumerate(tables)
    ]
    await allow_pages(store, 5)
    refused = await asyncio.gather(*(store.commit(bulky(move)) for move in moves), return_exceptions=True)
    assert all(isinstance(trouble, Unwritable) for trouble in refused)
    assert "full" in str(refused[0])
    with pytest.raises(Unwritable, match="full"):
        await store.commit(bulky(moves[0]))
    assert set((await assert_nothing_half_stored(store)).values()) == {0}
    assert await store.outbox() == []
    await allow_pages(store, 1_000_000)
    await asyncio.gather(*(store.commit(move) for move in moves))
    assert set((await assert_nothing_half_stored(store)).values()) == {1}


async def test_what_came_while_the_disk_was_full_is_not_stored_along_with_what_comes_later(
    store: SqliteStore,
):
    await store.commit(opening())
    await allow_pages(store, 5)
    results = await asyncio.gather(
        store.commit(move_after(new_table())), store.commit(bulky(opening("t2"))), return_exceptions=True
    )
    assert all(isinstance(trouble, Unwritable) for trouble in results)
    await store.set_note("afterwards", "fits")
    assert await store.log("t1") == []
    assert await store.table("t2") is None


GROWING = """
import asyncio, resource, sys
from pathlib import Path
from storage import Unwritable, opened
from tests.storage.samples import move_after, opening
from tests.storage.consistency import assert_nothing_half_stored

async def main():
    async with opened(Path(sys.argv[1])) as store:
        change = opening()
        await store.commit(change)
        resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, resource.RLIM_INFINITY))
        try:
            while True:
                following = move_after(change.table)
                await store.commit(following)
                change = following
        except Unwritable as trouble:
            print(trouble)
        assert (await assert_nothing_half_stored(store))["t1"] == change.table.actions
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        for _ in range(20):
            change = move_after(change.table)
            await store.commit(change)
        print((await assert_nothing_half_stored(store))["t1"] - change.table.actions)

asyncio.run(main())
"""


async def test_a_file_that_may_not_grow_refuses_and_goes_on_when_it_may(path: Path):
    if sys.platform == "win32":
        pytest.skip("Windows has no limit on the size of a process's files")
    child = [sys.executable, "-c", GROWING, str(path)]
    ran = await asyncio.to_thread(
        subprocess.run, child, capture_output=True, text=True, timeout=60, check=False
    )
    assert ran.returncode == 0, ran.stderr
    refusal, difference = ran.stdout.splitlines()
    assert "refused to read or write" in refusal
    assert difference == "0"


async def test_a_lock_held_by_another_program_refuses_and_passes(impatient: None, path: Path):
    async with opened(path) as store:
        await store.commit(opening())
        move = move_after(new_table())
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Unwritable, match="locked"):
                await store.commit(move)
            both = await asyncio.gather(store.commit(move), store.set_note("a", "b"), return_exceptions=True)
            assert [type(trouble) for trouble in both] == [Unwritable, Unwritable]
            assert await store.table("t1") == new_table()
        await store.commit(move)
        assert await store.table("t1") == move.table


LOOKING = "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); print(*db.execute(sys.argv[2]).fetchone())"


async def look(path: Path, sql: str) -> str:
    """What another program reads, which opens the file like any SQLite shell and closes it again."""
    ran = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", LOOKING, str(path), sql], capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


async def test_another_program_that_looks_into_the_file_takes_nothing_along_when_it_leaves(path: Path):
    async with opened(path) as store:
        await store.commit(opening())
        await store.backup(path.with_name("copy.sqlite3"))
        assert await look(path, "SELECT id FROM tables") == "t1"
        await store.commit(move_after(new_table()))
        assert await look(path, "SELECT count(*) FROM actions") == "1"
    assert await look(path, "SELECT count(*) FROM actions") == "1"


async def test_a_file_kept_locked_is_told_at_the_start(impatient: None, path: Path):
    async with opened(path):
        pass
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unwritable, match="locked"):
            await open_store(path)


@pytest.mark.parametrize("content", [b"A letter.\n", b"A book.\n" * 5000])
async def test_a_file_that_is_no_database_is_told_and_left_alone(path: Path, content: bytes):
    path.write_bytes(content)
    with pytest.raises(Damaged, match="damaged, or not a database"):
        await open_store(path)
    assert path.read_bytes() == content


async def test_a_damaged_database_is_told_at_the_start(path: Path):
    async with opened(path) as store:
        await asyncio.gather(*(store.commit(opening(f"t{number}")) for number in range(500)))
    pages = path.stat().st_size // 4096
    with path.open("r+b") as file:
        for page in range(2, pages, 2):
            file.seek(page * 4096)
            file.write(b"\xa5" * 1000)
    with pytest.raises(Damaged):
        await open_store(path)


@pytest.mark.parametrize("beforehand", [False, True])
async def test_a_file_that_was_not_found_whole_is_not_changed(path: Path, beforehand: bool):
    async with opened(path) as store:
        await asyncio.gather(*(store.commit(opening(f"t{number}")) for number in range(500)))
    content = bytearray(path.read_bytes())
    for start in range(8192, len(content), 8192):
        content[start : start + 1000] = b"\xa5" * 1000
    path.write_bytes(content)
    with pytest.raises(Damaged):
        await open_store(path, check=begin_check(path) if beforehand else None)
    assert path.read_bytes() == content


async def test_a_file_that_was_found_whole_beforehand_is_opened_without_looking_again(path: Path):
    async with opened(path) as store:
        await store.commit(opening("t1"))
    check = begin_check(path)
    assert check is not None
    assert check.result()
    store = await open_store(path, check=check)
    await store.commit(opening("t2"))
    await store.close()


async def test_where_there_is_no_file_yet_one_is_made_all_the_same(path: Path):
    store = await open_store(path, check=begin_check(path))
    await store.commit(opening("t1"))
    await store.close()


async def test_damage_that_comes_while_the_bot_runs_is_told_to_whoever_meets_it(path: Path):
    async with opened(path) as store:
        await asyncio.gather(*(store.commit(opening(f"t{number}")) for number in range(500)))
    async with opened(path) as store:
        with path.open("r+b") as file:
            file.seek(4096)
            file.write(b"\xa5" * (path.stat().st_size - 4096))
        with pytest.raises(Damaged):
            await store.tables(limit=1000)


async def test_a_database_of_another_program_is_told_and_left_alone(path: Path):
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StorageError, match="another program"):
        await open_store(path)
    assert path.read_bytes() == before


async def test_a_place_that_cannot_be_is_told(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Unwritable, match="cannot be made"):
        await open_store(tmp_path / "file" / "tortuga.sqlite3")
    with pytest.raises(Unwritable):
        await open_store(tmp_path)


async def test_folders_that_are_missing_are_made_and_the_file_is_its_owners_alone(tmp_path: Path):
    path = tmp_path / "data" / "tavern" / "tortuga.sqlite3"
    async with opened(path):
        assert path.stat().st_mode & 0o077 == 0
        assert path.with_name(f"{path.name}-wal").stat().st_mode & 0o077 == 0


@contextmanager
def nobody() -> Generator[Path, None, None]:
    """A folder of one's own, for a while as somebody whom permissions bind: they do not bind root."""
    if sys.platform == "win32":
        pytest.skip("Windows keeps its permissions elsewhere")
    with tempfile.TemporaryDirectory() as folder:
        was_root = os.geteuid() == 0
        if was_root:
            os.chown(folder, 65534, 65534)
            os.seteuid(65534)
        try:
            yield Path(folder)
        finally:
            os.chmod(folder, 0o755)
            if was_root:
                os.seteuid(0)


async def test_a_read_only_folder_is_told():
    with nobody() as folder:
        async with opened(folder / "tortuga.sqlite3") as store:
            await store.commit(opening())
        folder.chmod(0o555)
        with pytest.raises(Unwritable, match="allowed to write"):
            await open_store(folder / "tortuga.sqlite3")
        with pytest.raises(Unwritable, match="cannot be made"):
            await open_store(folder / "new.sqlite3")


async def test_a_read_only_file_is_told():
    with nobody() as folder:
        path = folder / "tortuga.sqlite3"
        async with opened(path) as store:
            await store.commit(opening())
        path.chmod(0o444)
        with pytest.raises(Unwritable, match="allowed to write"):
            await open_store(path)
        for file in folder.iterdir():
            file.chmod(0o600)
        async with opened(path) as store:
            assert await store.table("t1") == new_table()
