"""The tournaments as they stand, and the one way in which they change: in turn, stored, only then told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import TypeVar

import msgspec
import structlog
from msgspec.structs import replace

from bot.refusal import Refusal
from bot.runtime.cached_repository import CachedRepository
from bot.runtime.clock import Clock
from bot.runtime.log_context import trace
from bot.tables.model import Press
from bot.tournaments.model import CommittedChange, PendingChange, StoredAnswer, Tournament, from_row, to_row
from games.catalogue import catalogue
from games.text import _
from storage.errors import AlreadyDone, Conflict
from storage.models import WHOLE, Shard, TournamentChange, TournamentPhase, TournamentRow
from storage.sql.store import Store

log = structlog.get_logger(__name__)

REMEMBERED = 500
"""Tournaments kept in memory; those that nobody used for longest are read again."""

Settle = Callable[[Tournament | None, PendingChange], Awaitable[PendingChange]]
"""Adds what follows from a change, before it is stored."""
Afterwards = Callable[[Tournament, bool], None]
"""Begins whatever follows from a change that has been stored, maybe with something for the outbox."""

T = TypeVar("T")


class TournamentRepository(CachedRepository[Tournament]):
    """The tournaments by their ids, kept in memory once read; `CachedRepository` says how."""

    def __init__(
        self, store: Store, clock: Clock, settle: Settle, afterwards: Afterwards, shard: Shard = WHOLE
    ) -> None:
        super().__init__(shard, REMEMBERED)
        self._store = store
        self._clock = clock
        self._settle = settle
        self._afterwards = afterwards

    async def read(self, id: str) -> Tournament:
        """The tournament as it is stored. Refusal if there is none, or its game is not installed."""
        row = await self._store.tournaments.tournament(id)
        if row is None:
            raise Refusal("gone", _("There's no such tournament. /tournament list shows what's on."))
        if row.game not in catalogue():
            raise Refusal(
                "gone",
                _("This tournament's game is no longer installed here. Ask whoever runs this bot."),
            )
        return from_row(row)

    async def stored_revision(self, id: str) -> int | None:
        """The revision of the tournament in the database; None if there is none."""
        row = await self._store.tournaments.tournament(id)
        return None if row is None else row.revision

    async def in_turn(self, id: str, work: Callable[[Tournament], Awaitable[T]]) -> T:
        """What `work` does with the tournament in its turn. Refusal if there is none.

        Where somebody else has changed it behind the back of what is kept of it here, so that the change
        does not follow or is refused, it is done once more with what is stored. Conflict if that happens
        again.
        """
        async with self.turn(id):
            try:
                return await work(await self.get(id))
            except Conflict:
                pass
            except Refusal:
                if not await self.is_outdated(id):
                    raise
            self._follow_up_others(t := await self.get(id))
            return await work(t)

    def _follow_up_others(self, t: Tournament) -> None:
        self._afterwards(t, True)
        if t.id in self.cached:
            self.followed.add(t.id)

    async def changed_elsewhere(self, id: str, revision: int | None = None) -> None:
        """Somebody else has changed the tournament, to this revision if that is known; what follows from that
        begins here. Nothing happens if it is known already. Refusal if there is none (any more).
        """
        known = self.cached.get(id) if id in self.followed else None
        if known is not None and revision is not None and revision <= known.revision:
            return
        async with self.turn(id):
            if await self.is_outdated(id) or id not in self.followed:
                self._follow_up_others(await self.get(id))

    async def change(
        self, press: Press, id: str, work_out: Callable[[Tournament], Awaitable[PendingChange]]
    ) -> CommittedChange:
        """What the press comes to, stored.

        Whatever `work_out` refuses is refused, unless this very press was stored before.
        """

        async def work(t: Tournament) -> CommittedChange:
            try:
                outcome = await self._settle(t, await work_out(t))
            except Refusal:
                if said := await self.stored_answer(press):
                    return said
                raise
            return await self._keep(press, t, outcome)

        return await self.in_turn(id, work)

    async def store(
        self, press: Press | None, before: Tournament | None, outcome: PendingChange
    ) -> CommittedChange:
        """Store what was worked out from `before` (None: a new one) in the tournament's turn.

        Conflict if a new one's id is taken, or somebody else has changed it; StorageError if nothing can be
        stored now; TimeoutError if whoever pressed cannot be told any more.
        """
        if press is not None:
            await press.require_answerable()
        return await self._keep(press, before, await self._settle(before, outcome))

    async def _keep(
        self, press: Press | None, before: Tournament | None, outcome: PendingChange
    ) -> CommittedChange:
        t = outcome.tournament
        t = replace(t, revision=t.revision + 1, changed=self._clock.now())
        change = TournamentChange(
            row=to_row(t),
            interaction=None if press is None else press.id,
            answer=msgspec.json.encode(StoredAnswer(t.id, outcome.said)),
            outbox=outcome.outbox,
            users=t.users if before is None or t.users != before.users else None,
            audit=outcome.audit,
        )
        try:
            await self._store.tournaments.commit(change)
        except AlreadyDone as before_now:
            return await self._again(before_now.answer)
        except BaseException:
            # Whether it was stored is not known here (a cancelled wait): the next look reads what is.
            self.forget(t.id)
            raise
        self.remember(t)
        _log_change(before, t)
        self._afterwards(t, bool(outcome.outbox))
        return CommittedChange(t, outcome.said)

    async def stored_answer(self, press: Press) -> CommittedChange | None:
        """What this very interaction was answered with, if it was stored before."""
        answer = await self._store.answer(press.id)
        return None if answer is None else await self._again(answer)

    async def _again(self, stored: bytes) -> CommittedChange:
        answer = msgspec.json.decode(stored, type=StoredAnswer)
        await self.is_outdated(answer.tournament)
        return CommittedChange(await self.get(answer.tournament), answer.said)


_PHASE_MESSAGES: Mapping[TournamentPhase, str] = {
    "open": "a tournament was announced",
    "running": "a tournament has begun",
    "over": "a tournament has ended",
    "cancelled": "a tournament was cancelled",
}
"""What the log says when a tournament comes into a phase."""


def _log_change(before: Tournament | None, t: Tournament) -> None:
    """The tournament's story for the log."""
    if before is None or before.phase != t.phase:
        log.info(_PHASE_MESSAGES[t.phase], tournament=t.id, game=t.game.slug, revision=t.revision)
    else:
        log.debug("a tournament has changed", tournament=t.id, revision=t.revision)


def tournaments_from_rows(rows: Collection[TournamentRow]) -> list[Tournament]:
    """The tournaments whose games are installed; one that cannot be read is left out, and the log says so."""
    read: list[Tournament] = []
    for row in rows:
        if row.game in catalogue():
            try:
                read.append(from_row(row))
            except ValueError as error:
                log.error("a tournament cannot be read", tournament=row.id, trace=trace(error))
    return read
