"""Out of a running game, and into it in somebody's place."""

from __future__ import annotations

from bot.tables import leaving
from bot.tables.press import Done, Outcome, Press
from bot.tables.refusal import Refusal
from bot.tables.rooms.hall import Hall, closing
from bot.tables.table import Table
from games.text import _
from storage.records import Errand


class WaysOut(Hall):
    """Leaving, conceding, substitutes."""

    async def leave_to_robot(self, press: Press, table_id: str) -> Done:
        """A robot plays on in the seat until its owner comes back."""
        said = _(
            "A robot plays on in your seat. My hand brings you back at any time, as long as nobody else has "
            "taken the seat."
        )
        return await self._ledger.change(
            press, table_id, lambda table: Outcome(leaving.left_to_robot(table, press.user), said)
        )

    async def concede(self, press: Press, table_id: str) -> Done:
        """Leave for good."""

        def conceded(table: Table) -> Outcome:
            after = leaving.conceded(table, press.user)
            if after.phase == "over":
                return Outcome(after, _("You have conceded, and the game is over."), (Errand("result"),))
            said = _("You have conceded. A robot plays your seat to the end.")
            return closing(after, said if after.phase == "playing" else None)

        return await self._ledger.change(press, table_id, conceded)

    async def call_substitute(self, press: Press, table_id: str, seat: int | None = None) -> Done:
        """Look for somebody who takes over the user's seat, or (`seat`) one that a robot keeps."""
        own = _(
            "A message in the channel says that a substitute is wanted. Until somebody takes your seat you "
            "play on, and you can take the call back."
        )
        others = _("A message in the channel says that a substitute is wanted.")

        def called(table: Table) -> Outcome:
            mine = leaving.require_own_seat(table, press.user)
            wanted = mine if seat is None else seat
            now = self.clock.awake()
            return Outcome(leaving.called(table, press.user, wanted, now), own if wanted == mine else others)

        return await self._ledger.change(press, table_id, called)

    async def withdraw_call(self, press: Press, table_id: str, seat: int) -> Done:
        """No substitute is wanted after all."""
        said = _("The call is taken back: no substitute is wanted any more.")
        return await self._ledger.change(
            press, table_id, lambda table: Outcome(leaving.withdrawn(table, press.user, seat), said)
        )

    async def take_seat(self, press: Press, table_id: str, seat: int) -> Done:
        """Sit down in a seat for which a substitute is wanted, and see its hand from then on."""
        async with self._ledger.turn(table_id):
            table = await self.table(table_id)
            try:
                seated = leaving.taken(table, press.user, press.name, seat)
            except Refusal:
                if done := await self._ledger.done_before(press):
                    return done
                raise
            await self._drafts.forget_seat(table_id, seat)  # before anybody else could see it
            done = await self._ledger.store(press, table, Outcome(seated))
        return await self._back_from_vacation(press.user, done)
