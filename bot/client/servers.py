"""What the bot does on a server outside its channels: hand out a role, keep an event in the server's list.

Neither is asked for when the bot is invited: whoever chooses such a thing is told what it takes. Discord's
rules for both stand in its documentation under "Permissions" (the hierarchy of roles; Create Events is enough
for events of one's own) and "Guild Scheduled Event" (an external one has a place and an end; it begins and
ends by itself; one that is over cannot be changed).
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from datetime import UTC, datetime

import discord
import msgspec
import structlog

from bot.client.channels import permission_names
from bot.client.discord_errors import DiscordProblem, discord_problem
from bot.client.rate_limits import RequestBudget
from bot.i18n import Markup
from games.text import Text, _

log = structlog.get_logger(__name__)

POWERFUL = discord.Permissions.elevated() | discord.Permissions(
    view_audit_log=True,
    mention_everyone=True,
    mute_members=True,
    deafen_members=True,
    move_members=True,
    manage_nicknames=True,
    manage_events=True,
)
"""What makes a role more than an honour: all with which one moderates, and what Discord asks 2FA for."""


def mentioned(role: discord.Role) -> Markup:
    """The role as Discord shows it."""
    return Markup(role.mention)


def has_power(role: discord.Role) -> bool:
    """Whether whoever has the role may moderate, on the server or in any of its channels."""
    overwrites = (channel.overwrites_for(role).pair()[0] for channel in role.guild.channels)
    return any(granted.value & POWERFUL.value for granted in (role.permissions, *overwrites))


def why_not_handed_out(role: discord.Role) -> Text | None:
    """Why the bot cannot, or will not, give this role to anybody; None if it can."""
    me = role.guild.me
    if role.is_default() or role.managed:
        return _("I can't hand out {role}. Choose another role.", role=mentioned(role))
    if has_power(role):
        return _(
            "{role} can moderate, so I don't hand it out. Choose a role that's only an honour.",
            role=mentioned(role),
        )
    if not me.guild_permissions.manage_roles:
        return _(
            "To hand out a role I need {permissions} (Server Settings, Roles).",
            permissions=permission_names(("manage_roles",)),
        )
    if not me.top_role > role:
        return _(
            "{role} stands above my own role. Drag mine higher (Server Settings, Roles), or choose another.",
            role=mentioned(role),
        )
    return None


class ServerEvent(msgspec.Struct, frozen=True):
    """An event in a server's list. `starts`, `ends`: Unix seconds; `place`: what it says of where."""

    name: str
    description: str
    place: str
    starts: float
    ends: float


MEMBERS_PATIENCE = 1.0
"""Seconds for which somebody who waits for an answer waits for Discord's word on who is still there."""


async def usernames_there(guild: discord.Guild | None, users: Collection[int]) -> dict[int, str] | None:
    """The @usernames of those of these users who are on the server; None where Discord does not say in time.

    Asked by id, this takes no privileged intent
    (https://discord.com/developers/docs/events/gateway-events#request-guild-members).
    """
    asked = sorted(set(users))
    if guild is None or not asked:
        return None
    parts = [asked[at : at + 100] for at in range(0, len(asked), 100)]
    try:
        async with asyncio.timeout(MEMBERS_PATIENCE):
            found = [await guild.query_members(user_ids=part, limit=100, cache=False) for part in parts]
    except (TimeoutError, ConnectionError, discord.ClientException) as error:
        log.info("who is still on a server is not known", server=guild.id, why=type(error).__name__)
        return None
    return {member.id: member.name for part in found for member in part}


class Servers:
    """All servers. Every method raises `discord_errors.DISCORD_ERRORS`."""

    def __init__(self, client: discord.Client, budget: RequestBudget) -> None:
        self._client = client
        self._budget = budget

    def is_within_reach(self, guild: int) -> bool:
        """Whether what is known of the server holds just now."""
        server = self._client.get_guild(guild)
        return server is not None and not server.unavailable

    def role(self, guild: int, role: int) -> discord.Role | None:
        """The role as it is now; None if it is gone, or the server out of reach."""
        server = self._client.get_guild(guild)
        return None if server is None else server.get_role(role)

    async def set_role(self, role: discord.Role, user: int, given: bool, why: str) -> bool:
        """Give a member the role, or take it away; False if they are no member any more."""
        await self._budget.take()
        try:
            member = await role.guild.fetch_member(user)
        except discord.NotFound as error:
            if discord_problem(error) is not DiscordProblem.CHANNEL_GONE:
                raise
            return False
        if (member.get_role(role.id) is not None) != given:
            await self._budget.take()
            await (member.add_roles if given else member.remove_roles)(role, reason=why)
        return True

    async def find_event(self, guild: int, known: int, mark: str) -> discord.ScheduledEvent | None:
        """The bot's event of that id that is not over, else the one whose text ends so, which an earlier
        attempt has made.
        """
        server, me = self._client.get_guild(guild), self._client.user
        if server is None or me is None:
            return None
        await self._budget.take()
        there = await server.fetch_scheduled_events(with_counts=False)
        own = [event for event in there if event.creator_id == me.id]
        return next(
            (event for event in own if event.id == known or (event.description or "").endswith(mark)), None
        )

    async def make_event(self, guild: int, wanted: ServerEvent) -> int | None:
        """A new event's id; None if the server is out of reach."""
        server = self._client.get_guild(guild)
        if server is None:
            return None
        await self._budget.take()
        made = await server.create_scheduled_event(
            name=wanted.name,
            description=wanted.description,
            start_time=_time(wanted.starts),
            end_time=_time(wanted.ends),
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=wanted.place,
        )
        return made.id

    async def change_event(self, event: discord.ScheduledEvent, wanted: ServerEvent) -> None:
        """Changes a scheduled event of the server where it differs from what is wanted."""
        same = ServerEvent(
            event.name,
            event.description or "",
            event.location or "",
            event.start_time.timestamp(),
            event.end_time.timestamp() if event.end_time is not None else 0.0,
        )
        if same == wanted:
            return
        await self._budget.take()
        await event.edit(
            name=wanted.name,
            description=wanted.description,
            start_time=_time(wanted.starts),
            end_time=_time(wanted.ends),
            location=wanted.place,
        )

    async def set_event_status(self, event: discord.ScheduledEvent, status: discord.EventStatus) -> None:
        """It begins, ends or is called off. Discord does the first two by itself when the time comes."""
        await self._budget.take()
        await event.edit(status=status)


def _time(unix: float) -> datetime:
    return datetime.fromtimestamp(int(unix), UTC)
