"""The whole program: the bot in a process of its own, and Discord's stand-in, over real sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from playground import Playground
from tests.support.child import ChildBot, child_bot


@pytest.fixture
def where(request: pytest.FixtureRequest) -> dict[str, str]:
    """Where the bot keeps its games, as settings: in a file, or in PostgreSQL where a test names it."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return {}
    return {"DATABASE_URL": request.getfixturevalue("postgres_url")}


@pytest.fixture
async def bot(pg: Playground, tmp_path: Path, where: dict[str, str]) -> AsyncIterator[ChildBot]:
    """The bot, connected."""
    async with child_bot(pg, tmp_path, **where) as started:
        yield started
