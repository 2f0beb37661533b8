"""The bot on PostgreSQL is stopped, and goes on with another number of shards: 4, then 6, then 1."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest

from bot.runtime.house_time import AWAKE_TIME_KEY, RecordedAwakeTime
from playground import Clock, GatewayRules, Playground, Visitor
from playground.default_world import add_servers_for_shards, default_world
from playground.gateway_events import guilds_of
from storage import opened
from tests.support.child import ChildBot
from tests.support.table_play import deal

pytestmark = [pytest.mark.by_itself("starts its processes itself, on PostgreSQL"), pytest.mark.three_seconds]

HOUR = 3600.0
AT_MOST = 12
"""Shards; servers in different ones of twelve are in different ones of four, or of six, or of both."""
SERVERS = (0, 3, 4, 7, 10)
ROUNDED = 1.0
"""Discord shows whole seconds."""


async def until_when(players: Mapping[int, Visitor]) -> dict[int, int]:
    """Until when each of them has time, in Unix seconds, as they are told now."""
    found = dict[int, int]()
    for server, person in players.items():
        told = await (await person.slash("hand")).settled()
        assert told is not None
        [found[server]] = map(int, re.findall(r"<t:(\d+):", told.text))
    return found


async def let_each_have_been_awake_for_longer(url: str, count: int) -> None:
    """The second shard by an hour, the third by two hours, and so on."""
    async with opened(url) as store:
        for id in range(count):
            key = f"{AWAKE_TIME_KEY} {id}/{count}"
            noted = msgspec.json.decode(await store.get_note(key) or "", type=RecordedAwakeTime)
            later = msgspec.structs.replace(noted, awake=noted.awake + id * HOUR)
            await store.set_note(key, msgspec.json.encode(later).decode())


async def test_with_another_number_of_shards_nobodys_time_moves_but_by_the_stop(
    tmp_path: Path, postgres_url: str
) -> None:
    world = default_world(Clock())
    add_servers_for_shards(world, AT_MOST)
    rules = GatewayRules(max_concurrency=16, seconds_between_identifies=0)

    async with Playground.start(limits="off", world=world, rules=rules) as pg, AsyncExitStack() as stack:

        def at(server: int, name: str) -> Visitor:
            guild = guilds_of(world, (server, AT_MOST))[-1]
            return Visitor(pg.backend, world.person(name), next(world.channels_of(guild)).id)

        async def started(count: int) -> ChildBot:
            bot = ChildBot(pg, tmp_path, DATABASE_URL=postgres_url, SHARD_COUNT=str(count))
            stack.push_async_callback(bot.end)
            await bot.start(60)
            await pg.wait_until_connected(60, shards=[(id, count) for id in range(count)])
            return bot

        bot = await started(4)
        assert await bot.stop() == 0
        await let_each_have_been_awake_for_longer(postgres_url, 4)
        bot = await started(4)
        players = {server: at(server, "Anne") for server in SERVERS}
        for server, anne in players.items():
            await deal(anne, at(server, "Calico"), pace="daily")
        shown = await until_when(players)
        for count in (6, 1):
            asked_to_leave = time.time()
            assert await bot.stop() == 0
            left = time.time()
            await asyncio.sleep(2)
            begins = time.time()
            bot = await started(count)
            later = await until_when(players)
            there = time.time()
            for server in SERVERS:
                moved = later[server] - shown[server]
                assert begins - left - ROUNDED <= moved <= there - asked_to_leave + ROUNDED, (count, server)
            shown = later
        assert await bot.stop() == 0
        assert pg.violations == []
