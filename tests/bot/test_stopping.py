"""The bot is told to stop at an awkward moment, and ends in good order."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.app import Tortuga, opened
from bot.client.connection import ReconnectBackoff, log_in, stay_connected
from playground import Playground, Visitor
from playground.people import PATIENCE
from tests.support.bot import settings_for, tortuga
from tests.support.idle import let_all_run, until
from tests.support.table_play import choices, deal, hand, open_lobby, table_of

NOWHERE = "ws://127.0.0.1:1"
"""Where no gateway listens."""


@asynccontextmanager
async def a_gateway_that_says_nothing() -> AsyncIterator[tuple[str, asyncio.Event]]:
    """Its address, and what is set as soon as it is called."""
    called, callers = asyncio.Event(), list[asyncio.StreamWriter]()

    def say_nothing(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        callers.append(writer)
        called.set()

    server = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    try:
        yield f"ws://{host}:{port}", called
    finally:
        for caller in callers:
            caller.close()
        server.close()


@asynccontextmanager
async def about_to_connect(
    pg: Playground, folder: Path, gateway: str, *, was_connected: bool
) -> AsyncIterator[None]:
    """The bot connects to this gateway, for the first time or for a new session; then it is told to stop.

    AssertionError or TimeoutError if it does not end at once.
    """
    settings = settings_for(pg, folder)
    async with opened(settings) as bot:
        await log_in(bot, settings)
        if not was_connected:
            pg.backend.gateway.url = gateway
        connection = asyncio.create_task(stay_connected(bot, bot.closed))
        if was_connected:
            await bot.wait_until_ready()
            pg.backend.gateway.url = gateway
            pg.invalidate_session()
        yield
        await bot.close()
        assert await asyncio.wait_for(connection, PATIENCE) == 0


@pytest.mark.parametrize("was_connected", [False, True])
async def test_told_to_stop_while_it_connects_it_ends_at_once_and_in_good_order(
    pg: Playground, tmp_path: Path, was_connected: bool, recwarn: pytest.WarningsRecorder
) -> None:
    async with (
        a_gateway_that_says_nothing() as (silent, called),
        about_to_connect(pg, tmp_path, silent, was_connected=was_connected),
    ):
        await called.wait()
    gc.collect()
    assert [str(warning.message) for warning in recwarn if "never awaited" in str(warning.message)] == []


@pytest.mark.parametrize("was_connected", [False, True])
async def test_told_to_stop_while_discord_is_down_it_does_not_wait_for_the_next_attempt(
    pg: Playground, tmp_path: Path, was_connected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = asyncio.Event()

    def long(_backoff: ReconnectBackoff) -> float:
        failed.set()
        return 1000.0

    monkeypatch.setattr(ReconnectBackoff, "delay", long)
    async with about_to_connect(pg, tmp_path, NOWHERE, was_connected=was_connected):
        await failed.wait()


async def test_a_press_that_is_answered_when_the_bot_has_all_but_stopped_leaves_nothing_to_fail(
    bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    table_publisher = bot.services.table_publisher
    with capture_logs() as lines:
        with table_publisher.pressed(table_of(board), int(board.id)):
            await bot.close()
            table_publisher.messages.posts.message_state(
                int(board.id)
            ).overlapped = True  # two drawings have met
            before = asyncio.all_tasks()
        await asyncio.gather(*(asyncio.all_tasks() - before))
    assert [line["event"] for line in lines if line["log_level"] == "error"] == []


async def is_gone(bot: Tortuga, guild: int) -> bool:
    """Whether it is stored that the server has removed the bot."""
    row = await bot.store.servers.of(guild)
    return row is not None and row.gone is not None


async def is_shut(bot: Tortuga, table: str) -> bool:
    """Whether the table's clocks stand because its server is gone."""
    return (await bot.services.tables.table(table)).timing.shut


CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"


