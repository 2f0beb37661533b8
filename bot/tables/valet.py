"""The valet: carries out what people have ordered, as soon as their seats are asked for something.

What he does follows from what is stored alone (`planning`), and is stored together with what is left of the
order: a stop at any moment leaves an order that is carried out once, at the next start.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from bot.following import from_now_on
from bot.tables import planning
from bot.tables.clock import Clock
from bot.tables.refusal import Refusal
from bot.tables.table import Table
from bot.traces import trace

log = structlog.get_logger(__name__)

PAUSE = 2.0
"""Seconds before each move that makes itself. They are always the same, so that how fast a move comes does
not tell a forced one from a planned one, and last long enough for somebody to read the board as it was.
"""
PAUSE_AFTER_FAILURE = 5.0

Attend = Callable[[str, int, str], Awaitable[None]]
"""Carries out what a seat of a table has ordered about a decision, unless that has passed."""


class Valet:
    """Attends to one table's seats one after the other, to many tables side by side."""

    def __init__(self, load: Callable[[str], Awaitable[Table]], attend: Attend, clock: Clock) -> None:
        self._load = load
        self._attend = attend
        self._clock = clock
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    def look_at(self, table: Table) -> None:
        """The table changed; if a seat is asked that has left orders, they are carried out."""
        busy = self._busy.get(table.id)
        if self._closed or (busy is not None and not busy.done()) or not planning.due(table):
            return
        task = asyncio.create_task(self._serve(table.id), name=f"valet {table.id}")
        self._busy[table.id] = task
        task.add_done_callback(lambda task: self._finished(table.id, task))

    async def close(self) -> None:
        """Stop; what has been ordered is done after the next start."""
        self._closed = True
        for task in self._busy.values():
            task.cancel()
        await asyncio.gather(*self._busy.values(), return_exceptions=True)

    def _finished(self, table: str, task: asyncio.Task[None]) -> None:
        if self._busy.get(table) is task:  # else he has been called again since it ended
            del self._busy[table]

    async def _serve(self, table_id: str) -> None:
        from_now_on("table", table_id)
        while True:
            try:
                if not await self._attend_to_first(table_id):
                    return
            except Exception as error:
                log.error("an order was not carried out", table=table_id, trace=trace(error))
                await self._clock.sleep_until(self._clock.awake() + PAUSE_AFTER_FAILURE)

    async def _attend_to_first(self, table_id: str) -> bool:
        """To the first seat that is due; False if there is none."""
        try:
            table = await self._load(table_id)
        except Refusal:  # there is no such table any more, or its game is not installed
            return False
        seats = planning.due(table)
        if not seats:
            return False
        decision = table.game.decision(table.state, seats[0])
        await self._clock.sleep_until(self._clock.awake() + PAUSE)
        await self._attend(table_id, seats[0], decision)
        return True
