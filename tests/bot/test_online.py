"""`tortuga run` and `tortuga sync` as processes of their own, at a stand-in for Discord.

One of them is a part of `make test`, the others are trials.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from playground import Playground
from playground.people import PATIENCE
from tests.bot import command
from tests.support.idle import until


async def tortuga(pg: Playground, folder: Path, *arguments: str, **settings: str) -> tuple[int, str, str]:
    """Exit status, output and errors of a command."""
    run = partial(command.process, folder, *arguments, **(pg.environment | settings))
    told = await asyncio.to_thread(run)
    return told.returncode, told.stdout, told.stderr


@dataclass
class Running:
    """A bot that runs; after `stop`, all that it wrote."""

    process: asyncio.subprocess.Process
    seen: list[str]

    async def until(self, event: str) -> None:
        """Read the log (JSON) until it tells of this event."""
        assert self.process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            while line := (await self.process.stderr.readline()).decode():
                self.seen.append(line)
                if json.loads(line)["event"] == event:
                    return
        raise AssertionError(f"ended without {event!r}: {self.seen}")

    async def stop(self, number: signal.Signals) -> tuple[int, str]:
        """Send the signal; exit status, and all that was written."""
        self.process.send_signal(number)
        output, errors = await asyncio.wait_for(self.process.communicate(), PATIENCE)
        return self.process.returncode or 0, output.decode() + "".join(self.seen) + errors.decode()


@asynccontextmanager
async def running(pg: Playground, folder: Path) -> AsyncIterator[Running]:
    """The bot, until it is ready."""
    settings = pg.environment | {"LOG_FORMAT": "json", "LOG_LEVEL": "DEBUG"}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "run",
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(command.ROOT), **settings},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        bot = Running(process, [])
        await bot.until("ready")
        yield bot
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def test_a_running_bot_is_well_and_a_stopped_one_leaves_nothing_behind(pg: Playground, tmp_path: Path):
    async with running(pg, tmp_path) as bot:
        sign = tmp_path / "data/tortuga.db.heartbeat"
        await until(lambda: sign.exists())
        assert (await tortuga(pg, tmp_path, "health"))[0] == 0
        status, written = await bot.stop(signal.SIGTERM)
    assert status == 0, written
    assert pg.token not in written
    assert "Traceback" not in written
    assert (await tortuga(pg, tmp_path, "health"))[0] == 1
    assert not sign.exists()


@pytest.mark.trial
async def test_ctrl_c_stops_the_bot_as_cleanly(pg: Playground, tmp_path: Path):
    async with running(pg, tmp_path) as bot:
        status, written = await bot.stop(signal.SIGINT)
    assert status == 0, written
    assert "Traceback" not in written


@pytest.mark.trial
async def test_a_fresh_database_brings_the_commands_once(pg: Playground, tmp_path: Path):
    for _start in range(2):
        async with running(pg, tmp_path) as bot:
            await bot.stop(signal.SIGTERM)
    assert len(bringings(pg)) == 1


@pytest.mark.trial
async def test_sync_brings_the_commands_each_time(pg: Playground, tmp_path: Path):
    for _time in range(2):
        status, _output, errors = await tortuga(pg, tmp_path, "sync")
        assert status == 0, errors
        assert "bringing the commands to Discord: done in" in errors
    assert len(bringings(pg)) == 2


@pytest.mark.trial
async def test_a_token_that_discord_refuses_ends_the_start_in_one_line(pg: Playground, tmp_path: Path):
    for name in ("run", "sync"):
        status, _output, errors = await tortuga(pg, tmp_path, name, DISCORD_TOKEN="not.the.token")
        assert status == 78  # nobody need try again
        assert errors.splitlines()[-1].startswith("tortuga: DISCORD_TOKEN was refused by Discord")
        assert "Traceback" not in errors
        assert "not.the.token" not in errors


@pytest.mark.trial
async def test_a_copy_can_be_made_while_the_bot_runs(pg: Playground, tmp_path: Path):
    async with running(pg, tmp_path):
        status, _output, errors = await tortuga(pg, tmp_path, "backup", "copy.db")
        assert status == 0, errors
        status, output, errors = await tortuga(pg, tmp_path, "restore", "copy.db")
        assert (status, output) == (1, ""), "not while the bot runs"
        assert errors.startswith("tortuga: A bot runs on data/tortuga.db already")
    status, output, errors = await tortuga(pg, tmp_path, "restore", "copy.db")
    assert status == 0, errors


@pytest.mark.trial
async def test_a_second_bot_on_the_same_file_says_so_and_leaves(pg: Playground, tmp_path: Path):
    async with running(pg, tmp_path) as bot:
        (tmp_path / "linked.db").symlink_to(tmp_path / "data/tortuga.db")
        for path in ("data/tortuga.db", "linked.db"):
            status, output, errors = await tortuga(pg, tmp_path, "run", DATABASE_PATH=path)
            assert (status, output) == (1, "")
            assert errors == (
                f"tortuga: A bot runs on {path} already (process {bot.process.pid} on "
                f"{socket.gethostname()}), so this one leaves it alone. Stop that one first, "
                "or name another file in DATABASE_PATH.\n"
            )
        assert (await tortuga(pg, tmp_path, "sync"))[0] == 0  # which may be done beside it
        assert (await bot.stop(signal.SIGTERM))[0] == 0


@pytest.mark.trial
async def test_a_bot_that_was_killed_keeps_no_other_away(pg: Playground, tmp_path: Path):
    async with running(pg, tmp_path) as bot:
        bot.process.kill()
        async with running(pg, tmp_path) as another:
            assert (await another.stop(signal.SIGTERM))[0] == 0


def bringings(pg: Playground) -> list[str]:
    """The requests with which commands were brought."""
    return [one.path for one in pg.requests if one.method == "PUT" and one.path.endswith("/commands")]
