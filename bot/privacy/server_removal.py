"""Servers that the bot was removed from: all stands still there, and a month later their data is erased.

The month is one of the calendar: it goes by whether or not the bot runs. Whoever invites the bot again
before it is over finds everything as it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager

import structlog

from bot.pace import DAY, HOUR
from bot.runtime.clock import Clock
from bot.runtime.keyed_lock import KeyedLock
from bot.runtime.log_context import trace
from bot.tables.service import TableService
from bot.tournaments.service import TournamentService
from storage.sql.store import Store

log = structlog.get_logger(__name__)

KEPT_FOR = 30 * DAY
"""Seconds from the removal until a server's data is erased."""
CHECK_INTERVAL = HOUR
"""Seconds between two looks for servers whose time is over."""
TABLES_PER_BATCH = 20
"""Tables erased in one go: presses elsewhere come in between."""

HasLeft = Callable[[int], Awaitable[bool]]
"""Asks Discord whether the bot is no member of the server any more; False also if that cannot be known."""


class ServerRemovals:
    """Knows which servers are gone, and erases them in the end."""

    def __init__(
        self, store: Store, tables: TableService, tournament_service: TournamentService, clock: Clock
    ) -> None:
        self._store = store
        self._servers = store.servers
        self._tables = tables
        self._tournament_service = tournament_service
        self._clock = clock
        self._locks = KeyedLock()
        self._watch: asyncio.Task[None] | None = None
        self._under_way: list[asyncio.Task[object]] = []
        self._closed = False

    def open(self) -> None:
        """Erase from now on what has been gone for long enough. May be called again."""
        if self._watch is None:
            self._watch = asyncio.create_task(self._run(), name="removals")

    async def close(self) -> None:
        """Stop; storage knows which servers are gone, and since when. What becomes of servers from now on
        the next start finds out, and it ends what was begun.
        """
        self._closed = True
        tasks = [*self._under_way, *([] if self._watch is None else [self._watch])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @contextmanager
    def _until_closed(self) -> Iterator[None]:
        """What goes on meanwhile in this task is cut short by a stop."""
        task = asyncio.current_task()
        assert task is not None, "only tasks wait"
        self._under_way.append(task)
        try:
            yield
        finally:
            self._under_way.remove(task)

    async def went(self, guild: int) -> None:
        """Discord has removed the bot from the server."""
        if self._closed:
            return
        with self._until_closed():
            await self._went(guild)

    async def _went(self, guild: int) -> None:
        async with self._locks.turn(str(guild)):
            await self._servers.went(guild, self._clock.now())
            await self._shut(guild, True)
        log.info("removed from a server; its data is kept for a while", server=guild, days=KEPT_FOR / DAY)

    async def came_back(self, guild: int) -> None:
        """The bot is in the server, perhaps again."""
        if self._closed:
            return
        with self._until_closed():
            await self._came_back(guild)

    async def _came_back(self, guild: int) -> None:
        async with self._locks.turn(str(guild)):
            row = await self._servers.of(guild)
            if row is None or row.gone is None:
                return
            # The mark goes last: if the bot is stopped before, the next start opens what is still shut.
            await self._shut(guild, False)
            await self._servers.came_back(guild)
        log.info("back in a server", server=guild)

    async def compare(self, present: Collection[int], has_left: HasLeft) -> None:
        """After a start: what became of servers meanwhile. `present`: those that Discord lists."""
        if self._closed:
            return
        with self._until_closed():
            await self._compare(present, has_left)

    async def _compare(self, present: Collection[int], has_left: HasLeft) -> None:
        for guild, _since in await self._servers.gone():
            if guild in present:
                await self._came_back(guild)
            else:
                await self._shut(guild, True)  # in case the bot was stopped in the middle of it
        for guild in await self._servers.known():
            if guild not in present and await has_left(guild):
                await self._went(guild)

    async def _shut(self, guild: int, shut: bool) -> None:
        """Tournaments stand still before their tables do, and go on after them."""
        services = self._tournament_service, self._tables.places
        for service in services if shut else reversed(services):
            await service.set_server_gone(guild, shut)

    async def _run(self) -> None:
        while True:
            try:
                await self.erase_due()
            except Exception as error:  # whatever it is: nobody else would begin again
                log.error("a server's data could not be erased", again_in=CHECK_INTERVAL, trace=trace(error))
            await self._clock.sleep_until(self._clock.awake() + CHECK_INTERVAL)

    async def erase_due(self) -> None:
        """Erase whatever belongs to servers whose time is over, and bans that have ended."""
        await self._store.bans.forget_ended(self._clock.now())
        for guild, since in await self._servers.gone():
            if since + KEPT_FOR <= self._clock.now():
                await self._erase(guild)

    async def _erase(self, guild: int) -> None:
        erased = 0
        while True:
            async with self._locks.turn(str(guild)):
                row = await self._servers.of(guild)
                if row is None or row.gone is None:  # erased to the end, or invited again at the last moment
                    break
                await self._tournament_service.forget_server(guild)
                for table in (tables := await self._servers.erase_some(guild, TABLES_PER_BATCH)):
                    self._tables.forget_table(table)
            erased += len(tables)
            if not tables:
                self._tables.servers.forget(guild)
                await self._store.privacy.wipe()
        log.info("a server's data was erased", server=guild, tables=erased)
