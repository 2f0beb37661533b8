"""A bare discord.py client in the test's own loop, pointed at a playground: for what is to be shown without
our bot.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from playground import Playground


class BareBot(discord.Client):
    """A client with a command tree that it registers when it starts, and the views that it shall know."""

    def __init__(self, intents: discord.Intents | None = None, **options: Any) -> None:
        super().__init__(intents=intents or discord.Intents(guilds=True), **options)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[tuple[str, tuple[Any, ...]]] = []
        self._heard_more = asyncio.Event()

    async def setup_hook(self) -> None:
        if self.tree.get_commands():
            await self.tree.sync()

    def note(self, event: str) -> None:
        """Keeps what the client dispatches under this name in `heard`."""

        async def listener(*arguments: Any) -> None:
            self.heard.append((event, arguments))
            self._heard_more.set()

        listener.__name__ = f"on_{event}"
        self.event(listener)

    async def hears(self, event: str, times: int = 1, timeout: float = 5.0) -> list[tuple[Any, ...]]:
        """Waits until a noted event has come so often; returns what came with each.

        Raises TimeoutError.
        """
        async with asyncio.timeout(timeout):
            while len(found := [arguments for name, arguments in self.heard if name == event]) < times:
                self._heard_more.clear()
                await self._heard_more.wait()
        return found

    def channel_called(self, name: str) -> discord.TextChannel:
        channel = discord.utils.get(self.get_all_channels(), name=name)
        assert isinstance(channel, discord.TextChannel)
        return channel


@asynccontextmanager
async def running(bot: discord.Client, pg: Playground, until: str = "ready") -> AsyncIterator[None]:
    """Logs the client in at the playground, waits until it is ready (or hears another event), and closes it
    afterwards.
    """
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = pg.api_base, yarl.URL(pg.gateway_url)
    # Without the members intent there is nothing to wait for after the servers have come.
    bot._connection.guild_ready_timeout = 0.05
    async with bot:
        running_bot = asyncio.create_task(bot.start(pg.token))
        ready = asyncio.create_task(bot.wait_for(until, timeout=None))
        try:
            await asyncio.wait({running_bot, ready}, return_when=asyncio.FIRST_COMPLETED, timeout=10)
            if running_bot.done():
                running_bot.result()
            assert ready.done(), "the client did not get ready"
            yield
        finally:
            ready.cancel()
            await bot.close()
            await asyncio.wait({running_bot}, timeout=5)
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway
