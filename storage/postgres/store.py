"""A `Store` in a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from storage.address import name_of
from storage.errors import StorageError
from storage.models import TransactionListener
from storage.postgres.database import PostgresDatabase, open_database
from storage.postgres.leases import PostgresLeaseStore
from storage.postgres.migrations import migrate, migrations
from storage.sql.people import TO_BE_WIPED, PrivacyStore
from storage.sql.store import MonitoringStore, Store
from storage.sql.tournaments import AuditPostStore


async def open_address(
    url: str,
    *,
    say: Callable[[str], None],
    on_transaction: TransactionListener | None = None,
    sole: bool = False,
) -> PostgresStore:
    """Opens the database of this address as `storage.open_store` does. StorageError where it cannot."""
    await migrate(url, say)
    database = await open_database(url, len(migrations()), on_transaction, sole=sole)
    if not sole:
        database.listen()
    return PostgresStore(database)


class PostgresStore(Store):
    """A `Store` in a PostgreSQL database. Made by `open_address`."""

    def __init__(self, database: PostgresDatabase) -> None:
        super().__init__(database, AuditPostStore(database, "message IS NULL OR outdated <> 0"))
        self.database = database
        self.privacy = PostgresPrivacyStore(database, self.audit)
        self.monitoring = PostgresMonitoringStore(database)
        self.leases = PostgresLeaseStore(database, database.name)

    async def backup(self, target: Path) -> None:
        """Always raises `StorageError`: PostgreSQL has means of its own for copies."""
        raise StorageError(
            f"{name_of(self.database.url)} is copied by PostgreSQL's own means: docs/running.md says how."
        )


class PostgresPrivacyStore(PrivacyStore):
    """`PrivacyStore` of a PostgreSQL database, which VACUUM wipes."""

    _db: PostgresDatabase

    async def wipe(self) -> None:
        """See `PrivacyStore.wipe`. VACUUM, which stops nobody, takes what was erased off its pages; with
        FREEZE it waits for a page that somebody else holds, which it would leave as it is otherwise
        (https://www.postgresql.org/docs/current/sql-vacuum.html).

        Its bytes are overwritten as pages fill up again, and go with the server's log and with copies in
        their time; nothing that can be asked of the server finds them.
        """
        async with self._wiping:
            for [erasures] in await self._db.read("SELECT value FROM notes WHERE key = ?", TO_BE_WIPED):
                await self._db.run_beside("VACUUM (FREEZE)")
                # What was erased since then has changed the note, which stays.
                await self._db.write(
                    ("DELETE FROM notes WHERE key = ? AND value = ?", (TO_BE_WIPED, erasures))
                )


class PostgresMonitoringStore(MonitoringStore):
    """`MonitoringStore` of a PostgreSQL database; there are no bytes of a log."""

    async def _bytes(self) -> tuple[int, int]:
        """Of the database; the log is the whole server's, and a monitor of the server's tells of it."""
        [(size,)] = await self._db.read("SELECT pg_database_size(current_database())")
        return size, 0
