"""A store in a file of its own for each test."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from storage import Store, open_store
from tests.support.database import made


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the test's database is, or will be."""
    return tmp_path / "tortuga.sqlite3"


@pytest.fixture
async def store(path: Path) -> AsyncGenerator[Store, None]:
    """A new store, closed when the test is over."""
    opened = await open_store(await made(path))
    yield opened
    await opened.close()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program's lock is not waited for, for tests that hold one."""
    monkeypatch.setattr("storage.sqlite.connection.PATIENCE", 0.01)
