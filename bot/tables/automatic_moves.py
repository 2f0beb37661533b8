"""Moves that nobody presses for: robots' moves, and those that seats have planned. What becomes of a plan
is said by `plans`.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection
from typing import Concatenate, ParamSpec

import structlog
from msgspec.structs import replace

from bot.refusal import Refusal
from bot.runtime.clock import Clock
from bot.runtime.log_context import bind_log_context, trace
from bot.tables import plans, play
from bot.tables.clocks import is_finished_by_robots, is_played_by_robot
from bot.tables.model import ROBOTS, Plan, Press, PressResult, Table
from bot.tables.robot_pool import RobotEngine
from bot.tables.timing import Timing
from bot.tables.turns import TableTurns
from games.contract import EVEN, Action, PlanMenu
from games.thinking.levels import MANNERS

log = structlog.get_logger(__name__)
P = ParamSpec("P")

FIRST_RETRY_DELAY, LONGEST_RETRY_DELAY = 5.0, 300.0
"""Seconds until a robot that could not move tries again: twice as many after each failure, to this limit."""

StoreRobotMove = Callable[[str, int, str, Action], Awaitable[None]]
"""Stores a robot's move: table, seat, the decision it was for (dropped if that has passed), action."""

PLANNED_MOVE_DELAY = 2.0
"""Seconds before each move that makes itself. They are always the same, so that how fast a move comes does
not tell a forced one from a planned one, and last long enough for somebody to read the board as it was.
"""
PLANNED_MOVE_RETRY_DELAY = 5.0

TIMES_FOR_LEARNERS = 2
"""How much longer what has just ended is left in sight where somebody learns the game."""

CarryOutPlan = Callable[[str, int, str], Awaitable[None]]
"""Carries out what a seat of a table has planned for a decision, unless that has passed."""

LoadTable = Callable[[str], Awaitable[Table]]

IsWatched = Callable[[Table], bool]
"""Whether somebody has a hand open at the table: in private nothing moves by itself while nobody looks."""


def always_watched(table: Table) -> bool:
    """Somebody always looks on: where nobody knows better."""
    return True


def robots_to_act(table: Table) -> list[int]:
    """The seats that the game waits for and a robot plays: its own, and those of people who are not there."""
    if table.phase != "playing":
        return []
    return [seat for seat in table.game.to_act(table.state) if is_played_by_robot(table, seat)]


def may_move_by_itself(timing: Timing, planned: Collection[int]) -> bool:
    """Whether a robot may have to move at the table now, or one of the seats that have `planned` something.

    Read from the clocks alone, so that a start need not read every table.
    """
    if timing.shut or timing.deserted is not None:
        return False
    if timing.robot_due:
        return True
    asked = [at for at, clock in enumerate(timing.seats) if clock.decision]
    if not asked or any(timing.seats[at].overdue for at in asked):
        return True
    return timing.paused is None and not set(asked).isdisjoint(planned)


class _Runner(ABC):
    """Sees to one table's seats one after the other, to many tables side by side."""

    def __init__(
        self, load: LoadTable, seats_to_move: Callable[[Table], list[int]], is_watched: IsWatched
    ) -> None:
        self._load = load
        self._seats_to_move = seats_to_move
        self._is_watched = is_watched
        self._closed = False
        self.tasks: dict[str, asyncio.Task[None]] = {}
        """By the tables that are seen to just now."""

    @abstractmethod
    async def _run(self, table_id: str) -> None:
        """Let seats move until none is due. Whatever fails is tried again."""

    def _seats_due(self, table: Table) -> list[int]:
        return [] if table.record.private and not self._is_watched(table) else self._seats_to_move(table)

    def start_if_due(self, table: Table) -> None:
        """The table changed; if a seat is due, it moves."""
        running = self.tasks.get(table.id)
        if self._closed or (running is not None and not running.done()) or not self._seats_due(table):
            return
        task = asyncio.create_task(self._run(table.id), name=f"{type(self).__name__} {table.id}")
        self.tasks[table.id] = task
        task.add_done_callback(lambda task: self._finished(table.id, task))

    def _finished(self, table_id: str, task: asyncio.Task[None]) -> None:
        if self.tasks.get(table_id) is task:  # else another has been started since it ended
            del self.tasks[table_id]

    async def _table_if_due(self, table_id: str) -> Table | None:
        try:
            table = await self._load(table_id)
        except Refusal:  # there is no such table any more, or its game is not installed
            return None
        return table if self._seats_due(table) else None

    async def close(self) -> None:
        """Stop after what is being stored; the rest is done after the next start."""
        self._closed = True
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)


