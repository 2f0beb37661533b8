"""Actions that seats have half built: what was chosen so far, until it is finished or out of date."""

from __future__ import annotations

from collections import OrderedDict

from bot.tables.table import Table
from storage.doors.store import Store
from storage.records import Draft

REMEMBERED = 5_000
"""Tables whose drafts are kept in memory."""


class Drafts:
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
        while len(self._kept) > REMEMBERED:
            self._kept.popitem(last=False)

    async def forget_seat(self, table: str, seat: int) -> None:
        """Somebody else sits there now, who is not to see what was chosen before."""
        await self.keep(Draft(table, seat, "", ()))

    def forget(self, table: str) -> None:
        """The table's drafts are of no use any more."""
        self._kept.pop(table, None)
