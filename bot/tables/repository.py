"""The tables as they are stored, and half-built actions; what was used of late is kept in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import msgspec
import structlog
from msgspec.structs import replace

from bot.refusal import Refusal
from bot.runtime.cached_repository import CachedRepository
from bot.runtime.log_context import trace
from bot.tables.model import NO_PLAN, Plan, Press, PressResult, Record, Table, TableUpdate
from bot.tables.results import results_of
from bot.tables.timing import NO_CLOCKS, Timing
from games.catalogue import catalogue
from games.catalogue import game as game_of
from games.text import Text, _
from storage.errors import AlreadyDone
from storage.models import WHOLE, ActionRow, Change, ClockRow, Draft, Phase, PlanRow, Room, Shard, TableRow
from storage.sql.store import Store

log = structlog.get_logger(__name__)

TABLES_CACHED = 5_000
"""Tables kept in memory; those that nobody used for longest are read again when somebody comes back."""


class StoredAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is stored with an interaction, so that a second delivery gets the same answer."""

    table: str
    said: Text | None = None


class TableRepository(CachedRepository[Table]):
    """The tables by their ids, kept in memory once read; `CachedRepository` says how."""

    def __init__(self, store: Store, shard: Shard = WHOLE) -> None:
        super().__init__(shard, TABLES_CACHED)
        self._store = store

    async def read(self, id: str) -> Table:
        """The table as it is stored, with the plans of its seats. Refusal if there is none, or its game is
        not installed.
        """
        row = await self._store.table(id)
        if row is None:
            raise Refusal("gone", _("I don't know that table. /table list shows them all."))
        if row.game not in catalogue():
            raise Refusal(
                "gone", _("This table's game is not installed here any more. Ask whoever runs this bot.")
            )
        table = table_from_row(row)
        if row.phase == "playing":
            table = replace(table, plans=plans_from_rows(await self._store.plans.of(id)))
        return table

    async def stored_revision(self, id: str) -> int | None:
        """The revision of the table in the database; None if there is none."""
        row = await self._store.table(id)
        return None if row is None else row.revision

    async def store(
        self, press: Press | None, before: Table | None, update: TableUpdate, room: Room | None = None
    ) -> None:
        """Store what has become of `before` (None: a new table), in the table's turn.

        AlreadyDone if this press was stored before; Conflict if a new table's id is taken, or somebody else
        has changed the table, NoRoom if there is no `room` for it any more; StorageError if nothing can be
        stored now; TimeoutError if whoever pressed cannot be told any more.
        """
        table = update.table
        if press is not None:
            await press.require_answerable()
        try:
            await self._store.commit(replace(_change(press, before, update), room=room))
        except AlreadyDone:
            raise
        except BaseException:
            # Whether it was stored is not known here (a cancelled wait), or it was somebody else's turn: the
            # next look reads what is.
            self.forget(table.id)
            raise
        self.remember(table)
        # The table's story for the log: what happened, never what was chosen.
        about = {"table": table.id, "revision": table.revision}
        if before is None or before.phase != table.phase:
            log.info(_PHASE_LOG_LINES[table.phase], game=table.game.slug, **about)
        else:
            log.debug("a table has changed", actions=table.actions, **about)

    async def store_plan(self, table: Table, seat: int, plan: Plan) -> Table:
        """Store what the seat wants done by itself, in the table's turn. Nothing else changes there.

        Conflict and StorageError as with `store`.
        """
        if table.plans.get(seat, NO_PLAN) == plan:
            return table
        after = replace(table.with_plan(seat, plan), revision=table.revision + 1)
        await self.store(None, table, TableUpdate(after))
        return after

    async def stored_result(self, press: Press) -> PressResult | None:
        """What this very interaction was answered with, if it was stored before."""
        answer = await self._store.answer(press.id)
        return None if answer is None else await self.result_of(answer)

    async def result_of(self, answer: bytes) -> PressResult:
        """What was stored as an interaction's answer, maybe by somebody else."""
        stored = msgspec.json.decode(answer, type=StoredAnswer)
        await self.is_outdated(stored.table)
        return PressResult(await self.get(stored.table), stored.said)


_PHASE_LOG_LINES: Mapping[Phase, str] = {
    "lobby": "a table was opened",
    "playing": "a game began",
    "over": "a game has ended",
    "closed": "a table was closed",
}
"""What the log says when a table comes into a phase."""


def _change(press: Press | None, before: Table | None, update: TableUpdate) -> Change:
    """What is stored together: a move, and a clock, leave the table's record as it was."""
    table, action = update.table, None
    if update.action is not None:
        user = update.by if press is None else press.user
        action = ActionRow(table.actions, *update.action, user, table.changed)
    begun = None if press is None else press.on_begun
    full = before is None or (table.record, table.channel) != (before.record, before.channel)
    ended = before is not None and table.phase == "over" and before.phase != "over"
    old = {} if before is None else before.plans
    return Change(
        table=table_to_row(table),
        action=action,
        interaction=None if press is None else press.id,
        answer=msgspec.json.encode(StoredAnswer(table.id, update.said)),
        outbox=update.outbox,
        full=full,
        users=table.owners if full and (before is None or table.owners != before.owners) else None,
        results=results_of(table) if ended and not table.record.learning else (),
        plans=tuple(
            plan_to_row(table.id, seat, table.plans.get(seat, NO_PLAN))
            for seat in {**old, **table.plans}
            if old.get(seat) != table.plans.get(seat)
        ),
        audit=update.audit,
        on_begun=begun and partial(begun, PressResult(table, update.said)),
        copied_from=update.copied_from,
    )


