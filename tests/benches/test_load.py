"""Many presses at once are measured; with numbers so small that the figures tell nothing."""

from __future__ import annotations

import sys

import pytest

from benches import bench_load
from tests.support.figures import assert_sound

pytestmark = pytest.mark.trial


@pytest.mark.skipif(sys.platform != "linux", reason="memory is what Linux tells of it")
def test_many_presses_at_once_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    small = {"TABLES": 10, "CROWD": 5, "SERVERS": 2, "ROUNDS": 2, "BOTS": {"in words": False}}
    for name, value in small.items():
        monkeypatch.setattr(bench_load, name, value)
    monkeypatch.setattr("benches.running.QUIET", 0.1)
    assert_sound(bench_load.main())


def test_the_loops_delay_is_told_by_the_bound_that_enough_samples_keep() -> None:
    told = "\n".join(
        f'tortuga_loop_delay_seconds_bucket{{le="{bound}"}} {count}'
        for bound, count in (("0.001", "90.0"), ("0.01", "98.0"), ("0.1", "99.0"), ("+Inf", "100.0"))
    )
    buckets = bench_load.delays(told)
    assert bench_load.within(buckets, 50) == 1.0
    assert bench_load.within(buckets, 99) == 100.0
