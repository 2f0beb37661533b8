"""`tortuga run` and `tortuga sync`: the commands that speak to Discord."""

from __future__ import annotations

import asyncio

from bot import allocator, logs, settings


def run() -> int:
    """Be the bot until told to stop; its exit status."""
    allocator.share_one_heap()
    given = _settings()
    # discord.py takes a second to import: not before the settings are known to be right
    from bot.client import run_bot

    return asyncio.run(run_bot(given))


def sync() -> int:
    """Bring the slash commands to Discord now; exit status."""
    given = _settings()
    from bot.cli.progress import progress
    from bot.client import sync_commands

    with progress("bringing the commands to Discord"):
        asyncio.run(sync_commands(given))
    return 0


def _settings() -> settings.Settings:
    given = settings.load(settings.Settings)
    logs.set_up(given, given.discord_token)
    return given
