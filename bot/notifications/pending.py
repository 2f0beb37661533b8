"""What somebody has been told of and is still to be told: plain data, and whether it is so by the clocks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from bot.tables import clocks as tables_clocks
from bot.tables.clocks import REMINDERS, ReminderKind
from bot.tables.model import Table, Timing
from storage.models import NudgeRow


class TurnReminder(msgspec.Struct, frozen=True):
    """What somebody is told of: a table asks them this, and for how long it has."""

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
        return REMINDERS.index(self.why) + 1


class NotificationContent(msgspec.Struct, frozen=True):
    """What is stored with a message."""

    direct: bool
    turns: tuple[TurnReminder, ...]


@dataclass(frozen=True, slots=True)
class AwaitedTurn:
    """A turn and the table as it is now."""

    turn: TurnReminder
    table: Table


@dataclass(frozen=True, slots=True)
class SentNotification:
    """One that stands, or may stand (`row.message` is negative), somewhere."""

    row: NudgeRow
    told: NotificationContent

    @property
    def is_known(self) -> bool:
        """Whether it surely was posted."""
        return self.row.message > 0


@dataclass(slots=True)
class PendingNotifications:
    """All that concerns one person."""

    unsent: dict[str, TurnReminder] = field(default_factory=dict[str, TurnReminder])
    """By table, what they have not been told yet."""
    sent: list[SentNotification] = field(default_factory=list[SentNotification])
    """The messages that stand, the oldest first."""
    gathers_until: float = 0.0
    news: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None
    sleeps_until: float | None = None
    """Until when the clerk waits for news, in house time; None: does not wait."""
    indexed: frozenset[str] = frozenset()
    """The tables under which the desk is found."""

    def tables(self) -> Iterator[str]:
        """Every table that plays a part here."""
        yield from self.unsent
        yield from (turn.table for turn in self.turns())

    def turns(self) -> Iterator[TurnReminder]:
        """All that the messages tell of."""
        for message in self.sent:
            yield from message.told.turns

    def was_told(self, turn: TurnReminder) -> bool:
        """Whether a message tells of this turn already, as urgently."""
        return any(told.about == turn.about and told.level >= turn.level for told in self.turns())

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


def with_running_clock(turns: Iterable[TurnReminder], tables: Mapping[str, Table]) -> list[AwaitedTurn]:
    """Those whose clocks run: in a pause, or on vacation, nobody is told anything."""
    return [
        AwaitedTurn(turn, tables[turn.table])
        for turn in turns
        if turn.table in tables and tables_clocks.clock_of(tables[turn.table], turn.seat).since is not None
    ]


def by_urgency(awaited: Sequence[AwaitedTurn]) -> list[AwaitedTurn]:
    """Those first whose time is up first."""

    def end(each: AwaitedTurn) -> float:
        moment = tables_clocks.deadline(each.table, each.turn.seat)
        return float("inf") if moment is None else moment

    return sorted(awaited, key=end)


def latest_reminders(table: str, clocks: Timing) -> Iterator[TurnReminder]:
    """The latest reminder of each seat whose clock runs and had one."""
    for seat, clock in enumerate(clocks.seats):
        if clock.since is not None and clock.reminded:
            yield TurnReminder(
                table, seat, clock.decision, REMINDERS[min(clock.reminded, len(REMINDERS)) - 1]
            )


def is_up_to_date(pending: PendingNotifications, clocks: Mapping[str, Timing]) -> bool:
    """Whether the messages of a desk tell of turns that go on, each once, as far as the clocks know."""
    turns = list(pending.turns())
    told_once = len({turn.table for turn in turns}) == len(turns)
    return told_once and all(_goes_on(clocks.get(turn.table), turn) for turn in turns)


def _goes_on(clocks: Timing | None, turn: TurnReminder) -> bool:
    if clocks is None or clocks.shut or turn.seat >= len(clocks.seats):
        return False
    clock = clocks.seats[turn.seat]
    # A seat that somebody else has taken over may be asked the same, but was reminded of nothing yet.
    return clock.decision == turn.decision and not clock.overdue and clock.reminded >= turn.level
