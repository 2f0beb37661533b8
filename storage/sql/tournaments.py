"""Tournaments and the audit log in SQL, and what is kept alike of tables and tournaments."""

from __future__ import annotations

from collections.abc import Callable, Collection

from msgspec.structs import astuple

from storage.models import (
    AuditPost,
    AuditRow,
    OutboxRow,
    Post,
    ProgrammeChange,
    ProgrammeRow,
    TournamentChange,
    TournamentDraftRow,
    TournamentPhase,
    TournamentRow,
)
from storage.sql.changes import TOURNAMENTS, Owner
from storage.sql.group_commit import Database

DRAFT = "SELECT user, guild, id, channel, game, content, touched FROM tournament_drafts"
_KEEP_DRAFT = (
    "INSERT INTO tournament_drafts (user, guild, id, channel, game, content, touched)"
    " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (user, guild) DO UPDATE SET id = excluded.id,"
    " channel = excluded.channel, game = excluded.game, content = excluded.content,"
    " touched = excluded.touched"
)
_TOURNAMENT = (
    "SELECT id, guild, channel, game, phase, revision, record, created, changed, series, season"
    " FROM tournaments"
)


class OwnedStore:
    """What belongs to tables, or to tournaments: the outbox and messages. May raise `StorageError`."""

    def __init__(self, database: Database, owner: Owner) -> None:
        self._db = database
        self._owner = owner
        self._post_columns = (
            f"posts.{owner.column}, kind, posts.channel, message, posts.revision, at"
            f" FROM {owner.posts} AS posts"
        )

    def _served(self, column: str) -> str:
        """The condition that this column has the id of an owner on a server of the shard."""
        if self._db.shard.count == 1:
            return "TRUE"
        return f"{column} IN (SELECT id FROM {self._owner.records} WHERE {self._db.served('guild')})"

    async def outbox(self) -> list[OutboxRow]:
        """All that is still to be done, the oldest first."""
        sql = (
            f"SELECT id, {self._owner.column}, kind, payload, attempts FROM {self._owner.outbox}"
            f" WHERE {self._served(self._owner.column)} ORDER BY id"
        )
        return [OutboxRow(*row) for row in await self._db.read(sql)]

    async def outbox_begun(self, entry: int) -> None:
        """Counts an attempt at this entry; it is durable before the attempt begins."""
        sql = f"UPDATE {self._owner.outbox} SET attempts = attempts + 1 WHERE id = ?"
        await self._db.write((sql, (entry,)), about=(entry,))

    async def outbox_done(self, entry: int) -> None:
        """Removes this entry, as it has been done, or can never be."""
        await self._db.write((f"DELETE FROM {self._owner.outbox} WHERE id = ?", (entry,)), about=(entry,))

    async def post_shown(self, post: Post) -> None:
        """Remember (or replace) the owner's message of that kind and which revision it shows.

        Conflict if there is no such owner.
        """
        sql = (
            f"INSERT INTO {self._owner.posts} ({self._owner.column}, kind, channel, message, revision, at)"
            " VALUES (?, ?, ?, ?, ?, ?)"
            f" ON CONFLICT ({self._owner.column}, kind) DO UPDATE SET channel = excluded.channel,"
            " message = excluded.message, revision = excluded.revision, at = excluded.at"
        )
        await self._db.write((sql, astuple(post)), about=(post.table,))

    async def post_gone(self, owner: str, kind: str) -> None:
        """The message is no more."""
        sql = f"DELETE FROM {self._owner.posts} WHERE {self._owner.column} = ? AND kind = ?"
        await self._db.write((sql, (owner, kind)), about=(owner,))

    async def posts(self, owner: str) -> list[Post]:
        """The messages of a table or tournament."""
        sql = f"SELECT {self._post_columns} WHERE {self._owner.column} = ? ORDER BY kind"
        return [Post(*row) for row in await self._db.read(sql, owner)]

    async def outdated(self) -> list[Post]:
        """Messages that show less than their owner's newest revision (whatever its phase)."""
        owner = self._owner
        sql = (
            f"SELECT {self._post_columns} JOIN {owner.revisions} AS newest"
            f" ON newest.{owner.key} = posts.{owner.column} WHERE posts.revision < newest.revision"
            f" AND {self._served(f'posts.{owner.column}')} ORDER BY at"
        )
        return [Post(*row) for row in await self._db.read(sql)]


