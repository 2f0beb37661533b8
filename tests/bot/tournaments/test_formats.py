"""Whole tournaments at real tables, from the announcement to the final standings."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.tournaments.actions import Begin
from bot.tournaments.formats.engine import missing
from bot.tournaments.pairing.event import Fill
from tests.bot.tournaments.conftest import DAY, HOUR, Evening
from tests.bot.tournaments.pairing.evening import recompute

FORMATS: list[tuple[str, int, dict[str, Any]]] = [
    ("swiss", 13, {}),
    ("swiss", 9, {"how": {"fill": Fill.ROBOTS, "fewest": 4, "most": 4}}),
    ("knock-out", 12, {"how": {"fewest": 3, "go_on": 2}}),
    ("round-robin", 7, {"how": {"fewest": 3, "preferred": 3}}),
    ("groups", 12, {"how": {"fewest": 3, "go_on": 1}}),
    ("league", 8, {"every": 7 * DAY}),
]


@pytest.mark.parametrize(("format", "people", "changes"), FORMATS)
@pytest.mark.long
async def test_every_format_is_played_to_its_end(
    evening: Evening, format: str, people: int, changes: dict[str, Any]
) -> None:
    t = await evening.announced(format, show_up=2 * HOUR, **changes)
    await evening.join(t, *range(100, 100 + people))
    await evening.act(t, Begin())
    await evening.settled()
    t = await evening.played(t, Random(people))
    event = t.record.event
    assert event is not None
    assert t.phase == "over"
    assert missing(event) == ()
    standings = await evening.tournament_service.standings(t)
    assert sorted(line.entrant for line in standings) == sorted(one.id for one in event.entrants)
    assert standings[0].points > standings[-1].points
    assert recompute(event).differs_from is None
    assert evening.tournament_publisher.kinds[-1] == "final"
    assert evening.tournament_publisher.kinds.count("final") == 1
    assert evening.tournament_publisher.kinds.count("round") == len(event.rounds)
    told = [one for one in event.rounds[:-1] if not one.stage.knocks_out]  # else the round says who goes on
    assert evening.tournament_publisher.kinds.count("standings") == len(told)
    tables = await evening.pod_tables(t)
    assert len(tables) == len(list(event.pods()))
    assert {table.phase for table in tables} == {"over"}
