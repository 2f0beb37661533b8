"""What follows from every change of a table, whatever was done there: named steps, in a stated order.

Pure functions: what they need to know of the world is in `Circumstances`. `TableTurns.update` runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import msgspec
from msgspec.structs import replace

from bot.hours import agreement
from bot.pace import Pace
from bot.runtime.clock import AwakeTime
from bot.tables import clocks, leaving, lobby, planning
from bot.tables.model import Table, TableUpdate
from storage.models import OutboxEntry


class Circumstances(msgspec.Struct, frozen=True):
    """In which a change is made. `before`: the table until then; None: it is a new one."""

    before: Table | None
    by_press: bool
    """Whether a person has done it, and not a robot or a clock."""
    now: float
    """When it is made, in Unix seconds."""
    awake: AwakeTime
    all_here: bool = False
    """Whether all who sit there have pressed something of late."""
    slow_pace: Pace | None = None
    """The pace for those who are not here; None: the pace is chosen, or the game goes on already."""
    forced_move_users: Collection[int] = ()
    """Of those who sit at a table that begins: whose forced moves make themselves."""


Step = Callable[[Circumstances, TableUpdate], TableUpdate]


def has_begun(before: Table | None, after: Table) -> bool:
    """Whether the change has dealt the cards."""
    return after.phase == "playing" and (before is None or before.phase == "lobby")


def outbox_of_phase(before: Table | None, after: Table) -> tuple[OutboxEntry, ...]:
    """What the messages need of a table that comes into another phase, or is private no longer."""
    shared = before is not None and before.is_private and not after.is_private
    if before is not None and before.phase == after.phase and not shared:
        return ()
    match after.phase:
        case "lobby":
            return (OutboxEntry("lobby" if after.record.pod is None else "open"),)
        case "playing":  # a tournament's lobby stands where its board will
            is_open = before is not None and before.phase == "lobby" and after.record.pod is not None
            return () if is_open else (OutboxEntry("open"),)
        case "over":
            return (OutboxEntry("result"),)
        case "closed":
            return (OutboxEntry("closed"),)


def settle_pace(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """Where nobody has chosen a pace, it is the one that is good for those who sit there now."""
    if about.slow_pace is None:
        return update
    return _at(update, lobby.with_open_pace(update.table, about.all_here, about.slow_pace))


def give_initial_orders(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """When the cards are dealt, everybody's preference becomes the standing order of their seat."""
    if not has_begun(about.before, update.table):
        return update
    return _at(update, planning.with_initial_orders(update.table, about.forced_move_users))


def set_clocks(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """The clocks of those who are asked now run, others stand; when the table must be looked at next."""
    acted = None if update.action is None else update.action[0]
    return _at(
        update, clocks.with_clocks_updated(about.before, update.table, acted, about.by_press, about.awake)
    )


def wait_by_calendar(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """A tournament's table waits for the hour at which it is played; agreed, if all can play at one."""
    return _at(update, agreement.by_calendar(update.table, about.awake, about.now))


def drop_stale_orders(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """Whoever does not play here any more has left no orders."""
    return _at(update, planning.without_stale_orders(about.before, update.table))


def tell_of_the_hour(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """Those at a tournament's table are told of hours that are proposed or agreed, or have come."""
    return _first(update, agreement.outbox_of_hour(about.before, update.table))


def post_what_the_phase_needs(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """A table that comes into another phase has another message."""
    return _first(update, outbox_of_phase(about.before, update.table))


def settle_calls(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """Calls for substitutes that are answered or in vain end; those that are new are posted."""
    table, outbox = leaving.settle_calls(about.before, update.table)
    return _first(_at(update, table), outbox)


def keep_private(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """Of a private table nothing is posted, and nobody is told of it."""
    return replace(update, outbox=()) if update.table.is_private else update


def count_revision(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """The table's next revision, changed now. When a game ended does not change any more."""
    table, before = update.table, about.before
    ended = before is not None and before.phase in ("over", "closed")
    changed = table.changed if ended else about.now
    return _at(update, replace(table, revision=table.revision + 1, changed=changed))


CONSEQUENCES: Sequence[Step] = (
    settle_pace,
    give_initial_orders,
    set_clocks,
    wait_by_calendar,
    drop_stale_orders,
    tell_of_the_hour,
    post_what_the_phase_needs,
    settle_calls,
    keep_private,
    count_revision,
)
"""Every step, in order. What a later one reads, an earlier one has settled: clocks run by the pace; an hour
of the calendar is kept as a time since the clocks began to wait; whether a robot keeps a seat, which decides
on a call for a substitute, is told by its clock. Orders, given and dropped, go by who sits there alone.
Whatever tells something puts it before all that is to be told already, so that the last is told first: calls,
the phase's message, the hour, and then what the change itself tells. Only when all is told can it be kept
private, and only of the table that is stored is the revision counted.
"""


def consequences(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """The change with all that follows from it, as it is stored."""
    for step in CONSEQUENCES:
        update = step(about, update)
    return update


def _at(update: TableUpdate, table: Table) -> TableUpdate:
    return update if table is update.table else replace(update, table=table)


def _first(update: TableUpdate, outbox: Sequence[OutboxEntry]) -> TableUpdate:
    return replace(update, outbox=(*outbox, *update.outbox)) if outbox else update
