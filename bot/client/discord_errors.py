"""Discord's errors, told apart once: what each means, and which are worth another attempt."""

from __future__ import annotations

import asyncio
from enum import Enum

import aiohttp
import discord


class DiscordProblem(Enum):
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
    40060: DiscordProblem.ANSWERED,
    10062: DiscordProblem.TOO_LATE,
    10015: DiscordProblem.EXPIRED,
    50027: DiscordProblem.EXPIRED,
    10008: DiscordProblem.MESSAGE_GONE,
    10003: DiscordProblem.CHANNEL_GONE,
    10004: DiscordProblem.CHANNEL_GONE,
    50001: DiscordProblem.FORBIDDEN,
    50007: DiscordProblem.FORBIDDEN,  # direct messages are closed
    50013: DiscordProblem.FORBIDDEN,
    50083: DiscordProblem.ARCHIVED,
    160004: DiscordProblem.THREAD_EXISTS,
    160005: DiscordProblem.FORBIDDEN,
    160006: DiscordProblem.TOO_MANY_THREADS,
    30046: DiscordProblem.OLD_MESSAGE,
}
"""Codes of Discord's "JSON error codes"; 160005 is a locked thread, which only moderators write in."""

DISCORD_ERRORS = (discord.DiscordException, aiohttp.ClientError, OSError, asyncio.TimeoutError)
"""All that a request to Discord is known to raise."""


def discord_problem(error: BaseException) -> DiscordProblem:
    """What an error (one of `ERRORS`) comes to."""
    if isinstance(error, discord.InteractionResponded):
        return DiscordProblem.ANSWERED
    if isinstance(error, discord.HTTPException):
        return _BY_CODE.get(error.code) or _by_status(error.status)
    passing = (discord.RateLimited, aiohttp.ClientError, OSError, asyncio.TimeoutError)
    return DiscordProblem.PASSING if isinstance(error, passing) else DiscordProblem.OURS


def _by_status(status: int) -> DiscordProblem:
    if status >= 500 or status == 429:
        return DiscordProblem.PASSING
    return {403: DiscordProblem.FORBIDDEN, 404: DiscordProblem.CHANNEL_GONE}.get(status, DiscordProblem.OURS)
