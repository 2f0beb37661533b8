"""What can be written, and to which rows each write comes.

Writes that share a transaction are spread over statements first; each statement then runs once over all its
rows.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable
from dataclasses import astuple, dataclass
from typing import Any, TypeAlias

from storage.records import Draft, OrderRow, Post
from storage.sqlite.changes import CHANGE, Step, row_of

Row: TypeAlias = tuple[Any, ...]
Statement: TypeAlias = str


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


@dataclass(frozen=True, slots=True)
class Rows:
    """Statements that belong together, each with its row, run in this order after everything else."""

    rows: tuple[tuple[Statement, Row], ...]


Write: TypeAlias = Step | ErrandBegun | ErrandDone | Post | PostGone | Draft | OrderRow | Note | Prune | Rows

# In the order in which they run: what others point to comes first.

UNSEAT: Statement = "DELETE FROM seated WHERE table_id = ?"
SEAT: Statement = "INSERT INTO seated (user, table_id) VALUES (?, ?)"
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
ORDER_GONE: Statement = "DELETE FROM orders WHERE table_id = ? AND seat = ?"
ORDER: Statement = (
    "INSERT INTO orders (table_id, seat, wish) VALUES (?, ?, ?)"
    " ON CONFLICT DO UPDATE SET wish = excluded.wish"
)
NOTE: Statement = (
    "INSERT INTO notes (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
)
RESULT: Statement = (
    "INSERT INTO results (table_id, seat, guild, game, ended, rated, user, name, robot, quit, place, points,"
    " figures) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
PRUNE: Statement = "DELETE FROM interactions WHERE at < ?"

_ORDER = (
    *(CHANGE, UNSEAT, SEAT, RESULT, ERRAND, ERRAND_BEGUN, ERRAND_DONE),
    *(POST_GONE, POST, DRAFT_GONE, DRAFT, ORDER_GONE, ORDER, NOTE, PRUNE),
)


class Spread:
    """Writes, taken one by one, spread over the statements."""

    def __init__(self, writes: Iterable[Write]) -> None:
        self._rows: dict[Statement, list[Row]] = {}
        # Where a later write replaces an earlier one, the last one alone is written: statements run in an
        # order of their own, which could not be trusted with both.
        self._latest: dict[Hashable, list[tuple[Statement, Row]]] = {}
        self._last: list[tuple[Statement, list[Row]]] = []
        for write in writes:
            self._take(write)
        for rows in self._latest.values():
            for statement, row in rows:
                self._add(statement, row)

    def statements(self) -> list[tuple[Statement, list[Row]]]:
        """The statements that are needed, in the order in which they must run, with all their rows."""
        ordered = [(statement, self._rows[statement]) for statement in _ORDER if statement in self._rows]
        return ordered + self._last

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
            case OrderRow():
                self._take_order(write)
            case Note(key, value):
                self._latest["note", key] = [(NOTE, (key, value))]
            case Prune(before):
                self._add(PRUNE, (before,))
            case Rows(rows):
                self._last += [(statement, [row]) for statement, row in rows]

    def _take_order(self, order: OrderRow) -> None:
        table, seat, wish = astuple(order)
        self._latest["order", table, seat] = [
            (ORDER, (table, seat, wish)) if wish else (ORDER_GONE, (table, seat))
        ]

    def _take_step(self, step: Step) -> None:
        self._add(CHANGE, row_of(step))
        for errand in step.errands[1:]:
            self._add(ERRAND, (errand.id, errand.table, errand.kind, errand.payload))
        for result in step.change.results:
            self._add(RESULT, astuple(result))
        for order in step.change.orders:
            self._take_order(order)
        users, table = step.change.users, step.change.table.id
        if users is not None:
            seats = [(SEAT, (user, table)) for user in dict.fromkeys(users)]
            self._latest["seats", table] = [(UNSEAT, (table,)), *seats]
