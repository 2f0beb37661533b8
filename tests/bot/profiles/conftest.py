"""A database of its own for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from storage import Store, opened


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """An empty one."""
    async with opened(tmp_path / "tortuga.sqlite3") as there:
        yield there
