"""The live page over a real socket: what it shows, to whom, how often, and what it never does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from playwright.async_api import async_playwright
from structlog.testing import capture_logs

from bot.settings import Settings, SettingsError
from bot.tables.model import Table
from bot.tournaments import actions
from bot.web import server
from bot.web.server import BURST, RateLimiter, asking
from games.catalogue import game
from playground import Playground
from tests.playground.browser.conftest import ARGUMENTS, chromium_or_skip
from tests.support.bot import tortuga
from tests.support.deals import others_deal
from tests.support.idle import until
from tests.support.ports import free_port
from tests.support.table_play import GAME
from tests.support.whole_game import PEOPLE, come_to_rest
from tests.support.whole_tournament import Cup, announced
from tests.support.whole_tournament import settings_for as cup_for

FOUR = PEOPLE[:4]


@dataclass
class OnLooker:
    """Somebody with a browser, and no part in it."""

    cup: Cup
    base: str
    session: aiohttp.ClientSession

    async def get(self, path: str, **headers: str) -> tuple[aiohttp.ClientResponse, str]:
        """The answer, and what it says."""
        async with self.session.get(f"{self.base}{path}", headers=headers) as answer:
            return answer, (await answer.read()).decode("utf-8", "replace")

    async def page(self, end: str = "") -> str:
        """The tournament's page as HTML, or what stands at a longer address."""
        answer, text = await self.get(f"/t/{self.cup.id}{end}")
        assert answer.status == 200, text
        return text


@pytest.fixture(autouse=True)
def _always_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.web.service.FRESH", 0.0)
    monkeypatch.setattr(server, "FRESH", 0.0)


@asynccontextmanager
async def looking_on(pg: Playground, folder: Path, *, public: bool = True) -> AsyncIterator[OnLooker]:
    """A tournament of four at two tables that has begun, and somebody who looks on."""
    others_deal()  # the process that makes pages
    port = free_port()
    async with tortuga(pg, folder, web_port=port) as bot, aiohttp.ClientSession() as session:
        pg.add_people(*PEOPLE[3:])
        people = [pg.person(name) for name in FOUR]
        settings = replace(cup_for("Evening <cup>", 2, 2), public_page=public)
        cup = await announced(pg, bot, game(GAME), settings, people, Random(1))
        await cup.entered()
        yield OnLooker(cup, f"http://127.0.0.1:{port}", session)


async def begun(cup: Cup) -> list[Table]:
    """Its tables are opened."""
    await cup.act(actions.Begin())
    await cup.act(actions.OpenRound())
    await come_to_rest(cup.bot)
    return await cup.tables()


async def test_it_shows_who_is_in_then_pods_and_boards_and_never_a_hand(pg: Playground, tmp_path: Path):
    async with looking_on(pg, tmp_path) as onlooker:
        before = await onlooker.page()
        assert "Evening &lt;cup&gt;" in before
        assert "<svg" not in before
        tables = await begun(onlooker.cup)
        assert len(tables) == 2
        now = await onlooker.page()
        assert now.count('<figure class="board">') == 2
        assert now.count("<svg") == 2
        told = await onlooker.page(".json")
        record = (await onlooker.cup.now()).record
        for table in tables:
            assert table.record.secret not in now + told
            for seat, sitter in enumerate(table.seats):
                assert str(sitter.user) not in now + told
                assert sitter.join not in now + told
                hand = table.game.hand(table.game.observe(table.state, seat))
                assert hand is not None
        assert str(record.organiser) not in now + told
        assert str(pg.guild().id) not in now + told


async def test_without_the_organisers_wish_there_is_no_page(pg: Playground, tmp_path: Path):
    async with looking_on(pg, tmp_path, public=False) as onlooker:
        for path in (
            f"/t/{onlooker.cup.id}",
            f"/t/{onlooker.cup.id}.json",
            "/t/zzzzzz",
            "/t/",
            "/metrics",
        ):
            answer, text = await onlooker.get(path)
            assert answer.status == 404, path
            assert "Evening" not in text
        answer, text = await onlooker.get("/")
        assert answer.status == 200
        assert "Evening" not in text


async def test_every_answer_says_what_a_browser_may_do_with_it(pg: Playground, tmp_path: Path):
    async with looking_on(pg, tmp_path) as onlooker:
        for path, kind in (
            (f"/t/{onlooker.cup.id}", "text/html"),
            (f"/t/{onlooker.cup.id}.json", "application/json"),
            ("/t/fonts/NotoSans-Bold.ttf", "font/ttf"),
            ("/robots.txt", "text/plain"),
            ("/nothing", "text/plain"),
        ):
            answer, _text = await onlooker.get(path)
            headers = answer.headers
            assert answer.content_type == kind
            assert headers["X-Robots-Tag"] == "noindex, nofollow"
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["Referrer-Policy"] == "no-referrer"
            assert "Set-Cookie" not in headers
            assert headers["Content-Security-Policy"].startswith("default-src 'none'")
            assert "unsafe" not in headers["Content-Security-Policy"]
            assert "aiohttp" not in headers["Server"].lower()


