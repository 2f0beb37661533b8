"""SIGKILL at random moments: the whole bot while people play at several tables, and a writer to its storage.

After each one the files are in order, and hold once whatever somebody was told. A few of them are tried by
`tests/acceptance/test_killed.py` and `tests/storage/test_crash.py`.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import closing
from pathlib import Path
from random import Random

from playground import Playground
from storage import opened
from tests.soak.trial import Trial
from tests.storage.promised import Promised
from tests.storage.writer import Said
from tests.support.database import assert_sound
from tests.support.siege import Siege

OF_THE_BOT, OF_WRITERS = 14, 6
"""Kills in a run."""
TABLES = 3


def run(seed: int, folder: Path) -> dict[str, float]:
    """Twenty kills."""
    return asyncio.run(_run(Random(seed), folder))


async def _run(dice: Random, folder: Path) -> dict[str, float]:
    async with Playground.start(limits="off") as pg:
        siege = Siege(pg, folder, dice, TABLES)
        await siege.begin()
        while siege.kills < OF_THE_BOT:
            await siege.kill_once()
        await siege.end()
    promised = await kill_writers(dice, folder / "written.sqlite3", OF_WRITERS)
    acknowledged = sum(promised.numbers.values())
    return siege.counted | {"kills of a writer": OF_WRITERS, "commits acknowledged": acknowledged}


async def kill_writers(dice: Random, path: Path, kills: int) -> Promised:
    """One writer after the other goes on with the file at `path` until it is killed; AssertionError if a kill
    broke a promise.
    """
    promised = Promised()
    for _kill in range(kills):
        promised.heard(await _killed_after(dice.randrange(400), dice.random() / 500, path))
        async with opened(path) as store:
            await promised.assert_kept(store)
        with closing(sqlite3.connect(path)) as database:
            assert_sound(database)
    return promised


async def _killed_after(lines: int, moment: float, path: Path) -> list[Said]:
    """Lets a writer play for so many lines and a moment (seconds) longer; returns all that it said."""
    writer = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.storage.writer", str(path), stdout=PIPE
    )
    said = [await _next_line(writer) for _ in range(lines + 1)]
    await asyncio.sleep(moment)
    writer.kill()
    said += (await writer.communicate())[0].decode().splitlines()
    return [(owner, int(number), int(errand)) for owner, number, errand in map(str.split, said)]


async def _next_line(writer: Process) -> str:
    """One line of the writer's, which must not have ended by itself."""
    assert writer.stdout is not None
    line = await writer.stdout.readline()
    assert line.endswith(b"\n"), "the writer ended by itself"
    return line.decode()


TRIAL = Trial("SIGKILLs at random moments under load", runs=50, run=run)
