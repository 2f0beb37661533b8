"""Servers, their members, roles and channels, to be read."""

from playground.gateway_events import guild_fields
from playground.model import Channel, JsonObject, Member, Role
from playground.permissions import Permission
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
