"""Commands: as chips for whoever has read nothing, and typed with a slash."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from playground import Playground
from playground.interactions import Kind
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
    await form.get_by_role("combobox", name="fruit").press_sequentially("ban")
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


async def test_options_and_choices_are_offered_while_a_command_is_typed(open_page: OpenPage) -> None:
    page = await open_page()
    box, offered = message_box(page), page.get_by_role("listbox").get_by_role("option")
    await type_command(page, "/table create")
    await page.keyboard.press("Enter")
    # What is needed comes first, with the bot's own choices for it.
    await expect(box).to_have_value("/table create fruit:")
    await expect(page.locator(".hints")).to_contain_text("fruit, needed: What to eat")
    await expect(offered).to_have_text(["Apple", "Apricot", "Banana", "Cherry"])
    await page.keyboard.type("ap")
    await expect(offered).to_have_text(["Apple", "Apricot"])
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Tab")
    await expect(box).to_have_value("/table create fruit:Apricot ")
    # Then the others, each with what it is for.
    await expect(offered).to_have_count(2)
    await expect(offered.first).to_contain_text("seats:How many may sit downmay be left out")
    await page.keyboard.type("pa")
    await page.keyboard.press("Tab")
    await expect(offered).to_have_text(["As fast as it goes"])
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.keyboard.type("seats:4")
    await page.keyboard.press("Enter")
    await expect(message(page, '{"fruit": "apricot", "seats": 4, "pace": "fast"}')).to_be_visible()
    await expect(box).to_have_value("")
    await expect(page.locator(".hints")).to_be_hidden()


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("/table create ", "Still needed: fruit (What to eat)."),
        ("/table create seats:9 fruit:apple", "seats takes 2 to 8."),
        ("/table create fruit:apple pace:slow", 'pace cannot be "slow". Choose from its list.'),
        ("/table create apple fruit:apple", '"apple" belongs to no option.'),
        ("/words now", '/words takes nothing more; please delete "now".'),
    ],
)
async def test_a_typed_command_that_cannot_be_sent_says_why(
    open_page: OpenPage, typed: str, reason: str
) -> None:
    page = await open_page()
    await type_command(page, typed)
    # Whatever list is open goes away without a choice.
    await page.keyboard.press("Escape")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert")).to_contain_text(reason)
    await expect(message_box(page)).to_have_value(typed)
    await expect(messages(page)).to_have_count(0)


async def test_a_whole_command_can_be_typed_without_picking_anything(open_page: OpenPage) -> None:
    page = await open_page()
    await message_box(page).fill("/table create fruit:dragon fruit seats:3 pace:As fast as it goes")
    await page.keyboard.press("Enter")
    expected = '{"fruit": "dragon fruit", "seats": 3, "pace": "fast"}'
    await expect(message(page, expected)).to_be_visible()


TYPED_AND_ESCAPED = """box => {
    box.setRangeText('/table create fruit:ap', 0, 0, 'end');
    box.dispatchEvent(new InputEvent('input', {bubbles: true}));
    box.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true, cancelable: true}));
    return new Promise(later => setTimeout(later, 200));
}"""
"""In one moment, however busy the machine; and it is waited, by the page's clock, for longer than the page
waits until it asks the bot what fits what is typed.
"""


async def test_escape_calls_off_the_choices_that_are_still_to_come(
    open_page: OpenPage, playground: Playground
) -> None:
    page = await open_page()
    await message_box(page).focus()
    await message_box(page).evaluate(TYPED_AND_ESCAPED)
    await page.keyboard.press("Enter")
    await expect(message(page, '"fruit": "ap"')).to_be_visible()
    assert Kind.AUTOCOMPLETE not in [each.kind for each in playground.backend.interactions.by_id.values()]


async def test_every_command_is_in_the_list_of_all(open_page: OpenPage) -> None:
    page = await open_page(width=390)
    await page.get_by_role("combobox", name="All 12 commands").click()
    listed = page.get_by_role("listbox", name="Commands").get_by_role("option")
    await expect(listed).to_have_count(12)
    await listed.filter(has_text="/table create").click()
    await expect(page.get_by_role("form", name="/table create")).to_be_visible()


async def test_what_was_typed_goes_out_as_it_stands_when_nothing_was_picked(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "table create")
    await page.get_by_role("combobox", name="fruit").press_sequentially("durian")
    await expect(page.get_by_text("Nothing to choose")).to_be_visible()
    await page.get_by_role("button", name="Run /table create").click()
    await expect(message(page, '"fruit": "durian"')).to_be_visible()


async def test_escape_leaves_the_form_and_returns_to_its_chip(open_page: OpenPage) -> None:
    page = await open_page()
    chip = page.get_by_role("button", name="/play with options")
    await chip.click()
    await expect(page.get_by_label("name", exact=True)).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("form", name="/play")).not_to_be_attached()
    await expect(chip).to_be_focused()


async def test_a_number_out_of_bounds_is_not_sent(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "table create")
    await page.get_by_role("combobox", name="fruit").fill("apple")
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
