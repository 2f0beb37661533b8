"""Opens a database: the SQLite file at a path, or the PostgreSQL database at an address."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import overload

from storage.interfaces import Store
from storage.models import TransactionListener
from storage.sqlite.backup import quietly
from storage.sqlite.store import SqliteStore, open_file


@overload
async def open_store(
    place: Path, *, say: Callable[[str], None] = ..., on_transaction: TransactionListener | None = ...
) -> SqliteStore: ...
@overload
async def open_store(
    place: Path | str, *, say: Callable[[str], None] = ..., on_transaction: TransactionListener | None = ...
) -> Store: ...
async def open_store(
    place: Path | str,
    *,
    say: Callable[[str], None] = quietly,
    on_transaction: TransactionListener | None = None,
) -> Store:
    """Opens the database, making or upgrading it first: the file at a path, or `postgresql://...`.

    `say` is called with how an upgrade goes on, `on_transaction` after each transaction. TooNew, Damaged,
    Unwritable or another StorageError, with a sentence for the operator, if it cannot be used. The store must
    be closed in the end: what serves it would keep the process alive.
    """
    if isinstance(place, Path):
        return await open_file(place, say=say, on_transaction=on_transaction)
    from storage.postgres.store import open_address  # loaded by those alone who use it

    return await open_address(place, say=say, on_transaction=on_transaction)


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
