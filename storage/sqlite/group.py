"""Group commit: whatever waits at the same moment shares one transaction, and so one wait for the disk."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import aiosqlite

from storage.errors import StorageError
from storage.sqlite.changes import Step
from storage.sqlite.errors import TROUBLE, explain
from storage.sqlite.transaction import Refusals, store_together
from storage.sqlite.writes import Prune, Write
from storage.watching import Lot, Witness

ANSWERS_KEPT = 24 * 60 * 60
"""Seconds for which the answer to a press is kept: ample, for its token lives for 15 minutes only."""

_BETWEEN_PRUNINGS = 60 * 60

_Waiting = tuple[Write, "asyncio.Future[None]"]


class Group:
    """Takes writes and stores them in the order in which they came, as many at once as have come.

    `witness` hears of each transaction.
    """

    def __init__(self, db: aiosqlite.Connection, path: Path, witness: Witness | None = None) -> None:
        self._db = db
        self._path = path
        self._witness = witness
        self._waiting: list[_Waiting] = []
        self._storing: asyncio.Task[None] | None = None
        self._closed = False
        self._turn = asyncio.Lock()
        self._prune_at = time.time() + _BETWEEN_PRUNINGS

    async def store(self, write: Write) -> None:
        """Returns when the write is durable; AlreadyDone, Conflict or StorageError if it was not stored.

        Once this was called, the write is stored even if nobody waits for it any more.
        """
        if self._closed:
            raise closed(self._path)
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, stored))
        if self._storing is None:
            self._storing = asyncio.create_task(self._store_all(), name="group commit")
        await stored

    @property
    def waiting(self) -> int:
        """How many writes wait for their transaction to begin."""
        return len(self._waiting)

    async def alone(self, *statements: str) -> None:
        """Runs what cannot share a transaction with anything; writes that come meanwhile wait for it."""
        if self._closed:
            raise closed(self._path)
        async with self._turn:
            try:
                for statement in statements:
                    await self._db.execute_fetchall(statement)
            except TROUBLE as error:
                raise explain(error, self._path) from error

    async def close(self) -> None:
        """Takes no more writes; returns when all that were taken are stored."""
        self._closed = True
        if self._storing is not None:
            await asyncio.wait([self._storing])
        async with self._turn:
            pass

    async def _store_all(self) -> None:
        try:
            while self._waiting:
                async with self._turn:
                    lot, self._waiting = self._waiting, []
                    began = time.perf_counter()
                    refusals = await self._store_lot(lot)
                    if self._witness is not None:
                        self._witness(_seen(lot, refusals, time.perf_counter() - began))
        finally:  # nobody waits any more, unless the event loop is being torn down without `close`
            self._storing = None
            _tell_all(self._waiting, partial(closed, self._path))

    async def _store_lot(self, lot: Sequence[_Waiting]) -> Refusals | None:
        """One transaction, after which everybody in the lot is told.

        What did not fit; None if nothing could be stored.
        """
        try:
            refusals = await store_together(self._db, [write for write, _ in lot] + self._chores())
        except Exception as error:
            _tell_all(lot, partial(_explained, error, self._path))
            return None
        except asyncio.CancelledError:
            _tell_all(lot, partial(closed, self._path))
            raise
        else:
            for place, (_, stored) in enumerate(lot):
                _tell(stored, refusals.get(place))
            return refusals

    def _chores(self) -> list[Write]:
        """What is tidied away with the next lot: now and then, answers that nobody can ask for any more."""
        now = time.time()
        if now < self._prune_at:
            return []
        self._prune_at = now + _BETWEEN_PRUNINGS
        return [Prune(now - ANSWERS_KEPT)]


def _seen(lot: Sequence[_Waiting], refusals: Refusals | None, seconds: float) -> Lot:
    """The transaction as the witness is told of it."""
    if refusals is None:
        return Lot(len(lot), 0, 0, seconds, failed=True)
    actions = sum(
        isinstance(write, Step) and write.change.action is not None and place not in refusals
        for place, (write, _) in enumerate(lot)
    )
    return Lot(len(lot), actions, len(refusals), seconds, failed=False)


def _tell(stored: asyncio.Future[None], trouble: Exception | None) -> None:
    """Ends somebody's wait; whoever has stopped waiting is not told."""
    if stored.done():
        return
    if trouble is None:
        stored.set_result(None)
    else:
        stored.set_exception(trouble)


def _tell_all(lot: Sequence[_Waiting], trouble: Callable[[], StorageError]) -> None:
    """Ends everybody's wait with the same trouble, for each in an exception of its own."""
    for _, stored in lot:
        _tell(stored, trouble())


def _explained(error: Exception, path: Path) -> StorageError:
    trouble = explain(error, path)
    trouble.__cause__ = error
    return trouble


def closed(path: Path) -> StorageError:
    """What is said to those who come after `close`."""
    return StorageError(f"The database {path} has been closed; the bot is stopping. Nothing was stored.")
