"""Which Discord is spoken to (the real one, or any compatible server, and then no other), and for how long.

discord.py has the real Discord's addresses built in as class attributes. Both are set from DISCORD_API_BASE
here: the one for REST directly, the gateway's by asking `GET {base}/gateway`. It is asked before the login
and again whenever a session has been lost, because the library then falls back to its built-in gateway and
would otherwise leave the server that it was pointed to.
"""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import logging
import random
import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Collection
from contextvars import ContextVar
from typing import Any, ClassVar, Literal, TypeAlias
from weakref import WeakKeyDictionary

import aiohttp
import discord
import discord.client
import discord.interactions
import structlog
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.client.discord_errors import DISCORD_ERRORS
from bot.runtime.clock import backoff
from bot.runtime.log_context import trace
from bot.settings import LOOPBACK, NotNow, Settings, SettingsError

log = structlog.get_logger(__name__)

# Without the packages for voice, which a card table does not need, the library would warn at each start.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def is_loopback(base: str) -> bool:
    """Whether the server is on this machine."""
    return yarl.URL(base).host in LOOPBACK


MOST_CONNECTIONS = 64
"""To Discord at the same time, the gateway's among them: at a tenth of a second for each request that is more
than six hundred requests a second. A crowd's answers share these, as a new connection is a handshake, which
takes longer than waiting for one.
"""
KEPT_CONNECTED = 90.0
"""Seconds for which a connection is kept that nothing is asked through. The library's 15 are less than people
think about a card, so that most presses came with a handshake of their own.
"""


def connector_for(base: str) -> aiohttp.TCPConnector:
    """The way out for every connection of the bot's. With a base on loopback there is none to anywhere else.

    Whatever an address in an answer says (the gateway's, the one to resume at), it cannot lead away from
    this machine.
    """
    return aiohttp.TCPConnector(
        limit=MOST_CONNECTIONS,
        keepalive_timeout=KEPT_CONNECTED,
        socket_factory=_loopback_socket if is_loopback(base) else None,
    )


def _loopback_socket(address: Any) -> socket.socket:
    family, kind, protocol, _name, place = address
    if not ipaddress.ip_address(place[0]).is_loopback:
        reason = f"{place[0]} is not dialled: DISCORD_API_BASE is on this machine, and so must all else be"
        raise OSError(errno.EACCES, reason)
    return socket.socket(family, kind, protocol)


async def use_api_base(base: str, proxy: str = "") -> None:
    """Make this process's discord.py speak to the server at `base`, after asking it for its gateway. Requests
    go by way of `proxy`, if there is one; the gateway is the server's all the same.

    SettingsError, in one line, if there is no such server.
    """
    Route.BASE = proxy or base
    GatewayWebSocket.api_base = base
    # Neither is exported by the library, which has no other way to change how it comes back.
    setattr(discord.client, "DiscordWebSocket", GatewayWebSocket)  # noqa: B010
    setattr(discord.client, "ExponentialBackoff", ReconnectBackoff)  # noqa: B010
    # One for all, as the library has it.
    adapter = ContextVar[AsyncWebhookAdapter]("answers", default=AnswerAdapter())  # noqa: B039
    setattr(discord.interactions, "async_context", adapter)  # noqa: B010
    setattr(discord.webhook.async_, "async_context", adapter)  # noqa: B010
    logging.getLogger(discord.client.__name__).addFilter(_is_not_told_by_us)
    try:
        async with (
            aiohttp.ClientSession(
                connector=connector_for(base), timeout=aiohttp.ClientTimeout(total=20)
            ) as session,
            session.get(f"{Route.BASE}/gateway") as answer,
        ):
            answer.raise_for_status()
            answered = await answer.json(content_type=None)
    except (OSError, aiohttp.ClientError, TimeoutError, ValueError) as error:
        reason = str(error) or type(error).__name__
        name = "DISCORD_REST_PROXY" if proxy else "DISCORD_API_BASE"
        raise NotNow(f"{name}: no Discord answers at {Route.BASE} ({reason})") from None
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


class AnswerAdapter(AsyncWebhookAdapter):
    """discord.py's way to answer interactions and to edit answers, without what nobody looks at: the message
    that an answer has become, which the library would build of all its components.
    """

    async def request(self, *args: Any, **options: Any) -> Any:
        """Sends a request as discord.py's own adapter does; gives the answer without the parts that nobody
        reads.
        """
        answered = await super().request(*args, **options)
        if isinstance(answered, dict):
            answered.pop("resource", None)
            if "components" in answered:
                answered["components"] = []
        return answered

    async def create_interaction_response(
        self, interaction_id: int, token: str, *, params: MultipartParameters, **connection: Any
    ) -> Any:
        """As in discord.py. Discord is asked which message the answer has become where that is not known."""
        if params.payload is None or params.payload["type"] == _NEW_MESSAGE:
            answering = super().create_interaction_response
            return await answering(interaction_id, token, params=params, **connection)
        path = "/interactions/{webhook_id}/{webhook_token}/callback"
        route = Route("POST", path, webhook_id=interaction_id, webhook_token=token)
        await self.request(route, payload=params.payload, **connection)
        return {"interaction": {"id": interaction_id}}


