"""Owners of shards in trouble: one is killed while people play, the database is away, or starts anew.

Nothing that was refused happens later: a press acts only where whoever acts can tell its person so.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Literal

import asyncpg
import pytest

from bot.client.shards import LEASE
from playground import Clock, GatewayRules, InteractionFailed, Playground, Seen, Visitor
from playground.default_world import add_servers_for_shards, default_world
from playground.gateway_events import guilds_of
from storage.postgres.migrations import migrate
from tests.soak import owners
from tests.support.child import HASTE, child_bot
from tests.support.postgres import PostgresServer, running_postgres
from tests.support.table_play import choices
from tests.support.wire import Wire, wire_to

pytestmark = pytest.mark.by_itself("starts its processes itself, on an engine of its own")

REFUSED = "I can't save anything right now, so nothing has changed."
PAUSE = 0.4
"""Seconds between two presses of somebody who tries again and again."""
AFTERWARDS = 6.0
"""Seconds for which is watched whether anything comes of what was refused."""

Trouble = Literal["cut", "held", "no connections", "away"]


@pytest.fixture
def own_server(postgres_server: PostgresServer) -> Iterator[PostgresServer]:
    """A server that a test may stop."""
    with running_postgres(postgres_server.folder.parent) as server:
        yield server


@pytest.mark.three_seconds
async def test_nothing_is_lost_or_done_twice_when_an_owner_dies_and_when_the_database_is_restarted(
    own_server: PostgresServer, tmp_path: Path
) -> None:
    counted = await owners.troubled(Random(1), tmp_path, own_server, ["kill", "database"])
    assert counted["owners: kill"] == counted["owners: database"] == 1
    assert counted["presses that were played"] > 0


@asynccontextmanager
async def playground(shards: int = 1) -> AsyncIterator[Playground]:
    """One with servers on each of so many shards, whose sessions may begin side by side."""
    world = default_world(Clock())
    if shards > 1:
        add_servers_for_shards(world, shards)
    rules = GatewayRules(max_concurrency=16, seconds_between_identifies=0, shards=shards)
    async with Playground.start(limits="off", world=world, rules=rules) as pg:
        yield pg


async def database_of(server: PostgresServer) -> str:
    """A database of the test's own."""
    url = await asyncio.to_thread(server.new_database)
    await migrate(url, lambda _words: None)
    return url


@asynccontextmanager
async def in_trouble(trouble: Trouble, wire: Wire, url: str) -> AsyncIterator[None]:
    """As long as the block lasts, bots on the wire do not reach the database."""
    taken = list[asyncpg.Connection]()
    match trouble:
        case "cut":
            wire.cut()
        case "held":
            wire.hold()
        case "no connections":
            taken += await all_connections(url)
        case "away":
            await asyncio.to_thread(wire.server.stop)
    yield
    match trouble:
        case "no connections":
            for each in taken:
                await each.close()
        case "away":
            await asyncio.to_thread(wire.server.start)
        case _:
            wire.mend()


async def all_connections(url: str) -> list[asyncpg.Connection]:
    """Every one that the server has room for; whoever else had any has none now."""
    taken, others = list[asyncpg.Connection](), 1
    while others:
        with suppress(asyncpg.TooManyConnectionsError):
            while True:
                taken.append(await asyncpg.connect(url))
        sql = (
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND NOT pid = ANY ($1::integer[])"
        )
        others = await taken[0].fetchval(sql, [each.get_server_pid() for each in taken])
    return taken


class Stubborn:
    """Somebody who presses their first two choices in turns, whatever they are told."""

    def __init__(self, person: Visitor, shown: Seen) -> None:
        self.person, self.shown = person, shown
        self.refused: list[int] = []
        """The presses of which they were told that nothing had changed."""
        self.told = self.pressed = 0
        """How many were answered, of how many."""
        self._under_way = set[asyncio.Task[None]]()

    async def press_for(self, seconds: float) -> None:
        """Again and again."""
        until = asyncio.get_running_loop().time() + seconds
        for number in cycle((1, 0)):
            if asyncio.get_running_loop().time() > until:
                break
            if can := choices(self.shown.refresh()):
                self._under_way.add(asyncio.create_task(self._press(can[number % len(can)])))
            await asyncio.sleep(PAUSE)

    async def _press(self, choice: str) -> None:
        if choice not in choices(self.shown.refresh()):
            return  # an answer has come since it was chosen
        self.pressed += 1
        with suppress(InteractionFailed, TimeoutError):
            reply = await self.person.press(self.shown, custom_id=choice)
            said = await reply.settled(60)
            self.told += 1
            if said is not None and REFUSED in said.text:
                self.refused.append(int(reply.interaction.id))

    async def settled(self) -> None:
        """Returns when each press has been answered, or never will be."""
        await asyncio.gather(*self._under_way)


