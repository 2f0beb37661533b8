"""What happens in the world, told to whoever listens: the gateway, the page, people who wait."""

from collections.abc import Callable
from dataclasses import dataclass

from playground.model import Channel, Guild, Member, Post, Role


@dataclass(frozen=True, slots=True)
class PostMade:
    post: Post


@dataclass(frozen=True, slots=True)
class PostChanged:
    post: Post


@dataclass(frozen=True, slots=True)
class PostGone:
    post: Post


@dataclass(frozen=True, slots=True)
class ChannelMade:
    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelChanged:
    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelGone:
    channel: Channel


@dataclass(frozen=True, slots=True)
class ThreadMembersChanged:
    thread: Channel
    joined: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoleChanged:
    guild: Guild
    role: Role


@dataclass(frozen=True, slots=True)
class MemberChanged:
    """Somebody was given a role, or lost one."""

    guild: Guild
    member: Member


@dataclass(frozen=True, slots=True)
class BotJoined:
    guild: Guild


@dataclass(frozen=True, slots=True)
class BotRemoved:
    guild: Guild


@dataclass(frozen=True, slots=True)
class CommandsChanged:
    """The bot's commands were registered anew."""


@dataclass(frozen=True, slots=True)
class TypingStarted:
    channel: Channel
    user_id: str


Event = (
    PostMade | PostChanged | PostGone
    | ChannelMade | ChannelChanged | ChannelGone | ThreadMembersChanged
    | RoleChanged | MemberChanged | BotJoined | BotRemoved | CommandsChanged | TypingStarted
)  # fmt: skip
Listener = Callable[[Event], None]
