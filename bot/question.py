"""What somebody asks, and who does: an interaction as it is read."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.attended import By
from bot.organising.rights import Rights
from bot.tables.press import Press
from bot.wishes.servers import Opener


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the server, as a list of people gives them."""

    user: int
    name: str
    is_bot: bool = False


def rights_of(interaction: discord.Interaction) -> Rights:
    """What Discord says, with this very interaction, of what whoever asks may do on this server."""
    user, on_a_server = interaction.user, interaction.guild_id is not None
    roles = [role.id for role in user.roles] if isinstance(user, discord.Member) else []
    return Rights(user.id, on_a_server and interaction.permissions.manage_guild, frozenset(roles))


def on_own_private_message(interaction: discord.Interaction) -> bool:
    """Whether it came from a message that nobody but its user sees.

    A private message answers somebody. Should Discord ever pass on a press by anybody else, nothing of theirs
    is drawn into it.
    """
    message = interaction.message
    if message is None or not message.flags.ephemeral:
        return False
    answers = message.interaction_metadata
    return answers is None or answers.user.id == interaction.user.id


class Question:
    """An interaction as it came: who asks, where, what was chosen or written."""

    __slots__ = ("interaction",)

    def __init__(self, interaction: discord.Interaction) -> None:
        self.interaction = interaction

    @property
    def user(self) -> int:
        """Who pressed."""
        return self.interaction.user.id

    @property
    def press(self) -> Press:
        """The press as the house takes it."""
        return Press(self.interaction.id, self.interaction.user.id, self.interaction.user.display_name)

    @property
    def locale(self) -> str:
        """The language of whoever asks: private answers are in it."""
        return self.interaction.locale.value

    @property
    def public_locale(self) -> str:
        """The server's language."""
        known = self.interaction.guild_locale
        return known.value if known is not None else self.locale

    @property
    def guild(self) -> int:
        """The server; 0 in direct messages."""
        return self.interaction.guild_id or 0

    @property
    def in_direct_messages(self) -> bool:
        """Whether the bot and this user are by themselves."""
        return self.interaction.guild_id is None

    @property
    def channel(self) -> int:
        """The channel or thread."""
        return self.interaction.channel_id or 0

    @property
    def manages(self) -> bool:
        """Whether whoever asks may manage this server, as Discord says with this very interaction."""
        return self.rights.manages

    @property
    def opener(self) -> Opener:
        """Whoever asks, as far as the server may want to know before they open a table."""
        channel, rights = self.interaction.channel, self.rights
        parent = channel.parent_id if isinstance(channel, discord.Thread) else None
        return Opener(rights.roles, rights.manages, parent)

    @property
    def rights(self) -> Rights:
        """Whoever asks, as far as it matters to those who organise and moderate."""
        return rights_of(self.interaction)

    @property
    def by(self) -> By:
        """What it is, for those who watch over the bot."""
        if self.interaction.type is discord.InteractionType.modal_submit:
            return "window"
        return "press" if self.is_press else "command"

    @property
    def is_press(self) -> bool:
        """Whether a button or list was pressed, rather than a command given or a window submitted."""
        return self.interaction.type is discord.InteractionType.component

    @property
    def on_private_message(self) -> bool:
        """Whether what was pressed is on a message that only this user sees."""
        return on_own_private_message(self.interaction)

    @property
    def message(self) -> int:
        """The message on which something was pressed; 0 for a command."""
        return self.interaction.message.id if self.interaction.message is not None else 0

    @property
    def values(self) -> Sequence[str]:
        """What was chosen from a list; nothing if a button was pressed."""
        data: Any = self.interaction.data
        return data.get("values", ())

    def written(self, field: str) -> str:
        """What was written into a field of a submitted window; empty if nothing was."""
        return str(self._filled_in(field).get("value") or "")

    def picked(self, field: str) -> Sequence[str]:
        """What was chosen from a list in a submitted window."""
        return self._filled_in(field).get("values") or ()

    def _filled_in(self, field: str) -> dict[str, Any]:
        data: Any = self.interaction.data
        fields = (label.get("component", {}) for label in data["components"])
        return next((given for given in fields if given.get("custom_id") == field), {})

    def person(self, id: str) -> Person | None:
        """Somebody of this server who was chosen from a list; None if they are not on it (any more)."""
        data: Any = self.interaction.data
        known = data.get("resolved", {})
        user, member = known.get("users", {}).get(id), known.get("members", {}).get(id)
        if user is None or member is None:
            return None
        name = member.get("nick") or user.get("global_name") or user["username"]
        return Person(int(id), name, bool(user.get("bot")))

    @property
    def age(self) -> float:
        """Seconds since the press, as far as the clocks of this machine and Discord's agree."""
        return time.time() - discord.utils.snowflake_time(self.interaction.id).timestamp()
