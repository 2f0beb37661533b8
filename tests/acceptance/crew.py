"""What acceptance tests do again and again: a bot in a process of its own, people who play at its tables."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from playground import Playground, Reply, Seen, Visitor

ROOT = Path(__file__).parents[2]
PICK = "pick:"


class ChildBot:
    """The bot as `python -m bot run` starts it, against a playground."""

    def __init__(self, playground: Playground, folder: Path) -> None:
        self.playground = playground
        self.folder = folder
        self.database = folder / "tortuga.sqlite3"
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, and return when it is connected."""
        environment = os.environ | self.playground.environment
        environment |= {"DATABASE_PATH": str(self.database), "LOG_FORMAT": "json", "PYTHONPATH": str(ROOT)}
        environment["HEARTBEAT_PATH"] = str(self.folder / "heartbeat")
        with (self.folder / "bot.log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", "run"),
                env=environment,
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )
        await self.playground.wait_until_connected(timeout=30)

    async def kill(self) -> None:
        """SIGKILL: no chance to say goodbye."""
        assert self.process is not None
        self.process.kill()
        await self.process.wait()
        async with asyncio.timeout(10):
            await self.playground.backend.gateway.wait_connected(False)

    async def stop(self) -> int:
        """SIGTERM, as a container's host sends it; the exit status."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self.process.wait(), 20)

    @property
    def log(self) -> str:
        """All that it has logged so far."""
        return (self.folder / "bot.log").read_text()


@asynccontextmanager
async def child_bot(playground: Playground, folder: Path) -> AsyncIterator[ChildBot]:
    """A connected bot, stopped at the end."""
    bot = ChildBot(playground, folder)
    await bot.start()
    try:
        yield bot
    finally:
        await bot.stop()


async def lobby(host: Visitor, *others: Visitor, **command: Any) -> Seen:
    """A table that the host created and the others joined; its public message."""
    reply = await host.slash("table create", **command)
    assert reply.message is not None
    for person in others:
        await person.press(reply.message, "Join")
    return reply.message


async def board_of(person: Visitor, lobby_message: Seen) -> Seen:
    """The board of the game that began in this lobby, in its thread."""
    table = table_of(lobby_message)

    def is_board(seen: Seen) -> bool:
        elsewhere = seen.channel_id != lobby_message.channel_id
        return elsewhere and any(button.custom_id == f"hand:{table}" for button in seen.buttons)

    return await person.wait_for(is_board, timeout=15)


def table_of(message: Seen) -> str:
    """The id of the table that a message belongs to, as its buttons say."""
    ids = (button.custom_id for button in message.buttons if button.custom_id)
    return next(custom_id.split(":")[1] for custom_id in ids if ":" in custom_id)


def allowed(hand: Seen) -> list[str]:
    """The custom_ids of all that can be pressed on a hand to play."""
    ids = (button.custom_id for button in hand.buttons if not button.disabled)
    return [custom_id for custom_id in ids if custom_id and custom_id.startswith(PICK)]


@dataclass
class Sailor:
    """A person with a hand open, who presses what can be pressed."""

    person: Visitor
    random: Random
    hand: Seen | None = None

    async def look(self, board: Seen) -> None:
        """Press My hand under the board."""
        self.hand = (await self.person.press(board, "My hand")).message

    async def look_again(self) -> None:
        """Press Refresh on the open hand."""
        assert self.hand is not None
        await self.person.press(self.hand, "Refresh")

    def can_play(self) -> bool:
        """Whether the open hand has anything to press."""
        return self.hand is not None and bool(allowed(self.hand.refresh()))

    def choice(self) -> str:
        """The custom_id of one of the buttons that can be pressed."""
        assert self.hand is not None
        return self.random.choice(allowed(self.hand.refresh()))

    async def play(self) -> Reply:
        """Press one of the buttons that can be pressed."""
        assert self.hand is not None
        return await self.person.press(self.hand, custom_id=self.choice())

    def knows_the_end(self) -> bool:
        """Whether the open hand shows that the game is over."""
        return self.hand is not None and has_ended(self.hand.refresh())


def has_ended(message: Seen) -> bool:
    """Whether this is a result, under which the next game can be begun."""
    return any(button.label == "Rematch" for button in message.buttons)


async def play_to_the_end(sailors: list[Sailor]) -> None:
    """Everybody presses whenever their hand lets them, and looks at it again when nobody can."""
    while not any(sailor.knows_the_end() for sailor in sailors):
        able = next((sailor for sailor in sailors if sailor.can_play()), None)
        if able is not None:
            await able.play()
        else:
            for sailor in sailors:
                if not sailor.knows_the_end():
                    await sailor.look_again()
