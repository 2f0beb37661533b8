"""Several processes on PostgreSQL: what a press costs them, how soon a dead one's shards are served again,
how soon a start is done.

What a press costs is told in CPU time: on a machine of few cores the processes, the database and the stand-in
for Discord take turns. A process is one event loop and has one core's time at most, so it can attend to as
many presses a second as their CPU time goes into one; so many processes, each on a core of its own, to so
many times as many.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from benches.bench_load import Tables
from benches.bench_start import Pressed, moored
from benches.report import Figure, show
from benches.running import cpu_seconds, quiet, world_of
from playground import GatewayRules, Playground, acts
from playground.interactions import Interaction
from storage import move
from tests.support.child import ChildBot
from tests.support.postgres import PostgresServer, running_postgres

SHARDS, SERVERS = 4, 40
PROCESSES = 1, 2, 4
UNSHARDED = 0
"""In place of a number of processes: a single one, which knows no shards."""
CROWD, ROUNDS = 50, 8
"""People who press at once, each at a table of theirs, and how often."""
IDLE = 6.0
"""Seconds for which nobody does anything."""
OPEN, STARTS = 10_000, 3
KILLS = 5
"""With each of them, half of the shards change hands."""
BETWEEN_PRESSES = 0.1
"""Seconds, of somebody who waits for the bot to be back."""
PATIENCE = 120.0
AT_ONCE = GatewayRules(max_concurrency=16, seconds_between_identifies=0, shards=SHARDS)
"""How soon a session may begin is Discord's, and not what is measured."""


class Deployment:
    """Processes that share a database and the shards."""

    def __init__(
        self, playground: Playground, folder: Path, server: PostgresServer, url: str, processes: int
    ) -> None:
        self.playground = playground
        self._server, self._url = server, url
        self._shards = SHARDS if processes else 1
        self.bots: list[ChildBot] = []
        for number in range(max(1, processes)):
            own = folder / f"{processes} {number}"
            own.mkdir()
            settings = {"DATABASE_URL": url, "SHARD_COUNT": str(self._shards), "LOG_LEVEL": "WARNING"}
            self.bots.append(ChildBot(playground, own, HEARTBEAT_PATH=str(own / "heartbeat"), **settings))

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Each serves its share, as long as the block lasts."""
        try:
            for bot in self.bots:
                await bot.launch()
            await self.shared()
            yield
        finally:
            for bot in self.bots:
                await bot.stop(PATIENCE)

    async def shared(self) -> None:
        """Returns when each serves its share."""
        share, gateway = self._shards // len(self.bots), self.playground.backend.gateway
        try:
            async with asyncio.timeout(PATIENCE):
                await gateway.wait_until(lambda: all(len(served_by(bot)) == share for bot in self.bots))
        except TimeoutError:
            logs = [f"{sorted(served_by(bot))}: {bot.log[-2000:]}" for bot in self.bots]
            raise AssertionError("\n".join(("the shards are not served as they should be", *logs))) from None

    async def spent(self) -> tuple[float, float]:
        """Seconds of CPU time so far: of the bots, and of the server's processes for them."""
        name = urlsplit(self._url).path[1:]
        sql = f"SELECT pid FROM pg_stat_activity WHERE datname = '{name}' AND pid <> pg_backend_pid()"
        rows = await asyncio.to_thread(self._server.run, sql)
        return sum(cpu_seconds(bot.process) for bot in self.bots), sum(cpu_seconds(row[0]) for row in rows)


def served_by(bot: ChildBot) -> set[int]:
    """The shards of which it has a session."""
    return {session.shard[0] for session in bot.connections.values()}


# what a press costs


@dataclass
class Cost:
    """Milliseconds of CPU time."""

    presses: list[float] = field(default_factory=list)
    """For each, by round: the bots'."""
    database: list[float] = field(default_factory=list)
    """For each, by round: the server's."""
    idle: float = 0.0
    """A second, of all processes together, while nobody presses."""


