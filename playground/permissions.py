"""Who may do what where: Discord's permission bits and how roles and overwrites add up. Pure.

The order is Discord's: @everyone, then the roles together, then the channel's overwrites for @everyone, the
roles and the member; an administrator or the owner passes all of it; who cannot see a channel can do nothing
in it.
"""

from collections.abc import Iterable
from enum import IntFlag

from playground.model import Channel, Guild, Member, Overwrite


class Permission(IntFlag):
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    SEND_TTS_MESSAGES = 1 << 12
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_EVENTS = 1 << 33
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    CREATE_EVENTS = 1 << 44
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51


P = Permission
EVERYTHING = (1 << 53) - 1
NOTHING = 0

# What a server of today gives to everybody when it is made, as far as it is modelled here.
EVERYONE_AT_FIRST = (
    P.VIEW_CHANNEL | P.SEND_MESSAGES | P.EMBED_LINKS | P.ATTACH_FILES | P.ADD_REACTIONS |
    P.READ_MESSAGE_HISTORY
    | P.USE_EXTERNAL_EMOJIS | P.USE_APPLICATION_COMMANDS | P.CREATE_PUBLIC_THREADS
    | P.SEND_MESSAGES_IN_THREADS | P.USE_EXTERNAL_APPS
)  # fmt: skip

# What Discord lets an app do in answers on a server where it is no member, as far as whoever uses it may.
OF_AN_EXTERNAL_APP = P.EMBED_LINKS | P.ATTACH_FILES | P.USE_EXTERNAL_EMOJIS | P.MENTION_EVERYONE

# In a direct message there are no roles: this is what Discord reports there.
IN_A_DM = (
    P.VIEW_CHANNEL | P.SEND_MESSAGES | P.EMBED_LINKS | P.ATTACH_FILES | P.ADD_REACTIONS |
    P.READ_MESSAGE_HISTORY
    | P.MENTION_EVERYONE | P.USE_EXTERNAL_EMOJIS | P.USE_APPLICATION_COMMANDS
)  # fmt: skip

ROLE, MEMBER = 0, 1


def in_guild(guild: Guild, member: Member) -> int:
    """What the member's roles give in the server as a whole."""
    if guild.owner_id == member.user.id:
        return EVERYTHING
    granted = int(guild.roles[guild.id].permissions)
    for role_id in member.roles:
        granted |= int(guild.roles[role_id].permissions)
    return EVERYTHING if granted & P.ADMINISTRATOR else granted


def in_channel(guild: Guild, member: Member, channel: Channel) -> int:
    """What the member may do in this channel of the server (for a thread: pass its parent)."""
    granted = in_guild(guild, member)
    if granted == EVERYTHING:
        return granted
    if channel.permission_overwrites:
        granted = _overwritten(granted, guild, member, channel.permission_overwrites)
    if not granted & P.VIEW_CHANNEL:
        return NOTHING
    return granted


def _overwritten(granted: int, guild: Guild, member: Member, overwrites: Iterable[Overwrite]) -> int:
    by_id = {overwrite.id: overwrite for overwrite in overwrites}
    if everyone := by_id.get(guild.id):
        granted = granted & ~int(everyone.deny) | int(everyone.allow)
    roles = [by_id[role_id] for role_id in member.roles if role_id in by_id]
    for role in roles:
        granted &= ~int(role.deny)
    for role in roles:
        granted |= int(role.allow)
    if own := by_id.get(member.user.id):
        granted = granted & ~int(own.deny) | int(own.allow)
    return granted
