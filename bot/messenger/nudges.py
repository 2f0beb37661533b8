"""Nudges: the short messages that tell people that a table waits for them, taken away when it does not.

A table's clock says that somebody has been asked something for a while (the errand "nudge"). Here it is
decided whether and when they are told of it: not while they are here, not in their quiet hours, several
tables in one message. A later reminder is a new message in place of the old one, as an edit notifies nobody.

What is owed to somebody follows from the tables' clocks, and what they were told is stored, so a restart
loses nothing. Just before a message is posted it is stored that it will be: if it is then not known whether
it was, it is not posted again.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import msgspec
import structlog

from bot.discord_errors import ERRORS, Trouble, trouble
from bot.following import apart
from bot.presence import Presence
from bot.tables import timing
from bot.tables.clock import Clock, moment_or_news
from bot.tables.pace import DAY, Timing
from bot.tables.refusal import Refusal
from bot.tables.table import Table
from bot.tables.timing import REMINDERS, Nudge, Why
from bot.traces import trace
from bot.wishes.people import People, PersonWishes
from bot.wishes.quiet import quiet_until, zone_of
from storage.doors.people import Nudges as NudgesDoor
from storage.records import ErrandRow, NudgeRow

log = structlog.get_logger(__name__)

GATHER = 1.0
"""Seconds for which a nudge waits for others: what comes due so close together is told in one message."""
AGAIN_AFTER_FAILURE = 60.0
"""Seconds until a message that could not be taken away, or a table that could not be read, is tried again."""
CLOSED_FOR = DAY
"""Seconds for which somebody whose direct messages are closed is told in the channel."""
_SURELY = 0.001
"""Seconds after the quiet hours that make up for rounding."""


class Turn(msgspec.Struct, frozen=True):
    """What somebody is told of: a table asks them this, and for how long it has."""

    table: str
    seat: int
    decision: str
    why: Why

    @property
    def about(self) -> tuple[str, int, str]:
        """Which turn it is, however often somebody was reminded of it."""
        return self.table, self.seat, self.decision

    @property
    def level(self) -> int:
        """How many of this turn's reminders there are up to this one."""
        return REMINDERS.index(self.why) + 1


class Told(msgspec.Struct, frozen=True):
    """What is stored with a message."""

    direct: bool
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Awaited:
    """A turn and the table as it is now."""

    turn: Turn
    table: Table


@dataclass(frozen=True, slots=True)
class Message:
    """One that stands, or may stand (`row.message` is negative), somewhere."""

    row: NudgeRow
    told: Told

    @property
    def is_known(self) -> bool:
        """Whether it surely was posted."""
        return self.row.message > 0


class Carrier(Protocol):
    """Posts and takes away. Every method but `places` and `turn` may raise `discord_errors.ERRORS`."""

    async def turn(self, left: float | None) -> None:
        """Wait until one may be posted; `left`: how long the person has for the move (None: for ever)."""
        ...

    async def direct(self, user: int) -> int:
        """The channel of direct messages with the user."""
        ...

    async def places(self, table: Table) -> Sequence[int]:
        """Where somebody can be told of the table: its board's channel or thread first."""
        ...

    async def post(self, user: int, channel: int, awaited: Sequence[Awaited], direct: str | None) -> int:
        """The new message's id. `direct`: the language of a direct message; None in a channel."""
        ...

    async def edit(
        self, user: int, channel: int, message: int, awaited: Sequence[Awaited], direct: str | None
    ) -> None:
        """The message tells of these tables only."""
        ...

    async def delete(self, channel: int, message: int) -> None:
        """The message is no more."""
        ...

    async def find(self, user: int, channel: int) -> int | None:
        """The newest message there that may be one of this user's."""
        ...


