"""Calls bring company: in a simulated day tables fill in less than half the time, and nobody is called more
often than they set. A week of it: `make simulate COMPANY=1` (docs/nudges.md).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.preferences.people import PersonPreferences
from tests.simulation.company import lived

pytestmark = pytest.mark.three_seconds


def test_with_calls_half_of_all_tables_begin_in_half_the_time_and_nobody_is_called_too_often(
    tmp_path: Path,
) -> None:
    without = lived(0, tmp_path / "without", calls=False, days=1.0)
    called = lived(0, tmp_path / "called", calls=True, days=1.0)
    assert len(called.waits) == len(without.waits) == 12
    assert called.minutes <= without.minutes / 2
    assert called.filled >= without.filled
    assert not without.pings
    assert len(called.pings) > called.people / 4
    assert called.most_a_day == PersonPreferences().calls_a_day
