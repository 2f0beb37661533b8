"""The page of a season: there if all its tournaments have one, and new with what has changed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer

from bot.web.server import application
from bot.web.service import PageService
from tests.bot.series.test_service import league, played, season
from tests.bot.tournaments.conftest import GUILD, Evening


@pytest.fixture(autouse=True)
def _always_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.web.service.FRESH", 0.0)


def served(evening: Evening, base: str = "https://cups.example") -> PageService:
    """The pages of this house."""
    return PageService(evening.tables, evening.tournament_service, evening.store.servers, base)


@pytest.mark.long
async def test_a_season_has_a_page_while_all_its_tournaments_have_one(evening: Evening) -> None:
    pages, series = served(evening), await league(evening)
    assert await pages.season(series.id, 1) is None
    await played(evening, series, public_page=True)
    both = await pages.season(series.id, 1)
    assert both is not None
    text = both.page.content.decode()
    assert "Harbour league, season 1" in text
    assert "Equal points: more first places decide" in text
    assert "Player 101" in text  # who knew of the page when they joined
    told: dict[str, Any] = json.loads(both.json.content)
    assert told["lines"][0]["place"] == 1
    assert await pages.season(series.id, 1) is both
    assert await pages.season(series.id, 2) is None
    assert await pages.season("nosuch", 1) is None
    assert await served(evening, base="").season(series.id, 1) is None
    await played(evening, series, public_page=True)
    again = await pages.season(series.id, 1)
    assert again is not None
    assert again.page.tag != both.page.tag
    async with TestClient(TestServer(application(lambda: pages))) as browser:
        for end, kind in (("", "text/html"), (".json", "application/json")):
            answer = await browser.get(f"/t/series-{series.id}-1{end}")
            assert (answer.status, answer.content_type) == (200, kind)
        for wrong in (f"/t/series-{series.id}-0", f"/t/series-{series.id}-9", "/t/series-nosuch-1"):
            assert (await browser.get(wrong)).status == 404
    await evening.tournament_service.forget_person(101, (await season(evening, series)).events[0].id)
    await evening.tournament_service.forget_person(101, (await season(evening, series)).events[1].id)
    without = await pages.season(series.id, 1)
    assert without is not None
    assert b"Player 101" not in without.page.content
    await evening.store.servers.went(GUILD, 1.0)
    assert await pages.season(series.id, 1) is None
    await evening.store.servers.came_back(GUILD)
    await played(evening, series)
    assert await pages.season(series.id, 1) is None
    pages.close()
