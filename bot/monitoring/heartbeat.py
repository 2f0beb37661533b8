"""A sign of life for those who watch over the bot: a file, touched as long as the bot does its work."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import structlog

from bot.settings import LocalSettings

HEARTBEAT_INTERVAL = 10.0
"""Seconds between two signs."""

OVERDUE = 60.0
"""Seconds without a sign after which the bot counts as dead: long enough for a reconnection."""

log = structlog.get_logger(__name__)


@asynccontextmanager
async def keep_heartbeat(
    path: Path, alive: Callable[[], bool], *, interval: float = HEARTBEAT_INTERVAL
) -> AsyncIterator[None]:
    """Touch the file every `interval` seconds while `alive()` says so; remove it at the end.

    It runs in the bot's own event loop, so that a loop that hangs is silent too.
    """
    task = asyncio.create_task(_beat(path, alive, interval))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        _remove(path)


async def _beat(path: Path, alive: Callable[[], bool], interval: float) -> None:
    while True:
        if well := alive():
            _touch(path)
        await asyncio.sleep(interval if well else interval / 10)  # the first sign after a start comes soon


# Both are one call on a file without content: not worth a thread.


def _touch(path: Path) -> None:
    try:
        path.touch()
    except OSError as error:  # a full disk must not end games; health will tell
        log.error("the sign of life cannot be written", path=str(path), reason=str(error))


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        log.error("the sign of life cannot be removed", path=str(path), reason=str(error))


def seconds_since_heartbeat(path: Path) -> float | None:
    """Seconds since the last sign; None if there is none, as the bot is not running."""
    try:
        return max(0.0, time.time() - path.stat().st_mtime)
    except (FileNotFoundError, NotADirectoryError):
        return None


# `tortuga health`: whether the bot on this machine is alive, for a HEALTHCHECK and for people.


def report_health(settings: LocalSettings) -> int:
    """Say when the bot last showed a sign of life; 0 if that is recent, else 1."""
    age = seconds_since_heartbeat(settings.heartbeat_path)
    if age is None:
        print(f"not running: there is no sign of life at {settings.heartbeat_path}")
        return 1
    if age > OVERDUE:
        print(f"not well: the last sign of life is {age:.0f} s old, more than {OVERDUE:.0f} s")
        return 1
    print(f"well: the last sign of life is {age:.0f} s old")
    return 0
