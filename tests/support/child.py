"""The bot in a process of its own, as `python -m bot run` starts it: it can be killed and started again."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from playground import Playground
from playground.gateway_session import Connection, Session
from tests.support.deals import others_deal
from tests.support.idle import until

ROOT = Path(__file__).parents[2]

HASTE = {"CLOCK_SPEED": "60"}
"""Settings of a bot that is as fast as those who press on it: no press is a second tap. Its games have no
clock, or one of days: in a blitz robots would soon play for people.
"""


class ChildBot:
    """A bot at a playground; its database and its log stay in `folder` from one start to the next.

    `program`: the module that is run, if not the bot itself; `under`: a program that becomes it, with its
    arguments.
    """

    def __init__(
        self,
        pg: Playground,
        folder: Path,
        program: str = "bot",
        *,
        under: Sequence[str] = (),
        **settings: str,
    ) -> None:
        self.pg = pg
        self._under = under
        self.database = folder / "tortuga.db"
        self.place: Path | str = settings.get("DATABASE_URL", self.database)
        """Where its games are kept."""
        self._folder = folder
        self._program = program
        self._log = folder / "bot.log"
        self._settings = {
            "DATABASE_PATH": str(self.database),
            "LOG_FORMAT": "json",
            "PICTURES": "false",
            "THINKING": "0",
            **settings,
        }
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, timeout: float = 60) -> None:
        """Start it, and return when it is connected. AssertionError with its log if it is not in time."""
        await self.launch()
        assert self._process is not None
        is_there = self.pg.backend.gateway.wait_until(lambda: bool(self.connections))
        connected = asyncio.ensure_future(asyncio.wait_for(is_there, timeout))
        ended = asyncio.ensure_future(self._process.wait())
        try:
            await asyncio.wait({connected, ended}, return_when=asyncio.FIRST_COMPLETED)
            is_there = connected.done() and connected.exception() is None
            how = f"ended with status {ended.result()}" if ended.done() else f"is late by {timeout} s"
            assert is_there, f"the bot {how}:\n{self.log[-4000:]}"
        finally:
            connected.cancel()
            ended.cancel()

    async def launch(self) -> None:
        """Start it, and do not wait until it is connected."""
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **self.pg.environment, **self._settings}
        with self._log.open("ab") as log:
            others_deal()
            self._process = await asyncio.create_subprocess_exec(
                *(*self._under, sys.executable, "-m", self._program, "run"),
                cwd=self._folder,
                env=environment,
                stdout=log,
                stderr=log,
            )

    async def end(self) -> None:
        """Leave nothing of it running, whatever has become of it."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def kill(self) -> None:
        """SIGKILL: no chance to say goodbye. Returns when the gateway has noticed."""
        own, gateway = self.connections, self.pg.backend.gateway
        await self.end()
        async with asyncio.timeout(10):
            await gateway.wait_until(lambda: own.keys().isdisjoint(gateway.connections))

    def freeze(self) -> None:
        """SIGSTOP: it does nothing any more, and does not know it, until it is thawed."""
        self._send(signal.SIGSTOP)

    def thaw(self) -> None:
        self._send(signal.SIGCONT)

    @property
    def process(self) -> int:
        """Its number, by which the system tells of it."""
        assert self._process is not None
        return self._process.pid

    @property
    def connections(self) -> dict[Connection, Session]:
        """Its connections to the gateway; where the system does not tell whose they are, all there are."""
        if self._process is None or self._process.returncode is not None:
            return {}
        ports = _ports(self._process.pid)
        return {
            connection: session
            for connection, session in self.pg.backend.gateway.connections.items()
            if ports is None or connection.peer_port in ports
        }

    def _send(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    async def stop(self, timeout: float = 120) -> int:
        """SIGTERM, as a container's host sends it, unless it has ended; the exit status."""
        assert self._process is not None
        if self._process.returncode is None:
            self._send(signal.SIGTERM)
            self.thaw()  # one that is frozen hears of nothing before
        return await self.ended(timeout)

    async def ended(self, timeout: float = 120) -> int:
        """Wait until it has ended by itself; the exit status."""
        assert self._process is not None
        return await asyncio.wait_for(self._process.wait(), timeout)

    @property
    def log(self) -> str:
        """All that it has logged so far, one JSON object a line."""
        return self._log.read_text()

    async def has_logged(self, words: str) -> None:
        """Wait until these words stand in the log. AssertionError with the log if it ends without them."""
        assert self._process is not None
        process = self._process
        await until(lambda: words in self.log or process.returncode is not None)
        assert words in self.log, self.log


def _ports(process: int) -> set[int] | None:
    """The ports from which a process has connected; None where the system does not tell."""
    try:
        files = list(Path(f"/proc/{process}/fd").iterdir())
        rows = [line.split() for line in Path(f"/proc/{process}/net/tcp").read_text().splitlines()[1:]]
    except OSError:
        return None
    sockets: set[str] = set()
    for file in files:
        with suppress(FileNotFoundError):  # closed meanwhile
            sockets.add(os.readlink(file))
    return {int(row[1].rpartition(":")[2], 16) for row in rows if f"socket:[{row[9]}]" in sockets}


@asynccontextmanager
async def child_bot(
    pg: Playground, folder: Path, program: str = "bot", *, under: Sequence[str] = (), **settings: str
) -> AsyncIterator[ChildBot]:
    """A connected bot, stopped at the end."""
    bot = ChildBot(pg, folder, program, under=under, **settings)
    try:
        await bot.start()
        yield bot
    finally:
        await bot.stop()
