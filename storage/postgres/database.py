"""A PostgreSQL database, open: one connection writes, a few others read.

What waits together is one transaction, and as few statements as there are kinds of writes: see `changes`.
Where a row cannot be stored at all, the batch is tried in halves, so that nobody else is taken down.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from functools import partial
from typing import Any, TypeVar
from uuid import uuid4

from msgspec.structs import replace

from storage.address import name_of
from storage.errors import Conflict, NotTheOwner, StorageError, Uncertain
from storage.models import (
    Change,
    News,
    OutboxEntry,
    OutboxRow,
    ProgrammeChange,
    ServerChange,
    TransactionListener,
)
from storage.postgres.changes import (
    NEWS_CHANNEL,
    ROOM_LOCKS,
    Kind,
    Row,
    entry_with_new_id,
    guilds_with_room,
    row_of,
    was_stored,
    why_refused,
)
from storage.postgres.connection import (
    IDLE_IN_TRANSACTION,
    READ_ONLY,
    Connection,
    Readers,
    Writing,
    code_of,
    connect,
    connect_to_write,
    explain,
    in_postgres,
    is_about_the_row,
    is_another_try_worth,
    is_lost,
    say_goodbye,
    while_it_starts,
)
from storage.postgres.leases import FENCED
from storage.sql.changes import AnyChange, Owner, Statement, require_consistent
from storage.sql.group_commit import ANSWERS_KEPT, PRUNE, Fence, GroupCommit, Refusal, Write, work_meanwhile

T = TypeVar("T")

BETWEEN_CONNECTIONS = 0.5
"""Seconds after which a connection that was lost is made anew."""
STORED_WITHIN = 3.0
"""Seconds after which the server does not store any more what comes of a press: a wire that was cut may bring
it then.
"""
_IDS_AT_ONCE = 1000
"""Numbers for outbox entries that are fetched at the same time."""


class PostgresDatabase(GroupCommit):
    """Made by `open_database`; every method may raise `StorageError`."""

    def __init__(
        self,
        writing: Writing,
        writer: Connection,
        readers: Readers,
        on_transaction: TransactionListener | None,
    ) -> None:
        super().__init__(on_transaction)
        self.url = writing.url
        self.name = writing.name
        """By which the server knows this process as long as it is there."""
        self._writing = writing
        self._writer = writer
        self._readers = readers
        self._outbox_ids = deque[int]()
        self._listening: asyncio.Task[None] | None = None
        self._ahead: float | None = None
        """By how much the server's clock is ahead of this machine's, in seconds; None: it has to be asked."""

    async def read(self, sql: str, *values: Any) -> list[Any]:
        """See `Database.read`. Where the connection was lost, it is asked again: it changes nothing."""
        if self._closed:
            raise self._closed_error()
        asked = in_postgres(sql)

        async def fetch() -> list[Any]:
            return await while_it_starts(lambda: self._readers.fetch(asked, *values))

        try:
            return await _again_if_read_only(fetch)
        except Exception as error:
            raise self.explain(error) from error

    async def commit(
        self, change: AnyChange, programmes: str = "", news: News | None = None, fence: Fence | None = None
    ) -> tuple[OutboxRow, ...]:
        if isinstance(change, Change):
            require_consistent(change)
        outbox, about = _unnumbered(change), _about(change)
        write = Write(
            change=change, outbox=outbox, programmes=programmes, about=about, news=news, fence=fence
        )
        await self._stored(write)
        return write.outbox

    def outbox_entry(self, owner: Owner, id: str, entry: OutboxEntry) -> Statement:
        return entry_with_new_id(owner, id, entry.kind, entry.payload)

    async def run_beside(self, sql: str) -> None:
        """Runs what takes long and shares no transaction, while everything goes on."""
        try:
            db = await connect(self.url)
            try:
                await db.execute(sql)
            finally:
                await say_goodbye(db)
        except Exception as error:
            raise self.explain(error) from error

    async def _disconnect(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        await self._readers.close()
        await say_goodbye(self._writer)

    def explain(self, error: BaseException) -> StorageError:
        return explain(error, self.url)

    def _closed_error(self) -> StorageError:
        return StorageError(
            f"The database {name_of(self.url)} has been closed; the bot is stopping. Nothing was stored."
        )

    def _tell(self, news: Sequence[News]) -> None:
        """See `GroupCommit._tell`: the server tells every process, this one too."""

    def listen(self) -> None:
        """Hear from now on what other processes have changed: `on_news`."""
        self._listening = asyncio.create_task(self._listen(), name="news")

    async def _listen(self) -> None:
        """Over a connection of its own, and over another one when that is lost; what was told meanwhile is
        not known then.
        """
        while True:
            try:
                db = await while_it_starts(lambda: connect(self.url))
                try:
                    lost = asyncio.Event()
                    db.add_termination_listener(partial(_set, lost))
                    await db.add_listener(NEWS_CHANNEL, self._heard)
                    self._hear(News("all"))
                    await lost.wait()
                finally:
                    db.terminate()
            except Exception as error:
                if not (is_lost(error) or code_of(error)):  # the server may have no room just now
                    raise
            await asyncio.sleep(BETWEEN_CONNECTIONS)

    def _heard(self, _connection: object, _process: int, _channel: str, told: str) -> None:
        kind, id, of, revision = json.loads(told)
        self._hear(News(kind, id, of, revision))

    def _hear(self, news: News) -> None:
        for listener in self.on_news:
            listener(news)

    async def _store_together(
        self, batch: Sequence[Write], prune_before: float | None
    ) -> list[Refusal | None]:
        return await _again_if_read_only(lambda: self._store_now(batch, prune_before))

    async def _store_now(self, batch: Sequence[Write], prune_before: float | None) -> list[Refusal | None]:
        try:
            return await self._store_batch(batch, prune_before)
        except Exception as error:
            if code_of(error) == READ_ONLY:
                self._writer.terminate()
            raise

    async def _store_batch(self, batch: Sequence[Write], prune_before: float | None) -> list[Refusal | None]:
        await while_it_starts(lambda: self._prepare(batch, prune_before))
        db = await self._connected()
        ahead: float | None = self._ahead
        if ahead is None:
            ahead = self._ahead = float(await db.fetchval(_SERVERS_CLOCK)) - time.time()
        now, sent = time.time(), time.monotonic()
        rows = [row_of(write, int(now), now + ahead + STORED_WITHIN) for write in batch]
        for work in work_meanwhile(batch):
            asyncio.get_running_loop().call_soon(work)
        try:
            refused = await _store_served(db, rows)
        except Exception as error:
            if not is_lost(error):
                raise
            refused = await self._store_after_loss(rows, sent)
        if refused:  # perhaps as its clock was set
            self._ahead = None
        return [refused.get(write) for write in batch]

    async def _store_after_loss(self, rows: Sequence[Row], sent: float) -> dict[Write, Refusal]:
        """What goes on after the connection was lost with the server's answer.

        It was one transaction: if one change of it is there, all are that were not refused. If none is,
        nothing was stored, and it is stored now; what is no change may be written twice, to the same end.
        Uncertain if there is nobody to be asked until the server would not store what was `sent` any more:
        so nothing comes of a press later than its person is told that nobody knows.
        """
        self._writer.terminate()
        changes = [row for row in rows if row.write.change is not None]
        of_presses = any(row.write.change and row.write.change.interaction is not None for row in changes)
        until = sent + (STORED_WITHIN + IDLE_IN_TRANSACTION if of_presses else 0.0)
        while True:
            try:
                db = await self._connected()
                stored = {row.write for row in changes if await was_stored(db, row)}
                break
            except Exception as error:
                self._writer.terminate()
                if time.monotonic() > until:
                    raise self._uncertain() from error
            await asyncio.sleep(BETWEEN_CONNECTIONS)
        if not stored:
            try:
                return await _store_served(db, rows)
            except Exception as error:
                if is_lost(error):
                    raise self._uncertain() from error
                raise
        left_out = [row.write for row in changes if row.write not in stored]
        return {write: await why_refused(db, write.change) for write in left_out if write.change}

    def _uncertain(self) -> Uncertain:
        return Uncertain(
            f"The PostgreSQL server of {name_of(self.url)} was lost while it stored something, and is not "
            "back yet, so nobody knows whether that is stored. See that it runs; the bot goes on by itself "
            "when it is there."
        )

    async def _connected(self) -> Connection:
        if self._writer.is_closed():
            self._writer = await while_it_starts(lambda: connect_to_write(self._writing))
            self._ahead = None
        return self._writer

    async def _prepare(self, batch: Sequence[Write], prune_before: float | None) -> None:
        """Gives the outbox entries that wait the ids under which they are stored. It may be done again."""
        if prune_before is not None:
            await (await self._connected()).execute(in_postgres(PRUNE), round(prune_before))
        ids, needed = self._outbox_ids, sum(len(write.outbox) for write in batch)
        if len(ids) < needed:
            sql = "SELECT nextval('outbox_ids') FROM generate_series(1, $1)"
            db = await self._connected()
            ids.extend(row[0] for row in await db.fetch(sql, needed + _IDS_AT_ONCE))
        for write in batch:
            write.outbox = tuple(replace(row, id=ids.popleft()) for row in write.outbox)


_SERVERS_CLOCK = "SELECT extract(epoch FROM clock_timestamp())::double precision"


async def open_database(
    url: str, layout: int, on_transaction: TransactionListener | None = None, *, sole: bool = False
) -> PostgresDatabase:
    """Opens a database. StorageError if it cannot be used; else it must be closed.

    `layout`: the newest one that this program knows. `sole`: InUse if another process has it
    so; and nobody else gets it so.
    """
    writing = Writing(url, f"tortuga {uuid4().hex}", layout, sole)
    try:
        writer = await connect_to_write(writing)
        try:
            # Tidies up, and finds out now and not at the first press whether anything may be written.
            await writer.execute(in_postgres(PRUNE), round(time.time() - ANSWERS_KEPT))
        except BaseException:
            writer.terminate()
            raise
    except Exception as error:
        raise explain(error, url) from error
    return PostgresDatabase(writing, writer, Readers(url, f"{writing.name} reads"), on_transaction)


async def _again_if_read_only(ask: Callable[[], Awaitable[T]]) -> T:
    """What it gives, in another session should the first one be read-only, in which nothing was done."""
    try:
        return await ask()
    except Exception as error:
        if code_of(error) != READ_ONLY:
            raise
    return await ask()


def _set(event: asyncio.Event, _connection: object) -> None:
    event.set()


def _unnumbered(change: AnyChange) -> tuple[OutboxRow, ...]:
    """The change's outbox entries, without their ids."""
    if isinstance(change, ServerChange):
        return ()
    if isinstance(change, ProgrammeChange):
        return tuple(OutboxRow(0, id, entry.kind, entry.payload, 0) for id, entry in change.outbox)
    owner = change.table.id if isinstance(change, Change) else change.row.id
    return tuple(OutboxRow(0, owner, entry.kind, entry.payload, 0) for entry in change.outbox)


