"""The life of a thread: opened, joined, archived by hand or by silence, reopened by a message, locked."""

from datetime import datetime

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from playground.errors import TOO_MANY_THREADS, DiscordError
from playground.events import ChannelChanged, ChannelMade, PostChanged, ThreadMembersChanged
from playground.model import Channel, ChannelType, MessageFlag, Post, ThreadMember, ThreadMetadata
from playground.world import World

MOST_ACTIVE = 1000
ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


def open_thread(
    world: World,
    parent: Channel,
    owner_id: str,
    name: str,
    archive_minutes: int,
    kind: int,
    start: Post | None = None,
    tags: list[str] | UnsetType = UNSET,
) -> Channel:
    """Opens a thread under a channel; from the message `start`, its id is the message's. `tags`: a forum's
    post has these.

    Raises DiscordError when the server has as many active threads as it may.
    """
    _refuse_too_many(world, parent)
    now = world.clock.timestamp()
    thread = Channel(
        id=start.message.id if start else world.new_id(),
        type=kind,
        name=name,
        guild_id=parent.guild_id,
        parent_id=parent.id,
        owner_id=owner_id,
        rate_limit_per_user=0,
        message_count=0,
        member_count=0,
        total_message_sent=0,
        applied_tags=tags,
        thread_metadata=ThreadMetadata(
            archive_timestamp=now,
            create_timestamp=now,
            auto_archive_duration=archive_minutes,
            invitable=True if kind == ChannelType.PRIVATE_THREAD else UNSET,
        ),
    )
    world.state.channels[thread.id] = thread
    world.state.thread_members[thread.id] = {}
    world.tell(ChannelMade(thread))
    join(world, thread.id, owner_id)
    if start:
        flags = start.message.flags | MessageFlag.HAS_THREAD
        start.message = replace(start.message, flags=flags, thread=world.channel(thread.id))
        world.tell(PostChanged(start))
    return world.channel(thread.id)


def _refuse_too_many(world: World, parent: Channel) -> None:
    active = sum(
        channel.is_thread and channel.guild_id == parent.guild_id and not channel.metadata.archived
        for channel in world.state.channels.values()
    )
    if active >= MOST_ACTIVE:
        raise DiscordError(TOO_MANY_THREADS)


def join(world: World, thread_id: str, user_id: str) -> None:
    """Makes somebody a member of the thread; nothing happens to one who is."""
    members = world.state.thread_members[thread_id]
    if user_id in members:
        return
    members[user_id] = ThreadMember(thread_id, user_id, world.clock.timestamp())
    _recount(world, thread_id)
    world.tell(ThreadMembersChanged(world.channel(thread_id), joined=(user_id,)))


def leave(world: World, thread_id: str, user_id: str) -> None:
    if world.state.thread_members[thread_id].pop(user_id, None):
        _recount(world, thread_id)
        world.tell(ThreadMembersChanged(world.channel(thread_id), left=(user_id,)))


def _recount(world: World, thread_id: str) -> None:
    thread = world.channel(thread_id)
    count = len(world.state.thread_members[thread_id])
    world.state.channels[thread_id] = replace(thread, member_count=count)


def change(world: World, thread: Channel, **changes: object) -> Channel:
    """Sets fields of the thread itself and of its metadata, and tells of it.

    Archiving or unarchiving also moves the time from which silence is counted.
    """
    fields = ("name", "rate_limit_per_user", "applied_tags")
    own = {key: value for key, value in changes.items() if key in fields}
    meta = {key: value for key, value in changes.items() if key not in own}
    metadata = thread.metadata
    if meta.get("archived", metadata.archived) != metadata.archived:
        meta["archive_timestamp"] = world.clock.timestamp()
    thread = replace(thread, **own, thread_metadata=replace(metadata, **meta))
    world.state.channels[thread.id] = thread
    world.tell(ChannelChanged(thread))
    return thread


def settle(world: World, thread: Channel) -> Channel:
    """The thread as it stands now: archived if nobody has spoken for as long as it waits."""
    if not thread.is_thread or thread.metadata.archived:
        return thread
    if world.clock.now() < _last_word(world, thread) + thread.metadata.auto_archive_duration * 60:
        return thread
    return change(world, thread, archived=True)


def _last_word(world: World, thread: Channel) -> float:
    last = datetime.fromisoformat(thread.metadata.archive_timestamp).timestamp()
    posts = world.posts_in(thread.id)
    if posts:
        last = max(last, datetime.fromisoformat(next(reversed(posts.values())).message.timestamp).timestamp())
    return last
