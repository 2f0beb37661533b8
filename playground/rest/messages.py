"""Messages in channels, threads and direct messages: read, posted, edited, deleted, pinned."""

from msgspec import UNSET, UnsetType

from playground import posts, threads
from playground.errors import (
    CLOSED_DMS,
    FOREIGN_MESSAGE,
    MISSING_PERMISSIONS,
    NO_MUTUAL_SERVER,
    NO_TEXT_CHANNEL,
    SYSTEM_MESSAGE,
    THREAD_ARCHIVED,
    THREAD_LOCKED,
    UNKNOWN_MESSAGE,
    DiscordError,
    NotModelled,
)
from playground.gateway_events import as_bot_reads
from playground.model import Channel, JsonObject, Message, MessageType, Post
from playground.permissions import Permission
from playground.posts import Origin
from playground.rest.router import Call, Routes
from playground.rules.form import Form, invalid
from playground.rules.messages import read_message

P = Permission
routes = Routes()


def place(call: Call) -> Channel:
    """The channel of the path, a thread settled; raises Unknown Channel or Missing Access."""
    channel = threads.settle(call.world, call.world.channel(call.params["channel_id"]))
    call.world.require(call.world.bot.id, channel, P.VIEW_CHANNEL)
    return channel


def public_post(call: Call, channel: Channel) -> Post:
    """The message of the path; to the bot's own token an ephemeral one does not exist."""
    post = call.world.post(channel.id, call.params["message_id"])
    if post.is_ephemeral:
        raise DiscordError(UNKNOWN_MESSAGE)
    return post


@routes.add("GET", "/channels/{channel_id}/messages")
def list_messages(call: Call) -> list[Message]:
    channel = place(call)
    if not call.world.may(call.world.bot.id, channel, P.READ_MESSAGE_HISTORY):
        return []
    limit = _limit(call)
    messages = [post.message for post in call.world.posts_in(channel.id).values() if not post.is_ephemeral]
    chosen = _part(messages, call.query, limit)
    return [as_bot_reads(call.world, channel, message) for message in reversed(chosen)]


def _limit(call: Call) -> int:
    limit = call.query.get("limit", "50")
    if not limit.isdigit() or not 1 <= int(limit) <= 100:
        form = Form()
        form.number({"limit": int(limit) if limit.isdigit() else limit}, "limit", (), 1, 100)
        form.answer()
    return int(limit)


