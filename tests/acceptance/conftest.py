"""The whole program: the bot in a process of its own, and Discord's stand-in, over real sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from playground import Playground
from tests.support.child import ChildBot, child_bot


@pytest.fixture
async def bot(pg: Playground, tmp_path: Path) -> AsyncIterator[ChildBot]:
    """The bot, connected."""
    async with child_bot(pg, tmp_path) as started:
        yield started
