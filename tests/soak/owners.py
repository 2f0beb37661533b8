"""Two processes on PostgreSQL while people play: an owner is killed, frozen beyond its lease, or replaced,
or the database starts anew.

After each trouble every table goes on, and the database holds once whatever somebody was told. At other
tables nobody presses: there time runs out, and people are told of it, once.
"""

from __future__ import annotations

import asyncio
import json
import re
import signal
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count, pairwise
from pathlib import Path
from random import Random

from bot.client.shards import LEASE
from bot.pace import BLITZ
from bot.tables.clocks import MISSED_UNTIL_STAND_IN
from playground import Clock, GatewayRules, InteractionFailed, Playground, Seen, Visitor, places
from playground.default_world import add_servers_for_shards, default_world
from playground.events import Event, PostMade
from playground.gateway_events import guilds_of
from playground.model import Channel
from storage.postgres.connection import connect
from storage.postgres.migrations import migrate
from tests.soak.trial import Trial
from tests.support.child import ChildBot, child_bot
from tests.support.fast_bot import PLACE, FastTime
from tests.support.kill_and_restart import Crew, Stuck
from tests.support.postgres import PostgresServer, running_postgres
from tests.support.table_play import deal, table_of

SHARDS = 2
CREW = ("Anne", "Calico", "Dampier")
TROUBLES = (*(6 * ("kill",)), "freeze", "leave", "database")
"""In a run, in a random order."""
PATIENCE = 60
PAUSE = 0.1
"""Seconds between two presses, at most."""
UNDER_WAY = 0.02
"""Seconds from a press until it is answered, about: somewhere in between comes the kill."""
SPEED = 30.0
"""Of the tables' clocks."""
IDLE_TABLE = 35.0
"""Seconds within which everybody at a table who does nothing is taken for gone."""
WHYS = ("half your time", "almost up", "your turn")
"""What somebody is told whom one table waits for; the last is in the others as well."""
ON_ITS_WAY = 60.0
"""Of the tables' seconds: so much later than it was decided upon somebody may be told of their turn."""


def run(seed: int, folder: Path) -> dict[str, float]:
    """All troubles once."""
    dice = Random(seed)
    with running_postgres() as server:
        return asyncio.run(troubled(dice, folder, server, dice.sample(TROUBLES, len(TROUBLES))))


async def troubled(
    dice: Random, folder: Path, server: PostgresServer, troubles: list[str]
) -> dict[str, float]:
    """What was counted; AssertionError if anything was lost or done twice."""
    url = await asyncio.to_thread(server.new_database)
    await migrate(url, lambda _words: None)
    world = default_world(Clock())
    add_servers_for_shards(world, SHARDS)
    rules = GatewayRules(max_concurrency=16, seconds_between_identifies=0, shards=SHARDS)
    async with Playground.start(limits="off", world=world, rules=rules) as pg:
        return await Troubled(pg, dice, server, url).through(folder, troubles)


