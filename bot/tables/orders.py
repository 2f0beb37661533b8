"""Standing orders: what seats want done by themselves, stored, and carried out when they are asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec

from msgspec.structs import replace

from bot.tables import planning, play
from bot.tables.automatic_moves import IsWatched, PlannedMoveRunner
from bot.tables.model import Order, Press, PressResult, Table
from bot.tables.turns import TableTurns
from games.contract import PlanMenu

P = ParamSpec("P")


class StandingOrders:
    """The orders of all seats."""

    def __init__(self, turns: TableTurns, is_watched: IsWatched) -> None:
        self._turns = turns
        self.planned_moves = PlannedMoveRunner(turns.table, self._carry_out, turns.clock, is_watched)

    async def plan_menu(self, table: Table, user: int, actions: int | None = None) -> PlanMenu:
        """What the user can plan for their next move, or could after so many actions. Refusal if nothing."""
        play.require_running(table)
        seat = play.require_seat(table, user)
        if actions is None or actions == table.actions:
            return planning.plan_menu_after(table, (), seat, table.actions)
        return planning.plan_menu_after(table, await self._turns.store.log(table.id), seat, actions)

    async def plan(self, press: Press, table_id: str, actions: int, index: int, named: int) -> PressResult:
        """Plan the choice at `index` of what could be planned after so many actions.

        The bits of `named` say which of its surprises cancel the plan.
        """

        async def work(table: Table) -> PressResult:
            offered = await self.plan_menu(table, press.user, actions)
            seat = play.require_seat(table, press.user)
            order = planning.with_plan(table, seat, offered, index, named, actions)
            await press.require_answerable()
            return PressResult(await self._turns.repository.store_order(table, seat, order))

        return await self._turns.in_turn(table_id, work)

    async def change(
        self,
        press: Press,
        table_id: str,
        work: Callable[Concatenate[Table, int, P], Order],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> PressResult:
        """What `work` makes of the standing order of the presser's seat, stored."""

        async def ordered(table: Table) -> Table:
            play.require_running(table)
            seat = play.require_seat(table, press.user)
            wanted = work(table, seat, *args, **kwargs)
            await press.require_answerable()
            return await self._turns.repository.store_order(table, seat, wanted)

        table = await self._turns.in_turn(table_id, ordered)
        if self._turns.shard.serves(table.guild):
            self.planned_moves.start_if_due(table)
        return PressResult(table)

    async def _carry_out(self, table_id: str, seat: int, decision: str) -> None:
        """The seat has left orders about this decision."""

        async def work(table: Table) -> None:
            if seat not in planning.seats_due(table) or table.game.decision(table.state, seat) != decision:
                return
            planned = table.orders[seat].plan is not None
            log = await self._turns.store.log(table_id) if planned else ()
            verdict = planning.decide_order(table, log, seat)
            if verdict.action is None:
                kept = await self._turns.repository.store_order(table, seat, verdict.order)
                self._turns.table_publisher.changed(kept)
                return
            by = table.seats[seat].person
            moved = play.move(table.with_move(seat) if planned else table, seat, verdict.action, by=by)
            if moved.table.phase == "playing":
                moved = replace(moved, table=moved.table.with_order(seat, verdict.order))
            await self._turns.update(None, table, moved)

        await self._turns.in_turn(table_id, work)
