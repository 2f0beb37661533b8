"""A start is measured; with numbers so small that the figures tell nothing."""

from __future__ import annotations

import sys

import pytest

from benches import bench_start
from tests.support.figures import assert_sound

pytestmark = pytest.mark.trial


@pytest.mark.skipif(sys.platform != "linux", reason="memory is what Linux tells of it")
def test_a_start_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    small = {"TABLES": 20, "CROWD": 5, "SERVERS": 2, "STARTS": 1, "PEOPLE": 30, "OUTBOX": 2, "SETTLED": 1.0}
    for name, value in small.items():
        monkeypatch.setattr(bench_start, name, value)
    assert_sound(bench_start.main())
