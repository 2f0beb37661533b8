"""The way between the bot and Discord, in memory: discord.py's own client at the one end, the playground's
endpoints at the other, and between them what a network does.

Requests and gateway frames are handed over as they are: no sockets, no HTTP. A request takes its time, may
get lost on its way or on its way back, and may find nobody when the network is gone. A connection to the
gateway keeps its order, and breaks.
"""

from __future__ import annotations

import asyncio
import errno
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from random import Random
from typing import Any, Literal
from urllib.parse import unquote

import aiohttp
import msgspec
import yarl
from aiohttp import WSMessage, WSMsgType
from multidict import CIMultiDict

from playground.backend import Backend
from playground.gateway import Gateway
from playground.model import StoredFile
from playground.rest.endpoint import Endpoint, Incoming, Outcome
from playground.server import API
from tests.simulation.loop import SimulatedLoop

HOST = "http://127.0.0.1:1"
GATEWAY_URL = "ws://127.0.0.1:1/gateway"

Fate = Literal["arrives", "lost before", "lost after"]

network: ContextVar[Network] = ContextVar("network")
"""That of the bot which asks."""


@dataclass(slots=True)
class Trouble:
    """How much goes wrong on the way: shares from 0 to 1, and seconds that it takes."""

    lost: float = 0.0
    slow: float = 0.0
    latency: tuple[float, float] = (0.01, 0.08)


class Network:
    """What is between one life of the bot and the world."""

    def __init__(self, backend: Backend, world: SimulatedLoop, bot: SimulatedLoop, chance: Random) -> None:
        self.backend = backend
        self.world, self.bot = world, bot
        self.trouble = Trouble()
        self.is_down = False
        self._chance = chance
        self._endpoint = Endpoint(backend)
        self._sockets: list[Socket] = []

    def latency(self) -> float:
        """Seconds that something takes on its way."""
        low, high = self.trouble.latency
        if self._chance.random() < self.trouble.slow:
            high *= 60
        return self._chance.uniform(low, high)

    # requests

    async def request(self, incoming: Incoming) -> Outcome:
        """What it is answered. aiohttp's errors where the connection breaks."""
        if self.is_down:
            raise aiohttp.ClientOSError(errno.ECONNREFUSED, "nobody answers")
        answer: asyncio.Future[Outcome | None] = self.bot.create_future()
        fate: Fate = "arrives"
        if self._chance.random() < self.trouble.lost:
            fate = self._chance.choice(("lost before", "lost after"))
        if fate == "lost before":
            self.bot.call_later(self.latency(), self._answered, answer, None)
        else:
            self.world.call_later(self.latency(), self._arrives, incoming, answer, fate)
        outcome = await answer
        if outcome is None:
            raise aiohttp.ServerDisconnectedError()
        return outcome

    def _arrives(self, incoming: Incoming, answer: asyncio.Future[Outcome | None], fate: Fate) -> None:
        if self.bot.dropped or self.is_down:
            fate = "lost after"
        task = self.world.create_task(self._endpoint.outcome(incoming))
        task.add_done_callback(lambda done: self._goes_back(answer, done.result(), fate))

    def _goes_back(self, answer: asyncio.Future[Outcome | None], outcome: Outcome | None, fate: Fate) -> None:
        if not self.bot.dropped:
            back = None if fate == "lost after" else outcome
            self.bot.call_later(self.latency(), self._answered, answer, back)

    @staticmethod
    def _answered(answer: asyncio.Future[Outcome | None], outcome: Outcome | None) -> None:
        if not answer.done():
            answer.set_result(outcome)

    # the gateway

    async def connect(self) -> Socket:
        """A connection to the gateway. aiohttp's errors if nobody answers."""
        await asyncio.sleep(self.latency())
        if self.is_down:
            raise aiohttp.ClientOSError(errno.ECONNREFUSED, "nobody answers")
        theirs, ours = Socket(self, self.world), Socket(self, self.bot)
        theirs.other, ours.other = ours, theirs
        self._sockets = [each for each in self._sockets if not each.closed] + [ours, theirs]
        gateway: Gateway = self.backend.gateway
        self.world.call_soon(lambda: self.world.create_task(gateway.attend(theirs, theirs)))
        return ours

    def break_off(self) -> None:
        """Break all connections to the gateway without a word to either end."""
        for each in self._sockets:
            each.broken()

    def goes_down(self) -> None:
        """Break all connections, and refuse all new ones and all requests from now on."""
        self.is_down = True
        self.break_off()

    def comes_back(self) -> None:
        self.is_down = False


