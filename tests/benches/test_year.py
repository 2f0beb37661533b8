"""The file after a year is measured; with numbers so small that the figures tell nothing."""

from __future__ import annotations

import sys

import pytest

from benches import bench_start, bench_year
from tests.support.figures import assert_sound

pytestmark = pytest.mark.trial


@pytest.mark.skipif(sys.platform != "linux", reason="memory is what Linux tells of it")
def test_the_file_of_a_year_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"CROWD": 5, "OUTBOX": 2, "SETTLED": 1.0}.items():
        monkeypatch.setattr(bench_start, name, value)
    small = {"OPEN": 20, "ENDED": 20, "EACH": 10, "STARTS": 1, "SERVERS": 3, "PEOPLE": 40}
    for name, value in small.items():
        monkeypatch.setattr(bench_year, name, value)
    assert_sound(bench_year.main())
