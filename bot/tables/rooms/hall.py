"""What all rooms of the house share: the tables, and the one way to change them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import structlog

from bot.tables import leaving
from bot.tables.alarms import Alarms
from bot.tables.clock import Clock
from bot.tables.drafts import Drafts
from bot.tables.ledger import Ledger
from bot.tables.messenger import Messenger
from bot.tables.press import Done, Outcome
from bot.tables.refusal import Refusal
from bot.tables.table import Table, from_row
from bot.tables.turns import Turns
from bot.tables.vacations import Holidays
from bot.tables.valet import Valet
from bot.traces import trace
from bot.wishes.people import People
from bot.wishes.servers import Servers
from games.catalogue import catalogue
from games.text import Text
from storage.doors.store import Store
from storage.errors import StorageError
from storage.records import Errand, Phase, TableRow

log = structlog.get_logger(__name__)

OPEN: tuple[Phase, ...] = ("lobby", "playing")
ALL = 1_000_000
"""More tables than there ever are."""


class Hall:
    """The members that the rooms use. `bot.tables.house.House` furnishes them."""

    clock: Clock
    servers: Servers
    holidays: Holidays
    _store: Store
    _people: People
    _messenger: Messenger
    _ledger: Ledger
    _drafts: Drafts
    _valet: Valet
    _opening: Turns
    _alarms: Alarms

    async def table(self, table_id: str) -> Table:
        """The table as it is now. Refusal if there is none."""
        return await self._ledger.table(table_id)

    async def tables_of(self, user: int, phases: Collection[Phase] = OPEN) -> list[Table]:
        """The tables at which this user plays, the latest changed first."""
        rows = await self._store.tables(user=user, phases=phases)
        return readable(rows)

    async def draft_of(self, table: Table, seat: int) -> tuple[str, ...]:
        """The values that the seat has chosen so far towards its current decision."""
        return await self._drafts.of(table, seat)

    async def came_back(self, user: int, table_id: str) -> Table:
        """The user has opened the hand: a robot in their place gets up; a tournament's table that waits for
        them knows that they are here. The table as it is then.
        """
        return await self._at_seat(user, table_id, leaving.returned)

    async def _at_seat(self, user: int, table_id: str, change: Callable[[Table, int], Table]) -> Table:
        """What becomes of the user's seat in a running game, or at a tournament's table before it; nothing is
        stored if nothing does.
        """
        table = await self.table(table_id)
        seat = table.seat_kept_for(user)
        if not _is_dealt_or_drawn(table) or seat is None or change(table, seat) is table:
            return table  # for nearly everybody who opens a hand: nobody need wait for the table's turn
        async with self._ledger.turn(table_id):
            table = await self.table(table_id)
            seat = table.seat_kept_for(user)
            if not _is_dealt_or_drawn(table) or seat is None or (changed := change(table, seat)) is table:
                return table
            return (await self._ledger.store(None, table, Outcome(changed))).table

    async def _back_from_vacation(self, user: int, done: Done) -> Done:
        """Whoever plays is here. What they did is stored, so that nothing of this may fail any more."""
        if self.holidays.until(user) is None:
            return done
        try:
            await self.holidays.end(user)
        except StorageError as error:
            log.error("a vacation could not be ended", trace=trace(error))
        return replace(done, table=await self.table(done.table.id))

    async def _at_table(self, table_id: str, change: Callable[[Table], Table]) -> None:
        """What becomes of a table without anybody's press; nothing is stored if nothing does."""
        async with self._ledger.turn(table_id):
            try:
                table = await self.table(table_id)
            except (Refusal, ValueError) as error:
                log.warning("a table is left as it is", table=table_id, trace=trace(error))
                return
            changed = change(table)
            if table.phase in OPEN and changed != table:
                await self._ledger.store(None, table, closing(changed))

    async def _fond(self, table: Table) -> Collection[int]:
        """Those at the table who want forced moves made by themselves wherever they sit down."""
        return {user for user in table.people if (await self._people.of(user)).forced_moves}


def _is_dealt_or_drawn(table: Table) -> bool:
    """Whether whoever sits there is to stay."""
    return table.phase == "playing" or (table.phase == "lobby" and table.record.pod is not None)


def readable(rows: Sequence[TableRow]) -> list[Table]:
    """The tables whose games are installed; one that cannot be read is left out, and the log says so."""
    tables: list[Table] = []
    for row in rows:
        if row.game in catalogue():
            try:
                tables.append(from_row(row))
            except ValueError as error:
                log.error("a table cannot be read", table=row.id, trace=trace(error))
    return tables


def closing(table: Table, said: Text | None = None) -> Outcome:
    """The change, with the errand that a table needs which it has closed."""
    return Outcome(table, said, (Errand("closed"),) if table.phase == "closed" else ())


def following(before: Table, after: Table, said: Text | None = None) -> Outcome:
    """The change, with the errand that a table needs which was closed by it, or opened again."""
    if before.phase != "closed" or after.phase == "closed":
        return closing(after, said)
    kind = "lobby" if after.phase == "lobby" and after.record.pod is None else "open"
    return Outcome(after, said, (Errand(kind),))  # it may have been closed before its messages stood


def changed_hands(before: Table, after: Table) -> list[int]:
    """The seats in which somebody else sits; both tables have the same seats."""
    return [at for at, seat in enumerate(after.seats) if seat.user != before.seats[at].user]
