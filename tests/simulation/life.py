"""One life of the bot: from its start on the file that the last one left, to its stop or crash."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Literal

from pydantic import SecretStr

from bot.app import Tortuga, opened
from bot.client.connection import log_in, stay_connected
from bot.settings import NotNow, Settings
from playground.server import API
from tests.simulation.loop import Crashed, SimulatedLoop
from tests.simulation.network import HOST, Network, network

if TYPE_CHECKING:
    from tests.simulation.simulation import Simulation

NAME = "tortuga.db"
Ended = Literal["stopped", "crashed", "not now"]


class Life:
    """The bot, in a loop of its own. `files`: the folder with its database."""

    def __init__(self, simulation: Simulation, number: int, files: Path) -> None:
        self.number = number
        self.files = files
        self.client: Tortuga | None = None
        self.ready_at: float | None = None
        self._simulation = simulation
        self._steps_left = 0
        self.crashed = False
        self.loop = SimulatedLoop(simulation.simulator)
        self.loop.set_exception_handler(self._unnoticed)
        chance = Random(f"{simulation.scale.seed} network {number}")
        self.network = Network(simulation.backend, simulation.loop, self.loop, chance)
        self._stopping = asyncio.Event()
        self._disk: sqlite3.Connection | None = None
        """By which it is read what is stored; closed before a stop, so that the bot closes the file last."""
        self.task = self.loop.create_task(self._live(), name=f"life {number}")

    def crash_within(self, steps: int) -> None:
        """Its power is cut before it has taken so many steps more."""
        self._steps_left = steps
        self.loop.at_step = self._at_step

    def stop(self) -> None:
        """Ask the bot to stop in good order, as a SIGTERM does."""
        self._close_disk()
        self.loop.call_soon(self._stopping.set)

    @property
    def ended(self) -> Ended | None:
        """How it ended, if it has. What it should not end with is raised."""
        if self.crashed:
            return "crashed"
        if not self.task.done():
            return None
        try:
            self.task.result()
        except NotNow:
            return "not now"
        return "stopped"

    def bury(self, files: Path) -> None:
        """Leave nothing of it but what a power cut would leave on the disk, in the folder `files`: what was
        committed, in the file and its write-ahead log.
        """
        files.mkdir()
        for name in (NAME, f"{NAME}-wal"):
            if (self.files / name).exists():
                shutil.copyfile(self.files / name, files / name)
        self.end()
        shutil.rmtree(self.files)

    def rows(self, sql: str) -> list[Any]:
        """What is in the file just now."""
        if self._disk is None:
            self._disk = sqlite3.connect(f"file:{self.files / NAME}?mode=ro", uri=True)
        return self._disk.execute(sql).fetchall()

    def _close_disk(self) -> None:
        if self._disk is not None:
            self._disk.close()
            self._disk = None

    def end(self) -> None:
        """Break its connections and drop its loop, so that nothing of this life goes on."""
        self._close_disk()
        self.network.break_off()
        self.client = None
        self.loop.drop()

    def _at_step(self) -> None:
        self._steps_left -= 1
        if self._steps_left <= 0:
            self.crashed = True
            raise Crashed

    def _unnoticed(self, loop: asyncio.AbstractEventLoop, about: dict[str, object]) -> None:
        if not self.loop.dropped:
            self._simulation.watch.is_wrong(
                f"{about['message']}: {about.get('exception')!r} {about.get('task')}"
            )

    async def _live(self) -> None:
        network.set(self.network)
        simulation = self._simulation
        settings = Settings(
            _env_file=None,  # pyright: ignore[reportCallIssue]
            discord_token=SecretStr(simulation.backend.token),
            discord_api_base=HOST + API,
            database_path=self.files / NAME,
            pictures=False,
            thinking=0.0,
        )
        async with opened(settings, sole=True) as client:
            self.client = client
            await log_in(client, settings)
            connected = asyncio.create_task(stay_connected(client, client.closed), name="connected")
            stopping = asyncio.create_task(self._stopping.wait(), name="until it is stopped")
            await client.wait_until_ready()
            self.ready_at = simulation.simulator.now
            simulation.ready(self)
            await asyncio.wait({connected, stopping}, return_when=asyncio.FIRST_COMPLETED)
            await client.close()
            await connected

    def in_its_loop(self, work: Callable[[Tortuga], None]) -> None:
        """Call `work` with the bot in the bot's own loop, if there is a bot just now."""
        client = self.client
        if client is not None:
            self.loop.call_soon(work, client)
