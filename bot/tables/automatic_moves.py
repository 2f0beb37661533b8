"""Moves that nobody presses for: robots' moves, and those that seats have ordered (`planning`)."""

from __future__ import annotations

import asyncio
import secrets
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection
from random import Random
from typing import Protocol

import msgspec
import structlog

from bot.refusal import Refusal
from bot.runtime.clock import Clock
from bot.runtime.log_context import bind_log_context, trace
from bot.runtime.worker_process import WorkerProcess
from bot.tables import planning
from bot.tables.clocks import is_finished_by_robots, is_played_by_robot
from bot.tables.model import ROBOTS, Table, Timing
from games.catalogue import game as game_of
from games.contract import EVEN, Action, Manner, Observation
from games.thinking.analysis import Judgement, judge
from games.thinking.hints import Hint, hint
from games.thinking.levels import MANNERS

log = structlog.get_logger(__name__)

FIRST_RETRY_DELAY, LONGEST_RETRY_DELAY = 5.0, 300.0
"""Seconds until a robot that could not move tries again: twice as many after each failure, to this limit."""

StoreRobotMove = Callable[[str, int, str, Action], Awaitable[None]]
"""Stores a robot's move: table, seat, the decision it was for (dropped if that has passed), action."""

PLANNED_MOVE_DELAY = 2.0
"""Seconds before each move that makes itself. They are always the same, so that how fast a move comes does
not tell a forced one from a planned one, and last long enough for somebody to read the board as it was.
"""
PLANNED_MOVE_RETRY_DELAY = 5.0

CarryOutOrder = Callable[[str, int, str], Awaitable[None]]
"""Carries out what a seat of a table has ordered about a decision, unless that has passed."""

LoadTable = Callable[[str], Awaitable[Table]]

IsWatched = Callable[[Table], bool]
"""Whether somebody has a hand open at the table: in private nothing moves by itself while nobody looks."""


def always_watched(table: Table) -> bool:
    """Somebody always looks on: where nobody knows better."""
    return True


class RobotEngine(Protocol):
    """Where robots think."""

    async def think(
        self, slug: str, robot: str, observation: Observation, live: bool, manner: Manner
    ) -> Action:
        """What the robot of that game does, being told this and nothing else. `live`: people wait for it."""
        ...

    def close(self) -> None:
        """Nobody thinks any more."""
        ...


class HintEngine(Protocol):
    """Where hints are found."""

    async def hint(self, slug: str, observation: Observation) -> Hint:
        """What is best for this seat, and why."""
        ...

    def close(self) -> None:
        """No hint is found any more."""
        ...


QUICK = 200
"""Playouts up to which nobody notices a thought; longer ones have a process of their own."""


class RobotPool:
    """Two processes in which robots choose and hints are found, so that no thought ever holds up a press, and
    no long one a quick one.

    They are given an observation, never a state: a robot cannot look at hidden cards even by mistake.
    `share`: how long is thought, as a share of what robots want; 0: nothing is searched.
    """

    def __init__(self, share: float = 1.0) -> None:
        self._share = share
        self._quick = WorkerProcess("robots", niceness=3)
        self._long = WorkerProcess("long thoughts", niceness=8)

    async def think(
        self, slug: str, robot: str, observation: Observation, live: bool = True, manner: Manner = EVEN
    ) -> Action:
        """What the robot does, being told this and nothing else. `live`: people wait for it."""
        effort = game_of(slug).robots[robot].effort
        playouts = round(self._share * (effort.now if live else effort.days))
        process = self._quick if playouts <= QUICK else self._long
        encoded = msgspec.json.encode(observation)
        return await process.run(_choose, slug, robot, encoded, secrets.randbits(64), playouts, manner)

    async def hint(self, slug: str, observation: Observation) -> Hint:
        """What is best for this seat, and why."""
        encoded = msgspec.json.encode(observation)
        return await self._long.run(_hint, slug, encoded, secrets.randbits(64))

    async def judge(
        self, slug: str, observation: Observation, action: Action, chapter: int, number: int
    ) -> Judgement:
        """What a choice gave away, from what its seat knew then: the same each time."""
        encoded = msgspec.json.encode(observation)
        return await self._long.run(_judge, slug, encoded, action, chapter, number)

    def close(self) -> None:
        """The processes end; a thought under way is dropped."""
        self._quick.close()
        self._long.close()


def _choose(slug: str, robot: str, encoded: bytes, seed: int, playouts: int, manner: Manner) -> Action:
    game = game_of(slug)
    observation = msgspec.json.decode(encoded, type=game.Observation)
    return game.robots[robot].choose(observation, Random(seed), playouts, manner)


def _hint(slug: str, encoded: bytes, seed: int) -> Hint:
    game = game_of(slug)
    return hint(game, msgspec.json.decode(encoded, type=game.Observation), Random(seed))


def _judge(slug: str, encoded: bytes, action: Action, chapter: int, number: int) -> Judgement:
    game = game_of(slug)
    observation = msgspec.json.decode(encoded, type=game.Observation)
    return judge(game, observation, action, chapter, number, Random(number))


def robots_to_act(table: Table) -> list[int]:
    """The seats that the game waits for and a robot plays: its own, and those of people who are not there."""
    if table.phase != "playing":
        return []
    return [seat for seat in table.game.to_act(table.state) if is_played_by_robot(table, seat)]


def may_move_by_itself(timing: Timing, ordered: Collection[int]) -> bool:
    """Whether a robot may have to move at the table now, or one of the seats that have `ordered` something.

    Read from the clocks alone, so that a start need not read every table. A robot that is asked beside people
    is left out: it moves when the first of them has.
    """
    if timing.shut or timing.deserted is not None:
        return False
    asked = [at for at, clock in enumerate(timing.seats) if clock.decision]
    if not asked or any(timing.seats[at].overdue for at in asked):
        return True
    return timing.paused is None and not set(asked).isdisjoint(ordered)


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
        return [] if table.is_private and not self._is_watched(table) else self._seats_to_move(table)

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

    async def close(self) -> None:
        """Stop after the moves that are being stored."""
        await super().close()
        self.robot_pool.close()

    async def _run(self, table_id: str) -> None:
        bind_log_context("table", table_id)
        pause, seen, moved = FIRST_RETRY_DELAY, 0, False
        while True:
            try:
                if (table := await self._table_if_due(table_id)) is None:
                    return
                if seen < table.moment == table.actions and self._moment_pause and self._is_followed(table):
                    seen = table.moment
                    await asyncio.sleep(self._moment_pause)
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
            live = table.record.pace.live or table.is_private
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
    """Carries out what seats have ordered, as soon as they are asked for something.

    What it does follows from what is stored alone, and is stored together with what is left of the order: a
    stop at any moment leaves an order that is carried out once, at the next start.
    """

    def __init__(
        self, load: LoadTable, carry_out: CarryOutOrder, clock: Clock, is_watched: IsWatched = always_watched
    ) -> None:
        super().__init__(load, planning.seats_due, is_watched)
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
                log.error("an order was not carried out", table=table_id, trace=trace(error))
                await self._clock.sleep_until(self._clock.awake() + PLANNED_MOVE_RETRY_DELAY)
