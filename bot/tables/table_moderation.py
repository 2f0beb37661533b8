"""What moderators do at tables: done and written into the audit log in the same transaction, and undone.

Whether whoever presses may do it is for the caller to see to.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import structlog
from msgspec.structs import replace

from bot.refusal import Refusal
from bot.tables import moderation
from bot.tables.model import Press, PressResult, Table, TableUpdate
from bot.tables.moderation import ModerationAction
from bot.tables.turns import TableTurns
from games.text import _
from storage.models import AuditRow

log = structlog.get_logger(__name__)

MODERATED_AT_ONCE = 50
"""Tables that a moderator's act for many changes side by side: they share transactions."""


class TableModeration:
    """The acts of moderators at all tables."""

    def __init__(self, turns: TableTurns) -> None:
        self._turns = turns

    async def apply(
        self, press: Press, table_id: str, act: ModerationAction, reason: str, *, openly: bool = False
    ) -> PressResult:
        """Do it. Everybody at the table is told who did what, and `openly` why."""
        if isinstance(act, moderation.Replace):
            await self._turns.bans.require_may_be_put_in((await self._turns.table(table_id)).guild, act.user)

        def work(table: Table, press: Press) -> TableUpdate:
            now = self._turns.clock.awake()
            done = moderation.apply_action(table, press, act, reason, now, openly=openly)
            done = moderation.with_end_kept(done, table, self._turns.clock.unix)
            return moderation.audited(table, press, done, reason, self._turns.clock.now())

        return await self._turns.change(press, table_id, work)

    async def apply_each(
        self,
        press: Press,
        tables: Sequence[str],
        choose: Callable[[Table], ModerationAction | None],
        reason: str,
        *,
        logged: bool = False,
    ) -> list[str]:
        """Do at each of these tables what is chosen for it, where that is anything and can be done: at which
        it was. `logged`: with an entry in the audit log for each.
        """

        async def work(table: Table) -> bool:
            act = choose(table)
            if act is None:
                return False
            now = self._turns.clock.awake()
            done = moderation.apply_action(table, press, act, reason, now, openly=True)
            update = moderation.audited(table, press, done, reason, self._turns.clock.now())
            await self._turns.update(None, table, update if logged else replace(update, audit=()))
            return True

        async def do(table_id: str) -> bool:
            try:
                if await self._turns.readable(table_id) is None:
                    return False
                return await self._turns.in_turn(table_id, work)
            except Refusal as refusal:
                log.info("a table was left as it is", table=table_id, why=refusal.reason)
                return False

        changed = list[str]()
        for first in range(0, len(tables), MODERATED_AT_ONCE):
            batch = tables[first : first + MODERATED_AT_ONCE]
            done = await asyncio.gather(*map(do, batch))
            changed += [table for table, was_done in zip(batch, done, strict=True) if was_done]
        return changed

    async def undo(self, press: Press, entry: int, reason: str) -> PressResult:
        """Undo what this entry of the audit log tells; that is an entry of its own."""
        row, id, done = moderation.require_undoable(await self._turns.store.audit.entry(entry))

        async def work(table: Table) -> PressResult:
            entries = await self._turns.store.audit.of_table(id)

            def undo() -> TableUpdate:
                undone = moderation.undo_action(table, press, done, reason, self._turns.clock.awake())
                if any(other.undoes == entry for other in entries):
                    raise Refusal("twice", _("That's already been taken back."))
                return moderation.audited(table, press, undone, reason, self._turns.clock.now(), row)

            return await self._turns.changed(press, table, undo)

        return await self._turns.in_turn(id, work)

    async def undo_each(self, press: Press, rows: Sequence[AuditRow]) -> int:
        """Undo what these entries of the audit log tell, each with an entry of its own, where that can be:
        how many of them.
        """

        async def undo(row: AuditRow) -> bool:
            row, id, done = moderation.require_undoable(row)

            async def work(table: Table) -> bool:
                if any(other.undoes == row.id for other in await self._turns.store.audit.of_table(id)):
                    return False
                undone = moderation.undo_action(table, press, done, "", self._turns.clock.awake())
                update = moderation.audited(table, press, undone, "", self._turns.clock.now(), row)
                await self._turns.update(None, table, update)
                return True

            try:
                return await self._turns.readable(id) is not None and await self._turns.in_turn(id, work)
            except Refusal as refusal:
                log.info("a moderator's act stays", table=id, why=refusal.reason)
                return False

        return sum([await undo(row) for row in rows])
