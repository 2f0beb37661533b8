"""A lobby that nobody touches says after ten minutes that anybody may start, whatever happens meanwhile.
(The simulation found what is tried here, `tests/simulation`.)
"""

from __future__ import annotations

from pathlib import Path

from playground import Playground, Seen
from tests.support.bot import tortuga
from tests.support.idle import until
from tests.support.table_play import open_lobby

FAST = 2000.0
"""So many times as fast ten minutes go by in a moment."""
SAID = "Anyone here may press Start."


def says(lobby: Seen) -> bool:
    """Whether it says that anybody may start."""
    return SAID in lobby.refresh().text


async def test_it_is_drawn_when_its_ten_minutes_are_over(pg: Playground, tmp_path: Path) -> None:
    async with tortuga(pg, tmp_path, FAST):
        lobby = await open_lobby(pg.person("Anne"), pg.person("Calico"))
        await until(lambda: says(lobby))


async def test_a_restart_does_not_lose_that(pg: Playground, tmp_path: Path) -> None:
    async with tortuga(pg, tmp_path):
        lobby = await open_lobby(pg.person("Anne"), pg.person("Calico"))
    assert not says(lobby)
    async with tortuga(pg, tmp_path, FAST):
        await until(lambda: says(lobby))


async def test_what_time_has_added_is_drawn_once(pg: Playground, tmp_path: Path) -> None:
    async with tortuga(pg, tmp_path, FAST):
        lobby = await open_lobby(pg.person("Anne"), pg.person("Calico"))
        await until(lambda: says(lobby))
    before = len(pg.requests)
    async with tortuga(pg, tmp_path) as again:
        await again.services.table_publisher.message_redraws.settled()
    assert [each for each in pg.requests[before:] if lobby.id in each.path] == []
