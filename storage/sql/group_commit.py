"""A database that stores together whatever waits: group commit, whichever engine does the storing.

Whatever waits to be written at the same moment shares one transaction, and so one wait for the disk. While
one batch is stored, the next one gathers; nobody waits for company.
"""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, TypeAlias

import msgspec

from storage.errors import AlreadyDone, Conflict, StorageError
from storage.models import (
    WHOLE,
    Change,
    News,
    NewsListener,
    OutboxEntry,
    OutboxRow,
    ProgrammeChange,
    Shard,
    TournamentChange,
    TransactionListener,
    TransactionMetric,
)
from storage.sql.changes import AnyChange, Owner, Statement

ANSWERS_KEPT = 24 * 60 * 60
"""Seconds for which the answer to a press is kept: ample, for its token lives for 15 minutes only."""
_BETWEEN_PRUNINGS = 60 * 60
RELEASED_AT_ONCE = 4
"""Waits for a transaction that end in one turn of the event loop."""
FOLLOWED = 15 * 60.0
"""Seconds for which what is shown elsewhere can be redrawn there: the life of a press's token."""
PRUNE = "DELETE FROM interactions WHERE at < ?"

Refusal: TypeAlias = AlreadyDone | Conflict | StorageError
Fence: TypeAlias = tuple[Shard, int]


class Write(msgspec.Struct, eq=False):
    """Statements, or a change, that are stored together or not at all, and whoever waits for that."""

    statements: Sequence[Statement] = ()
    change: AnyChange | None = None
    outbox: tuple[OutboxRow, ...] = ()
    """The outbox entries that the change brings, numbered or to be numbered by the database."""
    programmes: str = ""
    """The table that a `ProgrammeChange` is about."""
    about: tuple[Hashable, ...] = ()
    """What it concerns: it may overtake writes that concern other things. Empty: it may overtake nothing."""
    news: News | None = None
    """What others are told once it is stored."""
    fence: Fence | None = None
    """The shard, and the epoch in which it is served by whoever writes; None: anybody may."""
    stored: asyncio.Future[None] = msgspec.field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def end(self, refusal: Refusal | None) -> None:
        """End the wait; nothing happens if nobody waits any more."""
        if self.stored.done():
            return
        if refusal is None:
            self.stored.set_result(None)
        else:
            self.stored.set_exception(refusal)


class Database(ABC):
    """What stores ask of a database. Every method may raise `StorageError`."""

    shard: Shard = WHOLE
    """Whose servers are meant where all of something is asked for."""
    on_audit: list[Callable[[], None]]
    """Are called after entries were added to the audit log."""
    on_news: list[NewsListener]

    @property
    @abstractmethod
    def writes_waiting(self) -> int:
        """How many writes wait for their transaction to begin."""

    @abstractmethod
    async def read(self, sql: str, *values: Any) -> list[Any]:
        """The rows that the statement yields, of every finished commit."""

    @abstractmethod
    async def commit(
        self, change: AnyChange, programmes: str = "", news: News | None = None, fence: Fence | None = None
    ) -> tuple[OutboxRow, ...]:
        """Returns the change's outbox entries when it is durable; `programmes`: the table that a
        `ProgrammeChange` is about; `news`, `fence`: see `Write`.

        Conflict or AlreadyDone if it does not follow on what is stored; then nothing of it is. Once this was
        called, it is stored even if nobody waits for it any more.
        """

    @abstractmethod
    def outbox_entry(self, owner: Owner, id: str, entry: OutboxEntry) -> Statement:
        """Adds an outbox entry for the table or tournament of that id, under a number never given before."""

    @abstractmethod
    async def write(
        self,
        *statements: Statement,
        about: tuple[Hashable, ...] = (),
        news: News | None = None,
        fence: Fence | None = None,
    ) -> None:
        """Returns when the statements are durable, all of them. `about`: see `Write.about`; `fence`: see
        `Write.fence`.

        Conflict if what they belong to is not stored, NotTheOwner if the fence holds them off. Once this was
        called, they are stored even if nobody waits for it any more.
        """

    @abstractmethod
    async def close(self) -> None:
        """Takes no more writes, stores all that were taken, and closes the database. Once is enough."""

    def served(self, column: str) -> str:
        """The condition that this column has a server of the shard, or somebody, by `Shard.serves`."""
        shard = self.shard
        return "TRUE" if shard.count == 1 else f"({column} >> 22) % {shard.count} = {shard.id}"