async def test_whoever_has_it_already_is_not_sent_it_again(pg: Playground, tmp_path: Path):
    async with looking_on(pg, tmp_path) as onlooker:
        first, _text = await onlooker.get(f"/t/{onlooker.cup.id}")
        again, text = await onlooker.get(f"/t/{onlooker.cup.id}", **{"If-None-Match": first.headers["ETag"]})
        assert (again.status, text) == (304, "")
        await begun(onlooker.cup)
        newer, text = await onlooker.get(f"/t/{onlooker.cup.id}", **{"If-None-Match": first.headers["ETag"]})
        assert newer.status == 200
        assert "<svg" in text


async def test_nothing_can_be_sent_there(pg: Playground, tmp_path: Path):
    async with looking_on(pg, tmp_path) as onlooker:
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            async with onlooker.session.request(method, f"{onlooker.base}/t/{onlooker.cup.id}") as answer:
                assert answer.status == 405


@pytest.mark.parametrize(
    "sent",
    [b"\x16\x03\x01\r\n\r\n", b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n", b"GET /\xff HTTP/9\r\n\r\n"],
)
async def test_what_is_no_request_is_refused_and_fills_no_log(
    pg: Playground, tmp_path: Path, sent: bytes, caplog: pytest.LogCaptureFixture
):
    async with looking_on(pg, tmp_path) as onlooker:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(onlooker.base.rpartition(":")[2]))
        writer.write(sent)
        assert (await reader.readline()).split()[1] == b"400"
        writer.close()
        await writer.wait_closed()
    assert caplog.records == []


def broken(*_args: object) -> None:
    raise ValueError("the cause")


async def test_a_page_that_fails_is_told_to_the_operator_alone(
    pg: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.web.service.tournament_view", broken)
    async with looking_on(pg, tmp_path) as onlooker:
        with capture_logs() as logged:
            answer, text = await onlooker.get(f"/t/{onlooker.cup.id}")
        assert answer.status == 500
        assert "cause" not in text
        (line,) = [line for line in logged if line["event"] == "a page failed"]
        assert "the cause" in line["trace"]


async def test_whoever_asks_too_often_has_to_wait(pg: Playground, tmp_path: Path):
    async with looking_on(pg, tmp_path) as onlooker:
        statuses = [(await onlooker.get("/robots.txt"))[0].status for _ in range(BURST + 20)]
        assert statuses[: BURST - 1] == [200] * (BURST - 1)
        refused, _text = await onlooker.get("/robots.txt")
        assert refused.status == 429
        assert int(refused.headers["Retry-After"]) >= 1
        elsewhere = {"X-Forwarded-For": "9.9.9.9"}
        assert (await onlooker.get("/robots.txt", **elsewhere))[0].status == 200


def test_a_bucket_fills_again_with_time():
    now = [0.0]
    limiter = RateLimiter(lambda: now[0])
    assert [limiter.wait("a") for _ in range(BURST)] == [0] * BURST
    assert limiter.wait("a") == 1
    assert limiter.wait("b") == 0
    now[0] = 0.5
    assert limiter.wait("a") == 0
    assert limiter.wait("a") == 1


@pytest.mark.parametrize(
    ("peer", "forwarded", "who"),
    [
        ("9.9.9.9", "", "9.9.9.9"),
        ("9.9.9.9", "1.1.1.1", "9.9.9.9"),  # a stranger's word is none
        ("127.0.0.1", "1.1.1.1, 8.8.8.8", "8.8.8.8"),
        ("172.18.0.2", "nonsense", "172.18.0.2"),
        ("2a00:1450:4001:80b::200e", "", "2a00:1450:4001:80b::/64"),
        (None, "", ""),
        # as a socket for both kinds of addresses, some proxies and networks have them
        ("::ffff:9.9.9.9", "", "9.9.9.9"),
        ("::ffff:172.18.0.2", "::ffff:8.8.8.8", "8.8.8.8"),
        ("127.0.0.1", "8.8.8.8:41234", "8.8.8.8"),
        ("127.0.0.1", "[2a00:1450:4001:80b::200e]:41234", "2a00:1450:4001:80b::/64"),
        ("127.0.0.1", '"[2a00:1450:4001:80b::200e]"', "2a00:1450:4001:80b::/64"),
        ("100.64.3.7", "8.8.8.8", "8.8.8.8"),
        ("fd00::1", "8.8.8.8", "8.8.8.8"),
        ("64:ff9b::808:808", "", "8.8.8.8"),
        # one of our proxies behind another one, and a visitor from our own network
        ("127.0.0.1", "8.8.8.8, 172.18.0.5", "8.8.8.8"),
        ("127.0.0.1", "1.1.1.1, 8.8.8.8, 100.64.0.9, 10.0.0.2:80", "8.8.8.8"),
        ("127.0.0.1", "192.168.1.7", "192.168.1.7"),
        ("9.9.9.9", "::ffff:1.1.1.1", "9.9.9.9"),
    ],
)
def test_a_proxy_of_ours_says_whose_request_it_is(peer: str | None, forwarded: str, who: str):
    assert asking(peer, forwarded) == who


@given(peer=st.text(max_size=50) | st.none(), forwarded=st.text(max_size=50))
def test_whatever_is_sent_as_an_address_is_some_address(peer: str | None, forwarded: str):
    assert isinstance(asking(peer, forwarded), str)


@pytest.mark.parametrize(
    ("given", "base"),
    [
        ({}, ""),
        ({"web_url": "https://example.org/cups/"}, ""),
        ({"web_port": 8080}, "http://127.0.0.1:8080"),
        ({"web_port": 8080, "web_host": "::"}, "http://[::]:8080"),
        ({"web_port": 8080, "web_url": "https://example.org/cups/"}, "https://example.org/cups"),
    ],
)
def test_where_pages_are_is_said_by_the_operator(given: dict[str, Any], base: str):
    settings = Settings(_env_file=None, discord_token="x", **given)  # pyright: ignore[reportCallIssue, reportArgumentType]
    assert settings.page_base == base


async def test_a_port_that_is_taken_is_told_in_one_line(pg: Playground, tmp_path: Path):
    taken = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0)
    port = taken.sockets[0].getsockname()[1]
    async with taken:
        with pytest.raises(SettingsError, match="WEB_PORT: nothing can listen"):
            async with tortuga(pg, tmp_path, web_port=port):
                pass


