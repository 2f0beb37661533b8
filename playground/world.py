"""The state of the stand-in's Discord: who and what is where, how to find it, and whom to tell when it
changes.

No I/O. What changes places stands in `places`, what changes messages in `posts`; both work on a `World`.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator

from playground import permissions
from playground.clock import ONLY_SHARD, Clock, Shard, Snowflakes
from playground.errors import (
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    UNKNOWN_CHANNEL,
    UNKNOWN_GUILD,
    UNKNOWN_MEMBER,
    UNKNOWN_MESSAGE,
    UNKNOWN_USER,
    DiscordError,
)
from playground.events import Event, Listener
from playground.model import (
    Attachment,
    Channel,
    ChannelType,
    Guild,
    Member,
    Person,
    Post,
    State,
    StoredFile,
    User,
)
from playground.permissions import Permission

UNUSED_FILES = 50
"""Files that can still be loaded after the last message that showed them."""


class World:
    """The state, its clock, and the listeners that hear of every change."""

    def __init__(self, state: State, clock: Clock) -> None:
        self.state = state
        self.clock = clock
        self._snowflakes = Snowflakes(clock, state.last_snowflake)
        self.listeners: list[Listener] = []
        # What is remembered for minutes only, and not in the state: enforced nonces (author and nonce ->
        # channel and message), when old messages were edited, by channel, and files that no message shows
        # any more.
        self.nonces: dict[tuple[str, str], tuple[str, str]] = {}
        self.old_edits: dict[str, list[float]] = {}
        self._unused_files: OrderedDict[str, StoredFile] = OrderedDict()

    def new_id(self, shard: Shard = ONLY_SHARD) -> str:
        """An id that nothing has yet; of a server, one that this shard serves."""
        snowflake = self._snowflakes.next(shard)
        self.state.last_snowflake = self._snowflakes.last
        return snowflake

    def listen(self, listener: Listener) -> None:
        self.listeners.append(listener)

    def stop_listening(self, listener: Listener) -> None:
        self.listeners.remove(listener)

    def tell(self, event: Event) -> None:
        for listener in tuple(self.listeners):
            listener(event)

    # files

    def file(self, attachment_id: str) -> StoredFile | None:
        """What was uploaded as this attachment."""
        return self.state.files.get(attachment_id) or self._unused_files.get(attachment_id)

    def take_away_files(self, attachments: Iterable[Attachment]) -> None:
        """No message shows them any more; whoever is just about to load one still can, as from a real
        network of caches.
        """
        for attachment in attachments:
            if (file := self.state.files.pop(attachment.id, None)) is not None:
                self._unused_files[attachment.id] = file
        while len(self._unused_files) > UNUSED_FILES:
            self._unused_files.popitem(last=False)

    # people

    @property
    def bot(self) -> User:
        return self.state.bot

    def user(self, user_id: str) -> User:
        """The account with this id; raises Unknown User."""
        if user_id == self.bot.id:
            return self.bot
        if person := self.state.people.get(user_id):
            return person.user
        raise DiscordError(UNKNOWN_USER)

    def person(self, name: str) -> Person:
        """The person with this name or id; raises KeyError with the names there are."""
        if person := self.state.people.get(name):
            return person
        for person in self.state.people.values():
            if person.name == name:
                return person
        known = ", ".join(person.name for person in self.state.people.values())
        raise KeyError(f"nobody here is called {name}; there are {known}")

    # places

    def guild(self, guild_id: str) -> Guild:
        """The server with this id as far as the bot is in it; raises Unknown Guild."""
        guild = self.state.guilds.get(guild_id)
        if guild is None:
            raise DiscordError(UNKNOWN_GUILD)
        if self.bot.id not in guild.members:
            raise DiscordError(MISSING_ACCESS)
        return guild

    def guild_of(self, channel: Channel) -> Guild | None:
        """The server that a channel belongs to, None for a direct message."""
        return self.state.guilds[channel.guild_id] if isinstance(channel.guild_id, str) else None

    def is_outside(self, channel: Channel) -> bool:
        """Whether the channel is on a server where the bot is no member, or a group's: in those no bot is."""
        guild = self.guild_of(channel)
        return channel.is_group or (guild is not None and self.bot.id not in guild.members)

    def member(self, guild: Guild, user_id: str) -> Member:
        member = guild.members.get(user_id)
        if member is None:
            raise DiscordError(UNKNOWN_MEMBER)
        return member

    def channel(self, channel_id: str) -> Channel:
        """The channel, thread or direct message with this id; raises Unknown Channel."""
        channel = self.state.channels.get(channel_id)
        if channel is None:
            raise DiscordError(UNKNOWN_CHANNEL)
        return channel

    def channel_named(self, name: str, guild_id: str | None = None) -> Channel:
        """The channel or thread with this name or id; raises KeyError when none has it, or several have.

        A name is looked for in the server given, or in all of them.
        """
        if channel := self.state.channels.get(name):
            return channel
        wanted = name.removeprefix("#")
        found = [
            channel
            for channel in self.state.channels.values()
            if channel.name == wanted and guild_id in (None, channel.guild_id)
        ]
        if len(found) != 1:
            raise KeyError(f"{len(found)} channels are called #{wanted}")
        return found[0]

    def channels_of(self, guild: Guild) -> Iterator[Channel]:
        """The server's channels and threads, oldest first."""
        return (channel for channel in self.state.channels.values() if channel.guild_id == guild.id)

    def rights_place(self, channel: Channel) -> Channel:
        """The channel whose overwrites count: a thread's parent, any other channel itself."""
        return self.state.channels[str(channel.parent_id)] if channel.is_thread else channel

    # messages

    def posts_in(self, channel_id: str) -> dict[str, Post]:
        return self.state.posts.setdefault(channel_id, {})

    def post(self, channel_id: str, message_id: str) -> Post:
        """The message with this id, ephemeral ones included; raises Unknown Message."""
        post = self.state.posts.get(channel_id, {}).get(message_id)
        if post is None:
            raise DiscordError(UNKNOWN_MESSAGE)
        return post

    # permissions

    def rights(self, user_id: str, channel: Channel) -> int:
        """What this account may do in this channel, as permission bits."""
        guild = self.guild_of(channel)
        if guild is None:
            return permissions.IN_A_DM if self._is_party_to(user_id, channel) else permissions.NOTHING
        member = guild.members.get(user_id)
        if member is None:
            return permissions.NOTHING
        rights = permissions.in_channel(guild, member, self.rights_place(channel))
        if channel.type == ChannelType.PRIVATE_THREAD and not rights & Permission.MANAGE_THREADS:
            return rights if user_id in self.state.thread_members[channel.id] else permissions.NOTHING
        return rights

    def _is_party_to(self, user_id: str, channel: Channel) -> bool:
        recipients = channel.recipients if isinstance(channel.recipients, list) else []
        is_bots = user_id == self.bot.id and not channel.is_group
        return is_bots or any(user.id == user_id for user in recipients)

    def may(self, user_id: str, channel: Channel, *wanted: Permission) -> bool:
        rights = self.rights(user_id, channel)
        return all(rights & permission for permission in wanted)

    def require(self, user_id: str, channel: Channel, *wanted: Permission) -> None:
        """Raises Missing Access when the channel cannot be seen, Missing Permissions when another right
        lacks.
        """
        rights = self.rights(user_id, channel)
        if not rights & Permission.VIEW_CHANNEL:
            raise DiscordError(MISSING_ACCESS)
        if not all(rights & permission for permission in wanted):
            raise DiscordError(MISSING_PERMISSIONS)

    def sees(self, user_id: str, post: Post) -> bool:
        """Whether this account sees the message where it stands."""
        if post.is_ephemeral:
            return post.only_for == user_id and not post.dismissed
        channel = self.state.channels.get(post.message.channel_id)
        return channel is not None and self.may(user_id, channel, Permission.VIEW_CHANNEL)
