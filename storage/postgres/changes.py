"""Changes as the statements that store them: one statement for all of a kind that wait together.

A change that does not follow on what is stored, or whose press was answered before, is left out by the
statement itself, which tells whom it stored. One that is refused costs the others nothing, and all of them
are one way to the server and back.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import astuple

from storage.errors import AlreadyDone, Conflict
from storage.models import Change, News, OutboxRow, ProgrammeChange, ServerChange, TournamentChange
from storage.postgres.connection import Connection, in_postgres
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
from storage.sql.group_commit import Write

_ANSWER = {
    "interaction": "bigint",
    "answer": "bytea",
    "answered": "bigint",
    "until": "double precision",
}
_ENTRY = {"entry": "bigint", "kind": "text", "payload": "bytea"}
_STANDING = {
    "table_id": "text",
    "phase": "text",
    "revision": "bigint",
    "actions": "bigint",
    "changed": "double precision",
    "state": "bytea",
    "timing": "bytea",
    "due": "double precision",
}
_ACTION = {"seat": "bigint", "action": "text", '"user"': "bigint", "at": "double precision"}
_LOBBY = {"guild": "bigint", "channel": "bigint", "game": "text", "record": "bytea"}
_TOURNAMENT = {
    "id": "text",
    "guild": "bigint",
    "channel": "bigint",
    "game": "text",
    "phase": "text",
    "revision": "bigint",
    "record": "bytea",
    "created": "double precision",
    "changed": "double precision",
    "series": "text",
    "season": "bigint",
}
_PROGRAMME = {"id": "text", "guild": "bigint", "revision": "bigint", "record": "bytea"}

_NOT_ANSWERED = (
    "NOT EXISTS (SELECT FROM interactions WHERE interactions.id = w.interaction)"
    " AND (w.until IS NULL OR clock_timestamp() < to_timestamp(w.until))"
)
"""What comes of a press comes of it once, and not after whoever pressed was told that nobody knows."""
_ANSWERED = (
    "answered AS (INSERT INTO interactions (id, guild, answer, at)"
    " SELECT interaction, guild, answer, answered FROM stored WHERE interaction IS NOT NULL)"
)
_ACTED = (
    'acted AS (INSERT INTO actions (table_id, guild, number, seat, action, "user", at)'
    ' SELECT table_id, guild, actions, seat, action, "user", at FROM stored WHERE action IS NOT NULL)'
)
_TOLD = (
    "told AS (INSERT INTO errands (id, table_id, guild, kind, payload)"
    " SELECT entry, table_id, guild, kind, payload FROM stored WHERE entry IS NOT NULL)"
)


class Kind(msgspec.Struct, frozen=True, eq=False):
    """The statements for changes of a kind, whose steps are parts of a WITH; `stored` is one of them."""

    together: str
    """Each value is an array with a place for each change; yields the places of those that were stored."""
    alone: str
    """For one change, in two thirds of the time; yields something if it was stored."""
    answered: int
    """Which of the values is the moment of the answer."""


def _kind(columns: Mapping[str, str], *steps: str) -> Kind:
    arrays = ", ".join(f"${number}::{type}[]" for number, type in enumerate(columns.values(), 1))
    many = f"SELECT * FROM unnest({arrays}) WITH ORDINALITY AS w({', '.join(columns)}, place)"
    values = ", ".join(
        f"${number}::{type} AS {name}" for number, (name, type) in enumerate(columns.items(), 1)
    )
    rest = ", ".join(steps)
    return Kind(
        f"WITH wanted AS ({many}), {rest} SELECT coalesce(array_agg(place), '{{}}') FROM stored",
        f"WITH wanted AS (SELECT {values}), {rest} SELECT 1 FROM stored",
        list(columns).index("answered"),
    )


def _fresh(table: str, key: str, also: str = "") -> str:
    """What begins: there is no such row yet."""
    unknown = f"NOT EXISTS (SELECT FROM {table} WHERE {table}.id = w.{key})"
    return f"stored AS (SELECT * FROM wanted w WHERE {unknown} AND {_NOT_ANSWERED}{also})"


def _inserted(step: str, table: str, columns: Mapping[str, str]) -> str:
    names = ", ".join(columns)
    return f"{step} AS (INSERT INTO {table} ({names}) SELECT {names} FROM stored)"


def _updated(table: str, columns: Mapping[str, str], follows: str, also: str = "") -> str:
    """What changes: the row stands at the revision before."""
    key, *others = columns
    sets = ", ".join(f"{name} = w.{name}" for name in others if name != "created")
    return (
        f"stored AS (UPDATE {table} AS was SET {sets} FROM wanted w"
        f" WHERE was.{key} = w.{key} AND was.revision = w.revision - 1{follows} AND {_NOT_ANSWERED}"
        f" RETURNING w.*{also})"
    )


_COUNTS = " AND was.actions = w.actions - (w.action IS NOT NULL)::integer"
_MOVE_COLUMNS = {**_STANDING, **_ACTION, **_ANSWER, **_ENTRY}
_FULL_COLUMNS = {**_MOVE_COLUMNS, **_LOBBY}
_OPEN_COLUMNS = {**_FULL_COLUMNS, "created": "double precision"}
_MOVE = _kind(
    _MOVE_COLUMNS, _updated("standing", _STANDING, _COUNTS, ", was.guild"), _ACTED, _ANSWERED, _TOLD
)
_FULL = _kind(
    _FULL_COLUMNS,
    _updated("standing", {**_STANDING, "guild": "bigint"}, _COUNTS),
    "lobby AS (UPDATE tables SET guild = stored.guild, channel = stored.channel, game = stored.game,"
    " record = stored.record FROM stored WHERE tables.id = stored.table_id)",
    *(_ACTED, _ANSWERED, _TOLD),
)
_OPEN = _kind(
    _OPEN_COLUMNS,
    _fresh("tables", "table_id"),
    "opened AS (INSERT INTO tables (id, guild, channel, game, record, created)"
    " SELECT table_id, guild, channel, game, record, created FROM stored)",
    _inserted("stood", "standing", {**_STANDING, "guild": "bigint"}),
    *(_ACTED, _ANSWERED, _TOLD),
)
_ROOM_COLUMNS = {**_OPEN_COLUMNS, "room_user": "bigint", "room_seats": "bigint", "room_tables": "bigint"}
_HAS_ROOM = in_postgres(
    f"({OPEN_SEATS.format(user='w.room_user', guild='w.guild')}) <= w.room_seats"
    f" AND (w.room_tables IS NULL OR ({OPEN_TABLES.format(guild='w.guild')}) <= w.room_tables)"
)
_OPEN_WITH_ROOM = _kind(
    _ROOM_COLUMNS,
    _fresh("tables", "table_id", f" AND {_HAS_ROOM}"),
    "opened AS (INSERT INTO tables (id, guild, channel, game, record, created)"
    " SELECT table_id, guild, channel, game, record, created FROM stored)",
    _inserted("stood", "standing", {**_STANDING, "guild": "bigint"}),
    *(_ACTED, _ANSWERED, _TOLD),
)
ROOM_LOCKS = (
    "SELECT pg_advisory_xact_lock(guild) FROM (SELECT unnest($1::bigint[]) AS guild ORDER BY 1) AS servers"
)
"""One after the other opens tables of a server: what another is about to open is not counted yet."""


def guilds_with_room(rows: Iterable[Row]) -> list[int]:
    """The servers of which one has to know how many tables are open."""
    changes = (row.write.change for row in rows)
    return sorted({each.table.guild for each in changes if isinstance(each, Change) and each.room})


_TOURNAMENT_COLUMNS = {**_TOURNAMENT, **_ANSWER}
_ANNOUNCE = _kind(
    _TOURNAMENT_COLUMNS,
    _fresh("tournaments", "id"),
    _inserted("announced", "tournaments", _TOURNAMENT),
    _ANSWERED,
)
_STEP = _kind(_TOURNAMENT_COLUMNS, _updated("tournaments", _TOURNAMENT, ""), _ANSWERED)
_ANSWER_ALONE = _kind(
    {"guild": "bigint", **_ANSWER}, f"stored AS (SELECT * FROM wanted w WHERE {_NOT_ANSWERED})", _ANSWERED
)


def _programme_kinds(table: str) -> tuple[Kind, Kind, Kind]:
    """What begins a programme, what changes it, what removes it."""
    columns = {**_PROGRAMME, **_ANSWER}
    removed = (
        f"stored AS (DELETE FROM {table} AS was USING wanted w WHERE was.id = w.id"
        f" AND was.revision = w.revision - 1 AND {_NOT_ANSWERED} RETURNING w.*)"
    )
    return (
        _kind(columns, _fresh(table, "id"), _inserted("begun", table, _PROGRAMME), _ANSWERED),
        _kind(columns, _updated(table, {"id": "", "revision": "", "record": ""}, ""), _ANSWERED),
        _kind(columns, removed, _ANSWERED),
    )


_PROGRAMMES = {table: _programme_kinds(table) for table in ("recurring", "series")}


class Row(msgspec.Struct, frozen=True, eq=False):
    """A write as it is sent: the values of its change, if it is one, and whatever else it stores."""

    write: Write
    kind: Kind | None
    values: Sequence[Any]
    statements: Sequence[Statement]


def row_of(write: Write, at: int, until: float) -> Row:
    """The write, at a time in Unix seconds, with the ids that its outbox entries have by now. `until`: from
    when on it is too late for what comes of a press, by the server's clock.
    """
    change, news = write.change, _news(write.news)
    if change is None:
        return Row(write, None, (), [*write.statements, *news])
    if isinstance(change, Change):
        kind, values = _table_row(change, write.outbox, _answer(change, at, until))
        entries = [copied_actions(change, "guild")] if change.copied_from else []
        entries += (_entry(TABLES, entry) for entry in write.outbox[1:])
    else:
        kind, values = _other_row(change, write.programmes, _answer(change, at, until))
        entries = [_entry(TOURNAMENTS, entry) for entry in write.outbox]
    return Row(write, kind, values, [*entries, *what_else_it_brings(change), *news])


NEWS_CHANNEL = "tortuga_news"


def _news(news: News | None) -> list[Statement]:
    """Tells all processes when the transaction is through."""
    if news is None:
        return []
    return [("SELECT pg_notify(?, ?)", (NEWS_CHANNEL, json.dumps(news)))]


def _other_row(
    change: TournamentChange | ProgrammeChange | ServerChange, programmes: str, answer: Sequence[Any]
) -> tuple[Kind, Sequence[Any]]:
    if isinstance(change, TournamentChange):
        row = change.row
        values = (row.id, row.guild, row.channel, row.game, row.phase, row.revision, row.record)
        dates = (row.created, row.changed, row.series, row.season)
        return _ANNOUNCE if row.revision == 1 else _STEP, (*values, *dates, *answer)
    if isinstance(change, ProgrammeChange):
        begin, step, remove = _PROGRAMMES[programmes]
        kind = remove if change.removed else begin if change.row.revision == 1 else step
        return kind, (*astuple(change.row), *answer)
    return _ANSWER_ALONE, (change.guild, *answer)


def _answer(change: AnyChange, at: int, until: float) -> Sequence[Any]:
    return change.interaction, change.answer, at, None if change.interaction is None else until


def _table_row(
    change: Change, outbox: Sequence[OutboxRow], answer: Sequence[Any]
) -> tuple[Kind, Sequence[Any]]:
    table, action = change.table, change.action
    row = (
        *(table.id, table.phase, table.revision, table.actions, table.changed, table.state),
        *(table.timing, table.due),
        *((action.seat, action.action, action.user, action.at) if action else _NONE[:4]),
        *answer,
        *((outbox[0].id, outbox[0].kind, outbox[0].payload) if outbox else _NONE[:3]),
    )
    if not change.full and table.revision != 1:
        return _MOVE, row
    lobby = table.guild, table.channel, table.game, table.record
    if table.revision == 1 and change.room is not None:
        return _OPEN_WITH_ROOM, (*row, *lobby, table.created, *astuple(change.room))
    if table.revision == 1:
        return _OPEN, (*row, *lobby, table.created)
    return _FULL, (*row, *lobby)


_NONE = (None,) * 4


def _entry(owner: Owner, row: OutboxRow) -> Statement:
    sql = f"INSERT INTO {owner.outbox} (id, {owner.column}, kind, payload) VALUES (?, ?, ?, ?)"
    return sql, (row.id, row.table, row.kind, row.payload)


def entry_with_new_id(owner: Owner, id: str, kind: str, payload: bytes) -> Statement:
    """Adds an outbox entry, whose id the database gives."""
    sql = f"INSERT INTO {owner.outbox} ({owner.column}, kind, payload) VALUES (?, ?, ?)"
    return sql, (id, kind, payload)


async def was_stored(db: Connection, row: Row) -> bool:
    """Whether a change is there, of which the server's answer was lost: by its press, or by what it says."""
    change = row.write.change
    assert change is not None
    if change.interaction is not None:
        at = row.values[row.kind.answered] if row.kind else 0
        found = "SELECT FROM interactions WHERE id = $1 AND answer = $2 AND at = $3"
        return bool(await db.fetch(found, change.interaction, change.answer, at))
    if isinstance(change, Change):
        table = change.table
        found = "SELECT FROM standing WHERE table_id = $1 AND revision = $2 AND changed = $3"
        return bool(await db.fetch(found, table.id, table.revision, table.changed))
    if isinstance(change, TournamentChange):
        found = "SELECT FROM tournaments WHERE id = $1 AND revision = $2 AND record = $3"
        return bool(await db.fetch(found, change.row.id, change.row.revision, change.row.record))
    if isinstance(change, ProgrammeChange) and not change.removed:
        found = f"SELECT FROM {row.write.programmes} WHERE id = $1 AND revision = $2 AND record = $3"
        return bool(await db.fetch(found, change.row.id, change.row.revision, change.row.record))
    return False


async def why_refused(db: Connection, change: AnyChange) -> AlreadyDone | Conflict:
    """Why a change was not stored as things stand: its press was answered before, or it does not follow."""
    answers = await db.fetch(in_postgres(ANSWER), change.interaction)
    if answers:
        return AlreadyDone(answers[0][0])
    sql, values = where_it_stands(change)
    return does_not_follow(change, await db.fetch(in_postgres(sql), *values)) or Conflict(
        "Somebody else has changed it at the same moment."
    )
