"""Nudges posted and taken away: one message of several turns, in the first place that takes it.

Just before a message is posted it is stored that it will be: if it is then not known whether it was, it is
not posted again. A later reminder is a new message in place of the old one, as an edit notifies nobody.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import msgspec
import structlog

from bot.discord_errors import ERRORS, Trouble, trouble
from bot.messenger.nudge_desk import Awaited, Desk, Message, Told, Turn, by_urgency, is_asked, running
from bot.pace import DAY
from bot.tables import timing
from bot.tables.clock import Clock
from bot.tables.table import Table
from bot.traces import trace
from bot.wishes.people import PersonWishes
from storage.doors.people import Nudges as NudgesDoor
from storage.records import NudgeRow

log = structlog.get_logger(__name__)

AGAIN_AFTER_FAILURE = 60.0
"""Seconds until a message that could not be taken away, or a table that could not be read, is tried again."""
CLOSED_FOR = DAY
"""Seconds for which somebody whose direct messages are closed is told in the channel."""


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


class Teller:
    """Tells people of what is on their desks, and takes away what has passed.

    `tables` reads those that play a part at a desk, as they are now.
    """

    def __init__(
        self,
        door: NudgesDoor,
        clock: Clock,
        tables: Callable[[Desk], Awaitable[Mapping[str, Table]]],
        carrier: Carrier,
    ) -> None:
        self._door = door
        self._clock = clock
        self._tables = tables
        self._carrier = carrier
        self._closed: dict[int, float] = {}

    def try_direct_again(self, user: int) -> None:
        """Their direct messages may be open again."""
        self._closed.pop(user, None)

    async def tell(self, user: int, desk: Desk, wishes: PersonWishes, owed: Sequence[Awaited]) -> None:
        """Tell the user of these: in a message on each server, or in one for all if it is a direct one."""
        direct = wishes.nudges == "direct" and self._closed.get(user, 0.0) <= self._clock.awake()
        for guild in dict.fromkeys(0 if direct else each.table.guild for each in by_urgency(owed)):
            await self._tell(user, desk, wishes, guild, direct)

    async def _tell(self, user: int, desk: Desk, wishes: PersonWishes, guild: int, direct: bool) -> None:
        """Post one message of all that waits for the user on this server, or on all if it is a direct one."""

        def awaited_of(turns: Iterable[Turn], tables: Mapping[str, Table]) -> list[Awaited]:
            asked = [turn for turn in turns if is_asked(tables.get(turn.table), turn, user)]
            there = [each for each in running(asked, tables) if direct or each.table.guild == guild]
            return by_urgency(there)

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
        awaited = by_urgency([*owed, *awaited_of(also, tables)])
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
            desk.settle(each.turn)

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

    async def take_away(
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
                and is_asked(tables.get(turn.table), turn, user)
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
