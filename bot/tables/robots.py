"""Robots' turns: whenever a table waits for robots, they think and move, one table's robots at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

import structlog

from bot.following import from_now_on
from bot.tables.lobby import strongest_robot
from bot.tables.refusal import Refusal
from bot.tables.table import Table
from bot.tables.timing import plays_itself
from bot.traces import trace
from games.contract import Action, Observation

log = structlog.get_logger(__name__)

PAUSE_AFTER_FAILURE, LONGEST_PAUSE = 5.0, 300.0
"""Seconds until a robot that could not move tries again: twice as many after each failure, to this limit."""

Mover = Callable[[str, int, str, Action], Awaitable[None]]
"""Stores a robot's move: table, seat, the decision it was for (dropped if that has passed), action."""


class Thinking(Protocol):
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
    return [seat for seat in table.game.to_act(table.state) if plays_itself(table, seat)]


class Robots:
    """Sees to it that no table waits for a robot."""

    def __init__(self, load: Callable[[str], Awaitable[Table]], move: Mover, thinkers: Thinking) -> None:
        self._load = load
        self._move = move
        self._thinkers = thinkers
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    def look_at(self, table: Table) -> None:
        """The table changed; if it waits for robots, they move."""
        playing = self._playing.get(table.id)
        if self._closed or (playing is not None and not playing.done()) or not robots_to_act(table):
            return
        task = asyncio.create_task(self._play(table.id), name=f"robots {table.id}")
        self._playing[table.id] = task
        task.add_done_callback(lambda task: self._finished(table.id, task))

    async def close(self) -> None:
        """Stop after the moves that are being stored."""
        self._closed = True
        for task in self._playing.values():
            task.cancel()
        await asyncio.gather(*self._playing.values(), return_exceptions=True)
        self._thinkers.close()

    def _finished(self, table: str, task: asyncio.Task[None]) -> None:
        if self._playing.get(table) is task:  # else they have been called again since it ended
            del self._playing[table]

    async def _play(self, table_id: str) -> None:
        """Whatever fails is tried again: nobody else would see that the table waits for a robot."""
        from_now_on("table", table_id)
        pause = PAUSE_AFTER_FAILURE
        while True:
            try:
                if not await self._move_all(table_id):
                    return
                pause = PAUSE_AFTER_FAILURE
            except Exception as error:
                about = {"table": table_id, "again_in": pause, "trace": trace(error)}
                log.error("a robot's move was not stored", **about)
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE, 2 * pause)

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
            action = await self._thinkers.think(table.game.slug, robot, observation)
        except Exception as error:
            about = {"table": table.id, "robot": robot, "trace": trace(error)}
            log.error("a robot could not decide; it makes the first legal move", **about)
            action = observation.legal[0]
        if action not in observation.legal:
            log.error("a robot would break the rules; it makes the first legal move", table=table.id)
            action = observation.legal[0]
        await self._move(table.id, seat, observation.decision, action)
