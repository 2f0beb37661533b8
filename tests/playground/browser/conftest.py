"""A browser, a playground with the showcase bot, and a person who has opened the page."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Error, Page, async_playwright, expect

from playground import Playground
from playground.people import PATIENCE
from tests.playground.browser.showcase import Showcase
from tests.support.bare_bot import running

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# The longest that anything on the page may take to show itself, in milliseconds.
PATIENCE_MS = PATIENCE * 1000

CUT_OFF = "net::ERR_INTERNET_DISCONNECTED"
"""What the browser itself writes for each attempt of the page while a test has taken its network away: how
many there are depends on how long the test takes.
"""

OpenPage = Callable[..., Awaitable[Page]]


def find_chromium() -> str | None:
    """The path of a Chromium: the one named by CHROMIUM, else one on the PATH."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def chromium_or_skip() -> str:
    """Where it is; without one the test is skipped, and says so."""
    path = find_chromium()
    if path is None:
        pytest.skip("no Chromium found (install one, or name it in CHROMIUM), so the page was not tried")
    return path


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Chromium without a window, for all tests; each opens a context of its own."""
    path = chromium_or_skip()
    expect.set_options(timeout=PATIENCE_MS)
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield chromium
        await chromium.close()


@pytest_asyncio.fixture(loop_scope="session")
async def playground(browser: Browser) -> AsyncIterator[Playground]:
    """A playground without a bot."""
    async with Playground.start(limits="off") as started:
        yield started


@pytest_asyncio.fixture(loop_scope="session")
async def showcase(playground: Playground) -> AsyncIterator[Showcase]:
    """The showcase bot, at home in the playground."""
    bot = Showcase()
    async with running(bot, playground):
        yield bot


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def pages(browser: Browser) -> list[Page]:
    """Blank pages, each alone in its context, to be taken and given back: a page that was there already costs
    a third of a new one, which begins a process.
    """
    del browser
    return []


async def _blank(browser: Browser, pages: list[Page]) -> Page:
    """One of them, or a new one."""
    if pages:
        return pages.pop()
    context = await browser.new_context(locale="en-US", timezone_id="UTC")
    context.set_default_timeout(PATIENCE_MS)
    return await context.new_page()


async def _as_new(page: Page) -> None:
    """Leave what is shown, and nothing of it behind."""
    for other in page.context.pages:
        if other is not page:
            await other.close()
    await page.unroute_all()
    await page.context.set_offline(False)
    await page.emulate_media(color_scheme="light")
    await page.evaluate("localStorage.clear(); sessionStorage.clear()")
    await page.mouse.move(0, 0)
    await page.goto("about:blank")


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(
    browser: Browser, pages: list[Page], playground: Playground, showcase: Showcase
) -> AsyncIterator[OpenPage]:
    """Opens the page at a width (CSS pixels). An error in the page's console fails the test."""
    taken, complaints = list[Page](), list[str]()

    def failed(error: Error) -> None:
        complaints.append(str(error))

    def said(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(message.text)

    async def opened(width: int = 1280, height: int = 900, path: str = "/") -> Page:
        page = await _blank(browser, pages)
        taken.append(page)
        await page.set_viewport_size({"width": width, "height": height})
        page.on("pageerror", failed)
        page.on("console", said)
        await page.goto(playground.address + path)
        await page.get_by_role("heading", name="#tavern").wait_for()
        return page

    yield opened
    for page in taken:
        page.remove_listener("pageerror", failed)
        page.remove_listener("console", said)
        await _as_new(page)
        pages.append(page)
    assert [each for each in complaints if not each.endswith(CUT_OFF)] == []
