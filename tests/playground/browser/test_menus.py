"""What Discord offers under "Apps" on a person and on a message, at a telephone's width."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from playground import Playground
from tests.playground.browser.conftest import PATIENCE_MS
from tests.playground.browser.pressing import message, message_box
from tests.support.bot import tortuga

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_somebody_is_asked_to_a_table_and_a_message_is_asked_for_its_replay(
    browser: Browser, tmp_path: Path
) -> None:
    context = await browser.new_context(viewport={"width": 390, "height": 844}, locale="en-US")
    context.set_default_timeout(PATIENCE_MS)
    async with Playground.start(limits="off") as pg, tortuga(pg, tmp_path):
        page = await context.new_page()
        await page.goto(pg.address)
        await message_box(page).fill("/table create game:skull-king")
        await page.keyboard.press("Enter")
        lobby = message(page, "1 more to start")
        await lobby.wait_for()
        await page.get_by_role("tab", name="Calico").click(button="right")
        await page.get_by_role("option", name="Invite to my table").click()
        await expect(message(page, "more players wanted")).to_contain_text("@Calico")
        await lobby.focus()
        await lobby.dispatch_event("contextmenu", {"bubbles": True})
        await page.keyboard.press("ArrowDown")
        await page.get_by_role("option", name="Replay").click()
        await expect(message(page, "You can replay a game once it's over")).to_be_visible()
    await context.close()
