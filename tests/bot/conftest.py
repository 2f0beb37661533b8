"""The bot at a playground, and the people who play."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import Tortuga
from bot.tournaments.pairing import fixtures
from playground import Playground, Visitor
from tests.support.bot import tortuga


@pytest.fixture(autouse=True)
def quick_fixtures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A league's rounds are evened out less patiently where it is not about how even they are."""
    if request.path.parent.name != "pairing":
        monkeypatch.setattr(fixtures, "LOOKS", 1000)


@pytest.fixture
async def bot(pg: Playground, tmp_path: Path) -> AsyncIterator[Tortuga]:
    """The bot in this process, ready."""
    async with tortuga(pg, tmp_path) as running:
        yield running


@pytest.fixture
def anne(pg: Playground, bot: Tortuga) -> Visitor:
    """Who opens the tables."""
    del bot
    return pg.person("Anne")


@pytest.fixture
def calico(pg: Playground, bot: Tortuga) -> Visitor:
    """Who joins."""
    del bot
    return pg.person("Calico")


@pytest.fixture
def dampier(pg: Playground, bot: Tortuga) -> Visitor:
    """Who looks on."""
    del bot
    return pg.person("Dampier")


@pytest.fixture
def morgan(pg: Playground, bot: Tortuga) -> Visitor:
    """Who organises and moderates, for they may manage the server."""
    del bot
    return pg.person("Morgan")
