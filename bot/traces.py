"""The trace of an unexpected error, as the log may hold it."""

from __future__ import annotations

import traceback

import aiohttp
import discord

from storage.doors import StorageError

TELL_NO_CARDS = (discord.DiscordException, aiohttp.ClientError, OSError, StorageError)
"""Errors whose words come from Discord, the network or storage. Those of others (a KeyError's) may name a
card.
"""


def trace(error: BaseException) -> str:
    """Where the error was raised, and where those that led to it, the first one first.

    Files, lines and functions only: no local variables, and no words of an error that may have been made
    from a hand.
    """
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    told = f": {error}" if isinstance(error, TELL_NO_CARDS) else ""
    own = "".join(traceback.format_tb(error.__traceback__)) + type(error).__name__ + told
    return f"{trace(before)}\n{own}" if before is not None else own