async def costs(folder: Path, server: PostgresServer) -> dict[int, Cost]:
    """By how many processes. They are measured in turns, at tables that are the same for all."""
    found = {processes: Cost() for processes in (UNSHARDED, *PROCESSES)}
    async with AsyncExitStack() as stack:
        measured = list[tuple[Cost, Deployment, Tables]]()
        for processes, cost in found.items():
            world = world_of(SERVERS, SHARDS)
            playground = await stack.enter_async_context(
                Playground.start(limits="off", keep_requests=1000, world=world, rules=AT_ONCE)
            )
            tables, file = Tables(playground, CROWD * ROUNDS, CROWD), folder / f"{processes}.sqlite3"
            await tables.store(file)
            url = await asyncio.to_thread(server.new_database)
            await move(file, url)
            deployment = Deployment(playground, folder, server, url, processes)
            await stack.enter_async_context(deployment.running())
            await tables.open_hands()
            await quiet(playground)
            measured.append((cost, deployment, tables))
        for cost, deployment, _tables in measured:
            before, _database = await deployment.spent()
            await asyncio.sleep(IDLE)
            after, _database = await deployment.spent()
            cost.idle = 1000 * (after - before) / IDLE
        for round in range(ROUNDS):
            for cost, deployment, tables in measured:
                await _press(cost, deployment, tables, round)
    return found


async def _press(cost: Cost, deployment: Deployment, tables: Tables, round: int) -> None:
    bots, database = await deployment.spent()
    began = time.perf_counter()
    await tables.crowd(round)
    await quiet(deployment.playground)
    idle = cost.idle * (time.perf_counter() - began)
    bots_now, database_now = await deployment.spent()
    cost.presses.append((1000 * (bots_now - bots) - idle) / CROWD)
    cost.database.append(1000 * (database_now - database) / CROWD)


# starts, and what comes after a kill


@dataclass
class Starts:
    """Of one process, by start: seconds to READY of all its shards, milliseconds from there to an answer."""

    to_ready: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    """To the first answer from the shard that is the last to give one."""


@dataclass
class Many:
    """What was found where there are many tables."""

    unsharded: Starts = field(default_factory=Starts)
    sharded: Starts = field(default_factory=Starts)
    takeovers: list[float] = field(default_factory=list)
    """Seconds from a kill to the first answer, of each shard that the process served."""


async def many_tables(folder: Path, server: PostgresServer) -> Many:
    """Starts and kills."""
    found = Many()
    world = world_of(SERVERS, SHARDS)
    async with Playground.start(limits="off", keep_requests=1000, world=world, rules=AT_ONCE) as playground:
        file, url = folder / "many.sqlite3", await asyncio.to_thread(server.new_database)
        crowd = await moored(playground, file, OPEN)
        await move(file, url)
        at_shards = crowd[:SHARDS]  # tables lie on the servers in turns, as these do on the shards
        for _start in range(STARTS):
            for processes, starts in ((UNSHARDED, found.unsharded), (1, found.sharded)):
                deployment = Deployment(
                    playground, Path(tempfile.mkdtemp(dir=folder)), server, url, processes
                )
                began = time.perf_counter()
                async with deployment.running():
                    ready = time.perf_counter()
                    answers = await asyncio.gather(*(_answered(playground, each) for each in at_shards))
                starts.to_ready.append(ready - began)
                starts.first.append(1000 * (min(answers) - ready))
                starts.last.append(1000 * (max(answers) - ready))
        pair = Deployment(playground, Path(tempfile.mkdtemp(dir=folder)), server, url, 2)
        async with pair.running():
            await asyncio.gather(*(_answered(playground, each) for each in at_shards))
            for kill in range(KILLS):
                found.takeovers += await _killed(pair, pair.bots[kill % 2], at_shards)
    return found


