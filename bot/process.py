"""The life of a process: the shards that it serves, takes over and hands on, until it is told to stop."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, nullcontext, suppress
from pathlib import Path

import structlog

from bot.app import Tortuga, operators_ports, own_findings
from bot.client import connection
from bot.client.channels import invite_link
from bot.client.connection import log_in, stay_connected
from bot.client.shards import IdentifyTurns, ShardManager, Tenure
from bot.composition import SharedResources, in_shards_time, shared_resources
from bot.monitoring import heartbeat
from bot.monitoring.doctor import encoded, remembering_errors
from bot.runtime import logs
from bot.runtime.clock import SystemClock
from bot.runtime.log_context import bind_log_context
from bot.settings import Settings
from storage import Shard, StorageError

log = structlog.get_logger(__name__)


async def run_bot(settings: Settings, check: Future[bool] | None = None) -> int:
    """Be the bot until told to stop by SIGTERM or Ctrl-C; the exit status. `check`: of `storage.begin_check`.

    SettingsError or StorageError, in one line, if it cannot be begun.
    """
    asyncio.get_running_loop().set_exception_handler(logs.log_unhandled_error)
    # A file is for one process; PostgreSQL is for as many as there are leases.
    sole = isinstance(settings.database, Path)
    async with _stop_signals() as stopping, shared_resources(settings, sole=sole, check=check) as shared:
        process = _Process(shared)
        # Where games are kept elsewhere, nobody else has made its folder.
        settings.heartbeat_path.parent.mkdir(parents=True, exist_ok=True)
        async with (
            remembering_errors() as errors,
            operators_ports(shared, process.clients, process.alive, errors),
            heartbeat.keep_heartbeat(
                settings.heartbeat_path,
                process.alive,
                lambda: encoded(own_findings(shared, process.clients(), errors)),
            ),
            heartbeat.clearing_old_copies(settings.database),
            heartbeat.watch_backups(
                settings.backup_note_path, None if shared.metrics is None else shared.metrics.backed_up
            ),
        ):
            await process.run(stopping)
    return 0


class _Process:
    """The shards that this process serves."""

    def __init__(self, shared: SharedResources) -> None:
        settings = shared.settings
        self._shared = shared
        leases = shared.store.leases
        self._turns = IdentifyTurns(leases=leases)
        self._name = f"{socket.gethostname()} {os.getpid()} {secrets.token_hex(4)}"
        self._manager = ShardManager(
            settings.shard_count,
            self._serve,
            leases=leases,
            process=self._name,
            wanted=settings.served_shards,
            ready=self._ready,
        )
        self._clients: dict[int, Tortuga] = {}
        self._invited = False

    def clients(self) -> list[Tortuga]:
        """Those of the shards that are served just now, in their order."""
        return [client for _shard, client in sorted(self._clients.items())]

    def alive(self) -> bool:
        """Whether the gateway answers for each of them; there may be none where others serve all."""
        has_part = bool(self._clients) or self._manager.is_there
        return has_part and all(client.alive for client in self._clients.values())

    def _ready(self) -> list[int]:
        """The shards that are served and have a session."""
        return [id for id, client in self._clients.items() if client.is_ready()]

    async def run(self, stopping: asyncio.Event) -> None:
        """Serve the shards until the event is set."""
        store = self._shared.store
        store.listen(self._manager.heard)
        try:
            await self._manager.run(stopping)
        finally:
            store.deafen(self._manager.heard)

    async def _serve(self, shard: Shard, tenure: Tenure) -> None:
        clock = SystemClock(self._shared.settings.clock_speed)
        if shard.count > 1:
            bind_log_context("shard", str(shard.id))
        store = self._shared.store.for_shard(shard, tenure.epoch)
        in_time = in_shards_time(store, shard, clock)
        async with Tortuga(self._shared, in_time, clock, shard, self._turns.turn) as client:
            client.is_served = lambda: self._manager.holds(shard.id, tenure.epoch)
            client.services.error_handler.asks_at = lambda: self._manager.asks_at(shard.id)
            client.services.error_handler.on_taken = self._manager.overtaken
            client.epoch = tenure.epoch
            client.is_waiting = not tenure.taken.is_set()
            leaving = asyncio.Event()
            closing = asyncio.create_task(
                self._close_at(tenure, client, leaving), name="until the shard is left"
            )
            try:
                await self._connect(client, tenure, leaving)
            except Exception:
                if not tenure.stop.is_set():  # else the login was cut short by the stop
                    raise
            finally:
                self._clients.pop(shard.id, None)
                self._share_budget()
                if tenure.stop.is_set():
                    await closing
                closing.cancel()
                if store is not self._shared.store:
                    await store.close()

    def _begins(self, client: Tortuga) -> None:
        """The client serves its shard from now on."""
        self._clients[client.shard.id] = client
        self._share_budget()

    def _share_budget(self) -> None:
        """Discord counts the requests of all processes together."""
        self._shared.budget.set_share(len(self._clients) / self._shared.settings.shard_count)

    async def _close_at(self, tenure: Tenure, client: Tortuga, leaving: asyncio.Event) -> None:
        """Whoever is ready to serve the shard gets it as soon as what is under way is stored. Where nobody
        is, people are told that the bot stops, as long as it has to.
        """
        await tenure.stop.wait()
        if tenure.heir:
            began, is_theirs = time.monotonic(), False
            attended = await client.finish_before_heir()
            with suppress(StorageError):  # then the lease runs out by itself
                is_theirs = await self._manager.hand_over(client.shard, attended)
            took = round(time.monotonic() - began, 3)
            log.info("a shard was handed over", shard=client.shard.id, done=is_theirs, seconds=took)
        await client.close()
        leaving.set()

    async def _connect(self, client: Tortuga, tenure: Tenure, leaving: asyncio.Event) -> None:
        settings = self._shared.settings
        if not client.is_waiting:
            self._begins(client)
        await log_in(client, settings)
        async with self._succeeding(client, tenure, leaving) if client.is_waiting else nullcontext():
            if client.shard.count > 1:
                self._turns.most = await connection.max_concurrency(client)
            if not self._invited and not connection.is_loopback(settings.discord_api_base):
                self._invited = True  # a stand-in has nobody to invite it
                print(f"Invite Tortuga to a server: {invite_link(client.application_id or 0)}", flush=True)
            await stay_connected(client, leaving)

    @asynccontextmanager
    async def _succeeding(
        self, client: Tortuga, tenure: Tenure, leaving: asyncio.Event
    ) -> AsyncIterator[None]:
        """The client, which connects within the block, serves the shard as soon as that is taken."""
        succeeding = asyncio.create_task(self._succeed(client, tenure), name="until the shard is taken")

        def look(task: asyncio.Task[None]) -> None:
            if not task.cancelled() and task.exception() is not None:
                leaving.set()

        succeeding.add_done_callback(look)
        try:
            yield
        finally:
            succeeding.cancel()
            with suppress(asyncio.CancelledError):
                await succeeding

    async def _succeed(self, client: Tortuga, tenure: Tenure) -> None:
        leases, shard = self._shared.store.leases, client.shard
        assert leases is not None
        ready = asyncio.create_task(client.wait_until_ready(), name="until there is a session")
        taken = asyncio.create_task(tenure.taken.wait(), name="until it is this process's")
        try:
            await asyncio.wait({ready, taken}, return_when=asyncio.FIRST_COMPLETED)
            if not taken.done():
                await self._manager.be_ready(shard)
            await taken
        finally:
            ready.cancel()
            taken.cancel()
        self._begins(client)
        began = time.monotonic()
        await client.take_over(await leases.attended(shard))
        took = round(time.monotonic() - began, 3)
        log.info("a shard was taken over", shard=shard.id, has_session=client.alive, seconds=took)


@asynccontextmanager
async def _stop_signals() -> AsyncIterator[asyncio.Event]:
    """What SIGTERM and SIGINT set, as long as the block lasts.

    A container's first process ignores signals that it does not handle, so they are handled from before the
    login on.
    """
    loop, stopping = asyncio.get_running_loop(), asyncio.Event()

    def stop(name: str) -> None:
        log.info("stopping", why=name)
        stopping.set()

    signals = (signal.SIGTERM, signal.SIGINT)
    for each in signals:
        if sys.platform == "win32":  # its event loop knows no signals
            signal.signal(each, lambda *_signal: loop.call_soon_threadsafe(stop, "a signal"))
        else:
            loop.add_signal_handler(each, stop, each.name)
    try:
        yield stopping
    finally:
        for each in signals:
            if sys.platform == "win32":
                signal.signal(each, signal.SIG_DFL)
            else:
                loop.remove_signal_handler(each)
