"""Bots in processes of their own, each connected to a stand-in for Discord in this one."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from playground import Playground, Seen, Visitor, places, posts
from playground.clock import Clock
from playground.default_world import BOT_RIGHTS, default_world
from playground.interactions import InteractionFailed
from playground.model import MessageFlag
from playground.rules.messages import read_message
from playground.world import World

QUIET = 0.5
"""Seconds without a request after which a bot has done what it had to do afterwards."""
PATIENCE = 120.0
"""Seconds within which a bot must have connected."""


@dataclass(frozen=True)
class Running:
    """A bot that runs. Times are `time.perf_counter`'s."""

    playground: Playground
    process: asyncio.subprocess.Process
    launched: float
    ready: float
    """When the gateway had sent READY."""
    metrics_port: int

    def peak_memory(self) -> int:
        """The most bytes that it has ever held in memory, its helpers' processes among it."""
        return sum(map(_peak, _family(self.process.pid)))

    async def metrics(self) -> str:
        """What it tells on /metrics."""
        address = f"http://127.0.0.1:{self.metrics_port}/metrics"
        return await asyncio.to_thread(lambda: urlopen(address).read().decode())


@asynccontextmanager
async def running(
    playground: Playground, *command: str, settings: Mapping[str, str] | None = None
) -> AsyncIterator[Running]:
    """`python -m` the command, from the moment when it is connected on, and stopped at the end."""
    port = _free_port()
    own = {"LOG_LEVEL": "WARNING", "METRICS_PORT": str(port), **(settings or {})}
    launched = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", *command),
        env=os.environ | playground.environment | own,
        stdout=asyncio.subprocess.DEVNULL,
    )
    try:
        await playground.wait_until_connected(PATIENCE)
        yield Running(playground, process, launched, time.perf_counter(), port)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def timed(reply: Awaitable[object]) -> float:
    """Milliseconds until it is there, or is given up: after three seconds, as Discord does."""
    began = time.perf_counter()
    with suppress(InteractionFailed):
        await reply
    return 1000 * (time.perf_counter() - began)


async def quiet(playground: Playground) -> None:
    """Wait until the bot has done what presses bring afterwards."""
    await playground.wait_until_quiet(QUIET)


def settings_in(folder: Path, *, pictures: bool = False) -> dict[str, str]:
    """Where our bot has its files."""
    return {
        "DATABASE_PATH": str(folder / "bench.sqlite3"),
        "HEARTBEAT_PATH": str(folder / "heartbeat"),
        "PICTURES": str(pictures),
    }


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


# memory and time, as Linux tells of them


def cpu_seconds(process: int) -> float:
    """What a process has spent so far, in all its threads; nothing, if it has ended meanwhile."""
    try:
        told = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    fields = told.rpartition(")")[2].split()  # the name before it may hold anything
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _peak(process: int) -> int:
    return 1024 * int(_told_of(process).get("VmHWM", "0 kB").split()[0])


def _family(process: int) -> list[int]:
    """A process and all that it has begun, directly or not."""
    there = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    children = [each for each in there if _told_of(each).get("PPid") == str(process)]
    return [process, *(each for child in children for each in _family(child))]


def _told_of(process: int) -> Mapping[str, str]:
    """What the kernel tells of a process; nothing of one that has ended meanwhile."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return {}
    return {name: told.strip() for name, _colon, told in (line.partition(":") for line in lines)}


# the world that a bot comes into


def world_of(servers: int, shards: int = 1) -> World:
    """A world with so many servers, each with a channel of the same name, and the bot in all of them.

    They belong to the shards in turns.
    """
    world = default_world(Clock())
    founder = places.add_person(world, "Founder")
    for number in range(servers):
        guild = places.add_guild(world, f"Island {number}", founder, shard=(number % shards, shards))
        places.add_channel(world, guild, f"harbour {number}")
        places.invite_bot(world, guild, BOT_RIGHTS)
    return world


def harbours(world: World) -> list[tuple[int, int]]:
    """Those channels, each with its server before it."""
    found = (channel for channel in world.state.channels.values() if str(channel.name).startswith("harbour"))
    return [(int(str(channel.guild_id)), int(channel.id)) for channel in found]


def people_of(playground: Playground, count: int) -> list[Visitor]:
    """So many people, who are members of every server."""
    people = playground.add_people(*(f"Sailor {number}" for number in range(count)))
    for guild in playground.world.state.guilds.values():
        for person in people:
            places.join_guild(playground.world, guild, person.person.user)
    return people


def stands(world: World, channel: int, components: Sequence[dict[str, Any]]) -> Seen:
    """A message of the bot's, which it has posted before it was stopped."""
    sent = json.loads(json.dumps({"components": components, "flags": int(MessageFlag.COMPONENTS_V2)}))
    form = read_message(sent, {})
    return Seen(world, posts.post(world, world.channel(str(channel)), world.bot, form))
