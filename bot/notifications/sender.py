"""Notifications posted and taken away: one message of several turns, in the first place that takes it; in a
channel, one for all whom a table asks at the same time.

Just before a message is posted it is stored that it will be: if it is then not known whether it was, it is
not posted again. A later reminder is a new message in place of the old one, as an edit notifies nobody.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from itertools import chain, count
from typing import NamedTuple, Protocol, TypeAlias

import msgspec
import structlog
from msgspec.structs import replace

from bot.client.discord_errors import DISCORD_ERRORS, DiscordProblem, discord_problem, was_declined
from bot.notifications.pending import (
    AwaitedTurn,
    NotificationContent,
    PendingNotifications,
    SentNotification,
    TurnReminder,
    as_urgent_as_now,
    by_urgency,
    end_shown,
    is_asked,
    is_awaited,
    is_same_end,
    with_running_clock,
)
from bot.pace import DAY
from bot.preferences.people import PersonPreferences
from bot.runtime.clock import Clock
from bot.runtime.log_context import trace
from bot.tables import clocks
from bot.tables.model import Table
from storage.models import NotificationRow, Shard
from storage.sql.people import NotificationStore

log = structlog.get_logger(__name__)

AGAIN_AFTER_FAILURE = 60.0
"""Seconds until a message that could not be taken away, or a table that could not be read, is tried again."""
CLOSED_FOR = DAY
"""Seconds for which somebody whose direct messages are closed is notified in the channel."""


Told: TypeAlias = Mapping[int, Sequence[AwaitedTurn]]
"""Whom a message tells of which turns; if there are several, of the same one."""


class NotificationTransport(Protocol):
    """Posts and takes away. All but `places`, `turn` and `may_edit` may raise `discord_errors.ERRORS`."""

    async def turn(self, left: float | None) -> None:
        """Wait until one may be posted; `left`: how long the person has for the move (None: for ever)."""
        ...

    async def direct(self, user: int) -> int:
        """The channel of direct messages with the user."""
        ...

    async def places(self, table: Table) -> Sequence[int]:
        """Where somebody can be notified of the table: its board's channel or thread first."""
        ...

    async def post(self, to: Told, channel: int, direct: str | None) -> int:
        """The new message's id. `direct`: the language of a direct message; None in a channel."""
        ...

    def may_edit(self, channel: int, message: int) -> bool:
        """Whether the message, which is about to be edited, may be: of old ones a channel bears few."""
        ...

    async def edit(self, to: Told, channel: int, message: int, direct: str | None) -> None:
        """The message is to these people and about these tables only."""
        ...

    async def delete(self, channel: int, message: int) -> None:
        """The message is no more."""
        ...

    async def find(self, user: int, channel: int) -> int | None:
        """The newest message there that may be one of this user's."""
        ...


class Recipient(NamedTuple):
    """Somebody whom a message tells of these turns, and all that concerns them."""

    user: int
    pending: PendingNotifications
    awaited: Sequence[AwaitedTurn]


