"""A bot in a process of its own that answers any press with the custom_id it carried.

With SHARD ("1/4") it serves that shard alone.
"""

import os

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.support.bare_bot import BareBot


def make(shard: str | None) -> BareBot:
    number, count = map(int, shard.split("/")) if shard else (None, None)
    bot = BareBot(shard_id=number, shard_count=count)

    @bot.tree.command(name="echo", description="Shows a button")
    async def echo(interaction: discord.Interaction) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="Echo", custom_id=f"from-{os.getpid()}"))
        await interaction.response.send_message("press", view=view)

    @bot.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            assert isinstance(interaction.data, dict)
            custom_id = interaction.data.get("custom_id")
            await interaction.response.send_message(f"{custom_id} answered by {os.getpid()}")

    return bot


if __name__ == "__main__":
    Route.BASE = os.environ["DISCORD_API_BASE"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["GATEWAY"])
    make(os.environ.get("SHARD")).run(os.environ["DISCORD_TOKEN"], log_handler=None)
