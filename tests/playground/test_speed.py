"""The stand-in is fast enough to be pressed hundreds of times a second, and forgets what is over."""

import asyncio
import gc
from typing import Any

import discord
import pytest

from playground import Playground
from playground.interactions import Interaction
from tests.support.bare_bot import BareBot, running

pytestmark = pytest.mark.trial

PRESSES = 500


class Idle(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Nothing", custom_id="nothing")
    async def nothing(self, interaction: discord.Interaction, _: Any) -> None:
        await interaction.response.defer()


def idle_bot() -> BareBot:
    bot = BareBot()

    @bot.tree.command(name="idle", description="Does nothing")
    async def idle(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("idle", view=Idle())

    return bot


async def test_five_hundred_presses_leave_nothing_behind() -> None:
    async with Playground.start(limits="off", keep_requests=10) as pg, running(idle_bot(), pg):
        anna = pg.person("Anne")
        message = (await anna.slash("idle")).message
        assert message is not None
        await asyncio.gather(*(anna.press(message, "Nothing") for _ in range(100)))
        tasks, listeners = len(asyncio.all_tasks()), len(pg.world.listeners)

        for _ in range(PRESSES // 100):
            await asyncio.gather(*(anna.press(message, "Nothing") for _ in range(100)))
        assert len(asyncio.all_tasks()) <= tasks
        assert len(pg.world.listeners) == listeners
        assert len(pg.requests) == 10
        pg.clock.advance(31 * 60)
        await anna.press(message, "Nothing")
        assert len(pg.backend.interactions.by_id) == 1
        gc.collect()
        assert sum(isinstance(thing, Interaction) for thing in gc.get_objects()) == 1