class RobotRunner(_Runner):
    """Sees to it that no table waits for a robot.

    `moment_pause`: seconds for which it leaves what has just ended in sight, where somebody looks on;
    `move_pause`: those between two moves of robots, so that people can follow.
    """

    def __init__(
        self,
        load: LoadTable,
        move: StoreRobotMove,
        robot_pool: RobotEngine,
        is_watched: IsWatched = always_watched,
        moment_pause: float = 0.0,
        move_pause: float = 0.0,
    ) -> None:
        super().__init__(load, robots_to_act, is_watched)
        self._move = move
        self._moment_pause = moment_pause
        self._move_pause = move_pause
        self.robot_pool = robot_pool

    async def _run(self, table_id: str) -> None:
        bind_log_context("table", table_id)
        pause, seen, moved = FIRST_RETRY_DELAY, 0, False
        while True:
            try:
                if (table := await self._table_if_due(table_id)) is None:
                    return
                if seen < table.moment == table.actions and self._moment_pause and self._is_followed(table):
                    seen = table.moment
                    times = TIMES_FOR_LEARNERS if table.record.learning else 1
                    await asyncio.sleep(times * self._moment_pause)
                    continue
                due = self._seats_due(table)
                if moved and len(due) == 1 and self._move_pause and self._is_followed(table):
                    moved = False
                    await asyncio.sleep(self._move_pause)
                    continue
                for seat in due:
                    await self._think_and_move(table, seat)
                moved = True
                pause = FIRST_RETRY_DELAY
            except Exception as error:
                about = {"table": table_id, "again_in": pause, "trace": trace(error)}
                log.error("a robot's move was not stored", **about)
                await asyncio.sleep(pause)
                pause = min(LONGEST_RETRY_DELAY, 2 * pause)

    def _is_followed(self, table: Table) -> bool:
        """Whether somebody looks on who wants to see move by move how it goes on."""
        return self._is_watched(table) and not is_finished_by_robots(table)

    async def _think_and_move(self, table: Table, seat: int) -> None:
        observation = table.game.observe(table.state, seat)
        robot = table.seats[seat].robot or table.game.default_robot
        try:
            _name, manner = MANNERS.get(ROBOTS.get(table.seats[seat].name, ""), (None, EVEN))
            live = table.record.pace.live or table.record.private
            action = await self.robot_pool.think(table.game.slug, robot, observation, live, manner)
        except Exception as error:
            about = {"table": table.id, "robot": robot, "trace": trace(error)}
            log.error("a robot could not decide; it makes the first legal move", **about)
            action = observation.legal[0]
        if action not in observation.legal:
            log.error("a robot would break the rules; it makes the first legal move", table=table.id)
            action = observation.legal[0]
        await self._move(table.id, seat, observation.decision, action)


class PlannedMoveRunner(_Runner):
    """Carries out what seats have planned, as soon as they are asked for something.

    What it does follows from what is stored alone, and is stored together with what is left of the plan: a
    stop at any moment leaves a plan that is carried out once, at the next start.
    """

    def __init__(
        self, load: LoadTable, carry_out: CarryOutPlan, clock: Clock, is_watched: IsWatched = always_watched
    ) -> None:
        super().__init__(load, plans.seats_due, is_watched)
        self._carry_out = carry_out
        self._clock = clock

    async def _run(self, table_id: str) -> None:
        bind_log_context("table", table_id)
        while True:
            try:
                if (table := await self._table_if_due(table_id)) is None:
                    return
                seat = self._seats_due(table)[0]
                await self._clock.sleep_until(self._clock.awake() + PLANNED_MOVE_DELAY)
                await self._carry_out(table_id, seat, table.game.decision(table.state, seat))
            except Exception as error:
                log.error("a plan was not carried out", table=table_id, trace=trace(error))
                await self._clock.sleep_until(self._clock.awake() + PLANNED_MOVE_RETRY_DELAY)


class Plans:
    """The plans of all seats: how they are made, changed and carried out."""

    def __init__(self, turns: TableTurns, is_watched: IsWatched) -> None:
        self._turns = turns
        self.planned_moves = PlannedMoveRunner(turns.table, self._carry_out, turns.clock, is_watched)

    async def plan_menu(self, table: Table, user: int, actions: int | None = None) -> PlanMenu:
        """What the user can plan for their next move, or could after so many actions. Refusal if nothing."""
        play.require_running(table)
        seat = play.require_seat(table, user)
        if actions is None or actions == table.actions:
            return plans.plan_menu_after(table, (), seat, table.actions)
        return plans.plan_menu_after(table, await self._turns.store.log(table.id), seat, actions)

    async def make(self, press: Press, table_id: str, actions: int, index: int, named: int) -> PressResult:
        """Plan the choice at `index` of what could be planned after so many actions.

        The bits of `named` say which of its surprises cancel the plan.
        """

        async def work(table: Table) -> PressResult:
            offered = await self.plan_menu(table, press.user, actions)
            seat = play.require_seat(table, press.user)
            plan = plans.with_planned_move(table, seat, offered, index, named, actions)
            await press.require_answerable()
            return PressResult(await self._turns.repository.store_plan(table, seat, plan))

        return await self._turns.in_turn(table_id, work)

    async def change(
        self,
        press: Press,
        table_id: str,
        work: Callable[Concatenate[Table, int, P], Plan],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> PressResult:
        """What `work` makes of the plan of the presser's seat, stored."""

        async def changed(table: Table) -> Table:
            play.require_running(table)
            seat = play.require_seat(table, press.user)
            wanted = work(table, seat, *args, **kwargs)
            await press.require_answerable()
            return await self._turns.repository.store_plan(table, seat, wanted)

        table = await self._turns.in_turn(table_id, changed)
        if self._turns.shard.serves(table.guild):
            self.planned_moves.start_if_due(table)
        return PressResult(table)

    async def _carry_out(self, table_id: str, seat: int, decision: str) -> None:
        """Do what the seat has planned for this decision."""

        async def work(table: Table) -> None:
            if seat not in plans.seats_due(table) or table.game.decision(table.state, seat) != decision:
                return
            planned = table.plans[seat].move is not None
            log = await self._turns.store.log(table_id) if planned else ()
            verdict = plans.decide_plan(table, log, seat)
            if verdict.action is None:
                kept = await self._turns.repository.store_plan(table, seat, verdict.plan)
                self._turns.table_publisher.changed(kept)
                return
            by = table.seats[seat].person
            moved = play.move(table.with_move(seat) if planned else table, seat, verdict.action, by=by)
            if moved.table.phase == "playing":
                moved = replace(moved, table=moved.table.with_plan(seat, verdict.plan))
            await self._turns.update(None, table, moved)

        await self._turns.in_turn(table_id, work)
