"""What can be written, and to which rows each write comes.

Writes that share a transaction are spread over statements first, each of which then runs once over all its rows: a
thousand moves cost four statements and not four thousand.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from storage.records import ActionRow, Change, Draft, ErrandRow, Post, TableRow


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


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """One statement with places. `each`: it must touch a row for every row of values, else something did not fit."""

    sql: str
    each: bool = False


# In the order in which they run: what others point to comes first.

NEW_TABLE = Statement(
    "INSERT INTO tables (id, guild, channel, game, record, created) VALUES (?, ?, ?, ?, ?, ?)"
)
NEW_STANDING = Statement(
    "INSERT INTO standing (table_id, phase, revision, actions, changed, state) VALUES (?, ?, ?, ?, ?, ?)"
)
# The guard against changes that do not follow on what is stored: such a one finds no row, at no cost to the others.
MOVE = Statement(
    "UPDATE standing SET phase = ?, revision = ?, actions = ?, changed = ?, state = ?"
    " WHERE table_id = ? AND revision = ? AND actions = ?",
    each=True,
)
REFILE = Statement("UPDATE tables SET guild = ?, channel = ?, game = ?, record = ? WHERE id = ?")
UNSEAT = Statement("DELETE FROM seated WHERE table_id = ?")
SEAT = Statement("INSERT INTO seated (user, table_id) VALUES (?, ?)")
ACTION = Statement("INSERT INTO actions (table_id, number, seat, action, user, at) VALUES (?, ?, ?, ?, ?, ?)")
INTERACTION = Statement("INSERT INTO interactions (id, answer, at) VALUES (?, ?, ?)")
ERRAND = Statement("INSERT INTO errands (id, table_id, kind, payload) VALUES (?, ?, ?, ?)")
ERRAND_BEGUN = Statement("UPDATE errands SET attempts = attempts + 1 WHERE id = ?")
ERRAND_DONE = Statement("DELETE FROM errands WHERE id = ?")
POST_GONE = Statement("DELETE FROM posts WHERE table_id = ? AND kind = ?")
POST = Statement(
    "INSERT INTO posts (table_id, kind, channel, message, revision, at) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT DO UPDATE SET channel = excluded.channel, message = excluded.message,"
    " revision = excluded.revision, at = excluded.at"
)
DRAFT_GONE = Statement("DELETE FROM drafts WHERE table_id = ? AND seat = ?")
DRAFT = Statement(
    "INSERT INTO drafts (table_id, seat, decision, chosen) VALUES (?, ?, ?, ?)"
    " ON CONFLICT DO UPDATE SET decision = excluded.decision, chosen = excluded.chosen"
)
NOTE = Statement(
    "INSERT INTO notes (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
)
PRUNE = Statement("DELETE FROM interactions WHERE at < ?")

_ORDER = (
    *(NEW_TABLE, NEW_STANDING, MOVE, REFILE, UNSEAT, SEAT, ACTION, INTERACTION),
    *(ERRAND, ERRAND_BEGUN, ERRAND_DONE, POST_GONE, POST, DRAFT_GONE, DRAFT, NOTE, PRUNE),
)


class Spread:
    """Writes, taken one by one, spread over the statements."""

    def __init__(self, writes: Iterable[Write]) -> None:
        self._rows: dict[Statement, list[Row]] = {}
        # Where a later write replaces an earlier one, the last one alone is written: statements run in an order of
        # their own, which could not be trusted with both.
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
            self._take_new(table)
        else:
            self._take_move(table, change.action, change.full)
        if change.users is not None:
            seats = [(SEAT, (user, table.id)) for user in dict.fromkeys(change.users)]
            self._latest["seats", table.id] = [(UNSEAT, (table.id,)), *seats]
        if change.action is not None:
            act = change.action
            self._add(ACTION, (table.id, act.number, act.seat, act.action, act.user, act.at))
        if change.interaction is not None:
            self._add(INTERACTION, (change.interaction, change.answer, int(step.at)))
        for errand in step.errands:
            self._add(ERRAND, (errand.id, errand.table, errand.kind, errand.payload))

    def _take_new(self, table: TableRow) -> None:
        place = (table.id, table.guild, table.channel, table.game, table.record, table.created)
        self._add(NEW_TABLE, place)
        standing = (table.id, table.phase, table.revision, table.actions, table.changed, table.state)
        self._add(NEW_STANDING, standing)

    def _take_move(self, table: TableRow, action: ActionRow | None, full: bool) -> None:
        now = (table.phase, table.revision, table.actions, table.changed, table.state)
        before = (table.id, table.revision - 1, table.actions - (action is not None))
        self._add(MOVE, now + before)
        if full:
            self._add(REFILE, (table.guild, table.channel, table.game, table.record, table.id))
