"""A copy is consistent, however much is written meanwhile, and appears only when it is complete."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from storage import Damaged, StorageError, Store, TableRow, Unwritable, backup, copy_into_folder, opened
from storage.sqlite import backup as copying
from tests.storage.consistency import assert_nothing_half_stored
from tests.storage.samples import move_after, new_table, opening, was_written
from tests.support.idle import LONG_ENOUGH, until

TABLES = 20


async def fill(store: Store, size: int = 250_000) -> list[TableRow]:
    """Tables, of so many bytes each, enough for a copy that takes many steps."""
    rows = [new_table(f"t{number}") for number in range(TABLES)]
    bulk = b"7" * size
    await asyncio.gather(
        *(store.commit(replace(opening(row.id), table=replace(row, record=bulk))) for row in rows)
    )
    return rows


async def play(store: Store, row: TableRow, moves: list[int]) -> None:
    """Move after move at one table, counted."""
    while True:
        move = move_after(row)
        await store.commit(move)
        row = move.table
        moves[0] += 1


async def test_a_copy_made_while_games_go_on_is_consistent_and_holds_all_that_was_stored_before(
    path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
):
    rows = await fill(store)
    moves = [0]
    games = [asyncio.create_task(play(store, row, moves)) for row in rows]
    await until(lambda: moves[0])
    before = {row.id: row.actions for row in await store.tables()}
    said, may_go_on, step = list[str](), threading.Event(), copying.CopyProgress.__call__

    def slow_step(progress: copying.CopyProgress, *about: int) -> None:
        step(progress, *about)
        may_go_on.wait(LONG_ENOUGH)

    monkeypatch.setattr(copying.CopyProgress, "__call__", slow_step)
    copy = asyncio.create_task(backup(path, path.with_name("copy.sqlite3"), said.append))
    await until(lambda: said)
    played = moves[0]
    await until(lambda: moves[0] > played + TABLES)
    assert not copy.done()
    may_go_on.set()
    await copy
    assert [word.split(" ")[0] for word in said][-1] == "100"
    assert len(said) >= 4
    for game in games:
        game.cancel()
    async with opened(path.with_name("copy.sqlite3")) as copied:
        found = await assert_nothing_half_stored(copied)
    assert all(found[table] >= actions for table, actions in before.items())


@pytest.mark.parametrize("pages", [1, 3, 99, 100, 101, 1_234, 25_600])
async def test_the_last_word_of_a_copy_is_a_hundred_percent(pages: int):
    said: list[str] = []
    progress = copying.CopyProgress(said.append)
    for copied in range(0, pages, max(1, pages * 33 // 100)):
        progress(0, pages - copied, pages)
    progress(0, 0, pages)
    await asyncio.sleep(0)
    assert said[-1] == f"100 % of {pages} pages copied"
    assert len(said) <= 10


async def test_the_store_copies_itself_too(path: Path, store: Store):
    await store.commit(opening())
    await store.backup(path.with_name("copy.sqlite3"))
    async with opened(path.with_name("copy.sqlite3")) as copied:
        assert await copied.table("t1") == new_table()


async def test_a_copy_needs_no_running_bot_and_changes_nothing(path: Path, tmp_path: Path):
    async with opened(path) as store:
        await store.commit(opening())
    before = path.read_bytes()
    await backup(path, tmp_path / "copy.sqlite3")
    assert path.read_bytes() == before
    assert (tmp_path / "copy.sqlite3").stat().st_mode & 0o077 == 0
    assert {file.name for file in tmp_path.iterdir()} <= {
        path.name,
        "copy.sqlite3",
        f"{path.name}-wal",
        f"{path.name}-shm",
    }


async def test_nothing_is_overwritten(path: Path, store: Store):
    target = path.with_name("letter")
    target.write_text("Dear Anne")
    with pytest.raises(Unwritable, match="not overwritten"):
        await store.backup(target)
    assert target.read_text() == "Dear Anne"


async def test_a_folder_that_is_not_there_is_told(path: Path, store: Store):
    with pytest.raises(Unwritable, match="cannot be written"):
        await store.backup(path.parent / "nowhere" / "copy.sqlite3")


async def test_a_database_that_is_not_there_is_told_and_not_made(path: Path):
    with pytest.raises(StorageError, match="There is no database"):
        await backup(path, path.with_name("copy.sqlite3"))
    assert list(path.parent.iterdir()) == []


async def test_a_damaged_database_is_told_and_not_passed_off_as_a_copy(path: Path):
    async with opened(path) as store:
        await asyncio.gather(*(store.commit(opening(f"t{number}")) for number in range(500)))
    with path.open("r+b") as file:
        file.seek(5 * 4096)
        file.write(b"\xa5" * 20 * 4096)
    with pytest.raises(Damaged, match=path.name):
        await backup(path, path.with_name("copy.sqlite3"))
    assert not path.with_name("copy.sqlite3").exists()


async def test_a_copy_that_is_cut_short_leaves_nothing_behind(
    path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
):
    await fill(store, 1_000_000)
    monkeypatch.setattr(copying, "PAGES_A_STEP", 1)
    monkeypatch.setattr(copying, "PERCENT_A_WORD", 1)

    def give_up(_words: str) -> None:
        task.cancel()

    task = asyncio.create_task(backup(path, path.with_name("copy.sqlite3"), give_up))
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not [file for file in path.parent.iterdir() if "copy" in file.name]
    await store.commit(opening("still-going"))


async def test_a_copy_is_a_database_by_itself(path: Path, store: Store):
    await store.commit(opening())
    target = path.with_name("copy.sqlite3")
    await store.backup(target)
    with closing(sqlite3.connect(f"file:{target}?mode=ro&immutable=1", uri=True)) as alone:
        assert alone.execute("SELECT id FROM tables").fetchone() == ("t1",)


def copies_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir() if file.name.startswith("games-"))


async def test_copies_are_counted_by_day_and_the_last_of_each_day_stays(tmp_path: Path):
    """A bot that is restarted again and again makes many on one day; those of others stay."""
    path, folder = tmp_path / "games.sqlite3", tmp_path / "copies"
    folder.mkdir()
    async with opened(path) as store:
        await store.commit(opening())
    for moment in ("01T030000", "02T030000", "02T090000", "02T235959", "03T120000"):
        (folder / f"games-2026-09-{moment}Z.sqlite3").touch()
    made = await copy_into_folder(path, folder, 3)
    wanted = ["games-2026-09-02T235959Z.sqlite3", "games-2026-09-03T120000Z.sqlite3", made.name]
    assert copies_in(folder) == sorted(wanted)


async def test_the_copy_that_was_just_made_stays_though_others_have_a_later_date(tmp_path: Path):
    path, folder = tmp_path / "games.sqlite3", tmp_path / "copies"
    folder.mkdir()
    async with opened(path) as store:
        await store.commit(opening())
    for day in ("01", "02"):
        (folder / f"games-2099-01-{day}T030000Z.sqlite3").touch()
    made = await copy_into_folder(path, folder, 1)
    assert copies_in(folder) == [made.name]


async def test_what_a_killed_copy_left_in_the_folder_is_cleared_when_nobody_works_on_it(tmp_path: Path):
    path, folder = tmp_path / "games.sqlite3", tmp_path / "copies"
    folder.mkdir()
    async with opened(path) as store:
        await store.commit(opening())
    old, new = (folder / f"games-2026-09-01T030000Z.sqlite3.{name}.part" for name in ("abcdefgh", "hgfedcba"))
    for file in (old, new):
        file.write_text("half of it")
    was_written(old, 3700)
    await copy_into_folder(path, folder, 3)
    assert not old.exists()
    assert new.exists()
