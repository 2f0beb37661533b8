"""Errands by themselves, with a storage that hands out what it has read when the test wants it to."""

from __future__ import annotations

import asyncio

from bot.tables.errands import BEFORE_MORE, BEGUN_AT_ONCE, Errands
from storage.records import ErrandRow
from tests.support.clock import VirtualClock


class SlowReader:
    """A door whose second answer comes late: it is what stood there when it was asked."""

    def __init__(self, *rows: ErrandRow) -> None:
        self.rows = {row.id: row for row in rows}
        self.reads = 0
        self.asked, self.answers = asyncio.Event(), asyncio.Event()

    async def errands(self) -> list[ErrandRow]:
        read = list(self.rows.values())
        self.reads += 1
        if self.reads == 2:
            self.asked.set()
            await self.answers.wait()
        return read

    async def errand_begun(self, errand: int) -> None:
        """Nothing is counted here."""

    async def errand_done(self, errand: int) -> None:
        self.rows.pop(errand, None)


async def test_an_errand_that_is_done_while_storage_is_read_is_not_run_again() -> None:
    door, ran, all_ran = SlowReader(ErrandRow(1, "a", "open", b"", 0)), list[int](), asyncio.Event()
    first_goes_on = asyncio.Event()

    async def run(row: ErrandRow) -> None:
        ran.append(row.id)
        if row.id == 1:
            await first_goes_on.wait()
        elif row.id == 2:
            all_ran.set()

    errands = Errands(door, run, VirtualClock())
    errands.open()
    while not ran:
        await asyncio.sleep(0)
    errands.wake()
    await door.asked.wait()
    first_goes_on.set()
    while errands._lanes:
        await asyncio.sleep(0)
    door.rows[2] = ErrandRow(2, "a", "result", b"", 0)
    door.answers.set()
    await asyncio.wait_for(all_ran.wait(), 10)
    await errands.close()
    assert ran == [1, 2]


class Shelf:
    """A door that hands out what stands there."""

    def __init__(self, *rows: ErrandRow) -> None:
        self.rows = {row.id: row for row in rows}
        self.reads = 0

    async def errands(self) -> list[ErrandRow]:
        self.reads += 1
        return list(self.rows.values())

    async def errand_begun(self, errand: int) -> None:
        """Nothing is counted here."""

    async def errand_done(self, errand: int) -> None:
        self.rows.pop(errand, None)


async def settled() -> None:
    """Everything that does not wait for the clock has happened."""
    for _turn in range(50):
        await asyncio.sleep(0)


async def test_what_a_stop_has_left_at_many_tables_is_run_little_by_little_and_what_is_new_at_once() -> None:
    clock = VirtualClock()
    left = 7 * BEGUN_AT_ONCE
    door, ran = Shelf(*(ErrandRow(id, f"table {id}", "open", b"", 0) for id in range(left))), list[int]()

    async def run(row: ErrandRow) -> None:
        ran.append(row.id)

    errands = Errands(door, run, clock)
    errands.open()
    await settled()
    assert len(ran) == BEGUN_AT_ONCE
    door.rows[left] = ErrandRow(left, "new table", "open", b"", 0)
    errands.wake()
    clock.advance(BEFORE_MORE)
    await settled()
    assert left in ran
    assert len(ran) == 2 * BEGUN_AT_ONCE
    for _more in range(7):
        clock.advance(BEFORE_MORE)
        await settled()
    assert sorted(ran) == list(range(left + 1))
    assert door.reads < 15, "it is not read anew for each that is done"
    await errands.close()
