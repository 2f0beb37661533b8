"""Whatever is done to a store, it holds what a few dicts would hold: for the tests of an implementation."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from msgspec.structs import replace

from storage import (
    AlreadyDone,
    AuditRow,
    Change,
    ClockRow,
    Conflict,
    Draft,
    OutboxEntry,
    OutboxRow,
    PlanRow,
    Post,
    StorageError,
    Store,
    TableRow,
    TournamentChange,
    TournamentRow,
    TournamentStore,
)
from tests.storage.contract.model import Model
from tests.storage.samples import audit_entry, move_after, new_table, new_tournament, step_after

TABLES = ("a", "b", "c")
TOURNAMENTS = ("x", "y")

T = TypeVar("T")
Row = TypeVar("Row", TableRow, TournamentRow)


@dataclass(frozen=True)
class Wish:
    """A change as it may be wanted; what it follows on is known only when its turn comes."""

    table: str
    off: int
    """How far its revision is from the right one."""
    acts: bool
    number_off: int
    interaction: int | None
    outbox: int
    full: bool
    users: tuple[int, ...] | None
    plans: tuple[tuple[int, bytes], ...]
    """Seats, and what they want; nothing any more, if that is empty."""
    entries: int
    """How many entries of the audit log it brings."""
    cancelled: bool


@dataclass(frozen=True)
class Step:
    """The same for a tournament."""

    tournament: str
    off: int
    interaction: int | None
    outbox: int
    users: tuple[int, ...] | None
    entries: int
    cancelled: bool


Wanted: TypeAlias = Wish | Step
Changed: TypeAlias = Change | TournamentChange

rarely_off = st.sampled_from([0] * 8 + [-1, 1])
interactions = st.none() | st.integers(1, 12)
people = st.none() | st.lists(st.integers(1, 4), max_size=3).map(tuple)
rarely = st.sampled_from([False] * 5 + [True])
table_wishes = st.builds(
    Wish,
    table=st.sampled_from(TABLES),
    off=rarely_off,
    acts=st.booleans(),
    number_off=rarely_off,
    interaction=interactions,
    outbox=st.integers(0, 3),
    full=st.booleans(),
    users=people,
    plans=st.dictionaries(st.integers(0, 2), st.sampled_from([b"", b"{}", b"[1]", b"[2]"]), max_size=2).map(
        lambda wanted: tuple(wanted.items())
    ),
    entries=st.integers(0, 1),
    cancelled=rarely,
)
steps = st.builds(
    Step,
    tournament=st.sampled_from(TOURNAMENTS),
    off=rarely_off,
    interaction=interactions,
    outbox=st.integers(0, 3),
    users=people,
    entries=st.integers(0, 2),
    cancelled=rarely,
)
wishes = table_wishes | steps
owners = st.sampled_from(TABLES + TOURNAMENTS)


def outbox_for(wanted: Wanted, serial: int) -> tuple[OutboxEntry, ...]:
    """Outbox entries that only this change brings."""
    return tuple(OutboxEntry(f"kind {number}", b"%d" % serial) for number in range(wanted.outbox))


def step_for(step: Step, before: TournamentRow | None, serial: int) -> TournamentChange:
    """The change that fulfils the wish for a tournament that stands as `before`."""
    row = new_tournament(step.tournament) if before is None else step_after(before).row
    row = replace(
        row, revision=row.revision + step.off, record=b"%d" % serial, guild=serial, changed=float(serial)
    )
    return TournamentChange(
        replace(row, created=float(serial)),
        interaction=step.interaction,
        answer=b"%d" % serial,
        outbox=outbox_for(step, serial),
        users=step.users,
        audit=(audit_entry(guild=1, tournament=step.tournament, reason=str(serial)),) * step.entries,
    )


def change_for(wish: Wish, before: TableRow | None, serial: int) -> Change:
    """The change that fulfils the wish at a table that stands as `before`."""
    if before is None:
        row = new_table(wish.table, revision=1 + wish.off, changed=float(serial))
        change = Change(row, answer=b"%d" % serial)
    else:
        change = replace(move_after(before), answer=b"%d" % serial)
        row = replace(
            change.table, record=b"%d" % serial, guild=serial, revision=before.revision + 1 + wish.off
        )
        if wish.acts and change.action is not None:
            row = replace(row, actions=row.actions + wish.number_off)
        else:
            row = replace(row, actions=before.actions)
            change = replace(change, action=None)
        change = replace(change, table=row, full=wish.full)
    entry = audit_entry(guild=2, tournament=None, table=wish.table, reason=str(serial))
    return replace(
        change,
        interaction=wish.interaction,
        outbox=outbox_for(wish, serial),
        users=wish.users,
        plans=tuple(PlanRow(wish.table, seat, wanted) for seat, wanted in wish.plans),
        audit=(entry,) * wish.entries,
    )


class StoreBesideDicts(RuleBasedStateMachine):
    """Both are told the same, and must say and hold the same."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.runner = asyncio.Runner()
        self.store = self.run(self.open())
        self.model = Model()
        self.serial = 0

    def teardown(self) -> None:
        self.run(self.store.close())
        self.runner.close()
        shutil.rmtree(self.folder)

    async def open(self) -> Store:
        """The implementation's store, with its files in `folder`: the same one each time."""
        raise NotImplementedError

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """In the one event loop that the store lives in."""
        return self.runner.run(work)

    @rule(wanted=st.lists(wishes, min_size=1, max_size=7))
    def changes_that_wait_together(self, wanted: list[Wanted]) -> None:
        changes = self.make_and_foresee(wanted)
        results = self.run(self._commit_together(changes, [wish.cancelled for wish in wanted]))
        for change, result, wish in zip(changes, results, wanted, strict=True):
            foreseen = self.model.refusal(change)
            if foreseen is None:
                ids = self._ids_of(change, result, cancelled=wish.cancelled)
                assert self.model.given_ids.isdisjoint(ids)
                self.model.commit(change, ids)
            elif not wish.cancelled:
                assert type(result) is type(foreseen), result
                if isinstance(foreseen, AlreadyDone):
                    assert isinstance(result, AlreadyDone)
                    assert result.answer == foreseen.answer

    def make_and_foresee(self, wanted: Sequence[Wanted]) -> list[Changed]:
        """Changes most of which follow on each other, as they will if all that should go well does."""
        ahead, changes = self.model.copy(), list[Changed]()
        for wish in wanted:
            self.serial += 1
            if isinstance(wish, Step):
                change = step_for(wish, ahead.tournaments.get(wish.tournament), self.serial)
            else:
                change = change_for(wish, ahead.tables.get(wish.table), self.serial)
            changes.append(change)
            if ahead.refusal(change) is None:
                ahead.commit(change, tuple(-number for number in range(len(change.outbox))))
        return changes

    async def _commit(self, change: Changed) -> tuple[OutboxRow, ...]:
        if isinstance(change, TournamentChange):
            return await self.store.tournaments.commit(change)
        return await self.store.commit(change)

    async def _commit_together(self, changes: list[Changed], cancelled: list[bool]) -> list[object]:
        waiting = [asyncio.create_task(self._commit(change)) for change in changes]
        await asyncio.sleep(0)
        for task, gives_up in zip(waiting, cancelled, strict=True):
            if gives_up:
                task.cancel()
        results = await asyncio.gather(*waiting, return_exceptions=True)
        await self.store.set_note("serial", str(self.serial))  # comes after all that nobody waited for
        self.model.notes["serial"] = str(self.serial)
        self.found = await self.store.outbox() + await self.store.tournaments.outbox()
        return list(results)

    def _ids_of(self, change: Changed, result: object, *, cancelled: bool) -> tuple[int, ...]:
        if cancelled:
            payloads = {entry.payload for entry in change.outbox}
            return tuple(entry.id for entry in self.found if entry.payload in payloads)
        assert isinstance(result, tuple), result
        rows: tuple[OutboxRow, ...] = result
        return tuple(row.id for row in rows)

    def owned(self, owner: str) -> Store | TournamentStore:
        """Where the outbox entries and messages of a table or tournament are kept."""
        return self.store.tournaments if owner in TOURNAMENTS else self.store

    @rule(owner=owners, kind=st.sampled_from(["lobby", "board"]), revision=st.integers(0, 5))
    def a_post_is_shown(self, owner: str, kind: str, revision: int) -> None:
        self.serial += 1
        post = Post(owner, kind, 10, self.serial, revision, float(self.serial))
        self.both(lambda: self.owned(owner).post_shown(post), lambda: self.model.post(post))

    @rule(owner=owners, kind=st.sampled_from(["lobby", "board"]))
    def a_post_is_gone(self, owner: str, kind: str) -> None:
        self.both(
            lambda: self.owned(owner).post_gone(owner, kind),
            lambda: self.model.posts.pop((owner, kind), None),
        )

    @rule(
        table=st.sampled_from(TABLES),
        seat=st.integers(0, 1),
        chosen=st.lists(st.text(max_size=3), max_size=2).map(tuple),
    )
    def a_draft_is_kept(self, table: str, seat: int, chosen: tuple[str, ...]) -> None:
        draft = Draft(table, seat, "p1", chosen)
        self.both(lambda: self.store.draft(draft), lambda: self.model.draft(draft))

    @rule(data=st.data())
    def an_outbox_entry_is_begun_or_done(self, data: st.DataObject) -> None:
        entry = data.draw(st.sampled_from(sorted(self.model.given_ids) or [1]))
        owned = self.owned(self.model.outbox[entry][0] if entry in self.model.outbox else TABLES[0])
        if data.draw(st.booleans()):
            self.both(lambda: owned.outbox_begun(entry), lambda: self.model.outbox_begun(entry))
        else:
            self.both(lambda: owned.outbox_done(entry), lambda: self.model.outbox.pop(entry, None))

    def both(self, told: Callable[[], Awaitable[None]], kept: Callable[[], object]) -> None:
        """The same small write to both; both take it or both refuse it."""
        try:
            kept()
        except Conflict:
            assert isinstance(self.run(outcome(told)), Conflict)
        else:
            assert self.run(outcome(told)) is None

    @rule()
    def the_bot_is_stopped_and_started(self) -> None:
        self.run(self.store.close())
        self.store = self.run(self.open())

    async def all_at_once(self, changes: list[Changed]) -> list[object]:
        """What each is told."""
        return list(await asyncio.gather(*map(self._commit, changes), return_exceptions=True))

    @invariant()
    def both_hold_the_same(self) -> None:
        self.run(self.compare())

    async def compare(self) -> None:
        """Everything that can be asked."""
        store, model = self.store, self.model
        for table in TABLES:
            assert await store.table(table) == model.tables.get(table)
            assert await store.log(table) == model.logs.get(table, [])
            assert await store.drafts(table) == by_key(model.drafts, table)
            assert await store.plans.of(table) == by_key(model.plans, table)
        rows = [row for row in model.tables.values() if row.phase in ("lobby", "playing")]
        clocks = {row.id: ClockRow(row.id, row.phase, row.timing, row.due) for row in rows}
        assert {row.table: row for row in await store.clocks()} == clocks
        assert sorted(await store.plans.seats()) == sorted(model.plans)
        for tournament in TOURNAMENTS:
            assert await store.tournaments.tournament(tournament) == model.tournaments.get(tournament)
        for interaction in range(1, 13):
            assert await store.answer(interaction) == model.answers.get(interaction)
        for user in range(1, 5):
            found = [*await store.tables(user=user), *await store.tournaments.tournaments(user=user)]
            assert {row.id for row in found} == {
                owner for owner, users in model.users.items() if user in users
            }
        assert await store.tables() == latest(model.tables)
        assert await store.tournaments.tournaments() == latest(model.tournaments)
        assert await store.get_note("serial") == model.notes.get("serial")
        await self.compare_outbox_and_posts()
        await self.compare_audit()

    async def compare_outbox_and_posts(self) -> None:
        """Those of tables, and those of tournaments."""
        behind = {
            key for key, post in self.model.posts.items() if post.revision < self.model.revision(post.table)
        }
        for owned, known in ((self.store, TABLES), (self.store.tournaments, TOURNAMENTS)):
            for owner in known:
                assert await owned.posts(owner) == by_key(self.model.posts, owner)
            outdated = {(post.table, post.kind) for post in await owned.outdated()}
            assert outdated == {key for key in behind if key[0] in known}
            outbox = [(e.id, (e.table, e.kind, e.payload, e.attempts)) for e in await owned.outbox()]
            assert outbox == sorted(item for item in self.model.outbox.items() if item[1][0] in known)

    async def compare_audit(self) -> None:
        """By whom it is asked for, in the order in which it was done, under ids that grow."""
        audit, kept = self.store.audit, self.model.audit
        for tournament in TOURNAMENTS:
            rows = await audit.of_tournament(tournament)
            assert unnumbered(rows) == [row for row in kept if row.tournament == tournament]
        for table in TABLES:
            assert unnumbered(await audit.of_table(table)) == [row for row in kept if row.table == table]
        for guild in (1, 2):
            rows = (await audit.of_server(guild, limit=10_000))[::-1]
            assert unnumbered(rows) == [row for row in kept if row.guild == guild]
            assert [row.id for row in rows] == sorted({row.id for row in rows})


async def outcome(told: Callable[[], Awaitable[None]]) -> Exception | None:
    """What a write ended with."""
    try:
        await told()
    except (Conflict, StorageError) as refusal:
        return refusal
    return None


def latest(rows: Mapping[str, Row]) -> list[Row]:
    """The latest changed first."""
    return sorted(rows.values(), key=lambda row: (-row.changed, row.id))


def unnumbered(rows: list[AuditRow]) -> list[AuditRow]:
    """Entries as they were before they were stored."""
    return [replace(row, id=0) for row in rows]


def by_key(kept: dict[Any, T], table: str) -> list[T]:
    """One table's, in the order of their keys."""
    return [value for key, value in sorted(kept.items()) if key[0] == table]
