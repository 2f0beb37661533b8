"""Whatever is done to a store, and whatever goes wrong meanwhile, it holds what a few dicts would hold."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from storage import (
    AlreadyDone,
    Change,
    Conflict,
    Draft,
    Errand,
    ErrandRow,
    OrderRow,
    Post,
    StorageError,
    TableRow,
    Unwritable,
    open_store,
)
from storage.sqlite import connection
from tests.storage.model import Model
from tests.storage.samples import move_after, new_table

TABLES = ("a", "b", "c")
GROWN = b"7" * 400_000
"""A state that needs more pages than a full disk has left."""

T = TypeVar("T")


@dataclass(frozen=True)
class Wish:
    """A change as it may be wanted; what it follows on is known only when its turn comes."""

    table: str
    off: int
    """How far its revision is from the right one."""
    acts: bool
    number_off: int
    interaction: int | None
    errands: int
    full: bool
    users: tuple[int, ...] | None
    orders: tuple[tuple[int, bytes], ...]
    """Seats, and what they want; nothing any more, if that is empty."""
    cancelled: bool


rarely_off = st.sampled_from([0] * 8 + [-1, 1])
wishes = st.builds(
    Wish,
    table=st.sampled_from(TABLES),
    off=rarely_off,
    acts=st.booleans(),
    number_off=rarely_off,
    interaction=st.none() | st.integers(1, 12),
    errands=st.integers(0, 3),
    full=st.booleans(),
    users=st.none() | st.lists(st.integers(1, 4), max_size=3).map(tuple),
    orders=st.dictionaries(st.integers(0, 2), st.sampled_from([b"", b"{}", b"[1]"]), max_size=2).map(
        lambda wanted: tuple(wanted.items())
    ),
    cancelled=st.sampled_from([False] * 5 + [True]),
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
    errands = tuple(Errand(f"kind {number}", b"%d" % serial) for number in range(wish.errands))
    orders = tuple(OrderRow(wish.table, seat, wanted) for seat, wanted in wish.orders)
    return replace(change, interaction=wish.interaction, errands=errands, users=wish.users, orders=orders)


class StoreBesideDicts(RuleBasedStateMachine):
    """Both are told the same, and must say and hold the same."""

    def __init__(self) -> None:
        super().__init__()
        self.patience, connection.PATIENCE = connection.PATIENCE, 0.01
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "0.sqlite3"
        self.runner = asyncio.Runner()
        self.store = self.run(open_store(self.path))
        self.model = Model()
        self.serial = 0

    def teardown(self) -> None:
        self.run(self.store.close())
        self.runner.close()
        shutil.rmtree(self.folder)
        connection.PATIENCE = self.patience

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """In the one event loop that the store lives in."""
        return self.runner.run(work)

    @rule(wanted=st.lists(wishes, min_size=1, max_size=7))
    def changes_that_wait_together(self, wanted: list[Wish]) -> None:
        changes = self._make_and_foresee(wanted)
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

    def _make_and_foresee(self, wanted: list[Wish]) -> list[Change]:
        """Changes most of which follow on each other, as they will if all that should go well does."""
        ahead, changes = self.model.copy(), list[Change]()
        for wish in wanted:
            self.serial += 1
            change = change_for(wish, ahead.tables.get(wish.table), self.serial)
            changes.append(change)
            if ahead.refusal(change) is None:
                ahead.commit(change, tuple(-number for number in range(len(change.errands))))
        return changes

    async def _commit_together(self, changes: list[Change], cancelled: list[bool]) -> list[object]:
        waiting = [asyncio.create_task(self.store.commit(change)) for change in changes]
        await asyncio.sleep(0)
        for task, gives_up in zip(waiting, cancelled, strict=True):
            if gives_up:
                task.cancel()
        results = await asyncio.gather(*waiting, return_exceptions=True)
        await self.store.note("serial", str(self.serial))  # comes after all that nobody waited for
        self.model.notes["serial"] = str(self.serial)
        self.found = await self.store.errands()
        return list(results)

    def _ids_of(self, change: Change, result: object, *, cancelled: bool) -> tuple[int, ...]:
        if cancelled:
            payloads = {errand.payload for errand in change.errands}
            return tuple(errand.id for errand in self.found if errand.payload in payloads)
        assert isinstance(result, tuple), result
        rows: tuple[ErrandRow, ...] = result
        return tuple(row.id for row in rows)

    @rule(table=st.sampled_from(TABLES), kind=st.sampled_from(["lobby", "board"]), revision=st.integers(0, 5))
    def a_post_is_shown(self, table: str, kind: str, revision: int) -> None:
        self.serial += 1
        post = Post(table, kind, 10, self.serial, revision, float(self.serial))
        self.both(lambda: self.store.post_shown(post), lambda: self.model.post(post))

    @rule(table=st.sampled_from(TABLES), kind=st.sampled_from(["lobby", "board"]))
    def a_post_is_gone(self, table: str, kind: str) -> None:
        self.both(
            lambda: self.store.post_gone(table, kind), lambda: self.model.posts.pop((table, kind), None)
        )

    @rule(
        table=st.sampled_from(TABLES),
        seat=st.integers(0, 1),
        chosen=st.lists(st.text(max_size=3), max_size=2).map(tuple),
    )
    def a_draft_is_kept(self, table: str, seat: int, chosen: tuple[str, ...]) -> None:
        draft = Draft(table, seat, "p1", chosen)
        self.both(lambda: self.store.draft(draft), lambda: self.model.draft(draft))

    @rule(
        table=st.sampled_from(TABLES),
        seat=st.integers(0, 2),
        wish=st.sampled_from([b"", b"{}", b"[2]", b"[3]"]),
    )
    def an_order_is_kept(self, table: str, seat: int, wish: bytes) -> None:
        order = OrderRow(table, seat, wish)
        self.both(lambda: self.store.orders.keep(order), lambda: self.model.order(order))

    @rule(data=st.data())
    def an_errand_is_begun_or_done(self, data: st.DataObject) -> None:
        errand = data.draw(st.sampled_from(sorted(self.model.given_ids) or [1]))
        if data.draw(st.booleans()):
            self.both(lambda: self.store.errand_begun(errand), lambda: self.model.errand_begun(errand))
        else:
            self.both(lambda: self.store.errand_done(errand), lambda: self.model.errands.pop(errand, None))

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
        self.store = self.run(open_store(self.path))

    @rule()
    def the_bot_crashes(self) -> None:
        """What is on the disk at this moment is all that the next one finds."""
        self.serial += 1
        survived = self.folder / f"{self.serial}.sqlite3"
        for suffix in ("", "-wal"):
            shutil.copy(f"{self.path}{suffix}", f"{survived}{suffix}")
        self.run(self.store.close())
        self.path = survived
        self.store = self.run(open_store(self.path))

    @rule(wanted=st.lists(wishes, min_size=1, max_size=4))
    def the_disk_is_full(self, wanted: list[Wish]) -> None:
        bulky = [replace(c, table=replace(c.table, state=GROWN)) for c in self._make_and_foresee(wanted)]
        self.run(self.allow_pages(5))
        results = self.run(self.all_at_once(bulky))
        self.run(self.allow_pages(1_000_000))
        # Those that are refused anyway may be told so, if none of the others asks for space.
        assert all(isinstance(result, Unwritable | Conflict | AlreadyDone) for result in results), results

    @rule(wanted=st.lists(wishes, min_size=1, max_size=4))
    def another_program_locks_the_file(self, wanted: list[Wish]) -> None:
        other = sqlite3.connect(self.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        results = self.run(self.all_at_once(self._make_and_foresee(wanted)))
        other.close()
        assert all(isinstance(result, Unwritable | Conflict) for result in results), results

    async def allow_pages(self, more: int) -> None:
        """Lets the file grow by so many pages and no further."""
        [row] = await self.store._writer.execute_fetchall("PRAGMA page_count")
        await self.store._writer.execute(f"PRAGMA max_page_count = {row[0] + more}")

    async def all_at_once(self, changes: list[Change]) -> list[object]:
        """What each is told."""
        return list(await asyncio.gather(*(self.store.commit(c) for c in changes), return_exceptions=True))

    @invariant()
    def both_hold_the_same(self) -> None:
        self.run(self.compare())

    async def compare(self) -> None:
        """Everything that can be asked."""
        store, model = self.store, self.model
        for table in TABLES:
            assert await store.table(table) == model.tables.get(table)
            assert await store.log(table) == model.logs.get(table, [])
            assert await store.posts(table) == by_key(model.posts, table)
            assert await store.drafts(table) == by_key(model.drafts, table)
            assert await store.orders.of(table) == by_key(model.orders, table)
        for interaction in range(1, 13):
            assert await store.answer(interaction) == model.answers.get(interaction)
        assert [(e.id, (e.table, e.kind, e.payload, e.attempts)) for e in await store.errands()] == sorted(
            model.errands.items()
        )
        for user in range(1, 5):
            seated = {table for table, users in model.users.items() if user in users}
            assert {row.id for row in await store.tables(user=user)} == seated
        latest = sorted(model.tables.values(), key=lambda row: (-row.changed, row.id))
        assert await store.tables() == latest
        behind = {
            key for key, post in model.posts.items() if post.revision < model.tables[post.table].revision
        }
        assert {(post.table, post.kind) for post in await store.outdated()} == behind
        assert await store.noted("serial") == model.notes.get("serial")


async def outcome(told: Callable[[], Awaitable[None]]) -> Exception | None:
    """What a write ended with."""
    try:
        await told()
    except (Conflict, StorageError) as refusal:
        return refusal
    return None


def by_key(kept: dict[Any, T], table: str) -> list[T]:
    """One table's, in the order of their keys."""
    return [value for key, value in sorted(kept.items()) if key[0] == table]


TestStoreBesideDicts = StoreBesideDicts.TestCase
TestStoreBesideDicts.settings = settings(
    max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
