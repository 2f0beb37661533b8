"""A change of a table or tournament as the statements that store it.

A change is one row of one statement, which triggers take apart into all that the change brings. One statement
is atomic by itself, and the writing thread gives way to the event loop for it once, not for each part. The
triggers also refuse what does not follow on what is stored, at no cost to what does. They belong to the
connection: no migration knows them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from typing import Any, TypeAlias

from storage.errors import AlreadyDone, Conflict
from storage.models import (
    AuditRow,
    Change,
    OrderRow,
    OutboxRow,
    PlanChange,
    ServerChange,
    TournamentChange,
)

Statement: TypeAlias = tuple[str, Sequence[Any]]
"""SQL, and the values for its question marks."""

RESULT_COLUMNS = (
    "table_id, seat, guild, game, ended, rated, user, name, robot, quit, place, points, figures, analysis"
)
RESULT = f"INSERT INTO results ({RESULT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_AUDIT = (
    "INSERT INTO audit (guild, tournament_id, table_id, at, user, name, kind, act, reason, about, about_name,"
    " undoes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


@dataclass(frozen=True, slots=True)
class Owner:
    """What the tables of the file are called that belong to tables, or to tournaments."""

    column: str
    """The column that tells whose a row is."""
    users: str
    outbox: str
    posts: str
    revisions: str
    """Where the owners' revisions are, by `key`."""
    key: str

    def entry(self, row: OutboxRow) -> Statement:
        """Adds an outbox entry."""
        sql = f"INSERT INTO {self.outbox} (id, {self.column}, kind, payload) VALUES (?, ?, ?, ?)"
        return sql, (row.id, row.table, row.kind, row.payload)

    def replace_users(self, owner: str, users: Iterable[int] | None) -> Iterator[Statement]:
        """From now on these have to do with it; None: nothing has changed."""
        if users is not None:
            yield f"DELETE FROM {self.users} WHERE {self.column} = ?", (owner,)
            for user in dict.fromkeys(users):
                yield f"INSERT INTO {self.users} (user, {self.column}) VALUES (?, ?)", (user, owner)


TABLES = Owner("table_id", "seated", "errands", "posts", "standing", "table_id")
TOURNAMENTS = Owner(
    *("tournament_id", "tournament_users", "tournament_errands", "tournament_posts", "tournaments", "id")
)


def _view(name: str, columns: Sequence[str]) -> str:
    """Makes something with these columns into which rows can be put, for triggers to take them apart."""
    return f"CREATE TEMP VIEW {name} ({', '.join(columns)}) AS SELECT {', '.join('NULL' for _ in columns)}"


def _trigger(view: str, name: str, when: str, do: str) -> str:
    """Makes a part of what happens to a row that is put into the view."""
    return f"CREATE TEMP TRIGGER {name} INSTEAD OF INSERT ON {view} WHEN {when} BEGIN {do}; END"


_TABLE_COLUMNS = (
    *("table_id", "phase", "revision", "actions", "changed", "state", "timing", "due"),
    *("guild", "channel", "game", "record", "created"),
    *("seat", "action", "user", "at"),
    *("interaction", "answer", "answered"),
    *("entry", "kind", "payload"),
)
_TABLE_CHANGE = f"INSERT INTO table_changes VALUES ({', '.join('?' for _ in _TABLE_COLUMNS)})"
_TOURNAMENT_COLUMNS = (
    *("id", "guild", "channel", "game", "phase", "revision", "record", "created", "changed"),
    *("series", "season"),
    *("interaction", "answer", "answered"),
)
_TOURNAMENT_CHANGE = f"INSERT INTO tournament_changes VALUES ({', '.join('?' for _ in _TOURNAMENT_COLUMNS)})"

_KEEP_ANSWER = "INSERT INTO interactions (id, answer, at) VALUES (new.interaction, new.answer, new.answered)"
_REFUSE_UNLESS_FOLLOWING = "SELECT raise(ABORT, 'does not follow') WHERE changes() = 0"

_PLAN_COLUMNS = ("id", "guild", "revision", "record", "removed", "interaction", "answer", "answered")


def _plan_changes(table: str) -> Iterator[str]:
    """The view for changes of the plans in this table, and what becomes of a row that is put into it."""
    view, follows = f"{table}_changes", "id = new.id AND revision = new.revision - 1"
    columns = "id, guild, revision, record"
    values = "new.id, new.guild, new.revision, new.record"
    yield _view(view, _PLAN_COLUMNS)
    insert = f"INSERT INTO {table} ({columns}) VALUES ({values})"
    yield _trigger(view, f"begin_{table}", "new.revision = 1", insert)
    update = f"UPDATE {table} SET revision = new.revision, record = new.record WHERE {follows}"
    changed = "new.revision <> 1 AND NOT new.removed"
    yield _trigger(view, f"change_{table}", changed, f"{update}; {_REFUSE_UNLESS_FOLLOWING}")
    delete = f"DELETE FROM {table} WHERE {follows}"
    yield _trigger(view, f"remove_{table}", "new.removed", f"{delete}; {_REFUSE_UNLESS_FOLLOWING}")
    yield _trigger(view, f"keep_{table}_answer", "new.interaction IS NOT NULL", _KEEP_ANSWER)


