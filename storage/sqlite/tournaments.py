"""The door to tournaments, with the store's SQLite file behind it."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator

from storage.records import ErrandRow, Post, TournamentChange, TournamentPhase, TournamentRow
from storage.sqlite.drawers import OF_TOURNAMENTS
from storage.sqlite.group import Group
from storage.sqlite.results import Read
from storage.sqlite.tournament_changes import TournamentStep
from storage.sqlite.writes import ErrandBegun, ErrandDone, PostGone, PostShown

_TOURNAMENT = "SELECT id, guild, channel, game, phase, revision, record, created, changed FROM tournaments"


class SqliteTournaments:
    """A `Tournaments`. Its writes share transactions with those of tables."""

    def __init__(self, group: Group, read: Read, errand_ids: Iterator[int]) -> None:
        self._group = group
        self._read = read
        self._errand_ids = errand_ids

    async def commit(self, change: TournamentChange) -> tuple[ErrandRow, ...]:
        """See `Tournaments.commit`."""
        errands = tuple(
            ErrandRow(next(self._errand_ids), change.row.id, errand.kind, errand.payload, 0)
            for errand in change.errands
        )
        await self._group.store(TournamentStep(change, errands, time.time()))
        return errands

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

    async def errands(self) -> list[ErrandRow]:
        """See `Tournaments.errands`."""
        return [ErrandRow(*row) for row in await self._read(OF_TOURNAMENTS.errands)]

    async def errand_begun(self, errand: int) -> None:
        """See `Tournaments.errand_begun`."""
        await self._group.store(ErrandBegun(errand, OF_TOURNAMENTS))

    async def errand_done(self, errand: int) -> None:
        """See `Tournaments.errand_done`."""
        await self._group.store(ErrandDone(errand, OF_TOURNAMENTS))

    async def post_shown(self, post: Post) -> None:
        """See `Tournaments.post_shown`."""
        await self._group.store(PostShown(post, OF_TOURNAMENTS))

    async def post_gone(self, tournament: str, kind: str) -> None:
        """See `Tournaments.post_gone`."""
        await self._group.store(PostGone(tournament, kind, OF_TOURNAMENTS))

    async def posts(self, tournament: str) -> list[Post]:
        """See `Tournaments.posts`."""
        return [Post(*row) for row in await self._read(OF_TOURNAMENTS.posts, tournament)]

    async def outdated(self) -> list[Post]:
        """See `Tournaments.outdated`."""
        return [Post(*row) for row in await self._read(OF_TOURNAMENTS.outdated)]
