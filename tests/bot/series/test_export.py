"""A season as files."""

from __future__ import annotations

import json

from bot.series.export import season_files
from tests.bot.series.test_images import season


def test_points_that_are_added_up_survive_the_export() -> None:
    for points in ((), (9, 4, 1)):
        [table, whole] = season_files(season(points=points))
        assert table.content.startswith("\ufeffplace,name,points".encode())
        told = json.loads(whole.content)
        assert told["rules"] == {"points": list(points), "best": 2}
        assert [line["player"] for line in told["standings"]] == list(range(1, len(told["players"]) + 1))
