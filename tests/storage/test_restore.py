"""A copy is put back only if it is sound, and what was there before is kept."""

from __future__ import annotations

import asyncio
import io
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import (
    Damaged,
    InUse,
    StorageError,
    TooNew,
    Unwritable,
    backup,
    copy_into_folder,
    copy_to_stream,
    opened,
    restore,
    sole_use,
)
from tests.storage.samples import opening


async def stored(path: Path, *tables: str) -> None:
    """These tables in it, beside those that are there."""
    async with opened(path) as store:
        for table in tables:
            await store.commit(opening(table))


async def tables_in(path: Path) -> set[str]:
    """The ids of all tables in a database."""
    async with opened(path) as store:
        return {row.id for row in await store.tables()}


@pytest.fixture
async def copy(path: Path) -> Path:
    """A copy with one table, of a database that has another one since."""
    await stored(path, "t1")
    await backup(path, path.with_name("copy.sqlite3"))
    await stored(path, "t2")
    return path.with_name("copy.sqlite3")


async def test_a_copy_takes_the_databases_place_and_both_stay_beside_it(path: Path, copy: Path):
    kept = await restore(copy, path)
    assert kept is not None
    assert await tables_in(path) == await tables_in(copy) == {"t1"}
    assert await tables_in(kept) == {"t1", "t2"}
    assert path.stat().st_mode & 0o077 == 0


async def test_what_a_killed_bot_left_in_the_log_is_kept_too(path: Path, copy: Path):
    killed = path.with_name("killed.sqlite3")
    async with opened(path) as store:  # which is as good as killed: its files are taken from under it
        await store.commit(opening("t3"))
        for suffix in ("", "-wal"):
            killed.with_name(killed.name + suffix).write_bytes(
                path.with_name(path.name + suffix).read_bytes()
            )
    kept = await restore(copy, killed)
    assert kept is not None
    assert await tables_in(kept) == {"t1", "t2", "t3"}
    assert await tables_in(killed) == {"t1"}


async def test_files_that_somebody_copied_themselves_come_with_their_log(path: Path, tmp_path: Path):
    raw = tmp_path / "raw.sqlite3"
    async with opened(path) as store:
        await store.commit(opening("t1"))
        for suffix in ("", "-wal"):
            raw.with_name(raw.name + suffix).write_bytes(path.with_name(path.name + suffix).read_bytes())
    assert await restore(raw, tmp_path / "new.sqlite3") is None
    assert await tables_in(tmp_path / "new.sqlite3") == {"t1"}


async def test_a_damaged_database_is_replaced_and_kept_as_it_is(path: Path, copy: Path):
    path.write_bytes(path.read_bytes()[:4096] + b"\xa5" * 40_000)
    broken, said = path.read_bytes(), list[str]()
    kept = await restore(copy, path, said.append)
    assert kept is not None
    assert kept.read_bytes() == broken
    assert await tables_in(path) == {"t1"}


def _damage(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes()[:4096] + b"\xa5" * 40_000)


def _cut_off(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes()[:-4096])


def _empty(copy: Path) -> None:
    copy.write_bytes(b"")


def _from_the_future(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as db:
        db.execute("PRAGMA user_version = 9999")


def _of_another_program(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as db:
        db.execute("PRAGMA application_id = 1")


@pytest.mark.parametrize(
    ("spoil", "error", "words"),
    [
        (_damage, Damaged, "no sound copy"),
        (_cut_off, Damaged, "no sound copy"),
        (_empty, StorageError, "is empty"),
        (_from_the_future, TooNew, "newer version"),
        (_of_another_program, StorageError, "of another program"),
    ],
)
async def test_what_is_no_sound_copy_of_ours_changes_nothing(path, copy, spoil, error, words):
    before = path.read_bytes()
    spoil(copy)
    with pytest.raises(error, match=words):
        await restore(copy, path)
    assert path.read_bytes() == before
    assert {file.name for file in path.parent.iterdir()} <= {
        *(path.name, f"{path.name}-wal", f"{path.name}-shm"),
        *(copy.name, f"{copy.name}-wal", f"{copy.name}-shm"),
    }


async def test_a_copy_that_is_not_there_and_the_database_itself_are_refused(path: Path, copy: Path):
    with pytest.raises(StorageError, match="There is no copy"):
        await restore(path.with_name("nowhere"), path)
    with pytest.raises(StorageError, match="the database itself"):
        await restore(path, path)
    assert await tables_in(path) == {"t1", "t2"}


async def test_the_file_is_one_processs_alone(path: Path):
    with sole_use(path):
        with pytest.raises(InUse, match="A bot runs on"), sole_use(path):
            pass
        await stored(path, "t1")
    with sole_use(path):
        assert await tables_in(path) == {"t1"}


async def test_a_copy_goes_through_a_stream_and_leaves_nothing_behind(path: Path):
    await stored(path, "t1")
    stream = io.BytesIO()
    await copy_to_stream(path, stream)
    assert {file for file in path.parent.iterdir() if "part" in file.name} == set()
    path.with_name("arrived.sqlite3").write_bytes(stream.getvalue())
    assert await tables_in(path.with_name("arrived.sqlite3")) == {"t1"}


async def test_a_stream_that_nobody_reads_to_its_end_is_told(path: Path):
    class Closed(io.BytesIO):
        def write(self, _content: object, /) -> int:
            raise BrokenPipeError(32, "Broken pipe")

    await stored(path, "t1")
    with pytest.raises(Unwritable, match=r"Broken pipe.*not whole"):
        await copy_to_stream(path, Closed())
    assert {file for file in path.parent.iterdir() if "part" in file.name} == set()


async def test_the_latest_copies_stay_and_nobody_elses_files_go(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = tmp_path / "copies"
    folder.mkdir()
    await stored(path, "t1")
    mine = [f"{path.stem}-2026-09-0{day}T030000Z{path.suffix}" for day in range(1, 6)]
    others = ["letter.txt", f"{path.stem}-old{path.suffix}", f"{path.stem}-2026-09-01T030000Z.txt"]
    for name in (*mine, *others):
        (folder / name).write_text("as it was")
    made = await copy_into_folder(path, folder, 3)
    assert {file.name for file in folder.iterdir()} == {*others, *mine[-2:], made.name}
    assert await tables_in(made) == {"t1"}


async def test_where_no_copy_can_be_made_none_goes(path: Path, tmp_path: Path):
    folder = tmp_path / "copies"
    folder.mkdir()
    (folder / f"{path.stem}-2026-09-01T030000Z{path.suffix}").write_text("as it was")
    with pytest.raises(StorageError, match="There is no database"):
        await copy_into_folder(path, folder, 1)
    assert len(await asyncio.to_thread(lambda: list(folder.iterdir()))) == 1
