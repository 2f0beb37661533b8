"""What somebody was notified of, and is to be: plain data, and whether it is still so by the clocks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from bot.runtime.clock import Clock
from bot.tables import clocks as tables_clocks
from bot.tables.clocks import REMINDERS, ReminderKind
from bot.tables.model import Table
from bot.tables.timing import Timing
from storage.models import NotificationRow

_LEVELS = {why: level for level, why in enumerate(REMINDERS, start=1)}


class TurnReminder(msgspec.Struct, frozen=True):
    """What somebody is notified of: a table asks them this, and for how long it has."""

    table: str
    seat: int
    decision: str
    why: ReminderKind

    @property
    def about(self) -> tuple[str, int, str]:
        """Which turn it is, however often somebody was reminded of it."""
        return self.table, self.seat, self.decision

    @property
    def level(self) -> int:
        """How many of this turn's reminders there are up to this one."""
        return _LEVELS[self.why]


class NotificationContent(msgspec.Struct, frozen=True):
    """What is stored with a notification."""

    direct: bool
    turns: tuple[TurnReminder, ...]
    ends: tuple[float | None, ...] = ()
    """Until when each has time as the message says it, in Unix seconds; empty: from before that was kept."""


@dataclass(frozen=True, slots=True)
class AwaitedTurn:
    """A turn and the table as it is now."""

    turn: TurnReminder
    table: Table


@dataclass(frozen=True, slots=True)
class SentNotification:
    """One that stands, or may stand (`row.message` is negative), somewhere."""

    row: NotificationRow
    content: NotificationContent

    @property
    def is_known(self) -> bool:
        """Whether the notification surely was posted."""
        return self.row.message > 0

    @property
    def place(self) -> tuple[int, int]:
        """Its channel and its id: the same for all whom it tells."""
        return self.row.channel, self.row.message


@dataclass(slots=True)
class PendingNotifications:
    """All that concerns one person."""

    unsent: dict[str, TurnReminder] = field(default_factory=dict[str, TurnReminder])
    """By table, what they have not been notified of yet."""
    sent: list[SentNotification] = field(default_factory=list[SentNotification])
    """The messages that stand, the oldest first."""
    handed: dict[str, TurnReminder] = field(default_factory=dict[str, TurnReminder])
    """By table, the latest of which the person's own shard was told, for it to tell them directly."""
    handed_ends: dict[str, float | None] = field(default_factory=dict[str, float | None])
    """By table, until when they had time when that shard was told last, in Unix seconds."""
    asks_again: float = 0.0
    """When that shard is told once more of what it has not posted by then."""
    gathers_until: float = 0.0
    is_posting: bool = False
    """Whether a message to them is about to be posted."""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None
    sleeps_until: float | None = None
    """Until when the task waits for news, in the time of `Clock.awake`; None: it does not wait."""
    indexed: frozenset[str] = frozenset()
    """The tables under which this is found."""

    def is_idle(self, now: float) -> bool:
        """Whether nothing happens here before time passes or something changes."""
        asleep = self.sleeps_until is not None and self.sleeps_until > now and not self.news.is_set()
        return self.task is None or asleep

    def tables(self) -> Iterator[str]:
        """Every table that plays a part here."""
        yield from self.unsent
        yield from (turn.table for turn in self.told())

    def turns(self) -> Iterator[TurnReminder]:
        """All turns that the messages are about."""
        for message in self.sent:
            yield from message.content.turns

    def told(self) -> Iterator[TurnReminder]:
        """All that the messages are about, and the person's own shard was told of."""
        yield from self.turns()
        yield from self.handed.values()

    def was_sent(self, turn: TurnReminder) -> bool:
        """Whether a message is about this turn already, as urgently."""
        return any(sent.about == turn.about and sent.level >= turn.level for sent in self.turns())

    def level_elsewhere(self, turn: TurnReminder) -> int:
        """Up to which reminder of this turn the person's own shard has told them; 0: to none."""
        handed = self.handed.get(turn.table)
        if handed is None or handed.about != turn.about or turn.table in self.unsent:
            return 0
        return handed.level

    def settle(self, turn: TurnReminder) -> None:
        """Nothing more is owed for this turn, unless a later reminder has come meanwhile."""
        if self.unsent.get(turn.table) == turn:
            del self.unsent[turn.table]


