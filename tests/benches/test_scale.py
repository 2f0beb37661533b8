"""Several processes on PostgreSQL are measured; with numbers so small that the figures tell nothing."""

from __future__ import annotations

import sys

import pytest

from benches import bench_scale
from tests.support.figures import assert_sound

pytestmark = pytest.mark.trial


@pytest.mark.skipif(sys.platform != "linux", reason="CPU time is what Linux tells of it")
@pytest.mark.usefixtures("postgres_server")
def test_several_processes_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    small = {
        "SHARDS": 2,
        "SERVERS": 2,
        "PROCESSES": (1, 2),
        "CROWD": 8,
        "ROUNDS": 1,
        "IDLE": 0.5,
        "OPEN": 20,
        "STARTS": 1,
        "KILLS": 1,
    }
    for name, value in small.items():
        monkeypatch.setattr(bench_scale, name, value)
    monkeypatch.setattr("benches.bench_start.CROWD", 5)
    monkeypatch.setattr("benches.bench_start.OUTBOX", 2)
    assert_sound(bench_scale.main())
