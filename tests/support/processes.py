"""The bot in as many processes as are asked for (`tests.support.deployment`), handled as if it were one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from playground import Playground
from playground.gateway_session import Connection, Session
from tests.support.child import ChildBot
from tests.support.deployment import Deployment, current
from tests.support.idle import until

NAMES = ("first", "second")


def new_bot(
    pg: Playground, folder: Path, program: str = "bot", *, under: Sequence[str] = (), **settings: str
) -> ChildBot:
    """A bot that is not started yet, in one process or in several."""
    deployment = current()
    settings = deployment.settings | settings
    if deployment.processes == 1:
        return ChildBot(pg, folder, program, under=under, **settings)
    return BotProcesses(pg, folder, deployment, program, under=under, **settings)


@asynccontextmanager
async def running_bot(
    pg: Playground, folder: Path, program: str = "bot", *, under: Sequence[str] = (), **settings: str
) -> AsyncIterator[ChildBot]:
    """A connected bot, stopped at the end."""
    bot = new_bot(pg, folder, program, under=under, **settings)
    try:
        await bot.start()
        yield bot
    finally:
        await bot.stop()


class BotProcesses(ChildBot):
    """Several processes that share the shards. Whoever serves people's server is killed or frozen; what else
    is done to the bot is done to all of them.
    """

    def __init__(
        self,
        pg: Playground,
        folder: Path,
        deployment: Deployment,
        program: str = "bot",
        *,
        under: Sequence[str] = (),
        **settings: str,
    ) -> None:
        super().__init__(pg, folder, program, under=under, **settings)
        self._shards = deployment.shards
        folders = [folder / name for name in NAMES[: deployment.processes]]
        for each in folders:
            each.mkdir(exist_ok=True)
        self.all = [ChildBot(pg, each, program, under=under, **settings) for each in folders]
        self._down = set(self.all)
        """Those that were not started, or were ended on purpose."""

    async def start(self, timeout: float = 120) -> None:
        """Start those that do not run, and return when each serves its share."""
        down, self._down = self._down, set[ChildBot]()
        await asyncio.gather(*(each.start(timeout) for each in down))
        await until(self._each_has_its_share)

    def _each_has_its_share(self) -> bool:
        served = [number for each in self.all for number in _served_by(each)]
        return len(served) == len(set(served)) == self._shards and all(map(_served_by, self.all))

    async def launch(self) -> None:
        """Start those that do not run, and do not wait until they are connected."""
        down, self._down = self._down, set[ChildBot]()
        for each in down:
            await each.launch()

    async def end(self) -> None:
        """Leave nothing of them running."""
        for each in self.all:
            await each.end()
        self._down = set(self.all)

    async def kill(self) -> None:
        """SIGKILL of whoever serves people's server, or is about to."""
        victim = self._serving
        await victim.kill()
        self._down.add(victim)

    @property
    def _serving(self) -> ChildBot:
        shard = (int(self.pg.guild().id) >> 22) % self._shards
        running = [each for each in self.all if each not in self._down]
        return next((each for each in running if shard in _served_by(each)), running[0])

    def freeze(self) -> None:
        """SIGSTOP of whoever serves people's server."""
        self._serving.freeze()

    def thaw(self) -> None:
        """Lets all processes go on that were frozen, but for those that are down."""
        for each in self.all:
            if each not in self._down:
                each.thaw()

    @property
    def connections(self) -> dict[Connection, Session]:
        """The gateway connections of all processes, with their sessions."""
        return {found: session for each in self.all for found, session in each.connections.items()}

    async def stop(self, timeout: float = 20) -> int:
        """SIGTERM to all; the worst exit status of those that were not killed."""
        running = [each for each in self.all if each not in self._down]
        statuses = await asyncio.gather(*(each.stop(timeout) for each in running))
        self._down = set(self.all)
        return max(map(abs, statuses), default=0)

    @property
    def log(self) -> str:
        """All that they have logged, one after the other."""
        return "".join(each.log for each in self.all)


def _served_by(bot: ChildBot) -> set[int]:
    return {session.shard[0] for session in bot.connections.values()}
