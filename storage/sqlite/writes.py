"""What can be written, and to which rows each write comes.

Writes that share a transaction are spread over statements first; each statement then runs once over all its
rows.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from storage.records import Change, Draft, ErrandRow, Post, TableRow


@dataclass(frozen=True, slots=True)
class Step:
    """A change, with the ids that its errands will have, at a time in Unix seconds."""

    change: Change
    errands: tuple[ErrandRow, ...]
    at: float


@dataclass(frozen=True, slots=True)
class ErrandBegun:
    """One more attempt at an errand."""

    errand: int


@dataclass(frozen=True, slots=True)
class ErrandDone:
    """An errand that need not be run any more."""

    errand: int


@dataclass(frozen=True, slots=True)
class PostGone:
    """A message that is no more."""

    table: str
    kind: str


@dataclass(frozen=True, slots=True)
class Note:
    """A small fact about the installation."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Prune:
    """Interactions stored before this time, in Unix seconds, may be forgotten."""

    before: float


Write: TypeAlias = Step | ErrandBegun | ErrandDone | Post | PostGone | Draft | Note | Prune
Row: TypeAlias = tuple[Any, ...]


Statement: TypeAlias = str

PREPARATIONS: tuple[Statement, ...] = (
    # A move touches four tables, but is one statement: one way to the connection's thread, and no transaction
    # to be begun and ended when it is alone. The trigger takes it apart. It also refuses what does not follow
    # on what is stored, at no cost to what does.
    """
    CREATE TEMP VIEW moves (
        table_id, phase, revision, actions, changed, state, seat, action, user, at,
        interaction, answer, answered, errand, kind, payload
    ) AS SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    """,
    """
    CREATE TEMP TRIGGER move INSTEAD OF INSERT ON moves BEGIN
        UPDATE standing
            SET phase = new.phase, revision = new.revision, actions = new.actions, changed = new.changed,
                state = new.state
            WHERE table_id = new.table_id AND revision = new.revision - 1
                AND actions = new.actions - (new.action IS NOT NULL);
        SELECT raise(ABORT, 'does not follow') WHERE changes() = 0;
        INSERT INTO actions (table_id, number, seat, action, user, at)
            SELECT new.table_id, new.actions, new.seat, new.action, new.user, new.at
            WHERE new.action IS NOT NULL;
        INSERT INTO interactions (id, answer, at)
            SELECT new.interaction, new.answer, new.answered WHERE new.interaction IS NOT NULL;
        INSERT INTO errands (id, table_id, kind, payload)
            SELECT new.errand, new.table_id, new.kind, new.payload WHERE new.errand IS NOT NULL;
    END
    """,
)
"""What a connection must have run once before it can run the statements below."""

# In the order in which they run: what others point to comes first.

NEW_TABLE: Statement = (
    "INSERT INTO tables (id, guild, channel, game, record, created) VALUES (?, ?, ?, ?, ?, ?)"
)
NEW_STANDING: Statement = (
    "INSERT INTO standing (table_id, phase, revision, actions, changed, state) VALUES (?, ?, ?, ?, ?, ?)"
)
MOVE: Statement = "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
REFILE: Statement = "UPDATE tables SET guild = ?, channel = ?, game = ?, record = ? WHERE id = ?"
UNSEAT: Statement = "DELETE FROM seated WHERE table_id = ?"
SEAT: Statement = "INSERT INTO seated (user, table_id) VALUES (?, ?)"
ACTION: Statement = "INSERT INTO actions (table_id, number, seat, action, user, at) VALUES (?, ?, ?, ?, ?, ?)"
INTERACTION: Statement = "INSERT INTO interactions (id, answer, at) VALUES (?, ?, ?)"
ERRAND: Statement = "INSERT INTO errands (id, table_id, kind, payload) VALUES (?, ?, ?, ?)"
ERRAND_BEGUN: Statement = "UPDATE errands SET attempts = attempts + 1 WHERE id = ?"
ERRAND_DONE: Statement = "DELETE FROM errands WHERE id = ?"
POST_GONE: Statement = "DELETE FROM posts WHERE table_id = ? AND kind = ?"
POST: Statement = (
    "INSERT INTO posts (table_id, kind, channel, message, revision, at) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT DO UPDATE SET channel = excluded.channel, message = excluded.message,"
    " revision = excluded.revision, at = excluded.at"
)
DRAFT_GONE: Statement = "DELETE FROM drafts WHERE table_id = ? AND seat = ?"
DRAFT: Statement = (
    "INSERT INTO drafts (table_id, seat, decision, chosen) VALUES (?, ?, ?, ?)"
    " ON CONFLICT DO UPDATE SET decision = excluded.decision, chosen = excluded.chosen"
)
NOTE: Statement = (
    "INSERT INTO notes (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
)
PRUNE: Statement = "DELETE FROM interactions WHERE at < ?"

