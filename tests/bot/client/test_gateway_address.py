"""With DISCORD_API_BASE on this machine, nothing else is ever dialled."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.app import Tortuga
from bot.client import connection
from bot.settings import SettingsError
from playground import Playground, Visitor
from tests.support.bot import tortuga
from tests.support.idle import until


@pytest.fixture(autouse=True)
def dialled(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every address that this process connects a socket to or looks up; any but loopback fails the test."""
    seen: list[str] = []
    connect, look_up = socket.socket.connect, socket.getaddrinfo

    def watched_connect(self: socket.socket, address: Any) -> Any:
        if self.family in (socket.AF_INET, socket.AF_INET6):
            seen.append(address[0])
        return connect(self, address)

    def watched_look_up(host: Any, *arguments: Any, **options: Any) -> Any:
        seen.append(str(host))
        return look_up(host, *arguments, **options)

    monkeypatch.setattr(socket.socket, "connect", watched_connect)
    monkeypatch.setattr(socket, "getaddrinfo", watched_look_up)
    yield seen
    assert {address for address in seen if address not in ("127.0.0.1", "localhost", "::1")} == set()


async def test_after_an_invalid_session_the_server_is_asked_again_and_dialled_again(
    pg: Playground, bot: Tortuga, calico: Visitor
) -> None:
    bot.before_identify_hook = _at_once  # the library waits five seconds otherwise
    asked = pg.wait_for_request("GET /gateway")
    pg.invalidate_session()
    await asked
    await pg.wait_until_connected()
    await until(lambda: bot.alive)
    reply = await calico.slash("help")
    assert "Tortuga" in reply.text


async def _at_once(shard_id: int | None, *, initial: bool = False) -> None:
    del shard_id, initial


async def test_a_dropped_connection_is_resumed_and_no_press_is_lost(
    pg: Playground, bot: Tortuga, calico: Visitor
) -> None:
    pg.ask_to_reconnect()
    reply = await calico.slash("help")
    assert "Tortuga" in reply.text
    assert bot.is_ready()


async def test_no_way_leads_away_from_this_machine(pg: Playground) -> None:
    async with aiohttp.ClientSession(connector=connection.connector_for(pg.api_base)) as session:
        with pytest.raises(aiohttp.ClientConnectorError, match="on this machine"):
            await session.get("http://192.0.2.1/")
        async with session.get(f"{pg.api_base}/gateway") as answer:
            assert answer.status == 200


async def test_the_real_discord_is_spoken_to_over_an_encrypted_gateway_only() -> None:
    with pytest.raises(SettingsError, match="names no gateway"):
        connection.set_gateway("https://discord.com/api/v10", {"url": "ws://gateway.discord.gg"})
    with pytest.raises(SettingsError, match="names no gateway"):
        connection.set_gateway("https://discord.com/api/v10", {"error": "moved"})


async def test_a_server_that_is_not_there_is_said_in_one_line(unused_tcp_port: int) -> None:
    with pytest.raises(SettingsError, match="no Discord answers at") as refused:
        await connection.use_api_base(f"http://127.0.0.1:{unused_tcp_port}/api/v10")
    assert "\n" not in str(refused.value)


async def test_a_whole_start_and_stop_dials_loopback_only(
    bot: Tortuga, calico: Visitor, dialled: list[str], tmp_path: Path
) -> None:
    await calico.slash("help")
    assert bot.alive
    assert dialled
    assert (tmp_path / "tortuga.db").is_file()


async def test_requests_go_by_way_of_a_proxy_and_the_gateway_stays_where_it_is(
    pg: Playground, tmp_path: Path
) -> None:
    asked: list[str] = []

    async def pass_on(request: web.Request) -> web.Response:
        asked.append(request.path)
        headers = {
            name: value for name, value in request.headers.items() if name not in ("Host", "Accept-Encoding")
        }
        async with (
            aiohttp.ClientSession(connector=connection.connector_for(pg.api_base)) as session,
            session.request(
                request.method,
                pg.api_base + request.raw_path.removeprefix("/api/v10"),
                data=await request.read(),
                headers=headers,
            ) as answer,
        ):
            body = await answer.read()
            kept = {name: value for name, value in answer.headers.items() if name.startswith("X-")}
            return web.Response(
                status=answer.status, body=body, headers=kept, content_type=answer.content_type
            )

    app = web.Application()
    app.router.add_route("*", "/{tail:.*}", pass_on)
    async with TestServer(app) as proxy:
        address = str(proxy.make_url("/api/v10"))
        async with tortuga(pg, tmp_path, discord_rest_proxy=address) as bot:
            reply = await pg.person("Anne").slash("help")
            assert "Tortuga" in reply.text
            assert bot.alive
            assert str(connection.DiscordWebSocket.DEFAULT_GATEWAY).startswith(pg.gateway_url)
    assert "/api/v10/gateway" in asked
    assert any(path.endswith("/callback") for path in asked)


async def test_a_crowds_requests_share_connections_and_the_next_crowd_needs_no_new_ones(
    pg: Playground,
) -> None:
    made = 0

    async def count(*_about: object) -> None:
        nonlocal made
        made += 1

    trace = aiohttp.TraceConfig()
    trace.on_connection_create_end.append(count)
    async with aiohttp.ClientSession(
        connector=connection.connector_for(pg.api_base), trace_configs=[trace]
    ) as session:

        async def ask() -> int:
            async with session.get(f"{pg.api_base}/gateway") as answer:
                await answer.read()
                return answer.status

        async def crowd() -> None:
            assert set(await asyncio.gather(*(ask() for _person in range(200)))) == {200}

        await crowd()
        assert 1 <= made <= connection.MOST_CONNECTIONS
        first = made
        await crowd()
        assert made == first
