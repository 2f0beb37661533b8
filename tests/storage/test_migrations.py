"""An older file is upgraded after a copy was made; a newer one is refused; a failed step changes nothing."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import Damaged, StorageError, TooNew, migrate, open_store, opened
from storage.sqlite.migrations import Migration, migrations
from tests.storage.samples import move_after, new_table, opening, was_written

NEXT = len(migrations()) + 1
ADDS_A_TABLE = Migration(
    NEXT, "-- Adds a table;\nCREATE TABLE parrots (name TEXT);\nINSERT INTO parrots VALUES ('a;b');\n"
)


def next_version_knows(monkeypatch: pytest.MonkeyPatch, *steps: Migration) -> None:
    """From now on this is a version with more steps."""
    known = migrations()
    monkeypatch.setattr("storage.sqlite.migrations.migrations", lambda: [*known, *steps])


def ask(path: Path, sql: str) -> object:
    """The one value that SQLite itself gives."""
    with closing(sqlite3.connect(path)) as db:
        return db.execute(sql).fetchone()[0]


async def fill(path: Path) -> None:
    """A database of this version with a table in it."""
    async with opened(path) as store:
        await store.commit(opening(users=(7,)))
        await store.commit(move_after(new_table(), interaction=99))


async def test_steps_are_numbered_from_one_without_a_gap():
    assert [step.number for step in migrations()] == list(range(1, len(migrations()) + 1))


async def test_a_new_file_gets_the_newest_layout_and_no_copy(path: Path):
    said: list[str] = []
    await migrate(path, said.append)
    assert ask(path, "PRAGMA user_version") == len(migrations())
    assert len(said) == len(migrations())
    assert {file.name for file in path.parent.iterdir()} == {path.name}


async def test_a_file_of_this_version_is_left_as_it_is(path: Path):
    await fill(path)
    before = path.read_bytes()
    said: list[str] = []
    await migrate(path, said.append)
    assert path.read_bytes() == before
    assert said == []


async def test_an_older_file_is_upgraded_after_a_copy_was_made(path: Path, monkeypatch: pytest.MonkeyPatch):
    await fill(path)
    next_version_knows(monkeypatch, ADDS_A_TABLE)
    said: list[str] = []
    async with opened(path, say=said.append) as store:
        assert (await store.table("t1")) == move_after(new_table()).table
    kept = path.with_name(f"{path.name}.layout-{NEXT - 1}")
    assert ask(path, "SELECT name FROM parrots") == "a;b"
    assert ask(path, "PRAGMA user_version") == NEXT
    assert ask(kept, "PRAGMA user_version") == NEXT - 1
    assert ask(kept, "SELECT count(*) FROM actions") == 1
    assert str(kept) in said[0]


async def test_a_copy_that_is_there_already_is_not_overwritten(path: Path, monkeypatch: pytest.MonkeyPatch):
    await fill(path)
    kept = path.with_name(f"{path.name}.layout-{NEXT - 1}")
    kept.write_text("an earlier copy")
    next_version_knows(monkeypatch, ADDS_A_TABLE)
    await migrate(path)
    assert kept.read_text() == "an earlier copy"
    assert ask(kept.with_name(f"{kept.name}.2"), "PRAGMA user_version") == NEXT - 1


async def test_the_copy_that_a_killed_upgrade_left_does_not_stay_beside_another_one(
    path: Path, monkeypatch: pytest.MonkeyPatch
):
    await fill(path)
    fails = Migration(NEXT, "INSERT INTO nowhere VALUES (1);")
    next_version_knows(monkeypatch, fails)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", lambda *_given, **_named: None)  # killed before it is tidied up
        with pytest.raises(StorageError):
            await migrate(path)
    kept = path.with_name(f"{path.name}.layout-{NEXT - 1}")
    assert kept.exists()
    was_written(kept, 60)
    next_version_knows(monkeypatch, ADDS_A_TABLE)
    said = list[str]()
    await migrate(path, said.append)
    copies = [file for file in path.parent.iterdir() if ".layout-" in file.name and file.suffix != ".part"]
    assert copies == [kept]
    assert ask(kept, "PRAGMA user_version") == NEXT - 1
    assert f"{kept.name}.2 holds nothing else and is removed" in said


async def test_the_next_start_clears_what_was_left_half_done_and_what_is_a_month_old(path: Path):
    await fill(path)
    month, hour = 31 * 24 * 3600.0, 3700.0
    left = {
        ".layout-1.abcdefgh.part": (1.0, False),
        ".layout-1.abcdefgh.part-journal": (1.0, False),
        ".abcd_f0h.part": (1.0, False),
        ".out.abcdefgh.part": (hour, False),
        ".out.hgfedcba.part": (1.0, True),
        ".layout-1": (month, False),
        ".layout-2": (hour, True),
        ".layout-1.2": (month, False),
        ".before-restore-2026-01-01T000000Z": (month, False),
        ".before-restore-2099-01-01T000000Z": (month, True),
        ".mine": (month, True),
    }
    for name, (age, _stays) in left.items():
        file = path.with_name(path.name + name)
        file.write_text("a hand")
        was_written(file, age)
    (path.parent / "other.layout-1").write_text("somebody else's")
    said = list[str]()
    store = await open_store(path, say=said.append, sole=True)
    await store.close()
    there = {file.name.removeprefix(path.name) for file in path.parent.iterdir()}
    assert {name for name, (_age, stays) in left.items() if stays} == there & set(left)
    assert "other.layout-1" in there
    assert len([line for line in said if "was left from earlier and is removed" in line]) == 7


async def test_a_half_made_copy_from_a_crash_is_in_nobodys_way(path: Path, monkeypatch: pytest.MonkeyPatch):
    await fill(path)
    kept = path.with_name(f"{path.name}.layout-{NEXT - 1}")
    half_made = kept.with_name(f"{kept.name}.{os.getpid()}.part")  # of a process with the same number
    half_made.write_text("half of it")
    next_version_knows(monkeypatch, ADDS_A_TABLE)
    await migrate(path)
    assert ask(kept, "PRAGMA user_version") == NEXT - 1
    assert half_made.read_text() == "half of it"


async def test_a_first_start_that_a_crash_cut_short_is_made_good(path: Path):
    with closing(sqlite3.connect(path.with_name("making"), isolation_level=None)) as making:
        making.execute("PRAGMA cache_size = 1")  # so that the file is written to before the end
        making.execute("BEGIN")
        making.execute("CREATE TABLE half (made TEXT)")
        making.executemany("INSERT INTO half VALUES (?)", [("7" * 1000,)] * 100)
        for suffix in ("", "-journal"):
            shutil.copyfile(path.with_name(f"making{suffix}"), path.with_name(path.name + suffix))
    assert path.stat().st_size > 0
    async with opened(path) as store:
        await store.commit(opening())
    assert ask(path, "PRAGMA user_version") == len(migrations())


async def test_the_copy_holds_what_a_crash_left_in_the_write_ahead_log(
    path: Path, monkeypatch: pytest.MonkeyPatch
):
    store = await open_store(path)
    await store.commit(opening())
    crashed = path.with_name("crashed.sqlite3")
    for suffix in ("", "-wal"):  # what is on the disk while the bot still runs
        crashed.with_name(crashed.name + suffix).write_bytes(path.with_name(path.name + suffix).read_bytes())
    await store.close()
    next_version_knows(monkeypatch, ADDS_A_TABLE)
    await migrate(crashed)
    assert ask(crashed.with_name(f"{crashed.name}.layout-{NEXT - 1}"), "SELECT id FROM tables") == "t1"
    assert ask(crashed, "SELECT id FROM tables") == "t1"


async def test_a_newer_file_is_refused_in_a_sentence_and_left_alone(path: Path):
    await fill(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(TooNew, match="newer version of the bot") as told:
        await open_store(path)
    assert "layout 99" in str(told.value)
    assert path.read_bytes() == before


async def test_a_step_that_widens_leaves_the_file_to_the_version_before(
    path: Path, monkeypatch: pytest.MonkeyPatch
):
    await fill(path)
    widens = Migration(NEXT, f"-- runs beside: {NEXT - 1}\nALTER TABLE servers ADD COLUMN parrot TEXT;\n")
    with monkeypatch.context() as patch:
        next_version_knows(patch, widens)
        await migrate(path)
    async with opened(path) as store:
        await store.servers.set_preferences(1, b"{}")
        assert await store.table("t1") == move_after(new_table()).table
    assert ask(path, "PRAGMA user_version") == NEXT
    with monkeypatch.context() as patch:
        next_version_knows(patch, widens, Migration(NEXT + 1, "ALTER TABLE servers DROP COLUMN parrot;\n"))
        await migrate(path)
    with pytest.raises(TooNew):
        await open_store(path)


@pytest.mark.parametrize(
    ("sql", "trouble"),
    [
        ("CREATE TABLE parrots (name TEXT); INSERT INTO nowhere VALUES (1);", StorageError),
        ("CREATE TABLE parrots (name TEXT); DELETE FROM tables;", Damaged),
    ],
)
async def test_a_step_that_fails_leaves_the_file_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch, sql: str, trouble: type[StorageError]
):
    await fill(path)
    with monkeypatch.context() as patch:
        next_version_knows(patch, Migration(NEXT, sql.replace("; ", ";\n")))
        with pytest.raises(trouble):
            await open_store(path)
    assert ask(path, "PRAGMA user_version") == NEXT - 1
    assert ask(path, "SELECT count(*) FROM sqlite_schema WHERE name = 'parrots'") == 0
    async with opened(path) as store:
        assert await store.table("t1") == move_after(new_table()).table


async def test_a_last_statement_without_its_semicolon_counts(path: Path, monkeypatch: pytest.MonkeyPatch):
    next_version_knows(
        monkeypatch, Migration(NEXT, "CREATE TABLE parrots (name TEXT);\nCREATE TABLE hooks (size INT)")
    )
    await migrate(path)
    assert ask(path, "SELECT count(*) FROM sqlite_schema WHERE name IN ('parrots', 'hooks')") == 2


async def test_of_several_steps_those_before_the_failed_one_stay(path: Path, monkeypatch: pytest.MonkeyPatch):
    await fill(path)
    next_version_knows(monkeypatch, ADDS_A_TABLE, Migration(NEXT + 1, "INSERT INTO nowhere VALUES (1);"))
    with pytest.raises(StorageError):
        await migrate(path)
    assert ask(path, "PRAGMA user_version") == NEXT


async def test_many_that_make_the_same_new_file_at_the_same_moment_wait_for_each_other(tmp_path: Path):
    # SQLite refuses one in hundreds of them at once when the file gets its write-ahead log.
    for number in range(20):
        await asyncio.gather(*(migrate(tmp_path / f"{number}.sqlite3") for _ in range(6)))


async def test_two_that_start_at_the_same_moment_do_each_step_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
):
    next_version_knows(monkeypatch, ADDS_A_TABLE)
    await asyncio.gather(*(migrate(path) for _ in range(4)))
    assert ask(path, "SELECT count(*) FROM parrots") == 1
