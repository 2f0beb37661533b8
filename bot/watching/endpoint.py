"""The port of their own on which /metrics and /health are answered."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import msgspec
import structlog
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.settings import SettingsError
from bot.watching.health import Physician
from bot.watching.lookout import Lookout
from bot.watching.loop_delay import sampled
from bot.watching.meters import Meters

if TYPE_CHECKING:
    from bot.client import Tortuga

log = structlog.get_logger(__name__)

CLOSING = 1.0
"""Seconds that answers under way are given at a stop."""


@asynccontextmanager
async def watched(client: Tortuga, meters: Meters, host: str, port: int) -> AsyncIterator[None]:
    """Answer on that port as long as the block lasts. SettingsError, in one line, if it cannot be had."""
    app = _app(Lookout(client, meters), meters, Physician(lambda: client.alive, client.store.watching))
    runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=CLOSING)
    await runner.setup()
    root = logging.getLogger()
    try:
        await _listen(runner, host, port)
        root.addHandler(meters.counting_lines)
        log.info("figures can be asked for", host=host, port=port)
        async with sampled(meters.delayed):
            yield
    finally:
        root.removeHandler(meters.counting_lines)
        await runner.cleanup()


async def _listen(runner: web.AppRunner, host: str, port: int) -> None:
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise SettingsError(
            f"METRICS_PORT: nothing can listen on port {port} of {host} ({why}); "
            "choose another one (METRICS_PORT, METRICS_HOST), or 0 for none"
        ) from None


def _app(lookout: Lookout, meters: Meters, physician: Physician) -> web.Application:
    async def metrics(_request: web.Request) -> web.Response:
        await lookout.look()
        # It takes tens of milliseconds, for which nobody should have to wait.
        told = await asyncio.to_thread(generate_latest, meters.registry)
        return web.Response(body=told, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def health(_request: web.Request) -> web.Response:
        found = await physician.look()
        return web.Response(
            status=200 if found.is_well else 503,
            body=msgspec.json.encode(found) + b"\n",
            content_type="application/json",
        )

    app = web.Application()
    app.add_routes([web.get("/metrics", metrics), web.get("/health", health)])
    return app
