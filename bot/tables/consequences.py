"""What follows from every change of a table, whatever was done there, step by step.

Pure functions: what they need to know of the world is in `Circumstances`. `TableTurns.update` runs them.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from msgspec.structs import replace

from bot.hours import agreement
from bot.pace import Pace
from bot.runtime.clock import AwakeTime
from bot.tables import calling, clocks, leaving, lobby, planning
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
    presser: int | None = None
    """The user whose press made the change; None: nobody pressed."""
    forced_move_users: Collection[int] = ()
    """Of those who sit at a table that begins: whose forced moves make themselves."""


def has_begun(before: Table | None, after: Table) -> bool:
    """Whether the change has dealt the cards."""
    return after.phase == "playing" and (before is None or before.phase == "lobby")


def outbox_of_phase(before: Table | None, after: Table) -> tuple[OutboxEntry, ...]:
    """What the messages need of a table that comes into another phase, or is private no longer."""
    shared = before is not None and before.record.private and not after.record.private
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


def consequences(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """The change with all that follows from it, as it is stored: what a step reads, those before it have
    settled. What comes later puts what it tells before the rest: calls, the phase's message, the hour, and
    then what the change itself tells.
    """
    before, table, outbox = about.before, update.table, update.outbox
    if about.slow_pace is not None:  # nobody has chosen a pace: it is one for those who sit there now
        table = lobby.with_open_pace(table, about.all_here, about.slow_pace)
    if has_begun(before, table):  # everybody's preference becomes the standing order of their seat
        table = planning.with_initial_orders(table, about.forced_move_users)
    acted = None if update.action is None else update.action[0]
    table = clocks.with_clocks_updated(before, table, acted, about.by_press, about.awake)
    if table.record.pod is not None:  # an hour of the calendar is kept as a time since its clock waits
        table = agreement.by_calendar(table, about.awake, about.now)
        outbox = (*agreement.outbox_of_hour(before, table), *outbox)
    if table.orders:
        table = planning.without_stale_orders(before, table)
    if table.phase == "lobby" or (before is not None and before.phase == "lobby"):
        table, wanted = calling.settle_wanted(before, table, about.presser)
        outbox = (*outbox, *wanted)
    outbox = (*outbox_of_phase(before, table), *outbox)
    if table.record.calls or (before is not None and before.record.calls):
        # Whether a robot keeps a seat, which decides on a call for a substitute, is told by its clock.
        table, calls = leaving.settle_calls(before, table)
        outbox = (*calls, *outbox)
    if table.record.private:  # nothing of it is posted, and nobody is told of it
        outbox = ()
    ended = before is not None and before.phase in ("over", "closed")  # when it did stays as it was
    changed = table.changed if ended else about.now
    return replace(update, table=replace(table, revision=table.revision + 1, changed=changed), outbox=outbox)
