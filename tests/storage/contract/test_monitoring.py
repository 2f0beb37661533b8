"""The figures that storage gives those who watch over the bot."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from storage import Census, OutboxEntry, Store
from tests.storage.samples import announcing, move_after, new_table, opening


async def test_a_census_counts_tables_tournaments_and_what_is_to_be_done(store: Store) -> None:
    await store.commit(opening("t1", outbox=(OutboxEntry("lobby"), OutboxEntry("open"))))
    await store.commit(opening("t2"))
    await store.commit(move_after(new_table("t2")))
    await store.commit(opening("t3"))
    await store.commit(opening("t4"))
    ended = move_after(new_table("t4"))
    await store.commit(replace(ended, table=replace(ended.table, phase="over")))
    await store.tournaments.commit(announcing(outbox=(OutboxEntry("announce"),)))
    census = await store.monitoring.census()
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
    while not store.monitoring.writes_waiting:
        await asyncio.sleep(0)
    others = [asyncio.create_task(store.commit(opening(f"t{number}"))) for number in range(1, 4)]
    await asyncio.sleep(0)
    assert store.monitoring.writes_waiting in (3, 4)
    await asyncio.gather(first, *others)
    assert store.monitoring.writes_waiting == 0