class NotificationSender:
    """Sends people what is pending for them, and takes away what has passed.

    `tables` reads those that play a part in it, as they are now; `about`: everybody for whom something of a
    table is pending; `may_be_told_in_channel`: whether somebody likes that, and now; `wake`: what is pending
    for somebody is looked at again; `shard`: whose notifications these are.
    """

    def __init__(
        self,
        storage: NotificationStore,
        clock: Clock,
        tables: Callable[[PendingNotifications], Awaitable[Mapping[str, Table]]],
        transport: NotificationTransport,
        about: Callable[[str], Mapping[int, PendingNotifications]],
        may_be_told_in_channel: Callable[[int], Awaitable[bool]],
        wake: Callable[[int], None],
        shard: Shard,
    ) -> None:
        self._shard = shard
        self._wake = wake
        self._about = about
        self._may_be_told_in_channel = may_be_told_in_channel
        self._storage = storage
        self._clock = clock
        self._tables = tables
        self._transport = transport
        self._closed: dict[int, float] = {}

    def is_direct(self, user: int, preferences: PersonPreferences) -> bool:
        """Whether the user is told in a direct message, as far as these are known to be open."""
        return preferences.nudges == "direct" and not self._is_closed(user)

    def _is_closed(self, user: int) -> bool:
        return self._closed.get(user, 0.0) > self._clock.awake()

    def use_channels(self, user: int) -> None:
        """Tell them in channels from now on: their direct messages are closed."""
        now = self._clock.awake()
        self._closed = {other: until for other, until in self._closed.items() if until > now}
        self._closed[user] = now + CLOSED_FOR

    def try_direct_again(self, user: int) -> None:
        """Their direct messages may be open again."""
        self._closed.pop(user, None)

    async def send(
        self,
        user: int,
        pending: PendingNotifications,
        preferences: PersonPreferences,
        unsent: Sequence[AwaitedTurn],
    ) -> None:
        """Notify the user of these: in a message on each server, or in one for all if it is a direct one. Of
        what belongs to no server there is no other.
        """
        direct, is_closed = self.is_direct(user, preferences), self._is_closed(user)
        for guild in dict.fromkeys(0 if direct else each.table.guild for each in by_urgency(unsent)):
            direct_here = direct or not (guild or is_closed)
            await self._send(user, pending, preferences, None if direct else guild, direct_here)

    async def _send(
        self,
        user: int,
        pending: PendingNotifications,
        preferences: PersonPreferences,
        guild: int | None,
        direct: bool,
    ) -> None:
        """Post one message of all that waits for the user on this server; None: on all."""

        def awaited_of(turns: Iterable[TurnReminder], tables: Mapping[str, Table]) -> list[AwaitedTurn]:
            asked = [turn for turn in turns if is_asked(tables.get(turn.table), turn, user)]
            there = [each for each in with_running_clock(asked, tables) if guild in (None, each.table.guild)]
            return by_urgency(there)

        first, *_others = awaited_of(pending.unsent.values(), await self._tables(pending)) or [None]
        if first is None:
            return
        await self._transport.turn(clocks.time_left(first.table, first.turn.seat, self._clock.awake()))
        tables = await self._tables(pending)  # somebody may have moved meanwhile
        unsent = awaited_of(pending.unsent.values(), tables)
        if not unsent:
            return
        sent = {turn.table: turn for turn in pending.turns()}
        also = [turn for table, turn in sent.items() if table not in pending.unsent]
        awaited = by_urgency([*unsent, *awaited_of(also, tables)])
        if pending.is_posting:  # a message to others tells them as well
            return
        pending.is_posting = True
        to = [Recipient(user, pending, awaited)]
        try:
            if not direct and guild and len(awaited) == 1:
                to += await self._asked_with(user, awaited[0])
            posted = await self._post(to, preferences, unsent[0].table, direct)
        except DISCORD_ERRORS:
            for other in to[1:]:  # else each of them would try the same at once
                other.pending.gathers_until = self._clock.awake() + AGAIN_AFTER_FAILURE
            raise
        finally:
            for each in to:
                each.pending.is_posting = False
            for other in to[1:]:
                self._wake(other.user)
        if direct and not posted:
            table = unsent[0].table.id
            log.info("somebody's direct messages are closed: the channel is used", table=table)
            self.use_channels(user)
            pending.news.set()
            return
        for each in unsent:
            pending.settle(each.turn)
        for other in to[1:]:
            other.pending.settle(other.awaited[0].turn)

    async def _asked_with(self, user: int, awaited: AwaitedTurn) -> list[Recipient]:
        """Whom else the table asks until the same moment, who are to be told of it now, there, and of nothing
        else. Until they are, they are told nothing else.
        """
        table, found = awaited.table, list[Recipient]()
        end = end_shown(awaited.turn, table, self._clock)
        for other, pending in self._about(table.id).items():
            turn = pending.unsent.get(table.id)
            if other == user or turn is None or turn.why != awaited.turn.why:
                continue
            if not is_awaited(table, turn, other) or {*pending.tables()} != {table.id}:
                continue
            same_end = is_same_end(end, end_shown(turn, table, self._clock))
            if same_end and await self._may_be_told_in_channel(other):
                found.append(Recipient(other, pending, [AwaitedTurn(turn, table)]))
        found = [
            each
            for each in found
            if not each.pending.is_posting and each.pending.unsent.get(table.id) == each.awaited[0].turn
        ]
        for each in found:
            each.pending.is_posting = True
        return found

    async def _post(
        self, to: Sequence[Recipient], preferences: PersonPreferences, about: Table, direct: bool
    ) -> bool:
        """Post it in the first place that takes it; False if none does. Raises what may pass by itself. With
        several it is about the same turn; `preferences` are the first one's.
        """
        told = {each.user: each.awaited for each in to}
        try:
            places = (
                [await self._transport.direct(to[0].user)] if direct else await self._transport.places(about)
            )
        except DISCORD_ERRORS as error:
            why = discord_problem(error)
            log.info("no direct messages with somebody", table=about.id, why=why.value)
            if why is DiscordProblem.PASSING:
                raise
            return False
        for channel in places:
            noted = [await self._noted(each, channel, direct) for each in to]
            try:
                locale = preferences.locale if direct else None
                posted = await self._transport.post(told, channel, locale)
            except DISCORD_ERRORS as error:
                why = discord_problem(error)
                log.info("a notification could not be posted", table=about.id, direct=direct, why=why.value)
                if why is DiscordProblem.PASSING and not was_declined(error):
                    return True  # it may have been posted, so it is not posted again
                for each, message in zip(to, noted, strict=True):
                    each.pending.sent.remove(message)
                    await self._storage.gone(each.user, message.row.message)
                if why is DiscordProblem.PASSING:
                    raise
                if why is DiscordProblem.OURS:
                    log.error("Discord does not take a notification", table=about.id, trace=trace(error))
                    return True
                continue
            for each, message in zip(to, noted, strict=True):
                known = replace(message.row, message=posted)
                at = each.pending.sent.index(message)
                each.pending.sent[at] = SentNotification(known, message.content)
                await self._storage.sent(known, instead_of=message.row.message)
            return True
        return False

    async def _noted(self, recipient: Recipient, channel: int, direct: bool) -> SentNotification:
        """That it is about to be posted is stored."""
        content = self._content(recipient.awaited, direct=direct)
        tables = msgspec.json.encode(content).decode()
        number = self._number_for(recipient.pending)
        row = NotificationRow(recipient.user, channel, number, tables, self._clock.now())
        await self._storage.sent(row)
        message = SentNotification(row, content)
        recipient.pending.sent.append(message)
        return message

    def _number_for(self, pending: PendingNotifications) -> int:
        """For what is about to be posted: none that stands, nor one that another shard gives."""
        lowest = min((0, *(message.row.message for message in pending.sent)))
        numbers = count(-1 - self._shard.id, -self._shard.count)
        return next(number for number in numbers if number < lowest)

    async def take_away(
        self,
        user: int,
        pending: PendingNotifications,
        preferences: PersonPreferences,
        tables: Mapping[str, Table],
    ) -> float | None:
        """Take away what has passed, or was sent anew; when to try again what could not be done now."""
        again: float | None = None
        newer = set[str]()
        for message in reversed(list(pending.sent)):
            if pending.is_posting and not message.is_known:
                continue
            turns = tuple(
                as_urgent_as_now(turn, tables[turn.table])
                for turn in message.content.turns
                if turn.table not in newer
                and pending.level_elsewhere(turn) <= turn.level
                and preferences.nudges != "none"
                and is_awaited(tables.get(turn.table), turn, user)
            )
            if message.is_known:
                newer |= {turn.table for turn in turns}
            awaited = [AwaitedTurn(turn, tables[turn.table]) for turn in turns]
            if turns == message.content.turns and self._still_says_when(message, awaited):
                continue
            row, stays = message.row, awaited or self._told_with(user, message, tables)
            if stays and message.is_known and not self._transport.may_edit(row.channel, row.message):
                again = self._clock.awake() + AGAIN_AFTER_FAILURE
                continue
            try:
                await self._reduce(user, pending, preferences, message, awaited, tables)
            except DISCORD_ERRORS as error:
                log.info("a notification could not be taken away", why=discord_problem(error).value)
                again = self._clock.awake() + AGAIN_AFTER_FAILURE
                continue
            for turn in message.content.turns:  # it comes again when its clock runs
                table = tables.get(turn.table)
                if not is_awaited(table, turn, user) and is_asked(table, turn, user):
                    pending.unsent.setdefault(turn.table, turn)
        return again

    def _still_says_when(self, message: SentNotification, awaited: Sequence[AwaitedTurn]) -> bool:
        """Whether the time is up when the message says: not after a pause, nor if more was given."""
        said = message.content.ends
        now = self._content(awaited, direct=message.content.direct).ends
        return not said or not message.is_known or all(map(is_same_end, said, now))

    def _content(self, awaited: Sequence[AwaitedTurn], *, direct: bool) -> NotificationContent:
        return NotificationContent(
            direct,
            tuple(each.turn for each in awaited),
            tuple(end_shown(each.turn, each.table, self._clock) for each in awaited),
        )

    async def _reduce(
        self,
        user: int,
        pending: PendingNotifications,
        preferences: PersonPreferences,
        message: SentNotification,
        awaited: Sequence[AwaitedTurn],
        tables: Mapping[str, Table],
    ) -> None:
        """To this user the message is about these only, as they are now; it goes if it is to nobody."""
        row = message.row
        try:
            found = row.message if message.is_known else await self._find(user, pending, row.channel)
            told = {user: awaited} if awaited else {}
            told |= self._told_with(user, message, tables)
            if found is not None and told:
                direct = preferences.locale if message.content.direct else None
                await self._transport.edit(told, row.channel, found, direct)
            elif found is not None and not self._is_left_to_others(user, message):
                await self._transport.delete(row.channel, found)
        except DISCORD_ERRORS as error:
            if discord_problem(error) in (
                DiscordProblem.PASSING,
                DiscordProblem.OLD_MESSAGE,
                DiscordProblem.OURS,
            ):
                raise
            found, awaited = None, ()  # it is gone, or its place is
        if not awaited:
            pending.sent.remove(message)
            await self._storage.gone(user, row.message)
            return
        content = self._content(awaited, direct=message.content.direct)
        # One that is not found may stand all the same: what it is still about is not posted again.
        number = row.message if found is None else found
        changed = replace(row, message=number, tables=msgspec.json.encode(content).decode())
        pending.sent[pending.sent.index(message)] = SentNotification(changed, content)
        await self._storage.sent(changed, instead_of=None if number == row.message else row.message)

    def _told_with(
        self, user: int, message: SentNotification, tables: Mapping[str, Table]
    ) -> dict[int, Sequence[AwaitedTurn]]:
        """Whom else the message tells of what still waits for them."""
        found = dict[int, Sequence[AwaitedTurn]]()
        if not message.is_known or message.content.direct or len(message.content.turns) != 1:
            return found
        table = tables.get(message.content.turns[0].table)
        if table is None:
            return found
        for other, pending in self._about(table.id).items():
            theirs = [
                each
                for each in pending.sent
                if each.is_known and table.id in {turn.table for turn in each.content.turns}
            ]
            if other == user or not theirs or theirs[-1].place != message.place:
                continue
            turns = theirs[-1].content.turns
            if awaited := [AwaitedTurn(turn, table) for turn in turns if is_awaited(table, turn, other)]:
                found[other] = awaited
        return found

    def _is_left_to_others(self, user: int, message: SentNotification) -> bool:
        """Whether the message is another's as well, who has yet to be left out: the last one deletes it."""
        others = chain.from_iterable(self._about(turn.table).items() for turn in message.content.turns)
        return message.is_known and any(
            other != user and any(each.place == message.place for each in pending.sent)
            for other, pending in others
        )

    async def _find(self, user: int, pending: PendingNotifications, channel: int) -> int | None:
        """The message of which it is not known whether it was posted, if it is found."""
        found = await self._transport.find(user, channel)
        return None if found in {each.row.message for each in pending.sent} else found
