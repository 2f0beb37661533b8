"""What tables' and tournaments' messages have in common on their way into a channel."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import discord

from bot.discord_errors import ERRORS, Trouble, trouble
from bot.messenger.channels import Channels
from bot.page import Payload

MUTED_FOR = 300.0
"""Seconds for which what may not be shown is left alone, unless somebody asks for it."""


class Muted:
    """Tables or tournaments that it was tried lately to show, in vain."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}

    def mute(self, whose: str) -> None:
        """Leave it alone for a while."""
        self._until[whose] = _now() + MUTED_FOR

    def unmute(self, whose: str) -> None:
        """Try again."""
        self._until.pop(whose, None)

    def is_muted(self, whose: str) -> bool:
        """Whether it is to be left alone."""
        return self._until.get(whose, 0.0) > _now()


async def post_once(
    channels: Channels,
    guild: int,
    channel: int,
    payload: Payload,
    *,
    nonce: str,
    tried_before: bool,
    is_it: Callable[[discord.Message], bool],
    mention: Sequence[int] = (),
) -> int:
    """Post for an errand, unless an earlier attempt has: the message. Raises `ERRORS`."""
    if tried_before and (found := await _posted_before(channels, guild, channel, is_it)) is not None:
        return found
    return await channels.post(guild, channel, payload, nonce=nonce, mention=mention)


async def _posted_before(
    channels: Channels, guild: int, channel: int, is_it: Callable[[discord.Message], bool]
) -> int | None:
    try:
        return await channels.own_post(guild, channel, is_it)
    except ERRORS as error:
        if trouble(error) is not Trouble.FORBIDDEN:
            raise
        return None  # without the permission to look, the nonce is all there is against posting twice


def _now() -> float:
    return asyncio.get_running_loop().time()
