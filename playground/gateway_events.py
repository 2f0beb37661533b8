"""How a change in the world reads on the gateway, and which intents must be set to hear of it. Pure."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import UNSET
from msgspec.structs import asdict, replace

from playground.clock import Shard, serves
from playground.events import (
    BotJoined,
    BotRemoved,
    ChannelChanged,
    ChannelGone,
    ChannelMade,
    CommandsChanged,
    Event,
    MemberChanged,
    PostChanged,
    PostGone,
    PostMade,
    RoleChanged,
    ThreadMembersChanged,
    TypingStarted,
)
from playground.model import Channel, Guild, JsonObject, Member, Message, Post
from playground.permissions import Permission
from playground.world import World

GUILDS, GUILD_MEMBERS, GUILD_PRESENCES = 1 << 0, 1 << 1, 1 << 8
GUILD_MESSAGES, GUILD_TYPING = 1 << 9, 1 << 11
DIRECT_MESSAGES, DIRECT_TYPING = 1 << 12, 1 << 14
MESSAGE_CONTENT = 1 << 15
# A bot has these only when its owner asked for them, which the playground's has not.
PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT

Told = Iterable[tuple[str, Any]]


def told(world: World, event: Event, intents: int) -> Told:
    """The events, by name and data, that a session with these intents gets for a change in the world."""
    match event:
        case PostMade(post):
            return _of_message("MESSAGE_CREATE", world, post, intents)
        case PostChanged(post):
            return _of_message("MESSAGE_UPDATE", world, post, intents)
        case PostGone(post):
            return _message_gone(world, post, intents)
        case ChannelMade(channel) | ChannelChanged(channel) | ChannelGone(channel):
            return _of_channel(type(event), world, channel, intents)
        case ThreadMembersChanged(thread, joined, left):
            return _of_thread_members(world, thread, joined, left, intents)
        case RoleChanged(guild, role):
            data = {"guild_id": guild.id, "role": role}
            return [("GUILD_ROLE_UPDATE", data)] if intents & GUILDS and world.bot.id in guild.members else ()
        case MemberChanged(guild, member):
            return _of_member(world, guild, member, intents)
        case BotJoined(guild):
            return [("GUILD_CREATE", _of_new_guild(world, guild))] if intents & GUILDS else ()
        case BotRemoved(guild):
            return [("GUILD_DELETE", {"id": guild.id})] if intents & GUILDS else ()
        case TypingStarted(channel, user_id):
            return _typing(world, channel, user_id, intents)
        case _:
            return ()


def guild_id(world: World, event: Event) -> str | None:
    """The server in which it happened, by which its shard is found; None in direct messages."""
    match event:
        case PostMade(post) | PostChanged(post) | PostGone(post):
            place = _place_of(world, post)
        case ChannelMade(place) | ChannelChanged(place) | ChannelGone(place):
            pass
        case ThreadMembersChanged(place) | TypingStarted(place):
            pass
        case RoleChanged(guild) | MemberChanged(guild) | BotJoined(guild) | BotRemoved(guild):
            return guild.id
        case CommandsChanged():
            return None
    return place.guild_id if place and isinstance(place.guild_id, str) else None


def _of_member(world: World, guild: Guild, member: Member, intents: int) -> Told:
    """Without the intent GUILD_MEMBERS a bot hears of itself alone
    (https://docs.discord.com/developers/events/gateway#list-of-intents).
    """
    if world.bot.id not in guild.members or (not intents & GUILD_MEMBERS and member.user.id != world.bot.id):
        return ()
    return [("GUILD_MEMBER_UPDATE", asdict(member) | {"guild_id": guild.id})]


def _hears(world: World, channel: Channel, intents: int, in_guild: int, in_dm: int) -> bool:
    if not intents & (in_dm if channel.is_dm else in_guild):
        return False
    return world.may(world.bot.id, channel, Permission.VIEW_CHANNEL)


def _place_of(world: World, post: Post) -> Channel | None:
    return world.state.channels.get(post.message.channel_id)


def _of_message(name: str, world: World, post: Post, intents: int) -> Iterator[tuple[str, Any]]:
    if not intents & (GUILD_MESSAGES | DIRECT_MESSAGES):
        return
    channel = _place_of(world, post)
    if channel and not post.is_ephemeral and _hears(world, channel, intents, GUILD_MESSAGES, DIRECT_MESSAGES):
        yield name, on_gateway(world, channel, as_bot_reads(world, channel, post.message))


def on_gateway(world: World, channel: Channel, message: Message) -> Message:
    """The message with what only the gateway says beside it: the server and the author's membership."""
    guild = world.guild_of(channel)
    if guild is None:
        return message
    member = guild.members.get(message.author.id)
    partial = (
        {"roles": member.roles, "joined_at": member.joined_at, "deaf": False, "mute": False, "flags": 0}
        if member
        else UNSET
    )
    return replace(message, guild_id=guild.id, member=partial)


def as_bot_reads(world: World, channel: Channel, message: Message) -> Message:
    """The message without its content, unless it is the bot's own, mentions it or is written to it.

    The bot has not the intent MESSAGE_CONTENT.
    """
    bot_id = world.bot.id
    if channel.is_dm or message.author.id == bot_id or any(user.id == bot_id for user in message.mentions):
        return message
    return replace(message, content="", embeds=[], attachments=[], components=[])


def _message_gone(world: World, post: Post, intents: int) -> Told:
    channel = _place_of(world, post)
    if (
        not channel
        or post.is_ephemeral
        or not _hears(world, channel, intents, GUILD_MESSAGES, DIRECT_MESSAGES)
    ):
        return ()
    data = {"id": post.message.id, "channel_id": channel.id}
    if channel.guild_id is not UNSET:
        data["guild_id"] = channel.guild_id
    return [("MESSAGE_DELETE", data)]


_VERBS = {ChannelMade: "CREATE", ChannelChanged: "UPDATE", ChannelGone: "DELETE"}


def _of_channel(kind: type, world: World, channel: Channel, intents: int) -> Told:
    guild = world.guild_of(channel)
    if guild is None or not intents & GUILDS or world.bot.id not in guild.members:
        return ()
    if not channel.is_thread:
        return [(f"CHANNEL_{_VERBS[kind]}", channel)]
    if kind is ChannelGone:
        gone = {key: getattr(channel, key) for key in ("id", "guild_id", "parent_id", "type")}
        return [("THREAD_DELETE", gone)]
    if not world.may(world.bot.id, channel, Permission.VIEW_CHANNEL):
        return ()
    if kind is ChannelMade:
        return [("THREAD_CREATE", replace(channel, newly_created=True))]
    return [("THREAD_UPDATE", channel)]


def _of_thread_members(
    world: World, thread: Channel, joined: tuple[str, ...], left: tuple[str, ...], intents: int
) -> Told:
    """Without the intent GUILD_MEMBERS the bot hears only of itself."""
    bot_id = world.bot.id
    if not intents & GUILDS or bot_id not in joined + left:
        return ()
    members = world.state.thread_members[thread.id]
    data: JsonObject = {"id": thread.id, "guild_id": thread.guild_id, "member_count": thread.member_count}
    if bot_id in joined:
        data["added_members"] = [members[bot_id]]
    else:
        data["removed_member_ids"] = [bot_id]
    return [("THREAD_MEMBERS_UPDATE", data)]


def _typing(world: World, channel: Channel, user_id: str, intents: int) -> Told:
    if not _hears(world, channel, intents, GUILD_TYPING, DIRECT_TYPING):
        return ()
    data: JsonObject = {"channel_id": channel.id, "user_id": user_id, "timestamp": int(world.clock.now())}
    if channel.guild_id is not UNSET:
        data["guild_id"] = channel.guild_id
    return [("TYPING_START", data)]


def guilds_of(world: World, shard: Shard) -> list[Guild]:
    """The bot's servers that a shard serves."""
    guilds = world.state.guilds.values()
    return [guild for guild in guilds if world.bot.id in guild.members and serves(shard, guild.id)]


def ready(world: World, session_id: str, shard: Shard, gateway_url: str) -> JsonObject:
    return {
        "v": 10,
        "user": own_user(world),
        "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds_of(world, shard)],
        "shard": shard,
        "session_id": session_id,
        "resume_gateway_url": gateway_url,
        "application": {"id": world.state.application_id, "flags": 0},
        "private_channels": [],
    }


def own_user(world: World) -> JsonObject:
    bot = world.bot
    return {
        "id": bot.id,
        "username": bot.username,
        "global_name": bot.global_name,
        "discriminator": bot.discriminator,
        "avatar": bot.avatar,
        "bot": True,
        "verified": True,
        "mfa_enabled": False,
        "flags": 0,
        "public_flags": 0,
        "locale": "en-US",
        "email": None,
    }


def guild_fields(guild: Guild) -> JsonObject:
    """A server as the REST API describes it."""
    return {
        "id": guild.id,
        "name": guild.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "owner_id": guild.owner_id,
        "preferred_locale": guild.preferred_locale,
        "roles": list(guild.roles.values()),
        "emojis": [],
        "stickers": [],
        "features": [],
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "application_id": None,
        "vanity_url_code": None,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw": False,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "max_members": 500_000,
        "max_presences": None,
        "widget_enabled": False,
        "widget_channel_id": None,
    }


def guild_creates(world: World, shard: Shard) -> Iterator[JsonObject]:
    """A shard's servers, as they come after READY."""
    channels: dict[object, list[Channel]] = {}
    for channel in world.state.channels.values():  # looked through once, and not for each of thousands
        channels.setdefault(channel.guild_id, []).append(channel)
    return (_guild_create(world, guild, channels.get(guild.id, [])) for guild in guilds_of(world, shard))


def _guild_create(world: World, guild: Guild, channels: list[Channel]) -> JsonObject:
    """A server as the gateway brings it to a bot without the intent GUILD_MEMBERS: of the members only
    itself.
    """
    threads = [
        channel
        for channel in channels
        if channel.is_thread
        and not channel.metadata.archived
        and world.may(world.bot.id, channel, Permission.VIEW_CHANNEL)
    ]
    return guild_fields(guild) | {
        "joined_at": guild.members[world.bot.id].joined_at,
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [guild.members[world.bot.id]],
        "channels": [channel for channel in channels if not channel.is_thread],
        "threads": [_as_own(world, thread) for thread in threads],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def _of_new_guild(world: World, guild: Guild) -> JsonObject:
    """A server that the bot has just been invited to: nothing is said of whether it can be reached."""
    told = _guild_create(world, guild, list(world.channels_of(guild)))
    del told["unavailable"]
    return told


def _as_own(world: World, thread: Channel) -> Channel:
    own = world.state.thread_members[thread.id].get(world.bot.id)
    return replace(thread, member=own) if own else thread
