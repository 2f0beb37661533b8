"""A client of the gateway without a library."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from playground import Playground

INTENT_GUILDS, INTENT_GUILD_MESSAGES, INTENT_DIRECT_MESSAGES = 1 << 0, 1 << 9, 1 << 12
ALL_ORDINARY = INTENT_GUILDS | INTENT_GUILD_MESSAGES | INTENT_DIRECT_MESSAGES


class BareGateway:
    """One connection to the playground's gateway, which says and hears nothing by itself."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, token: str) -> None:
        self.socket = socket
        self.token = token

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_json({"op": op, "d": data})

    async def receive(self) -> dict[str, Any]:
        return json.loads((await self.socket.receive(timeout=3)).data)

    async def identify(self, intents: int, **fields: Any) -> None:
        await self.send(2, {"token": self.token, "intents": intents, "properties": {}} | fields)

    async def begin(self, intents: int) -> dict[str, Any]:
        """Is greeted, identifies, and returns READY after the server has come too."""
        assert (await self.receive())["op"] == 10
        return await self.identified(intents)

    async def identified(self, intents: int, *shard: int) -> dict[str, Any]:
        """Identifies as a shard, or as the only one, and returns READY after its servers have come too."""
        await self.identify(intents, **({"shard": shard} if shard else {}))
        ready = await self.receive()
        assert ready["t"] == "READY", ready
        for _guild in ready["d"]["guilds"]:
            assert (await self.receive())["t"] == "GUILD_CREATE"
        return ready["d"]

    async def resume(self, session_id: str, seq: int) -> None:
        await self.send(6, {"token": self.token, "session_id": session_id, "seq": seq})

    async def closed_with(self) -> int | None:
        while (message := await self.socket.receive(timeout=3)).type is aiohttp.WSMsgType.TEXT:
            pass
        assert message.type is aiohttp.WSMsgType.CLOSE
        return self.socket.close_code


@asynccontextmanager
async def bare_gateway(pg: Playground) -> AsyncIterator[BareGateway]:
    """A connection that has been greeted, and has no session yet."""
    async with aiohttp.ClientSession() as client, client.ws_connect(pg.gateway_url) as socket:
        gateway = BareGateway(socket, pg.token)
        assert (await gateway.receive())["op"] == 10
        yield gateway
