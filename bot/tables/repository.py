"""The tables as they are stored, and half-built actions; what was used of late is kept in memory.

Only the tables of servers that are served here are kept: others may change elsewhere at any time. Those that
are kept may, too, though seldom (a press in a direct message that another process attends to): no change is
stored that does not follow on what is stored, and whoever is refused that looks again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

import msgspec
import structlog

from bot.refusal import Refusal
from bot.runtime.keyed_lock import KeyedLock
from bot.runtime.log_context import trace
from bot.tables.model import (
    NO_CLOCKS,
    NO_ORDER,
    Order,
    Press,
    PressResult,
    StoredAnswer,
    Table,
    TableUpdate,
    Timing,
    order_to_row,
    orders_from_rows,
    table_from_row,
    table_to_row,
)
from bot.tables.results import results_of
from games.catalogue import catalogue
from games.text import _
from storage.errors import AlreadyDone
from storage.interfaces import Store
from storage.models import WHOLE, ActionRow, Change, ClockRow, Draft, Phase, Shard, TableRow

log = structlog.get_logger(__name__)

TABLES_CACHED = 5_000
"""Tables kept in memory; those that nobody used for longest are read again when somebody comes back."""


class TableRepository:
    """Every table, by id."""

    def __init__(self, store: Store, shard: Shard = WHOLE) -> None:
        self._store = store
        self._shard = shard
        self._turns = KeyedLock()
        self.cached: OrderedDict[str, Table] = OrderedDict()
        """The tables kept in memory, by id: those that somebody needed of late."""
        self.followed = set[str]()
        """Those of them whose latest change is followed up here; the others were only read."""
        self._forgotten = 0
        """How often one of them was forgotten: what was being read meanwhile may be older than that."""

    @property
    def standing(self) -> int:
        """How many are changing a table or wait until they may."""
        return self._turns.standing

    def turn(self, table_id: str) -> AbstractAsyncContextManager[None]:
        """Wait until whoever asked before is done with the table."""
        return self._turns.turn(table_id)

    async def table(self, table_id: str) -> Table:
        """The table as it is now. Refusal if there is none."""
        known = self.cached.get(table_id)
        if known is not None:
            self.cached.move_to_end(table_id)
            return known
        forgotten = self._forgotten
        row = await self._store.table(table_id)
        if row is None:
            raise Refusal("gone", _("I don't know that table. /table list shows them all."))
        if row.game not in catalogue():
            raise Refusal(
                "gone", _("This table's game is not installed here any more. Ask whoever runs this bot.")
            )
        table = table_from_row(row)
        if row.phase == "playing":
            table = replace(table, orders=orders_from_rows(await self._store.orders.of(table_id)))
        # Whoever changed it while it was read knows better.
        newer = self.cached.get(table_id)
        if newer is not None and newer.revision >= table.revision:
            return newer
        if forgotten == self._forgotten:
            self._remember(table)
            self.followed.discard(table_id)
        return table

    def _remember(self, table: Table) -> None:
        if self._shard.serves(table.guild):
            self.cached[table.id] = table
            self.cached.move_to_end(table.id)
            self.followed.add(table.id)
            while len(self.cached) > TABLES_CACHED:
                self.followed.discard(self.cached.popitem(last=False)[0])

    def newest(self, table: Table) -> Table:
        """The table as it is by now, as far as it is kept in memory."""
        return self.cached.get(table.id, table)

    def forget(self, table_id: str) -> None:
        """What is kept of the table does not count any more: it was erased, or changed elsewhere."""
        self.cached.pop(table_id, None)
        self.followed.discard(table_id)
        self._forgotten += 1

    async def is_outdated(self, table_id: str) -> bool:
        """Whether somebody else has changed the table that is kept here; if so, it is forgotten."""
        known = self.cached.get(table_id)
        if known is None:  # it was read just now
            return False
        row = await self._store.table(table_id)
        if row is not None and row.revision <= known.revision:
            return False
        self.forget(table_id)
        return True

    async def store(self, press: Press | None, before: Table | None, update: TableUpdate) -> None:
        """Store what has become of `before` (None: a new table), in the table's turn.

        AlreadyDone if this press was stored before; Conflict if a new table's id is taken, or somebody else
        has changed the table; StorageError if nothing can be stored now.
        """
        table = update.table
        try:
            await self._store.commit(_change(press, before, update))
        except AlreadyDone:
            raise
        except BaseException:
            # Whether it was stored is not known here (a cancelled wait), or it was somebody else's turn: the
            # next look reads what is.
            self.forget(table.id)
            raise
        self._remember(table)
        # The table's story for the log: what happened, never what was chosen.
        about = {"table": table.id, "revision": table.revision}
        if before is None or before.phase != table.phase:
            log.info(_PHASE_LOG_LINES[table.phase], game=table.game.slug, **about)
        else:
            log.debug("a table has changed", actions=table.actions, **about)

    async def store_order(self, table: Table, seat: int, order: Order) -> Table:
        """Store what the seat wants done by itself, in the table's turn. Nothing else changes there.

        Conflict and StorageError as with `store`.
        """
        if table.orders.get(seat, NO_ORDER) == order:
            return table
        after = replace(table.with_order(seat, order), revision=table.revision + 1)
        await self.store(None, table, TableUpdate(after))
        return after

    async def stored_result(self, press: Press) -> PressResult | None:
        """What this very interaction was answered with, if it was stored before."""
        answer = await self._store.answer(press.id)
        return None if answer is None else await self.result_of(answer)

    async def result_of(self, answer: bytes) -> PressResult:
        """What was stored as an interaction's answer, maybe by somebody else."""
        stored = msgspec.json.decode(answer, type=StoredAnswer)
        await self.is_outdated(stored.table)
        return PressResult(await self.table(stored.table), stored.said)


