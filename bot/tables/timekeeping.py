"""Clocks that stand still while nobody can reach the bot, deadlines that come, people on vacation."""

from __future__ import annotations

import asyncio

import structlog

from bot.hours import agreement
from bot.runtime.house_time import AwakeTimeRecorder
from bot.tables import clocks, pods
from bot.tables.model import Table
from bot.tables.timing import NO_CLOCKS
from bot.tables.turns import TableTurns

log = structlog.get_logger(__name__)

LONGEST_UNNOTICED_OUTAGE = 60.0
"""Seconds away after which boards are drawn anew, as their deadlines have moved."""
BETWEEN_REDRAWS = 0.2
"""Seconds between two of them: there may be thousands, and people press buttons meanwhile."""


class Timekeeper:
    """Keeps the time of all tables."""

    def __init__(self, turns: TableTurns) -> None:
        self._turns = turns
        self._awake = AwakeTimeRecorder(turns.store, turns.clock, turns.shard)
        self._redrawing: asyncio.Task[None] | None = None

    async def open(self) -> float:
        """Time is counted from now on; for how many seconds the bot was away."""
        return await self._awake.open()

    async def close(self) -> None:
        """No more time is counted as time awake."""
        await self._awake.close()

    async def stop_redrawing(self) -> None:
        """No more boards are drawn anew."""
        if self._redrawing is not None:
            self._redrawing.cancel()
            await asyncio.gather(self._redrawing, return_exceptions=True)

    def disconnected(self) -> None:
        """Nobody can reach the bot: clocks stand still."""
        self._turns.clock.stop()

    def reconnected(self) -> None:
        """People can press again: clocks go on."""
        self.redraw_after_outage(self._turns.clock.go_on())

    def redraw_after_outage(self, seconds: float) -> None:
        """Boards show their new deadlines, if the bot was away for so long that anybody has noticed."""
        if seconds > LONGEST_UNNOTICED_OUTAGE and (self._redrawing is None or self._redrawing.done()):
            log.info("deadlines have moved by the time without the bot", seconds=round(seconds))
            self._redrawing = asyncio.create_task(self._redraw_deadlines(), name="redraw deadlines")

    async def _redraw_deadlines(self) -> None:
        """All deadlines have moved by the time for which the bot was away: boards show the new ones. What is
        to be played at an hour still is.
        """
        for table_id, _due in await self._turns.store.due():
            table = await self._turns.readable(table_id)
            if table is not None and table.phase == "playing" and table.record.pace.limited:
                self._turns.table_publisher.changed(table)
            elif table is not None and table.is_early:
                await self._set_by_calendar(table_id)
            await asyncio.sleep(BETWEEN_REDRAWS)

    async def _set_by_calendar(self, table_id: str) -> None:
        async def work(table: Table) -> None:
            if agreement.by_calendar(table, self._turns.clock.awake(), self._turns.clock.now()) is not table:
                await self._turns.update(None, table, table)

        await self._turns.in_turn(table_id, work)

    async def begin(self, table_id: str) -> None:
        """A version that kept no time opened the table: it begins now, or nothing would ever end it."""

        async def work(table: Table) -> None:
            if table.timing == NO_CLOCKS and table.due is None:
                await self._turns.update(None, table, table)

        if await self._turns.readable(table_id) is not None:
            await self._turns.in_turn(table_id, work)

    async def look_at(self, table_id: str) -> None:
        """The moment has come at which the table must be looked at."""
        if await self._turns.readable(table_id) is None:
            return

        async def work(before: Table) -> tuple[Table, Table]:
            now = self._turns.clock.awake()
            due = pods.on_due(before, now) or clocks.on_due(before, now)
            if due is None:  # it is not so far yet: something has changed meanwhile
                self._turns.deadlines.set(table_id, before.due)
                return before, before
            return before, (await self._turns.update(None, before, due)).table

        await self._turns.with_vacations(*await self._turns.in_turn(table_id, work))
