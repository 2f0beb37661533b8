"""The contract of storage: its tests run over every implementation of `storage.interfaces`."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pytest

from storage import Store, open_store

OpenDatabase: TypeAlias = Callable[[], Awaitable[Store]]
"""Opens the test's database: a new one at first, and the same one after it was closed."""


def sqlite_in(folder: Path) -> OpenDatabase:
    """A SQLite file in the folder."""
    return partial(open_store, folder / "tortuga.sqlite3")


IMPLEMENTATIONS: Mapping[str, Callable[[Path], OpenDatabase]] = {"sqlite": sqlite_in}
"""By name: what gives each test a database of its own. A new implementation is one line here."""


@pytest.fixture(params=IMPLEMENTATIONS)
def open_database(request: pytest.FixtureRequest, tmp_path: Path) -> OpenDatabase:
    """Opens the test's database; whoever does so closes it."""
    return IMPLEMENTATIONS[request.param](tmp_path)


@pytest.fixture
async def store(open_database: OpenDatabase) -> AsyncGenerator[Store, None]:
    """A new store, closed when the test is over."""
    opened = await open_database()
    yield opened
    await opened.close()
