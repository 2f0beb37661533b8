"""The tables as they stand, and the one way in which they change: in turn, stored, and only then answered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

import msgspec
import structlog

from bot.refusal import Refusal
from bot.runtime.clock import Clock
from bot.runtime.keyed_lock import KeyedLock
from bot.tables import clocks, leaving, orders, planning
from bot.tables.model import (
    Press,
    PressResult,
    StoredAnswer,
    Table,
    TableUpdate,
    table_from_row,
    table_to_row,
)
from bot.tables.orders import Order
from bot.tables.results import results_of
from games.catalogue import catalogue
from games.contract import Action
from games.text import _
from storage.errors import AlreadyDone
from storage.interfaces import Store
from storage.models import ActionRow, Change, Draft, OrderRow, OutboxEntry, Phase

log = structlog.get_logger(__name__)

TABLES_CACHED = 5_000
"""Tables kept in memory; those that nobody used for longest are read again when somebody comes back."""

OnStored = Callable[[Press | None, Table, tuple[OutboxEntry, ...]], None]
"""Begins whatever follows from a change that has been stored, by a press or without one."""


class TableRepository:
    """Every table, by id. `afterwards` is called with each change once it is stored."""

    def __init__(self, store: Store, clock: Clock, afterwards: OnStored) -> None:
        self._store = store
        self._clock = clock
        self._afterwards = afterwards
        self._turns = KeyedLock()
        self._tables: OrderedDict[str, Table] = OrderedDict()

    @property
    def standing(self) -> int:
        """How many are changing a table or wait until they may."""
        return self._turns.standing

    @property
    def in_memory(self) -> int:
        """How many tables are kept in memory."""
        return len(self._tables)

    def turn(self, table_id: str) -> AbstractAsyncContextManager[None]:
        """Wait until whoever asked before is done with the table."""
        return self._turns.turn(table_id)

    async def table(self, table_id: str) -> Table:
        """The table as it is now. Refusal if there is none."""
        known = self._tables.get(table_id)
        if known is not None:
            self._tables.move_to_end(table_id)
            return known
        row = await self._store.table(table_id)
        if row is None:
            raise Refusal("gone", _("There is no table of that name. /table list shows the tables here."))
        if row.game not in catalogue():
            raise Refusal(
                "gone", _("This table's game is not installed here any more. Ask whoever runs this bot.")
            )
        table = table_from_row(row)
        if row.phase == "playing":
            table = replace(table, orders=orders.orders_from_rows(await self._store.orders.of(table_id)))
        # Whoever changed it while it was read knows better.
        newer = self._tables.get(table_id)
        return newer if newer is not None and newer.revision >= table.revision else self._remember(table)

    def _remember(self, table: Table) -> Table:
        self._tables[table.id] = table
        self._tables.move_to_end(table.id)
        while len(self._tables) > TABLES_CACHED:
            self._tables.popitem(last=False)
        return table

    def newest(self, table: Table) -> Table:
        """The table as it is by now, as far as it is kept in memory."""
        return self._tables.get(table.id, table)

    def forget(self, table_id: str) -> None:
        """The table was erased."""
        self._tables.pop(table_id, None)

    async def change(
        self, press: Press, table_id: str, work_out: Callable[[Table], TableUpdate]
    ) -> PressResult:
        """What the press comes to, stored.

        Whatever `work_out` refuses is refused, unless this very press was stored before.
        """
        async with self.turn(table_id):
            table = await self.table(table_id)
            try:
                outcome = work_out(table)
            except Refusal:
                if done := await self.stored_result(press):
                    return done
                raise
            return await self.store(press, table, outcome)

    async def store(self, press: Press | None, before: Table | None, outcome: TableUpdate) -> PressResult:
        """Store what was worked out from `before` (None: a new table) in the table's turn.

        Conflict if a new table's id is taken; StorageError if nothing can be stored now.
        """
        acted = None if outcome.action is None else outcome.action[0]
        table = clocks.with_clocks_updated(
            before, outcome.table, acted, press is not None, self._clock.awake()
        )
        table = planning.without_stale_orders(before, table)
        table, outbox = leaving.settle_calls(before, table)
        ended = before is not None and before.phase in ("over", "closed")
        changed = table.changed if ended else self._clock.now()  # when a game ended does not change any more
        table = replace(table, revision=table.revision + 1, changed=changed)
        outcome = replace(outcome, outbox=(*outbox, *outcome.outbox))
        try:
            await self._store.commit(_change(press, before, table, outcome))
        except AlreadyDone as before_now:
            return await self._again(before_now.answer)
        except BaseException:
            # Whether it was stored is not known here (a cancelled wait): the next look reads what is.
            self._tables.pop(table.id, None)
            raise
        self._remember(table)
        _log_change(before, table)
        self._afterwards(press, table, outcome.outbox)
        return PressResult(table, outcome.said)

    async def order(self, table: Table, seat: int, wanted: Order) -> Table:
        """Store what the seat wants done by itself, in the table's turn. Nothing else changes there."""
        try:
            await self._store.orders.keep(orders.order_to_row(table.id, seat, wanted))
        except BaseException:
            self._tables.pop(table.id, None)
            raise
        return self._remember(replace(table, orders=orders.with_order(table.orders, seat, wanted)))

    async def stored_result(self, press: Press) -> PressResult | None:
        """What this very interaction was answered with, if it was stored before."""
        answer = await self._store.answer(press.id)
        return None if answer is None else await self._again(answer)

    async def _again(self, stored: bytes) -> PressResult:
        answer = msgspec.json.decode(stored, type=StoredAnswer)
        return PressResult(await self.table(answer.table), answer.said)


