"""Durable moves a second in PostgreSQL beside SQLite: the same store, group commit, on the same disk."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benches.bench_storage import CROWD, PLAYED, Tables
from benches.report import Figure, show
from storage import Change, Store, opened
from tests.support.postgres import running_postgres

WAITING = 1, 16, 64, CROWD
"""So many people move at the same moment, again and again."""
ROUNDS = 7
MOVES = {1: 150, 16: 60, 64: 30, CROWD: 6}
"""So many moves of each of them in a round."""
MANY, ALONE = 64, 1.3
"""Aims: at least as many moves as SQLite from so many on; at most so many times the wait of one alone."""


async def _crowd(store: Store, tables: Tables, waiting: int) -> tuple[float, float]:
    """Moves a second, and the median of their waits in seconds."""
    waits = list[float]()
    prepared = [[tables.next_move(number) for _ in range(MOVES[waiting])] for number in range(waiting)]

    async def one(changes: list[Change]) -> None:
        for change in changes:
            begun = time.perf_counter()
            await store.commit(change)
            waits.append(time.perf_counter() - begun)

    begun = time.perf_counter()
    await asyncio.gather(*map(one, prepared))
    return len(waits) / (time.perf_counter() - begun), median(waits)


async def _measure(file: Path, url: str) -> dict[tuple[str, int], tuple[float, float]]:
    """By engine and how many wait: the medians of the rounds, in which the engines take turns."""
    found = dict[tuple[str, int], list[tuple[float, float]]]()
    async with AsyncExitStack() as stack:
        stores = dict[str, tuple[Store, Tables]]()
        for name, place in (("SQLite", file), ("PostgreSQL", url)):
            store, tables = await stack.enter_async_context(opened(place)), Tables()
            stores[name] = store, tables
            await asyncio.gather(*(store.commit(Change(row)) for row in tables.rows))
            for _ in range(PLAYED):
                await asyncio.gather(*(store.commit(tables.next_move(number)) for number in range(CROWD)))
        for _ in range(ROUNDS):
            for waiting in WAITING:
                for name, (store, tables) in stores.items():
                    found.setdefault((name, waiting), []).append(await _crowd(store, tables, waiting))
    return {
        key: (median(rate for rate, _ in rounds), median(wait for _, wait in rounds))
        for key, rounds in found.items()
    }


def main() -> list[Figure]:
    """Measure and show."""
    build = (
        Path(__file__).parents[1] / "build"
    )  # on a real disk, which the place for temporary files may not be
    build.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=build) as folder, running_postgres(build) as server:
        found = asyncio.run(_measure(Path(folder) / "bench.sqlite3", server.new_database()))
    show(
        "durable moves, by how many wait at the same moment",
        ("engine", "waiting", "moves/s", "p50 ms"),
        [(name, waiting, rate, 1000 * wait) for (name, waiting), (rate, wait) in found.items()],
        note=f"PostgreSQL on this machine, over a socket in a folder. Aims: from {MANY} waiting on at least "
        f"SQLite's rate; with one waiting at most {ALONE} times its wait.",
    )
    many = (
        Figure(
            *("postgres", f"durable moves, {waiting:,} waiting", found["PostgreSQL", waiting][0], "moves/s"),
            *(found["SQLite", waiting][0], "the same in SQLite", 1),
            more_is_better=True,
            tolerance=0.2,
        )
        for waiting in WAITING
        if waiting >= MANY
    )
    alone = Figure(
        *("postgres", "a durable move, one waiting, p50", 1000 * found["PostgreSQL", 1][1], "ms"),
        *(1000 * found["SQLite", 1][1], "the same in SQLite", ALONE),
        tolerance=0.2,
    )
    return [*many, alone]


if __name__ == "__main__":
    main()
