"""Alarms by themselves."""

from __future__ import annotations

import asyncio

from bot.runtime.deadline_queue import STALE_ENTRIES_KEPT, DeadlineQueue
from tests.support.clock import VirtualClock


async def test_moments_that_are_put_off_again_and_again_do_not_pile_up() -> None:
    clock, rung = VirtualClock(), list[tuple[str, float]]()

    async def ring(table: str) -> None:
        rung.append((table, clock.awake()))

    alarms = DeadlineQueue(clock, ring)
    for move in range(10_000):
        alarms.set(f"table {move % 10}", 1_000.0 + move)
        assert alarms.size <= 2 * 10 + STALE_ENTRIES_KEPT + 1
    alarms.open(())
    clock.advance(10_999.0)
    for _turn in range(50):
        await asyncio.sleep(0)
    assert {table for table, _at in rung} == {f"table {number}" for number in range(10)}
    assert len(rung) == 10
    await alarms.close()
