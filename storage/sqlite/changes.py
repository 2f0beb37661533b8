"""Where people, outbox and messages are kept: those of tables, and those of tournaments, in the same way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from storage.models import Change, OutboxRow, TableRow, TournamentChange

Statement: TypeAlias = str


@dataclass(frozen=True, slots=True)
class OwnerStatements:
    """The statements for what belongs to one kind of owner."""

    empty: Statement
    """Nobody has to do with the owner any more."""
    join: Statement
    entry: Statement
    outbox_begun: Statement
    outbox_done: Statement
    outbox: Statement
    """All there are, the oldest first."""
    post: Statement
    post_gone: Statement
    posts: Statement
    """Those of one owner."""
    outdated: Statement
    """Those that show less than their owner's newest revision."""


def _owner_statements(
    owner: str, people: str, outbox: str, posts: str, standing: str, key: str
) -> OwnerStatements:
    """`owner`: the column that tells whose it is; `standing`: where the owners' revisions are, by `key`."""
    post = f"posts.{owner}, kind, posts.channel, message, posts.revision, at FROM {posts} AS posts"
    return OwnerStatements(
        empty=f"DELETE FROM {people} WHERE {owner} = ?",
        join=f"INSERT INTO {people} (user, {owner}) VALUES (?, ?)",
        entry=f"INSERT INTO {outbox} (id, {owner}, kind, payload) VALUES (?, ?, ?, ?)",
        outbox_begun=f"UPDATE {outbox} SET attempts = attempts + 1 WHERE id = ?",
        outbox_done=f"DELETE FROM {outbox} WHERE id = ?",
        outbox=f"SELECT id, {owner}, kind, payload, attempts FROM {outbox} ORDER BY id",
        post=f"INSERT INTO {posts} ({owner}, kind, channel, message, revision, at) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET channel = excluded.channel, message = excluded.message,"
        " revision = excluded.revision, at = excluded.at",
        post_gone=f"DELETE FROM {posts} WHERE {owner} = ? AND kind = ?",
        posts=f"SELECT {post} WHERE {owner} = ? ORDER BY kind",
        outdated=f"SELECT {post} JOIN {standing} AS standing ON standing.{key} = posts.{owner}"
        " WHERE posts.revision < standing.revision ORDER BY at",
    )


TABLE_STATEMENTS = _owner_statements("table_id", "seated", "errands", "posts", "standing", "table_id")
TOURNAMENT_STATEMENTS = _owner_statements(
    "tournament_id", "tournament_users", "tournament_errands", "tournament_posts", "tournaments", "id"
)


# A change as one row of one statement, which triggers take apart into all that the change brings.
#
# One statement means one way to the connection's thread, no transaction to be begun and ended when a change
# is alone, and changes in their own order when they are many. The triggers also refuse what does not follow
# on what is stored, at no cost to what does. They belong to the connection: no migration knows them.


@dataclass(frozen=True, slots=True)
class TableStep:
    """A change, with the ids that its outbox entries will have, at a time in Unix seconds."""

    change: Change
    outbox: tuple[OutboxRow, ...]
    at: float


_TABLE_COLUMNS = (
    *("table_id", "phase", "revision", "actions", "changed", "state", "timing", "due"),
    *("guild", "channel", "game", "record", "created"),
    *("seat", "action", "user", "at"),
    *("interaction", "answer", "answered"),
    *("entry", "kind", "payload"),
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
_table_trigger = partial(trigger, "changes")
TABLE_PREPARATIONS = (
    view("changes", _TABLE_COLUMNS),
    _table_trigger(
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
    _table_trigger(
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
    _table_trigger(
        "changes_the_lobby",
        "new.revision <> 1 AND new.record IS NOT NULL",
        """
        UPDATE tables
            SET guild = new.guild, channel = new.channel, game = new.game, record = new.record
            WHERE id = new.table_id
        """,
    ),
    _table_trigger(
        "brings_an_action",
        "new.action IS NOT NULL",
        """
        INSERT INTO actions (table_id, number, seat, action, user, at)
            VALUES (new.table_id, new.actions, new.seat, new.action, new.user, new.at)
        """,
    ),
    _table_trigger("answers_a_press", "new.interaction IS NOT NULL", ANSWER),
    _table_trigger(
        "adds_outbox_entry",
        "new.entry IS NOT NULL",
        """
        INSERT INTO errands (id, table_id, kind, payload)
            VALUES (new.entry, new.table_id, new.kind, new.payload)
        """,
    ),
)
"""What a connection must have run once before it can run `CHANGE`."""

TABLE_CHANGE = f"INSERT INTO changes VALUES ({', '.join('?' for _ in _TABLE_COLUMNS)})"


def table_row_of(step: TableStep) -> tuple[Any, ...]:
    """The row for a step. Its first outbox entry goes along with it; there are rarely more."""
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
        *(_outbox_entry(step.outbox[0]) if step.outbox else (None, None, None)),
    )


def _lobby(table: TableRow) -> tuple[Any, ...]:
    return (table.guild, table.channel, table.game, table.record, table.created)


def _outbox_entry(entry: OutboxRow) -> tuple[Any, ...]:
    return (entry.id, entry.kind, entry.payload)


# A tournament's change as one row of one statement: as `changes` does it for tables.


@dataclass(frozen=True, slots=True)
class TournamentStep:
    """A change, with the ids that its outbox entries will have, at a time in Unix seconds."""

    change: TournamentChange
    outbox: tuple[OutboxRow, ...]
    at: float


_TOURNAMENT_VIEW = "tournament_changes"
_TOURNAMENT_COLUMNS = (
    *("id", "guild", "channel", "game", "phase", "revision", "record", "created", "changed"),
    *("interaction", "answer", "answered"),
)
_tournament_trigger = partial(trigger, _TOURNAMENT_VIEW)

TOURNAMENT_PREPARATIONS = (
    view(_TOURNAMENT_VIEW, _TOURNAMENT_COLUMNS),
    _tournament_trigger(
        "announces_the_tournament",
        "new.revision = 1",
        """
        INSERT INTO tournaments (id, guild, channel, game, phase, revision, record, created, changed)
            VALUES (new.id, new.guild, new.channel, new.game, new.phase, new.revision, new.record,
                new.created, new.changed)
        """,
    ),
    _tournament_trigger(
        "changes_the_tournament",
        "new.revision <> 1",
        f"""
        UPDATE tournaments
            SET guild = new.guild, channel = new.channel, game = new.game, phase = new.phase,
                revision = new.revision, record = new.record, changed = new.changed
            WHERE id = new.id AND revision = new.revision - 1;
        {REFUSE_UNLESS_FOLLOWING}
        """,
    ),
    _tournament_trigger("answers_a_tournaments_press", "new.interaction IS NOT NULL", ANSWER),
)
"""What a connection must have run once before it can run `TOURNAMENT_CHANGE`."""

TOURNAMENT_CHANGE: Statement = (
    f"INSERT INTO {_TOURNAMENT_VIEW} VALUES ({', '.join('?' for _ in _TOURNAMENT_COLUMNS)})"
)


def tournament_row_of(step: TournamentStep) -> tuple[Any, ...]:
    """The row for a step."""
    change, row = step.change, step.change.row
    return (
        *(row.id, row.guild, row.channel, row.game, row.phase, row.revision, row.record),
        *(row.created, row.changed),
        *(change.interaction, change.answer, int(step.at)),
    )
