"""The connection to Discord: the login, and the gateway for as long as the client is not closed."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import structlog

from bot.settings import Settings, SettingsError

log = structlog.get_logger(__name__)

FIRST_CONNECTION_PAUSE = 5.0
"""Seconds between two attempts while the gateway has not been reached yet."""


async def log_in(client: discord.Client, settings: Settings) -> None:
    """Let Discord know the client. SettingsError, in one line, if Discord is out of reach or refuses."""
    try:
        await client.login(settings.discord_token.get_secret_value())
    except discord.LoginFailure:
        raise SettingsError(
            "DISCORD_TOKEN was refused by Discord: "
            "copy the token of the application's bot once more, or reset it there"
        ) from None
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
        raise SettingsError(f"the login at {settings.discord_api_base} failed ({error})") from None


async def stay_connected(client: discord.Client, closed: asyncio.Event) -> int:
    """Until the client is `closed`; the exit status. SettingsError if Discord does not want it any more.

    The library goes on waiting for its next attempt to connect after it was closed, for minutes if Discord
    has been out of reach for long; so it is cut short.

    (A connection that is being made just then has a thread for its heartbeats, which nobody but the library
    reaches. It ends at its next heartbeat, or with the program. Where the loop is closed before that and the
    program goes on, as in tests, the thread says that its coroutine `send_heartbeat` was never awaited.)
    """
    connecting = asyncio.create_task(_connect(client), name="connection")
    closing = asyncio.create_task(closed.wait(), name="until the client is closed")
    try:
        await asyncio.wait({connecting, closing}, return_when=asyncio.FIRST_COMPLETED)
        if connecting.done():
            connecting.result()
    finally:
        for task in (connecting, closing):
            task.cancel()
        await asyncio.gather(connecting, closing, return_exceptions=True)
    return 0


async def _connect(client: discord.Client) -> None:
    """Connect, again and again until the client is closed. SettingsError as above."""
    while not client.is_closed():
        try:
            await client.connect()
        except discord.ConnectionClosed as closed:
            raise SettingsError(f"Discord closed the connection for good (code {closed.code})") from None
        except AttributeError:
            # discord.py trips over its own missing connection when the very first attempt fails.
            if client.ws is not None:
                raise
            log.warning("the gateway cannot be reached; trying again", seconds=FIRST_CONNECTION_PAUSE)
            await asyncio.sleep(FIRST_CONNECTION_PAUSE)