async def test_an_answer_that_outlasts_the_stop_is_broken_off_and_its_move_is_kept(
    pg: Playground, tmp_path: Path
) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    with capture_logs() as lines:
        async with tortuga(pg, tmp_path) as bot:
            shown = await hand(anne, await deal(anne, calico))
            before = len(await bot.store.log(table_of(shown)))
            pg.hold_back_next(CALLBACK, 60, after_doing=True)
            await anne.press(shown, custom_id=choices(shown)[0])
            await bot.services.error_handler.close(patience=0.1)
            assert bot.services.error_handler.load_gate.under_way == 0
    assert [line for line in lines if line["log_level"] == "error"] == []
    async with tortuga(pg, tmp_path) as bot:
        assert len(await bot.store.log(table_of(shown))) == before + 1


@pytest.mark.three_seconds
async def test_an_answer_that_is_being_put_off_at_the_stop_is_put_off_no_more(
    pg: Playground, tmp_path: Path
) -> None:
    anne = pg.person("Anne")
    with capture_logs() as lines:
        async with tortuga(pg, tmp_path) as bot:
            lobby = await open_lobby(anne)
            pg.hold_back_next(CALLBACK, 60, after_doing=True)
            async with bot.services.tables.repository.turn(
                table_of(lobby)
            ):  # a long press of somebody else's
                await pg.person("Calico").press(lobby, "Join")
                await bot.services.error_handler.close(patience=0.1)
                assert bot.services.error_handler.load_gate.under_way == 0
    assert [line for line in lines if line["log_level"] == "error"] == []


async def test_where_the_last_press_ends_as_patience_does_the_stop_goes_on(bot: Tortuga) -> None:
    await bot.services.error_handler.close(patience=0)


async def test_whoever_presses_when_it_has_all_but_left_is_not_attended_to(
    bot: Tortuga, pg: Playground, anne: Visitor
) -> None:
    lobby = await open_lobby(anne)
    await bot.services.error_handler.leave(patience=1)
    before, arrived = len(pg.requests), asyncio.ensure_future(bot.wait_for("interaction"))
    await asyncio.sleep(0)
    pressed = asyncio.ensure_future(pg.person("Calico").press(lobby, "Join"))
    await arrived
    await let_all_run(bot.store)
    assert CALLBACK not in [request.route for request in pg.requests[before:]]
    pressed.cancel()


async def test_kicked_while_it_stops_it_leaves_the_rest_to_its_next_start(
    pg: Playground, tmp_path: Path
) -> None:
    guild = int(pg.guild().id)
    with capture_logs() as lines:
        async with AsyncExitStack() as somebody:
            async with tortuga(pg, tmp_path) as bot:
                table = table_of(await deal(pg.person("Anne"), pg.person("Calico")))
                await somebody.enter_async_context(bot.services.tables.repository.turn(table))  # a long press
                pg.remove_bot()
                await until(lambda: is_gone(bot, guild))
            before = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*(task for task in before if "guild_remove" in task.get_name()))
    assert [line for line in lines if line["log_level"] == "error"] == []
    async with tortuga(pg, tmp_path) as bot:
        await until(lambda: is_shut(bot, table))


async def test_an_event_that_fails_is_in_the_log_with_its_name(bot: Tortuga) -> None:
    with capture_logs() as lines:
        try:
            raise ZeroDivisionError("nobody foresaw it")
        except ZeroDivisionError:
            await bot.on_error("guild_join")
    assert [(line["event"], line["which"]) for line in lines] == [("an event failed", "guild_join")]
    assert "ZeroDivisionError" in lines[0]["trace"]


@pytest.mark.parametrize("begun", [True, False], ids=["while it opens", "before it opens"])
async def test_told_to_finish_before_it_has_opened_it_leaves_nothing_open(
    pg: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, begun: bool
) -> None:
    """As where another process takes the shard from one that has just begun with it."""
    settings, asked, go_on = settings_for(pg, tmp_path), asyncio.Event(), asyncio.Event()
    async with opened(settings) as bot:
        what = bot.services.tables if begun else bot.tree

        async def wait(real: Callable[..., Awaitable[None]], *args: Any) -> None:
            asked.set()
            await go_on.wait()
            await real(*args)

        name = "open" if begun else "set_translator"
        monkeypatch.setattr(what, name, partial(wait, getattr(what, name)))
        login = asyncio.create_task(log_in(bot, settings))
        await asked.wait()
        finishing = asyncio.create_task(bot.finish(0.0))
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(login, finishing)
        assert "awake" not in {task.get_name() for task in asyncio.all_tasks()}
