"""The door to tournaments, their messages, and what is still to be done for them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from storage.records import ErrandRow, Post, TournamentChange, TournamentPhase, TournamentRow


class Tournaments(Protocol):
    """Tournaments, likewise. Every method may raise `StorageError`."""

    async def commit(self, change: TournamentChange) -> tuple[ErrandRow, ...]:
        """Store the change; returns its errands, with their ids, when it is durable.

        Once called, it is stored even if nobody waits for it any more. AlreadyDone if `interaction` was
        stored before (by a table's change, too); Conflict if the change does not follow on what is stored.
        """
        ...

    async def tournament(self, tournament: str) -> TournamentRow | None:
        """The tournament as it stands."""
        ...

    async def tournaments(
        self,
        *,
        guild: int | None = None,
        user: int | None = None,
        phases: Collection[TournamentPhase] = ("open", "running"),
        limit: int = 100,
    ) -> list[TournamentRow]:
        """Tournaments that fit all that is given, the latest changed first."""
        ...

    async def errands(self) -> list[ErrandRow]:
        """All that is still to be done, oldest first. Their ids are those of tables' errands continued."""
        ...

    async def errand_begun(self, errand: int) -> None:
        """One more attempt at it, durable before the attempt."""
        ...

    async def errand_done(self, errand: int) -> None:
        """It has been done, or can never be."""
        ...

    async def post_shown(self, post: Post) -> None:
        """Remember (or replace) the tournament's message of that kind and which revision it shows."""
        ...

    async def post_gone(self, tournament: str, kind: str) -> None:
        """The message is no more."""
        ...

    async def posts(self, tournament: str) -> list[Post]:
        """The tournament's messages."""
        ...

    async def outdated(self) -> list[Post]:
        """Messages that show less than their tournament's newest revision (whatever its phase)."""
        ...
