"""What storage tells those who watch over the bot."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from storage import Change, Conflict, TransactionMetric, Unwritable, open_store
from tests.storage.samples import move_after, new_table, opening


async def test_each_transaction_is_told_with_all_that_it_stored(path: Path) -> None:
    transactions = list[TransactionMetric]()
    store = await open_store(path, on_transaction=transactions.append)
    try:
        await store.commit(opening("t1"))
        await store.commit(move_after(new_table("t1")))
        await asyncio.gather(*(store.commit(opening(f"u{number}")) for number in range(10)))
        with pytest.raises(Conflict):
            await store.commit(move_after(new_table("nowhere")))
    finally:
        await store.close()
    assert sum(one.writes for one in transactions) == 13
    assert sum(one.actions for one in transactions) == 1
    assert [one.refused for one in transactions] == [*[0] * (len(transactions) - 1), 1]
    assert len(transactions) < 13
    assert all(one.seconds > 0 and not one.failed for one in transactions)


async def test_a_transaction_that_the_disk_refuses_is_told_as_failed(path: Path) -> None:
    transactions = list[TransactionMetric]()
    store = await open_store(path, on_transaction=transactions.append)
    try:
        [row] = await store.database.run_alone("PRAGMA page_count")
        await store.database.run_alone(f"PRAGMA max_page_count = {row[0]}")
        with pytest.raises(Unwritable):
            await store.commit(Change(new_table(record=b"7" * 100_000)))
    finally:
        await store.close()
    assert [(one.writes, one.failed) for one in transactions] == [(1, True)]


async def test_whether_anything_can_be_written_is_found_by_writing(path: Path) -> None:
    transactions = list[TransactionMetric]()
    store = await open_store(path, on_transaction=transactions.append)
    await store.monitoring.try_to_write()
    await store.monitoring.try_to_write()
    await store.close()
    assert [one.writes for one in transactions] == [1, 1]