@dataclass
class Troubled:
    """Two processes, people who play and people who do not, and what comes over them."""

    pg: Playground
    dice: Random
    server: PostgresServer
    url: str
    takeovers: list[float] = field(default_factory=list)
    """Seconds from a kill until somebody's press on the same shard was answered."""

    async def through(self, folder: Path, troubles: list[str]) -> dict[str, float]:
        """One trouble after the other; AssertionError if anything was lost or done twice."""
        folders = [folder / "first", folder / "second"]
        for each in folders:
            each.mkdir()
        fast = FastTime.begun(folder / "time", time.time())
        fast.flow(SPEED)
        settings = {"SHARD_COUNT": str(SHARDS), "DATABASE_URL": self.url, PLACE: str(folder / "time")}
        settings["CLOCK_SPEED"] = str(SPEED)
        crews = [
            Crew(self.pg, _people(self.pg, number), self.dice, "none", PAUSE) for number in range(SHARDS)
        ]
        program = "tests.support.fast_bot"
        async with (
            child_bot(self.pg, folders[0], program, **settings) as one,
            child_bot(self.pg, folders[1], program, **settings) as two,
        ):
            await _both_serve(one, two)
            for crew in crews:
                await _goes_on(crew)
            async with _idlers(self.pg, fast) as idlers:
                for trouble in troubles:
                    await self._through(trouble, self.dice.sample([one, two], 2), crews)
                    await _both_serve(one, two)
                    for crew in crews:
                        await _goes_on(crew)
                    await examine(self.url, crews)
            clocks = await examine_idlers(self.url, idlers)
        counted: dict[str, float] = {f"owners: {name}": n for name, n in sorted(Counter(troubles).items())}
        counted |= {
            f"takeovers within {seconds} s": n for seconds, n in sorted(_rounded(self.takeovers).items())
        }
        return counted | {
            "presses answered": sum(crew.count("played", "half") for crew in crews),
            "presses that were played": sum(crew.count("played") for crew in crews),
            "presses refused": sum(crew.count("nothing", "put off") for crew in crews),
            "presses cut off": sum(crew.count("unknown") for crew in crews),
            "turns out of time": clocks,
            "nudges": sum(map(len, idlers.nudges.values())),
            "worst takeover in ms": round(1000 * max(self.takeovers, default=0)),
        }

    async def _through(self, trouble: str, bots: list[ChildBot], crews: list[Crew]) -> None:
        """Everybody plays on, while it comes, until it is over."""
        players = [asyncio.create_task(crew.play()) for crew in crews]
        await asyncio.sleep(self.dice.uniform(0.0, 2.0))
        victim, heir = bots
        served = {session.shard[0] for session in victim.connections.values()}
        match trouble:
            case "freeze":
                victim.freeze()
                await asyncio.sleep(LEASE + self.dice.uniform(1.0, 4.0))
                victim.thaw()
            case "database":
                await self._restart_database()
            case _:
                await _press_under_way([crews[number] for number in served], self.dice)
                began = time.monotonic()
                await (victim.kill() if trouble == "kill" else victim.stop())
                gone = time.monotonic()
                async with asyncio.timeout(PATIENCE):
                    while len({session.shard for session in heir.connections.values()}) < SHARDS:
                        await asyncio.sleep(0.05)
                if trouble == "kill":
                    for number in served:
                        answered = await _first_answer(crews[number], gone)
                        self.takeovers.append(answered - began)
                await victim.start(PATIENCE)
        for player in players:
            if player.done():
                player.result()
            player.cancel()
            with suppress(asyncio.CancelledError):
                await player
        for crew in crews:
            await crew.settle()

    async def _restart_database(self) -> None:
        """As an operator does it, or as in a crash."""
        how = self.dice.choice((signal.SIGINT, signal.SIGQUIT))
        await asyncio.to_thread(self.server.stop, how)
        await asyncio.sleep(self.dice.uniform(0.0, 4.0))
        await asyncio.to_thread(self.server.start)
        await asyncio.sleep(self.dice.uniform(0.0, 2.0))


def _people(pg: Playground, number: int) -> list[Visitor]:
    place = _tavern(pg, number)
    return [Visitor(pg.backend, pg.world.person(name), place.id) for name in CREW]


def _tavern(pg: Playground, number: int) -> Channel:
    """On the server of this shard that was made last."""
    return next(pg.world.channels_of(guilds_of(pg.world, (number, SHARDS))[-1]))


async def _both_serve(one: ChildBot, two: ChildBot) -> None:
    async with asyncio.timeout(PATIENCE):
        while {len({session.shard for session in bot.connections.values()}) for bot in (one, two)} != {1}:
            await asyncio.sleep(0.1)


async def _goes_on(crew: Crew) -> None:
    """Somebody's press is acted upon; on a machine with much other work not always the first."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(InteractionFailed, Stuck, TimeoutError):
                if (await crew.play_once()).fate in ("played", "half"):
                    return
            await asyncio.sleep(0.1)


async def _press_under_way(crews: list[Crew], dice: Random) -> None:
    """Somebody has just pressed."""
    async with asyncio.timeout(PATIENCE):
        while not any(crew.waits for crew in crews):
            await asyncio.sleep(0.001)
    await asyncio.sleep(dice.uniform(0.0, UNDER_WAY))


async def _first_answer(crew: Crew, since: float) -> float:
    """When a press of the crew was acted upon for the first time after that moment."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for pressed in crew.presses[-10:]:
                at = pressed.answered_at
                if at is not None and at > since and pressed.fate in ("played", "half"):
                    return at
            await asyncio.sleep(0.05)


def _rounded(seconds: list[float]) -> Counter[float]:
    return Counter(int(2 * each + 1) / 2 for each in seconds)


