"""Servers, channels, members, roles: making them, changing them, taking them away."""

from collections.abc import Collection

from msgspec import UNSET
from msgspec.structs import replace

from playground.clock import ONLY_SHARD, Shard
from playground.events import (
    BotJoined,
    BotRemoved,
    ChannelChanged,
    ChannelGone,
    ChannelMade,
    CommandsChanged,
    MemberChanged,
    RoleChanged,
)
from playground.model import Channel, ChannelType, ForumTag, Guild, Member, Overwrite, Person, Role, User
from playground.permissions import EVERYONE_AT_FIRST, MEMBER, ROLE, Permission
from playground.world import World


def add_person(world: World, name: str, color: str = "#888888", locale: str = "en-US") -> Person:
    """A new account with a person behind it, in no server yet."""
    user = User(world.new_id(), name.lower(), global_name=name)
    person = Person(user, locale, avatar_color=color)
    world.state.people[user.id] = person
    return person


def add_guild(
    world: World, name: str, owner: Person, locale: str = "en-US", shard: Shard = ONLY_SHARD
) -> Guild:
    """A new server, served by this shard, with nobody but its owner in it; the @everyone role has the
    server's own id.
    """
    guild_id = world.new_id(shard)
    everyone = Role(guild_id, "@everyone", str(int(EVERYONE_AT_FIRST)))
    guild = Guild(
        guild_id,
        name,
        owner.user.id,
        world.clock.timestamp(),
        roles={guild_id: everyone},
        members={},
        preferred_locale=locale,
    )
    world.state.guilds[guild_id] = guild
    join_guild(world, guild, owner.user)
    return guild


def add_role(world: World, guild: Guild, name: str, rights: int, managed_for: User | None = None) -> Role:
    """A new role; `managed_for` is the bot whose own role it is."""
    role = Role(world.new_id(), name, str(int(rights)), position=len(guild.roles))
    if managed_for:
        role.managed, role.tags = True, {"bot_id": managed_for.id}
    guild.roles[role.id] = role
    return role


def change_role(world: World, guild: Guild, role: Role, **changes: object) -> Role:
    """A role is another: its `permissions` (as text), its `position`, whether it is `mentionable`."""
    guild.roles[role.id] = changed = replace(role, **changes)
    world.tell(RoleChanged(guild, changed))
    return changed


def assignable_roles(guild: Guild) -> list[Role]:
    """The roles that people may be given: neither @everyone's nor a bot's own."""
    return [role for role in guild.roles.values() if role.id != guild.id and not role.managed]


def set_member_roles(world: World, guild: Guild, user_id: str, role_ids: Collection[str]) -> Member:
    """Gives a member exactly these roles; raises KeyError for one that cannot be given to people."""
    assignable = {role.id for role in assignable_roles(guild)}
    if unknown := set(role_ids) - assignable:
        raise KeyError(f"no roles that people are given: {', '.join(sorted(unknown))}")
    roles = [one for one in guild.roles if one in role_ids]
    return change_member(world, guild, world.member(guild, user_id), roles=roles)


def change_member(world: World, guild: Guild, member: Member, **changes: object) -> Member:
    """A member is another: their `roles`, since when they are here (`joined_at`)."""
    guild.members[member.user.id] = changed = replace(member, **changes)
    world.tell(MemberChanged(guild, changed))
    return changed


def join_guild(world: World, guild: Guild, user: User, *roles: Role) -> Member:
    member = Member(user, [role.id for role in roles], world.clock.timestamp())
    guild.members[user.id] = member
    return member


def invite_bot(world: World, guild: Guild, rights: int) -> None:
    """Brings the bot in with a role of its own, as an invite link with these permissions does."""
    role = add_role(world, guild, world.bot.global_name or world.bot.username, rights, managed_for=world.bot)
    world.state.bot_role[guild.id] = role.id
    join_guild(world, guild, world.bot, role)
    world.tell(BotJoined(guild))


def install_app(world: World, person: Person, installed: bool = True) -> None:
    """Somebody installs the bot for themselves, or takes it away again: wherever they are, they use it."""
    person.has_app = installed
    world.tell(CommandsChanged())


