"""The trace of an unexpected error, as the log may hold it."""

from __future__ import annotations

import traceback

TELL_NO_CARDS = ("discord", "aiohttp", "storage")
"""Packages whose errors' words come from Discord, the network or storage. A KeyError's may name a card."""


def trace(error: BaseException) -> str:
    """Where the error was raised, and where those that led to it, the first one first.

    Files, lines and functions only: no local variables, and no words of an error that may have been made
    from a hand.
    """
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    own = "".join(traceback.format_tb(error.__traceback__)) + type(error).__name__ + _words(error)
    return f"{trace(before)}\n{own}" if before is not None else own


def _words(error: BaseException) -> str:
    package = type(error).__module__.partition(".")[0]
    return f": {error}" if package in TELL_NO_CARDS or isinstance(error, OSError) else ""
