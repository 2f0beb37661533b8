"""Boards in messages between people, where no bot is a member: through which answers they can be drawn.

There the bot writes nothing by itself. It answers a press, may change that answer for fifteen minutes
(https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages) and may send
five more for it (https://discord.com/developers/docs/change-log, June 27, 2024). So a board is what answers a
press, is drawn by way of the newest one on it, and then stands still until somebody presses.
"""

from __future__ import annotations

from collections import OrderedDict

import discord
import msgspec

from bot.client.channels import loop_time
from bot.publishing.open_hands import ANSWER, LIFE
from bot.ui.views import Payload, PayloadView

MOST_BOARDS = 5_000


class _Answer(msgspec.Struct, frozen=True):
    """An answer that shows a board: the newest one to a press, or (`message`) one that was sent after it."""

    webhook: discord.Webhook
    message: int
    ends: float


class GroupBoards:
    """The answers by which boards can be drawn, by table. A restart forgets them."""

    def __init__(self) -> None:
        self._answers: OrderedDict[str, _Answer] = OrderedDict()

    def answered(self, table: str, interaction: discord.Interaction, message: int | None = None) -> None:
        """The interaction's answer, or this later message of its, shows the table's board."""
        self._answers.pop(table, None)
        self._answers[table] = _Answer(interaction.followup, message or ANSWER, loop_time() + LIFE)
        if len(self._answers) > MOST_BOARDS:
            self._answers.popitem(last=False)

    def can_draw(self, table: str) -> bool:
        """Whether there is an answer that shows the board and can still be changed."""
        answer = self._answers.get(table)
        return answer is not None and answer.ends > loop_time()

    async def draw(self, table: str, payload: Payload) -> None:
        """Let it show this. Raises `discord_errors.ERRORS`; KeyError where it cannot be drawn."""
        answer = self._answers[table]
        await answer.webhook.edit_message(
            answer.message, view=PayloadView(payload), attachments=payload.files()
        )

    def lost(self, table: str) -> None:
        """It cannot be drawn any more."""
        self._answers.pop(table, None)
