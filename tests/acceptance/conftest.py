"""The whole program: the bot in a process of its own, and Discord's stand-in, over real sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from playground import Playground
from tests.acceptance.crew import ChildBot, child_bot


@pytest_asyncio.fixture
async def playground() -> AsyncIterator[Playground]:
    """A stand-in for Discord without limits by time: people here press faster than people do."""
    async with Playground.start(limits="off") as started:
        yield started


@pytest_asyncio.fixture
async def bot(playground: Playground, tmp_path: Path) -> AsyncIterator[ChildBot]:
    """The bot, connected."""
    async with child_bot(playground, tmp_path) as started:
        yield started
