"""Boards in messages between people, where no bot is a member: through which answers they can be drawn.

There the bot writes nothing by itself. It answers a press, may change that answer for fifteen minutes
(https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages) and may send
five more for it (https://discord.com/developers/docs/change-log, June 27, 2024). So a board is what answers a
press, is drawn by way of the newest one on it, and then stands still until somebody presses.
"""

from __future__ import annotations

import discord

from bot.client.channels import loop_time
from bot.publishing.open_hands import ANSWER, LIFE
from bot.ui.views import Payload, PayloadView


class GroupBoards:
    """The answers by which boards can be drawn, by table: until when, and how. A restart forgets them."""

    def __init__(self) -> None:
        self._answers: dict[str, tuple[float, discord.Webhook, int]] = {}

    def answered(self, table: str, interaction: discord.Interaction, message: int | None = None) -> None:
        """The interaction's answer, or this later message of its, shows the table's board."""
        now = loop_time()
        self._answers = {id: answer for id, answer in self._answers.items() if answer[0] > now}
        self._answers[table] = now + LIFE, interaction.followup, message or ANSWER

    def can_draw(self, table: str) -> bool:
        """Whether there is an answer that shows the board and can still be changed."""
        return table in self._answers and self._answers[table][0] > loop_time()

    async def draw(self, table: str, payload: Payload) -> None:
        """Let it show this. Raises `discord_errors.ERRORS`; KeyError where it cannot be drawn."""
        _ends, webhook, message = self._answers[table]
        await webhook.edit_message(message, view=PayloadView(payload), attachments=payload.files())

    def lost(self, table: str) -> None:
        """The table's board cannot be drawn any more."""
        self._answers.pop(table, None)