def table_to_row(table: Table) -> TableRow:
    """The table as storage keeps it."""
    return TableRow(
        id=table.id,
        guild=table.guild,
        channel=table.channel,
        game=table.game.slug,
        phase=table.phase,
        revision=table.revision,
        actions=table.actions,
        record=msgspec.json.encode(table.record),
        state=None if table.state is None else table.game.dump(table.state),
        created=table.created,
        changed=table.changed,
        timing=msgspec.json.encode(table.timing) if table.timing != NO_CLOCKS else None,
        due=table.due,
    )


def table_from_row(row: TableRow) -> Table:
    """The table that storage kept. KeyError if its game is no longer installed."""
    game = game_of(row.game)
    return Table(
        id=row.id,
        guild=row.guild,
        channel=row.channel,
        game=game,
        phase=row.phase,
        revision=row.revision,
        actions=row.actions,
        record=msgspec.json.decode(row.record, type=Record),
        state=None if row.state is None else game.load(row.state),
        created=row.created,
        changed=row.changed,
        timing=NO_CLOCKS if row.timing is None else msgspec.json.decode(row.timing, type=Timing),
        due=row.due,
    )


def plan_to_row(table: str, seat: int, plan: Plan) -> PlanRow:
    """The plan as storage keeps it."""
    return PlanRow(table, seat, b"" if plan == NO_PLAN else msgspec.json.encode(plan))


def plans_from_rows(rows: Iterable[PlanRow]) -> Mapping[int, Plan]:
    """The plans that storage kept, by seat. msgspec.ValidationError if they are none."""
    return {row.seat: msgspec.json.decode(row.plan, type=Plan) for row in rows}


def tables_from_rows(rows: Sequence[TableRow]) -> list[Table]:
    """The tables whose games are installed; one that cannot be read is left out, and the log says so."""
    tables: list[Table] = []
    for row in rows:
        if row.game in catalogue():
            try:
                tables.append(table_from_row(row))
            except ValueError as error:
                log.error("a table cannot be read", table=row.id, trace=trace(error))
    return tables


def timings_in_play(rows: Iterable[ClockRow]) -> Mapping[str, Timing]:
    """The clocks of the tables that play, by id; one that cannot be read is left out, and the log says so."""
    found: dict[str, Timing] = {}
    read = msgspec.json.Decoder(Timing).decode
    for row in rows:
        if row.phase != "playing":
            continue
        try:
            found[row.table] = NO_CLOCKS if row.timing is None else read(row.timing)
        except ValueError as error:
            log.error("a table's clocks cannot be read", table=row.table, trace=trace(error))
    return found


DRAFTS_CACHED = 5_000
"""Tables whose drafts are kept in memory."""


def _is_asked(table: Table, seat: int, chosen: tuple[str, ...]) -> bool:
    """Whether the game asks anything after these values: a newer version may build actions otherwise."""
    try:
        return table.game.steps(table.game.observe(table.state, seat), chosen) is not None
    except ValueError:
        return False


class DraftRepository:
    """What seats have chosen so far of actions that they build in steps; it survives a restart.

    Nobody but the seat's player is shown it.
    """

    def __init__(self, store: Store, shard: Shard = WHOLE) -> None:
        self._store = store
        self._shard = shard
        self._drafts: OrderedDict[str, dict[int, Draft]] = OrderedDict()
        self._forgotten = 0
        """How often any were forgotten: what was being read meanwhile may be older than that."""

    async def of(self, table: Table, seat: int) -> tuple[str, ...]:
        """The values that the seat has chosen so far towards its current decision."""
        if table.phase != "playing":
            return ()
        drafts = self._drafts.get(table.id)
        if drafts is None:
            drafts = await self._read(table)
        else:
            self._drafts.move_to_end(table.id)
        draft = drafts.get(seat)
        if draft is None or draft.decision != table.game.decision(table.state, seat):
            return ()
        return draft.chosen if _is_asked(table, seat, draft.chosen) else ()

    async def keep(self, table: Table, seat: int, decision: str, chosen: tuple[str, ...]) -> None:
        """This is what the seat has chosen towards the decision now; without values there is nothing."""
        is_ours = self._shard.serves(table.guild)
        draft, forgotten = Draft(table.id, seat, decision, chosen), self._forgotten
        # Somebody who goes on in a direct message may be attended to by another process than the table.
        await self._store.draft(draft, tell=None if is_ours else table.guild)
        if table.id in self._drafts and forgotten == self._forgotten:
            self._drafts[table.id][seat] = draft
        else:  # whoever has been reading meanwhile may have missed it
            self.forget(table.id)

    async def _read(self, table: Table) -> dict[int, Draft]:
        forgotten = self._forgotten
        read = {draft.seat: draft for draft in await self._store.drafts(table.id)}
        if forgotten == self._forgotten and self._shard.serves(table.guild):
            read = self._drafts.setdefault(table.id, read)
            while len(self._drafts) > DRAFTS_CACHED:
                self._drafts.popitem(last=False)
        return read

    def forget(self, table_id: str) -> None:
        """The table's drafts are of no use any more, or may be others: they are read again."""
        self._drafts.pop(table_id, None)
        self._forgotten += 1

    def forget_all(self) -> None:
        """Drop all drafts that are kept in memory: others may have changed any of them."""
        self._drafts.clear()
        self._forgotten += 1
