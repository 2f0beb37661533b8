"""The disk fills up, or takes no writes, at any moment: nothing acknowledged is lost, and work goes on."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from storage import Unwritable, opened
from storage.sqlite.migrations import migrations
from storage.sqlite.store import SqliteStore
from tests.storage.make_database import DATABASES
from tests.storage.promised import PLACES, Promised
from tests.storage.writer import play_everywhere
from tests.support.sqlite_files import NotPossible
from tests.support.trace import Trace, recording

TIMES = 6
"""How often a disk fills up in a test."""


@contextmanager
def a_disk(folder: Path) -> Iterator[Trace]:
    """The disk under a folder, which can be made to refuse."""
    try:
        with recording(folder) as trace:
            yield trace
    except NotPossible as why:
        pytest.skip(f"no disk is made to refuse: {why}")


@pytest.fixture
def disk(path: Path) -> Iterator[Trace]:
    """The disk under the database."""
    with a_disk(path.parent) as trace:
        yield trace


async def play_until_refused(store: SqliteStore, promised: Promised) -> list[Exception]:
    """Everybody plays on until somebody is refused; why they were."""

    def say(owner: str, number: int, entry: int) -> bool:
        promised.heard([(owner, number, entry)])
        return True

    with pytest.raises(ExceptionGroup) as refused:
        await play_everywhere(store, say)
    with suppress(Unwritable):
        await store.set_note("after", "all that was on its way")
    return list(refused.value.exceptions)


async def play_a_little(store: SqliteStore, promised: Promised) -> None:
    """Two moves or steps of each."""
    heard = Counter[str]()

    def say(owner: str, number: int, entry: int) -> bool:
        promised.heard([(owner, number, entry)])
        heard[owner] += 1
        return heard[owner] < 2

    await play_everywhere(store, say)
    assert set(heard) == set(PLACES)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.long
async def test_a_disk_that_fills_up_at_any_moment_loses_nothing_and_with_more_space_work_goes_on(
    seed: int, path: Path, disk: Trace
):
    dice, promised = Random(seed), Promised()
    async with opened(path) as store:
        await store.database.run_alone("PRAGMA wal_autocheckpoint = 40")
        for _time in range(TIMES):
            await play_a_little(store, promised)
            disk.room = dice.randrange(60_000)
            refused = await play_until_refused(store, promised)
            assert all(isinstance(error, Unwritable) for error in refused)
            assert "full" in str(refused[0])
            await promised.assert_kept(store)  # and everything can be read
            disk.room = None
        await play_a_little(store, promised)
        await promised.assert_kept(store)


async def test_a_disk_that_is_full_when_the_bot_stops_keeps_everything_for_the_next_start(
    path: Path, disk: Trace
):
    promised = Promised()
    async with opened(path) as store:
        await play_a_little(store, promised)
        disk.room = 0
        assert await play_until_refused(store, promised)
    disk.room = None
    async with opened(path) as store:
        await promised.assert_kept(store)
        await play_a_little(store, promised)


async def test_a_full_disk_is_told_at_the_start(path: Path, disk: Trace):
    disk.room = 0
    with pytest.raises(Unwritable, match="full"):
        async with opened(path):
            pass
    disk.room = None
    async with opened(path) as store:
        await play_a_little(store, Promised())


async def test_a_disk_that_becomes_read_only_refuses_and_loses_nothing(path: Path, disk: Trace):
    dice, promised = Random(17), Promised()
    async with opened(path) as store:
        for _time in range(TIMES):
            for _little in range(dice.randrange(1, 3)):
                await play_a_little(store, promised)
            disk.read_only = True
            refused = await play_until_refused(store, promised)
            assert all(isinstance(error, Unwritable) for error in refused)
            assert "refused to read or write" in str(refused[0])
            await promised.assert_kept(store)
            disk.read_only = False
        await play_a_little(store, promised)
        await promised.assert_kept(store)


async def test_an_upgrade_without_space_does_not_fill_the_disk_with_copies(path: Path):
    shutil.copyfile(DATABASES / "0001.sqlite3", path)
    first, *later = (f"{path.name}.layout-{step.number}" for step in migrations()[:-1])
    refused = 0
    with a_disk(path.parent) as disk:
        for room in range(0, 1_000_000, 20_000):
            disk.room = room
            try:
                async with opened(path):
                    break
            except Unwritable:
                refused += 1
            # Each is there only if there is no going back to it otherwise: not once for every attempt.
            assert {file.name for file in path.parent.glob("*.layout-*")} <= {first, *later}
    assert refused > 3
    async with opened(path) as store:
        assert await store.tables(phases=("playing",))
    assert path.with_name(first).exists()
