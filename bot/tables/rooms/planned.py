"""Standing orders: what a seat wants done by itself."""

from __future__ import annotations

from dataclasses import replace

from bot.tables import orders, planning, play
from bot.tables.press import Done, Outcome, Press
from bot.tables.refusal import Refusal
from bot.tables.rooms.hall import Hall
from bot.tables.table import Table
from games.contract import PlanMenu
from games.text import _


class Planned(Hall):
    """Takes orders, and carries them out."""

    async def plans_at(self, table: Table, user: int, actions: int | None = None) -> PlanMenu:
        """What the user can plan for their next move, or could after so many actions. Refusal if nothing."""
        play.require_running(table)
        seat = play.require_seat(table, user)
        if actions is None or actions == table.actions:
            return planning.menu_then(table, (), seat, table.actions)
        return planning.menu_then(table, await self._store.log(table.id), seat, actions)

    async def plan(self, press: Press, table_id: str, actions: int, index: int, named: int) -> Done:
        """Plan the choice at `index` of what could be planned after so many actions.

        The bits of `named` say which of its surprises cancel the plan.
        """
        async with self._ledger.turn(table_id):
            table = await self.table(table_id)
            offered = await self.plans_at(table, press.user, actions)
            seat = play.require_seat(table, press.user)
            return await self._ordered(
                table, seat, planning.made(table, seat, offered, index, named, actions)
            )

    async def unplan(self, press: Press, table_id: str) -> Done:
        """Forget what was planned."""
        async with self._ledger.turn(table_id):
            table = await self.table(table_id)
            play.require_running(table)
            seat = play.require_seat(table, press.user)
            if table.orders.get(seat, orders.NOTHING).plan is None:
                raise Refusal(
                    "stale", _("You have planned nothing, or it has been done already. Here is your hand.")
                )
            return await self._ordered(table, seat, planning.withdrawn(table, seat))

    async def set_forced(self, press: Press, table_id: str, on: bool) -> Done:
        """Moves in which there is no choice make themselves at this seat, or do not any more."""
        async with self._ledger.turn(table_id):
            table = await self.table(table_id)
            play.require_running(table)
            seat = play.require_seat(table, press.user)
            done = await self._ordered(table, seat, planning.switched(table, seat, on))
            self._valet.look_at(done.table)
            return done

    async def _ordered(self, table: Table, seat: int, wanted: orders.Orders) -> Done:
        return Done(await self._ledger.order(table, seat, wanted.get(seat, orders.NOTHING)))

    async def _carry_out(self, table_id: str, seat: int, decision: str) -> None:
        """The seat has left orders about this decision."""
        async with self._ledger.turn(table_id):
            table = await self.table(table_id)
            if seat not in planning.due(table) or table.game.decision(table.state, seat) != decision:
                return
            planned = table.orders[seat].plan is not None
            verdict = planning.judged(table, await self._store.log(table_id) if planned else (), seat)
            if verdict.action is None:
                self._messenger.changed(await self._ledger.order(table, seat, verdict.order))
                return
            moved, errands = play.move(table, seat, verdict.action)
            if moved.phase == "playing":
                moved = replace(moved, orders=orders.changed(moved.orders, seat, verdict.order))
            action = seat, verdict.action
            await self._ledger.store(
                None, table, Outcome(moved, errands=errands, action=action, by=table.seats[seat].person)
            )