class Socket:
    """One end of a connection to the gateway: aiohttp's websocket, as far as either side uses it."""

    def __init__(self, network: Network, loop: SimulatedLoop) -> None:
        self._network, self._loop = network, loop
        self._came = deque[WSMessage]()
        self._waiting: asyncio.Future[None] | None = None
        self._last = 0.0
        self.other: Socket
        self.closed = False
        self.close_code: int | None = None

    async def send_str(self, data: str, compress: int | None = None) -> None:
        """Send a frame, which arrives at the other end behind those that were sent before."""
        if self.closed:
            raise aiohttp.ClientConnectionResetError("Cannot write to closing transport")
        self._send(self.other.arrived, WSMessage(WSMsgType.TEXT, data, None))

    def _send(self, arrived: Callable[[WSMessage], None], message: WSMessage) -> None:
        other = self.other._loop
        if not other.dropped:
            self._last = max(self._last + 1e-6, self._loop.time() + self._network.latency())
            other.call_at(self._last, arrived, message)

    def arrived(self, message: WSMessage) -> None:
        if self.closed or self._loop.dropped:
            return
        if message.type is WSMsgType.CLOSE:
            self.closed, self.close_code = True, message.data
        self._came.append(message)
        self._wake()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def receive(self, timeout: float | None = None) -> WSMessage:
        """The next one. A connection never goes silent here: it breaks, or is closed."""
        del timeout
        while not self._came:
            if self.closed:
                return WSMessage(WSMsgType.CLOSED, None, None)
            self._waiting = self._loop.create_future()
            await self._waiting
        return self._came.popleft()

    def __aiter__(self) -> Socket:
        return self

    async def __anext__(self) -> WSMessage:
        message = await self.receive()
        if message.type in (WSMsgType.CLOSE, WSMsgType.CLOSED):
            raise StopAsyncIteration
        return message

    async def close(self, *, code: int = 1000, message: bytes = b"") -> bool:
        """The other end hears of it behind what was sent before."""
        if self.closed:
            return False
        self.closed, self.close_code = True, code
        self._wake()
        self._send(self.other.arrived, WSMessage(WSMsgType.CLOSE, code, message.decode()))
        return True

    def broken(self) -> None:
        """Neither end can send anything any more."""
        if not self.closed and not self._loop.dropped:
            self.closed, self.close_code = True, 1006
            self._loop.call_soon(self._wake)

    # as the playground's side of the connection

    def abort(self) -> None:
        """Break the connection for both ends, as the playground asks for."""
        self.broken()
        self.other.broken()

    def get_extra_info(self, name: str) -> None:
        """Answer the playground, which asks for the other end's address, that there is none."""


class Response:
    """aiohttp's response, as far as discord.py looks at it."""

    def __init__(self, outcome: Outcome) -> None:
        self.status = outcome.status
        self.reason = ""
        self.headers = CIMultiDict(outcome.headers)
        self._body = outcome.body

    async def text(self, encoding: str = "utf-8") -> str:
        return self._body.decode(encoding)

    async def read(self) -> bytes:
        return self._body

    async def json(self, content_type: str | None = None) -> Any:
        del content_type
        return msgspec.json.decode(self._body)

    def raise_for_status(self) -> None:
        if self.status >= 400:
            raise aiohttp.ClientError(f"status {self.status}")


class MemorySession:
    """aiohttp's session, as far as discord.py uses it."""

    def __init__(self, **options: Any) -> None:
        del options
        self._network = network.get()
        self.closed = False

    async def __aenter__(self) -> MemorySession:
        return self

    async def __aexit__(self, *error: object) -> None:
        self.closed = True

    def get(self, url: str, **options: Any) -> Any:
        return self.request("GET", url, **options)

    @asynccontextmanager
    async def request(
        self,
        method: str,
        url: str | yarl.URL,
        *,
        data: Any = None,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> AsyncIterator[Response]:
        """Send a request; the block gets the answer, of which everything has been read."""
        del options
        if self.closed:
            raise RuntimeError("Session is closed")
        address = str(url).removeprefix(HOST).removeprefix(API)
        path, _mark, query = address.partition("?")
        asked = dict(yarl.URL(f"?{query}").query) if query else {}
        asked |= {name: str(value) for name, value in (params or {}).items()}
        incoming = Incoming(method, unquote(path), asked, (headers or {}).get("Authorization", ""))
        _fill(incoming, data)
        yield Response(await self._network.request(incoming))

    async def ws_connect(self, url: str, **options: Any) -> Socket:
        del url, options
        return await self._network.connect()

    async def close(self) -> None:
        self.closed = True


def _fill(incoming: Incoming, data: Any) -> None:
    """What goes with a request: JSON, or a form with files."""
    if isinstance(data, aiohttp.FormData):
        incoming.files = {}
        for options, headers, value in data._fields:
            name = options["name"]
            content = value if isinstance(value, bytes | str) else value.read()
            content = content.encode() if isinstance(content, str) else content
            if name == "payload_json":
                incoming.raw = content
            else:
                number = int(name.removeprefix("files[").removesuffix("]"))
                kind = headers.get("Content-Type", "application/octet-stream")
                incoming.files[number] = StoredFile(options.get("filename", "file"), kind, content)
    elif data is not None:
        incoming.raw = data if isinstance(data, bytes) else str(data).encode()
