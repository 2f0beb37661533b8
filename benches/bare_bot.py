"""The floor for a press: discord.py alone, with one button that does nothing. A program for `bench_press`.

It posts a message with the button into the first channel it sees and acknowledges every press.
"""

from __future__ import annotations

import os
import urllib.request
from json import load

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

NOTHING = "nothing"


class Nothing(discord.ui.View):
    """One button, which does nothing."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Nothing", custom_id=NOTHING)
    async def press(self, interaction: discord.Interaction, _button: discord.ui.Button[Nothing]) -> None:
        """Acknowledge, and no more."""
        await interaction.response.defer()


class Bare(discord.Client):
    """The least client there is."""

    async def setup_hook(self) -> None:
        """Answer from the first moment, also at a message of an earlier start."""
        self.add_view(Nothing())

    async def on_ready(self) -> None:
        """Show the button."""
        channel = self.guilds[0].text_channels[0]
        await channel.send("A button", view=Nothing())


def main() -> None:
    """Run until killed, against the server in DISCORD_API_BASE."""
    Route.BASE = os.environ["DISCORD_API_BASE"]
    with urllib.request.urlopen(f"{Route.BASE}/gateway") as answer:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(load(answer)["url"])
    Bare(intents=discord.Intents(guilds=True)).run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
