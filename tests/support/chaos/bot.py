"""The bot of a run, which is stopped and started meanwhile: in this process, or in one of its own."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Protocol

from playground import Playground
from tests.support.bot import tortuga
from tests.support.deployment import current
from tests.support.processes import new_bot

LONGEST_START = 300.0
"""Seconds until a bot in a process of its own is connected, on a machine that has much else to do."""


class RestartableBot(Protocol):
    """A bot that can be started anew, in whichever way."""

    place: Path | str
    """Where its games are kept."""

    @property
    def log(self) -> str:
        """What it logged apart from this process."""
        ...

    async def start(self) -> None:
        """Start it, and return when it is connected."""
        ...

    async def stop(self) -> None:
        """Stop it as at a SIGTERM."""
        ...

    async def kill(self) -> None:
        """Stop it in the middle of what it does, if that can be done."""
        ...

    async def end(self) -> None:
        """Leave nothing of it running, whatever has become of it."""
        ...


LONGEST_STOP = 120.0
"""Seconds until it has ended after a SIGTERM, likewise."""


class InThisProcess:
    """The bot in the test's own loop, by `RestartableBot`. It cannot be killed, so that is a stop."""

    def __init__(self, pg: Playground, folder: Path) -> None:
        self._pg, self._folder = pg, folder
        self._stack = AsyncExitStack()
        self._url = current().url
        self.place: Path | str = self._url or folder / "tortuga.db"
        self.log = ""

    async def start(self) -> None:
        await self._stack.enter_async_context(tortuga(self._pg, self._folder, database_url=self._url))

    async def stop(self) -> None:
        await self._stack.aclose()

    async def kill(self) -> None:
        await self.stop()

    async def end(self) -> None:
        await self.stop()


class InItsOwnProcess:
    """The bot in a process of its own, by `RestartableBot`."""

    def __init__(self, pg: Playground, folder: Path) -> None:
        self._child = new_bot(pg, folder)
        self.place = self._child.place

    async def start(self) -> None:
        await self._child.start(LONGEST_START)

    async def stop(self) -> None:
        status = await self._child.stop(LONGEST_STOP)
        assert status == 0, f"the bot ended with status {status}:\n{self._child.log[-4000:]}"

    async def kill(self) -> None:
        await self._child.kill()

    async def end(self) -> None:
        await self._child.end()

    @property
    def log(self) -> str:
        """All that it has logged."""
        return self._child.log
