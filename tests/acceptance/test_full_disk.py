"""The whole bot on a disk that fills up: people are told, nothing is lost, and it goes on by itself."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from playground import Playground
from tests.support.child import HASTE, child_bot
from tests.support.database import assert_sound
from tests.support.table_play import choices, choose_any, deal, hand, look_again, table_of

pytestmark = pytest.mark.by_itself(
    "a server's disk is not the bot's; a full one is tried in tests/storage/test_postgres.py"
)

MOVES = 12
"""Before the disk is full, and after it."""


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of a few megabytes, all for the database."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    if mount is None or os.geteuid() != 0:
        pytest.skip("only root can mount a small disk: a full one is not tried with the whole bot")
    mounted = subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(place)], capture_output=True, text=True
    )
    if mounted.returncode:
        pytest.skip(f"no small disk can be mounted here: {mounted.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def fill_up(ballast: Path) -> None:
    """Leaves not a byte."""
    with ballast.open("ab", buffering=0) as file:
        try:
            while True:
                file.write(bytes(512))
        except OSError as full:
            if full.errno != errno.ENOSPC:
                raise


async def test_on_a_full_disk_people_are_told_and_with_more_space_the_game_goes_on(
    pg: Playground, tmp_path: Path, small_disk: Path
) -> None:
    database, ballast, random = small_disk / "tortuga.db", small_disk / "ballast", Random(17)
    async with child_bot(pg, tmp_path, DATABASE_PATH=str(database), **HASTE) as bot:
        people = [pg.person("Anne"), pg.person("Calico")]
        board = await deal(*people, pace="none")
        hands = {person: await hand(person, board) for person in people}

        def stored_actions() -> list[int]:
            sql = "SELECT number FROM actions WHERE table_id = ? ORDER BY number"
            with closing(sqlite3.connect(database)) as stored:
                return [number for (number,) in stored.execute(sql, (table_of(board),))]

        async def play(moves: int) -> None:
            wanted = len(stored_actions()) + moves
            while len(stored_actions()) < wanted:  # the Tigress is played by two presses
                for person, shown in hands.items():
                    await look_again(person, shown)
                    if choices(shown.refresh()):
                        await choose_any(person, shown, random)
                        break

        await play(MOVES)
        fill_up(ballast)
        for _again in range(3):
            for person, shown in hands.items():
                await look_again(person, shown)  # whatever only reads is answered as ever
                before = shown.refresh().text
                if choices(shown):
                    reply = await person.press(shown, custom_id=choices(shown)[0])
                    assert "save anything right now, so nothing has changed" in reply.text
                    assert shown.refresh().text == before
        refused = await people[0].slash("table create", game="skull-king")
        assert "save anything right now" in refused.text

        ballast.unlink()
        await play(MOVES)
        assert await bot.stop() == 0
        assert "is full, so nothing was stored" in bot.log
    with closing(sqlite3.connect(database)) as stored:
        assert_sound(stored)
    assert stored_actions() == list(range(1, 2 * MOVES + 1))
