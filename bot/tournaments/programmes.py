"""How the programme of organisers beyond one tournament is kept: those that come again, and series."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

import msgspec

from bot.admin_actions import AdminAction
from bot.refusal import Refusal
from bot.runtime.clock import Clock
from bot.runtime.keyed_lock import KeyedLock
from bot.tables.ids import new_id
from bot.tables.model import Press
from games.text import _
from storage.errors import AlreadyDone, Conflict
from storage.models import AuditRow, OutboxEntry, ProgrammeChange, ProgrammeRow
from storage.sql.tournaments import ProgrammeStore

MOST_PROGRAMMES = 20
"""Of a kind, on one server: as many as a list has room for."""

RecordT = TypeVar("RecordT", bound=msgspec.Struct)
T = TypeVar("T")


class ProgrammeAction(AdminAction, frozen=True):
    """Something that an organiser does to a programme. `plan`: what that was called then, as it is stored."""

    plan: str


class Programme(msgspec.Struct, Generic[RecordT], frozen=True):
    """One that comes again, or a series, at one revision."""

    id: str
    guild: int
    revision: int
    record: RecordT


class _StoredAnswer(msgspec.Struct, frozen=True):
    """What is stored with a press: which programme it was about."""

    programme: str = msgspec.field(name="plan")


class ProgrammeRepository(Generic[RecordT]):
    """Every programme of a kind, and the one way in which it changes. Methods may raise `StorageError`."""

    def __init__(self, store: ProgrammeStore, type: type[RecordT], clock: Clock) -> None:
        self._store = store
        self._type = type
        self._clock = clock
        self._turns = KeyedLock()

    async def in_turn(self, id: str, work: Callable[[], Awaitable[T]]) -> T:
        """What `work`, which reads the programme, does with it when whoever asked before is done with it.

        It does so once more if somebody else has changed it meanwhile. Conflict if that happens again.
        """
        async with self._turns.turn(id):
            try:
                return await work()
            except Conflict:
                return await work()

    async def programme(self, id: str) -> Programme[RecordT] | None:
        """The programme as it is now; None if there is none (any more)."""
        row = await self._store.programme(id)
        return None if row is None else self._of(row)

    async def of_server(self, guild: int) -> list[Programme[RecordT]]:
        """All programmes of this server."""
        return [self._of(row) for row in await self._store.of_server(guild)]

    async def all(self) -> list[Programme[RecordT]]:
        """All programmes that the store has, of whatever server."""
        return [self._of(row) for row in await self._store.all()]

    def _of(self, row: ProgrammeRow) -> Programme[RecordT]:
        return Programme(row.id, row.guild, row.revision, msgspec.json.decode(row.record, type=self._type))

    async def create(
        self, press: Press, guild: int, record: RecordT, act: ProgrammeAction
    ) -> Programme[RecordT]:
        """A new one, or that which this very press has made before. Refusal if there are enough of them."""
        if len(await self._store.of_server(guild)) >= MOST_PROGRAMMES:
            raise Refusal(
                "full", _("This server has {most} of these already. Remove one first.", most=MOST_PROGRAMMES)
            )
        while True:
            try:
                return await self.change(Programme(new_id(), guild, 0, record), record, press, act)
            except Conflict:  # one of that id exists: take another
                continue

    async def change(
        self,
        programme: Programme[RecordT],
        record: RecordT,
        press: Press | None = None,
        act: ProgrammeAction | None = None,
        *,
        removed: bool = False,
        outbox: tuple[tuple[str, OutboxEntry], ...] = (),
    ) -> Programme[RecordT]:
        """The programme from now on, stored, in its turn; as it is if this very press has been stored before.

        `outbox`: what tournaments are to do about it. TimeoutError if whoever pressed cannot be told any
        more.
        """
        if press is not None:
            await press.require_answerable()
        after = Programme(programme.id, programme.guild, programme.revision + 1, record)
        change = ProgrammeChange(
            row=ProgrammeRow(after.id, after.guild, after.revision, msgspec.json.encode(record)),
            interaction=None if press is None else press.id,
            answer=msgspec.json.encode(_StoredAnswer(after.id)),
            audit=() if press is None or act is None else (self._entry(programme.guild, press, act),),
            removed=removed,
            outbox=outbox,
        )
        try:
            await self._store.commit(change)
        except AlreadyDone as before_now:
            done = msgspec.json.decode(before_now.answer, type=_StoredAnswer)
            return await self.programme(done.programme) or programme
        return after

    def _entry(self, guild: int, press: Press, act: ProgrammeAction) -> AuditRow:
        return AuditRow(
            *(0, guild, None, None, self._clock.now(), press.user, press.name, act.kind()),
            action=msgspec.json.encode(act),
            reason="",
        )
