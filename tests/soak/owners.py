"""Two processes on PostgreSQL while people play: an owner is killed, frozen beyond its lease, or replaced.

After each trouble every table goes on, and the database holds once whatever somebody was told.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random

from bot.client.shards import LEASE
from playground import Clock, GatewayRules, Playground, Visitor
from playground.default_world import add_servers_for_shards, default_world
from playground.gateway_events import guilds_of
from storage.postgres.connection import connect
from storage.postgres.migrations import migrate
from tests.soak.trial import Trial
from tests.support.child import ChildBot, child_bot
from tests.support.kill_and_restart import Crew
from tests.support.postgres import running_postgres

SHARDS = 2
CREW = ("Anne", "Calico", "Dampier")
TROUBLES = ("kill", "kill", "freeze", "leave")
"""In a run, in a random order."""
PATIENCE = 60


def run(seed: int, folder: Path) -> dict[str, float]:
    """Four troubles."""
    with running_postgres() as server:
        url = server.new_database()
        return asyncio.run(_run(Random(seed), folder, url))


async def _run(dice: Random, folder: Path, url: str) -> dict[str, float]:
    await migrate(url, lambda _words: None)
    world = default_world(Clock())
    add_servers_for_shards(world, SHARDS)
    rules = GatewayRules(max_concurrency=16, seconds_between_identifies=0, shards=SHARDS)
    async with Playground.start(limits="off", world=world, rules=rules) as pg:
        return await troubled(pg, dice, folder, url, dice.sample(TROUBLES, len(TROUBLES)))


async def troubled(
    pg: Playground, dice: Random, folder: Path, url: str, troubles: list[str]
) -> dict[str, float]:
    """One trouble after the other; AssertionError if anything was lost or done twice."""
    folders = [folder / "first", folder / "second"]
    for each in folders:
        each.mkdir()
    settings = {"SHARD_COUNT": str(SHARDS), "DATABASE_URL": url}
    crews = [Crew(pg, _people(pg, number), dice) for number in range(SHARDS)]
    async with child_bot(pg, folders[0], **settings) as one, child_bot(pg, folders[1], **settings) as two:
        await _both_serve(one, two)
        for crew in crews:
            await crew.sit_down()
        for trouble in troubles:
            await _through(trouble, dice.sample([one, two], 2), crews, dice)
            await _both_serve(one, two)
            for crew in crews:
                await asyncio.wait_for(crew.play_once(), PATIENCE)
            await examine(url, crews)
    counted: dict[str, float] = {f"owners: {each}": troubles.count(each) for each in sorted(set(troubles))}
    counted["presses answered"] = sum(len(ids) for crew in crews for ids in crew.played.values())
    counted["presses cut off"] = sum(len(ids) for crew in crews for ids in crew.unanswered.values())
    return counted


def _people(pg: Playground, number: int) -> list[Visitor]:
    place = next(pg.world.channels_of(guilds_of(pg.world, (number, SHARDS))[-1])).id
    return [Visitor(pg.backend, pg.world.person(name), place) for name in CREW]


async def _both_serve(one: ChildBot, two: ChildBot) -> None:
    async with asyncio.timeout(PATIENCE):
        while {len({session.shard for session in bot.connections.values()}) for bot in (one, two)} != {1}:
            await asyncio.sleep(0.1)


async def _through(trouble: str, bots: list[ChildBot], crews: list[Crew], dice: Random) -> None:
    """Everybody plays on, while it comes, until it is over."""
    players = [asyncio.create_task(crew.play()) for crew in crews]
    await asyncio.sleep(dice.uniform(0.0, 2.0))
    victim, heir = bots
    if trouble == "freeze":
        victim.freeze()
        await asyncio.sleep(LEASE + dice.uniform(1.0, 4.0))
        victim.thaw()
    else:
        await (victim.kill() if trouble == "kill" else victim.stop())
        async with asyncio.timeout(PATIENCE):
            while len({session.shard for session in heir.connections.values()}) < SHARDS:
                await asyncio.sleep(0.05)
        await victim.start(PATIENCE)
    for player in players:
        if player.done():
            player.result()
        player.cancel()
        with suppress(asyncio.CancelledError):
            await player
    for crew in crews:
        if crew.pressed is not None:
            await asyncio.wait({asyncio.ensure_future(crew.pressed.outcome)})
        crew.note()


async def examine(url: str, crews: list[Crew]) -> None:
    """What stands in the database is what people were told, once."""
    db = await connect(url)
    try:
        stored = {int(row[0]) for row in await db.fetch("SELECT id FROM interactions")}
        for crew in crews:
            for table in {*crew.played, *crew.unanswered}:
                sql = "SELECT number FROM actions WHERE table_id = $1 ORDER BY number"
                numbers = [row[0] for row in await db.fetch(sql, table)]
                played, came_through = crew.played[table], stored & set(crew.unanswered[table])
                assert numbers == list(range(1, len(numbers) + 1))
                lost = [crew.told[id] for id in played if id not in stored]
                assert not lost, f"presses that were answered are not stored: {lost}"
                assert len(numbers) == len(played) + len(came_through), "an action is missing, or twice"
    finally:
        await db.close()


TRIAL = Trial("owners of shards killed, frozen and replaced under load", runs=60, run=run)
