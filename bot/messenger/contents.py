"""What a message of the bot's contains: whether a post that may or may not have been made is this one."""

from __future__ import annotations

import discord

from bot.page import Payload, parts, texts_of
from bot.screens.ids import decode


def has_button(message: discord.Message, verb: str, *parts_of_it: str) -> bool:
    """Whether the message has the button that does this, at the table and with what else is named first."""
    for part in parts(message.components):
        custom_id = getattr(part, "custom_id", None)
        if custom_id and _means(custom_id, verb, parts_of_it):
            return True
    return False


def _means(custom_id: str, verb: str, wanted: tuple[str, ...]) -> bool:
    try:
        found, parts_of_it = decode(custom_id)
    except ValueError:  # an older version's
        return False
    return found == verb and parts_of_it[: len(wanted)] == wanted


def says(message: discord.Message, payload: Payload) -> bool:
    """Whether the message says, word for word, what the payload does."""
    shown = [part.content for part in parts(message.components) if hasattr(part, "content")]
    return [text.strip() for text in shown] == [text.strip() for text in texts_of(payload)]
