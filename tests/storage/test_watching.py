"""What storage tells those who watch over the bot."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from storage import Census, Change, Conflict, OutboxEntry, Store, TransactionMetric, Unwritable, open_store
from tests.storage.samples import announcing, move_after, new_table, opening


async def test_each_transaction_is_told_with_all_that_it_stored(path: Path) -> None:
    lots = list[TransactionMetric]()
    store = await open_store(path, on_transaction=lots.append)
    try:
        await store.commit(opening("t1"))
        await store.commit(move_after(new_table("t1")))
        await asyncio.gather(*(store.commit(opening(f"u{number}")) for number in range(10)))
        with pytest.raises(Conflict):
            await store.commit(move_after(new_table("nowhere")))
    finally:
        await store.close()
    assert sum(lot.writes for lot in lots) == 13
    assert sum(lot.actions for lot in lots) == 1
    assert [lot.refused for lot in lots] == [*[0] * (len(lots) - 1), 1]
    assert len(lots) < 13
    assert all(lot.seconds > 0 and not lot.failed for lot in lots)


async def test_a_transaction_that_the_disk_refuses_is_told_as_failed(path: Path) -> None:
    lots = list[TransactionMetric]()
    store = await open_store(path, on_transaction=lots.append)
    try:
        [row] = await store.database.run_alone("PRAGMA page_count")
        await store.database.run_alone(f"PRAGMA max_page_count = {row[0]}")
        with pytest.raises(Unwritable):
            await store.commit(Change(new_table(record=b"7" * 100_000)))
    finally:
        await store.close()
    assert [(lot.writes, lot.failed) for lot in lots] == [(1, True)]


async def test_a_census_counts_tables_tournaments_and_what_is_to_be_done(store: Store) -> None:
    await store.commit(opening("t1", outbox=(OutboxEntry("lobby"), OutboxEntry("open"))))
    await store.commit(opening("t2"))
    await store.commit(move_after(new_table("t2")))
    await store.commit(opening("t3"))
    await store.commit(opening("t4"))
    ended = move_after(new_table("t4"))
    await store.commit(replace(ended, table=replace(ended.table, phase="over")))
    await store.tournaments.commit(announcing(outbox=(OutboxEntry("announce"),)))
    census = await store.watching.census()
    assert census == Census(
        open_tables={("some-game", "lobby"): 2, ("some-game", "playing"): 1},
        ended_tables={"over": 1},
        tournaments={"open": 1},
        table_outbox=2,
        tournament_outbox=1,
        file_bytes=census.file_bytes,
        log_bytes=census.log_bytes,
    )
    assert census.file_bytes + census.log_bytes > 0


async def test_what_waits_for_the_transaction_under_way_is_counted(store: Store) -> None:
    first = asyncio.create_task(store.commit(opening("t0")))
    while not store.watching.writes_waiting:
        await asyncio.sleep(0)
    others = [asyncio.create_task(store.commit(opening(f"t{number}"))) for number in range(1, 4)]
    await asyncio.sleep(0)
    assert store.watching.writes_waiting in (3, 4)
    await asyncio.gather(first, *others)
    assert store.watching.writes_waiting == 0


async def test_whether_anything_can_be_written_is_found_by_writing(path: Path) -> None:
    lots = list[TransactionMetric]()
    store = await open_store(path, on_transaction=lots.append)
    await store.watching.try_to_write()
    await store.watching.try_to_write()
    await store.close()
    assert [lot.writes for lot in lots] == [1, 1]
