"""A change as one row of one statement, which triggers take apart into all that the change brings.

One statement means one way to the connection's thread, no transaction to be begun and ended when a change is
alone, and changes in their own order when they are many. The triggers also refuse what does not follow on
what is stored, at no cost to what does. They belong to the connection: no migration knows them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from storage.records import Change, ErrandRow, TableRow
from storage.sqlite.drawers import Statement


@dataclass(frozen=True, slots=True)
class Step:
    """A change, with the ids that its errands will have, at a time in Unix seconds."""

    change: Change
    errands: tuple[ErrandRow, ...]
    at: float


_COLUMNS = (
    *("table_id", "phase", "revision", "actions", "changed", "state", "timing", "due"),
    *("guild", "channel", "game", "record", "created"),
    *("seat", "action", "user", "at"),
    *("interaction", "answer", "answered"),
    *("errand", "kind", "payload"),
)


def view(name: str, columns: Sequence[str]) -> Statement:
    """Makes something with these columns into which rows can be put, for triggers to take them apart."""
    return f"CREATE TEMP VIEW {name} ({', '.join(columns)}) AS SELECT {', '.join('NULL' for _ in columns)}"


def trigger(of: str, name: str, when: str, do: str) -> Statement:
    """Makes a part of what happens to a row that is put into the view `of`."""
    return f"CREATE TEMP TRIGGER {name} INSTEAD OF INSERT ON {of} WHEN {when} BEGIN {do}; END"


ANSWER: Statement = (
    "INSERT INTO interactions (id, answer, at) VALUES (new.interaction, new.answer, new.answered)"
)
REFUSE_UNLESS_FOLLOWING: Statement = "SELECT raise(ABORT, 'does not follow') WHERE changes() = 0"

# They run in an order that SQLite does not tell. It does not matter: a row may point to one that comes with
# it, and all is undone if one of them refuses.
_trigger = partial(trigger, "changes")
PREPARATIONS = (
    view("changes", _COLUMNS),
    _trigger(
        "opens_the_table",
        "new.revision = 1",
        """
        INSERT INTO tables (id, guild, channel, game, record, created)
            VALUES (new.table_id, new.guild, new.channel, new.game, new.record, new.created);
        INSERT INTO standing (table_id, phase, revision, actions, changed, state, timing, due)
            VALUES (new.table_id, new.phase, new.revision, new.actions, new.changed, new.state, new.timing,
                new.due)
        """,
    ),
    _trigger(
        "follows_on_what_is_stored",
        "new.revision <> 1",
        f"""
        UPDATE standing
            SET phase = new.phase, revision = new.revision, actions = new.actions, changed = new.changed,
                state = new.state, timing = new.timing, due = new.due
            WHERE table_id = new.table_id AND revision = new.revision - 1
                AND actions = new.actions - (new.action IS NOT NULL);
        {REFUSE_UNLESS_FOLLOWING}
        """,
    ),
    _trigger(
        "changes_the_lobby",
        "new.revision <> 1 AND new.record IS NOT NULL",
        """
        UPDATE tables
            SET guild = new.guild, channel = new.channel, game = new.game, record = new.record
            WHERE id = new.table_id
        """,
    ),
    _trigger(
        "brings_an_action",
        "new.action IS NOT NULL",
        """
        INSERT INTO actions (table_id, number, seat, action, user, at)
            VALUES (new.table_id, new.actions, new.seat, new.action, new.user, new.at)
        """,
    ),
    _trigger("answers_a_press", "new.interaction IS NOT NULL", ANSWER),
    _trigger(
        "leaves_an_errand",
        "new.errand IS NOT NULL",
        """
        INSERT INTO errands (id, table_id, kind, payload)
            VALUES (new.errand, new.table_id, new.kind, new.payload)
        """,
    ),
)
"""What a connection must have run once before it can run `CHANGE`."""

CHANGE = f"INSERT INTO changes VALUES ({', '.join('?' for _ in _COLUMNS)})"


def row_of(step: Step) -> tuple[Any, ...]:
    """The row for a step. Its first errand goes along with it; there are rarely more."""
    change, table = step.change, step.change.table
    action = change.action
    return (
        *(table.id, table.phase, table.revision, table.actions, table.changed, table.state),
        *(table.timing, table.due),
        *(_lobby(table) if change.full or table.revision == 1 else (None, None, None, None, None)),
        *(
            (None, None, None, None)
            if action is None
            else (action.seat, action.action, action.user, action.at)
        ),
        *(change.interaction, change.answer, int(step.at)),
        *(_errand(step.errands[0]) if step.errands else (None, None, None)),
    )


def _lobby(table: TableRow) -> tuple[Any, ...]:
    return (table.guild, table.channel, table.game, table.record, table.created)


def _errand(errand: ErrandRow) -> tuple[Any, ...]:
    return (errand.id, errand.kind, errand.payload)