def _about(change: AnyChange) -> tuple[Hashable, ...]:
    """What a change may not overtake: whatever is about the same, or the same press."""
    if change.audit or isinstance(change, ServerChange):
        return ()  # the log is in the order in which things were done
    if isinstance(change, Change):
        about = (change.table.id,) if change.interaction is None else (change.table.id, change.interaction)
        # Each table that is opened is counted by the next one of its server.
        return about if change.room is None else (*about, ("room", change.table.guild))
    owners = (
        (change.row.id, *(id for id, _ in change.outbox))
        if isinstance(change, ProgrammeChange)
        else (change.row.id,)
    )
    return owners if change.interaction is None else (*owners, change.interaction)


def _stages(rows: Sequence[Row]) -> list[list[Row]]:
    """The writes, in stages within which no two are about the same, so that their order does not matter."""
    if len(rows) == 1:
        return [list(rows)]
    stages = list[list[Row]]()
    latest = dict[Hashable, int]()
    """By what writes are about: the first stage that is free for it."""
    first = 0
    for row in rows:
        about = row.write.about
        stage = max((latest.get(each, first) for each in about), default=len(stages))
        if stage == len(stages):
            stages.append([])
        stages[stage].append(row)
        if about:
            latest.update(dict.fromkeys(about, stage + 1))
        else:
            latest.clear()
            first = stage + 1
    return stages


