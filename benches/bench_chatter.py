"""What the messages cost that people write to each other: Discord sends them all, since the bot has to hear
of those that are deleted, and the bot leaves them unread.

They are fed to the gateway's reader as Discord sends them, compressed in one stream (zlib), with a client
that is set up as Tortuga is, and with one that reads them as discord.py does. Told in CPU time.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import discord
from discord.gateway import DiscordWebSocket

from benches.report import Figure, show
from playground import Playground
from tests.support.bot import tortuga

EVENTS = 20_000
SERVERS, A_MINUTE = 10_000, 1.0
"""Assumed: of so many servers each has so many messages a minute, new or edited."""


def chatter(guild: int, channel: int, number: int) -> dict[str, Any]:
    """Somebody's message, as MESSAGE_CREATE has it."""
    user = {
        "id": str(10**17 + number % 500),
        "username": f"sailor{number % 500}",
        "global_name": f"Sailor {number % 500}",
        "discriminator": "0",
        "avatar": "f" * 32,
        "public_flags": 0,
    }
    member = {
        "roles": [str(10**17 + role) for role in range(4)],
        "joined_at": "2024-01-01T00:00:00.000000+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
    }
    return {
        "id": str(1_300_000_000_000_000_000 + number),
        "guild_id": str(guild),
        "channel_id": str(channel),
        "author": user,
        "member": member,
        "content": "",  # without the intent for it
        "timestamp": "2026-01-01T00:00:00.000000+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "type": 0,
        "flags": 0,
        "nonce": str(number),
    }


def stream(guild: int, channel: int) -> list[bytes]:
    """So many events, each as a frame of one compressed stream."""
    press, frames = zlib.compressobj(), list[bytes]()
    for number in range(EVENTS):
        event = {"t": "MESSAGE_CREATE", "s": number + 1, "op": 0, "d": chatter(guild, channel, number)}
        frames.append(press.compress(json.dumps(event).encode()) + press.flush(zlib.Z_SYNC_FLUSH))
    return frames


async def cost(client: discord.Client, frames: Sequence[bytes]) -> float:
    """Microseconds of CPU time for each event that the client is sent."""
    socket = DiscordWebSocket(None, loop=asyncio.get_running_loop())  # type: ignore[arg-type]
    reader: Any = socket  # as `DiscordWebSocket.from_client` wires it
    connection: Any = client._connection
    reader._discord_parsers, reader._dispatch, reader.shard_id = connection.parsers, client.dispatch, None
    began = time.process_time()
    for at, frame in enumerate(frames):
        await socket.received_message(frame)
        if not at % 100:
            await asyncio.sleep(0)  # what a message has begun is done
    return (time.process_time() - began) / len(frames) * 1e6


async def measured() -> tuple[float, float]:
    """The same of Tortuga, and of a client that reads and keeps what it is sent."""
    with tempfile.TemporaryDirectory() as folder:
        async with Playground.start(limits="off") as playground, tortuga(playground, Path(folder)) as bot:
            guild, channel = int(playground.guild().id), int(playground.channel("tavern").id)
            ours = await cost(bot, stream(guild, channel))
            reads = discord.Client(intents=bot.intents)
            reads._connection._guilds = bot._connection._guilds
            return ours, await cost(reads, stream(guild, channel))


def main() -> list[Figure]:
    """Show what a message costs, and what all of many servers do."""
    ours, reading = asyncio.run(measured())
    a_second = SERVERS * A_MINUTE / 60
    rows = [
        [who, f"{each:.0f}", f"{a_second:.0f}", f"{each * a_second / 1e4:.2f} %"]
        for who, each in (("Tortuga, unread", ours), ("read as discord.py does", reading))
    ]
    show(
        f"Messages that people write ({EVENTS} of them; {SERVERS} servers with {A_MINUTE:g} a minute)",
        ["", "µs of CPU time each", "a second", "of a core"],
        rows,
    )
    return [
        Figure(
            "gateway",
            "a message of somebody's, unread",
            ours,
            "µs",
            reading,
            "read as discord.py does",
            0.5,
        )
    ]
