"""A knock-out and a team event of a bot that is killed and cut off; `make soak` plays larger ones."""

from __future__ import annotations

from pathlib import Path

from tests.soak import knock_out, teams

KNOCK_OUT = knock_out.Scale(people=16, no_shows=2, troubles=120, speed=60, length="bedtime")
TEAMS = teams.Scale(teams=4, troubles=120, speed=60, length="bedtime")
SKULL_KING = 1
"""The seed of a knock-out of the game that can be shortest."""


async def test_a_knock_out_amid_kills_and_outages_ends_with_a_champion_who_has_played(tmp_path: Path) -> None:
    counted = await knock_out.hold(SKULL_KING, tmp_path, KNOCK_OUT)
    assert counted["tables"] == 4 + 2 + 1


async def test_the_points_of_teams_add_up_whatever_happens_to_the_bot_and_to_people(tmp_path: Path) -> None:
    counted = await teams.hold(1, tmp_path, TEAMS)
    assert counted["teams"] == TEAMS.teams + 1
