"""Discord's errors, told apart once: what each means, and which are worth another attempt."""

from __future__ import annotations

import asyncio
from enum import Enum

import aiohttp
import discord


class Trouble(Enum):
    """What an error of Discord's comes to."""

    ANSWERED = "the interaction has been answered already"
    TOO_LATE = "the interaction is more than 3 seconds old"
    EXPIRED = "the interaction's token is more than 15 minutes old"
    MESSAGE_GONE = "the message was deleted"
    CHANNEL_GONE = "the channel or thread was deleted, or the bot removed from the server"
    FORBIDDEN = "a permission is missing"
    ARCHIVED = "the thread is archived"
    THREAD_EXISTS = "the message has a thread already"
    TOO_MANY_THREADS = "the server has as many threads as it can"
    OLD_MESSAGE = "messages older than an hour were edited too often"
    PASSING = "Discord or the network failed for the moment"
    OURS = "Discord refused what was sent"


_BY_CODE = {
    40060: Trouble.ANSWERED,
    10062: Trouble.TOO_LATE,
    10015: Trouble.EXPIRED,
    50027: Trouble.EXPIRED,
    10008: Trouble.MESSAGE_GONE,
    10003: Trouble.CHANNEL_GONE,
    10004: Trouble.CHANNEL_GONE,
    50001: Trouble.FORBIDDEN,
    50007: Trouble.FORBIDDEN,  # direct messages are closed
    50013: Trouble.FORBIDDEN,
    50083: Trouble.ARCHIVED,
    160004: Trouble.THREAD_EXISTS,
    160005: Trouble.FORBIDDEN,
    160006: Trouble.TOO_MANY_THREADS,
    30046: Trouble.OLD_MESSAGE,
}
"""Codes of Discord's "JSON error codes"; 160005 is a locked thread, which only moderators write in."""

ERRORS = (discord.DiscordException, aiohttp.ClientError, OSError, asyncio.TimeoutError)
"""All that a request to Discord is known to raise."""


def trouble(error: BaseException) -> Trouble:
    """What an error (one of `ERRORS`) comes to."""
    if isinstance(error, discord.InteractionResponded):
        return Trouble.ANSWERED
    if isinstance(error, discord.HTTPException):
        return _BY_CODE.get(error.code) or _by_status(error.status)
    passing = (discord.RateLimited, aiohttp.ClientError, OSError, asyncio.TimeoutError)
    return Trouble.PASSING if isinstance(error, passing) else Trouble.OURS


def _by_status(status: int) -> Trouble:
    if status >= 500 or status == 429:
        return Trouble.PASSING
    return {403: Trouble.FORBIDDEN, 404: Trouble.CHANNEL_GONE}.get(status, Trouble.OURS)
