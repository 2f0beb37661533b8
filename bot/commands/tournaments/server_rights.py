"""What an organiser chooses of the server itself: roles to call and to hand out, a channel, an event.

The bot must not do for somebody what they may not do themselves. Asked when it is chosen, and again when it
is announced: choices are kept for days, and taken over by others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import discord

from bot.client import channels
from bot.client.servers import mentioned, why_not_handed_out
from bot.commands.context import Context
from bot.i18n import Markup
from bot.refusal import Refusal
from bot.screens.tournaments.settings import SETTINGS
from bot.tournaments.model import TournamentSettings
from games.text import _


def check_choice(context: Context, what: str, values: Sequence[str]) -> None:
    """Refusal if whoever asks, or the bot, may not do what this choice comes to."""
    chosen = int(values[0]) if values and values[0].isdecimal() else 0
    if not chosen:
        return
    setting = SETTINGS.named(what)
    if setting is not None and setting.right:
        _REQUIRE[setting.right](context, chosen)


def check_settings(context: Context, settings: TournamentSettings) -> None:
    """Refusal if whoever asks, or the bot, may not do what any of these settings comes to."""
    for setting in SETTINGS.settings:
        if setting.right:
            check_choice(context, setting.name, [str(int(getattr(settings, setting.kept_as)))])


def _server(context: Context) -> discord.Guild:
    server = context.interaction.guild
    if server is None:
        raise Refusal("shut", _("I can't look at this server just now. Try again in a minute."))
    return server


def _role(context: Context, id: int) -> discord.Role:
    role = _server(context).get_role(id)
    if role is None:
        raise Refusal("gone", _("That role is gone. Choose another."))
    return role


def require_callable(context: Context, id: int) -> None:
    """Refusal if whoever asks, or the bot, may not ping the role: one that cannot be mentioned takes the
    permission to mention them all (https://discord.com/developers/docs/resources/message#allowed-mentions-object).
    """
    role, interaction = _role(context, id), context.interaction
    if role.is_default():
        raise Refusal("input", _("I never ping everyone. Choose a role."))
    if role.mentionable:
        return
    if not interaction.permissions.mention_everyone:
        raise Refusal(
            "foreign",
            _("You can't mention {role} yourself, so I don't for you. Choose another.", role=mentioned(role)),
        )
    if not interaction.app_permissions.mention_everyone:
        raise Refusal(
            "shut",
            _(
                "I can't mention {role}: make it mentionable (Server Settings, Roles), or give me "
                "{permissions} here.",
                role=mentioned(role),
                permissions=channels.permission_names(("mention_everyone",)),
            ),
        )


def _require_given(context: Context, id: int) -> None:
    """(What a channel grants is no right over roles: the member's own permissions count.)"""
    role, member = _role(context, id), context.interaction.user
    owner = role.guild.owner_id == member.id
    manages = isinstance(member, discord.Member) and member.guild_permissions.manage_roles
    if not owner and not (manages and isinstance(member, discord.Member) and member.top_role > role):
        raise Refusal(
            "foreign",
            _(
                "You can't give {role} away yourself: that takes Manage Roles and a higher role. Choose "
                "another, or ask somebody who can.",
                role=mentioned(role),
            ),
        )
    why = why_not_handed_out(role)
    if why is not None:
        raise Refusal("shut", why)


def _require_room(context: Context, id: int) -> None:
    channel = _server(context).get_channel(id)
    if not isinstance(channel, discord.TextChannel):
        raise Refusal("gone", _("Tables need a text channel. Choose another."))
    where = Markup(channel.mention)
    member = context.interaction.user
    own = channel.permissions_for(member) if isinstance(member, discord.Member) else discord.Permissions()
    if not (own.view_channel and own.send_messages):
        raise Refusal("foreign", _("You can't write in {channel} yourself. Choose another.", channel=where))
    lacking = channels.missing_permissions(channel.permissions_for(channel.guild.me))
    if lacking:
        raise Refusal(
            "shut",
            _(
                "In {channel} I lack {permissions} (channel settings, Permissions). Choose another, or let "
                "me in.",
                channel=where,
                permissions=channels.permission_names(lacking),
            ),
        )


def require_events(context: Context, _yes: int) -> None:
    """Refusal if the bot may make no events (Discord's rule: Create Events is for making events, and for
    changing and ending one's own).
    """
    granted = _server(context).me.guild_permissions
    if not granted.create_events and not granted.manage_events:
        raise Refusal(
            "shut",
            _(
                "To make a Discord event I need {permissions} (Server Settings, Roles).",
                permissions=channels.permission_names(("create_events",)),
            ),
        )


_REQUIRE: Mapping[str, Callable[[Context, int], None]] = {
    "ping": require_callable,
    "hand out": _require_given,
    "write there": _require_room,
    "make events": require_events,
}
"""By what a setting calls the right that it takes."""
