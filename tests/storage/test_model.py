"""Whatever goes wrong with a SQLite file, the store holds what a few dicts would hold."""

from __future__ import annotations

import shutil
import sqlite3

from hypothesis import strategies as st
from hypothesis.stateful import rule
from msgspec.structs import replace

from storage import AlreadyDone, Conflict, TournamentChange, Unwritable, open_store
from storage.sqlite import connection
from storage.sqlite.store import SqliteStore
from tests.storage.contract.machine import Changed, StoreBesideDicts, Wanted, wishes
from tests.support.examples import examples

GROWN = b"7" * 400_000
"""A state that needs more pages than a full disk has left."""


class SqliteBesideDicts(StoreBesideDicts):
    """A SQLite file that may be copied in the middle of work, locked, or on a disk that is full."""

    store: SqliteStore

    def __init__(self) -> None:
        self.patience, connection.PATIENCE = connection.PATIENCE, 0.01
        self.name = "0.sqlite3"
        super().__init__()

    def teardown(self) -> None:
        super().teardown()
        connection.PATIENCE = self.patience

    async def open(self) -> SqliteStore:
        """See `StoreBesideDicts.open`."""
        return await open_store(self.folder / self.name)

    @rule()
    def the_bot_crashes(self) -> None:
        """What is on the disk at this moment is all that the next one finds."""
        self.serial += 1
        survived = self.folder / f"{self.serial}.sqlite3"
        for suffix in ("", "-wal"):
            shutil.copy(self.folder / f"{self.name}{suffix}", f"{survived}{suffix}")
        self.run(self.store.close())
        self.name = survived.name
        self.store = self.run(self.open())

    @rule(wanted=st.lists(wishes, min_size=1, max_size=4))
    def the_disk_is_full(self, wanted: list[Wanted]) -> None:
        bulky = [grown(change) for change in self.make_and_foresee(wanted)]
        self.run(self.allow_pages(5))
        results = self.run(self.all_at_once(bulky))
        self.run(self.allow_pages(1_000_000))
        # Those that are refused anyway may be told so, if none of the others asks for space.
        assert all(isinstance(result, Unwritable | Conflict | AlreadyDone) for result in results), results

    @rule(wanted=st.lists(wishes, min_size=1, max_size=4))
    def another_program_locks_the_file(self, wanted: list[Wanted]) -> None:
        other = sqlite3.connect(self.folder / self.name, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        results = self.run(self.all_at_once(self.make_and_foresee(wanted)))
        other.close()
        assert all(isinstance(result, Unwritable | Conflict) for result in results), results

    async def allow_pages(self, more: int) -> None:
        """Lets the file grow by so many pages and no further."""
        [row] = await self.store.database.run_alone("PRAGMA page_count")
        await self.store.database.run_alone(f"PRAGMA max_page_count = {row[0] + more}")


def grown(change: Changed) -> Changed:
    """The same change with more to store than a full disk has left."""
    if isinstance(change, TournamentChange):
        return replace(change, row=replace(change.row, record=GROWN))
    return replace(change, table=replace(change.table, state=GROWN))


TestSqliteBesideDicts = SqliteBesideDicts.TestCase
TestSqliteBesideDicts.settings = examples(25, stateful_step_count=25)
