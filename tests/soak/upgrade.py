"""Rolling upgrades of two processes on PostgreSQL while people play: no press is lost, none counts twice.

One after the other, each process is replaced: a new one begins beside it, and then it is told to stop. At
last one of the two is killed in the middle of that, which may cost an answer, and no move.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

import msgspec

from playground import Clock, GatewayRules, InteractionFailed, Playground, Visitor
from playground.default_world import add_servers_for_shards, default_world
from playground.gateway_events import guilds_of
from tests.soak.owners import examine
from tests.soak.trial import Trial
from tests.support.child import HASTE, ChildBot
from tests.support.kill_and_restart import Crew, Stuck
from tests.support.postgres import running_postgres

SHARDS = 2
PROCESSES = 2
CREW = ("Anne", "Calico", "Dampier")
UPGRADES = 3
"""In a run."""
KILLS = 2
"""Likewise."""
MINUTE = 60.0
"""Seconds from one upgrade to the next."""
PACE = 0.05
"""Seconds between an answer and the next press."""
LONGEST_HANDOVER = 1.5
"""Seconds until a shard is another process's, about."""
PATIENCE = 60
TRY_AGAIN = (b"restarting", b"Press again", b"Try again", b"Nobody answers", b"For whoever runs this bot")
"""What nobody may be told because of an upgrade."""


def run(seed: int, folder: Path) -> dict[str, float]:
    """Three upgrades, one a minute, and two that are cut off."""
    with running_postgres() as server:
        url = server.new_database()
        return asyncio.run(_run(Random(seed), folder, url))


async def _run(dice: Random, folder: Path, url: str) -> dict[str, float]:
    async with a_playground(GatewayRules(shards=SHARDS)) as pg:
        return await upgraded(pg, dice, folder, url, UPGRADES, MINUTE, KILLS)


@asynccontextmanager
async def a_playground(rules: GatewayRules) -> AsyncIterator[Playground]:
    """One with servers on each shard."""
    world = default_world(Clock())
    add_servers_for_shards(world, SHARDS)
    async with Playground.start(limits="off", world=world, rules=rules) as pg:
        yield pg