class ShardDatabase(Database):
    """The part of a database that a shard has to do with, for whoever serves it under an epoch."""

    def __init__(self, whole: Database, shard: Shard, epoch: int) -> None:
        self.shard = shard
        self.on_audit = whole.on_audit
        self.on_news = whole.on_news
        self._whole = whole
        self._followed: dict[str, float] = {}
        """Tables that others have told of, as somebody looks on there: until when others are told of them."""
        whole.on_news.append(self._heard)
        self._fence = (shard, epoch) if epoch else None

    @property
    def writes_waiting(self) -> int:
        return self._whole.writes_waiting

    async def read(self, sql: str, *values: Any) -> list[Any]:
        return await self._whole.read(sql, *values)

    async def commit(
        self, change: AnyChange, programmes: str = "", news: News | None = None, fence: Fence | None = None
    ) -> tuple[OutboxRow, ...]:
        """See `Database.commit`. Any process may do so for a press, as revisions keep them apart; what comes
        by itself is for whoever serves the shard.
        """
        news = news or _news_of(change, programmes)
        if news is not None and self.shard.serves(news.of) and not self._is_followed(news.id):
            news = None
        by_itself = change.interaction is None
        return await self._whole.commit(
            change, programmes, news, fence or (self._fence if by_itself else None)
        )

    def _heard(self, news: News) -> None:
        if news.kind == "table" and self.shard.serves(news.of):
            now = time.monotonic()
            self._followed = {id: until for id, until in self._followed.items() if until > now}
            self._followed[news.id] = now + FOLLOWED

    def _is_followed(self, table: str) -> bool:
        return bool(self._followed) and self._followed.get(table, 0.0) > time.monotonic()

    def outbox_entry(self, owner: Owner, id: str, entry: OutboxEntry) -> Statement:
        return self._whole.outbox_entry(owner, id, entry)

    async def write(
        self,
        *statements: Statement,
        about: tuple[Hashable, ...] = (),
        news: News | None = None,
        fence: Fence | None = None,
    ) -> None:
        """See `Database.write`. Nothing is taken from one who does not serve the shard any more."""
        await self._whole.write(*statements, about=about, news=news, fence=fence or self._fence)

    async def close(self) -> None:
        """See `Database.close`: others use it."""
        if self._heard in self.on_news:
            self.on_news.remove(self._heard)


