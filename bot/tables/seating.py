"""Who sits down at a table, leaves a seat to somebody else, and comes back to it."""

from __future__ import annotations

import structlog
from msgspec.structs import replace

from bot.runtime.log_context import trace
from bot.tables import clocks, leaving, lobby, pods
from bot.tables.model import Press, PressResult, Table
from bot.tables.turns import TableTurns
from storage.errors import StorageError

log = structlog.get_logger(__name__)


class Seating:
    """The seats of all tables."""

    def __init__(self, turns: TableTurns) -> None:
        self._turns = turns

    async def join(self, press: Press, table_id: str) -> PressResult:
        """Sit down at a table that waits for people."""
        await self._turns.bans.require_welcome((await self._turns.table(table_id)).guild, press.user)
        return await self._turns.change(press, table_id, lobby.join)

    async def call_substitute(self, press: Press, table_id: str, seat: int | None = None) -> PressResult:
        """Look for somebody who takes over the user's seat, or (`seat`) one that a robot keeps."""
        return await self._turns.change(
            press, table_id, leaving.call_substitute, self._turns.clock.awake(), seat
        )

    async def take_seat(self, press: Press, table_id: str, seat: int) -> PressResult:
        """Sit down in a seat for which a substitute is wanted, and see its hand from then on."""
        await self._turns.bans.require_welcome((await self._turns.table(table_id)).guild, press.user)
        done = await self._turns.change(press, table_id, leaving.take_seat, seat)
        return await self.back_from_vacation(press, done)

    async def came_back(self, user: int, table_id: str) -> Table:
        """The user has opened the hand: a robot in their place gets up; a tournament's table that waits for
        them knows that they are here. The table as it is then.
        """
        return await self._turns.change_seat(user, table_id, leaving.owner_returned)

    async def back_from_vacation(self, press: Press, done: PressResult) -> PressResult:
        """Whoever plays is here. What they did is stored, so that nothing of this may fail any more."""
        if not await self._turns.vacation_tracker.is_away(press.user):
            return done
        try:
            await self._turns.vacation_tracker.end(press.user)
        except StorageError as error:
            log.error("a vacation could not be ended", trace=trace(error))
        return replace(done, table=await self._turns.table(done.table.id))

    async def set_away(self, user: int, until: float | None) -> None:
        """The user is on vacation until that Unix time: their clocks stand still at all tables that last for
        days, and tournaments' tables do not wait for them. None: they are here again.

        May be called again and again.
        """

        def change(table: Table, seat: int) -> Table:
            if table.phase == "lobby":
                return pods.with_away(table, seat, until is not None)
            return clocks.with_vacation(table, seat, until)

        for table in await self._turns.tables_of(user, ("lobby", "playing")):
            await self._turns.change_seat(user, table.id, change)