class Fleet:
    """The processes that are there; each new one has a folder of its own."""

    def __init__(self, pg: Playground, folder: Path, url: str) -> None:
        self._pg = pg
        self._folder = folder
        self._settings = {"SHARD_COUNT": str(SHARDS), "DATABASE_URL": url, **HASTE}
        self.all: list[ChildBot] = []
        """Those that have ended, too."""
        self.running: list[ChildBot] = []

    async def begin(self) -> ChildBot:
        """One more process, which is there when this returns."""
        folder = self._folder / f"process {len(self.all) + 1}"
        folder.mkdir()
        bot = ChildBot(self._pg, folder, **self._settings)
        self.all.append(bot)
        self.running.append(bot)
        await bot.launch()
        await bot.has_logged("processes share the shards")
        return bot

    async def end(self, bot: ChildBot) -> float:
        """Stop it, as an orchestrator would; the seconds until it has ended."""
        self.running.remove(bot)
        began = time.monotonic()
        assert await bot.stop(PATIENCE) == 0
        return time.monotonic() - began

    async def all_served(self) -> None:
        """Returns when each shard has one session, and each process as many as the others."""
        async with asyncio.timeout(PATIENCE):
            while True:
                served = [[one.shard for one in bot.connections.values()] for bot in self.running]
                shards = [shard for some in served for shard in some]
                each = max(1, SHARDS // len(self.running))
                if len(shards) == len(set(shards)) == SHARDS and max(map(len, served)) == each:
                    return
                await asyncio.sleep(0.05)

    async def upgrade(self) -> float:
        """Replace all processes; the longest time in seconds that one took to stop."""
        longest = 0.0
        for old in list(self.running):
            await self.begin()
            longest = max(longest, await self.end(old))
            await self.all_served()
        return longest

    async def cut_off(self, dice: Random) -> None:
        """A process is to stop, and it is killed in the middle of that, or the one that is to follow."""
        old, new = self.running[0], await self.begin()
        stopping = asyncio.create_task(old.stop(PATIENCE))
        await asyncio.sleep(dice.uniform(0.0, LONGEST_HANDOVER))
        victim = dice.choice([old, new])
        await victim.kill()
        await stopping
        self.running = [bot for bot in self.running if bot not in (old, victim)]
        while len(self.running) < PROCESSES:
            await self.begin()
        await self.all_served()

    @property
    def errors(self) -> list[str]:
        """What the logs call so."""
        lines = [line for bot in self.all for line in bot.log.splitlines()]
        return [line for line in lines if '"level": "error"' in line]


async def upgraded(
    pg: Playground, dice: Random, folder: Path, url: str, upgrades: int, pause: float, kills: int = 0
) -> dict[str, float]:
    """So many rolling upgrades under load. AssertionError if a press was lost, counted twice, or came to
    nothing. Then so many in which a process is killed: AssertionError if what was answered is not there once.
    """
    fleet, worst, waits = Fleet(pg, folder, url), 0.0, list[float]()
    crews = [Crew(pg, _people(pg, number), dice) for number in range(SHARDS)]
    try:
        for _process in range(PROCESSES):
            await fleet.begin()
        await fleet.all_served()
        for crew in crews:
            await crew.sit_down()
        async with _played_by(crews, waits):
            for _upgrade in range(upgrades):
                began = time.monotonic()
                worst = max(worst, await fleet.upgrade())
                await asyncio.sleep(max(0.0, pause - (time.monotonic() - began)))
        await examine(url, crews)
        answered = answers(pg)
        async with _played_by(crews, [], InteractionFailed, Stuck):
            for _kill in range(kills):
                await fleet.cut_off(dice)
        for crew in crews:
            await crew.settle()
        await examine(url, crews)
        assert not fleet.errors, "\n".join(fleet.errors)
    finally:
        for bot in fleet.running:
            await bot.stop(PATIENCE)
    return {
        "rolling upgrades": upgrades,
        "upgrades cut off": kills,
        "presses answered": answered,
        "worst seconds of a process to stop": worst,
        "worst seconds until an answer": max(waits),
    }


def _people(pg: Playground, number: int) -> list[Visitor]:
    place = next(pg.world.channels_of(guilds_of(pg.world, (number, SHARDS))[-1])).id
    return [Visitor(pg.backend, pg.world.person(name), place) for name in CREW]


@asynccontextmanager
async def _played_by(
    crews: Sequence[Crew], waits: list[float], *may_happen: type[Exception]
) -> AsyncIterator[None]:
    """Everybody presses soon after they are answered, and somebody looks at the tables, `waits` for which are
    noted.
    """
    over = asyncio.Event()

    async def play(crew: Crew) -> None:
        while not over.is_set():
            with suppress(*may_happen):
                await crew.play_once()
            await asyncio.sleep(PACE)

    async def look(person: Visitor) -> None:
        while not over.is_set():
            began = time.monotonic()
            with suppress(*may_happen):
                await person.slash("table list")
            waits.append(time.monotonic() - began)
            await asyncio.sleep(PACE)

    tasks = [asyncio.create_task(play(crew)) for crew in crews]
    tasks += [asyncio.create_task(look(crew.people[0])) for crew in crews]
    try:
        yield
    finally:
        over.set()
        await asyncio.gather(*tasks)


def answers(pg: Playground) -> int:
    """How many there were. AssertionError if one is missing, late, given twice, or says to press again."""
    interactions = list(pg.backend.interactions.by_id.values())
    failed = [one for one in interactions if one.answer is None]
    assert not failed, f"{len(failed)} of {len(interactions)} presses were not answered"
    said = [(one, msgspec.json.encode(one.said)) for one in interactions if one.said is not None]
    again = [words for _one, words in said if any(each in words for each in TRY_AGAIN)]
    assert not again, f"{len(again)} presses came to nothing: {again[0].decode()}"
    assert list(pg.violations) == []
    return len(interactions)


TRIAL = Trial("rolling upgrades under load", runs=10, run=run)