_ORDER = (
    *(NEW_TABLE, NEW_STANDING, MOVE, REFILE, UNSEAT, SEAT, ACTION, INTERACTION),
    *(ERRAND, ERRAND_BEGUN, ERRAND_DONE, POST_GONE, POST, DRAFT_GONE, DRAFT, NOTE, PRUNE),
)


class Spread:
    """Writes, taken one by one, spread over the statements."""

    def __init__(self, writes: Iterable[Write]) -> None:
        self._rows: dict[Statement, list[Row]] = {}
        # Where a later write replaces an earlier one, the last one alone is written: statements run in an
        # order of their own, which could not be trusted with both.
        self._latest: dict[Hashable, list[tuple[Statement, Row]]] = {}
        for write in writes:
            self._take(write)
        for rows in self._latest.values():
            for statement, row in rows:
                self._add(statement, row)

    def statements(self) -> list[tuple[Statement, list[Row]]]:
        """The statements that are needed, in the order in which they must run, with all their rows."""
        return [(statement, self._rows[statement]) for statement in _ORDER if statement in self._rows]

    def _add(self, statement: Statement, row: Row) -> None:
        self._rows.setdefault(statement, []).append(row)

    def _take(self, write: Write) -> None:
        match write:
            case Step():
                self._take_step(write)
            case ErrandBegun(errand):
                self._add(ERRAND_BEGUN, (errand,))
            case ErrandDone(errand):
                self._add(ERRAND_DONE, (errand,))
            case Post():
                row = (write.table, write.kind, write.channel, write.message, write.revision, write.at)
                self._latest["post", write.table, write.kind] = [(POST, row)]
            case PostGone(table, kind):
                self._latest["post", table, kind] = [(POST_GONE, (table, kind))]
            case Draft(table, seat, decision, chosen):
                row = (table, seat, decision, json.dumps(chosen))
                self._latest["draft", table, seat] = [(DRAFT, row) if chosen else (DRAFT_GONE, (table, seat))]
            case Note(key, value):
                self._latest["note", key] = [(NOTE, (key, value))]
            case Prune(before):
                self._add(PRUNE, (before,))

    def _take_step(self, step: Step) -> None:
        change, table = step.change, step.change.table
        if table.revision == 1:
            self._take_new(step)
        else:
            self._take_move(step)
        if change.users is not None:
            seats = [(SEAT, (user, table.id)) for user in dict.fromkeys(change.users)]
            self._latest["seats", table.id] = [(UNSEAT, (table.id,)), *seats]

    def _take_new(self, step: Step) -> None:
        table = step.change.table
        place = (table.id, table.guild, table.channel, table.game, table.record, table.created)
        self._add(NEW_TABLE, place)
        self._add(NEW_STANDING, _standing(table))
        if step.change.action is not None:
            self._add(ACTION, (table.id, table.actions, *_action(step)))
        if step.change.interaction is not None:
            self._add(INTERACTION, _interaction(step))
        self._take_errands(step.errands)

    def _take_move(self, step: Step) -> None:
        table, errands = step.change.table, step.errands
        # One errand goes along with the move. There are rarely more.
        errand = (errands[0].id, errands[0].kind, errands[0].payload) if errands else (None, None, None)
        self._add(MOVE, (*_standing(table), *_action(step), *_interaction(step), *errand))
        self._take_errands(errands[1:])
        if step.change.full:
            self._add(REFILE, (table.guild, table.channel, table.game, table.record, table.id))

    def _take_errands(self, errands: Iterable[ErrandRow]) -> None:
        for errand in errands:
            self._add(ERRAND, (errand.id, errand.table, errand.kind, errand.payload))


def _standing(table: TableRow) -> Row:
    return (table.id, table.phase, table.revision, table.actions, table.changed, table.state)


def _action(step: Step) -> Row:
    action = step.change.action
    return (
        (None, None, None, None) if action is None else (action.seat, action.action, action.user, action.at)
    )


def _interaction(step: Step) -> Row:
    return (step.change.interaction, step.change.answer, int(step.at))