@dataclass(slots=True)
class Desk:
    """All that concerns one person."""

    owed: dict[str, Turn] = field(default_factory=dict[str, Turn])
    """By table, what they have not been told yet."""
    standing: list[Message] = field(default_factory=list[Message])
    """The messages that stand, the oldest first."""
    gathers_until: float = 0.0
    news: asyncio.Event = field(default_factory=asyncio.Event)
    clerk: asyncio.Task[None] | None = None
    sleeps_until: float | None = None
    """Until when the clerk waits for news, in house time; None: does not wait."""
    indexed: frozenset[str] = frozenset()
    """The tables under which the desk is found."""

    def tables(self) -> Iterator[str]:
        """Every table that plays a part here."""
        yield from self.owed
        yield from (turn.table for turn in self.turns())

    def turns(self) -> Iterator[Turn]:
        """All that the messages tell of."""
        for message in self.standing:
            yield from message.told.turns

    def was_told(self, turn: Turn) -> bool:
        """Whether a message tells of this turn already, as urgently."""
        return any(told.about == turn.about and told.level >= turn.level for told in self.turns())


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
        self._carrier = carrier
        self._when = when
        self._desks: dict[int, Desk] = {}
        self._by_table: defaultdict[str, set[int]] = defaultdict(set)
        self._closed: dict[int, float] = {}
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
            if not _may_stay_as_it_is(desk, clocks):
                self._wake(user)
        for table, running in clocks.items():
            for turn in _reminded(table, running):
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
        self._closed.pop(user, None)
        if user in self._desks:
            self._wake(user)

    # one person's affairs, one after the other

    def _owe(self, table: Table | None, turn: Turn) -> None:
        user = None if table is None else table.seats[turn.seat].person
        if user is None or not _is_asked(table, turn, user):
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
            asked = wishes.nudges != "none" and _is_asked(tables.get(turn.table), turn, user)
            if not asked or desk.was_told(turn):
                _settle(desk, turn)
        again = await self._take_away(user, desk, wishes, tables)
        owed = _running(desk.owed.values(), tables)
        if not owed:
            return again
        now = self._clock.awake()
        not_before = max(desk.gathers_until, self._presence.leaves_at(user), self._quiet_end(wishes))
        if not_before > now:
            return not_before if again is None else min(again, not_before)
        direct = wishes.nudges == "direct" and self._closed.get(user, 0.0) <= now
        for guild in dict.fromkeys(0 if direct else each.table.guild for each in self._urgent(owed)):
            await self._tell(user, desk, wishes, guild, direct)
        return await self._take_away(user, desk, wishes, await self._tables(desk))

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

    def _urgent(self, awaited: Sequence[Awaited]) -> list[Awaited]:
        """Those first whose time is up first."""

        def end(each: Awaited) -> float:
            moment = timing.deadline(each.table, each.turn.seat)
            return float("inf") if moment is None else moment

        return sorted(awaited, key=end)

    # telling

    async def _tell(self, user: int, desk: Desk, wishes: PersonWishes, guild: int, direct: bool) -> None:
        """Post one message of all that waits for the user on this server, or on all if it is a direct one."""

        def awaited_of(turns: Iterable[Turn], tables: Mapping[str, Table]) -> list[Awaited]:
            asked = [turn for turn in turns if _is_asked(tables.get(turn.table), turn, user)]
            there = [each for each in _running(asked, tables) if direct or each.table.guild == guild]
            return self._urgent(there)

        first, *_others = awaited_of(desk.owed.values(), await self._tables(desk)) or [None]
        if first is None:
            return
        await self._carrier.turn(timing.left(first.table, first.turn.seat, self._clock.awake()))
        tables = await self._tables(desk)  # somebody may have moved meanwhile
        owed = awaited_of(desk.owed.values(), tables)
        if not owed:
            return
        told = {turn.table: turn for message in desk.standing for turn in message.told.turns}
        also = [turn for table, turn in told.items() if table not in desk.owed]
        awaited = self._urgent([*owed, *awaited_of(also, tables)])
        posted = await self._post(user, desk, wishes, awaited, owed[0].table, direct)
        if direct and not posted:
            table = owed[0].table.id
            log.info("somebody's direct messages are closed: the channel tells them", table=table)
            now = self._clock.awake()
            self._closed = {other: until for other, until in self._closed.items() if until > now}
            self._closed[user] = now + CLOSED_FOR
            desk.news.set()
            return
        for each in owed:
            _settle(desk, each.turn)

    async def _post(
        self,
        user: int,
        desk: Desk,
        wishes: PersonWishes,
        awaited: Sequence[Awaited],
        about: Table,
        direct: bool,
    ) -> bool:
        """Post it in the first place that takes it; False if none does."""
        told = Told(direct, tuple(each.turn for each in awaited))
        try:
            places = [await self._carrier.direct(user)] if direct else await self._carrier.places(about)
        except ERRORS as error:
            log.info("no direct messages with somebody", table=about.id, why=trouble(error).value)
            return False
        for channel in places:
            unknown = min((message.row.message for message in desk.standing), default=0)
            tables = msgspec.json.encode(told).decode()
            row = NudgeRow(user, channel, min(0, unknown) - 1, tables, self._clock.now())
            await self._door.told(row)
            desk.standing.append(Message(row, told))
            try:
                posted = await self._carrier.post(user, channel, awaited, wishes.locale if direct else None)
            except ERRORS as error:
                why = trouble(error)
                log.info("a nudge could not be posted", table=about.id, direct=direct, why=why.value)
                if why is Trouble.PASSING:  # it may have been posted, so it is not posted again
                    return True
                desk.standing.pop()
                await self._door.gone(user, row.message)
                if why is Trouble.OURS:
                    log.error("Discord does not take a nudge", table=about.id, trace=trace(error))
                    return True
                continue
            known = replace(row, message=posted)
            desk.standing[-1] = Message(known, told)
            await self._door.told(known, instead_of=row.message)
            return True
        return False

    # taking away

    async def _take_away(
        self, user: int, desk: Desk, wishes: PersonWishes, tables: Mapping[str, Table]
    ) -> float | None:
        """Take away what has passed, or was told anew; when to try again what could not be done now."""
        again: float | None = None
        newer = set[str]()
        for message in reversed(list(desk.standing)):
            turns = tuple(
                turn
                for turn in message.told.turns
                if turn.table not in newer
                and wishes.nudges != "none"
                and _is_asked(tables.get(turn.table), turn, user)
            )
            if message.is_known:
                newer |= {turn.table for turn in turns}
            if turns == message.told.turns or (turns and not message.is_known):
                continue
            try:
                await self._reduce(
                    user, desk, wishes, message, [Awaited(turn, tables[turn.table]) for turn in turns]
                )
            except ERRORS as error:
                log.info("a nudge could not be taken away", why=trouble(error).value)
                again = self._clock.awake() + AGAIN_AFTER_FAILURE
        return again

    async def _reduce(
        self, user: int, desk: Desk, wishes: PersonWishes, message: Message, awaited: Sequence[Awaited]
    ) -> None:
        """The message tells of these only, or goes."""
        row = message.row
        try:
            if awaited:
                direct = wishes.locale if message.told.direct else None
                await self._carrier.edit(user, row.channel, row.message, awaited, direct)
            else:
                found = row.message if message.is_known else await self._carrier.find(user, row.channel)
                if found is not None:
                    await self._carrier.delete(row.channel, found)
        except ERRORS as error:
            if trouble(error) in (Trouble.PASSING, Trouble.OLD_MESSAGE, Trouble.OURS):
                raise
            awaited = ()  # it is gone, or its place is
        if not awaited:
            desk.standing.remove(message)
            await self._door.gone(user, row.message)
            return
        told = Told(message.told.direct, tuple(each.turn for each in awaited))
        changed = replace(row, tables=msgspec.json.encode(told).decode())
        desk.standing[desk.standing.index(message)] = Message(changed, told)
        await self._door.told(changed)