async def _killed(pair: Deployment, victim: ChildBot, at_shards: Sequence[Pressed]) -> list[float]:
    lost = served_by(victim)
    began = time.perf_counter()
    await victim.kill()
    answers = await asyncio.gather(*(_answered(pair.playground, at_shards[shard]) for shard in lost))
    await victim.start(PATIENCE)
    await pair.shared()
    await quiet(pair.playground)
    return [answered - began for answered in answers]


async def _answered(playground: Playground, pressed: Pressed) -> float:
    """When somebody who presses again and again was answered first."""
    person, message, custom_id = pressed
    waiting = set[asyncio.Future[Interaction]]()
    async with asyncio.timeout(PATIENCE):
        while True:
            again = acts.press(playground.backend, person.person, message.post, custom_id)
            waiting.add(again.outcome)
            done, waiting = await asyncio.wait(
                waiting, timeout=BETWEEN_PRESSES, return_when=asyncio.FIRST_COMPLETED
            )
            if any(each.exception() is None for each in done):
                return time.perf_counter()


# what it comes to


def main() -> list[Figure]:
    """Measure and show."""
    build = Path(__file__).parents[1] / "build"  # on a real disk
    build.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_postgres(build, max_connections="100") as server,
    ):
        figures = _presses(asyncio.run(costs(Path(folder), server)))
        return [*figures, *_many(asyncio.run(many_tables(Path(folder), server)))]


def _presses(found: dict[int, Cost]) -> list[Figure]:
    each = {processes: median(cost.presses) for processes, cost in found.items()}
    can = {processes: max(1, processes) * 1000 / cost for processes, cost in each.items()}
    show(
        f"A press among {CROWD * ROUNDS:,} open tables on PostgreSQL, with all that follows (CPU time)",
        ("processes", "ms a press", "presses/s", "the database's ms a press", "idle, ms/s of all"),
        [
            (
                f"{processes}, {SHARDS} shards" if processes else "1, without shards",
                *(each[processes], can[processes], median(cost.database), cost.idle),
            )
            for processes, cost in found.items()
        ],
        note="presses/s: what so many cores could do, one for each process; the database needs its own.",
    )
    alone = "one process with all shards"
    return [
        Figure(
            *("scale", f"a press, {SHARDS} shards in one process, CPU time", each[1], "ms"),
            *(each[UNSHARDED], "the same without shards", 1.1),
        ),
        *(
            Figure(
                *("scale", f"{count} processes, a core for each", can[count], "presses/s", can[1], alone),
                aim=0.8 * count,
                more_is_better=True,
            )
            for count in PROCESSES
            if count > 1
        ),
    ]


def _many(many: Many) -> list[Figure]:
    about, without = f"{OPEN:,} tables on {SHARDS} shards", "the same without shards"
    show(
        f"A start with {OPEN:,} open tables on PostgreSQL (the median of {STARTS})",
        ("who", "process to READY, s", "READY to first answer, ms", "to one from each shard, ms"),
        [
            (name, median(starts.to_ready), median(starts.first), median(starts.last))
            for name, starts in ((f"{SHARDS} shards", many.sharded), ("no shards", many.unsharded))
        ],
    )
    took = sorted(many.takeovers)
    show(
        f"Two processes, one is killed ({KILLS} kills, {len(took)} shards): seconds to the next answer",
        ("", "p50", "max"),
        [("from a shard of the one that died", median(took), took[-1])],
    )
    return [
        Figure(
            *("start-up", f"{about}: process to READY of all", median(many.sharded.to_ready), "s"),
            *(median(many.unsharded.to_ready), without, 1.5),
        ),
        Figure(
            *("start-up", f"{about}: READY to an answer from each", median(many.sharded.last), "ms"),
            aim=2000,
        ),
        Figure("takeover", "from a kill to the next answer, p50", median(took), "s", aim=5, tolerance=0.25),
        Figure("takeover", "from a kill to the next answer, longest", took[-1], "s", aim=10, tolerance=0.5),
    ]


if __name__ == "__main__":
    main()
