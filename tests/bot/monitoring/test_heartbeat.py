"""The sign of life: there while the bot does its work, silent when it does not, gone when it has ended."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest

from bot.monitoring.heartbeat import keep_heartbeat, seconds_since_heartbeat


async def until_it_beats(path: Path) -> None:
    """Wait for the first sign after now."""
    os.utime(path, (0, 0)) if path.exists() else None
    async with asyncio.timeout(5):
        while (age := seconds_since_heartbeat(path)) is None or age > 60:
            await asyncio.sleep(0.001)


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
    async with keep_heartbeat(path, lambda: True, interval=0.001):
        await asyncio.sleep(0.01)
        path.parent.mkdir()
        await until_it_beats(path)


def test_where_no_file_can_be_there_is_no_sign_of_life(tmp_path: Path):
    (tmp_path / "file").touch()
    assert seconds_since_heartbeat(tmp_path / "file" / "heartbeat") is None


def test_silence_is_counted_in_seconds(tmp_path: Path):
    path = tmp_path / "heartbeat"
    path.touch()
    os.utime(path, (time.time() - 75, time.time() - 75))
    assert seconds_since_heartbeat(path) == pytest.approx(75, abs=5)
