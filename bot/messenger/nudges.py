"""Nudges: the short messages that tell people that a table waits for them, taken away when it does not.

A table's clock says that somebody has been asked something for a while (the errand "nudge"). Here it is
decided whether and when they are told of it: not while they are here, not in their quiet hours, several
tables in one message. `nudge_teller` posts it and takes it away.

What is owed to somebody follows from the tables' clocks, and what they were told is stored, so a restart
loses nothing.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping

import msgspec
import structlog

from bot.following import apart
from bot.messenger.nudge_desk import (
    Desk,
    Message,
    Told,
    Turn,
    is_asked,
    may_stay_as_it_is,
    reminded,
    running,
)
from bot.messenger.nudge_teller import AGAIN_AFTER_FAILURE, Carrier, Teller
from bot.presence import Presence
from bot.tables.clock import Clock, moment_or_news
from bot.tables.pace import Timing
from bot.tables.refusal import Refusal
from bot.tables.table import Table
from bot.tables.timing import Nudge
from bot.traces import trace
from bot.wishes.people import People, PersonWishes
from bot.wishes.quiet import quiet_until, zone_of
from storage.doors.people import Nudges as NudgesDoor
from storage.records import ErrandRow

log = structlog.get_logger(__name__)

GATHER = 1.0
"""Seconds for which a nudge waits for others: what comes due so close together is told in one message."""
_SURELY = 0.001
"""Seconds after the quiet hours that make up for rounding."""


async def at_once() -> None:
    """Nobody else comes first."""


class Nudges:
    """Everybody's desks. Of one person one thing is done at a time.

    `when` is waited for before anything is done: whatever is more urgent.
    """

    def __init__(
        self,
        door: NudgesDoor,
        people: People,
        presence: Presence,
        clock: Clock,
        table: Callable[[str], Awaitable[Table]],
        carrier: Carrier,
        when: Callable[[], Awaitable[None]] = at_once,
    ) -> None:
        self._door = door
        self._people = people
        self._presence = presence
        self._clock = clock
        self._table = table
        self._when = when
        self._teller = Teller(door, clock, self._tables, carrier)
        self._desks: dict[int, Desk] = {}
        self._by_table: defaultdict[str, set[int]] = defaultdict(set)
        self._loaded = asyncio.Event()

    async def open(self, clocks: Mapping[str, Timing]) -> None:
        """Take up what a stop or a crash left: messages to take away, and people to tell.

        `clocks` are those of the tables that play. They tell which tables it is about; the others, at which
        people know all there is to know, are not read.
        """
        for row in await self._door.all():
            desk = self._desks.setdefault(row.user, Desk())
            desk.standing.append(Message(row, msgspec.json.decode(row.tables, type=Told)))
        self._loaded.set()
        told = set[tuple[str, int, str, int]]()
        for user, desk in list(self._desks.items()):
            self._index(user, desk)
            told.update((*turn.about, turn.level) for turn in desk.turns())
            if not may_stay_as_it_is(desk, clocks):
                self._wake(user)
        for table, timing in clocks.items():
            for turn in reminded(table, timing):
                if (*turn.about, turn.level) not in told:
                    self._owe(await self._known(table), turn)

    async def close(self) -> None:
        """Nothing more is told; what is owed is found at the next start."""
        clerks = [desk.clerk for desk in self._desks.values() if desk.clerk is not None]
        for clerk in clerks:
            clerk.cancel()
        await asyncio.gather(*clerks, return_exceptions=True)

    async def run(self, table: Table, errand: ErrandRow) -> None:
        """A reminder is due. Nothing becomes of one that was told already, or may have been."""
        await self._loaded.wait()
        nudge = msgspec.json.decode(errand.payload, type=Nudge)
        self._owe(table, Turn(table.id, nudge.seat, nudge.decision, nudge.why))

    def changed(self, table: str) -> None:
        """The table has changed: messages about it may have to go. Never blocks, never raises."""
        for user in list(self._by_table.get(table, ())):
            self._wake(user)

    def tell_of(self, table: str) -> bool:
        """Whether a message tells somebody of the table, or is to do so, as far as is known just now."""
        return table in self._by_table

    def wishes_changed(self, user: int) -> None:
        """The user wants to be told otherwise."""
        self._teller.try_direct_again(user)
        if user in self._desks:
            self._wake(user)

    # one person's affairs, one after the other

    def _owe(self, table: Table | None, turn: Turn) -> None:
        user = None if table is None else table.seats[turn.seat].person
        if user is None or not is_asked(table, turn, user):
            return
        desk = self._desks.setdefault(user, Desk())
        if not desk.was_told(turn):
            if not desk.owed:
                desk.gathers_until = self._clock.awake() + GATHER
            desk.owed[turn.table] = turn
        self._wake(user)

    def _wake(self, user: int) -> None:
        desk = self._desks[user]
        self._index(user, desk)
        desk.news.set()
        if desk.clerk is None:
            desk.clerk = apart(self._attend(user, desk), f"nudges of {user}")

    def _index(self, user: int, desk: Desk) -> None:
        """Let changes of tables find the desks that they concern."""
        tables = frozenset(desk.tables())
        for table in desk.indexed - tables:
            self._by_table[table].discard(user)
            if not self._by_table[table]:
                del self._by_table[table]
        for table in tables - desk.indexed:
            self._by_table[table].add(user)
        desk.indexed = tables

    async def _attend(self, user: int, desk: Desk) -> None:
        """Until nothing is left to do before something changes."""
        while True:
            await self._when()
            desk.news.clear()
            try:
                again = await self._look(user, desk)
            except Exception as error:
                log.error("somebody's nudges failed", trace=trace(error))
                again = self._clock.awake() + AGAIN_AFTER_FAILURE
            self._index(user, desk)
            if desk.news.is_set():
                continue
            if again is None:
                break
            desk.sleeps_until = again
            await moment_or_news(self._clock, again, desk.news)
            desk.sleeps_until = None
        desk.clerk = None
        if not desk.owed and not desk.standing:
            del self._desks[user]

    async def _look(self, user: int, desk: Desk) -> float | None:
        """Do what is to be done now; when to look again, if that is known."""
        wishes = await self._people.of(user)
        tables = await self._tables(desk)
        for turn in list(desk.owed.values()):
            asked = wishes.nudges != "none" and is_asked(tables.get(turn.table), turn, user)
            if not asked or desk.was_told(turn):
                desk.settle(turn)
        again = await self._teller.take_away(user, desk, wishes, tables)
        owed = running(desk.owed.values(), tables)
        if not owed:
            return again
        now = self._clock.awake()
        not_before = max(desk.gathers_until, self._presence.leaves_at(user), self._quiet_end(wishes))
        if not_before > now:
            return not_before if again is None else min(again, not_before)
        await self._teller.tell(user, desk, wishes, owed)
        return await self._teller.take_away(user, desk, wishes, await self._tables(desk))

    def _quiet_end(self, wishes: PersonWishes) -> float:
        """In house time; long ago if it is not quiet."""
        now = self._clock.now()
        end = None if wishes.quiet is None else quiet_until(wishes.quiet, zone_of(wishes.zone), now)
        return 0.0 if end is None else self._clock.awake() + (end - now) + _SURELY

    async def _tables(self, desk: Desk) -> dict[str, Table]:
        known = {table: await self._known(table) for table in dict.fromkeys(desk.tables())}
        return {id: table for id, table in known.items() if table is not None}

    async def _known(self, table: str) -> Table | None:
        try:
            return await self._table(table)
        except (Refusal, ValueError):  # its game is not installed any more, or it cannot be read
            return None
