"""What only a store in a SQLite file can be asked: how durable a commit is, and what a question costs."""

from __future__ import annotations

from pathlib import Path

from storage import Change, opened
from tests.storage.samples import new_table


async def test_a_commit_is_on_the_disk_when_it_returns(path: Path):
    async with opened(path) as store:
        for pragma, value in (
            ("journal_mode", "wal"),
            ("synchronous", 2),
            ("fullfsync", 1),
            ("foreign_keys", 1),
            ("temp_store", 2),  # in memory: what would be in a temporary file may be a hand
        ):
            [row] = await store.database.run_alone(f"PRAGMA {pragma}")
            assert row[0] == value


async def test_somebodys_tables_are_found_without_looking_at_all_that_ever_ended(path: Path):
    async with opened(path) as store:
        for number in range(500):
            row = new_table(f"ended {number}", phase="over", guild=7, channel=70)
            await store.commit(Change(row, users=(99,)))
        await store.commit(Change(new_table("mine", phase="over", guild=8, channel=80), users=(5,)))
        steps = 0

        def counted() -> int:
            nonlocal steps
            steps += 1
            return 0

        await store.database.reader.set_progress_handler(counted, 10)
        for asked in ({"user": 5}, {"guild": 8}, {"channel": 80}):
            found = await store.tables(**asked, phases=("over",))
            assert [row.id for row in found] == ["mine"]
        assert steps < 100
