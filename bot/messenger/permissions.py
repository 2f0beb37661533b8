"""What the bot may do in a channel: the few permissions it asks for, and what to say if one is missing."""

from __future__ import annotations

import discord

from games.text import Listed, Text, _

NEEDED = discord.Permissions(
    view_channel=True,  # without it a channel's messages can be neither posted nor edited
    send_messages=True,  # the board, score sheets and results
    send_messages_in_threads=True,  # the same, at a table with a thread of its own
    create_public_threads=True,  # that thread; without it the board stands in the channel
    read_message_history=True,  # has chat buried the board? was a post made before a crash?
)
"""All that it asks for. Not attach_files (nothing is uploaded), not manage_messages (it deletes only its
own), not manage_threads (it archives only threads of its own), not mention_everyone (it never may).
"""

_REQUIRED = ("view_channel", "send_messages")
"""Without these there is no table in a channel."""

_NAMES: dict[str, Text] = {
    "view_channel": _("View Channel"),
    "send_messages": _("Send Messages"),
    "send_messages_in_threads": _("Send Messages in Threads"),
    "create_public_threads": _("Create Public Threads"),
    "read_message_history": _("Read Message History"),
}


def invite_link(application: int) -> str:
    """The address at which somebody adds the bot to a server, with exactly the permissions it needs."""
    return discord.utils.oauth_url(application, permissions=NEEDED, scopes=("bot", "applications.commands"))


def lacking(granted: discord.Permissions, *, thread: bool) -> tuple[str, ...]:
    """The permissions without which no table can be shown in a channel (or thread)."""
    required = ("view_channel", "send_messages_in_threads") if thread else _REQUIRED
    return tuple(name for name in required if not getattr(granted, name))


def missing(granted: discord.Permissions) -> tuple[str, ...]:
    """All that it asks for and was not given."""
    return tuple(name for name in _NAMES if not getattr(granted, name))


def names(permissions: tuple[str, ...]) -> Listed:
    """The permissions as Discord's settings call them."""
    return Listed(tuple(_NAMES[name] for name in permissions))
