"""A `Store` in a SQLite file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from pathlib import Path

from storage.models import TransactionListener
from storage.sql.people import TO_BE_WIPED, PrivacyStore
from storage.sql.store import MonitoringStore, Store
from storage.sql.tournaments import AuditPostStore
from storage.sqlite.backup import clear_leftovers, copy_database, quietly
from storage.sqlite.connection import sole_use
from storage.sqlite.database import SqliteDatabase, open_database
from storage.sqlite.migrations import migrate


async def open_file(
    path: Path,
    *,
    say: Callable[[str], None] = quietly,
    on_transaction: TransactionListener | None = None,
    sole: bool = False,
    check: Future[bool] | None = None,
) -> SqliteStore:
    """Opens the file at this path as `storage.open_store` does. StorageError where it cannot."""
    with ExitStack() as held:
        if sole:
            held.enter_context(sole_use(path))
            clear_leftovers(path, say)
        found_whole = check is not None and await asyncio.wrap_future(check)
        await migrate(path, say, sole=sole)
        database = await open_database(path, on_transaction, found_whole=found_whole)
        return SqliteStore(database, held.pop_all())


class SqliteStore(Store):
    """A `Store` in a SQLite file. Made by `open_file`."""

    def __init__(self, database: SqliteDatabase, held: ExitStack) -> None:
        super().__init__(database, AuditPostStore(database, "message IS NULL OR outdated"))
        self.database = database
        self._held = held
        """What keeps others away as long as this is open."""
        self.privacy = SqlitePrivacyStore(database, self.audit)
        self.monitoring = SqliteMonitoringStore(database)

    async def backup(self, target: Path) -> None:
        await copy_database(self.database.path, target)

    async def close(self) -> None:
        with self._held:
            await super().close()


_LOG = "wipe log"
"""The note that the file was made anew, and the write-ahead log is still to be emptied."""
_LEAVE_EMPTYING = "INSERT INTO notes (key, value) VALUES (?, '') ON CONFLICT DO NOTHING"


class SqlitePrivacyStore(PrivacyStore):
    """`PrivacyStore` of a SQLite file."""

    _db: SqliteDatabase

    async def wipe(self) -> None:
        """See `PrivacyStore.wipe`. One at a time, which serves all whose data was erased before it begins.

        The file and its log have a note each: where somebody reads on and on and the log cannot be emptied,
        the file need not be made anew for the next attempt.
        """
        async with self._wiping:
            for [erasures] in await self._db.read("SELECT value FROM notes WHERE key = ?", TO_BE_WIPED):
                await self._db.rewrite_file()
                # What was erased since then has changed the note, which stays.
                done = "DELETE FROM notes WHERE key = ? AND value = ?"
                await self._db.write((_LEAVE_EMPTYING, (_LOG,)), (done, (TO_BE_WIPED, erasures)))
            if await self._db.read("SELECT 1 FROM notes WHERE key = ?", _LOG):
                await self._db.empty_log()
                await self._db.write(("DELETE FROM notes WHERE key = ?", (_LOG,)))


class SqliteMonitoringStore(MonitoringStore):
    """`MonitoringStore` of a SQLite file and the write-ahead log beside it."""

    _db: SqliteDatabase

    async def _bytes(self) -> tuple[int, int]:
        path = self._db.path
        return _size(path), _size(path.with_name(f"{path.name}-wal"))


def _size(path: Path) -> int:
    """Bytes; 0 if there is no such file, as a log that is empty may be taken away."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