_PHASE_LOG_LINES: Mapping[Phase, str] = {
    "lobby": "a table was opened",
    "playing": "a game began",
    "over": "a game has ended",
    "closed": "a table was closed",
}
"""What the log says when a table comes into a phase."""


def _change(press: Press | None, before: Table | None, update: TableUpdate) -> Change:
    """What is stored together: a move, and a clock, leave the table's record as it was."""
    table, action = update.table, None
    if update.action is not None:
        user = update.by if press is None else press.user
        action = ActionRow(table.actions, *update.action, user, table.changed)
    ended = before is not None and table.phase == "over" and before.phase != "over"
    old = {} if before is None else before.orders
    return Change(
        table=table_to_row(table),
        action=action,
        interaction=None if press is None else press.id,
        answer=msgspec.json.encode(StoredAnswer(table.id, update.said)),
        outbox=update.outbox,
        full=before is None or table.record != before.record,
        users=table.owners if before is None or table.owners != before.owners else None,
        results=results_of(table) if ended and not table.record.learning else (),
        orders=tuple(
            order_to_row(table.id, seat, table.orders.get(seat, NO_ORDER))
            for seat in {**old, **table.orders}
            if old.get(seat) != table.orders.get(seat)
        ),
        audit=update.audit,
    )


def tables_from_rows(rows: Sequence[TableRow]) -> list[Table]:
    """The tables whose games are installed; one that cannot be read is left out, and the log says so."""
    tables: list[Table] = []
    for row in rows:
        if row.game in catalogue():
            try:
                tables.append(table_from_row(row))
            except ValueError as error:
                log.error("a table cannot be read", table=row.id, trace=trace(error))
    return tables


def timings_in_play(rows: Iterable[ClockRow]) -> Mapping[str, Timing]:
    """The clocks of the tables that play, by id; one that cannot be read is left out, and the log says so."""
    found: dict[str, Timing] = {}
    for row in rows:
        if row.phase != "playing":
            continue
        try:
            found[row.table] = (
                NO_CLOCKS if row.timing is None else msgspec.json.decode(row.timing, type=Timing)
            )
        except ValueError as error:
            log.error("a table's clocks cannot be read", table=row.table, trace=trace(error))
    return found


DRAFTS_CACHED = 5_000
"""Tables whose drafts are kept in memory."""


class DraftRepository:
    """What seats have chosen so far of actions that they build in steps; it survives a restart.

    Nobody but the seat's player is shown it.
    """

    def __init__(self, store: Store, shard: Shard = WHOLE) -> None:
        self._store = store
        self._shard = shard
        self._drafts: OrderedDict[str, dict[int, Draft]] = OrderedDict()

    async def of(self, table: Table, seat: int) -> tuple[str, ...]:
        """The values that the seat has chosen so far towards its current decision."""
        if table.phase != "playing":
            return ()
        drafts = self._drafts.get(table.id)
        if drafts is None:
            read = await self._read(table.id)
            drafts = self._remember(table.id, self._drafts.get(table.id, read))
        else:
            self._drafts.move_to_end(table.id)
        draft = drafts.get(seat)
        return draft.chosen if draft and draft.decision == table.game.decision(table.state, seat) else ()

    async def keep(self, draft: Draft) -> None:
        """This is the seat's draft now; without values there is none."""
        await self._store.draft(draft)
        if draft.table in self._drafts:
            self._drafts[draft.table][draft.seat] = draft
        elif self._shard == WHOLE:  # whoever has been reading meanwhile may have missed it
            self._remember(draft.table, await self._read(draft.table))

    async def _read(self, table_id: str) -> dict[int, Draft]:
        return {draft.seat: draft for draft in await self._store.drafts(table_id)}

    def _remember(self, table_id: str, drafts: dict[int, Draft]) -> dict[int, Draft]:
        if self._shard != WHOLE:  # a seat's player may go on in a direct message, which others attend to
            return drafts
        self._drafts[table_id] = drafts
        self._drafts.move_to_end(table_id)
        while len(self._drafts) > DRAFTS_CACHED:
            self._drafts.popitem(last=False)
        return drafts

    def forget(self, table_id: str) -> None:
        """The table's drafts are of no use any more."""
        self._drafts.pop(table_id, None)
