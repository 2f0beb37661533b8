"""How late the event loop wakes those who sleep: by so much are answers late to whoever presses just then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

EVERY = 0.05
"""Seconds between two samples."""


@asynccontextmanager
async def sampled(hear: Callable[[float], None], *, every: float = EVERY) -> AsyncIterator[None]:
    """Tell `hear` of the delay, again and again."""
    task = asyncio.create_task(_sample(hear, every), name="loop delay")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _sample(hear: Callable[[float], None], every: float) -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + every
        await asyncio.sleep(every)
        hear(max(0.0, loop.time() - due))
