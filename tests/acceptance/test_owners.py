"""A sample of the trial of owners: one is killed while people play, and the database starts anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.soak import owners
from tests.support.postgres import PostgresServer, running_postgres

pytestmark = pytest.mark.by_itself("starts its processes itself, on an engine of its own")


@pytest.fixture
def own_server(postgres_server: PostgresServer) -> Iterator[PostgresServer]:
    """A server that a test may stop."""
    with running_postgres(postgres_server.folder.parent) as server:
        yield server


@pytest.mark.timeout(400)
async def test_nothing_is_lost_or_done_twice_when_an_owner_dies_and_when_the_database_is_restarted(
    own_server: PostgresServer, tmp_path: Path
) -> None:
    counted = await owners.troubled(Random(1), tmp_path, own_server, ["kill", "database"])
    assert counted["owners: kill"] == counted["owners: database"] == 1
    assert counted["presses that were played"] > 0
