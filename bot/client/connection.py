"""Which Discord is spoken to: the real one, or any compatible server, and then no other.

discord.py has the real Discord's addresses built in as class attributes. Both are set from DISCORD_API_BASE
here: the one for REST directly, the gateway's by asking `GET {base}/gateway`. It is asked before the login
and again whenever a session has been lost, because the library then falls back to its built-in gateway and
would otherwise leave the server that it was pointed to.
"""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import socket
from typing import Any

import aiohttp
import discord
import discord.client
import structlog
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.settings import LOOPBACK, Settings, SettingsError


def is_loopback(base: str) -> bool:
    """Whether the server is on this machine."""
    return yarl.URL(base).host in LOOPBACK


def connector_for(base: str) -> aiohttp.TCPConnector:
    """The way out for every connection of the bot's. With a base on loopback there is none to anywhere else.

    Whatever an address in an answer says (the gateway's, the one to resume at), it cannot lead away from
    this machine.
    """
    return aiohttp.TCPConnector(limit=0, socket_factory=_loopback_socket if is_loopback(base) else None)


def _loopback_socket(address: Any) -> socket.socket:
    family, kind, protocol, _name, place = address
    if not ipaddress.ip_address(place[0]).is_loopback:
        reason = f"{place[0]} is not dialled: DISCORD_API_BASE is on this machine, and so must all else be"
        raise OSError(errno.EACCES, reason)
    return socket.socket(family, kind, protocol)


async def use_api_base(base: str) -> None:
    """Make this process's discord.py speak to the server at `base`, after asking it for its gateway.

    SettingsError, in one line, if there is no such server.
    """
    Route.BASE = base
    setattr(discord.client, "DiscordWebSocket", _RediscoveringWebSocket)  # noqa: B010 (not exported, for good reason)
    try:
        async with (
            aiohttp.ClientSession(
                connector=connector_for(base), timeout=aiohttp.ClientTimeout(total=20)
            ) as session,
            session.get(f"{base}/gateway") as answer,
        ):
            answer.raise_for_status()
            answered = await answer.json(content_type=None)
    except (OSError, aiohttp.ClientError, TimeoutError, ValueError) as error:
        reason = str(error) or type(error).__name__
        raise SettingsError(f"DISCORD_API_BASE: no Discord answers at {base} ({reason})") from None
    set_gateway(base, answered)


def set_gateway(base: str, answered: Any) -> yarl.URL:
    """Take the address in the server's answer. SettingsError if it is none, or would show the token."""
    url = yarl.URL()
    if isinstance(answered, dict) and isinstance(answered.get("url"), str):
        url = yarl.URL(answered["url"])
    safe = ("ws", "wss") if is_loopback(base) else ("wss",)
    if url.scheme not in safe or not url.host:
        raise SettingsError(
            f"DISCORD_API_BASE: the server at {base} names no gateway that can be used ({url})"
        )
    DiscordWebSocket.DEFAULT_GATEWAY = url
    return url


class _RediscoveringWebSocket(DiscordWebSocket):
    """discord.py's gateway connection, which asks for the address whenever it begins a new session.

    The library has no hook between a lost session (op 9) and the next dial, hence a subclass in its place.
    """

    @classmethod
    async def from_client(  # type: ignore[override]
        cls, client: discord.Client, *, resume: bool = False, gateway: yarl.URL | None = None, **others: Any
    ) -> DiscordWebSocket:
        """As in discord.py. A session that is resumed goes where its READY said that it should."""
        if not resume:
            gateway = set_gateway(Route.BASE, await client.http.request(Route("GET", "/gateway")))
        return await super().from_client(client, resume=resume, gateway=gateway, **others)


# The connection to Discord: the login, and the gateway for as long as the client is not closed.


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
    closing = asyncio.create_task(closed.wait(), name="until the client is closed")
    try:
        while not client.is_closed():
            connecting = asyncio.create_task(client.connect(), name="connection")
            try:
                await asyncio.wait({connecting, closing}, return_when=asyncio.FIRST_COMPLETED)
                if not connecting.done():
                    break
                await connecting
            except discord.ConnectionClosed as error:
                raise SettingsError(f"Discord closed the connection for good (code {error.code})") from None
            except AttributeError:
                # discord.py trips over its own missing connection when the very first attempt fails.
                if client.ws is not None:
                    raise
                log.warning("the gateway cannot be reached; trying again", seconds=FIRST_CONNECTION_PAUSE)
                await asyncio.wait({closing}, timeout=FIRST_CONNECTION_PAUSE)
            finally:
                connecting.cancel()
                await asyncio.gather(connecting, return_exceptions=True)
    finally:
        closing.cancel()
        await asyncio.gather(closing, return_exceptions=True)
    return 0
