"""What can be written, and to which rows each write comes.

Writes that share a transaction are spread over statements first; each statement then runs once over all its
rows.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable
from dataclasses import astuple, dataclass
from typing import Any, TypeAlias

from storage.models import AuditRow, Draft, OrderRow, OutboxRow, Post
from storage.sqlite import changes
from storage.sqlite.changes import (
    TABLE_CHANGE,
    TABLE_STATEMENTS,
    TOURNAMENT_CHANGE,
    TOURNAMENT_STATEMENTS,
    OwnerStatements,
    Statement,
    TableStep,
    TournamentStep,
    table_row_of,
)

Row: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class OutboxBegun:
    """One more attempt at an outbox entry."""

    entry: int
    of: OwnerStatements


@dataclass(frozen=True, slots=True)
class OutboxDone:
    """An outbox entry that need not be run any more."""

    entry: int
    of: OwnerStatements


@dataclass(frozen=True, slots=True)
class PostShown:
    """A message that shows its table or tournament."""

    post: Post
    of: OwnerStatements


@dataclass(frozen=True, slots=True)
class PostGone:
    """A message that is no more."""

    owner: str
    kind: str
    of: OwnerStatements


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


Write: TypeAlias = (
    TableStep
    | TournamentStep
    | OutboxBegun
    | OutboxDone
    | PostShown
    | PostGone
    | Draft
    | OrderRow
    | Note
    | Prune
    | Rows
)

# In the order in which they run: what others point to comes first.

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
AUDIT: Statement = (
    "INSERT INTO audit (guild, tournament_id, table_id, at, user, name, kind, act, reason, about, about_name,"
    " undoes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
PRUNE: Statement = "DELETE FROM interactions WHERE at < ?"


def _statements_of(of: OwnerStatements) -> tuple[Statement, ...]:
    return (of.empty, of.join, of.entry, of.outbox_begun, of.outbox_done, of.post_gone, of.post)


_ORDER = (
    *(
        TABLE_CHANGE,
        TOURNAMENT_CHANGE,
        RESULT,
        AUDIT,
        *_statements_of(TABLE_STATEMENTS),
        *_statements_of(TOURNAMENT_STATEMENTS),
    ),
    *(DRAFT_GONE, DRAFT, ORDER_GONE, ORDER, NOTE, PRUNE),
)


class StatementBatch:
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
            case TableStep():
                self._take_step(write)
            case TournamentStep():
                self._take_tournament_step(write)
            case OutboxBegun(entry, of):
                self._add(of.outbox_begun, (entry,))
            case OutboxDone(entry, of):
                self._add(of.outbox_done, (entry,))
            case PostShown(post, of):
                self._latest[of.post, post.table, post.kind] = [(of.post, astuple(post))]
            case PostGone(owner, kind, of):
                self._latest[of.post, owner, kind] = [(of.post_gone, (owner, kind))]
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

    def _take_step(self, step: TableStep) -> None:
        change = step.change
        self._add(TABLE_CHANGE, table_row_of(step))  # with the first outbox entry
        for result in change.results:
            self._add(RESULT, astuple(result))
        for order in change.orders:
            self._take_order(order)
        self._take_outbox(TABLE_STATEMENTS, step.outbox[1:])
        self._take_users(TABLE_STATEMENTS, change.table.id, change.users)
        self._take_audit(change.audit)

    def _take_tournament_step(self, step: TournamentStep) -> None:
        change = step.change
        self._add(TOURNAMENT_CHANGE, changes.tournament_row_of(step))
        self._take_outbox(TOURNAMENT_STATEMENTS, step.outbox)
        self._take_users(TOURNAMENT_STATEMENTS, change.row.id, change.users)
        self._take_audit(change.audit)

    def _take_outbox(self, of: OwnerStatements, outbox: Iterable[OutboxRow]) -> None:
        for entry in outbox:
            self._add(of.entry, (entry.id, entry.table, entry.kind, entry.payload))

    def _take_users(self, of: OwnerStatements, owner: str, users: Iterable[int] | None) -> None:
        if users is not None:
            there = [(of.join, (user, owner)) for user in dict.fromkeys(users)]
            self._latest[of.join, owner] = [(of.empty, (owner,)), *there]

    def _take_audit(self, entries: Iterable[AuditRow]) -> None:
        for entry in entries:
            _id, *row = astuple(entry)
            self._add(AUDIT, tuple(row))
