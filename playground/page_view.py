"""What the page of one person shows, as JSON frames: everything at first, then each change. Pure."""

from collections.abc import Iterator

from msgspec.structs import replace

from playground import permissions, places
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
    TypingStarted,
)
from playground.model import Channel, Guild, JsonObject, Person, Post, Role
from playground.permissions import Permission
from playground.slash import offered
from playground.world import World

MESSAGES_AT_FIRST = 100


class PageView:
    """What one person sees; it remembers which channels their page knows of."""

    def __init__(self, world: World, person: Person) -> None:
        self.world = world
        self.person = person
        self._known: set[str] = set()

    def hello(self) -> JsonObject:
        """Everything, as a page needs it that has just been opened."""
        channels = [channel for channel in self.world.state.channels.values() if self._sees(channel)]
        self._known = {channel.id for channel in channels}
        return {
            "type": "hello",
            "me": self.person.user.id,
            "locale": self.person.locale,
            "people": [self._somebody(person) for person in self.world.state.people.values()],
            "guilds": [self._server(guild) for guild in self.world.state.guilds.values()],
            "channels": [self._shown(channel) for channel in channels],
            "messages": {channel.id: self._messages(channel) for channel in channels},
            "commands": self._commands(),
        }

    def frames(self, event: Event) -> Iterator[JsonObject]:
        """What the page is told of a change, if it is any of this person's business."""
        match event:
            case PostMade(post) | PostChanged(post):
                yield from self._message(post, new=isinstance(event, PostMade))
            case PostGone(post):
                if post.only_for in (None, self.person.user.id) and post.message.channel_id in self._known:
                    yield message_gone(post)
            case ChannelMade(channel) | ChannelChanged(channel):
                yield from self._channel(channel)
            case ChannelGone(channel):
                yield from self._channel_gone(channel)
            case CommandsChanged():
                yield {"type": "commands", "commands": self._commands()}
            case TypingStarted(channel, user_id):
                if channel.id in self._known and user_id != self.person.user.id:
                    yield {"type": "typing", "channel_id": channel.id, "user_id": user_id}
            case RoleChanged() | MemberChanged() | BotJoined() | BotRemoved():
                # Who may see what may have changed anywhere.
                yield self.hello()
            case _:
                pass

    def _message(self, post: Post, new: bool) -> Iterator[JsonObject]:
        if not self.world.sees(self.person.user.id, post):
            return
        yield {"type": "message", "message": post.message}
        if new and self.person.user.id in post.notified:
            message = post.message
            yield {"type": "ping", "message_id": message.id, "channel_id": message.channel_id}

    def _channel(self, channel: Channel) -> Iterator[JsonObject]:
        if not self._sees(channel):
            yield from self._unseen(channel.id)
            return
        yield {"type": "channel", "channel": self._shown(channel)}
        if channel.id not in self._known:
            self._known.add(channel.id)
            for message in self._messages(channel):
                yield {"type": "message", "message": message}
        if not channel.is_thread:
            yield from self._threads_of(channel)

    def _threads_of(self, channel: Channel) -> Iterator[JsonObject]:
        """A channel that comes into sight brings its threads, one that goes takes them along."""
        for thread in self.world.state.channels.values():
            if thread.is_thread and thread.parent_id == channel.id and thread.id not in self._known:
                yield from self._channel(thread)

    def _channel_gone(self, channel: Channel) -> Iterator[JsonObject]:
        for channel_id in list(self._known):
            if channel_id not in self.world.state.channels:
                yield from self._unseen(channel_id)

    def _unseen(self, channel_id: str) -> Iterator[JsonObject]:
        if channel_id in self._known:
            self._known.remove(channel_id)
            yield {"type": "channel_gone", "id": channel_id}
        for thread in self.world.state.channels.values():
            if thread.is_thread and thread.parent_id == channel_id:
                yield from self._unseen(thread.id)

    def _sees(self, channel: Channel) -> bool:
        return self.world.may(self.person.user.id, channel, Permission.VIEW_CHANNEL)

    def _shown(self, channel: Channel) -> Channel:
        return replace(channel, permissions=str(self.world.rights(self.person.user.id, channel)))

    def _messages(self, channel: Channel) -> list[object]:
        posts = self.world.posts_in(channel.id).values()
        visible = [post.message for post in posts if self.world.sees(self.person.user.id, post)]
        return list(visible[-MESSAGES_AT_FIRST:])

    def _commands(self) -> list[JsonObject]:
        """The commands offered to this person in any channel that they see."""
        found: dict[str, JsonObject] = {}
        for channel in self.world.state.channels.values():
            if self._sees(channel):
                found |= {command["id"]: command for command in offered(self.world, self.person, channel)}
        return list(found.values())

    def _server(self, guild: Guild) -> JsonObject:
        assignable = places.assignable_roles(guild)
        roles = [_role(role, role in assignable) for role in guild.roles.values() if role.id != guild.id]
        outside = self.world.bot.id not in guild.members
        return {"id": guild.id, "name": guild.name, "roles": roles, "outside": outside}

    def _somebody(self, person: Person) -> JsonObject:
        return {
            "id": person.user.id,
            "name": person.name,
            "avatar_color": person.avatar_color,
            "moderator": _moderates(self.world, person),
            "roles": [
                role
                for guild in self.world.state.guilds.values()
                if person.user.id in guild.members
                for role in guild.members[person.user.id].roles
            ],
        }


def _role(role: Role, assignable: bool) -> JsonObject:
    manages = bool(int(role.permissions) & Permission.MANAGE_GUILD)
    return {"id": role.id, "name": role.name, "manages": manages, "assignable": assignable}


def message_gone(post: Post) -> JsonObject:
    return {"type": "message_gone", "channel_id": post.message.channel_id, "id": post.message.id}


def _moderates(world: World, person: Person) -> bool:
    memberships = [(guild, guild.members.get(person.user.id)) for guild in world.state.guilds.values()]
    return any(
        member and permissions.in_guild(guild, member) & Permission.MANAGE_GUILD
        for guild, member in memberships
    )
