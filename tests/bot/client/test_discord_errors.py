"""Discord's errors, each for what it means."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.client.discord_errors import DISCORD_ERRORS, DiscordProblem, discord_problem


def refused(status: int, code: int) -> discord.HTTPException:
    """What discord.py raises at such an answer."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.DiscordServerError if status >= 500 else discord.HTTPException)
    response: Any = SimpleNamespace(status=status, reason="")
    return kind(response, {"code": code, "message": ""})


@pytest.mark.parametrize(
    ("error", "meaning"),
    [
        (refused(400, 40060), DiscordProblem.ANSWERED),
        (refused(404, 10062), DiscordProblem.TOO_LATE),
        (refused(404, 10015), DiscordProblem.EXPIRED),
        (refused(401, 50027), DiscordProblem.EXPIRED),
        (refused(404, 10008), DiscordProblem.MESSAGE_GONE),
        (refused(404, 10003), DiscordProblem.CHANNEL_GONE),
        (refused(403, 50001), DiscordProblem.FORBIDDEN),
        (refused(403, 50013), DiscordProblem.FORBIDDEN),
        (refused(403, 50007), DiscordProblem.FORBIDDEN),
        (refused(403, 50009), DiscordProblem.FORBIDDEN),
        (refused(403, 50278), DiscordProblem.FORBIDDEN),
        (refused(400, 160005), DiscordProblem.FORBIDDEN),
        (refused(403, 50005), DiscordProblem.MESSAGE_GONE),
        (refused(404, 10013), DiscordProblem.CHANNEL_GONE),
        (refused(400, 50083), DiscordProblem.ARCHIVED),
        (refused(400, 160004), DiscordProblem.THREAD_EXISTS),
        (refused(400, 160006), DiscordProblem.TOO_MANY_THREADS),
        (refused(429, 30046), DiscordProblem.OLD_MESSAGE),
        (refused(503, 0), DiscordProblem.PASSING),
        (refused(429, 0), DiscordProblem.PASSING),
        (refused(403, 40003), DiscordProblem.PASSING),  # opening direct messages too fast
        (refused(403, 40004), DiscordProblem.PASSING),
        (refused(403, 40333), DiscordProblem.PASSING),  # Cloudflare's
        (refused(403, 0), DiscordProblem.PASSING),  # a proxy's
        (refused(404, 0), DiscordProblem.PASSING),
        (refused(407, 0), DiscordProblem.PASSING),
        (refused(400, 50035), DiscordProblem.OURS),
        (aiohttp.ServerDisconnectedError(), DiscordProblem.PASSING),
        (TimeoutError(), DiscordProblem.PASSING),
        (discord.RateLimited(1.0), DiscordProblem.PASSING),
    ],
)
def test_each_error_is_told_apart(error: Exception, meaning: DiscordProblem) -> None:
    assert isinstance(error, DISCORD_ERRORS)
    assert discord_problem(error) is meaning
