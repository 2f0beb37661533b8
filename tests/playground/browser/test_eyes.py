"""Looking through five pairs of eyes: what is private stays private, what waits for somebody shows."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.playground.browser.conftest import OpenPage
from tests.playground.browser.pressing import (
    choose_language,
    look_through,
    message,
    message_box,
    messages,
    press_chip,
    type_command,
)

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_there_are_four_people_and_a_moderator(open_page: OpenPage) -> None:
    page = await open_page()
    tabs = page.get_by_role("tablist", name="Whose eyes you look through").get_by_role("tab")
    await expect(tabs).to_have_count(5)
    await expect(tabs.last).to_contain_text("moderator")
    await expect(tabs.first).to_have_attribute("aria-selected", "true")


async def test_only_its_owner_sees_an_ephemeral_message(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "answers")
    await page.get_by_role("button", name="My secret").click()
    secret = message(page, "the secret of")
    await expect(secret).to_contain_text("Only you can see this")
    for person in ("Bartholomew", "Calico", "Dampier", "Morgan"):
        await look_through(page, person)
        await expect(message(page, "A section with a button")).to_be_visible()
        await expect(messages(page).filter(has_text="the secret of")).to_have_count(0)
    await look_through(page, "Anne")
    await expect(secret).to_be_visible()


async def test_a_dismissed_message_is_gone(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "answers")
    await page.get_by_role("button", name="My secret").click()
    await page.get_by_role("button", name="Dismiss message").click()
    await expect(messages(page).filter(has_text="the secret of")).to_have_count(0)
    await page.reload()
    await message(page, "A section with a button").wait_for()
    await expect(messages(page).filter(has_text="the secret of")).to_have_count(0)


async def test_each_person_presses_in_their_own_name(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "answers")
    await look_through(page, "Calico")
    await page.get_by_role("button", name="My secret").click()
    await expect(message(page, "the secret of")).to_contain_text("calico", ignore_case=True)


async def test_unread_messages_and_mentions_show_on_tabs_and_channels(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "thread")
    side = page.get_by_role("navigation", name="Channels and threads")
    await expect(side.get_by_role("button", name="The back room")).to_contain_text("1 mention")
    await expect(page.get_by_role("tab", name="Dampier")).to_contain_text("unread")
    await side.get_by_role("button", name="The back room").click()
    await expect(side.get_by_role("button", name="The back room")).not_to_contain_text("mention")


async def test_what_somebody_was_writing_waits_for_them(open_page: OpenPage) -> None:
    page = await open_page()
    await type_command(page, "half a sent")
    await look_through(page, "Morgan")
    await expect(message_box(page)).to_have_value("")
    await look_through(page, "Anne")
    await expect(message_box(page)).to_have_value("half a sent")


async def test_each_person_has_a_language_of_their_own(open_page: OpenPage) -> None:
    page = await open_page()
    await choose_language(page, "Anne", "Deutsch")
    await press_chip(page, "language")
    await expect(message(page, "yours is")).to_contain_text("yours is de")
    await page.reload()
    await expect(page.get_by_role("button", name="Anne: Deutsch")).to_be_visible()
    await look_through(page, "Dampier")
    await press_chip(page, "language")
    await expect(message(page, "yours is")).to_contain_text("yours is en-US")


async def test_a_reload_comes_back_to_the_same_eyes_and_channel(open_page: OpenPage) -> None:
    page = await open_page()
    await look_through(page, "Morgan")
    await page.get_by_role("button", name="captains-table").click()
    await page.reload()
    await expect(page.get_by_role("heading", name="#captains-table")).to_be_visible()
    await expect(page.get_by_role("tab", name="Morgan")).to_have_attribute("aria-selected", "true")