# who decides


async def test_the_announcement_leads_there_and_join_says_so_and_offers_an_initial(
    pg: Playground, tmp_path: Path
):
    async with looking_on(pg, tmp_path) as onlooker:
        cup, anne = onlooker.cup, pg.person(FOUR[0])
        address = f"{onlooker.base}/t/{cup.id}"
        announcement = await anne.wait_for(lambda seen: f"tjoin:{cup.id}" in str(seen.json))
        assert address in announcement.text
        mine = await anne.wait_for(lambda seen: "Results are public" in seen.text)
        assert address in mine.text
        assert "You're Anne there." in mine.text
        assert "Anne" in await onlooker.page()
        short = await (await anne.press(mine, "Show only my initial")).settled()
        assert short is not None
        assert "You're A. there." in short.text
        page = await onlooker.page()
        assert "Anne" not in page
        assert "A." in page
        await anne.press(short, "Show my name")
        assert "Anne" in await onlooker.page()


async def test_what_is_taken_down_erased_or_left_behind_is_gone_at_once(pg: Playground, tmp_path: Path):
    async with looking_on(pg, tmp_path) as onlooker:
        cup, services = onlooker.cup, onlooker.cup.bot.services
        await begun(cup)
        assert "Anne" in await onlooker.page()
        await services.tournament_service.forget_person(int(pg.person("Anne").id), cup.id)
        page = await onlooker.page()
        assert "Anne" not in page
        assert "a former player" in page
        guild = int(pg.guild().id)
        await services.store.servers.went(guild, 1000.0)
        assert (await onlooker.get(f"/t/{cup.id}"))[0].status == 404
        await services.store.servers.came_back(guild)
        assert (await onlooker.get(f"/t/{cup.id}"))[0].status == 200
        await cup.act(actions.HidePage())
        assert (await onlooker.get(f"/t/{cup.id}"))[0].status == 404
        # A redrawing that was under way may tell of the act before its own redrawing takes the address away.
        await pg.person("Calico").wait_for(
            lambda seen: "took the public page down" in seen.text and f"/t/{cup.id}" not in seen.text
        )


async def test_a_finished_game_is_replayed_on_a_page_of_its_own_and_a_running_one_is_not(
    pg: Playground, tmp_path: Path
):
    async with looking_on(pg, tmp_path) as onlooker:
        cup = onlooker.cup
        first, second = await begun(cup)
        for entrant in first.record.pod.entrants if first.record.pod is not None else ():
            await cup.act(actions.Drop(entrant), "gone")

        async def over() -> bool:
            return (await cup.bot.services.tables.table(first.id)).phase == "over"

        await until(over)
        await come_to_rest(cup.bot)
        page = await onlooker.page()
        assert f'href="{cup.id}-{first.id}"' in page
        assert f'href="{cup.id}-{second.id}"' not in page
        replay = await onlooker.page(f"-{first.id}")
        assert "The game begins." in replay
        assert 'class="film"' in replay
        steps = (await onlooker.page(f"-{first.id}.json")).count("\n")
        assert steps == 1
        for other in (second.id, "k3m9xq"):
            assert (await onlooker.get(f"/t/{cup.id}-{other}"))[0].status == 404


@pytest.mark.browser
async def test_a_browser_sees_what_is_new_by_itself(
    pg: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    chromium = chromium_or_skip()
    monkeypatch.setattr("bot.web.page.REFRESHED", 1)
    complaints: list[str] = []
    async with looking_on(pg, tmp_path) as onlooker, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        context = await browser.new_context(viewport={"width": 390, "height": 844})
        page = await context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        await page.goto(f"{onlooker.base}/t/{onlooker.cup.id}")
        await begun(onlooker.cup)
        await page.locator(".board svg").nth(1).wait_for(timeout=120_000)
        assert await page.evaluate("document.documentElement.scrollWidth") == 390
        assert await context.cookies() == []
        await browser.close()
    assert complaints == []
