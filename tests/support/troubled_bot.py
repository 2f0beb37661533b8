"""The bot in a process of its own, to which everything happens: killed, stopped, cut off from Discord.

People press again until they are answered; what must happen just once is done in a calm moment (`calm`).
"""

from __future__ import annotations

import asyncio
import itertools
import math
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import chain, repeat
from pathlib import Path
from random import Random
from typing import TypeVar

from playground import InteractionFailed, NotOffered, Playground
from tests.support.deployment import current
from tests.support.processes import new_bot

T = TypeVar("T")

PATIENCE = 120.0
"""Seconds for a start, and until it is connected again: other programs are at work on the machine."""
LONGEST_OUTAGE = 4.0
"""Seconds that an outage of the network takes at most."""
BREATH = 0.3
"""Seconds until a failed attempt is made again."""


class TroubledBot:
    """A bot at a playground, and what was done to it."""

    def __init__(
        self, pg: Playground, folder: Path, random: Random, program: str = "bot", **settings: str
    ) -> None:
        self.pg = pg
        self.bot = new_bot(pg, folder, program, **settings)
        self.counted: Counter[str] = Counter()
        self._random = random
        self._being_troubled = asyncio.Lock()

    @classmethod
    @asynccontextmanager
    async def started(
        cls, pg: Playground, folder: Path, random: Random, program: str = "bot", **settings: str
    ) -> AsyncIterator[TroubledBot]:
        """It is connected, and there no more at the end. `program`: see `ChildBot`."""
        troubled = cls(pg, folder, random, program, **settings)
        try:
            await troubled.bot.start(PATIENCE)
            yield troubled
        finally:
            await troubled.bot.end()

    @property
    def in_trouble(self) -> bool:
        """Whether something is being done to it."""
        return self._being_troubled.locked()

    @asynccontextmanager
    async def calm(self) -> AsyncIterator[None]:
        """It is connected, and left in peace for as long."""
        async with self._being_troubled:
            yield

    @asynccontextmanager
    async def amid_troubles(self, between: int) -> AsyncIterator[None]:
        """One trouble after the other, so many requests of the bot's apart on average: on a machine that has
        much else to do it gets as far in between. At the end there is none.

        It is killed first, and then cut off.
        """
        troubles = asyncio.create_task(self._troubles(between))
        try:
            yield
            async with self.calm():
                troubles.cancel()
        finally:
            troubles.cancel()
            [outcome] = await asyncio.gather(troubles, return_exceptions=True)
        if isinstance(outcome, Exception):
            raise outcome

    async def _troubles(self, between: int) -> None:
        for made in chain((self.kill, self.cut_off), repeat(self.trouble)):
            left = itertools.count(round(between * self._random.uniform(0.5, 1.5)), -1)
            await self.pg.wait_for_request(lambda _one, left=left: next(left) <= 0, math.inf)
            await made()

    async def trouble(self) -> None:
        """One of them, by chance."""
        made = self._random.choice((self.kill, self.kill, self.restart, self.cut_off, self.break_connection))
        await made()

    async def kill(self) -> None:
        """SIGKILL in the middle of whatever it does; it is started again."""
        async with self._troubled("kills"):
            await self.bot.kill()
            await self.bot.start(PATIENCE)

    async def restart(self) -> None:
        """It is asked to leave, and started again."""
        async with self._troubled("restarts"):
            status = await self.bot.stop(PATIENCE)
            assert status == 0, f"it left with status {status}:\n{self.bot.log[-4000:]}"
            await self.bot.start(PATIENCE)

    async def cut_off(self) -> None:
        """The network is gone for a while."""
        async with self._troubled("outages"):
            async with self.pg.out_of_reach():
                await asyncio.sleep(self._random.uniform(0.5, LONGEST_OUTAGE))
            await self.pg.wait_until_connected(PATIENCE, shards=current().all_shards)

    async def break_connection(self) -> None:
        """The gateway breaks the connection off."""
        async with self._troubled("connections broken"):
            self.pg.disconnect_gateway()
            await asyncio.sleep(BREATH)
            await self.pg.wait_until_connected(PATIENCE, shards=current().all_shards)

    @asynccontextmanager
    async def _troubled(self, kind: str) -> AsyncIterator[None]:
        """What was pressed before its end, and is not answered yet, is pressed again."""
        async with self._being_troubled:
            yield
            self.pg.give_up()
        self.counted[kind] += 1


async def persistently(attempt: Callable[[], Awaitable[T]], what: str) -> T:
    """What comes of it in the end: it is tried again as long as the bot does not answer. AssertionError, with
    `what` was tried and how that failed last, after PATIENCE.
    """
    failed: Exception | None = None
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    return await attempt()
                except (
                    InteractionFailed,
                    NotOffered,
                    LookupError,
                    TimeoutError,
                ) as failure:  # this attempt's
                    failed = failure
                    await asyncio.sleep(BREATH)
    except TimeoutError:
        raise AssertionError(f"{what}, and is not answered within {PATIENCE:g} s: {failed!r}") from failed
