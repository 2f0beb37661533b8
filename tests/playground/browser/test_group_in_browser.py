"""Three friends play in a group message on a telephone, and the bot restarts in the middle."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from playground import Playground
from tests.playground.browser.conftest import PATIENCE_MS
from tests.playground.browser.pressing import look_through, message_box, messages
from tests.support.bot import tortuga

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session"), pytest.mark.trial]

FRIENDS = ("Anne", "Bartholomew", "Calico")
CHOICES = 'button[data-custom-id^="pick:"]:not([disabled])'
MOST_PRESSES = 60


def public(page: Page) -> Locator:
    """The table's message, which everybody in the group sees."""
    return messages(page).filter(has_not_text="Only you can see this").last


def hands(page: Page) -> Locator:
    """The private messages of whoever looks, the newest last."""
    return messages(page).filter(has_text="Only you can see this")


async def press(where: Locator, name: str) -> None:
    button = where.get_by_role("button", name=name, exact=True)
    await button.click()


async def play_until(page: Page, presses: int, opened: Counter[str]) -> bool:
    """Each plays what they can from a hand that the board's button opens; whether the game is over. `opened`:
    how many hands each has before them, since the newest may be on its way while an older one is there.
    """
    for at in range(presses):
        friend = FRIENDS[at % len(FRIENDS)]
        await look_through(page, friend)
        board = public(page)
        if await board.get_by_role("button", name="Rematch").count():
            return True
        await press(board, "My hand")
        opened[friend] += 1
        await expect(hands(page)).to_have_count(opened[friend])
        shown = hands(page).last
        over = shown.get_by_role("button", name="Rematch")
        waits = shown.get_by_role("button", name="More")
        await shown.locator(CHOICES).or_(over).or_(waits).first.wait_for()
        choice = shown.locator(CHOICES)
        if await choice.count():
            custom_id = await choice.first.get_attribute("data-custom-id")
            await choice.first.click()
            await expect(shown.locator(f'[data-custom-id="{custom_id}"]')).to_have_count(0)
            if await over.count():
                await board.get_by_role("button", name="Rematch").wait_for()
    return False


async def test_friends_play_to_the_end_in_a_group_at_a_telephones_width(
    browser: Browser, tmp_path: Path
) -> None:
    complaints: list[str] = []
    context = await browser.new_context(viewport={"width": 390, "height": 844}, locale="en-US")
    context.set_default_timeout(PATIENCE_MS / 4)
    async with Playground.start(limits="off") as pg:
        pg.person("Anne").installs_app()
        pg.add_group("Crew", *FRIENDS)
        page = await context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        opened = Counter[str]()
        async with tortuga(pg, tmp_path, pictures=True):
            await page.goto(pg.address)
            await page.get_by_role("button", name="Channels", exact=True).click()
            await page.get_by_role("button", name="Crew").click()
            await message_box(page).fill("/table create game:skull-king options:edition=beck length=bedtime")
            await page.keyboard.press("Enter")
            await public(page).get_by_role("button", name="Join").wait_for()
            for friend in FRIENDS[1:]:
                await look_through(page, friend)
                await press(public(page), "Join")
            await look_through(page, FRIENDS[0])
            await press(public(page), "Start")
            await public(page).get_by_role("button", name="My hand").wait_for()
            assert not await play_until(page, 4, opened)
        async with tortuga(pg, tmp_path, pictures=True):
            assert await play_until(page, MOST_PRESSES, opened)
    await context.close()
    assert complaints == []
    assert pg.violations == []