# They run in an order that SQLite does not tell. It does not matter: a row may point to one that comes with
# it, and all is undone if one of them refuses.
PREPARATIONS = (
    _view("table_changes", _TABLE_COLUMNS),
    _trigger(
        *("table_changes", "open_table", "new.revision = 1"),
        """
        INSERT INTO tables (id, guild, channel, game, record, created)
            VALUES (new.table_id, new.guild, new.channel, new.game, new.record, new.created);
        INSERT INTO standing (table_id, phase, revision, actions, changed, state, timing, due)
            VALUES (new.table_id, new.phase, new.revision, new.actions, new.changed, new.state, new.timing,
                new.due)
        """,
    ),
    _trigger(
        *("table_changes", "change_table", "new.revision <> 1"),
        f"""
        UPDATE standing
            SET phase = new.phase, revision = new.revision, actions = new.actions, changed = new.changed,
                state = new.state, timing = new.timing, due = new.due
            WHERE table_id = new.table_id AND revision = new.revision - 1
                AND actions = new.actions - (new.action IS NOT NULL);
        {_REFUSE_UNLESS_FOLLOWING}
        """,
    ),
    _trigger(
        *("table_changes", "change_lobby", "new.revision <> 1 AND new.record IS NOT NULL"),
        """
        UPDATE tables
            SET guild = new.guild, channel = new.channel, game = new.game, record = new.record
            WHERE id = new.table_id
        """,
    ),
    _trigger(
        *("table_changes", "add_action", "new.action IS NOT NULL"),
        """
        INSERT INTO actions (table_id, number, seat, action, user, at)
            VALUES (new.table_id, new.actions, new.seat, new.action, new.user, new.at)
        """,
    ),
    _trigger("table_changes", "keep_answer", "new.interaction IS NOT NULL", _KEEP_ANSWER),
    _trigger(
        *("table_changes", "add_outbox_entry", "new.entry IS NOT NULL"),
        """
        INSERT INTO errands (id, table_id, kind, payload)
            VALUES (new.entry, new.table_id, new.kind, new.payload)
        """,
    ),
    _view("tournament_changes", _TOURNAMENT_COLUMNS),
    _trigger(
        *("tournament_changes", "announce_tournament", "new.revision = 1"),
        """
        INSERT INTO tournaments
            (id, guild, channel, game, phase, revision, record, created, changed, series, season)
            VALUES (new.id, new.guild, new.channel, new.game, new.phase, new.revision, new.record,
                new.created, new.changed, new.series, new.season)
        """,
    ),
    _trigger(
        *("tournament_changes", "change_tournament", "new.revision <> 1"),
        f"""
        UPDATE tournaments
            SET guild = new.guild, channel = new.channel, game = new.game, phase = new.phase,
                revision = new.revision, record = new.record, changed = new.changed,
                series = new.series, season = new.season
            WHERE id = new.id AND revision = new.revision - 1;
        {_REFUSE_UNLESS_FOLLOWING}
        """,
    ),
    _trigger("tournament_changes", "keep_tournament_answer", "new.interaction IS NOT NULL", _KEEP_ANSWER),
    *_plan_changes("recurring"),
    *_plan_changes("series"),
    """
    CREATE TEMP TRIGGER post_audit_entry AFTER INSERT ON main.audit BEGIN
        INSERT INTO audit_posts (entry, guild, channel)
            SELECT new.id, new.guild, channel FROM log_channels WHERE guild = new.guild;
    END
    """,
)
"""What a connection must have run once before it can store changes."""


def table_change(change: Change, outbox: Sequence[OutboxRow], at: float) -> list[Statement]:
    """What stores the change, at a time in Unix seconds: a move with at most one outbox entry is one row.

    Conflict if the change contradicts itself about how many actions there are.
    """
    table, action = change.table, change.action
    if (action and action.number != table.actions) or (
        table.revision == 1 and table.actions != (action is not None)
    ):
        raise Conflict(
            f"Table {table.id} would have {table.actions} actions, which does not fit the one it brings."
        )
    is_full = change.full or table.revision == 1
    row = (
        *(table.id, table.phase, table.revision, table.actions, table.changed, table.state),
        *(table.timing, table.due),
        *((table.guild, table.channel, table.game, table.record, table.created) if is_full else _NONE[:5]),
        *((action.seat, action.action, action.user, action.at) if action else _NONE[:4]),
        *(change.interaction, change.answer, int(at)),
        *((outbox[0].id, outbox[0].kind, outbox[0].payload) if outbox else _NONE[:3]),
    )
    return [
        (_TABLE_CHANGE, row),
        *((RESULT, astuple(result)) for result in change.results),
        *map(order_statement, change.orders),
        *map(TABLES.entry, outbox[1:]),
        *TABLES.replace_users(table.id, change.users),
        *map(_audit_statement, change.audit),
    ]


