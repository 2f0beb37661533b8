"""What people do: write a command, press, choose, fill in, say something. The page and the tests' people both
do it so.

Each act that the bot shall hear of begins an `Interaction`; what Discord's client would not let anybody do
raises NotOffered.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

from playground import clicks, posts, slash, threads
from playground.backend import Backend
from playground.interactions import Interaction, Kind
from playground.model import Channel, Person, Post
from playground.permissions import Permission
from playground.rules.messages import read_message
from playground.slash import NotOffered


def use_command(
    backend: Backend, person: Person, channel: Channel, name: str, options: Mapping[str, Any]
) -> Interaction:
    _require_view(backend, person, channel)
    data = slash.command_data(backend.world, person, channel, name, options)
    return backend.interactions.begin(Kind.COMMAND, person.user.id, channel, data)


def use_on(
    backend: Backend, person: Person, channel: Channel, kind: int, name: str, target: str
) -> Interaction:
    """A command of the menu on a person or a message (`kind`); the target is a name or an id."""
    _require_view(backend, person, channel)
    data = slash.menu_data(backend.world, person, channel, kind, name, target)
    return backend.interactions.begin(Kind.COMMAND, person.user.id, channel, data)


def ask_choices(
    backend: Backend, person: Person, channel: Channel, name: str, options: Mapping[str, Any], focused: str
) -> Interaction:
    _require_view(backend, person, channel)
    data = slash.autocomplete_data(backend.world, person, channel, name, options, focused)
    return backend.interactions.begin(Kind.AUTOCOMPLETE, person.user.id, channel, data)


def press(backend: Backend, person: Person, post: Post, custom_id: str) -> Interaction:
    channel = _place_of(backend, person, post)
    data = clicks.press_data(post.message, custom_id)
    return backend.interactions.begin(Kind.COMPONENT, person.user.id, channel, data, post)


def choose(backend: Backend, person: Person, post: Post, custom_id: str, values: list[str]) -> Interaction:
    channel = _place_of(backend, person, post)
    data = clicks.choose_data(backend.world, channel, post.message, custom_id, values)
    return backend.interactions.begin(Kind.COMPONENT, person.user.id, channel, data, post)


def submit(
    backend: Backend, person: Person, opened_by: Interaction, values: Mapping[str, Any]
) -> Interaction:
    """Sends the modal with which that interaction was answered; it closes when this is answered."""
    if opened_by.modal is None or opened_by.user_id != person.user.id:
        raise NotOffered(f"no modal is open for {person.name}")
    channel = backend.world.channel(opened_by.channel_id)
    data = clicks.submit_data(backend.world, channel, opened_by.modal, values)
    source = backend.world.posts_in(channel.id).get(opened_by.message_id or "")
    sent = backend.interactions.begin(Kind.MODAL, person.user.id, channel, data, source, opened_by)

    def close(outcome: asyncio.Future[Interaction]) -> None:
        if outcome.exception() is None:
            opened_by.modal = None

    sent.outcome.add_done_callback(close)
    return sent


def say(backend: Backend, person: Person, channel: Channel, text: str) -> Post:
    """Somebody writes an ordinary message."""
    channel = threads.settle(backend.world, channel)
    _require_view(backend, person, channel)
    wanted = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    if not backend.world.may(person.user.id, channel, wanted):
        raise NotOffered(f"{person.name} may not write in {channel.name}")
    if channel.is_thread and channel.metadata.locked and not _manages(backend, person, channel):
        raise NotOffered(f"{channel.name} is locked")
    return posts.post(backend.world, channel, person.user, read_message({"content": text}, {}))


def _manages(backend: Backend, person: Person, channel: Channel) -> bool:
    return backend.world.may(person.user.id, channel, Permission.MANAGE_THREADS)


def _require_view(backend: Backend, person: Person, channel: Channel) -> None:
    if not backend.world.may(person.user.id, channel, Permission.VIEW_CHANNEL):
        raise NotOffered(f"{person.name} does not see {channel.name}")


def _place_of(backend: Backend, person: Person, post: Post) -> Channel:
    """Where the message stands; raises NotOffered to whoever does not see it there."""
    world = backend.world
    message = post.message
    if message.id not in world.posts_in(message.channel_id) or not world.sees(person.user.id, post):
        raise NotOffered(f"{person.name} sees no such message")
    return threads.settle(world, world.channel(message.channel_id))


def seen(backend: Backend, person: Person, channel: Channel) -> list[Post]:
    """The messages that a person sees in a channel, oldest first, those for them alone among the others."""
    world = backend.world
    if not world.may(person.user.id, channel, Permission.VIEW_CHANNEL):
        return []
    return [post for post in world.posts_in(channel.id).values() if world.sees(person.user.id, post)]


def dismiss(post: Post) -> None:
    """Takes an ephemeral message from the screen; the bot does not learn of it."""
    if not post.is_ephemeral:
        raise NotOffered("only messages that nobody else sees can be dismissed")
    post.dismissed = True
