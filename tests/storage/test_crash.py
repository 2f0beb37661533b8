"""The process is killed at random moments: what was acknowledged is there once, and nothing by half."""

from __future__ import annotations

import asyncio
import random
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

from storage import Store, opened
from tests.storage.consistency import assert_no_tournament_half_stored, assert_nothing_half_stored
from tests.storage.writer import TABLES, TOURNAMENTS, press

PLACES = [*(f"t{number}" for number in range(TABLES)), *(f"c{number}" for number in range(TOURNAMENTS))]
"""Tables and tournaments, in the order in which their presses are numbered."""

KILLS = 12


async def test_after_every_kill_all_that_was_acknowledged_is_there_once_and_nothing_by_half(path: Path):
    dice = random.Random(17)
    seen: dict[str, int] = {}
    errands: set[int] = set()
    for _ in range(KILLS):
        acknowledged = await killed_after(dice.randrange(400), dice.random() / 500, path)
        async with opened(path) as store:
            stored = await assert_nothing_half_stored(store) | await assert_no_tournament_half_stored(store)
            for table, number, errand in acknowledged:
                assert (
                    number == seen.get(table, 0) + 1 or number == seen[table] + 2
                )  # or one stored, but not told
                assert errand not in errands
                seen[table] = number
                errands.add(errand)
            # What was on its way when the process died may be stored as well: at most one move at each.
            assert all(stored[table] - number in (0, 1) for table, number in seen.items())
            await assert_presses_and_errands_match(store, stored)
    assert set(seen) == set(PLACES)
    assert min(seen.values()) > 10


async def assert_presses_and_errands_match(store: Store, stored: dict[str, int]) -> None:
    """Every move has its press; every even move has its errand, every odd one at most until it was run."""
    for place, owner in enumerate(PLACES):
        actions = stored.get(owner, 0)
        ahead = owner.startswith("c")  # its first change has the number 1, its first step 2
        for number in range(max(1, actions - 30), actions + 1):
            assert await store.answer(press(place, number)) == b'{"answer":%d}' % (number + ahead)
        assert await store.answer(press(place, actions + 1)) is None
    errands = await store.errands() + await store.tournaments.errands()
    assert len({errand.id for errand in errands}) == len(errands)
    for owner, actions in stored.items():
        waiting = [errand for errand in errands if errand.table == owner]
        assert actions // 2 <= len(waiting) <= actions


async def killed_after(lines: int, moment: float, path: Path) -> list[tuple[str, int, int]]:
    """Lets the writer play for so many lines and a moment (seconds) longer; returns all that it said."""
    writer = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.storage.writer", str(path), stdout=PIPE
    )
    said = [await next_line(writer) for _ in range(lines + 1)]
    await asyncio.sleep(moment)
    writer.kill()
    said += (await writer.communicate())[0].decode().splitlines()
    return [(table, int(number), int(errand)) for table, number, errand in map(str.split, said)]


async def next_line(writer: Process) -> str:
    """One line of the writer's, which must not have ended by itself."""
    assert writer.stdout is not None
    line = await writer.stdout.readline()
    assert line.endswith(b"\n"), "the writer ended by itself"
    return line.decode()
