"""How what organisers plan beyond one tournament is kept: those that come again, and series."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

import msgspec

from bot.admin_actions import AdminAction
from bot.refusal import Refusal
from bot.runtime.clock import Clock
from bot.runtime.keyed_lock import KeyedLock
from bot.tables.model import Press, new_table_id
from games.text import _
from storage.errors import AlreadyDone, Conflict
from storage.models import AuditRow, OutboxEntry, PlanChange, PlanRow
from storage.sql.tournaments import PlanStore

MOST_PLANS = 20
"""Of a kind, on one server: as many as a list has room for."""

RecordT = TypeVar("RecordT", bound=msgspec.Struct)
T = TypeVar("T")


class PlanAction(AdminAction, frozen=True):
    """Something that an organiser does to a plan. `plan`: what it was called then."""

    plan: str


class Plan(msgspec.Struct, Generic[RecordT], frozen=True):
    """One that comes again, or a series, at one revision."""

    id: str
    guild: int
    revision: int
    record: RecordT


class _StoredAnswer(msgspec.Struct, frozen=True):
    """What is stored with a press: which plan it was about."""

    plan: str


class PlanRepository(Generic[RecordT]):
    """Every plan of a kind, and the one way in which it changes. Methods may raise `StorageError`."""

    def __init__(self, store: PlanStore, type: type[RecordT], clock: Clock) -> None:
        self._store = store
        self._type = type
        self._clock = clock
        self._turns = KeyedLock()

    async def in_turn(self, id: str, work: Callable[[], Awaitable[T]]) -> T:
        """What `work`, which reads the plan, does with it when whoever asked before is done with it.

        It does so once more if somebody else has changed the plan meanwhile. Conflict if that happens again.
        """
        async with self._turns.turn(id):
            try:
                return await work()
            except Conflict:
                return await work()

    async def plan(self, id: str) -> Plan[RecordT] | None:
        """The plan as it is now; None if there is none (any more)."""
        row = await self._store.plan(id)
        return None if row is None else self._of(row)

    async def of_server(self, guild: int) -> list[Plan[RecordT]]:
        """All plans of this server."""
        return [self._of(row) for row in await self._store.of_server(guild)]

    async def all(self) -> list[Plan[RecordT]]:
        """All plans that the store has, of whatever server."""
        return [self._of(row) for row in await self._store.all()]

    def _of(self, row: PlanRow) -> Plan[RecordT]:
        return Plan(row.id, row.guild, row.revision, msgspec.json.decode(row.record, type=self._type))

    async def create(self, press: Press, guild: int, record: RecordT, act: PlanAction) -> Plan[RecordT]:
        """A new one, or that which this very press has made before. Refusal if there are enough of them."""
        if len(await self._store.of_server(guild)) >= MOST_PLANS:
            raise Refusal(
                "full", _("This server has {most} of these already. Remove one first.", most=MOST_PLANS)
            )
        while True:
            try:
                return await self.change(Plan(new_table_id(), guild, 0, record), record, press, act)
            except Conflict:  # one of that id exists: take another
                continue

    async def change(
        self,
        plan: Plan[RecordT],
        record: RecordT,
        press: Press | None = None,
        act: PlanAction | None = None,
        *,
        removed: bool = False,
        outbox: tuple[tuple[str, OutboxEntry], ...] = (),
    ) -> Plan[RecordT]:
        """The plan from now on, stored, in its turn; as it is if this very press has been stored before.

        `outbox`: what tournaments are to do about it. TimeoutError if whoever pressed cannot be told any
        more.
        """
        if press is not None:
            await press.require_answerable()
        after = Plan(plan.id, plan.guild, plan.revision + 1, record)
        change = PlanChange(
            row=PlanRow(after.id, after.guild, after.revision, msgspec.json.encode(record)),
            interaction=None if press is None else press.id,
            answer=msgspec.json.encode(_StoredAnswer(after.id)),
            audit=() if press is None or act is None else (self._entry(plan.guild, press, act),),
            removed=removed,
            outbox=outbox,
        )
        try:
            await self._store.commit(change)
        except AlreadyDone as before_now:
            done = msgspec.json.decode(before_now.answer, type=_StoredAnswer)
            return await self.plan(done.plan) or plan
        return after

    def _entry(self, guild: int, press: Press, act: PlanAction) -> AuditRow:
        return AuditRow(
            *(0, guild, None, None, self._clock.now(), press.user, press.name, act.kind()),
            action=msgspec.json.encode(act),
            reason="",
        )