async def _store_served(db: Connection, rows: Sequence[Row]) -> dict[Write, Refusal]:
    """`_store_all`, but for what comes from one who does not serve the shard any more.

    Whoever is frozen in the middle of it loses the transaction with the connection, before the lease is
    another's.
    """
    fences = list(dict.fromkeys(row.write.fence for row in rows if row.write.fence is not None))
    if not fences:
        return await _store_all(db, rows)
    async with db.transaction():
        columns = zip(*((shard.count, shard.id, epoch) for shard, epoch in fences), strict=True)
        found = await db.fetch(FENCED, *map(list, columns), IDLE_IN_TRANSACTION)
        served: set[Fence | None] = {None, *(fences[row[0] - 1] for row in found)}
        taken = [row for row in rows if row.write.fence in served]
        refused = await _store_all(db, taken) if taken else {}
    lost = [row.write for row in rows if row.write.fence not in served]
    return refused | dict.fromkeys(lost, NotTheOwner("Another process serves this shard by now."))


async def _store_all(db: Connection, rows: Sequence[Row]) -> dict[Write, Refusal]:
    """Stores what can be stored, in one transaction: those that were refused, and why."""
    stages = _stages(rows)
    try:
        async with _whole(db, stages):
            return await _store_stages(db, stages)
    except Exception as error:
        if is_another_try_worth(error) and not db.is_in_transaction():
            return await _store_all(db, rows)
        if not is_about_the_row(error):
            raise
        if len(rows) == 1:
            return {rows[0].write: await _refusal(db, rows[0].write, error)}
    async with db.transaction():
        half = len(rows) // 2
        return {**await _store_all(db, rows[:half]), **await _store_all(db, rows[half:])}


