"""Errands by themselves, with a storage that hands out what it has read when the test wants it to."""

from __future__ import annotations

import asyncio

from bot.tables.errands import Errands
from storage.records import ErrandRow


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

    errands = Errands(door, run)
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
