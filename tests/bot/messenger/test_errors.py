"""Discord's errors, each for what it means."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.discord_errors import ERRORS, Trouble, trouble


def refused(status: int, code: int) -> discord.HTTPException:
    """What discord.py raises at such an answer."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.DiscordServerError if status >= 500 else discord.HTTPException)
    response: Any = SimpleNamespace(status=status, reason="")
    return kind(response, {"code": code, "message": ""})


@pytest.mark.parametrize(
    ("error", "meaning"),
    [
        (refused(400, 40060), Trouble.ANSWERED),
        (refused(404, 10062), Trouble.TOO_LATE),
        (refused(404, 10015), Trouble.EXPIRED),
        (refused(401, 50027), Trouble.EXPIRED),
        (refused(404, 10008), Trouble.MESSAGE_GONE),
        (refused(404, 10003), Trouble.CHANNEL_GONE),
        (refused(403, 50001), Trouble.FORBIDDEN),
        (refused(403, 50013), Trouble.FORBIDDEN),
        (refused(400, 50083), Trouble.ARCHIVED),
        (refused(400, 160004), Trouble.THREAD_EXISTS),
        (refused(400, 160006), Trouble.TOO_MANY_THREADS),
        (refused(429, 30046), Trouble.OLD_MESSAGE),
        (refused(503, 0), Trouble.PASSING),
        (refused(429, 0), Trouble.PASSING),
        (refused(400, 50035), Trouble.OURS),
        (aiohttp.ServerDisconnectedError(), Trouble.PASSING),
        (TimeoutError(), Trouble.PASSING),
        (discord.RateLimited(1.0), Trouble.PASSING),
    ],
)
def test_each_error_is_told_apart(error: Exception, meaning: Trouble) -> None:
    assert isinstance(error, ERRORS)
    assert trouble(error) is meaning