def _whole(db: Connection, stages: Sequence[Sequence[Row]]) -> AbstractAsyncContextManager[Any]:
    """A transaction; none for what is one statement, unless it is tried within another."""
    is_one = (
        len(stages) == 1
        and not db.is_in_transaction()
        and _is_one_statement(stages[0])
        and not guilds_with_room(stages[0])
    )
    return nullcontext() if is_one else db.transaction()


def _is_one_statement(rows: Sequence[Row]) -> bool:
    kinds = {row.kind for row in rows if row.kind is not None}
    return len(kinds) + len({sql for row in rows for sql, _ in row.statements}) == 1


async def _store_stages(db: Connection, stages: Sequence[Sequence[Row]]) -> dict[Write, Refusal]:
    refused = dict[Write, Refusal]()
    if guilds := guilds_with_room(row for stage in stages for row in stage):
        await db.fetch(ROOM_LOCKS, guilds)
    for stage in stages:
        await _store_changes(db, stage, refused)
        statements = dict[str, list[Sequence[Any]]]()
        for row in stage:
            if row.write not in refused:
                for sql, values in row.statements:
                    statements.setdefault(sql, []).append(values)
        for sql, those in statements.items():
            if len(those) == 1:
                await db.fetch(in_postgres(sql), *those[0])
            else:
                await db.executemany(in_postgres(sql), those)
    return refused


async def _store_changes(db: Connection, rows: Sequence[Row], refused: dict[Write, Refusal]) -> None:
    """Changes without what else they bring, one statement for each kind."""
    kinds = dict[Kind, list[Row]]()
    for row in rows:
        if row.kind is not None:
            kinds.setdefault(row.kind, []).append(row)
    for kind, those in kinds.items():
        if len(those) == 1:
            stored = await db.fetchval(kind.alone, *those[0].values)
            left_out = [] if stored else those
        else:
            places = await db.fetchval(
                kind.together, *map(list, zip(*(row.values for row in those), strict=True))
            )
            stored = set(places) if len(places) < len(those) else None
            left_out = [] if stored is None else [row for n, row in enumerate(those, 1) if n not in stored]
        for row in left_out:
            assert row.write.change is not None
            refused[row.write] = await why_refused(db, row.write.change)


async def _refusal(db: Connection, write: Write, error: Exception) -> Refusal:
    """Why a write that is alone was refused, by the server or before it was asked."""
    if code_of(error)[:2] == "23" and write.change is not None:
        return await why_refused(db, write.change)
    if code_of(error) == "23503":
        return Conflict("It belongs to a table or tournament that is not stored.")
    if code_of(error) == "23502":
        return Conflict("It takes the place of something else than what is stored.")
    return StorageError(f"A row could not be stored as it is ({type(error).__name__}).")