async def examine(url: str, crews: list[Crew]) -> None:
    """What stands in the database is what people were told, once."""
    db = await connect(url)
    try:
        stored = {int(row[0]) for row in await db.fetch("SELECT id FROM interactions")}
        for crew in crews:
            for table in crew.tables:
                sql = 'SELECT number, "user" FROM actions WHERE table_id = $1 ORDER BY number'
                crew.compare(
                    table, [(row[0], row[1]) for row in await db.fetch(sql, table)], stored, several=True
                )
    finally:
        await db.close()


# Those who do nothing.


@dataclass
class Idlers:
    """The tables at which nobody presses. Moments are by the tables' clock."""

    pg: Playground
    fast: FastTime
    begun: dict[str, float] = field(default_factory=dict)
    """By table: a moment before its game began."""
    nudges: defaultdict[tuple[str, int, str], list[float]] = field(default_factory=lambda: defaultdict(list))
    """When whom was told of their turn: by table, user and why."""

    async def sit_idle(self, number: int) -> None:
        """One table after the other on a server of this shard, each with people of its own."""
        tavern = _tavern(self.pg, number)
        guild = self.pg.world.guild_of(tavern)
        assert guild is not None
        for table in count(1):
            people = [places.add_person(self.pg.world, f"Idler {number}-{table}-{at}") for at in range(2)]
            for person in people:
                places.join_guild(self.pg.world, guild, person.user)
            visitors = [Visitor(self.pg.backend, person, tavern.id) for person in people]
            began = self.fast.now()
            with suppress(InteractionFailed, AssertionError, TimeoutError):  # in the middle of a trouble
                board = await deal(*visitors, game="skull-king", pace="blitz")
                self.begun[table_of(board)] = began
                await asyncio.sleep(IDLE_TABLE)
            await asyncio.sleep(1)

    def look(self, event: Event) -> None:
        """Notes a message that tells somebody of their turn."""
        if isinstance(event, PostMade):
            seen = Seen(self.pg.world, event.post)
            for verb, *about in [str(button.custom_id).split(":") for button in seen.buttons]:
                if verb == "nudged":
                    why = next((words for words in WHYS if words in seen.text.lower()), "several tables")
                    for user in {int(about[1]), *map(int, re.findall(r"<@(\d+)>", seen.text))}:
                        self.nudges[about[0], user, why].append(self.fast.now())


@asynccontextmanager
async def _idlers(pg: Playground, fast: FastTime) -> AsyncIterator[Idlers]:
    """They sit down, and are there as long as the block lasts."""
    idlers = Idlers(pg, fast)
    pg.world.listen(idlers.look)
    sitting = [asyncio.create_task(idlers.sit_idle(number)) for number in range(SHARDS)]
    try:
        yield idlers
        for task in sitting:
            if task.done():
                task.result()
    finally:
        for task in sitting:
            task.cancel()
        await asyncio.gather(*sitting, return_exceptions=True)
        pg.world.stop_listening(idlers.look)


async def examine_idlers(url: str, idlers: Idlers) -> int:
    """Nobody's time ran out too early, and nobody was told twice of the same. How many turns ended so."""
    db, ended = await connect(url), 0
    moved = defaultdict[tuple[str, int], list[float]](list)
    try:
        for table in idlers.begun:
            record = await db.fetchval("SELECT record FROM tables WHERE id = $1", table)
            users = [seat["user"] for seat in json.loads(record)["seats"]]
            sql = "SELECT seat, at FROM actions WHERE table_id = $1 ORDER BY number"
            for seat, at in await db.fetch(sql, table):
                moved[table, users[seat]].append(at)
    finally:
        await db.close()
    for (table, user), moves in moved.items():
        first, *others = moves[:MISSED_UNTIL_STAND_IN]
        ended += 1 + len(others)
        assert first - idlers.begun[table] >= BLITZ.move + BLITZ.bank, (
            f"{user} had too little time at {table}"
        )
        for before, after in pairwise([first, *others]):
            assert after - before >= BLITZ.move, f"the clock of {user} ran twice at {table}: {moves}"
    for (table, user, why), told in idlers.nudges.items():
        for one, other in pairwise(told):
            between = [at for at in moved[table, user] if one - ON_ITS_WAY < at <= other]
            assert table not in idlers.begun or between, f"{user} was told twice at {table}: {why}, {told}"
    return ended


TRIAL = Trial("owners of shards killed, frozen and replaced under load", runs=50, run=run)
