"""The things of Discord's world, in the shape in which Discord sends them.

Each struct encodes straight to Discord's JSON object of that name; a field that Discord leaves out is UNSET.
What the world knows beyond the wire (who may see a message, who was notified) stands in `Post` and `Person`.
A message is replaced as a whole when it changes, so an older one that somebody holds stays as it was.
"""

from typing import Any

from msgspec import UNSET, Struct, UnsetType, field

JsonObject = dict[str, Any]


class ChannelType:
    TEXT = 0
    DM = 1
    GROUP = 3
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    FORUM = 15


class MessageType:
    DEFAULT = 0
    PINNED = 6
    THREAD_CREATED = 18
    REPLY = 19
    CHAT_INPUT_COMMAND = 20
    THREAD_STARTER = 21


class MessageFlag:
    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


class User(Struct):
    id: str
    username: str
    global_name: str | None = None
    discriminator: str = "0"
    avatar: str | None = None
    bot: bool = False
    public_flags: int = 0


class Role(Struct):
    id: str
    name: str
    permissions: str
    position: int = 0
    color: int = 0
    hoist: bool = False
    managed: bool = False
    mentionable: bool = False
    flags: int = 0
    icon: None = None
    unicode_emoji: None = None
    tags: JsonObject | UnsetType = UNSET


class Member(Struct):
    user: User
    roles: list[str]
    joined_at: str
    nick: str | None = None
    avatar: None = None
    premium_since: None = None
    communication_disabled_until: None = None
    deaf: bool = False
    mute: bool = False
    pending: bool = False
    flags: int = 0


class Overwrite(Struct):
    id: str
    type: int
    allow: str = "0"
    deny: str = "0"


class ThreadMetadata(Struct):
    archive_timestamp: str
    create_timestamp: str
    archived: bool = False
    auto_archive_duration: int = 4320
    locked: bool = False
    invitable: bool | UnsetType = UNSET


class ThreadMember(Struct):
    id: str
    user_id: str
    join_timestamp: str
    flags: int = 1


class ForumTag(Struct):
    id: str
    name: str
    moderated: bool = False
    emoji_id: None = None
    emoji_name: str | None = None


class Channel(Struct):
    """A text channel, a forum, a thread or a direct message; which fields are set depends on which."""

    id: str
    type: int
    name: str | UnsetType = UNSET
    guild_id: str | UnsetType = UNSET
    parent_id: str | UnsetType | None = UNSET
    last_message_id: str | None = None
    flags: int = 0
    position: int | UnsetType = UNSET
    permission_overwrites: list[Overwrite] | UnsetType = UNSET
    topic: str | UnsetType | None = UNSET
    nsfw: bool | UnsetType = UNSET
    rate_limit_per_user: int | UnsetType = UNSET
    owner_id: str | UnsetType = UNSET
    message_count: int | UnsetType = UNSET
    member_count: int | UnsetType = UNSET
    total_message_sent: int | UnsetType = UNSET
    thread_metadata: ThreadMetadata | UnsetType = UNSET
    recipients: list[User] | UnsetType = UNSET
    available_tags: list[ForumTag] | UnsetType = UNSET
    applied_tags: list[str] | UnsetType = UNSET
    # set only in what is sent of it
    permissions: str | UnsetType = UNSET
    member: ThreadMember | UnsetType = UNSET
    newly_created: bool | UnsetType = UNSET

    @property
    def is_thread(self) -> bool:
        return self.type in (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD)

    @property
    def is_forum(self) -> bool:
        return self.type == ChannelType.FORUM

    @property
    def is_dm(self) -> bool:
        return self.type == ChannelType.DM

    @property
    def is_group(self) -> bool:
        return self.type == ChannelType.GROUP

    @property
    def metadata(self) -> ThreadMetadata:
        """The thread's own facts; only a thread has them."""
        assert isinstance(self.thread_metadata, ThreadMetadata), f"{self.name} is no thread"
        return self.thread_metadata