async def stored(url: str) -> set[int]:
    """The presses of which something has come."""
    db = await asyncpg.connect(url)
    try:
        return {row[0] for row in await db.fetch("SELECT id FROM interactions")}
    finally:
        await db.close()


async def dealt(person: Visitor) -> Seen:
    """A hand that asks its player something, at a table alone with robots."""
    shown = await (await person.slash("play", game="skull-king")).settled()
    assert shown is not None
    return await person.wait_for(lambda seen: seen.id == shown.id and len(choices(seen)) > 1, timeout=40)


async def nothing_comes_of(refused: list[int], url: str) -> None:
    """However long one waits."""
    assert refused
    await asyncio.sleep(AFTERWARDS)
    assert set(refused).isdisjoint(await stored(url))


@pytest.mark.parametrize("trouble", ["cut", "held", "no connections", "away"])
async def test_nothing_that_was_refused_happens_later(
    own_server: PostgresServer, tmp_path: Path, trouble: Trouble
) -> None:
    """One process, for longer than a lease lasts: people are told all the time, and play on afterwards."""
    url = await database_of(own_server)
    async with (
        playground() as pg,
        wire_to(own_server) as wire,
        child_bot(pg, tmp_path, DATABASE_URL=wire.url(url), **HASTE) as bot,
    ):
        anne = Stubborn(pg.person("Anne"), await dealt(pg.person("Anne")))
        [session] = bot.connections.values()
        before = await stored(url)
        async with in_trouble(trouble, wire, url):
            await anne.press_for(LEASE + 4.0)
        await anne.settled()
        assert anne.told == anne.pressed
        if trouble == "held":  # what waited on the wire has arrived, and was not refused
            assert not anne.refused
        else:
            await nothing_comes_of(anne.refused, url)
        assert list(bot.connections.values()) == [session], "it has stayed"
        assert bot.log.count("what people do cannot be stored") <= 1, "one line a minute"
        assert "_store_batch" not in bot.log, "and no trace: the sentence says what there is to be done"
        await anne.press_for(10 * PAUSE)
        await anne.settled()
        assert await stored(url) > before


@pytest.mark.three_seconds
async def test_what_one_process_has_refused_the_other_one_does_not_carry_out(
    own_server: PostgresServer, tmp_path: Path
) -> None:
    """One of two is cut off from the database, and does not know yet that the other one serves its shard."""
    url, folders = await database_of(own_server), [tmp_path / "first", tmp_path / "second"]
    settings = {"SHARD_COUNT": "2", **HASTE}
    for folder in folders:
        folder.mkdir()
    async with (
        playground(2) as pg,
        wire_to(own_server) as wire,
        child_bot(pg, folders[0], DATABASE_URL=wire.url(url), **settings) as cut_off,
        child_bot(pg, folders[1], DATABASE_URL=url, **settings) as survivor,
    ):
        async with asyncio.timeout(60):
            while (len(cut_off.connections), len(survivor.connections)) != (1, 1):
                await asyncio.sleep(0.1)
        [session] = cut_off.connections.values()
        place = next(pg.world.channels_of(guilds_of(pg.world, session.shard)[-1]))
        anne = Visitor(pg.backend, pg.world.person("Anne"), place.id)
        pressing = Stubborn(anne, await dealt(anne))
        async with in_trouble("cut", wire, url):
            await pressing.press_for(LEASE + 4.0)
        await pressing.settled()
        await nothing_comes_of(pressing.refused, url)
        assert len(pressing.refused) < pressing.told, "the survivor has answered"
