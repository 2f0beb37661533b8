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
    50005: DiscordProblem.MESSAGE_GONE,  # it is another application's, so it is ours no more
    10003: DiscordProblem.CHANNEL_GONE,
    10004: DiscordProblem.CHANNEL_GONE,
    50001: DiscordProblem.FORBIDDEN,  # missing access
    50007: DiscordProblem.FORBIDDEN,  # direct messages are closed
    50009: DiscordProblem.FORBIDDEN,  # the channel's verification level is too high
    50013: DiscordProblem.FORBIDDEN,  # missing permissions
    50278: DiscordProblem.FORBIDDEN,  # no server that both are in lets them write directly (see below)
    160002: DiscordProblem.FORBIDDEN,  # no reply without Read Message History
    160005: DiscordProblem.FORBIDDEN,  # a locked thread, in which only moderators write
    50083: DiscordProblem.ARCHIVED,
    160004: DiscordProblem.THREAD_EXISTS,
    160006: DiscordProblem.TOO_MANY_THREADS,
    30046: DiscordProblem.OLD_MESSAGE,
}
"""Codes of Discord's "JSON error codes"
(https://docs.discord.com/developers/topics/opcodes-and-status-codes#json-json-error-codes).

No other 403 is a refusal. With 40003 (direct messages opened too fast), 40004 and 40006 (switched off for the
moment) Discord asks to come later; 40333 is Cloudflare's, and one without a code is of whatever else stands
before Discord (https://github.com/discord/discord-api-docs/issues/6473): they say nothing about permissions.
What 50278 means beside 50007 is said in https://github.com/discord/discord-api-docs/issues/8238.
"""

_BAD_REQUESTS = (400, 401, 405, 413, 415)
"""Statuses of requests that would fail again just the same."""

DISCORD_ERRORS = (discord.DiscordException, aiohttp.ClientError, OSError, asyncio.TimeoutError)
"""All that a request to Discord is known to raise."""


def discord_problem(error: BaseException) -> DiscordProblem:
    """What an error (one of `DISCORD_ERRORS`) comes to. Nothing else decides that."""
    if isinstance(error, discord.InteractionResponded):
        return DiscordProblem.ANSWERED
    if isinstance(error, discord.HTTPException):
        return _BY_CODE.get(error.code) or _by_status(error.status, error.code)
    passing = (discord.RateLimited, aiohttp.ClientError, OSError, asyncio.TimeoutError)
    return DiscordProblem.PASSING if isinstance(error, passing) else DiscordProblem.OURS


def was_declined(error: BaseException) -> bool:
    """Whether the request was surely not carried out, so that the same again does nothing twice."""
    if isinstance(error, discord.HTTPException):
        return error.status < 500
    return isinstance(error, discord.RateLimited)


def _by_status(status: int, code: int) -> DiscordProblem:
    """What an answer comes to whose code says nothing more; without one it need not be Discord's own."""
    if status == 404 and code:  # something else that is unknown: the server, a person, a role
        return DiscordProblem.CHANNEL_GONE
    return DiscordProblem.OURS if status in _BAD_REQUESTS else DiscordProblem.PASSING
