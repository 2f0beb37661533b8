"""The whole of storage: tables and their logs, and the way to all other doors."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Protocol

from storage.doors.audit import Audit
from storage.doors.orders import Orders
from storage.doors.people import Nudges, People
from storage.doors.privacy import Privacy
from storage.doors.results import Results
from storage.doors.servers import Servers
from storage.doors.tournaments import Tournaments
from storage.doors.watching import Watching
from storage.records import ActionRow, Change, ClockRow, Draft, ErrandRow, Phase, Post, TableRow


class Store(Protocol):
    """Reading and writing. Every method may raise `StorageError`."""

    @property
    def results(self) -> Results:
        """How games ended, and what came of it."""
        ...

    @property
    def servers(self) -> Servers:
        """What servers wish, and which of them are gone."""
        ...

    @property
    def privacy(self) -> Privacy:
        """All that is stored about somebody."""
        ...

    @property
    def orders(self) -> Orders:
        """What seats want done by themselves."""
        ...

    @property
    def people(self) -> People:
        """What people wish."""
        ...

    @property
    def nudges(self) -> Nudges:
        """The messages that tell people of their turns."""
        ...

    @property
    def tournaments(self) -> Tournaments:
        """Tournaments, their messages, and what is still to be done for them."""
        ...

    @property
    def audit(self) -> Audit:
        """What moderators did."""
        ...

    @property
    def watching(self) -> Watching:
        """Figures for whoever watches over the bot."""
        ...

    async def commit(self, change: Change) -> tuple[ErrandRow, ...]:
        """Store the change; returns its errands, with their ids, when it is durable.

        Changes that wait at the same moment share one transaction, each atomic on its own: one that fails
        does not take the others down. Once called, it is stored even if nobody waits for it any more.

        AlreadyDone if `interaction` was stored before; Conflict if the change does not follow on what is
        stored, or contradicts itself about how many actions there are.
        """
        ...

    async def table(self, table: str) -> TableRow | None:
        """The table as it stands."""
        ...

    async def tables(
        self,
        *,
        guild: int | None = None,
        channel: int | None = None,
        user: int | None = None,
        phases: Collection[Phase] = ("lobby", "playing"),
        limit: int = 100,
    ) -> list[TableRow]:
        """Tables that fit all that is given, the latest changed first."""
        ...

    async def due(self) -> list[tuple[str, float]]:
        """The tables that must be looked at, and when (see `TableRow.due`), the earliest first."""
        ...

    async def clocks(self) -> list[ClockRow]:
        """The clocks of all open tables. It reads little of each, however many there are."""
        ...

    async def log(self, table: str) -> list[ActionRow]:
        """The table's actions, in order."""
        ...

    async def answer(self, interaction: int) -> bytes | None:
        """What an interaction was answered with, if it was stored."""
        ...

    async def errands(self) -> list[ErrandRow]:
        """All that is still to be done, oldest first."""
        ...

    async def errand_begun(self, errand: int) -> None:
        """One more attempt at it, durable before the attempt."""
        ...

    async def errand_done(self, errand: int) -> None:
        """It has been done, or can never be."""
        ...

    async def post_shown(self, post: Post) -> None:
        """Remember (or replace) the table's message of that kind and which revision it shows."""
        ...

    async def post_gone(self, table: str, kind: str) -> None:
        """The message is no more."""
        ...

    async def posts(self, table: str) -> list[Post]:
        """The table's messages."""
        ...

    async def outdated(self) -> list[Post]:
        """Messages that show less than their table's newest revision (whatever its phase)."""
        ...

    async def draft(self, draft: Draft) -> None:
        """Remember what a seat has half built; replaces the seat's earlier one. Empty `chosen` forgets it."""
        ...

    async def drafts(self, table: str) -> list[Draft]:
        """What the table's seats have half built."""
        ...

    async def note(self, key: str, value: str) -> None:
        """A small fact about the installation (the hash of the commands that Discord knows)."""
        ...

    async def noted(self, key: str) -> str | None:
        """What was noted under the key."""
        ...

    async def backup(self, target: Path) -> None:
        """A consistent copy while everything goes on. StorageError if `target` exists or is unwritable."""
        ...

    async def close(self) -> None:
        """Everything accepted is stored; then the file is closed."""
        ...