_PHASE_LOG_LINES: Mapping[Phase, str] = {
    "lobby": "a table was opened",
    "playing": "a game began",
    "over": "a game has ended",
    "closed": "a table was closed",
}
"""What the log says when a table comes into a phase."""


def _log_change(before: Table | None, table: Table) -> None:
    """The table's story for the log: what happened, never what was chosen."""
    if before is None or before.phase != table.phase:
        log.info(_PHASE_LOG_LINES[table.phase], table=table.id, game=table.game.slug, revision=table.revision)
    else:
        log.debug("a table has changed", table=table.id, revision=table.revision, actions=table.actions)


def _change(press: Press | None, before: Table | None, table: Table, outcome: TableUpdate) -> Change:
    """What is stored together: a move, and a clock, leave the table's record as it was."""
    return Change(
        table=table_to_row(table),
        action=_action_row(table, outcome.by if press is None else press.user, outcome.action),
        interaction=None if press is None else press.id,
        answer=msgspec.json.encode(StoredAnswer(table.id, outcome.said)),
        outbox=outcome.outbox,
        full=before is None or _place(table) != _place(before) or table.record != before.record,
        users=table.owners if before is None or table.owners != before.owners else None,
        results=results_of(table) if before is not None and _has_just_ended(before, table) else (),
        orders=_new_orders(before, table),
        audit=outcome.audit,
    )


def _new_orders(before: Table | None, table: Table) -> tuple[OrderRow, ...]:
    """What the change does to standing orders."""
    old, new = {} if before is None else before.orders, table.orders
    return tuple(
        orders.order_to_row(table.id, seat, new.get(seat, orders.NO_ORDER))
        for seat in {**old, **new}
        if old.get(seat) != new.get(seat)
    )


def _place(table: Table) -> tuple[int, int, str]:
    return table.guild, table.channel, table.game.slug


def _has_just_ended(before: Table, table: Table) -> bool:
    return table.phase == "over" and before.phase != "over"


def _action_row(table: Table, user: int | None, action: tuple[int, Action] | None) -> ActionRow | None:
    if action is None:
        return None
    seat, spelled = action
    return ActionRow(table.actions, seat, spelled, user, table.changed)


# Actions that seats have half built: what was chosen so far, until it is finished or out of date.


DRAFTS_CACHED = 5_000
"""Tables whose drafts are kept in memory."""


class DraftRepository:
    """Every seat's draft; it survives a restart. Nobody but the seat's player is shown it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, dict[int, Draft]] = OrderedDict()

    async def of(self, table: Table, seat: int) -> tuple[str, ...]:
        """The values that the seat has chosen so far towards its current decision."""
        if table.phase != "playing":
            return ()
        kept = self._kept.get(table.id)
        if kept is None:
            read = await self._read(table.id)
            kept = self._kept.setdefault(table.id, read)
        self._kept.move_to_end(table.id)
        self._forget_the_oldest()
        draft = kept.get(seat)
        return draft.chosen if draft and draft.decision == table.game.decision(table.state, seat) else ()

    async def keep(self, draft: Draft) -> None:
        """This is the seat's draft now; without values there is none."""
        await self._store.draft(draft)
        kept = self._kept.get(draft.table)
        if kept is None:  # whoever has been reading meanwhile may have missed it
            self._kept[draft.table] = await self._read(draft.table)
            self._forget_the_oldest()
        else:
            kept[draft.seat] = draft

    async def _read(self, table: str) -> dict[int, Draft]:
        return {draft.seat: draft for draft in await self._store.drafts(table)}

    def _forget_the_oldest(self) -> None:
        while len(self._kept) > DRAFTS_CACHED:
            self._kept.popitem(last=False)

    async def forget_seat(self, table: str, seat: int) -> None:
        """Somebody else sits there now, who is not to see what was chosen before."""
        await self.keep(Draft(table, seat, "", ()))

    def forget(self, table: str) -> None:
        """The table's drafts are of no use any more."""
        self._kept.pop(table, None)
