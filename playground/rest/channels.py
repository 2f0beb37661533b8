"""Channels and threads themselves: read, changed, deleted; typing."""

from msgspec.structs import replace

from playground import places, threads
from playground.errors import (
    MISSING_PERMISSIONS,
    NOT_IN_A_DM,
    RATE_LIMITED,
    THREAD_ARCHIVED,
    DiscordError,
    NotModelled,
    too_many,
)
from playground.events import TypingStarted
from playground.model import Channel, ForumTag
from playground.permissions import Permission
from playground.rest.messages import place
from playground.rest.router import Call, Routes
from playground.rest.threads import checked_tags
from playground.rules.form import Form

P = Permission
routes = Routes()
THREAD_FIELDS = (
    *("name", "archived", "locked", "auto_archive_duration", "rate_limit_per_user", "invitable"),
    "applied_tags",
)
CHANNEL_FIELDS = ("name", "topic", "nsfw", "rate_limit_per_user", "position", "available_tags")
MOST_TAGS, LONGEST_TAG = 20, 20


@routes.add("GET", "/channels/{channel_id}")
def channel(call: Call) -> Channel:
    return place(call)


@routes.add("PATCH", "/channels/{channel_id}")
def change(call: Call) -> Channel:
    channel = place(call)
    if channel.is_dm:
        raise DiscordError(NOT_IN_A_DM)
    if {"name", "topic"} & set(call.form) and (wait := call.backend.buckets.take_rename(channel.id)):
        raise too_many(RATE_LIMITED, wait)
    return _change_thread(call, channel) if channel.is_thread else _change_channel(call, channel)


def _change_thread(call: Call, thread: Channel) -> Channel:
    changes = _changes(call, THREAD_FIELDS)
    manages = call.world.may(call.world.bot.id, thread, P.MANAGE_THREADS)
    metadata = thread.metadata
    _require_to_change(call, thread, changes, manages)
    if metadata.archived and changes.get("archived") is not False and set(changes) - {"archived"}:
        raise DiscordError(THREAD_ARCHIVED)
    if "applied_tags" in changes:
        changes["applied_tags"] = checked_tags(call, call.world.channel(str(thread.parent_id)))
    return threads.change(call.world, thread, **changes)


def _require_to_change(call: Call, thread: Channel, changes: dict[str, object], manages: bool) -> None:
    """Its owner may rename, archive and reopen a thread; locking it, or touching a locked one, takes
    MANAGE_THREADS.

    Anybody who may write in a thread that is archived but not locked may reopen it.
    """
    if manages:
        return
    locking = "locked" in changes and changes["locked"] != thread.metadata.locked
    if locking or "rate_limit_per_user" in changes or thread.metadata.locked:
        raise DiscordError(MISSING_PERMISSIONS)
    only_reopens = changes.get("archived") is False and set(changes) <= {"archived", "locked"}
    if thread.owner_id != call.world.bot.id and not only_reopens:
        raise DiscordError(MISSING_PERMISSIONS)
    call.world.require(call.world.bot.id, thread, P.SEND_MESSAGES_IN_THREADS)


def _change_channel(call: Call, channel: Channel) -> Channel:
    call.world.require(call.world.bot.id, channel, P.MANAGE_CHANNELS)
    changes = _changes(call, CHANNEL_FIELDS)
    if "available_tags" in changes:
        changes["available_tags"] = _tags(call, channel)
    return places.change_channel(call.world, channel, **changes)


def _tags(call: Call, forum: Channel) -> list[ForumTag]:
    """The forum's tags from now on; those that come without an id are new."""
    form, known = Form(), {tag.id: tag for tag in forum.available_tags or ()}
    given = form.items(call.form, "available_tags", (), 0, MOST_TAGS)
    for at, tag in enumerate(given):
        form.text(tag, "name", ("available_tags", at), LONGEST_TAG, required=True)
    form.answer()
    return [
        replace(known[tag["id"]], name=tag["name"])
        if tag.get("id") in known
        else ForumTag(call.world.new_id(), tag["name"])
        for tag in given
    ]


def _changes(call: Call, known: tuple[str, ...]) -> dict[str, object]:
    """What is to be changed; raises NotModelled for a field that is not here."""
    form = Form()
    body = call.form
    form.text(body, "name", (), 100, low=1)
    form.text(body, "topic", (), 1024)
    form.number(body, "rate_limit_per_user", (), 0, 21_600)
    if "auto_archive_duration" in body:
        form.choice(body["auto_archive_duration"], ("auto_archive_duration",), threads.ARCHIVE_MINUTES)
    form.answer()
    if unknown := set(body) - set(known):
        raise NotModelled(f"changing {', '.join(sorted(unknown))} of a channel or thread")
    return {key: body[key] for key in known if key in body}


@routes.add("DELETE", "/channels/{channel_id}")
def delete(call: Call) -> Channel:
    channel = place(call)
    if channel.is_dm:
        raise NotModelled("closing direct messages")
    call.world.require(
        call.world.bot.id, channel, P.MANAGE_THREADS if channel.is_thread else P.MANAGE_CHANNELS
    )
    places.remove_channel(call.world, channel)
    return channel


@routes.add("POST", "/channels/{channel_id}/typing")
def typing(call: Call) -> None:
    channel = place(call)
    if not channel.is_dm:
        wanted = P.SEND_MESSAGES_IN_THREADS if channel.is_thread else P.SEND_MESSAGES
        call.world.require(call.world.bot.id, channel, wanted)
    call.world.tell(TypingStarted(channel, call.world.bot.id))