def is_asked(table: Table | None, turn: TurnReminder, user: int) -> bool:
    """Whether the table still asks the user for this, and would take it."""
    if table is None or table.phase != "playing" or table.timing.shut or turn.seat >= len(table.seats):
        return False
    clock = tables_clocks.clock_of(table, turn.seat)
    return table.seats[turn.seat].person == user and clock.decision == turn.decision and not clock.overdue


def is_awaited(table: Table | None, turn: TurnReminder, user: int) -> bool:
    """Whether the user is to move there now: nobody is in a pause, on vacation, or where no table is seen."""
    asked = table if is_asked(table, turn, user) else None
    return asked is not None and tables_clocks.clock_of(asked, turn.seat).since is not None


def as_urgent_as_now(turn: TurnReminder, table: Table) -> TurnReminder:
    """The reminder no more urgent than the clock has it: not "half" where more was given."""
    level = max(1, min(turn.level, tables_clocks.clock_of(table, turn.seat).reminded))
    return msgspec.structs.replace(turn, why=REMINDERS[level - 1])


def end_shown(turn: TurnReminder, table: Table, clock: Clock) -> float | None:
    """Until when they have time for it, in Unix seconds; None: for ever, or the clock stands still."""
    end = tables_clocks.deadline(table, turn.seat)
    return None if end is None else clock.unix(end)


_SAME = 30.0
"""Seconds by which two moments may differ that people read as the same: clocks are never exactly alike."""


def is_same_end(one: float | None, other: float | None) -> bool:
    """Whether people would be told the same of both."""
    return one == other if one is None or other is None else abs(one - other) < _SAME


def with_running_clock(turns: Iterable[TurnReminder], tables: Mapping[str, Table]) -> list[AwaitedTurn]:
    """Those whose clocks run: in a pause, or on vacation, nobody is notified."""
    return [
        AwaitedTurn(turn, tables[turn.table])
        for turn in turns
        if turn.table in tables and tables_clocks.clock_of(tables[turn.table], turn.seat).since is not None
    ]


def by_urgency(awaited: Sequence[AwaitedTurn]) -> list[AwaitedTurn]:
    """The turns in order, those first whose time is up first."""

    def end(each: AwaitedTurn) -> float:
        moment = tables_clocks.deadline(each.table, each.turn.seat)
        return float("inf") if moment is None else moment

    return sorted(awaited, key=end)


def latest_reminders(table: str, clocks: Timing) -> Iterator[TurnReminder]:
    """The latest reminder of each seat that is asked something and had one, also while its clock stands
    still: it comes again when that runs.
    """
    for seat, clock in enumerate(clocks.seats):
        if clock.decision and clock.reminded:
            yield TurnReminder(
                table, seat, clock.decision, REMINDERS[min(clock.reminded, len(REMINDERS)) - 1]
            )


def is_up_to_date(pending: PendingNotifications, clocks: Mapping[str, Timing]) -> bool:
    """Whether the messages are about turns that go on, each once, as far as the clocks know."""
    turns = list(pending.turns())
    once = len({turn.table for turn in turns}) == len(turns)
    return once and all(_goes_on(clocks.get(turn.table), turn) for turn in pending.told())


def _goes_on(clocks: Timing | None, turn: TurnReminder) -> bool:
    if clocks is None or clocks.shut or turn.seat >= len(clocks.seats):
        return False
    clock = clocks.seats[turn.seat]
    # A seat that somebody else has taken over may be asked the same, but was reminded of nothing yet.
    asked = clock.decision == turn.decision and not clock.overdue and clock.reminded >= turn.level
    return asked and clock.since is not None
