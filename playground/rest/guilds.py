"""Servers, their members, roles and channels, to be read; roles given and taken."""

from playground import places
from playground.errors import INVALID_ROLE, MISSING_PERMISSIONS, UNKNOWN_ROLE, DiscordError
from playground.gateway_events import guild_fields
from playground.model import Channel, Guild, JsonObject, Member, Role
from playground.permissions import Permission, in_guild
from playground.rest.router import Call, Routes

routes = Routes()


@routes.add("GET", "/guilds/{guild_id}")
def guild(call: Call) -> JsonObject:
    return guild_fields(call.world.guild(call.params["guild_id"]))


@routes.add("GET", "/guilds/{guild_id}/members/{user_id}")
def member(call: Call) -> Member:
    return call.world.member(call.world.guild(call.params["guild_id"]), call.params["user_id"])


@routes.add("GET", "/guilds/{guild_id}/roles")
def roles(call: Call) -> list[Role]:
    return list(call.world.guild(call.params["guild_id"]).roles.values())


@routes.add("PUT", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}")
def give_role(call: Call) -> None:
    guild, member, role = _role_of_member(call)
    places.change_member(call.world, guild, member, roles=list(dict.fromkeys([*member.roles, role.id])))


@routes.add("DELETE", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}")
def take_role(call: Call) -> None:
    guild, member, role = _role_of_member(call)
    places.change_member(call.world, guild, member, roles=[one for one in member.roles if one != role.id])


def _role_of_member(call: Call) -> tuple[Guild, Member, Role]:
    """Whom the bot may give a role: anybody, if it manages roles and stands above the role."""
    world, params = call.world, call.params
    guild = world.guild(params["guild_id"])
    member, role = world.member(guild, params["user_id"]), guild.roles.get(params["role_id"])
    if role is None:
        raise DiscordError(UNKNOWN_ROLE)
    bot = world.member(guild, world.bot.id)
    if not in_guild(guild, bot) & Permission.MANAGE_ROLES:
        raise DiscordError(MISSING_PERMISSIONS)
    if role.managed or role.id == guild.id:
        raise DiscordError(INVALID_ROLE)
    if role.position >= max((guild.roles[one].position for one in bot.roles), default=0):
        raise DiscordError(MISSING_PERMISSIONS)
    return guild, member, role


@routes.add("GET", "/guilds/{guild_id}/channels")
def channels(call: Call) -> list[Channel]:
    guild = call.world.guild(call.params["guild_id"])
    return [channel for channel in call.world.channels_of(guild) if not channel.is_thread]


@routes.add("GET", "/guilds/{guild_id}/threads/active")
def active_threads(call: Call) -> JsonObject:
    world = call.world
    guild = world.guild(call.params["guild_id"])
    threads = [
        channel
        for channel in world.channels_of(guild)
        if channel.is_thread
        and not channel.metadata.archived
        and world.may(world.bot.id, channel, Permission.VIEW_CHANNEL)
    ]
    memberships = [world.state.thread_members[thread.id].get(world.bot.id) for thread in threads]
    return {"threads": threads, "members": [own for own in memberships if own]}
