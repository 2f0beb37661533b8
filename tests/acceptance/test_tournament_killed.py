"""The bot is killed among the 32 tables that a round of 128 people opens with, again and again."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest

from bot.tournaments.model import TournamentRecord
from playground import Playground
from tests.support.child import ChildBot
from tests.support.database import reading
from tests.support.idle import until
from tests.support.processes import running_bot
from tests.support.tournament_play import PATIENCE, Channels, Setup, faults, headed, organise

pytestmark = pytest.mark.three_seconds
"""Whose bot is killed tries again after them."""

SEED = os.environ.get("KILLS_SEED", "1")
KILLS = int(os.environ.get("KILLS", "3"))
"""While messages are posted; once more while the tables themselves are opened."""
PEOPLE, TABLES = 128, 32


async def test_killed_among_32_starting_tables_each_stands_once_and_everybody_is_told_once(
    pg: Playground, tmp_path: Path
) -> None:
    random, channels, morgan = Random(SEED), Channels(pg), pg.person("Morgan")
    people = pg.add_people(*(f"Sailor {number}" for number in range(1, PEOPLE + 1)))
    async with running_bot(pg, tmp_path, CLOCK_SPEED="60") as bot:
        setup = await Setup.begun(morgan, name="Great cup", game="skull-king", pod=4)
        await setup.choose("game", "option.length", "bedtime")
        await setup.write(
            "course", "lengths", show_up="4 min", between="1 min", round_lasts="30 min", every="0"
        )
        await setup.put("course", "by_hand", "1")
        announcement = await setup.announce()
        await asyncio.gather(*(person.press(announcement, "Join") for person in people))
        await organise(morgan, "begin")
        await channels.until(morgan, headed("Great cup: Round 1"))
        async with reading(bot.place) as rows:

            async def stood() -> int:
                [(count,)] = await rows("SELECT count(*) FROM tables")
                return count

            async def is_told(many: int) -> bool:
                return len(channels.calls) >= many

            await organise(morgan, "open")
            await killed_when(bot, stood)
            assert 0 < await stood() <= TABLES
            for _kill in range(KILLS):
                await bot.launch()
                told = min(len(channels.calls) + random.randint(1, TABLES), PEOPLE - 8)
                await killed_when(bot, partial(is_told, told))
            await bot.start()
            await until(lambda: len(channels.calls) >= PEOPLE)

            # nobody comes: the waiting time, the robots' moves and the result follow by themselves
            await channels.until(morgan, headed("Great cup: standings after 1 round"))
            assert await bot.stop() == 0
            [(stored,)] = await rows("SELECT record FROM tournaments")
            tables = [table.table for table in msgspec.json.decode(stored, type=TournamentRecord).tables]
            assert len(set(tables)) == len(tables) == TABLES
            assert {id for (id,) in await rows("SELECT id FROM tables")} == set(tables)
            assert Counter(phase for (phase,) in await rows("SELECT phase FROM standing")) == {"over": TABLES}
    assert Counter(call.person for call in channels.calls) == {person.id: 1 for person in people}
    assert {call.table for call in channels.calls} == set(tables)
    assert sum(channel.is_thread for channel in pg.world.state.channels.values()) == TABLES
    assert faults(pg) == []


async def killed_when(bot: ChildBot, holds: Callable[[], Awaitable[object]]) -> None:
    """As soon as that holds."""
    async with asyncio.timeout(PATIENCE):
        while not await holds():
            await asyncio.sleep(0.0005)
    await bot.kill()
