"""What moderators do to tables: done, written into the audit log in the same transaction, and taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.tables import moderating
from bot.tables.moderating import Act
from bot.tables.press import Done, Press
from bot.tables.refusal import Refusal
from bot.tables.rooms.hall import Hall, changed_hands, following
from bot.tables.table import Table
from games.text import _
from storage.records import AuditRow


class Moderation(Hall):
    """Whether whoever presses may do it is for the caller to see to."""

    async def moderate(self, press: Press, table_id: str, act: Act, reason: str) -> Done:
        """Do it. Everybody at the table is told who did what, and why."""
        now = self.clock.awake()
        return await self._moderated(
            press, table_id, reason, lambda table: moderating.done(table, press, act, reason, now)
        )

    async def undo_moderation(self, press: Press, entry: int, reason: str) -> Done:
        """Take back what this entry of the audit log tells; that is an entry of its own."""
        row = await self._store.audit.entry(entry)
        if row is None or row.table is None or row.tournament is not None:
            raise Refusal("gone", _("There is no such entry in the log of what was done to tables."))
        if row.undoes is not None:
            raise Refusal("twice", _("That was a taking back itself. Do what it took back anew instead."))
        deed, now = moderating.deed_of(row), self.clock.awake()
        return await self._moderated(
            press,
            row.table,
            reason,
            lambda table: moderating.undone(table, press, deed, reason, now),
            undoes=row,
        )

    async def _moderated(
        self,
        press: Press,
        table_id: str,
        reason: str,
        work: Callable[[Table], moderating.Done],
        undoes: AuditRow | None = None,
    ) -> Done:
        async with self._ledger.turn(table_id):
            table = await self.table(table_id)
            try:
                done = work(table)
                if undoes is not None:
                    await self._require_not_undone(undoes)
            except Refusal:
                if before := await self._ledger.done_before(press):
                    return before
                raise
            if table.phase == "playing":  # before anybody else could see it
                for seat in changed_hands(table, done.table):
                    await self._drafts.forget_seat(table_id, seat)
            row = moderating.entry(table, press, done, reason, self.clock.now(), undoes)
            outcome = replace(following(table, done.table, done.said), audit=(row,))
            stored = await self._ledger.store(press, table, outcome)
        return stored

    async def _require_not_undone(self, entry: AuditRow) -> None:
        entries = await self._store.audit.of_table(entry.table or "")
        if any(other.undoes == entry.id for other in entries):
            raise Refusal("twice", _("That has been taken back already."))
