"""Durable moves a second: changes that share a transaction beside one transaction each, on a real file."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import aiosqlite
from msgspec.structs import replace

from benches.report import Figure, show
from storage import ActionRow, Change, OutboxEntry, TableRow, opened

ROUNDS = 5
SLICES = 10
CROWD = 1000
"""Moves that wait at the same moment, each at a table of its own."""
CROWD_MOVES, PEER_MOVES = 15, 2
"""So many of each of them, one after the other; the peer is slower by so much that fewer tell enough."""
ALONE = 40
"""Moves of somebody who is alone, in each slice."""
PLAYED = 60
"""Actions in each table's log before the clock runs, so that the logs lie apart on the disk as in life."""

STATE = b'{"s":"' + b"7" * 441 + b'"}'
RECORD = b'{"r":"' + b"7" * 741 + b'"}'

StoreMove = Callable[[Change], Awaitable[object]]


@dataclass
class Run:
    """What one way of storing showed in one round or several."""

    rates: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    """Seconds; the median wait of each round."""


async def store_alone(
    db: aiosqlite.Connection, lock: asyncio.Lock, outbox: Iterator[int], change: Change
) -> None:
    """The peer: the same rows in a transaction of their own, as one writes it with aiosqlite."""
    table, action, entry = change.table, change.action, change.outbox[0]
    assert action is not None
    async with lock:
        await db.execute("BEGIN IMMEDIATE")
        await db.execute(
            "UPDATE standing SET phase = ?, revision = ?, actions = ?, changed = ?, state = ?"
            " WHERE table_id = ? AND revision = ?",
            (
                *(table.phase, table.revision, table.actions, table.changed, table.state),
                *(table.id, table.revision - 1),
            ),
        )
        await db.execute(
            "INSERT INTO actions (table_id, number, seat, action, user, at) VALUES (?, ?, ?, ?, ?, ?)",
            (table.id, action.number, action.seat, action.action, action.user, action.at),
        )
        await db.execute(
            "INSERT INTO interactions (id, answer, at) VALUES (?, ?, ?)",
            (change.interaction, change.answer, int(time.time())),
        )
        await db.execute(
            "INSERT INTO errands (id, table_id, kind, payload) VALUES (?, ?, ?, ?)",
            (next(outbox), table.id, entry.kind, entry.payload),
        )
        await db.execute("COMMIT")


class Tables:
    """As many tables in play as may wait at once, and the next move at each."""

    def __init__(self) -> None:
        self._ids = count(1_400_000_000_000_000_000)
        # Ids in no order, as the bot's are.
        self.rows = [_lobby(f"{number * 7_919_317 % 99_999_989:08d}") for number in range(CROWD)]

    def next_move(self, number: int) -> Change:
        """A move at the table of that number; the table stands after it from now on."""
        row = self.rows[number]
        seen = row.actions + 1
        action = ActionRow(seen, seen % 4, "play g12", 123_456_789_012_345_678, time.time())
        row = replace(row, phase="playing", revision=row.revision + 1, actions=seen, state=STATE)
        self.rows[number] = row
        answer = b'{"table":"12345678","said":null}'
        return Change(row, action, next(self._ids), answer, (OutboxEntry("redraw"),), full=False)


def _lobby(table: str) -> TableRow:
    return TableRow(table, 1, 2, "a-game", "lobby", 1, 0, RECORD, None, 1.7e9, 1.7e9)


async def crowd(store: StoreMove, tables: Tables, moves: int, run: Run) -> None:
    """Everybody moves at once, `moves` times, each as soon as the move before is durable."""
    waits: list[float] = []
    prepared = [[tables.next_move(number) for _ in range(moves)] for number in range(CROWD)]

    async def one(changes: list[Change]) -> None:
        for change in changes:
            begun = time.perf_counter()
            await store(change)
            waits.append(time.perf_counter() - begun)

    begun = time.perf_counter()
    await asyncio.gather(*(one(changes) for changes in prepared))
    run.rates.append(CROWD * moves / (time.perf_counter() - begun))
    run.waits.append(median(waits))


async def alone(store: StoreMove, tables: Tables, moves: int, run: Run) -> None:
    """One person moves, again and again."""
    waits: list[float] = []
    for change in [tables.next_move(number % CROWD) for number in range(moves)]:
        begun = time.perf_counter()
        await store(change)
        waits.append(time.perf_counter() - begun)
    run.rates.append(moves / sum(waits))
    run.waits.append(median(waits))


async def _with_tables(store: Callable[[Change], Awaitable[object]]) -> Tables:
    tables = Tables()
    await asyncio.gather(*(store(Change(row)) for row in tables.rows))
    for _ in range(PLAYED):
        await asyncio.gather(*(store(tables.next_move(number)) for number in range(CROWD)))
    return tables


async def measure(folder: Path) -> dict[str, Run]:
    """Both ways, one person and a crowd, in turns."""
    runs = {
        name: Run() for name in ("crowd, shared", "crowd, each its own", "one, shared", "one, each its own")
    }
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(opened(folder / "shared.sqlite3"))
        ours = await _with_tables(store.commit)
        async with opened(folder / "own.sqlite3") as filling:
            theirs = await _with_tables(filling.commit)
            outbox = count((await filling.outbox())[-1].id + 1)
        db = await stack.enter_async_context(aiosqlite.connect(folder / "own.sqlite3", isolation_level=None))
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "fullfsync = ON"):
            await db.execute(f"PRAGMA {pragma}")
        lock = asyncio.Lock()

        async def peer(change: Change) -> None:
            await store_alone(db, lock, outbox, change)

        for _ in range(ROUNDS):
            await crowd(store.commit, ours, CROWD_MOVES, runs["crowd, shared"])
            await crowd(peer, theirs, PEER_MOVES, runs["crowd, each its own"])
            for _ in range(SLICES):  # short turns: whatever else the machine does meets both
                await alone(store.commit, ours, ALONE, runs["one, shared"])
                await alone(peer, theirs, ALONE, runs["one, each its own"])
    return runs


def main() -> list[Figure]:
    """Measure and show."""
    # On a real disk, which the place for temporary files may not be.
    build = Path(__file__).parents[1] / "build"
    build.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=build) as folder:
        runs = asyncio.run(measure(Path(folder)))
    rates = {name: median(run.rates) for name, run in runs.items()}
    waits = {name: median(run.waits) for name, run in runs.items()}
    own = "a transaction each, with aiosqlite"
    faster = Figure(
        *("storage", f"durable moves, {CROWD:,} waiting", rates["crowd, shared"], "moves/s"),
        *(rates["crowd, each its own"], own, 10),
        more_is_better=True,
        tolerance=0.2,
    )
    slower = Figure(
        *("storage", "a durable move, one waiting, p50", 1000 * waits["one, shared"], "ms"),
        *(1000 * waits["one, each its own"], own, 1),
    )
    show(
        f"durable moves ({CROWD:,} waiting, or one; the transaction shared, or each its own)",
        ("who waits", "moves/s", "p50 ms"),
        [(name, rates[name], 1000 * waits[name]) for name in runs],
        note=f"With {CROWD:,} waiting {faster.compared:.1f} times the rate (aim 10); "
        f"with one waiting {slower.compared:.2f} times the wait (aim at most 1).",
    )
    return [faster, slower]


if __name__ == "__main__":
    main()
