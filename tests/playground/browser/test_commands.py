"""Commands: as chips for whoever has read nothing, and typed with a slash."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.playground.browser.conftest import OpenPage
from tests.playground.browser.pressing import message, message_box, messages, press_chip, type_command

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_command_that_needs_nothing_runs_at_one_click(open_page: OpenPage) -> None:
    page = await open_page()
    chips = page.get_by_role("toolbar", name="Commands").get_by_role("button")
    await expect(chips.first).to_have_text("/play")
    await chips.first.click()
    await expect(message(page, "The board")).to_contain_text("Anne used /play")


async def test_a_command_that_needs_something_asks_for_it_in_a_form(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "table create")
    form = page.get_by_role("form", name="/table create")
    await form.get_by_role("button", name="Run").click()
    await expect(form).to_be_visible()
    await form.get_by_label("fruit").press_sequentially("ban")
    await page.get_by_role("option", name="Banana").click()
    await form.get_by_label("pace").select_option("As fast as it goes")
    await form.get_by_role("button", name="Run").click()
    await expect(message(page, '{"fruit": "banana", "seats": null, "pace": "fast"}')).to_be_visible()
    await expect(form).not_to_be_attached()


async def test_a_slash_lists_the_commands_with_what_they_are_for(open_page: OpenPage) -> None:
    page = await open_page()
    await type_command(page, "/")
    listed = page.get_by_role("listbox", name="Commands").get_by_role("option")
    await expect(listed.filter(has_text="/table create")).to_contain_text("Open a table")
    await expect(listed.filter(has_text="/table create")).to_contain_text("fruit, [seats], [pace]")
    await message_box(page).press_sequentially("pict")
    await expect(listed).to_have_count(1)
    await page.keyboard.press("Enter")
    await expect(message(page, "Anne used /pictures")).to_be_visible()
    await expect(message_box(page)).to_have_value("")


async def test_choices_come_while_one_types_and_the_required_option_comes_first(open_page: OpenPage) -> None:
    page = await open_page()
    await type_command(page, "/table create")
    await page.keyboard.press("Enter")
    form = page.get_by_role("form", name="/table create")
    await expect(form.get_by_label("fruit")).to_be_focused()
    choices = page.get_by_role("listbox", name="fruit").get_by_role("option")
    await expect(choices).to_have_text(["Apple", "Apricot", "Banana", "Cherry"])
    await page.keyboard.type("ap")
    await expect(choices).to_have_text(["Apple", "Apricot"])
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    await page.keyboard.type("4")
    await page.keyboard.press("Enter")
    await expect(message(page, '{"fruit": "apricot", "seats": 4, "pace": null}')).to_be_visible()


async def test_what_was_typed_goes_out_as_it_stands_when_nothing_was_picked(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "table create")
    await page.get_by_label("fruit").press_sequentially("durian")
    await expect(page.get_by_text("Nothing to choose")).to_be_visible()
    await page.get_by_role("button", name="Run /table create").click()
    await expect(message(page, '"fruit": "durian"')).to_be_visible()


async def test_escape_leaves_the_form_and_returns_to_its_chip(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "table create")
    await page.get_by_label("seats").focus()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("form", name="/table create")).not_to_be_attached()
    await expect(page.get_by_role("button", name="/table create")).to_be_focused()


async def test_a_number_out_of_bounds_is_not_sent(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "table create")
    await page.get_by_label("fruit").fill("apple")
    await page.get_by_label("seats").fill("9")
    await page.get_by_role("button", name="Run /table create").click()
    await expect(page.get_by_role("form", name="/table create")).to_be_visible()
    await expect(messages(page)).to_have_count(0)


async def test_an_unknown_command_is_not_said_aloud(open_page: OpenPage) -> None:
    page = await open_page()
    await type_command(page, "/nonsense")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert")).to_contain_text("No command begins like that")
    await expect(message_box(page)).to_have_value("/nonsense")
    await expect(messages(page)).to_have_count(0)


async def test_plain_words_are_said_to_everybody(open_page: OpenPage) -> None:
    page, other = await open_page(), await open_page()
    await other.get_by_role("tab", name="Dampier").click()
    await type_command(page, "Ahoy, **all**")
    await page.keyboard.press("Enter")
    await expect(message(other, "Ahoy, all")).to_contain_text("Anne")
