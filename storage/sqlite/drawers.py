"""Where people, errands and messages are kept: those of tables, and those of tournaments, in the same way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Statement: TypeAlias = str


@dataclass(frozen=True, slots=True)
class Drawers:
    """The statements for what belongs to one kind of owner."""

    empty: Statement
    """Nobody has to do with the owner any more."""
    join: Statement
    errand: Statement
    errand_begun: Statement
    errand_done: Statement
    errands: Statement
    """All there are, the oldest first."""
    post: Statement
    post_gone: Statement
    posts: Statement
    """Those of one owner."""
    outdated: Statement
    """Those that show less than their owner's newest revision."""


def _drawers(owner: str, people: str, errands: str, posts: str, standing: str, key: str) -> Drawers:
    """`owner`: the column that tells whose it is; `standing`: where the owners' revisions are, by `key`."""
    post = f"posts.{owner}, kind, posts.channel, message, posts.revision, at FROM {posts} AS posts"
    return Drawers(
        empty=f"DELETE FROM {people} WHERE {owner} = ?",
        join=f"INSERT INTO {people} (user, {owner}) VALUES (?, ?)",
        errand=f"INSERT INTO {errands} (id, {owner}, kind, payload) VALUES (?, ?, ?, ?)",
        errand_begun=f"UPDATE {errands} SET attempts = attempts + 1 WHERE id = ?",
        errand_done=f"DELETE FROM {errands} WHERE id = ?",
        errands=f"SELECT id, {owner}, kind, payload, attempts FROM {errands} ORDER BY id",
        post=f"INSERT INTO {posts} ({owner}, kind, channel, message, revision, at) VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET channel = excluded.channel, message = excluded.message,"
        " revision = excluded.revision, at = excluded.at",
        post_gone=f"DELETE FROM {posts} WHERE {owner} = ? AND kind = ?",
        posts=f"SELECT {post} WHERE {owner} = ? ORDER BY kind",
        outdated=f"SELECT {post} JOIN {standing} AS standing ON standing.{key} = posts.{owner}"
        " WHERE posts.revision < standing.revision ORDER BY at",
    )


OF_TABLES = _drawers("table_id", "seated", "errands", "posts", "standing", "table_id")
OF_TOURNAMENTS = _drawers(
    "tournament_id", "tournament_users", "tournament_errands", "tournament_posts", "tournaments", "id"
)
