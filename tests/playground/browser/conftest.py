"""A browser, a playground with the showcase bot, and a person who has opened the page."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright, expect

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


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(browser: Browser, playground: Playground, showcase: Showcase) -> AsyncIterator[OpenPage]:
    """Opens the page at a width (CSS pixels). An error in the page's console fails the test."""
    contexts, complaints = [], []

    async def opened(width: int = 1280, height: int = 900, path: str = "/") -> Page:
        context = await browser.new_context(
            viewport={"width": width, "height": height}, locale="en-US", timezone_id="UTC"
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = await context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        await page.goto(playground.address + path)
        await page.get_by_role("heading", name="#tavern").wait_for()
        return page

    yield opened
    for context in contexts:
        await context.close()
    assert [each for each in complaints if not each.endswith(CUT_OFF)] == []
