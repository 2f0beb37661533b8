"""What only a store in a PostgreSQL database can be asked."""

from __future__ import annotations

import pytest

from storage.postgres.store import PostgresStore, open_address
from tests.storage.contract.machine import StoreBesideDicts
from tests.support.examples import examples
from tests.support.postgres import PostgresServer


@pytest.fixture(scope="module", autouse=True)
def server(postgres_server: PostgresServer, postgres_template: str) -> None:
    """The machine opens databases of it by itself."""
    PostgresBesideDicts.server, PostgresBesideDicts.template = postgres_server, postgres_template


class PostgresBesideDicts(StoreBesideDicts):
    """A PostgreSQL database."""

    server: PostgresServer
    template: str
    store: PostgresStore

    def __init__(self) -> None:
        self.url = self.server.new_database(self.template)
        super().__init__()

    def teardown(self) -> None:
        super().teardown()
        self.server.drop_database(self.url)

    async def open(self) -> PostgresStore:
        """See `StoreBesideDicts.open`."""
        return await open_address(self.url, say=lambda _words: None)


TestPostgresBesideDicts = PostgresBesideDicts.TestCase
TestPostgresBesideDicts.settings = examples(15, stateful_step_count=25)
