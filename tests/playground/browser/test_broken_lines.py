"""When a line breaks, to the page or to the bot, it is said, and nothing of the reader's is lost."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from playground import Playground
from tests.playground.browser.conftest import OpenPage
from tests.playground.browser.pressing import message, message_box, press_chip, type_command
from tests.playground.browser.showcase import Showcase

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_the_page_comes_back_by_itself_with_all_that_was_said_since(
    open_page: OpenPage, playground: Playground
) -> None:
    page = await open_page()
    await press_chip(page, "play")
    await message(page, "The board").wait_for()
    await type_command(page, "half a sent")
    await playground.page_sockets.close()
    await expect(page.get_by_text("The playground does not answer")).to_be_visible()
    playground.person("Calico").says("still here?")
    await expect(message(page, "still here?")).to_be_visible()
    await expect(page.get_by_text("The playground does not answer")).not_to_be_visible()
    await expect(message_box(page)).to_have_value("half a sent")
    await expect(message_box(page)).to_be_focused()


async def test_a_press_during_the_break_is_told_that_it_did_not_go_out(
    open_page: OpenPage, playground: Playground
) -> None:
    page = await open_page()
    await press_chip(page, "play")
    board = message(page, "The board")
    await board.wait_for()
    await page.context.set_offline(True)
    await playground.page_sockets.close()
    await expect(page.get_by_text("The playground does not answer")).to_be_visible()
    await board.get_by_role("button", name="Count").click()
    await expect(board.get_by_role("alert")).to_contain_text("There is no connection to the playground")
    await page.context.set_offline(False)
    await expect(page.get_by_text("The playground does not answer")).not_to_be_visible()
    await board.get_by_role("button", name="Count").click()
    await expect(board).to_contain_text("Pressed 1 times")


async def test_a_bot_that_goes_and_comes_is_announced(
    open_page: OpenPage, playground: Playground, showcase: Showcase
) -> None:
    page = await open_page()
    playground.disconnect_gateway()
    await expect(page.get_by_text("The bot is offline.")).to_be_visible()
    await expect(page.get_by_text("The bot is online.")).to_be_visible()


@pytest.mark.parametrize("address", ["/#1/2", "/#columns/1:2,3:4"])
async def test_an_address_from_another_world_leads_to_the_first_person(
    open_page: OpenPage, address: str
) -> None:
    page = await open_page(width=1440, path=address)
    await expect(page.get_by_role("tab", name="Anne")).to_have_attribute("aria-selected", "true")
    await expect(page.locator(".room")).to_have_count(1)
    await page.get_by_role("button", name="Side by side").click()
    await expect(page.locator(".room")).to_have_count(5)


async def test_a_channel_that_goes_takes_the_reader_to_another(
    open_page: OpenPage, playground: Playground
) -> None:
    page = await open_page()
    await page.get_by_role("button", name="captains-table").click()
    await expect(page.get_by_role("heading", name="#captains-table")).to_be_visible()
    playground.delete_channel("captains-table")
    await expect(page.get_by_role("heading", name="#tavern")).to_be_visible()
    await expect(page.get_by_role("button", name="captains-table")).to_have_count(0)


async def test_a_locked_thread_says_why_one_cannot_write(open_page: OpenPage, playground: Playground) -> None:
    page = await open_page()
    await press_chip(page, "thread")
    await page.get_by_role("button", name="The back room").first.click()
    await expect(page.get_by_role("combobox", name="Message The back room")).to_be_enabled()
    playground.archive("The back room", locked=True)
    box = page.get_by_role("combobox", name="Message The back room")
    await expect(box).to_be_disabled()
    await expect(box).to_have_attribute(
        "placeholder", "This thread is locked: only a moderator can write here."
    )
    await expect(page.locator(".side .room-topic")).to_have_text("archived · locked · in #tavern")
    await page.get_by_role("tab", name="Morgan").click()
    await expect(box).to_be_enabled()
