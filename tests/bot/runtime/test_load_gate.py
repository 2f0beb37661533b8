"""How busy it is, and what waits until it is quiet."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from bot.runtime.load_gate import LoadGate, PausedCollection


@pytest.fixture(autouse=True)
def collected() -> Iterator[None]:
    """Python looks for garbage, as it does once the bot has started; and does so again afterwards."""
    gc.enable()
    yield
    gc.enable()


def test_nobody_waits_while_python_looks_for_garbage():
    gate = LoadGate()
    with gate.press_under_way():
        assert not gc.isenabled()
        with gate.press_under_way():
            pass
        assert not gc.isenabled(), "the other one still waits"
    assert gc.isenabled()


def test_garbage_is_looked_for_now_and_then_though_somebody_always_waits():
    gate, looked = LoadGate(), list[int]()

    def note(phase: str, _about: object) -> None:
        if phase == "start":
            looked.append(1)

    gc.callbacks.append(note)
    try:
        with gate.press_under_way(), ExitStack() as waiting:
            for _press in range(PausedCollection.AT_MOST - 1):
                waiting.enter_context(gate.press_under_way())
            kept = [list[int]() for _ in range(2 * gc.get_threshold()[0])]
            assert looked == []
            for _press in range(3):
                with gate.press_under_way():
                    pass
            assert looked, f"{len(kept)} lists later"
    finally:
        gc.callbacks.remove(note)


def test_a_start_that_puts_off_the_garbage_goes_on_doing_so_after_a_press():
    gate = LoadGate()
    gc.disable()
    with gate.press_under_way():
        pass
    assert not gc.isenabled()