def remove_bot(world: World, guild: Guild) -> None:
    """Somebody kicks the bot out of the server; its role goes with it."""
    del guild.members[world.bot.id]
    guild.roles.pop(world.state.bot_role.pop(guild.id, ""), None)
    for members in (world.state.thread_members[c.id] for c in world.channels_of(guild) if c.is_thread):
        members.pop(world.bot.id, None)
    world.tell(BotRemoved(guild))


def add_channel(
    world: World, guild: Guild, name: str, topic: str | None = None, *, tags: Collection[str] | None = None
) -> Channel:
    """A new text channel or, with `tags` for its posts, a forum."""
    channel = Channel(
        world.new_id(),
        ChannelType.TEXT if tags is None else ChannelType.FORUM,
        name=name,
        guild_id=guild.id,
        parent_id=None,
        position=sum(not channel.is_thread for channel in world.channels_of(guild)),
        permission_overwrites=[],
        topic=topic,
        nsfw=False,
        rate_limit_per_user=0,
        available_tags=UNSET if tags is None else [ForumTag(world.new_id(), tag) for tag in tags],
    )
    world.state.channels[channel.id] = channel
    world.tell(ChannelMade(channel))
    return channel


def direct_messages(world: World, user_id: str) -> Channel:
    """The bot's direct messages with somebody, opened if they were not; raises Unknown User."""
    user = world.user(user_id)
    for channel in world.state.channels.values():
        if channel.is_dm and isinstance(channel.recipients, list) and channel.recipients[0].id == user_id:
            return channel
    channel = Channel(world.new_id(), ChannelType.DM, recipients=[user])
    world.state.channels[channel.id] = channel
    world.tell(ChannelMade(channel))
    return channel


def add_group(world: World, name: str, *people: Person) -> Channel:
    """A group message of these people, without a server; no bot can be in one."""
    recipients = [person.user for person in people]
    channel = Channel(
        world.new_id(), ChannelType.GROUP, name=name, owner_id=recipients[0].id, recipients=recipients
    )
    world.state.channels[channel.id] = channel
    world.tell(ChannelMade(channel))
    return channel


def change_channel(world: World, channel: Channel, **changes: object) -> Channel:
    channel = replace(channel, **changes)
    world.state.channels[channel.id] = channel
    world.tell(ChannelChanged(channel))
    return channel


def remove_channel(world: World, channel: Channel) -> None:
    """Takes away a channel with its threads, or one thread, and every message there."""
    for thread in [c for c in world.state.channels.values() if c.is_thread and c.parent_id == channel.id]:
        _forget(world, thread)
    _forget(world, channel)
    world.tell(ChannelGone(channel))


def _forget(world: World, channel: Channel) -> None:
    world.state.channels.pop(channel.id)
    world.state.thread_members.pop(channel.id, None)
    for post in world.state.posts.pop(channel.id, {}).values():
        world.take_away_files(post.message.attachments)


def overwrite(world: World, channel: Channel, subject_id: str, *, allow: int = 0, deny: int = 0) -> Channel:
    """Allows and denies a role or a member something in a channel, beside what was set before."""
    guild = world.guild_of(channel)
    assert guild is not None, "direct messages have no overwrites"
    assert isinstance(channel.permission_overwrites, list), "a thread has its parent's overwrites"
    others = [entry for entry in channel.permission_overwrites if entry.id != subject_id]
    old = next((entry for entry in channel.permission_overwrites if entry.id == subject_id), None)
    kind = ROLE if subject_id in guild.roles else MEMBER
    allowed = (int(old.allow) if old else 0) & ~deny | allow
    denied = (int(old.deny) if old else 0) & ~allow | deny
    entry = Overwrite(subject_id, kind, str(int(allowed)), str(int(denied)))
    return change_channel(world, channel, permission_overwrites=[*others, entry])


def rights_named(names: tuple[str, ...]) -> int:
    """The bits of permissions given by name; raises KeyError for one that there is not."""
    return sum(int(Permission[name.upper()]) for name in set(names))
