"""What follows from every change of a table, whatever was done there: named steps, in a stated order.

Pure functions: what they need to know of the world is in `Circumstances`. `TableTurns.update` runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from bot.hours import agreement
from bot.pace import Pace
from bot.runtime.clock import AwakeTime
from bot.tables import calling, clocks, leaving, lobby, plans
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
    """What the messages need of a table that has come into its phase, or is private no longer."""
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
    return replace(update, table=lobby.with_open_pace(update.table, about.all_here, about.slow_pace))


def give_initial_plans(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """When the cards are dealt, everybody's preference becomes the plan of their seat."""
    return replace(update, table=plans.with_initial_plans(update.table, about.forced_move_users))


def run_clocks(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """The clocks of those who are asked now run, others stand; when the table must be looked at next."""
    acted = None if update.action is None else update.action[0]
    table = clocks.with_clocks_updated(about.before, update.table, acted, about.by_press, about.awake)
    return replace(update, table=table)


def keep_the_hour(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """A tournament's table waits for its hour by the calendar; its players are told what is new of that."""
    table = agreement.by_calendar(update.table, about.awake, about.now)
    outbox = (*agreement.outbox_of_hour(about.before, table), *update.outbox)
    return replace(update, table=table, outbox=outbox)


def drop_stale_plans(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """Whoever does not play here any more has left no plan."""
    return replace(update, table=plans.without_stale_plans(about.before, update.table))


def call_players(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """A call for players is posted, or taken away when nobody is wanted any more; a full lobby says so."""
    table, wanted = calling.settle_wanted(about.before, update.table, about.presser)
    return replace(update, table=table, outbox=(*update.outbox, *wanted))


def post_the_phase(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """A table that has come into another phase, or is private no longer, has another message."""
    return replace(update, outbox=(*outbox_of_phase(about.before, update.table), *update.outbox))


def settle_calls(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """Calls for substitutes that are answered or in vain end; those that are new are posted."""
    table, calls = leaving.settle_calls(about.before, update.table)
    return replace(update, table=table, outbox=(*calls, *update.outbox))


def tell_nobody(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """Of a private table nothing is posted, and nobody is told of it."""
    return replace(update, outbox=())


def count_revision(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """The table's next revision, changed now; when a game ended stays as it was."""
    table, before = update.table, about.before
    ended = before is not None and before.phase in ("over", "closed")
    changed = table.changed if ended else about.now
    return replace(update, table=replace(table, revision=table.revision + 1, changed=changed))


Occasion: TypeAlias = Literal[
    "always", "open pace", "deal", "tournament", "plans", "lobby", "another phase", "calls", "private"
]
Step: TypeAlias = Callable[[Circumstances, TableUpdate], TableUpdate]

CONSEQUENCES: Sequence[tuple[Occasion, Step]] = (
    ("open pace", settle_pace),
    ("deal", give_initial_plans),
    ("always", run_clocks),
    ("tournament", keep_the_hour),
    ("plans", drop_stale_plans),
    ("lobby", call_players),
    ("another phase", post_the_phase),
    ("calls", settle_calls),
    ("private", tell_nobody),
    ("always", count_revision),
)
"""Every step in order, with the occasion on which it is taken. What one reads, those before it have settled:
clocks run by the pace; the calendar's hour is kept as a time since the clocks began to wait; whether a robot
keeps a seat, which decides on a call for a substitute, is told by its clock. Whatever tells something puts it
before all that is to be told already: calls for substitutes come first, then the phase's message, the hour,
and what the change itself tells; what a lobby tells alone comes last. Only when all is told can it be kept
private; the revision is counted of what is stored.
"""


def occasions(about: Circumstances, changed: Table) -> Mapping[Occasion, bool]:
    """Which occasions there are when a table has changed into this one. No step makes another: plans that
    are given with the cards cannot be stale.
    """
    before, record = about.before, changed.record
    shared = before is not None and before.record.private and not record.private
    return {
        "always": True,
        "open pace": about.slow_pace is not None,
        "deal": has_begun(before, changed),
        "tournament": record.pod is not None,
        "plans": bool(changed.plans),
        "lobby": "lobby" in (changed.phase, None if before is None else before.phase),
        "another phase": before is None or before.phase != changed.phase or shared,
        "calls": bool(record.calls) or (before is not None and bool(before.record.calls)),
        "private": record.private,
    }


def consequences(about: Circumstances, update: TableUpdate) -> TableUpdate:
    """The change with all that follows from it, as it is stored."""
    there_is = occasions(about, update.table)
    for occasion, step in CONSEQUENCES:
        if there_is[occasion]:
            update = step(about, update)
    return update
