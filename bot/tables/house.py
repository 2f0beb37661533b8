"""The house: every table there is, and all that anybody can do at one.

A press goes: wait for the table's turn, work out the change (pure functions in `lobby`, `play` ...), store
it in one transaction (`ledger`), answer; what must happen afterwards (redraw, tell, robots) is begun from
what was stored. What people can do stands in `rooms`; here the house is opened and closed, and sees to what
follows a change.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection

import structlog

from bot.tables import waking
from bot.tables.adjusting import those_away
from bot.tables.alarms import Alarms
from bot.tables.awake import Awake
from bot.tables.clock import Clock, SystemClock
from bot.tables.drafts import Drafts
from bot.tables.errands import Errands
from bot.tables.ledger import Ledger
from bot.tables.messenger import Messenger
from bot.tables.pace import NO_CLOCKS
from bot.tables.press import Outcome
from bot.tables.refusal import Refusal
from bot.tables.robots import Robots, Thinking
from bot.tables.rooms.farewells import Farewells
from bot.tables.rooms.game import Game
from bot.tables.rooms.hall import OPEN
from bot.tables.rooms.moderation import Moderation
from bot.tables.rooms.opening import Opening
from bot.tables.rooms.passing_time import PassingTime
from bot.tables.rooms.planned import Planned
from bot.tables.rooms.reading import Reading
from bot.tables.rooms.ways_out import WaysOut
from bot.tables.table import Table
from bot.tables.thinkers import Thinkers
from bot.tables.turns import Turns
from bot.tables.vacations import Holidays
from bot.tables.valet import Valet
from bot.traces import trace
from bot.wishes.people import People
from bot.wishes.servers import Servers
from storage.doors.store import Store
from storage.records import Errand, ErrandRow

log = structlog.get_logger(__name__)

NOTICED = 60.0
"""Seconds away after which boards are drawn anew, as their deadlines have moved."""
BETWEEN_REDRAWS = 0.2
"""Seconds between two of them: there may be thousands, and people press buttons meanwhile."""


class House(Opening, Game, Planned, WaysOut, PassingTime, Moderation, Farewells, Reading):
    """Opens, changes and shows tables. All that is returned is durable."""

    def __init__(
        self,
        store: Store,
        messenger: Messenger,
        *,
        clock: Clock | None = None,
        people: People | None = None,
        servers: Servers | None = None,
        thinkers: Thinking | None = None,
    ) -> None:
        self._store = store
        self._messenger = messenger
        self._people = people or People(store.people)
        self.clock = clock or SystemClock()
        self._ledger = Ledger(store, self.clock, self._afterwards)
        self._drafts = Drafts(store)
        self.servers = servers or Servers(store.servers)
        self._opening = Turns()
        self._reopened: dict[str, asyncio.Event] = {}
        self._robots = Robots(self.table, self._robot_moves, thinkers or Thinkers())
        self._valet = Valet(self.table, self._carry_out, self.clock)
        self._errands = Errands(store, self._run_errand)
        self._awake = Awake(store, self.clock)
        self.holidays = Holidays(self._people, self.clock, self.set_away)
        self._alarms = Alarms(self.clock, self._ring)
        self._redrawing: asyncio.Task[None] | None = None
        self._listeners: list[Callable[[Table], None]] = []

    # opening and closing the house

    async def open(self) -> None:
        """Take up whatever a stop or a crash left undone: errands, outdated messages, robots' turns."""
        away = await self._awake.open()
        self._alarms.open(await self._store.due())
        self._errands.open()
        for post in await self._store.outdated():
            await self._take_up(post.table, self._messenger.changed)
        await self.holidays.open(await self._wake())
        self._was_away(away)

    async def _wake(self) -> Collection[int]:
        """Read the tables at which something happens by itself, and no others; who is on vacation at one."""
        clocks, ordered, on_vacation = await self._store.clocks(), defaultdict[str, set[int]](set), set[int]()
        for table, seat in await self._store.orders.seats():
            ordered[table].add(seat)
        for row in filter(waking.has_no_clocks, clocks):
            await self._set_clocks(row.table)
        for table, timing in waking.in_play(clocks).items():
            if waking.has_somebody_away(timing):
                await self._take_up(table, lambda table: on_vacation.update(those_away(table)))
            if waking.may_move_by_itself(timing, ordered.get(table, ())):
                await self._take_up(table, self._look_at)
        return on_vacation

    def cut_off(self) -> None:
        """Nobody can reach the bot: clocks stand still."""
        self.clock.stop()

    def within_reach(self) -> None:
        """People can press again: clocks go on."""
        self._was_away(self.clock.go_on())

    def _was_away(self, seconds: float) -> None:
        if seconds > NOTICED and (self._redrawing is None or self._redrawing.done()):
            log.info("deadlines have moved by the time without the bot", seconds=round(seconds))
            self._redrawing = asyncio.create_task(self._redraw_deadlines(), name="redraw deadlines")

    async def _redraw_deadlines(self) -> None:
        """All deadlines have moved by the time for which the bot was away: boards tell the new ones."""
        for table_id, _due in await self._store.due():
            await self._take_up(table_id, self._show_deadline)
            await asyncio.sleep(BETWEEN_REDRAWS)

    def _show_deadline(self, table: Table) -> None:
        if table.phase == "playing" and table.record.pace.limited:
            self._messenger.changed(table)

    async def _set_clocks(self, table_id: str) -> None:
        """A version that kept no time opened the table: it begins now, or nothing would ever end it."""
        async with self._ledger.turn(table_id):
            try:
                table = await self.table(table_id)
            except (Refusal, ValueError) as error:
                log.warning("a table is left as it is", table=table_id, trace=trace(error))
                return
            if table.timing == NO_CLOCKS and table.due is None:
                await self._ledger.store(None, table, Outcome(table))

    async def _take_up(self, table: str, act: Callable[[Table], None]) -> None:
        try:
            act(await self.table(table))
        except Refusal as refusal:
            log.warning("a table cannot be taken up", table=table, why=refusal.text.message)
        except ValueError as error:  # one table that cannot be read must not keep the others waiting
            log.error("a table cannot be read", table=table, trace=trace(error))

    def listen(self, hear: Callable[[Table], None]) -> None:
        """Tell `hear` of every table that changes, once that is stored. It must neither block nor raise."""
        self._listeners.append(hear)

    def errands_have_come(self) -> None:
        """Somebody else has stored errands for tables of this house: they are run."""
        self._errands.wake()

    async def close(self) -> None:
        """Nothing new is begun; whatever was accepted is stored already."""
        if self._redrawing is not None:
            self._redrawing.cancel()
            await asyncio.gather(self._redrawing, return_exceptions=True)
        await self.holidays.close()
        await self._alarms.close()
        await self._robots.close()
        await self._valet.close()
        await self._errands.close()
        await self._awake.close()

    @property
    def standing(self) -> int:
        """How many are changing a table or wait until they may."""
        return self._ledger.standing

    @property
    def in_memory(self) -> int:
        """How many tables are kept in memory: those that somebody needed of late."""
        return self._ledger.in_memory

    def forget_table(self, table_id: str) -> None:
        """The table was erased."""
        self._alarms.set(table_id, None)
        self._ledger.forget(table_id)
        self._drafts.forget(table_id)
        self._go_on_with_errands(table_id)

    # what follows a change

    def _afterwards(self, table: Table, errands: tuple[Errand, ...]) -> None:
        self._alarms.set(table.id, table.due)
        if errands:
            self._errands.wake()
        if table.phase not in OPEN:
            self._drafts.forget(table.id)
        self._messenger.changed(table)
        if table.timing.shut:
            return
        self._go_on_with_errands(table.id)
        self._look_at(table)
        for hear in self._listeners:
            hear(table)

    def _look_at(self, table: Table) -> None:
        """Whoever moves by themselves may have to."""
        if table.timing.shut:
            return
        self._valet.look_at(table)
        self._robots.look_at(table)

    async def _run_errand(self, errand: ErrandRow) -> None:
        try:
            table = await self._when_not_shut(errand.table)
        except Refusal as refusal:
            log.warning(
                "an errand of a table that is no more is dropped", errand=errand.id, why=refusal.text.message
            )
            return
        await self._messenger.run(table, errand)

    async def _when_not_shut(self, table_id: str) -> Table:
        """The table as soon as its server can be reached. Refusal if there is no such table (any more)."""
        while (table := await self.table(table_id)).timing.shut:
            await self._reopened.setdefault(table_id, asyncio.Event()).wait()
        return table

    def _go_on_with_errands(self, table_id: str) -> None:
        if (reopened := self._reopened.pop(table_id, None)) is not None:
            reopened.set()
