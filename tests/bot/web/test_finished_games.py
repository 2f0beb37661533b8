"""A page for a finished game: as long as all who played want it, with what shows beside a link; and `/`."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from playwright.async_api import async_playwright

from bot.app import Tortuga
from bot.tables.anonymise import anonymise_table
from bot.web import server
from playground import Playground, Seen, Visitor
from tests.playground.browser.conftest import ARGUMENTS, chromium_or_skip
from tests.support.bot import tortuga
from tests.support.deals import others_deal
from tests.support.ports import free_port
from tests.support.table_play import (
    SHORT,
    behind_more,
    deal,
    hand,
    has_ended,
    open_lobby,
    play_on,
    table_of,
)


class Web:
    """Whoever has the address, without any part in it."""

    def __init__(self, bot: Tortuga, session: aiohttp.ClientSession, port: int) -> None:
        self.bot, self.session, self.base = bot, session, f"http://127.0.0.1:{port}"

    async def get(self, path: str) -> tuple[int, bytes, str]:
        """The status, what it says, and of which kind that is."""
        async with self.session.get(f"{self.base}{path}") as answer:
            return answer.status, await answer.read(), answer.content_type


@pytest.fixture(autouse=True)
def _always_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.web.service.FRESH", 0.0)
    monkeypatch.setattr(server, "FRESH", 0.0)


@asynccontextmanager
async def served(pg: Playground, folder: Path, *, pictures: bool = False) -> AsyncIterator[Web]:
    others_deal()  # the process that makes pages
    port = free_port()
    async with (
        tortuga(pg, folder, web_port=port, pictures=pictures) as bot,
        aiohttp.ClientSession() as session,
    ):
        yield Web(bot, session, port)


async def ended(pg: Playground, *people: Visitor) -> Seen:
    """The result in the channel of a short game of these people."""
    board = await deal(*people, **SHORT)
    await play_on(pg, {person.name: await hand(person, board) for person in people})
    return await people[0].wait_for(lambda seen: seen.id == board.channel_id and has_ended(seen))


async def agree(person: Visitor, result: Seen) -> Seen:
    replay = await (await behind_more(person, result, "Replay")).settled()
    assert replay is not None
    shown = await (await person.press(replay, "Page")).settled()
    assert shown is not None
    assert shown.is_ephemeral
    await person.press(shown, "I agree")
    return shown.refresh()


async def test_it_is_there_once_all_agree_and_gone_once_one_does_not(pg: Playground, tmp_path: Path) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with served(pg, tmp_path) as web:
        result = await ended(pg, anne, calico)
        page = f"/t/game-{table_of(result)}"
        assert (await web.get(page))[0] == 404
        asked = await agree(anne, result)
        assert "Not yet: Calico" in asked.text
        assert (await web.get(page))[0] == 404
        agreed = await agree(calico, result)
        assert f"{web.base}{page}" in agreed.text
        status, content, _kind = await web.get(page)
        assert status == 200
        told = content.decode()
        for part in ("Anne", "Calico", "Every move in words", "<svg", "The game turned here"):
            assert part in told
        table = await web.bot.services.tables.table(table_of(result))
        for secret in (anne.id, calico.id, table.record.secret, pg.guild().id):
            assert secret not in told
            assert secret not in (await web.get(f"{page}.json"))[1].decode()
        await anne.press(asked, "Take it down")
        assert (await web.get(page))[0] == 404
        assert pg.violations == []


async def test_the_link_unfurls_with_a_title_and_a_picture_at_a_whole_address(
    pg: Playground, tmp_path: Path
) -> None:
    anne = pg.person("Anne")
    async with served(pg, tmp_path, pictures=True) as web:
        shown = await (await anne.slash("play", **SHORT)).settled()
        assert shown is not None
        await play_on(pg, {"Anne": shown})
        table = table_of(await agree(anne, shown.refresh()))
        told = (await web.get(f"/t/game-{table}"))[1].decode()
        head = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', told))
        assert head["title"].startswith("Skull King: ")
        assert head["image"] == f"{web.base}/t/game-{table}.png"
        status, picture, kind = await web.get(f"/t/game-{table}.png")
        assert (status, kind, picture[:4]) == (200, "image/png", b"\x89PNG")
        robots = (await web.get("/robots.txt"))[1].decode()
        assert "User-agent: Discordbot\n" in robots
        assert robots.endswith("User-agent: *\nDisallow: /\n")


async def test_whoever_is_erased_takes_the_page_along(pg: Playground, tmp_path: Path) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with served(pg, tmp_path) as web:
        result = await ended(pg, anne, calico)
        await agree(anne, result)
        await agree(calico, result)
        table = await web.bot.services.tables.table(table_of(result))
        assert table.has_page
        without = anonymise_table(table, int(calico.id))
        assert without.record.page == (int(anne.id),)
        assert not without.has_page


async def test_a_server_is_listed_without_names_where_its_managers_want_it(
    pg: Playground, tmp_path: Path
) -> None:
    anne, calico, morgan = pg.person("Anne"), pg.person("Calico"), pg.person("Morgan")
    async with served(pg, tmp_path) as web:
        lobby = await open_lobby(anne, calico)
        nothing = (await web.get("/"))[1].decode()
        assert "Nothing is being played" in nothing
        assert f"<h2>{pg.guild().name}" not in nothing
        screen = await (await morgan.slash("settings server")).settled()
        assert screen is not None
        await morgan.press(screen, "List us on the web")
        listed = (await web.get("/"))[1].decode()
        assert f"<h2>{pg.guild().name}" in listed
        assert "Skull King: 2 of" in listed
        for kept_out in ("Anne", "Calico", pg.guild().id, table_of(lobby)):
            assert kept_out not in listed
        await morgan.press(screen.refresh(), "Off the web list")
        assert f"<h2>{pg.guild().name}" not in (await web.get("/"))[1].decode()
        assert pg.violations == []


async def test_it_is_read_step_by_step_in_a_browser_of_any_width(pg: Playground, tmp_path: Path) -> None:
    executable, anne = chromium_or_skip(), pg.person("Anne")
    async with served(pg, tmp_path) as web, async_playwright() as playwright:
        shown = await (await anne.slash("play", **SHORT)).settled()
        assert shown is not None
        await play_on(pg, {"Anne": shown})
        table = table_of(await agree(anne, shown.refresh()))
        browser = await playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        wrong = list[str]()
        for width in (390, 1440):
            page = await browser.new_page(viewport={"width": width, "height": 844})
            page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
            await page.goto(f"{web.base}/t/game-{table}")
            await page.get_by_role("button", name="Later").click()
            assert (await page.locator(".film > p[aria-live]").inner_text()).startswith("1 / ")
            assert await page.evaluate("document.documentElement.scrollWidth") <= width
        assert wrong == []
        await browser.close()
