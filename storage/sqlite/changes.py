"""A change of a table or tournament as the statements that store it.

A change is one row of one statement, which triggers take apart into all that the change brings. One statement
is atomic by itself, and the writing thread gives way to the event loop for it once, not for each part. The
triggers also refuse what does not follow on what is stored, at no cost to what does. They belong to the
connection: no migration knows them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

from msgspec.structs import astuple

from storage.errors import AlreadyDone, Conflict
from storage.models import Change, OutboxRow, ProgrammeChange, ServerChange, TournamentChange
from storage.sql.changes import (
    ANSWER,
    OPEN_SEATS,
    OPEN_TABLES,
    TABLES,
    TOURNAMENTS,
    AnyChange,
    Owner,
    Statement,
    copied_actions,
    does_not_follow,
    what_else_it_brings,
    where_it_stands,
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


def table_changes(count: int) -> str:
    """Stores so many changes of tables that are one row each: what stands in them, one after the other."""
    row = f"({', '.join('?' for _ in _TABLE_COLUMNS)})"
    return f"INSERT INTO table_changes VALUES {', '.join([row] * count)}"


TABLE_CHANGE = table_changes(1)
_TOURNAMENT_COLUMNS = (
    *("id", "guild", "channel", "game", "phase", "revision", "record", "created", "changed"),
    *("series", "season"),
    *("interaction", "answer", "answered"),
)
_TOURNAMENT_CHANGE = f"INSERT INTO tournament_changes VALUES ({', '.join('?' for _ in _TOURNAMENT_COLUMNS)})"

_KEEP_ANSWER = "INSERT INTO interactions (id, answer, at) VALUES (new.interaction, new.answer, new.answered)"
_REFUSE_UNLESS_FOLLOWING = "SELECT raise(ABORT, 'does not follow') WHERE changes() = 0"

_PROGRAMME_COLUMNS = ("id", "guild", "revision", "record", "removed", "interaction", "answer", "answered")


def _programme_changes(table: str) -> Iterator[str]:
    """The view for changes of the programmes in this table, and what becomes of a row that is put into it."""
    view, follows = f"{table}_changes", "id = new.id AND revision = new.revision - 1"
    columns = "id, guild, revision, record"
    values = "new.id, new.guild, new.revision, new.record"
    yield _view(view, _PROGRAMME_COLUMNS)
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
    _view("room", ("guild", "user", "seats", "tables")),
    _trigger(
        *("room", "keep_room", "true"),
        f"""
        SELECT raise(ABORT, 'no room')
            WHERE ({OPEN_SEATS.format(user="new.user", guild="new.guild")}) > new.seats
            OR ({OPEN_TABLES.format(guild="new.guild")}) > new.tables
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
    *_programme_changes("recurring"),
    *_programme_changes("series"),
    """
    CREATE TEMP TRIGGER post_audit_entry AFTER INSERT ON main.audit BEGIN
        INSERT INTO audit_posts (entry, guild, channel)
            SELECT new.id, new.guild, channel FROM log_channels WHERE guild = new.guild;
    END
    """,
)
"""What a connection must have run once before it can store changes."""


def statements_of(
    change: AnyChange, programmes: str, outbox: Sequence[OutboxRow], at: float
) -> list[Statement]:
    """What stores the change, at a time in Unix seconds: a move with at most one outbox entry is one row.

    `programmes` is the table that a `ProgrammeChange` is about.
    """
    more = what_else_it_brings(change)
    if isinstance(change, Change):
        entries = [entry_row(TABLES, entry) for entry in outbox[1:]]
        rows = [_table_row(change, outbox, at)]
        if change.room is not None:
            room = change.table.guild, *astuple(change.room)
            rows.insert(0, ("INSERT INTO room VALUES (?, ?, ?, ?)", room))
        if change.copied_from:
            rows.append(copied_actions(change))
        return [*rows, *entries, *more]
    if isinstance(change, ServerChange):
        return [*_answer_row(change, at), *more]
    is_programme = isinstance(change, ProgrammeChange)
    row = _programme_row(programmes, change, at) if is_programme else _tournament_row(change, at)
    return [row, *(entry_row(TOURNAMENTS, entry) for entry in outbox), *more]


def _table_row(change: Change, outbox: Sequence[OutboxRow], at: float) -> Statement:
    table, action = change.table, change.action
    is_full = change.full or table.revision == 1
    return TABLE_CHANGE, (
        *(table.id, table.phase, table.revision, table.actions, table.changed, table.state),
        *(table.timing, table.due),
        *((table.guild, table.channel, table.game, table.record, table.created) if is_full else _NONE[:5]),
        *((action.seat, action.action, action.user, action.at) if action else _NONE[:4]),
        *(change.interaction, change.answer, int(at)),
        *((outbox[0].id, outbox[0].kind, outbox[0].payload) if outbox else _NONE[:3]),
    )


_NONE = (None,) * 5


def _tournament_row(change: TournamentChange, at: float) -> Statement:
    row = change.row
    return _TOURNAMENT_CHANGE, (
        *(row.id, row.guild, row.channel, row.game, row.phase, row.revision, row.record),
        *(row.created, row.changed, row.series, row.season),
        *(change.interaction, change.answer, int(at)),
    )


def _programme_row(table: str, change: ProgrammeChange, at: float) -> Statement:
    row = change.row
    return f"INSERT INTO {table}_changes VALUES ({', '.join('?' for _ in _PROGRAMME_COLUMNS)})", (
        *(row.id, row.guild, row.revision, row.record, change.removed),
        *(change.interaction, change.answer, int(at)),
    )


def _answer_row(change: ServerChange, at: float) -> Iterator[Statement]:
    if change.interaction is not None:
        answered = change.interaction, change.answer, int(at)
        yield "INSERT INTO interactions (id, answer, at) VALUES (?, ?, ?)", answered


def entry_row(owner: Owner, row: OutboxRow) -> Statement:
    """The statement, with its values, that adds one entry to its owner's outbox."""
    sql = f"INSERT INTO {owner.outbox} (id, {owner.column}, kind, payload) VALUES (?, ?, ?, ?)"
    return sql, (row.id, row.table, row.kind, row.payload)


def why_refused(db: sqlite3.Connection, change: AnyChange) -> AlreadyDone | Conflict | None:
    """Why a change cannot be stored as things stand: its press was answered before, or it does not follow."""
    answers = db.execute(ANSWER, (change.interaction,)).fetchall()
    if answers:
        return AlreadyDone(answers[0][0])
    sql, values = where_it_stands(change)
    return does_not_follow(change, db.execute(sql, values).fetchall())