class GroupCommit(Database):
    """Stores writes in the order in which they come, as many in a transaction as have come."""

    def __init__(self, on_transaction: TransactionListener | None) -> None:
        self.on_transaction = on_transaction
        self.on_audit = []
        self.on_news = []
        self._waiting: list[Write] = []
        self._storing: asyncio.Task[None] | None = None
        self._ended = deque[tuple[Write, Refusal | None]]()
        """Whose waits are over, as soon as it is their turn."""
        self._closed = False
        self._turn = asyncio.Lock()
        self._prune_at = time.time() + _BETWEEN_PRUNINGS

    @property
    def writes_waiting(self) -> int:
        return len(self._waiting)

    async def write(
        self,
        *statements: Statement,
        about: tuple[Hashable, ...] = (),
        news: News | None = None,
        fence: Fence | None = None,
    ) -> None:
        await self._stored(Write(statements, about=about, news=news, fence=fence))

    async def close(self) -> None:
        """Takes no more writes, stores all that were taken, and closes the database. Once is enough."""
        if self._closed:
            return
        self._closed = True
        if self._storing is not None:
            await asyncio.wait([self._storing])
        self._release(len(self._ended))
        async with self._turn:
            pass
        await self._disconnect()

    def _stored(self, write: Write) -> asyncio.Future[None]:
        """Is done when the write is durable; fails with why it was refused."""
        if self._closed:
            raise self._closed_error()
        self._waiting.append(write)
        if self._storing is None:
            self._storing = asyncio.create_task(self._store_waiting(), name="group commit")
        return write.stored

    @abstractmethod
    def _tell(self, news: Sequence[News]) -> None:
        """These were stored: whoever listens hears of them, if the database itself does not see to that."""

    @abstractmethod
    async def _store_together(
        self, batch: Sequence[Write], prune_before: float | None
    ) -> list[Refusal | None]:
        """Stores what can be stored, in one transaction; for each write, why it was refused, if so.

        The answers to presses before `prune_before` are forgotten with it. Whatever else is raised tells of
        the database, and that nothing was stored, if it is not Uncertain.
        """

    @abstractmethod
    async def _disconnect(self) -> None:
        """Closes the connections; nobody writes any more."""

    @abstractmethod
    def explain(self, error: BaseException) -> StorageError:
        """The sentence for an error of the engine's."""

    @abstractmethod
    def _closed_error(self) -> StorageError:
        """The sentence for whoever comes after `close`."""

    async def _store_waiting(self) -> None:
        """One transaction after the other, until nobody waits."""
        batch: list[Write] = []
        try:
            while self._waiting:
                async with self._turn:
                    batch, self._waiting = self._waiting, []
                    await self._store(batch)
        except BaseException:  # the event loop is being torn down without `close`
            self._release(len(self._ended))
            for write in (*batch, *self._waiting):
                write.end(self._closed_error())
            raise
        finally:
            self._storing = None

    async def _store(self, batch: Sequence[Write]) -> None:
        """One transaction, after which the waits of the batch end."""
        now, prune_before = time.time(), None
        if now >= self._prune_at:  # now and then, the answers that nobody can ask for any more
            self._prune_at, prune_before = now + _BETWEEN_PRUNINGS, now - ANSWERS_KEPT
        began, moves, refused, failed = time.perf_counter(), 0, 0, False
        try:
            refusals = await self._store_together(batch, prune_before)
        except Exception as error:  # the database is the trouble
            failed = True
            self._end((write, self._trouble(error)) for write in batch)
        else:
            self._end(zip(batch, refusals, strict=True))
            stored = [write for write, refusal in zip(batch, refusals, strict=True) if refusal is None]
            refused, changes = len(batch) - len(stored), [write.change for write in stored if write.change]
            moves = sum(isinstance(change, Change) and change.action is not None for change in changes)
            if news := [write.news for write in stored if write.news is not None]:
                self._tell(news)
            for listener in self.on_audit if any(change.audit for change in changes) else ():
                listener()
        if self.on_transaction is not None:
            seconds = time.perf_counter() - began
            self.on_transaction(TransactionMetric(len(batch), moves, refused, seconds, failed))

    def _trouble(self, error: Exception) -> StorageError:
        """What one of those is told who wait for a transaction that failed."""
        trouble = self.explain(error)
        trouble.__cause__ = error.__cause__ if trouble is error else error
        return trouble

    def _end(self, ended: Iterable[tuple[Write, Refusal | None]]) -> None:
        """Their waits end, a few at a time: so that the first of a crowd are answered while others still
        wait, and not all of them at the end.
        """
        is_releasing = bool(self._ended)
        self._ended += ended
        if not is_releasing:
            self._release(RELEASED_AT_ONCE)

    def _release(self, count: int) -> None:
        for _each in range(min(count, len(self._ended))):
            write, refusal = self._ended.popleft()
            write.end(refusal)
        if self._ended:
            asyncio.get_running_loop().call_soon(self._release, count)


def work_meanwhile(batch: Sequence[Write]) -> list[Callable[[], None]]:
    """What may be done in the event loop as soon as these are being stored."""
    changes = (write.change for write in batch)
    return [change.on_begun for change in changes if isinstance(change, Change) and change.on_begun]


def _news_of(change: AnyChange, programmes: str) -> News | None:
    """What there is to tell whoever serves the server."""
    if isinstance(change, Change):
        return News("table", change.table.id, change.table.guild, change.table.revision)
    if isinstance(change, TournamentChange):
        return News("tournament", change.row.id, change.row.guild, change.row.revision)
    if isinstance(change, ProgrammeChange) and programmes == "recurring":
        return News("recurring", change.row.id, change.row.guild, change.row.revision)
    return None
