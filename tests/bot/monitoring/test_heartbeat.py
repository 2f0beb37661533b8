"""The sign of life: there while the bot does its work, silent when it does not, gone when it has ended."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

from structlog.testing import capture_logs

from bot.monitoring.heartbeat import (
    BackupNote,
    clearing_old_copies,
    keep_heartbeat,
    note_backup,
    seconds_since_heartbeat,
    watch_backups,
)
from bot.monitoring.metrics import Metrics
from tests.support.clock import in_virtual_time, passes
from tests.support.idle import until

A_DAY = 24 * 60 * 60.0


async def until_it_beats(path: Path) -> None:
    """Wait for the first sign after now."""
    os.utime(path, (0, 0)) if path.exists() else None
    await until(lambda: (age := seconds_since_heartbeat(path)) is not None and age < A_DAY)


async def test_it_beats_again_and_again_and_leaves_nothing(tmp_path: Path):
    path = tmp_path / "heartbeat"
    async with keep_heartbeat(path, lambda: True, interval=0.001):
        await until_it_beats(path)
        await until_it_beats(path)
    assert seconds_since_heartbeat(path) is None


async def test_it_is_silent_while_the_bot_is_not_well(tmp_path: Path):
    path = tmp_path / "heartbeat"
    asked = asyncio.Event()

    def alive() -> bool:
        asked.set()
        return False

    async with keep_heartbeat(path, alive, interval=0.001):
        await asked.wait()
    assert seconds_since_heartbeat(path) is None


async def test_a_folder_that_is_gone_does_not_end_the_bot(tmp_path: Path):
    path = tmp_path / "gone" / "heartbeat"
    looked = list[bool]()

    def is_well() -> bool:
        looked.append(True)
        return True

    async with keep_heartbeat(path, is_well, interval=0.001):
        await until(lambda: len(looked) > 2)  # the second time it lives although the first sign was lost
        path.parent.mkdir()
        await until_it_beats(path)


def test_where_no_file_can_be_there_is_no_sign_of_life(tmp_path: Path):
    (tmp_path / "file").touch()
    assert seconds_since_heartbeat(tmp_path / "file" / "heartbeat") is None


def test_silence_is_counted_in_seconds(tmp_path: Path):
    path = tmp_path / "heartbeat"
    path.touch()
    os.utime(path, (time.time() - 75, time.time() - 75))
    assert 75 <= (seconds_since_heartbeat(path) or 0.0) < A_DAY


async def test_the_log_tells_of_a_copy_that_failed_and_figures_do(tmp_path: Path):
    path, heard = tmp_path / "games.db.backup", asyncio.Event()
    notes = list[BackupNote]()

    def hear(note: BackupNote) -> None:
        notes.append(note)
        heard.set()

    async def looks_again() -> None:
        for _look in range(2):
            heard.clear()
            await heard.wait()

    note_backup(path)
    with capture_logs() as lines:
        async with watch_backups(path, hear, interval=0.001):
            await looks_again()
            assert lines == []
            note_backup(path, "The disk under /backups is full.")
            await looks_again()
            note_backup(path, "The disk under /backups is full still.")
            await looks_again()
            assert notes[-1].failed
            note_backup(path)
            await looks_again()
            assert not notes[-1].failed
            note_backup(path, "The folder is gone.")
            await looks_again()
    assert [(line["log_level"], line["event"]) for line in lines] == [
        ("error", "the latest copy of the database failed: The disk under /backups is full."),
        ("error", "the latest copy of the database failed: The folder is gone."),
    ]
    meters = Metrics()
    meters.backed_up(BackupNote(made=1.0, failed=2.0))
    assert meters.registry.get_sample_value("tortuga_backup_failed") == 1
    assert meters.registry.get_sample_value("tortuga_backup_timestamp_seconds") == 1


@in_virtual_time
async def test_where_no_copies_are_made_by_the_bots_own_means_none_is_missed(tmp_path: Path):
    with capture_logs() as lines:
        async with watch_backups(tmp_path / "games.db.backup", None):
            await passes(A_DAY)
    assert lines == []


async def test_copies_from_before_an_upgrade_go_after_a_month_though_the_bot_runs_on(tmp_path: Path):
    path = tmp_path / "games.db"
    old, new = tmp_path / "games.db.layout-3", tmp_path / "games.db.layout-4"
    for file in (path, old, new):
        file.touch()
    os.utime(path, (0, 0))
    os.utime(old, (0, 0))
    async with clearing_old_copies(path, interval=0.001):
        await until(lambda: not old.exists())
    assert sorted(file.name for file in tmp_path.iterdir()) == ["games.db", "games.db.layout-4"]
