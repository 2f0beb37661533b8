"""Outbox entries by themselves, with a storage that hands out what it has read when the test wants it to."""

from __future__ import annotations

import asyncio

from bot.runtime.outbox import LANES_AT_ONCE, Outbox, RetryLater
from storage.models import OutboxRow


class SlowReader:
    """A door whose second answer comes late: it is what stood there when it was asked."""

    def __init__(self, *rows: OutboxRow) -> None:
        self.rows = {row.id: row for row in rows}
        self.reads = 0
        self.asked, self.answers = asyncio.Event(), asyncio.Event()

    async def outbox(self) -> list[OutboxRow]:
        read = list(self.rows.values())
        self.reads += 1
        if self.reads == 2:
            self.asked.set()
            await self.answers.wait()
        return read

    async def outbox_begun(self, entry: int) -> None:
        """Nothing is counted here."""

    async def outbox_done(self, entry: int) -> None:
        self.rows.pop(entry, None)


async def test_an_outbox_entry_that_is_done_while_storage_is_read_is_not_run_again() -> None:
    door, ran, all_ran = SlowReader(OutboxRow(1, "a", "open", b"", 0)), list[int](), asyncio.Event()
    first_goes_on = asyncio.Event()

    async def run(row: OutboxRow) -> None:
        ran.append(row.id)
        if row.id == 1:
            await first_goes_on.wait()
        elif row.id == 2:
            all_ran.set()

    outbox = Outbox(door, run)
    outbox.open()
    while not ran:
        await asyncio.sleep(0)
    outbox.wake()
    await door.asked.wait()
    first_goes_on.set()
    while outbox.running:
        await asyncio.sleep(0)
    door.rows[2] = OutboxRow(2, "a", "result", b"", 0)
    door.answers.set()
    await asyncio.wait_for(all_ran.wait(), 10)
    await outbox.close()
    assert ran == [1, 2]


class Shelf:
    """A door that hands out what stands there."""

    def __init__(self, *rows: OutboxRow) -> None:
        self.rows = {row.id: row for row in rows}

    async def outbox(self) -> list[OutboxRow]:
        return list(self.rows.values())

    async def outbox_begun(self, entry: int) -> None:
        """Nothing is counted here."""

    async def outbox_done(self, entry: int) -> None:
        self.rows.pop(entry, None)


async def test_what_a_stop_has_left_at_many_tables_is_run_little_by_little_and_what_is_new_at_once() -> None:
    left = 4 * LANES_AT_ONCE
    ran, before_each_read, all_ran = list[int](), list[int](), asyncio.Event()

    async def run(row: OutboxRow) -> None:
        ran.append(row.id)
        if len(ran) == left + 1:
            all_ran.set()

    class Watched(Shelf):
        async def outbox(self) -> list[OutboxRow]:
            before_each_read.append(len(ran))
            if len(before_each_read) == 2:
                door.rows[left] = OutboxRow(left, "new table", "open", b"", 0)
            return await super().outbox()

    door = Watched(*(OutboxRow(id, f"table {id}", "open", b"", 0) for id in range(left)))
    outbox = Outbox(door, run)
    outbox.open()
    await asyncio.wait_for(all_ran.wait(), 10)
    await outbox.close()
    assert before_each_read[:3] == [0, LANES_AT_ONCE, 2 * LANES_AT_ONCE]
    assert sorted(ran) == list(range(left + 1))
    assert ran.index(left) == LANES_AT_ONCE, "the newest comes first"
    assert len(before_each_read) < 8, "it is not read anew for each that is done"


async def test_what_waits_for_another_attempt_has_it_when_somebody_asks() -> None:
    door, ran = SlowReader(OutboxRow(1, "a", "open", b"", 0), OutboxRow(2, "b", "open", b"", 0)), list[int]()

    async def run(row: OutboxRow) -> None:
        ran.append(row.id)
        if row.attempts < 2:
            raise RetryLater(600.0)

    door.answers.set()
    outbox = Outbox(door, run)
    outbox.open()
    while sorted(ran) != [1, 2]:
        await asyncio.sleep(0)
    await outbox.retry({"a"})
    assert sorted(ran) == [1, 1, 2]
    await outbox.retry({"a"})
    assert sorted(ran) == [1, 1, 1, 2]
    await outbox.retry({"a"})
    assert 1 not in door.rows
    await outbox.close()
