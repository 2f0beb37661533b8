"""A team event of a bot that is killed and cut off; `make soak` plays larger ones, and knock-outs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak import teams

TEAMS = teams.Scale(teams=4, troubles=3.0, speed=120, length="bedtime")


@pytest.mark.timeout(300)
async def test_the_points_of_teams_add_up_whatever_happens_to_the_bot_and_to_people(tmp_path: Path) -> None:
    counted = await teams.hold(1, tmp_path, TEAMS)
    assert counted["teams"] == TEAMS.teams + 1