def _is_asked(table: Table | None, turn: Turn, user: int) -> bool:
    """Whether the table still asks the user for this, and would take it."""
    if table is None or table.phase != "playing" or table.timing.shut or turn.seat >= len(table.seats):
        return False
    clock = timing.clock_of(table, turn.seat)
    return table.seats[turn.seat].person == user and clock.decision == turn.decision and not clock.overdue


def _running(turns: Iterable[Turn], tables: Mapping[str, Table]) -> list[Awaited]:
    """Those whose clocks run: in a pause, or on vacation, nobody is told anything."""
    return [
        Awaited(turn, tables[turn.table])
        for turn in turns
        if turn.table in tables and timing.clock_of(tables[turn.table], turn.seat).since is not None
    ]


def _settle(desk: Desk, turn: Turn) -> None:
    """Nothing more is owed for this turn, unless a later reminder has come meanwhile."""
    if desk.owed.get(turn.table) == turn:
        del desk.owed[turn.table]


def _reminded(table: str, clocks: Timing) -> Iterator[Turn]:
    """The latest reminder of each seat whose clock runs and had one."""
    for seat, clock in enumerate(clocks.seats):
        if clock.since is not None and clock.reminded:
            yield Turn(table, seat, clock.decision, REMINDERS[min(clock.reminded, len(REMINDERS)) - 1])


def _may_stay_as_it_is(desk: Desk, clocks: Mapping[str, Timing]) -> bool:
    """Whether the messages of a desk tell of turns that go on, each once, as far as the clocks know."""
    turns = list(desk.turns())
    told_once = len({turn.table for turn in turns}) == len(turns)
    return told_once and all(_goes_on(clocks.get(turn.table), turn) for turn in turns)


def _goes_on(clocks: Timing | None, turn: Turn) -> bool:
    if clocks is None or clocks.shut or turn.seat >= len(clocks.seats):
        return False
    clock = clocks.seats[turn.seat]
    # A seat that somebody else has taken over may be asked the same, but was reminded of nothing yet.
    return clock.decision == turn.decision and not clock.overdue and clock.reminded >= turn.level