_NONE = (None,) * 5


def tournament_change(change: TournamentChange, outbox: Sequence[OutboxRow], at: float) -> list[Statement]:
    """What stores the change, at a time in Unix seconds."""
    row = change.row
    values = (
        *(row.id, row.guild, row.channel, row.game, row.phase, row.revision, row.record),
        *(row.created, row.changed, row.series, row.season),
        *(change.interaction, change.answer, int(at)),
    )
    return [
        (_TOURNAMENT_CHANGE, values),
        *map(TOURNAMENTS.entry, outbox),
        *TOURNAMENTS.replace_users(row.id, change.users),
        *map(_audit_statement, change.audit),
    ]


def plan_change(table: str, change: PlanChange, outbox: Sequence[OutboxRow], at: float) -> list[Statement]:
    """What stores the change of a plan in this table, at a time in Unix seconds."""
    row = change.row
    values = (
        *(row.id, row.guild, row.revision, row.record, change.removed),
        *(change.interaction, change.answer, int(at)),
    )
    sql = f"INSERT INTO {table}_changes VALUES ({', '.join('?' for _ in _PLAN_COLUMNS)})"
    return [(sql, values), *map(TOURNAMENTS.entry, outbox), *map(_audit_statement, change.audit)]


BAN = "SELECT guild, key, user, name, since, until FROM bans"
_NEW_BAN = "INSERT OR REPLACE INTO bans (guild, key, user, name, since, until) VALUES (?, ?, ?, ?, ?, ?)"


def server_change(change: ServerChange, at: float) -> Iterator[Statement]:
    """What stores the change, at a time in Unix seconds."""
    if change.interaction is not None:
        answered = change.interaction, change.answer, int(at)
        yield "INSERT INTO interactions (id, answer, at) VALUES (?, ?, ?)", answered
    if change.lifted is not None:
        yield "DELETE FROM bans WHERE guild = ? AND key = ?", (change.guild, change.lifted)
    if change.ban is not None:
        yield _NEW_BAN, astuple(change.ban)
    yield from map(_audit_statement, change.audit)


def order_statement(order: OrderRow) -> Statement:
    """What a seat wants done by itself, in place of what it wanted before."""
    if not order.order:
        return "DELETE FROM orders WHERE table_id = ? AND seat = ?", (order.table, order.seat)
    sql = (
        "INSERT INTO orders (table_id, seat, wish) VALUES (?, ?, ?)"
        " ON CONFLICT DO UPDATE SET wish = excluded.wish"
    )
    return sql, astuple(order)


def _audit_statement(entry: AuditRow) -> Statement:
    return _AUDIT, astuple(entry)[1:]


AnyChange: TypeAlias = Change | TournamentChange | PlanChange | ServerChange


def why_refused(db: sqlite3.Connection, change: AnyChange) -> AlreadyDone | Conflict | None:
    """Why a change cannot be stored as things stand: its press was answered before, or it does not follow."""
    answers = db.execute("SELECT answer FROM interactions WHERE id = ?", (change.interaction,)).fetchall()
    if answers:
        return AlreadyDone(answers[0][0])
    if isinstance(change, PlanChange):
        return Conflict(f"The change does not follow on what is stored of {change.row.id}.")
    if isinstance(change, ServerChange):
        return None
    if isinstance(change, TournamentChange):
        row = change.row
        found = db.execute("SELECT revision FROM tournaments WHERE id = ?", (row.id,)).fetchone()
        revision = found[0] if found else 0
        if revision == row.revision - 1:
            return None
        return Conflict(
            f"Tournament {row.id} stands at revision {revision}; the change follows on {row.revision - 1}."
        )
    table, before = change.table, change.table.actions - (change.action is not None)
    sql = "SELECT revision, actions FROM standing WHERE table_id = ?"
    revision, actions = db.execute(sql, (table.id,)).fetchone() or (0, 0)
    if (revision, actions) == (table.revision - 1, before):
        return None
    return Conflict(
        f"Table {table.id} stands at revision {revision} with {actions} actions; "
        f"the change follows on revision {table.revision - 1} with {before}."
    )
