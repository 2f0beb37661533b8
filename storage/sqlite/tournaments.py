"""The door to tournaments, with the store's SQLite file behind it."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator

from storage.models import AuditRow, OutboxRow, Post, TournamentChange, TournamentPhase, TournamentRow
from storage.sqlite.changes import TOURNAMENT_STATEMENTS, TournamentStep
from storage.sqlite.group_commit import GroupCommit
from storage.sqlite.results import Read
from storage.sqlite.writes import OutboxBegun, OutboxDone, PostGone, PostShown

_TOURNAMENT = "SELECT id, guild, channel, game, phase, revision, record, created, changed FROM tournaments"


class SqliteTournamentStore:
    """A `Tournaments`. Its writes share transactions with those of tables."""

    def __init__(self, group: GroupCommit, read: Read, outbox_ids: Iterator[int]) -> None:
        self._group = group
        self._read = read
        self._outbox_ids = outbox_ids

    async def commit(self, change: TournamentChange) -> tuple[OutboxRow, ...]:
        """See `Tournaments.commit`."""
        outbox = tuple(
            OutboxRow(next(self._outbox_ids), change.row.id, entry.kind, entry.payload, 0)
            for entry in change.outbox
        )
        await self._group.store(TournamentStep(change, outbox, time.time()))
        return outbox

    async def tournament(self, tournament: str) -> TournamentRow | None:
        """See `Tournaments.tournament`."""
        rows = await self._read(f"{_TOURNAMENT} WHERE id = ?", tournament)
        return TournamentRow(*rows[0]) if rows else None

    async def tournaments(
        self,
        *,
        guild: int | None = None,
        user: int | None = None,
        phases: Collection[TournamentPhase] = ("open", "running"),
        limit: int = 100,
    ) -> list[TournamentRow]:
        """See `Tournaments.tournaments`."""
        conditions = [f"phase IN ({', '.join('?' * len(phases))})"]
        values: list[str | int] = [*phases]
        for condition, value in (
            ("guild = ?", guild),
            ("id IN (SELECT tournament_id FROM tournament_users WHERE user = ?)", user),
        ):
            if value is not None:
                conditions.append(condition)
                values.append(value)
        sql = f"{_TOURNAMENT} WHERE {' AND '.join(conditions)} ORDER BY changed DESC, id LIMIT ?"
        return [TournamentRow(*row) for row in await self._read(sql, *values, limit)]

    async def outbox(self) -> list[OutboxRow]:
        """See `Tournaments.outbox`."""
        return [OutboxRow(*row) for row in await self._read(TOURNAMENT_STATEMENTS.outbox)]

    async def outbox_begun(self, entry: int) -> None:
        """See `Tournaments.outbox_begun`."""
        await self._group.store(OutboxBegun(entry, TOURNAMENT_STATEMENTS))

    async def outbox_done(self, entry: int) -> None:
        """See `Tournaments.outbox_done`."""
        await self._group.store(OutboxDone(entry, TOURNAMENT_STATEMENTS))

    async def post_shown(self, post: Post) -> None:
        """See `Tournaments.post_shown`."""
        await self._group.store(PostShown(post, TOURNAMENT_STATEMENTS))

    async def post_gone(self, tournament: str, kind: str) -> None:
        """See `Tournaments.post_gone`."""
        await self._group.store(PostGone(tournament, kind, TOURNAMENT_STATEMENTS))

    async def posts(self, tournament: str) -> list[Post]:
        """See `Tournaments.posts`."""
        return [Post(*row) for row in await self._read(TOURNAMENT_STATEMENTS.posts, tournament)]

    async def outdated(self) -> list[Post]:
        """See `Tournaments.outdated`."""
        return [Post(*row) for row in await self._read(TOURNAMENT_STATEMENTS.outdated)]


# The door to what moderators did, with the store's SQLite file behind it.


_ENTRY = (
    "SELECT id, guild, tournament_id, table_id, at, user, name, kind, act, reason, about, about_name, undoes"
    " FROM audit"
)


class SqliteAuditStore:
    """An `Audit`. Entries are written with what was done, by `Store.commit` and `Tournaments.commit`."""

    def __init__(self, read: Read) -> None:
        self._read = read

    async def entry(self, entry: int) -> AuditRow | None:
        """See `Audit.entry`."""
        rows = await self._entries("WHERE id = ?", entry)
        return rows[0] if rows else None

    async def of_tournament(self, tournament: str) -> list[AuditRow]:
        """See `Audit.of_tournament`."""
        return await self._entries("WHERE tournament_id = ? ORDER BY id", tournament)

    async def of_table(self, table: str) -> list[AuditRow]:
        """See `Audit.of_table`."""
        return await self._entries("WHERE table_id = ? ORDER BY id", table)

    async def of_server(self, guild: int, *, before: int | None = None, limit: int = 25) -> list[AuditRow]:
        """See `Audit.of_server`."""
        where = "WHERE guild = ? AND id < coalesce(?, id + 1) ORDER BY id DESC LIMIT ?"
        return await self._entries(where, guild, before, limit)

    async def naming(self, user: int) -> list[AuditRow]:
        """What they did, what was done about them, and whatever has their id in its act (the bot's JSON)."""
        return await self._entries(
            "WHERE user = ? OR about = ? OR instr(act, ?) > 0 ORDER BY id", user, user, str(user).encode()
        )

    async def _entries(self, where: str, *values: int | str | bytes | None) -> list[AuditRow]:
        return [AuditRow(*row) for row in await self._read(f"{_ENTRY} {where}", *values)]