class TournamentStore(OwnedStore):
    """Tournaments with their outbox and messages. Every method may raise `StorageError`.

    Its writes share transactions with those of tables.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database, TOURNAMENTS)

    async def commit(self, change: TournamentChange) -> tuple[OutboxRow, ...]:
        """Store the change; returns its outbox entries, with their ids, when it is durable.

        Once called, it is stored even if nobody waits for it any more. AlreadyDone if `interaction` was
        stored before (by a table's change, too); Conflict if the change does not follow on what is stored.
        """
        return await self._db.commit(change)

    async def tournament(self, tournament: str) -> TournamentRow | None:
        """The tournament as it stands."""
        rows = await self._db.read(f"{_TOURNAMENT} WHERE id = ?", tournament)
        return TournamentRow(*rows[0]) if rows else None

    async def tournaments(
        self,
        *,
        guild: int | None = None,
        user: int | None = None,
        phases: Collection[TournamentPhase] = ("open", "running"),
        limit: int = 100,
    ) -> list[TournamentRow]:
        """Tournaments that fit all that is given, the latest changed first."""
        conditions = [f"phase IN ({', '.join('?' * len(phases)) or 'NULL'})"]
        if guild is user is None:
            conditions.append(self._db.served("guild"))
        values: list[str | int] = [*phases]
        for condition, value in (
            ("guild = ?", guild),
            ("id IN (SELECT tournament_id FROM tournament_users WHERE user = ?)", user),
        ):
            if value is not None:
                conditions.append(condition)
                values.append(value)
        sql = f"{_TOURNAMENT} WHERE {' AND '.join(conditions)} ORDER BY changed DESC, id LIMIT ?"
        return [TournamentRow(*row) for row in await self._db.read(sql, *values, limit)]

    async def draft(self, user: int, guild: int) -> TournamentDraftRow | None:
        """What the person sets up on the server."""
        rows = await self._db.read(f"{DRAFT} WHERE user = ? AND guild = ?", user, guild)
        return TournamentDraftRow(*rows[0]) if rows else None

    async def keep_draft(self, draft: TournamentDraftRow) -> None:
        """From now on they set this up there, in place of anything before."""
        await self._db.write((_KEEP_DRAFT, astuple(draft)))

    async def drop_draft(self, user: int, guild: int, id: str) -> None:
        """It is not kept any more; nothing happens if they set up another one by now."""
        sql = "DELETE FROM tournament_drafts WHERE user = ? AND guild = ? AND id = ?"
        await self._db.write((sql, (user, guild, id)))

    async def drop_drafts_before(self, touched: float) -> None:
        """Those that nobody has touched since then are not kept any more."""
        await self._db.write(("DELETE FROM tournament_drafts WHERE touched < ?", (touched,)))

    async def of_series(self, series: str, season: int) -> list[TournamentRow]:
        """The tournaments that count in this season of the series, the first announced first."""
        sql = f"{_TOURNAMENT} WHERE series = ? AND season = ? ORDER BY created, id"
        return [TournamentRow(*row) for row in await self._db.read(sql, series, season)]


class ProgrammeStore:
    """Tournaments that come again, or series. Every method may raise `StorageError`.

    `table`: of tournaments that come again, or of series.
    """

    def __init__(self, database: Database, table: str) -> None:
        self._db = database
        self._table = table

    async def commit(self, change: ProgrammeChange) -> None:
        """Store the change; returns when it is durable, and is stored even if nobody waits for it any more.

        AlreadyDone if `interaction` was stored before; Conflict if the change does not follow on what is
        stored.
        """
        await self._db.commit(change, self._table)

    async def programme(self, programme: str) -> ProgrammeRow | None:
        """The programme as it stands."""
        rows = await self._programmes("WHERE id = ?", programme)
        return rows[0] if rows else None

    async def of_server(self, guild: int) -> list[ProgrammeRow]:
        """The server's, in the order of their ids."""
        return await self._programmes("WHERE guild = ? ORDER BY id", guild)

    async def all(self) -> list[ProgrammeRow]:
        """Every one that there is."""
        return await self._programmes(f"WHERE {self._db.served('guild')} ORDER BY id")

    async def _programmes(self, where: str, *values: int | str) -> list[ProgrammeRow]:
        sql = f"SELECT id, guild, revision, record FROM {self._table} {where}"
        return [ProgrammeRow(*row) for row in await self._db.read(sql, *values)]


_ENTRY = (
    "SELECT id, guild, tournament_id, table_id, at, user, name, kind, act, reason, about, about_name, undoes"
    " FROM audit"
)


class AuditStore:
    """What moderators did. Every method may raise `StorageError`.

    Entries are written with what was done, by both `commit`s.
    """

    def __init__(self, database: Database) -> None:
        self._db = database

    async def entry(self, entry: int) -> AuditRow | None:
        """The entry of this number; None where there is none."""
        rows = await self._entries("WHERE id = ?", entry)
        return rows[0] if rows else None

    async def of_tournament(self, tournament: str) -> list[AuditRow]:
        """What was done to the tournament, the oldest first."""
        return await self._entries("WHERE tournament_id = ? ORDER BY id", tournament)

    async def of_table(self, table: str) -> list[AuditRow]:
        """What was done to the table, the oldest first."""
        return await self._entries("WHERE table_id = ? ORDER BY id", table)

    async def of_server(self, guild: int, *, before: int | None = None, limit: int = 25) -> list[AuditRow]:
        """What was done on the server, the latest first; `before`: older than that entry."""
        where = "WHERE guild = ? AND id < coalesce(?, id + 1) ORDER BY id DESC LIMIT ?"
        return await self._entries(where, guild, before, limit)

    async def undone(self, guild: int) -> set[int]:
        """The server's entries that were taken back."""
        sql = "SELECT undoes FROM audit WHERE guild = ? AND undoes IS NOT NULL"
        return {row[0] for row in await self._db.read(sql, guild)}

    async def naming(self, user: int) -> list[AuditRow]:
        """What they did, what was done about them, and whatever has their id in its act (the bot's JSON)."""
        return await self._entries(
            "WHERE user = ? OR about = ? OR instr(act, ?) > 0 ORDER BY id", user, user, str(user).encode()
        )

    async def _entries(self, where: str, *values: int | str | bytes | None) -> list[AuditRow]:
        return [AuditRow(*row) for row in await self._db.read(f"{_ENTRY} {where}", *values)]


class AuditPostStore:
    """Which entries of the audit log are posted in a channel of their server.

    An entry that is stored while its server has such a channel is to be posted there: that is an outbox
    entry, whose `id` is the audit entry's and whose owner is the server. It is one again when somebody is
    erased whom the message may name. Every method may raise `StorageError`.

    A trigger adds what is to be posted.
    """

    def __init__(self, database: Database, to_do: str) -> None:
        self._db = database
        self.to_do = to_do
        """The condition by which the index finds what is to be done."""

    def listen(self, listener: Callable[[], None]) -> None:
        """Call it after entries were added to any server's log. It must neither block nor raise."""
        self._db.on_audit.append(listener)

    async def channel(self, guild: int) -> int | None:
        """Where the server reads its log, if it does."""
        rows = await self._db.read("SELECT channel FROM log_channels WHERE guild = ?", guild)
        return rows[0][0] if rows else None

    async def set_channel(self, guild: int, channel: int | None) -> None:
        """From now on entries are posted there; None: nowhere."""
        if channel is None:
            await self._db.write(("DELETE FROM log_channels WHERE guild = ?", (guild,)))
        else:
            sql = (
                "INSERT INTO log_channels (guild, channel) VALUES (?, ?)"
                " ON CONFLICT (guild) DO UPDATE SET channel = excluded.channel"
            )
            await self._db.write((sql, (guild, channel)))

    async def of(self, entry: int) -> AuditPost | None:
        """The entry's message; None if it has none, and needs none."""
        sql = "SELECT entry, guild, channel, message, outdated FROM audit_posts WHERE entry = ?"
        rows = await self._db.read(sql, entry)
        return AuditPost(*rows[0]) if rows else None

    async def shown(self, post: AuditPost, message: int) -> None:
        """The message shows the entry as it was when `post` was read, or later."""
        sql = "UPDATE audit_posts SET message = ?, outdated = outdated - ? WHERE entry = ?"
        await self._db.write((sql, (message, post.outdated, post.entry)))

    async def gone(self, entry: int) -> None:
        """The message is no more, or can never be."""
        await self._db.write(("DELETE FROM audit_posts WHERE entry = ?", (entry,)))

    async def outbox(self) -> list[OutboxRow]:
        """All that is still to be done, the oldest first."""
        rows = await self._db.read(
            f"SELECT entry, guild, attempts FROM audit_posts WHERE ({self.to_do})"
            f" AND {self._db.served('guild')} ORDER BY entry"
        )
        return [OutboxRow(entry, str(guild), "audit", b"", attempts) for entry, guild, attempts in rows]

    async def outbox_begun(self, entry: int) -> None:
        """Counts an attempt at this entry; it is durable before the attempt begins."""
        await self._db.write(("UPDATE audit_posts SET attempts = attempts + 1 WHERE entry = ?", (entry,)))

    async def outbox_done(self, entry: int) -> None:
        """Removes this entry, as it has been done, or can never be.

        What was posted stays, as it may have to be edited.
        """
        await self._db.write(("UPDATE audit_posts SET attempts = 0 WHERE entry = ?", (entry,)))


NAMED_IN_POSTS = (
    "UPDATE audit_posts SET outdated = outdated + 1"
    " WHERE entry IN (SELECT id FROM audit WHERE user = ? OR about = ?)"
)
"""Somebody is about to be erased: messages that name them are to be edited."""
ENTRY_CHANGED = "UPDATE audit_posts SET outdated = outdated + 1 WHERE entry = ?"
