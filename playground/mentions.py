"""Whom a message names and whom it notifies, under allowed_mentions and the author's permissions. Pure.

A name that may not notify still reads as a mention on the screen; it is only left out of `mentions`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from playground.model import Channel, User
from playground.permissions import Permission
from playground.rules.messages import AllowedMentions
from playground.world import World

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(?:everyone|here)\b")


@dataclass(slots=True)
class Mentions:
    users: list[User] = field(default_factory=list)
    roles: list[str] = field(default_factory=list)
    everyone: bool = False
    notified: list[str] = field(default_factory=list)


def read_mentions(
    world: World, channel: Channel, author_id: str, texts: Iterable[str], allowed: AllowedMentions | None
) -> Mentions:
    """Reads the mentions out of a message's texts (its content, or its text displays)."""
    text = "\n".join(texts)
    found = Mentions()
    if "@" not in text:
        return found
    for user_id in dict.fromkeys(_USER.findall(text)):
        if _allowed(allowed, "users", user_id) and (user := _account(world, user_id)):
            found.users.append(user)
    rights = world.rights(author_id, channel)
    guild = world.guild_of(channel)
    for role_id in dict.fromkeys(_ROLE.findall(text)):
        role = guild.roles.get(role_id) if guild else None
        if (
            role
            and _allowed(allowed, "roles", role_id)
            and (role.mentionable or rights & Permission.MENTION_EVERYONE)
        ):
            found.roles.append(role_id)
    found.everyone = bool(
        _EVERYONE.search(text) and _allowed(allowed, "everyone", "") and rights & Permission.MENTION_EVERYONE
    )
    found.notified = [user_id for user_id in _called(world, channel, found) if user_id != author_id]
    return found


def _allowed(allowed: AllowedMentions | None, kind: str, subject_id: str) -> bool:
    if allowed is None or kind in allowed.parse:
        return True
    listed = {"users": allowed.users, "roles": allowed.roles}.get(kind, frozenset[str]())
    return subject_id in listed


def _account(world: World, user_id: str) -> User | None:
    if user_id == world.bot.id:
        return world.bot
    person = world.state.people.get(user_id)
    return person.user if person else None


def _called(world: World, channel: Channel, found: Mentions) -> Iterable[str]:
    """The people, bots left out, whom these mentions reach: those who can see the channel."""
    named = {user.id for user in found.users}
    guild = world.guild_of(channel)
    for person_id in world.state.people:
        member = guild.members.get(person_id) if guild else None
        by_role = member is not None and any(role_id in found.roles for role_id in member.roles)
        is_called = person_id in named or by_role or found.everyone
        if is_called and world.may(person_id, channel, Permission.VIEW_CHANNEL):
            yield person_id
