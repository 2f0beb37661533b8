"""What a change of a table or tournament brings along, as statements that every engine understands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import astuple

from storage.errors import Conflict, NoRoom
from storage.models import (
    AuditRow,
    Change,
    PlanRow,
    ProgrammeChange,
    ServerChange,
    TournamentChange,
)

Statement: TypeAlias = tuple[str, Sequence[Any]]
"""SQL, and the values for its question marks."""
AnyChange: TypeAlias = Change | TournamentChange | ProgrammeChange | ServerChange

RESULT_COLUMNS = (
    "table_id, seat, guild, game, ended, rated, user, name, robot, quit, place, points, figures, analysis"
)
RESULT = f"INSERT INTO results ({RESULT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_AUDIT = (
    "INSERT INTO audit (guild, tournament_id, table_id, at, user, name, kind, act, reason, about, about_name,"
    " undoes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
REPLACED_WISHES = "wishes = CASE WHEN {}.wishes = ? THEN excluded.wishes END"
"""Puts preferences in place of those that are expected there. For any others the column would get nothing,
which it does not take.
"""


class Owner(msgspec.Struct, frozen=True):
    """What the tables of the database are called that belong to tables, or to tournaments."""

    column: str
    """The column that tells whose a row is."""
    users: str
    outbox: str
    posts: str
    revisions: str
    """Where the owners' revisions are, by `key`."""
    key: str
    records: str
    """Where the owners themselves are, with their servers."""

    def replace_users(self, owner: str, users: Iterable[int] | None) -> Iterator[Statement]:
        """From now on these have to do with it; None: nothing has changed."""
        if users is not None:
            yield f"DELETE FROM {self.users} WHERE {self.column} = ?", (owner,)
            for user in dict.fromkeys(users):
                yield f"INSERT INTO {self.users} (user, {self.column}) VALUES (?, ?)", (user, owner)


TABLES = Owner("table_id", "seated", "errands", "posts", "standing", "table_id", "tables")
TOURNAMENTS = Owner(
    *("tournament_id", "tournament_users", "tournament_errands", "tournament_posts", "tournaments", "id"),
    "tournaments",
)


def require_consistent(change: Change) -> None:
    """Conflict if the change contradicts itself about how many actions there are."""
    table, action = change.table, change.action
    if (action and action.number != table.actions) or (
        table.revision == 1 and not change.copied_from and table.actions != (action is not None)
    ):
        raise Conflict(
            f"Table {table.id} would have {table.actions} actions, which does not fit the one it brings."
        )


def what_else_it_brings(change: AnyChange) -> list[Statement]:
    """What is stored with the change beside its row, its action, its answer and its outbox entries."""
    more = list[Statement]()
    if isinstance(change, Change):
        if not (change.results or change.plans or change.audit) and change.users is None:
            return more  # as most moves
        more += ((RESULT, astuple(result)) for result in change.results)
        more += map(plan_statement, change.plans)
        more += TABLES.replace_users(change.table.id, change.users)
    elif isinstance(change, TournamentChange):
        more += TOURNAMENTS.replace_users(change.row.id, change.users)
    elif isinstance(change, ServerChange):
        more += _bans_of(change)
    more += map(_audit_statement, change.audit)
    return more


def copied_actions(change: Change, *more: str) -> Statement:
    """Copies the first actions of another table for one that begins with them. `more`: columns besides."""
    columns = ", ".join(("number, seat, action, user, at", *more))
    sql = (
        f"INSERT INTO actions (table_id, {columns}) SELECT CAST(? AS TEXT), {columns} FROM actions"
        " WHERE table_id = ? AND number <= ?"
    )
    return sql, (change.table.id, change.copied_from, change.table.actions)


BAN = "SELECT guild, key, user, name, since, until FROM bans"
_NEW_BAN = (
    "INSERT INTO bans (guild, key, user, name, since, until) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (guild, key) DO UPDATE SET user = excluded.user, name = excluded.name,"
    " since = excluded.since, until = excluded.until"
)


def _bans_of(change: ServerChange) -> Iterator[Statement]:
    if change.lifted is not None:
        yield "DELETE FROM bans WHERE guild = ? AND key = ?", (change.guild, change.lifted)
    if change.ban is not None:
        yield _NEW_BAN, astuple(change.ban)


def plan_statement(plan: PlanRow) -> Statement:
    """What a seat wants done by itself, in place of what it wanted before."""
    if not plan.plan:
        return "DELETE FROM orders WHERE table_id = ? AND seat = ?", (plan.table, plan.seat)
    sql = (
        "INSERT INTO orders (table_id, seat, wish) VALUES (?, ?, ?)"
        " ON CONFLICT (table_id, seat) DO UPDATE SET wish = excluded.wish"
    )
    return sql, astuple(plan)


def _audit_statement(entry: AuditRow) -> Statement:
    return _AUDIT, astuple(entry)[1:]


OPEN_SEATS = (
    "SELECT count(*) FROM seated JOIN standing ON standing.table_id = seated.table_id"
    " JOIN tables ON tables.id = seated.table_id"
    " WHERE seated.user = {user} AND tables.guild = {guild} AND phase IN ('lobby', 'playing')"
)
OPEN_TABLES = (
    "SELECT count(*) FROM tables JOIN standing ON standing.table_id = tables.id"
    " WHERE tables.guild = {guild} AND phase IN ('lobby', 'playing')"
)
"""What a new table's `Room` is held against."""

ANSWER = "SELECT answer FROM interactions WHERE id = ?"


def where_it_stands(change: AnyChange) -> Statement:
    """What asks where that stands which the change follows on."""
    if isinstance(change, Change):
        return "SELECT revision, actions FROM standing WHERE table_id = ?", (change.table.id,)
    if isinstance(change, TournamentChange):
        return "SELECT revision FROM tournaments WHERE id = ?", (change.row.id,)
    return "SELECT 0", ()  # what is told of the others needs no question


def does_not_follow(change: AnyChange, stands: Sequence[Sequence[int]]) -> Conflict | None:
    """The sentence for a change that does not follow on what `where_it_stands` has found; None if it does."""
    if isinstance(change, ProgrammeChange):
        return Conflict(f"The change does not follow on what is stored of {change.row.id}.")
    if isinstance(change, ServerChange):
        return None
    if isinstance(change, TournamentChange):
        row, [revision] = change.row, stands[0] if stands else (0,)
        if revision == row.revision - 1:
            return None
        return Conflict(
            f"Tournament {row.id} stands at revision {revision}; the change follows on {row.revision - 1}."
        )
    table, before = change.table, change.table.actions - (change.action is not None)
    revision, actions = stands[0] if stands else (0, 0)
    if (revision, actions) == (table.revision - 1, before):
        return None if change.room is None else NoRoom("More tables are open than there were.")
    return Conflict(
        f"Table {table.id} stands at revision {revision} with {actions} actions; "
        f"the change follows on revision {table.revision - 1} with {before}."
    )
