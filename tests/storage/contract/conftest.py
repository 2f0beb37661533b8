"""The contract of storage: its tests run over the stores of every engine."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pytest

from storage import Store, open_store
from tests.support.database import made

OpenDatabase: TypeAlias = Callable[[], Awaitable[Store]]
"""Opens the test's database: a new one at first, and the same one after it was closed."""


def sqlite_of(request: pytest.FixtureRequest) -> OpenDatabase:
    """A SQLite file in the test's folder."""
    folder: Path = request.getfixturevalue("tmp_path")

    async def open_file() -> Store:
        return await open_store(await made(folder / "tortuga.sqlite3"))

    return open_file


def postgres_of(request: pytest.FixtureRequest) -> OpenDatabase:
    """A database of a PostgreSQL server."""
    url: str = request.getfixturevalue("postgres_emptied")
    return partial(open_store, url)


IMPLEMENTATIONS: Mapping[str, Callable[[pytest.FixtureRequest], OpenDatabase]] = {
    "sqlite": sqlite_of,
    "postgres": postgres_of,
}
"""By name: what gives each test a database of its own. A new implementation is one line here."""
OF_SEVERAL_PROCESSES = ("postgres",)
"""Those that several processes may open, which agree with each other through leases."""


@pytest.fixture(params=IMPLEMENTATIONS)
def open_database(request: pytest.FixtureRequest) -> OpenDatabase:
    """Opens the test's database; whoever does so closes it."""
    return IMPLEMENTATIONS[request.param](request)


@pytest.fixture
async def store(open_database: OpenDatabase) -> AsyncGenerator[Store, None]:
    """A new store, closed when the test is over."""
    opened = await open_database()
    yield opened
    await opened.close()
