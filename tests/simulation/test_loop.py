"""Time stands still while anything is to be done, then it jumps; a loop that is dropped does nothing more."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.simulation.loop import Crashed, SimulatedLoop, Simulator


@pytest.fixture
def simulator() -> Iterator[Simulator]:
    """A simulator, whose loops are dropped in the end."""
    made = Simulator("seed", 1000.0)
    yield made
    for loop in list(made.loops):
        loop.drop()


def test_a_year_of_sleep_takes_no_time_at_all(simulator: Simulator) -> None:
    loop, woke = SimulatedLoop(simulator), list[float]()

    async def sleeps() -> None:
        for _day in range(365):
            await asyncio.sleep(86400.0)
        woke.append(simulator.time())

    task = loop.create_task(sleeps())
    simulator.run(1e9, task.done)
    assert woke == [pytest.approx(1000.0 + 365 * 86400.0)]


def test_two_loops_share_the_time_and_take_turns(simulator: Simulator) -> None:
    told = list[tuple[str, float]]()

    async def ticks(name: str, every: float) -> None:
        for _tick in range(3):
            await asyncio.sleep(every)
            told.append((name, round(simulator.now, 3)))

    tasks = [SimulatedLoop(simulator).create_task(ticks(*each)) for each in (("a", 2.0), ("b", 3.0))]
    simulator.run(1e9, lambda: all(task.done() for task in tasks))
    assert told == [("a", 2.0), ("b", 3.0), ("a", 4.0), ("a", 6.0), ("b", 6.0), ("b", 9.0)]


def test_one_executor_does_what_it_is_given_in_order(simulator: Simulator) -> None:
    loop, done = SimulatedLoop(simulator), list[int]()

    async def asks() -> None:
        await asyncio.gather(*(loop.run_in_executor(None, done.append, each) for each in range(50)))

    task = loop.create_task(asks())
    simulator.run(1e9, task.done)
    assert done == list(range(50))


def test_after_a_crash_nothing_goes_on_not_even_what_was_to_happen_in_any_case(simulator: Simulator) -> None:
    steps, said = 0, list[str]()

    def at_step() -> None:
        nonlocal steps
        steps += 1
        if steps > 4:
            raise Crashed

    loop = SimulatedLoop(simulator, at_step)

    async def works() -> None:
        try:
            while True:
                await asyncio.sleep(1.0)
                said.append("works")
        finally:
            loop.call_soon(said.append, "last words")
            await asyncio.sleep(1.0)
            said.append("and more")

    task = loop.create_task(works())
    simulator.run(100.0, lambda: steps > 4)
    loop.drop()
    simulator.run(200.0, lambda: False)
    assert said == ["works"]
    assert not task.cancelled()
    with pytest.raises(RuntimeError):
        asyncio.get_running_loop()
