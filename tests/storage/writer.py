"""Plays at many tables, as fast as it can, and prints each move once it is acknowledged: to be killed.

`python -m tests.storage.writer DATABASE`: goes on with the tables it finds. A line is `table number errand`.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from storage import Errand, Store, TableRow, opened
from tests.storage.samples import move_after, new_table, opening

TABLES = 8


async def play(store: Store, row: TableRow, place: int) -> None:
    """Move after move at one table. Every other errand is run at once."""
    while True:
        move = move_after(row, interaction=press(place, row.actions + 1), errands=(Errand("redraw"),))
        [errand] = await store.commit(move)
        row = move.table
        say(row.id, row.actions, errand.id)
        if row.actions % 2:
            await store.errand_begun(errand.id)
            await store.errand_done(errand.id)


def press(place: int, number: int) -> int:
    """The interaction that brings a table's action of that number."""
    return number * TABLES + place


def say(*words: object) -> None:
    """A line that is out before the next one is thought of."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def main(path: Path) -> None:
    """Play until killed."""
    async with opened(path) as store, asyncio.TaskGroup() as games:
        for place in range(TABLES):
            row = await store.table(f"t{place}")
            if row is None:
                row = new_table(f"t{place}")
                await store.commit(opening(row.id))
            games.create_task(play(store, row, place))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
