"""Opening threads, and who is in them."""

from msgspec import to_builtins

from playground import posts, threads
from playground.errors import (
    TAG_REQUIRED,
    THREAD_ALREADY_CREATED,
    THREAD_ARCHIVED,
    UNKNOWN_MEMBER,
    WRONG_CHANNEL_TYPE,
    DiscordError,
)
from playground.model import Channel, ChannelType, JsonObject, Message, MessageType, Post, ThreadMember
from playground.permissions import Permission
from playground.rest.messages import place, public_post
from playground.rest.router import Call, Routes
from playground.rules.form import Form
from playground.rules.messages import read_message

P = Permission
routes = Routes()
DEFAULT_ARCHIVE_MINUTES = 4320


@routes.add("POST", "/channels/{channel_id}/messages/{message_id}/threads", status=201)
def open_from_message(call: Call) -> Channel:
    parent = place(call)
    post = public_post(call, parent)
    _require_text_channel(parent)
    call.world.require(call.world.bot.id, parent, P.CREATE_PUBLIC_THREADS, P.READ_MESSAGE_HISTORY)
    name, minutes = _settings(call)
    if post.message.id in call.world.state.channels:
        raise DiscordError(THREAD_ALREADY_CREATED)
    thread = threads.open_thread(
        call.world, parent, call.world.bot.id, name, minutes, ChannelType.PUBLIC_THREAD, start=post
    )
    pointer = {"type": 0, "message_id": post.message.id, "channel_id": parent.id, "guild_id": parent.guild_id}
    _system_message(call, thread, MessageType.THREAD_STARTER, "", pointer)
    return call.world.channel(thread.id)


@routes.add("POST", "/channels/{channel_id}/threads", status=201)
def open_bare(call: Call) -> Channel | JsonObject:
    """A thread without a message, which Discord makes private unless the type says otherwise; or a forum's
    post, with its first message.
    """
    parent = place(call)
    if parent.is_forum:
        return _open_post(call, parent)
    _require_text_channel(parent)
    kind = call.form.get("type") or ChannelType.PRIVATE_THREAD
    form = Form()
    form.choice(kind, ("type",), (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD))
    form.answer()
    public = kind == ChannelType.PUBLIC_THREAD
    call.world.require(
        call.world.bot.id, parent, P.CREATE_PUBLIC_THREADS if public else P.CREATE_PRIVATE_THREADS
    )
    name, minutes = _settings(call)
    thread = threads.open_thread(call.world, parent, call.world.bot.id, name, minutes, kind)
    if public:
        pointer = {"type": 0, "channel_id": thread.id, "guild_id": parent.guild_id}
        _system_message(call, parent, MessageType.THREAD_CREATED, name, pointer)
    return call.world.channel(thread.id)


REQUIRE_TAG = 1 << 4
"""The flag of a forum whose posts need a tag."""


def _open_post(call: Call, forum: Channel) -> JsonObject:
    """The answer has the message beside the thread. No nonce is taken: the same sent twice is two posts
    (https://discord.com/developers/docs/resources/channel#start-thread-in-forum-or-media-channel).
    """
    call.world.require(call.world.bot.id, forum, P.SEND_MESSAGES)
    name, minutes = _settings(call)
    message = read_message(call.form.get("message") or {}, call.files)
    tags = checked_tags(call, forum)
    if forum.flags & REQUIRE_TAG and not tags:
        raise DiscordError(TAG_REQUIRED)
    thread = threads.open_thread(
        call.world, forum, call.world.bot.id, name, minutes, ChannelType.PUBLIC_THREAD, tags=tags
    )
    first = posts.post(call.world, thread, call.world.bot, message, id=thread.id)
    return to_builtins(call.world.channel(thread.id)) | {"message": first.message}


def checked_tags(call: Call, forum: Channel) -> list[str]:
    """The tags of the body, as the forum has them."""
    form = Form()
    tags = [str(tag) for tag in form.items(call.form, "applied_tags", (), 0, MOST_TAGS)]
    known = {tag.id for tag in forum.available_tags or ()}
    if not known.issuperset(tags):
        form.wrong(("applied_tags",), "INVALID_FORUM_TAG", "Unknown tag")
    form.answer()
    return tags


MOST_TAGS = 5


def _require_text_channel(channel: Channel) -> None:
    if channel.type != ChannelType.TEXT:
        raise DiscordError(WRONG_CHANNEL_TYPE)


def _settings(call: Call) -> tuple[str, int]:
    """The thread's name and after how many silent minutes it is archived."""
    form = Form()
    name = form.text(call.form, "name", (), 100, low=1, required=True)
    minutes = call.form.get("auto_archive_duration") or DEFAULT_ARCHIVE_MINUTES
    form.choice(minutes, ("auto_archive_duration",), threads.ARCHIVE_MINUTES)
    form.number(call.form, "rate_limit_per_user", (), 0, 21_600)
    form.answer()
    assert name is not None
    return name, minutes


def _system_message(
    call: Call, channel: Channel, kind: int, content: str, pointer: dict[str, object]
) -> None:
    message = Message(
        id=call.world.new_id(),
        channel_id=channel.id,
        author=call.world.bot,
        timestamp=call.world.clock.timestamp(),
        type=kind,
        content=content,
        message_reference=pointer,
    )
    posts.put(call.world, channel, Post(message))


def _thread(call: Call) -> Channel:
    thread = place(call)
    if not thread.is_thread:
        raise DiscordError(WRONG_CHANNEL_TYPE)
    return thread


@routes.add("GET", "/channels/{channel_id}/thread-members")
def list_members(call: Call) -> list[ThreadMember]:
    return list(call.world.state.thread_members[_thread(call).id].values())


@routes.add("GET", "/channels/{channel_id}/thread-members/{user_id}")
def one_member(call: Call) -> ThreadMember:
    member = call.world.state.thread_members[_thread(call).id].get(call.params["user_id"])
    if member is None:
        raise DiscordError(UNKNOWN_MEMBER)
    return member


@routes.add("PUT", "/channels/{channel_id}/thread-members/@me")
def join(call: Call) -> None:
    threads.join(call.world, _open_thread(call).id, call.world.bot.id)


@routes.add("DELETE", "/channels/{channel_id}/thread-members/@me")
def leave(call: Call) -> None:
    threads.leave(call.world, _open_thread(call).id, call.world.bot.id)


@routes.add("PUT", "/channels/{channel_id}/thread-members/{user_id}")
def add_member(call: Call) -> None:
    thread = _open_thread(call)
    call.world.require(call.world.bot.id, thread, P.SEND_MESSAGES_IN_THREADS)
    guild = call.world.guild_of(thread)
    assert guild is not None, "a thread stands in a server"
    threads.join(call.world, thread.id, call.world.member(guild, call.params["user_id"]).user.id)


@routes.add("DELETE", "/channels/{channel_id}/thread-members/{user_id}")
def remove_member(call: Call) -> None:
    thread = _open_thread(call)
    if thread.owner_id != call.world.bot.id or thread.type != ChannelType.PRIVATE_THREAD:
        call.world.require(call.world.bot.id, thread, P.MANAGE_THREADS)
    threads.leave(call.world, thread.id, call.params["user_id"])


def _open_thread(call: Call) -> Channel:
    thread = _thread(call)
    if thread.metadata.archived:
        raise DiscordError(THREAD_ARCHIVED)
    return thread
