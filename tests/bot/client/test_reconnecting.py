"""The network goes and comes back: so does the bot, soon, and each attempt is one line of the log."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from bot.app import Tortuga, opened
from bot.client import connection
from bot.client.connection import GatewayWebSocket, ReconnectBackoff, log_in, stay_connected
from playground import Playground, Visitor
from tests.support.bot import settings_for
from tests.support.idle import until


@pytest.fixture
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """An attempt follows the last one at once: how the pauses grow is told by their own tests."""
    monkeypatch.setattr(connection, "FIRST_PAUSE", 0.01)


@pytest.mark.usefixtures("short_pauses")
async def test_the_bot_is_back_soon_after_the_network_and_each_attempt_is_one_warning(
    pg: Playground, bot: Tortuga, anne: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    def attempts() -> list[Any]:
        return [line for line in lines if line["event"].startswith("the gateway cannot be reached")]

    with capture_logs() as lines, caplog.at_level(logging.DEBUG, "discord.client"):
        async with pg.out_of_reach():
            await until(lambda: len(attempts()) >= 4)
            assert not bot.alive
        await until(lambda: bot.alive)
    assert {line["log_level"] for line in attempts()} == {"warning"}
    assert all("Cannot connect" in line["why"] for line in attempts()), attempts()
    assert not [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]
    assert "Tortuga" in (await anne.slash("help")).text


@given(st.lists(st.floats(0, 200), min_size=1, max_size=60))
def test_no_pause_and_attempt_together_take_more_than_forty_seconds(attempts: list[float]) -> None:
    backoff, now = ReconnectBackoff(), time.monotonic()
    with pytest.MonkeyPatch.context() as patch, capture_logs():
        for took in attempts:
            now += took
            patch.setattr(connection.time, "monotonic", lambda now=now: now)
            pause = backoff.delay()
            assert 0.5 <= pause <= 20.0
            now += pause
    assert connection.LONGEST_PAUSE + connection.ATTEMPT_TIMEOUT <= 40


def test_pauses_grow_while_nothing_is_reached_and_begin_anew_afterwards() -> None:
    backoff, now = ReconnectBackoff(), time.monotonic()
    pauses: list[float] = []
    with pytest.MonkeyPatch.context() as patch, capture_logs():
        for _attempt in range(8):
            patch.setattr(connection.time, "monotonic", lambda now=now: now)
            pauses.append(backoff.delay())
            now += pauses[-1]
        assert pauses[0] <= 1 < 10 <= pauses[-1]
        now += 3600
        patch.setattr(connection.time, "monotonic", lambda: now)
        assert backoff.delay() <= 1


@pytest.mark.usefixtures("short_pauses")
async def test_an_attempt_that_nobody_answers_is_given_up_in_time(
    pg: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A gateway that accepts the connection and says nothing: a network that swallows what is sent."""
    monkeypatch.setattr(connection, "ATTEMPT_TIMEOUT", 0.5)
    called = 0

    async def at_once(_shard: int | None, *, initial: bool = False) -> None:
        """Discord wants five seconds between two new sessions, the playground none."""

    def swallow(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal called
        called += 1
        callers.append(writer)

    callers: list[asyncio.StreamWriter] = []
    silent = await asyncio.start_server(swallow, "127.0.0.1", 0)
    settings = settings_for(pg, tmp_path)
    async with opened(settings) as bot:
        monkeypatch.setattr(bot, "before_identify_hook", at_once)
        await log_in(bot, settings)
        real = pg.backend.gateway.url
        connected = asyncio.create_task(stay_connected(bot, bot.closed))
        await bot.wait_until_ready()
        assert bot.ws is not None
        with capture_logs() as lines:
            pg.backend.gateway.url = "ws://{}:{}".format(*silent.sockets[0].getsockname())
            pg.invalidate_session()
            await until(lambda: called >= 2)
            pg.backend.gateway.url = real
            await until(lambda: bot.alive)
        assert [line for line in lines if line["log_level"] == "warning"]
        await bot.close()
        assert await connected == 0
    for caller in callers:
        caller.close()
    silent.close()


@pytest.mark.usefixtures("short_pauses")
async def test_where_the_address_to_resume_at_is_dead_the_gateway_is_asked_for_another(
    pg: Playground, bot: Tortuga, anne: Visitor, unused_tcp_port: int
) -> None:
    assert bot.ws is not None
    bot.ws.gateway = connection.yarl.URL(f"ws://127.0.0.1:{unused_tcp_port}")
    before = bot.ws
    pg.disconnect_gateway()
    await until(lambda: bot.ws is not before and bot.alive)
    assert "Tortuga" in (await anne.slash("help")).text
    assert len(pg.backend.gateway.sessions) == 1, "it was resumed"


async def test_an_event_that_cannot_be_read_is_logged_and_skipped(
    pg: Playground, bot: Tortuga, anne: Visitor
) -> None:
    with capture_logs() as lines:
        for event, data in (
            ("INTERACTION_CREATE", {"id": "words"}),
            ("GUILD_CREATE", None),
            ("GUILD_ROLE_UPDATE", {"guild_id": str(pg.guild().id), "role": "the secret of Anne"}),
            ("CHANNEL_CREATE", []),
        ):
            pg.backend.gateway.dispatch(event, data)
        assert "Tortuga" in (await anne.slash("help")).text
    skipped = [line for line in lines if line["event"].endswith("it was skipped")]
    assert len(skipped) >= 3
    assert "the secret" not in str(lines)
    assert bot.alive


async def test_a_stream_that_cannot_be_read_is_resumed(bot: Tortuga, anne: Visitor) -> None:
    assert isinstance(bot.ws, GatewayWebSocket)
    before = bot.ws
    original, broken = before.socket.receive, [True]

    async def receive(*arguments: Any, **options: Any) -> Any:
        message = await original(*arguments, **options)
        if broken:
            broken.clear()
            return aiohttp.WSMessage(aiohttp.WSMsgType.BINARY, b"no zlib\x00\x00\xff\xff", None)
        return message

    before.socket.receive = receive  # pyright: ignore[reportAttributeAccessIssue]
    with capture_logs() as lines:
        asked = asyncio.create_task(anne.slash("help"))
        await until(lambda: bot.ws is not before)
        assert "Tortuga" in (await asked).text
    assert any("stream cannot be read" in line["event"] for line in lines)