class Attachment(Struct):
    id: str
    filename: str
    size: int
    url: str
    proxy_url: str
    content_type: str
    description: str | UnsetType = UNSET
    width: int | UnsetType = UNSET
    height: int | UnsetType = UNSET
    ephemeral: bool | UnsetType = UNSET


class Message(Struct):
    id: str
    channel_id: str
    author: User
    timestamp: str
    type: int = MessageType.DEFAULT
    content: str = ""
    edited_timestamp: str | None = None
    attachments: list[Attachment] = field(default_factory=list)
    embeds: list[JsonObject] = field(default_factory=list)
    components: list[JsonObject] = field(default_factory=list)
    mentions: list[User] = field(default_factory=list)
    mention_roles: list[str] = field(default_factory=list)
    mention_everyone: bool = False
    pinned: bool = False
    tts: bool = False
    flags: int = 0
    nonce: str | int | UnsetType = UNSET
    webhook_id: str | UnsetType = UNSET
    application_id: str | UnsetType = UNSET
    interaction_metadata: JsonObject | UnsetType = UNSET
    message_reference: JsonObject | UnsetType = UNSET
    referenced_message: "Message | UnsetType | None" = UNSET
    thread: Channel | UnsetType = UNSET
    # set only in what the gateway sends of it
    guild_id: str | UnsetType = UNSET
    member: JsonObject | UnsetType = UNSET


class EventStatus:
    SCHEDULED = 1
    ACTIVE = 2
    COMPLETED = 3
    CANCELED = 4


class ScheduledEvent(Struct):
    """An event in a server's list that takes place somewhere else. Times are Discord's: ISO 8601."""

    id: str
    guild_id: str
    creator_id: str
    creator: User
    name: str
    scheduled_start_time: str
    scheduled_end_time: str
    entity_metadata: JsonObject
    description: str | None = None
    status: int = EventStatus.SCHEDULED
    privacy_level: int = 2
    entity_type: int = 3
    channel_id: None = None
    entity_id: None = None
    image: None = None
    recurrence_rule: None = None


class Post(Struct):
    """A message and what Discord knows of it without saying: who alone may see it, who was notified by it."""

    message: Message
    only_for: str | None = None
    notified: list[str] = field(default_factory=list)
    dismissed: bool = False

    @property
    def is_ephemeral(self) -> bool:
        return self.only_for is not None


class Person(Struct):
    """Somebody at a screen: their account, their language, whether they take direct messages, and whether
    they have installed the bot for themselves.
    """

    user: User
    locale: str = "en-US"
    takes_dms: bool = True
    avatar_color: str = "#888888"
    has_app: bool = False

    @property
    def name(self) -> str:
        return self.user.global_name or self.user.username


class Guild(Struct):
    id: str
    name: str
    owner_id: str
    joined_at: str
    roles: dict[str, Role]
    members: dict[str, Member]
    preferred_locale: str = "en-US"


class StoredFile(Struct):
    """An uploaded file, served again under its attachment's address."""

    filename: str
    content_type: str
    content: bytes


class StoredEmoji(Struct):
    """One of the application's own."""

    name: str
    content_type: str
    content: bytes


class State(Struct):
    """Everything there is, so that it can be written to a file and read again."""

    application_id: str
    bot: User
    bot_role: dict[str, str] = field(default_factory=dict)
    people: dict[str, Person] = field(default_factory=dict)
    guilds: dict[str, Guild] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    thread_members: dict[str, dict[str, ThreadMember]] = field(default_factory=dict)
    posts: dict[str, dict[str, Post]] = field(default_factory=dict)
    commands: dict[str, list[JsonObject]] = field(default_factory=dict)
    files: dict[str, StoredFile] = field(default_factory=dict)
    emojis: dict[str, StoredEmoji] = field(default_factory=dict)
    scheduled_events: dict[str, dict[str, ScheduledEvent]] = field(default_factory=dict)
    last_snowflake: int = 0
    cdn: str = ""