_NEW_MESSAGE = discord.InteractionResponseType.channel_message.value

ATTEMPT_TIMEOUT = 20.0
"""Seconds that one attempt to connect may take: together with `LONGEST_PAUSE` well below a minute, so that
the bot is back within one after the network is. The library would wait for 60 seconds.
"""
LONGEST_PAUSE = 20.0
"""Seconds between two attempts, at most. The library would wait for up to 1,024."""
FIRST_PAUSE = 1.0
RESUME_ATTEMPTS = 3
"""After so many where a session is to be resumed, the gateway is asked for by its usual name."""


class ReconnectBackoff:
    """The pauses between attempts to reach the gateway, and the one line that each failure is worth."""

    def __init__(self, *, longest: float = LONGEST_PAUSE) -> None:
        self._longest = longest
        self._failures = 0
        self._last = time.monotonic()

    def delay(self) -> float:
        """Seconds until the next attempt; asked by the library while it handles the failure of the last.

        Never the same for all who were cut off, and never so short that a failing gateway is beset.
        """
        now = time.monotonic()
        if now - self._last > 3 * (self._longest + ATTEMPT_TIMEOUT):  # it was reached in between
            self._failures = 0
        self._last = now
        pause = backoff(FIRST_PAUSE, self._failures, self._longest) * random.uniform(0.5, 1.0)
        self._failures += 1
        error = sys.exception()
        why = "" if error is None else str(error) or type(error).__name__
        log.warning("the gateway cannot be reached; trying again", seconds=round(pause, 1), why=why)
        return pause


def _is_not_told_by_us(record: logging.LogRecord) -> bool:
    """Whether it is not the library's own line about a failed attempt, which comes with a whole trace."""
    return not str(record.msg).startswith("Attempting a reconnect")


Parsers: TypeAlias = dict[str, Callable[[Any], Any]]


ANSWERABLE = 3.0
"""Seconds after a press for which Discord waits for its answer."""
DELIVERED_WITHIN = 10.0
"""Seconds after which a press has come in every session of its shard that is ever to hear of it."""


class Presses:
    """Whose a press is: Discord sends it to every session of its shard.

    Whoever does not serve the shard yet keeps those of the latest seconds. When the shard is handed over,
    all that the one before has not heard are theirs, and those that come from then on.
    """

    def __init__(self) -> None:
        self._state: Literal["kept", "attended to", "another's"] = "attended to"
        self._kept: deque[tuple[float, Any, Callable[[Any], None]]] = deque()
        self._attended: deque[tuple[float, int]] = deque()
        self._not_ours: frozenset[int] = frozenset()

    def keep(self) -> None:
        """The shard may be served here before long."""
        self._state = "kept"

    def take(self, not_ours: Collection[int] = ()) -> None:
        """They are attended to here from now on, but for those to which somebody else has attended."""
        self._state, self._not_ours, kept = "attended to", frozenset(not_ours), self._kept
        self._kept = deque()
        for at, data, read in kept:
            if time.monotonic() - at < ANSWERABLE:
                self.come(data, read)

    def leave(self) -> list[int]:
        """From now on they are another's; which were attended to here of late."""
        self._state = "another's"
        _forget(self._attended, DELIVERED_WITHIN)
        return [id for _at, id in self._attended]

    def come(self, data: Any, read: Callable[[Any], None]) -> None:
        """An interaction has come from the gateway; `read` lets it be attended to, now, later or never."""
        now = time.monotonic()
        if self._state == "kept":
            self._kept.append((now, data, read))
            _forget(self._kept, ANSWERABLE)
        elif self._state == "attended to" and (id := int(data["id"])) not in self._not_ours:
            self._attended.append((now, id))
            _forget(self._attended, DELIVERED_WITHIN)
            read(data)


def _forget(those: deque[Any], seconds: float) -> None:
    """Takes away, from the left, those whose time (on the monotonic clock) lies more than so many seconds
    back.
    """
    since = time.monotonic() - seconds
    while those and those[0][0] < since:
        those.popleft()


class ShardClient(discord.Client):
    """A client of a shard that may become another process's at any time, and may not be this one's yet."""

    is_served: Callable[[], bool] = staticmethod(lambda: True)
    """Whether the shard is still this process's."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.presses = Presses()
        self.is_waiting = False
        """Whether the shard is to become this process's: it has a session, and does nothing in it."""

    @property
    def may_connect(self) -> bool:
        """Whether this process has to do with the shard."""
        return self.is_waiting or self.is_served()

    def parsers(self, parsers: Parsers) -> Parsers:
        """How the gateway's events are read: a press that came while the process was frozen is not its own to
        answer any more.
        """
        read = parsers["INTERACTION_CREATE"]

        def come(data: Any) -> None:
            if self.may_connect:
                self.presses.come(_without_message(data), read)

        return {**parsers, "INTERACTION_CREATE": come}


