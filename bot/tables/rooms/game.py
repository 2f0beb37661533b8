"""At a table while the game goes on: people's moves and robots'."""

from __future__ import annotations

from bot.tables import history, leaving, play, timing
from bot.tables.press import Done, Outcome, Press
from bot.tables.refusal import Refusal
from bot.tables.rooms.hall import Hall
from bot.tables.table import Table
from games.contract import Action
from games.text import _
from storage.records import Draft


class Game(Hall):
    """Moves."""

    async def choose(self, press: Press, table_id: str, decision: str, depth: int, index: int) -> Done:
        """A button of the hand: the value at `index` of the step that comes after `depth` chosen values.

        A step in the middle is kept as a draft; the last one plays.
        """
        async with self._ledger.turn(table_id):
            table = await self.table(table_id)
            try:
                done = await self._choose(press, table, decision, depth, index)
            except Refusal as refusal:
                if done := await self._ledger.done_before(press):
                    return done
                raise await self._explained(refusal, table, press, decision) from None
        return (
            await self._back_from_vacation(press.user, done) if done.table.actions > table.actions else done
        )

    async def _choose(self, press: Press, table: Table, decision: str, depth: int, index: int) -> Done:
        play.require_running(table)
        table = await self._with_owner_back(table, press.user)
        seat = play.require_seat(table, press.user)
        if table.game.decision(table.state, seat) != decision or not decision:
            raise Refusal("stale", _("That decision has passed. Here is your hand as it is now."))
        chosen = await self.draft_of(table, seat)
        if depth != len(chosen):
            return Done(table)
        choice = play.pick(table, seat, chosen, index)
        if choice.action is None:
            await self._drafts.keep(Draft(table.id, seat, decision, (*chosen, choice.value)))
            return Done(table)
        moved, errands = play.move(table, seat, choice.action)
        done = await self._ledger.store(
            press, table, Outcome(moved, errands=errands, action=(seat, choice.action))
        )
        if chosen:
            await self._drafts.keep(Draft(table.id, seat, decision, ()))
        return done

    async def _with_owner_back(self, table: Table, user: int) -> Table:
        """Whoever presses on a hand whose seat they had left to a robot plays on, and who was to come to a
        tournament's table has come. In the table's turn.
        """
        seat = table.seat_kept_for(user)
        if seat is None or (table.seat_of(user) is not None and not table.is_missing(seat)):
            return table
        return (await self._ledger.store(None, table, Outcome(leaving.returned(table, seat)))).table

    async def _explained(self, refusal: Refusal, table: Table, press: Press, decision: str) -> Refusal:
        """A press that comes too late because this player has just made the same decision is told so."""
        seat = table.seat_of(press.user)
        if refusal.reason != "stale" or seat is None or not decision:
            return refusal
        if history.last_decision(table, await self._store.log(table.id), seat) != decision:
            return refusal
        return Refusal(
            "twice",
            _("You had already decided that; the first press counts. Here is your hand as it is now."),
        )

    async def back(self, press: Press, table_id: str, decision: str) -> Done:
        """Forget what was chosen so far towards this decision."""
        async with self._ledger.turn(table_id):
            table = await self.table(table_id)
            play.require_running(table)
            await self._drafts.keep(Draft(table_id, play.require_seat(table, press.user), decision, ()))
            return Done(table)

    async def _robot_moves(self, table_id: str, seat: int, decision: str, action: Action) -> None:
        async with self._ledger.turn(table_id):
            table = await self.table(table_id)
            if table.phase != "playing" or not timing.plays_itself(table, seat):
                return
            if table.game.decision(table.state, seat) == decision:
                moved, errands = play.move(table, seat, action)
                await self._ledger.store(None, table, Outcome(moved, errands=errands, action=(seat, action)))
