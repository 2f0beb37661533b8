"""Opens a database: the SQLite file at a path, or the PostgreSQL database at an address."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import overload

from storage.address import name_of as name_of_address
from storage.errors import StorageError
from storage.models import TransactionListener
from storage.sql.store import Store
from storage.sqlite.backup import quietly
from storage.sqlite.database import begin_check as begin_check_of_file
from storage.sqlite.migrations import layout_of as layout_of_file
from storage.sqlite.migrations import migrate as migrate_file
from storage.sqlite.migrations import migrations
from storage.sqlite.store import SqliteStore, open_file


@overload
async def open_store(
    place: Path,
    *,
    say: Callable[[str], None] = ...,
    on_transaction: TransactionListener | None = ...,
    sole: bool = ...,
    check: Future[bool] | None = ...,
) -> SqliteStore: ...
@overload
async def open_store(
    place: Path | str,
    *,
    say: Callable[[str], None] = ...,
    on_transaction: TransactionListener | None = ...,
    sole: bool = ...,
    check: Future[bool] | None = ...,
) -> Store: ...
async def open_store(
    place: Path | str,
    *,
    say: Callable[[str], None] = quietly,
    on_transaction: TransactionListener | None = None,
    sole: bool = False,
    check: Future[bool] | None = None,
) -> Store:
    """Opens the database, making or upgrading it first: the file at a path, or `postgresql://...`.

    `say` is called with how an upgrade goes on, `on_transaction` after each transaction. `sole`: InUse if
    another bot has it so, and no other one gets it so until this is closed. `check`: what `begin_check` of
    the same place gave; a file is changed only after it was found whole, there or here. TooNew, Damaged,
    Unwritable or another StorageError, with a sentence for the operator, if it cannot be used. The store must
    be closed in the end: what serves it would keep the process alive.
    """
    if isinstance(place, Path):
        return await open_file(place, say=say, on_transaction=on_transaction, sole=sole, check=check)
    from storage.postgres.store import open_address  # loaded by those alone who use it

    return await open_address(place, say=say, on_transaction=on_transaction, sole=sole)


def begin_check(place: Path | str) -> Future[bool] | None:
    """Begin to look whether a file is whole, for whoever opens it in a moment: see `open_store`. A server
    looks after its database itself.
    """
    return begin_check_of_file(place) if isinstance(place, Path) else None


@overload
def opened(
    place: Path, *, say: Callable[[str], None] = ...
) -> AbstractAsyncContextManager[SqliteStore, None]: ...
@overload
def opened(
    place: Path | str, *, say: Callable[[str], None] = ...
) -> AbstractAsyncContextManager[Store, None]: ...
@asynccontextmanager
async def opened(place: Path | str, *, say: Callable[[str], None] = quietly) -> AsyncGenerator[Store, None]:
    """`open_store` for as long as the block lasts."""
    store = await open_store(place, say=say)
    try:
        yield store
    finally:
        await store.close()


async def migrate(place: Path | str, say: Callable[[str], None] = quietly) -> None:
    """Makes the database, or brings it to the newest layout; a file, after a copy was made beside it.

    TooNew if a newer version wrote it; Damaged, Unwritable or another StorageError if it cannot be used.
    """
    if isinstance(place, Path):
        return await migrate_file(place, say)
    from storage.postgres.migrations import migrate as migrate_address

    await migrate_address(place, say)


async def look_at(place: Path | str) -> tuple[int, int]:
    """The layout that a database has, and the newest that this version knows. Nothing is made or changed.

    TooNew if this version cannot work with it; another StorageError if it is not there, damaged or another
    program's.
    """
    if isinstance(place, Path):
        return await layout_of_file(place), len(migrations())
    from storage.postgres.migrations import look_at_address

    return await look_at_address(place)


def name_of(place: Path | str) -> str:
    """What a database is called in a sentence, or a log: where it is, without a password."""
    if isinstance(place, Path):
        return str(place.absolute())
    return name_of_address(place)


def require_file(place: Path | str) -> Path:
    """The path, for what is done to files alone. StorageError, with what to do instead, if it is none."""
    if isinstance(place, Path):
        return place
    raise StorageError(
        f"{name_of(place)} is copied and put back by PostgreSQL's own means, while everything goes on: "
        "pg_dump for one moment, pg_basebackup with archived WAL for any. docs/running.md says how."
    )
