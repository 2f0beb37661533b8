"""A tournament's tables: opened for a pod, brought to what the tournament wants, and joined by its players.

Everything may be asked again: what is so already stays as it is.
"""

from __future__ import annotations

from bot.refusal import Refusal
from bot.tables import pods
from bot.tables.model import Press, PressResult, Table, TableUpdate
from bot.tables.pod_model import PodTarget
from bot.tables.seating import Seating
from bot.tables.turns import TableTurns


class PodTables:
    """The tables of all pods."""

    def __init__(self, turns: TableTurns, seating: Seating) -> None:
        self._turns = turns
        self._seating = seating

    async def open(self, table: Table, copied_from: str = "") -> Table:
        """The table of a pod, opened now unless it stands already; `copied_from`: it begins with the first
        actions of that table. ValueError if another has its name.
        """
        async with self._turns.repository.turn(table.id):
            if await self._turns.store.table(table.id) is not None:
                known = await self._turns.table(table.id)
                if known.record.pod is None or known.record.pod.mark != pods.pod_of(table).mark:
                    raise ValueError(f"table {table.id} is not that of {pods.pod_of(table).mark}")
                return known
            waits = table.awaited or table.phase == "playing"
            update = TableUpdate(table if waits else pods.deal_pod(table), copied_from=copied_from)
            done = await self._turns.update(None, None, update)
        return await self._turns.with_vacations(None, done.table)

    async def bring_to_target(self, table_id: str, target: PodTarget) -> Table:
        """See to it that the table is as the tournament wants it. Refusal if there is no such table."""

        async def work(before: Table) -> Table:
            after = pods.bring_to_target(before, target, self._turns.clock.awake())
            if (after.phase, after.record) == (before.phase, before.record):
                return before
            return (await self._turns.update(None, before, after)).table

        return await self._turns.in_turn(table_id, work)

    async def check_in(self, press: Press, table_id: str) -> PressResult:
        """Say at a tournament's table that one is here. When all have, the cards are dealt."""
        try:
            return await self._turns.change(press, table_id, pods.check_in)
        except Refusal as refusal:
            if refusal.reason != "late":
                raise
            return PressResult(
                await self._seating.came_back(press.user, table_id)
            )  # the cards are dealt already
