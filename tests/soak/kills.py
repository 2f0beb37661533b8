"""SIGKILL at random moments: of the whole bot while people play, of a writer to its storage, of an upgrade.

On a file, on PostgreSQL, and there with two processes, by turns; an upgrade on a file alone. After each one
the files are in order, and what is stored holds once whatever somebody was told. A few of them are tried by
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
from urllib.parse import urlsplit

from storage import migrate, opened
from tests.soak.trial import Trial
from tests.storage.make_database import DATABASES
from tests.storage.promised import Promised
from tests.storage.scenes import NAME, Upgrade
from tests.storage.writer import Said
from tests.support.database import assert_sound, rows_of
from tests.support.deployment import Deployment, deployed_in_turn, started_playground
from tests.support.kill_and_restart import KilledBot

OF_THE_BOT, OF_WRITERS, OF_UPGRADES = 12, 5, 3
"""Kills in a run."""
TABLES = 3
LONGEST_UPGRADE = 0.1
"""Seconds between the beginning of an upgrade and the kill, at most: about what one takes."""


def run(seed: int, folder: Path) -> dict[str, float]:
    """Twenty kills, or a few more."""
    with deployed_in_turn(seed) as deployment:
        return asyncio.run(_run(Random(seed), folder, deployment))


async def _run(dice: Random, folder: Path, deployment: Deployment) -> dict[str, float]:
    async with (
        started_playground() as pg,
        KilledBot.begun(pg, folder, dice, TABLES) as killed_bot,
    ):
        while killed_bot.kills < OF_THE_BOT:
            await killed_bot.kill_once()
        await killed_bot.end()
    place = await _beside(deployment.url) if deployment.url else folder / "written.sqlite3"
    promised = await kill_writers(dice, place, OF_WRITERS)
    acknowledged = sum(promised.numbers.values())
    if on_a_file := deployment.engine == "sqlite":
        await kill_upgrades(dice, folder, OF_UPGRADES)
    return killed_bot.counted | {
        f"runs: {deployment}": 1,
        "kills of a writer": OF_WRITERS,
        "commits acknowledged": acknowledged,
        "kills of an upgrade": OF_UPGRADES if on_a_file else 0,
    }


async def _beside(url: str) -> str:
    """The address of another database of the same server, of today's layout."""
    name = "written"
    await rows_of(url, f"CREATE DATABASE {name}")
    address = url.replace(urlsplit(url).path, f"/{name}", 1)
    await migrate(address)
    return address


async def kill_writers(dice: Random, place: Path | str, kills: int) -> Promised:
    """One writer after the other goes on with what is at `place` until it is killed; AssertionError if a kill
    broke a promise.
    """
    promised = Promised()
    for _kill in range(kills):
        promised.heard(await _killed_after(dice.randrange(400), dice.random() / 500, place))
        async with opened(place) as store:
            # What is there has been seen now, also what the writer had no time to tell.
            promised.numbers |= await promised.assert_kept(store)
        if isinstance(place, Path):
            with closing(sqlite3.connect(place)) as database:
                assert_sound(database)
    return promised


UPGRADING = """
import asyncio, sys
from pathlib import Path
from storage import migrate

print("begun", flush=True)
asyncio.run(migrate(Path(sys.argv[1])))
print("done", flush=True)
sys.stdin.read()
"""


async def kill_upgrades(dice: Random, folder: Path, kills: int) -> None:
    """An old file is upgraded, and that is killed, sometimes more than once; the next start upgrades it."""
    for number in range(kills):
        scene = Upgrade(dice.choice(sorted(DATABASES.glob("*.sqlite3"))[:-1]))
        place = folder / f"upgrade-{number}"
        place.mkdir()
        scene.prepare(place)
        again = True
        while again:
            upgrading = await _begun(sys.executable, "-c", UPGRADING, str(place / NAME))
            assert await _next_line(upgrading) == "begun\n"
            await asyncio.sleep(dice.uniform(0.0, LONGEST_UPGRADE))
            upgrading.kill()
            said, _none = await upgrading.communicate()
            if said:
                scene.learn("upgraded")
            again = not said and dice.random() < 1 / 2
        await scene.assert_kept(place)


async def _begun(*command: str) -> Process:
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)


async def _killed_after(lines: int, moment: float, place: Path | str) -> list[Said]:
    """Lets a writer play for so many lines and a moment (seconds) longer; returns all that it said."""
    writer = await _begun(sys.executable, "-m", "tests.storage.writer", str(place))
    said = [await _next_line(writer) for _ in range(lines + 1)]
    await asyncio.sleep(moment)
    writer.kill()
    said += (await writer.communicate())[0].decode().splitlines()
    return [(owner, int(number), int(entry)) for owner, number, entry in map(str.split, said)]


async def _next_line(process: Process) -> str:
    """One line of the process's, which must not have ended by itself."""
    assert process.stdout is not None
    line = await process.stdout.readline()
    assert line.endswith(b"\n"), "it ended by itself"
    return line.decode()


TRIAL = Trial("SIGKILLs at random moments under load", runs=50, run=run)
