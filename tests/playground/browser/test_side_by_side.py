"""Several rooms on one page: people in columns, and a thread beside its channel."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, Page, expect

from playground import Playground
from tests.playground.browser.conftest import OpenPage
from tests.playground.browser.pressing import look_through, message, press_chip
from tests.playground.browser.showcase import Showcase

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def room_of(page: Page, person: str) -> Locator:
    """Somebody's column."""
    return page.get_by_role("region", name=f"{person} in ")


async def side_by_side(open_page: OpenPage) -> Page:
    page = await open_page(width=1440)
    await page.get_by_role("button", name="Side by side").click()
    await room_of(page, "Morgan").wait_for()
    return page


async def test_four_people_and_a_moderator_stand_side_by_side(open_page: OpenPage) -> None:
    page = await side_by_side(open_page)
    rooms = page.locator(".room")
    await expect(rooms).to_have_count(5)
    edges = await rooms.evaluate_all(
        "all => all.map(room => room.getBoundingClientRect()).map(({ left, right }) => [left, right])"
    )
    assert all(right - left >= 280 for left, right in edges)
    assert max(right for _, right in edges) <= 1440


async def test_each_column_is_somebodys_own(open_page: OpenPage) -> None:
    page = await side_by_side(open_page)
    anne, calico = room_of(page, "Anne"), room_of(page, "Calico")
    await anne.get_by_role("combobox", name="Message #tavern").fill("/answers")
    await page.keyboard.press("Enter")
    await calico.get_by_role("button", name="My secret").click()
    await expect(calico.get_by_text("the secret of calico")).to_be_visible()
    await expect(anne.get_by_role("button", name="My secret")).to_be_visible()
    await expect(anne.get_by_text("the secret of")).to_have_count(0)


async def test_a_message_to_all_is_said_aloud_once(open_page: OpenPage, playground: Playground) -> None:
    page = await side_by_side(open_page)
    playground.person("Calico").says("Ahoy, all")
    for person in ("Anne", "Dampier"):
        await expect(room_of(page, person).get_by_text("Ahoy, all")).to_be_visible()
    await expect(page.get_by_role("log").get_by_text("Calico: Ahoy, all")).to_have_count(1)


async def test_people_are_hidden_and_shown_again(open_page: OpenPage, playground: Playground) -> None:
    page = await side_by_side(open_page)
    switches = page.get_by_role("group", name="Who is shown side by side")
    await switches.get_by_role("button", name="Calico").click()
    await expect(room_of(page, "Calico")).to_have_count(0)
    await expect(page.locator(".room")).to_have_count(4)
    playground.person("Anne").says("psst")
    await expect(switches.get_by_role("button", name="Calico")).to_contain_text("unread")
    await switches.get_by_role("button", name="Calico").press("Enter")
    await expect(room_of(page, "Calico").get_by_text("psst")).to_be_visible()
    await expect(switches.get_by_role("button", name="Calico")).not_to_contain_text("unread")


async def test_each_column_goes_where_its_person_goes(open_page: OpenPage, playground: Playground) -> None:
    page = await side_by_side(open_page)
    anne = room_of(page, "Anne")
    playground.person("Dampier", "captains-table").says("over here")
    await anne.get_by_role("combobox", name="Other channels, unread").click()
    await page.get_by_role("option", name="captains-table").click()
    await expect(anne.get_by_role("heading", name="#captains-table")).to_be_visible()
    await expect(anne.get_by_text("over here")).to_be_visible()
    await expect(room_of(page, "Calico").get_by_role("heading", name="#tavern")).to_be_visible()
    await page.reload()
    await expect(anne.get_by_role("heading", name="#captains-table")).to_be_visible()
    await expect(room_of(page, "Calico").get_by_role("heading", name="#tavern")).to_be_visible()
    await page.get_by_role("button", name="Side by side").click()
    await expect(page.locator(".room")).to_have_count(1)
    await expect(page.get_by_role("tab", name="Anne")).to_have_attribute("aria-selected", "true")


async def test_where_there_is_no_room_people_are_looked_through_one_at_a_time(open_page: OpenPage) -> None:
    page = await side_by_side(open_page)
    await page.set_viewport_size({"width": 820, "height": 1000})
    await expect(page.locator(".room")).to_have_count(1)
    await expect(page.get_by_role("button", name="Side by side")).not_to_be_visible()
    await look_through(page, "Dampier")
    await page.set_viewport_size({"width": 1440, "height": 1000})
    await expect(page.locator(".room")).to_have_count(5)


async def test_on_a_wide_page_a_thread_stands_beside_its_channel(open_page: OpenPage) -> None:
    page = await open_page(width=1440)
    await press_chip(page, "thread")
    await message(page, "come inside").get_by_role("button", name="The back room").press("Enter")
    thread = page.get_by_role("region", name="The back room")
    await expect(thread.get_by_text("welcome @Anne")).to_be_visible()
    await expect(thread.get_by_role("group", name="Messages in The back room")).to_be_focused()
    await expect(message(page, "come inside")).to_be_visible()
    await page.reload()
    await expect(thread.get_by_text("welcome @Anne")).to_be_visible()
    await thread.get_by_role("button", name="Close the thread").press("Escape")
    await expect(thread).to_have_count(0)
    await expect(page.get_by_role("group", name="Messages in tavern")).to_be_focused()


async def test_on_a_narrower_page_the_thread_takes_the_channels_place(open_page: OpenPage) -> None:
    page = await open_page(width=1440)
    await press_chip(page, "thread")
    await message(page, "come inside").get_by_role("button", name="The back room").click()
    await expect(page.locator(".room")).to_have_count(2)
    await page.set_viewport_size({"width": 820, "height": 1000})
    await expect(page.locator(".room")).to_have_count(1)
    await expect(page.get_by_role("heading", name="The back room")).to_be_visible()
    await page.set_viewport_size({"width": 1440, "height": 1000})
    await expect(page.get_by_role("heading", name="#tavern")).to_be_visible()
    await expect(page.get_by_role("heading", name="The back room")).to_be_visible()


async def test_what_came_meanwhile_stands_under_a_line(open_page: OpenPage, playground: Playground) -> None:
    page = await open_page()
    playground.person("Calico", "captains-table").says("first")
    playground.person("Dampier", "captains-table").says("second")
    side = page.get_by_role("navigation", name="Channels and threads")
    await expect(side.get_by_role("button", name="captains-table")).to_contain_text("unread")
    await side.get_by_role("button", name="captains-table").click()
    words = page.locator(".message-column > *")
    await expect(words.first).to_have_text("New")
    await expect(words.nth(1)).to_contain_text("first")
    await side.get_by_role("button", name="tavern").click()
    await side.get_by_role("button", name="captains-table").click()
    await expect(page.locator(".unread-line")).to_have_count(0)


async def test_a_role_is_given_in_the_panel_and_counts_at_once(
    open_page: OpenPage, playground: Playground, showcase: Showcase
) -> None:
    page = await open_page()
    await press_chip(page, "rights")
    await expect(message(page, "you manage: False, roles: none")).to_be_visible()
    await page.get_by_role("button", name="Anne: ").click()
    await page.get_by_role("checkbox", name="Moderator").check()
    await page.get_by_role("checkbox", name="Quartermaster").check()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("tab", name="Anne")).to_contain_text("moderator")
    await press_chip(page, "rights")
    await expect(message(page, "you manage: True, roles: Quartermaster, Moderator")).to_be_visible()
