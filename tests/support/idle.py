"""Whether a house has come to rest: nothing more happens there before time passes or somebody presses.

A test that moves the clock while something is still under way moves it too early: what is under way then
happens at a later time than it would have. What is stored does not tell enough: a change is in the database a
moment before the house knows of it and begins whatever follows. So whoever acts is asked as well.
"""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from bot.runtime.deadline_queue import DeadlineQueue
from bot.tables.service import TableService
from bot.tournaments.scheduler import TournamentScheduler
from storage.sql.store import Store
from tests.support.clock import VirtualClock

if TYPE_CHECKING:
    from bot.app import Tortuga

LONG_ENOUGH = 120.0
"""Seconds in which whatever is to come must have come, on a slow machine and disk as well."""


async def until(holds: Callable[[], Any]) -> Any:
    """Wait until it is so, or until what an `async` function finds is, and return that: AssertionError if it
    never is.
    """
    pause, given_up = 0.0005, time.monotonic() + LONG_ENOUGH
    while True:
        found = holds()
        found = await found if inspect.isawaitable(found) else found
        if found:
            return found
        if time.monotonic() > given_up:
            raise AssertionError("it does not come to that")
        await asyncio.sleep(pause)
        pause = min(0.02, 1.1 * pause)


def wait_for_file(path: Path) -> None:
    """Return when it is there: in another process, of which a test holds the reins."""
    given_up = time.monotonic() + LONG_ENOUGH
    while not path.exists():
        if time.monotonic() > given_up:
            raise AssertionError(f"{path} does not come")
        time.sleep(0.005)


class HasOutbox(Protocol):
    """What tells of tables or of tournaments: `Store`, and its `tournaments`."""

    async def outbox(self) -> Sequence[object]:
        """The entries that are left."""
        ...


async def until_told(store: HasOutbox, holds: Callable[[], object] = lambda: True) -> None:
    """Wait until it is so, and no entry of the outbox is left."""

    async def all_told() -> bool:
        return bool(holds()) and not await store.outbox()

    await until(all_told)


async def until_all_is_drawn(bot: Tortuga) -> None:
    """Wait until nothing is left to be told, and every message shows what it has to."""
    await until_told(bot.store)
    await bot.services.table_publisher.message_redraws.settled()


async def let_all_run(store: Store, looks: int = 50) -> None:
    """Let everybody who can go on do so: each look at storage comes after all that it was asked before."""
    for _look in range(looks):
        await store.outbox()


async def has_come_to_rest(tables: TableService, store: Store, clock: VirtualClock) -> bool:
    """Whether nothing more follows at the tables."""
    told = _revisions(tables.repository.cached)
    if await store.outbox():
        return False
    # An entry that has come since then was stored with a change. If that change has been told of since, the
    # tables are not the same; if it has not, whoever made it still has the table's turn.
    return tables_at_rest(tables, clock) and _revisions(tables.repository.cached) == told


async def tournaments_at_rest(
    scheduler: TournamentScheduler,
    tables: TableService,
    store: Store,
    clock: VirtualClock,
    *,
    stuck: frozenset[str] = frozenset(),
) -> bool:
    """Whether nothing more follows, neither at the tables nor in the tournaments.

    `stuck`: kinds of tournaments' outbox entries that are not waited for.
    """
    told = _revisions(scheduler.repository.cached)
    if any(row.kind not in stuck for row in await store.tournaments.outbox()):
        return False
    if not await has_come_to_rest(tables, store, clock):
        return False
    return (
        not scheduler.repository.standing
        and nobody_is_due(scheduler.deadlines, clock)
        and _revisions(scheduler.repository.cached) == told
    )


def tables_at_rest(tables: TableService, clock: VirtualClock) -> bool:
    """Whether whoever acts at the tables waits for nothing but the clock and people, the outbox aside."""
    return (
        not tables.repository.standing
        and not tables.robots.tasks
        and all(map(clock.puts_to_sleep, tables.plans.planned_moves.tasks.values()))
        and nobody_is_due(tables.deadlines, clock)
    )


def nobody_is_due(alarms: DeadlineQueue, clock: VirtualClock) -> bool:
    """Whether nobody is being looked at, or should be."""
    return alarms.idle


def moments(alarms: DeadlineQueue) -> list[float]:
    """When anybody is to be looked at."""
    return alarms.moments


def _revisions(known: Mapping[str, Any]) -> dict[str, int]:
    return {id: each.revision for id, each in known.items()}
