"""A bare discord.py client logs in, registers a command and answers it, and its button works."""

from typing import Any

import discord

from playground import Answer, Playground
from tests.support.bare_bot import BareBot, running


class Counter(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.count = 0

    @discord.ui.button(label="Add", custom_id="add")
    async def add(self, interaction: discord.Interaction, button: discord.ui.Button[Any]) -> None:
        self.count += 1
        await interaction.response.edit_message(content=f"{self.count} by {interaction.user.display_name}")


def counting_bot() -> BareBot:
    bot = BareBot()

    @bot.tree.command(name="count", description="Counts presses")
    async def count(interaction: discord.Interaction, start: int = 0) -> None:
        await interaction.response.send_message(f"{start}", view=Counter())

    return bot


async def test_a_command_is_answered_and_its_button_changes_the_answer() -> None:
    bot = counting_bot()
    async with Playground.start(limits="off") as pg, running(bot, pg):
        anna = pg.person("Anne")
        reply = await anna.slash("count", start=7)
        assert (reply.kind, reply.text) == (Answer.MESSAGE, "7")
        assert reply.message is not None
        assert [button.label for button in reply.message.buttons] == ["Add"]

        pressed = await pg.person("Calico").press(reply.message, "Add")
        assert (pressed.kind, pressed.text) == (Answer.UPDATE, "1 by Calico")
        assert reply.message.refresh().text == "1 by Calico"
        assert [message.text for message in anna.sees()] == ["1 by Calico"]
        assert pg.violations == []