_LOOKED_AT = "id", "flags", "interaction_metadata"
"""What of the message on which somebody pressed is looked at."""


def _without_message(interaction: Any) -> Any:
    """The interaction, with what is looked at of the message on which something was pressed among its data.
    The library would build the message of all its components, and keep it as long as the interaction.
    """
    if "message" in interaction:
        message, data = interaction.pop("message"), interaction["data"]
        place = place_of(data.get("custom_id"), message.get("components", ()))
        data["message"] = {name: message[name] for name in _LOOKED_AT if name in message} | {"place": place}
    return interaction


def place_of(custom_id: Any, components: Any) -> tuple[int, int] | None:
    """Where on its message something was pressed: how many lines from the last one, and how many from the
    first in that line; None if it is not there.
    """
    lines = [each for part in components for each in part.get("components", (part,)) if each.get("type") == 1]
    for up, line in enumerate(reversed(lines)):
        for at, each in enumerate(line.get("components", ())):
            if each.get("custom_id") == custom_id:
                return up, at
    return None


class GatewayWebSocket(DiscordWebSocket):
    """discord.py's gateway connection, as an operator needs it.

    It asks for the gateway's address whenever it begins a new session, gives an attempt up in time, and
    survives an event that the library cannot read. The library has no hooks for that.
    """

    api_base: ClassVar[str] = Route.BASE
    """Whose gateway it is, whichever way requests go."""

    _failures: ClassVar[WeakKeyDictionary[discord.Client, int]] = WeakKeyDictionary()
    """Attempts since the gateway was last reached, of each client."""

    @classmethod
    async def from_client(  # type: ignore[override]
        cls, client: discord.Client, *, resume: bool = False, gateway: yarl.URL | None = None, **others: Any
    ) -> DiscordWebSocket:
        """As in discord.py. A session that is resumed goes where its READY said that it should, unless nobody
        answers there; one that is lost is not asked for again. OSError if the client's shard is another
        process's by now.
        """
        if isinstance(client, ShardClient) and not client.may_connect:
            raise OSError(errno.EPERM, "another process serves this shard by now")
        resume = resume and others.get("session") is not None
        failures = cls._failures[client] = cls._failures.get(client, 0) + 1
        async with asyncio.timeout(ATTEMPT_TIMEOUT):
            if not resume or failures > RESUME_ATTEMPTS:
                gateway = set_gateway(cls.api_base, await client.http.request(Route("GET", "/gateway")))
            made = await super().from_client(client, resume=resume, gateway=gateway, **others)
        cls._failures[client] = 0
        if isinstance(client, ShardClient):
            made._discord_parsers = client.parsers(made._discord_parsers)
        return made

    async def received_message(self, msg: Any, /) -> None:
        """As in discord.py, but what cannot be read is logged, without its content, and skipped."""
        is_new = self.session_id is None
        try:
            text = self._decompressor.decompress(msg) if type(msg) is bytes else msg
        except Exception as error:  # and neither can all that follows in this stream
            log.error("the gateway's stream cannot be read; resuming", trace=trace(error))
            await self.close()
            raise ReconnectWebSocket(self.shard_id) from None
        if text is None:  # a part, the rest of which is still to come
            return
        try:
            await super().received_message(text)
        except (ReconnectWebSocket, *DISCORD_ERRORS):
            raise
        except Exception as error:
            log.error("an event of the gateway cannot be read; it was skipped", trace=trace(error))
            if is_new:  # it was the one with which a session begins: there is nothing to go on with
                await self.close(code=1000)
                raise ReconnectWebSocket(self.shard_id, resume=False) from None


# The connection to Discord: the login, and the gateway for as long as the client is not closed.


FIRST_CONNECTION_PAUSE = 5.0
"""Seconds in addition between two attempts while the gateway has not been reached yet: each of them begins a
new session.
"""


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
        raise NotNow(f"the login at {settings.discord_api_base} failed ({error})") from None


async def max_concurrency(client: discord.Client) -> int:
    """How many new sessions may be begun side by side. The log is told if Discord recommends more shards."""
    try:
        told = await client.http.request(Route("GET", "/gateway/bot"))
        wanted, at_once = int(told["shards"]), int(told["session_start_limit"]["max_concurrency"])
    except (*DISCORD_ERRORS, KeyError, TypeError, ValueError) as error:
        log.warning("how many sessions may begin side by side is not known", trace=trace(error))
        return 1
    if wanted > (client.shard_count or 1):
        log.warning("Discord recommends more shards", recommended=wanted, shards=client.shard_count)
    return max(1, at_once)


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
                await asyncio.wait({closing}, timeout=FIRST_CONNECTION_PAUSE)
            finally:
                connecting.cancel()
                await asyncio.gather(connecting, return_exceptions=True)
    finally:
        closing.cancel()
        await asyncio.gather(closing, return_exceptions=True)
    return 0
