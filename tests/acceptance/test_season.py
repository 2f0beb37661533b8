"""A sample of `python -m tests.soak season`: a small league, cups that come again, and a season over both."""

from __future__ import annotations

from pathlib import Path

from tests.soak.season import HOUR, Scale, hold

SMALL = Scale(
    members=10,
    rounds=3,
    cups=2,
    places=8,
    troubles=300,
    pictures=False,
    league_game=("skull-king", "bedtime"),
    day_speed=24 * HOUR,
)


async def test_a_season_holds_amid_kills_and_outages(tmp_path: Path) -> None:
    told = await hold(1, tmp_path, SMALL)
    assert told["tournaments"] == 1 + SMALL.cups
    assert told["moves"] > 100
    assert sum(told.get(trouble, 0) for trouble in ("kills", "restarts", "outages")) >= 1