def _part(messages: list[Message], query: dict[str, str], limit: int) -> list[Message]:
    """At most `limit` messages, oldest first: the last of those before, the first of those after, some
    around.
    """
    if before := query.get("before"):
        return [m for m in messages if int(m.id) < int(before)][-limit:]
    if after := query.get("after"):
        return [m for m in messages if int(m.id) > int(after)][:limit]
    if around := query.get("around"):
        earlier = [m for m in messages if int(m.id) < int(around)][-(limit // 2) :]
        return earlier + [m for m in messages if int(m.id) >= int(around)][: limit - len(earlier)]
    return messages[-limit:]


@routes.add("GET", "/channels/{channel_id}/messages/{message_id}")
def one_message(call: Call) -> Message:
    channel = place(call)
    call.world.require(call.world.bot.id, channel, P.READ_MESSAGE_HISTORY)
    return as_bot_reads(call.world, channel, public_post(call, channel).message)


@routes.add("POST", "/channels/{channel_id}/messages")
def create_message(call: Call) -> Message:
    channel = place(call)
    _require_to_send(call, channel)
    form = read_message(call.form, call.files)
    return posts.post(
        call.world, channel, call.world.bot, form, _reply(call, channel, form.reference)
    ).message


def _require_to_send(call: Call, channel: Channel) -> None:
    world = call.world
    if channel.is_dm:
        _require_open_to_us(call, channel)
        return
    if channel.is_forum:
        raise DiscordError(NO_TEXT_CHANNEL)
    world.require(world.bot.id, channel, P.SEND_MESSAGES_IN_THREADS if channel.is_thread else P.SEND_MESSAGES)
    if (
        channel.is_thread
        and channel.metadata.locked
        and not world.may(world.bot.id, channel, P.MANAGE_THREADS)
    ):
        raise DiscordError(THREAD_ARCHIVED if channel.metadata.archived else THREAD_LOCKED)
    if call.form.get("embeds"):
        world.require(world.bot.id, channel, P.EMBED_LINKS)
    if call.files:
        world.require(world.bot.id, channel, P.ATTACH_FILES)
    if call.form.get("tts"):
        world.require(world.bot.id, channel, P.SEND_TTS_MESSAGES)


def _require_open_to_us(call: Call, channel: Channel) -> None:
    """The bot may write to whoever shares a server with it or has installed it, and takes direct messages."""
    assert isinstance(channel.recipients, list), "a direct message has its recipient"
    person = call.world.state.people.get(channel.recipients[0].id)
    if person is None or not person.takes_dms:
        raise DiscordError(CLOSED_DMS)
    if not (person.has_app or _shares_a_server(call, person.user.id)):
        raise DiscordError(NO_MUTUAL_SERVER)


def _shares_a_server(call: Call, user_id: str) -> bool:
    bot_id = call.world.bot.id
    return any(
        bot_id in guild.members and user_id in guild.members for guild in call.world.state.guilds.values()
    )


def _reply(call: Call, channel: Channel, reference: JsonObject | UnsetType) -> Origin:
    """How a message that answers another is marked; raises 50035 when that has to be there and is not."""
    if reference is UNSET:
        return Origin()
    if reference.get("type"):
        raise NotModelled("forwarded messages")
    call.world.require(call.world.bot.id, channel, P.READ_MESSAGE_HISTORY)
    referenced = call.world.posts_in(channel.id).get(str(reference.get("message_id")))
    if referenced is None:
        if reference.get("fail_if_not_exists", True):
            raise invalid(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return Origin()
    pointer = {"type": 0, "message_id": referenced.message.id, "channel_id": channel.id}
    if channel.guild_id is not UNSET:
        pointer["guild_id"] = channel.guild_id
    return Origin(MessageType.REPLY, reference=pointer, referenced=referenced.message)


@routes.add("PATCH", "/channels/{channel_id}/messages/{message_id}")
def edit_message(call: Call) -> Message:
    channel = place(call)
    post = public_post(call, channel)
    if post.message.author.id != call.world.bot.id:
        raise DiscordError(FOREIGN_MESSAGE)
    _refuse_archived(channel)
    if call.files:
        call.world.require(call.world.bot.id, channel, P.ATTACH_FILES)
    form = read_message(call.form, call.files, post.message.flags)
    if call.backend.enforce_limits:
        posts.count_old_edit(call.world, post)
    return posts.edit(call.world, post, form).message


def _refuse_archived(channel: Channel) -> None:
    if channel.is_thread and channel.metadata.archived:
        raise DiscordError(THREAD_ARCHIVED)


@routes.add("DELETE", "/channels/{channel_id}/messages/{message_id}")
def delete_message(call: Call) -> None:
    channel = place(call)
    post = public_post(call, channel)
    if post.message.author.id != call.world.bot.id:
        if channel.is_dm:
            raise DiscordError(MISSING_PERMISSIONS)
        call.world.require(call.world.bot.id, channel, P.MANAGE_MESSAGES)
    _refuse_archived(channel)
    if post.message.type == MessageType.THREAD_STARTER:
        raise DiscordError(SYSTEM_MESSAGE)
    posts.delete(call.world, post)


@routes.add("POST", "/channels/{channel_id}/messages/bulk-delete")
def delete_messages(call: Call) -> None:
    channel = place(call)
    call.world.require(call.world.bot.id, channel, P.MANAGE_MESSAGES)
    form = Form()
    ids = form.items(call.form, "messages", (), 2, 100)
    form.answer()
    for message_id in map(str, ids):
        if post := call.world.posts_in(channel.id).get(message_id):
            posts.delete(call.world, post)
