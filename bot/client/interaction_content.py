"""What an interaction says: who asks, where, and what was chosen or written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import discord

from bot.preferences.servers import Opener
from bot.tournaments.requirements import OrganiserRights

_EPHEMERAL = discord.MessageFlags.ephemeral.flag

Filled = Mapping[str, Mapping[str, Any]]
"""What a submitted window's fields say, by their names."""

InteractionKind = Literal["press", "window", "command"]
"""A button or a list, a submitted window, or a slash command."""


@dataclass(frozen=True, slots=True)
class ChosenMember:
    """Somebody of the server, as a list of people gives them."""

    user: int
    name: str
    username: str
    """By which Discord tells them from everybody else."""
    is_bot: bool = False
    manages: bool = False
    """Whether they may manage the server."""


def is_outside(interaction: discord.Interaction) -> bool:
    """Whether it comes from a server where the bot is no member, or from a message between people, where it
    never is one, and whoever asks has it with them.

    Both owners are named where both hold (https://discord.com/developers/docs/interactions/receiving-and-responding,
    "Authorizing Integration Owners Object"; there, too, the contexts).
    """
    if interaction.context.private_channel:
        return True
    on_a_server = interaction.guild_id is not None
    return on_a_server and interaction.is_user_integration() and not interaction.is_guild_integration()


def rights_of(interaction: discord.Interaction) -> OrganiserRights:
    """What Discord says, with this very interaction, of what whoever asks may do on this server."""
    user, on_a_server = interaction.user, interaction.guild_id is not None and not is_outside(interaction)
    roles = [role.id for role in user.roles] if isinstance(user, discord.Member) else []
    return OrganiserRights(user.id, on_a_server and interaction.permissions.manage_guild, frozenset(roles))


def chosen_in(field: Mapping[str, Any]) -> Sequence[str]:
    """What was chosen in a submitted window's field: a list says `values`, a few lines one `value`."""
    return field.get("values") or ([field["value"]] if field.get("value") else ())


class InteractionContent:
    """An interaction as Discord tells of it."""

    def __init__(self, interaction: discord.Interaction) -> None:
        self.interaction = interaction
        self.user = interaction.user.id
        self.is_outside = is_outside(interaction)
        """Whether it comes from where the bot is no member, of which nothing is to be kept."""
        self.name = interaction.user.display_name
        """What whoever asks is called."""
        if self.is_outside:  # the nickname is the server's, too
            self.name = interaction.user.global_name or interaction.user.name
        self.locale = interaction.locale.value
        """The language of whoever asks: private answers are in it."""
        self.guild = 0 if self.is_outside else interaction.guild_id or 0
        """The server; 0 in direct messages, and where the bot is no member."""
        self.channel = 0 if self.is_outside else interaction.channel_id or 0
        """The channel or thread; 0 where the bot is no member."""
        self.group = interaction.channel_id or 0 if interaction.context.private_channel else 0
        """The message between people in which something was done, who may be two; 0 elsewhere."""
        data: Any = interaction.data
        message: dict[str, Any] = data.get("message") or {}
        self.message = int(message.get("id", 0))
        """The message on which something was pressed; 0 for a command."""
        self.place: tuple[int, int] | None = message.get("place")
        """Where on it, as `bot.client.connection.place_of` says."""
        # A private message answers somebody. Should Discord ever pass on a press by anybody else, nothing of
        # theirs is drawn into it.
        answers = message.get("interaction_metadata")
        self.is_on_private_message = bool(message.get("flags", 0) & _EPHEMERAL) and (
            answers is None or int(answers["user"]["id"]) == self.user
        )
        """Whether what was pressed is on a message that only this user sees."""

    @property
    def by(self) -> InteractionKind:
        """What it is, for those who watch over the bot."""
        if self.interaction.type is discord.InteractionType.modal_submit:
            return "window"
        return "press" if self.is_press else "command"

    @property
    def is_press(self) -> bool:
        """Whether a button or list was pressed, rather than a command given or a window submitted."""
        return self.interaction.type is discord.InteractionType.component

    @property
    def public_locale(self) -> str:
        """The server's language; that of whoever asks where there is none, or the bot is no member."""
        known = self.interaction.guild_locale
        return known.value if known is not None and not self.is_outside else self.locale

    @property
    def rights(self) -> OrganiserRights:
        """Whoever asks, as far as it matters to those who organise and moderate."""
        return rights_of(self.interaction)

    @property
    def may_write(self) -> bool:
        """Whether whoever asks may write where they are."""
        rights, is_thread = self.interaction.permissions, isinstance(self.interaction.channel, discord.Thread)
        wanted = rights.send_messages_in_threads if is_thread else rights.send_messages
        return self.interaction.guild_id is None or wanted

    @property
    def opener(self) -> Opener:
        """Whoever asks, as far as the server may want to know before they open a table."""
        channel, rights = self.interaction.channel, self.rights
        parent = channel.parent_id if isinstance(channel, discord.Thread) else None
        return Opener(rights.roles, rights.manages, parent)

    @property
    def values(self) -> Sequence[str]:
        """What was chosen from a list; nothing if a button was pressed."""
        data: Any = self.interaction.data
        return data.get("values", ())

    def written(self, field: str) -> str:
        """What was written into a field of a submitted window; empty if nothing was."""
        return str(self.filled_in.get(field, {}).get("value") or "")

    def picked(self, field: str) -> Sequence[str]:
        """What was chosen in a submitted window from a list, of any number, or from a few lines."""
        return chosen_in(self.filled_in.get(field, {}))

    @property
    def filled_in(self) -> Filled:
        """All that a submitted window says."""
        data: Any = self.interaction.data
        fields = (label.get("component", {}) for label in data.get("components", ()))
        return {given["custom_id"]: given for given in fields if "custom_id" in given}

    def person(self, id: str) -> ChosenMember | None:
        """Somebody of this server who was chosen from a list; None if they are not on it (any more)."""
        data: Any = self.interaction.data
        is_member = id in data.get("resolved", {}).get("members", {})
        return self.user_chosen(id) if is_member else None

    def user_chosen(self, id: str) -> ChosenMember | None:
        """Somebody who was chosen from a list, also if they have left this server."""
        data: Any = self.interaction.data
        known = data.get("resolved", {})
        user, member = known.get("users", {}).get(id), known.get("members", {}).get(id, {})
        if user is None:
            return None
        nick = None if self.is_outside else member.get("nick")  # the server's, too
        name = nick or user.get("global_name") or user["username"]
        rights = discord.Permissions(int(member.get("permissions", 0)))
        manages = rights.administrator or rights.manage_guild
        return ChosenMember(int(id), name, user["username"], bool(user.get("bot")), manages)
