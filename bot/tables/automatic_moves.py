"""Robots' turns: whenever a table waits for robots, they think and move, one table's robots at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

import structlog

from bot.refusal import Refusal
from bot.runtime.clock import Clock
from bot.runtime.log_context import bind_log_context, trace
from bot.tables import planning
from bot.tables.clocks import is_played_by_robot
from bot.tables.lobby import strongest_robot
from bot.tables.model import Table
from games.contract import Action, Observation

log = structlog.get_logger(__name__)

FIRST_RETRY_DELAY, LONGEST_RETRY_DELAY = 5.0, 300.0
"""Seconds until a robot that could not move tries again: twice as many after each failure, to this limit."""

StoreRobotMove = Callable[[str, int, str, Action], Awaitable[None]]
"""Stores a robot's move: table, seat, the decision it was for (dropped if that has passed), action."""


class RobotEngine(Protocol):
    """Where robots think."""

    async def think(self, slug: str, robot: str, observation: Observation) -> Action:
        """What the robot of that game does, being told this and nothing else."""
        ...

    def close(self) -> None:
        """Nobody thinks any more."""
        ...


def robots_to_act(table: Table) -> list[int]:
    """The seats that the game waits for and a robot plays: its own, and those of people who are not there."""
    if table.phase != "playing":
        return []
    return [seat for seat in table.game.to_act(table.state) if is_played_by_robot(table, seat)]


class RobotRunner:
    """Sees to it that no table waits for a robot."""

    def __init__(
        self, load: Callable[[str], Awaitable[Table]], move: StoreRobotMove, robot_pool: RobotEngine
    ) -> None:
        self._load = load
        self._move = move
        self._robot_pool = robot_pool
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    def start_if_due(self, table: Table) -> None:
        """The table changed; if it waits for robots, they move."""
        running = self._tasks.get(table.id)
        if self._closed or (running is not None and not running.done()) or not robots_to_act(table):
            return
        task = asyncio.create_task(self._play(table.id), name=f"robots {table.id}")
        self._tasks[table.id] = task
        task.add_done_callback(lambda task: self._finished(table.id, task))

    async def close(self) -> None:
        """Stop after the moves that are being stored."""
        self._closed = True
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        self._robot_pool.close()

    def _finished(self, table: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(table) is task:  # else they have been called again since it ended
            del self._tasks[table]

    async def _play(self, table_id: str) -> None:
        """Whatever fails is tried again: nobody else would see that the table waits for a robot."""
        bind_log_context("table", table_id)
        pause = FIRST_RETRY_DELAY
        while True:
            try:
                if not await self._move_all(table_id):
                    return
                pause = FIRST_RETRY_DELAY
            except Exception as error:
                about = {"table": table_id, "again_in": pause, "trace": trace(error)}
                log.error("a robot's move was not stored", **about)
                await asyncio.sleep(pause)
                pause = min(LONGEST_RETRY_DELAY, 2 * pause)

    async def _move_all(self, table_id: str) -> bool:
        """Each robot that the table waits for moves; False if there is none."""
        try:
            table = await self._load(table_id)
        except Refusal:  # there is no such table any more, or its game is not installed
            return False
        seats = robots_to_act(table)
        for seat in seats:
            await self._think_and_move(table, seat)
        return bool(seats)

    async def _think_and_move(self, table: Table, seat: int) -> None:
        observation = table.game.observe(table.state, seat)
        robot = table.seats[seat].robot or strongest_robot(table.game)
        try:
            action = await self._robot_pool.think(table.game.slug, robot, observation)
        except Exception as error:
            about = {"table": table.id, "robot": robot, "trace": trace(error)}
            log.error("a robot could not decide; it makes the first legal move", **about)
            action = observation.legal[0]
        if action not in observation.legal:
            log.error("a robot would break the rules; it makes the first legal move", table=table.id)
            action = observation.legal[0]
        await self._move(table.id, seat, observation.decision, action)


# The valet: carries out what people have ordered, as soon as their seats are asked for something.
#
# What he does follows from what is stored alone (`planning`), and is stored together with what is left of the
# order: a stop at any moment leaves an order that is carried out once, at the next start.


PLANNED_MOVE_DELAY = 2.0
"""Seconds before each move that makes itself. They are always the same, so that how fast a move comes does
not tell a forced one from a planned one, and last long enough for somebody to read the board as it was.
"""
PLANNED_MOVE_RETRY_DELAY = 5.0

CarryOutOrder = Callable[[str, int, str], Awaitable[None]]
"""Carries out what a seat of a table has ordered about a decision, unless that has passed."""


class PlannedMoveRunner:
    """Attends to one table's seats one after the other, to many tables side by side."""

    def __init__(
        self, load: Callable[[str], Awaitable[Table]], carry_out: CarryOutOrder, clock: Clock
    ) -> None:
        self._load = load
        self._carry_out = carry_out
        self._clock = clock
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    def start_if_due(self, table: Table) -> None:
        """The table changed; if a seat is asked that has left orders, they are carried out."""
        running = self._tasks.get(table.id)
        if self._closed or (running is not None and not running.done()) or not planning.seats_due(table):
            return
        task = asyncio.create_task(self._run(table.id), name=f"valet {table.id}")
        self._tasks[table.id] = task
        task.add_done_callback(lambda task: self._finished(table.id, task))

    async def close(self) -> None:
        """Stop; what has been ordered is done after the next start."""
        self._closed = True
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _finished(self, table: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(table) is task:  # else he has been called again since it ended
            del self._tasks[table]

    async def _run(self, table_id: str) -> None:
        bind_log_context("table", table_id)
        while True:
            try:
                if not await self._carry_out_first(table_id):
                    return
            except Exception as error:
                log.error("an order was not carried out", table=table_id, trace=trace(error))
                await self._clock.sleep_until(self._clock.awake() + PLANNED_MOVE_RETRY_DELAY)

    async def _carry_out_first(self, table_id: str) -> bool:
        """To the first seat that is due; False if there is none."""
        try:
            table = await self._load(table_id)
        except Refusal:  # there is no such table any more, or its game is not installed
            return False
        seats = planning.seats_due(table)
        if not seats:
            return False
        decision = table.game.decision(table.state, seats[0])
        await self._clock.sleep_until(self._clock.awake() + PLANNED_MOVE_DELAY)
        await self._carry_out(table_id, seats[0], decision)
        return True
