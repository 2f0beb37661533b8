"""`tortuga run` and `tortuga sync`: the commands that speak to Discord."""

from __future__ import annotations

import asyncio

from bot import settings
from bot.runtime import logs, worker_process


def run() -> int:
    """Be the bot until told to stop; its exit status."""
    worker_process.share_one_heap()
    given = _settings()
    # discord.py takes a second to import: not before the settings are known to be right
    from bot.app import run_bot

    return asyncio.run(run_bot(given))


def sync() -> int:
    """Bring the slash commands to Discord now; exit status."""
    given = _settings()
    from bot.app import sync_commands
    from bot.cli.maintenance import progress

    with progress("bringing the commands to Discord"):
        asyncio.run(sync_commands(given))
    return 0


def _settings() -> settings.Settings:
    given = settings.load(settings.Settings)
    logs.configure_logging(given, given.discord_token)
    return given
