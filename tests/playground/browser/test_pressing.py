"""Buttons and selects: what is pressed arrives, is answered, and the reader keeps their place."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.playground.browser.conftest import OpenPage
from tests.playground.browser.pressing import (
    choose_language,
    look_through,
    message,
    messages,
    press_chip,
)

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SHORTER_FOR_A_MOMENT = """async () => {
    const { Following } = await import("/page/following.js");
    const [list, content, newest] = ["div", "div", "button"].map((tag) => document.createElement(tag));
    list.append(content);
    document.body.append(list, newest);
    Object.assign(list.style, { height: "600px", overflowY: "scroll" });
    content.style.height = "1200px";
    const following = new Following(list, content, newest);
    following.toEnd();
    following.changing(() => {
        content.style.height = "900px";
        list.getBoundingClientRect();
        content.style.height = "1200px";
    });
    return list.scrollHeight - list.clientHeight - list.scrollTop;
}"""
"""A list at its end whose content is 300 pixels shorter during a change; how far it is from its end then."""


async def test_a_press_redraws_its_message_in_place_and_keeps_the_focus(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "play")
    board = message(page, "The board")
    count = board.get_by_role("button", name="Count")
    await count.evaluate("button => button.isTheSame = true")
    await count.focus()
    await page.keyboard.press("Enter")
    await expect(board).to_contain_text("Pressed 1 times")
    await expect(count).to_be_focused()
    assert await count.evaluate("button => button.isTheSame")
    await page.keyboard.press("Enter")
    await expect(board).to_contain_text("Pressed 2 times")


async def test_an_update_leaves_a_reader_further_up_where_they_are(open_page: OpenPage) -> None:
    page = await open_page(height=500)
    for _ in range(3):
        await press_chip(page, "words")
    await expect(messages(page)).to_have_count(3)
    await press_chip(page, "play")
    await message(page, "The board").wait_for()
    await page.locator("#messages").evaluate("list => { list.scrollTop = 200; }")
    await expect(page.locator("#messages")).to_have_js_property("scrollTop", 200)
    await message(page, "The board").get_by_role("button", name="Count").evaluate("button => button.click()")
    await expect(message(page, "The board")).to_contain_text("Pressed 1 times")
    await expect(page.locator("#messages")).to_have_js_property("scrollTop", 200)


async def test_what_is_shorter_while_it_changes_is_not_taken_for_scrolling(open_page: OpenPage) -> None:
    page = await open_page()
    below = await page.evaluate(SHORTER_FOR_A_MOMENT)
    assert below == 0, "pixels between what is in sight and the end"


async def test_what_ones_own_press_brought_is_not_pushed_out_of_the_window(open_page: OpenPage) -> None:
    page, other = await open_page(height=500), await open_page()
    await look_through(other, "Calico")
    await press_chip(page, "play")
    board = message(page, "The board")
    await expect(board).to_be_visible()
    for _ in range(2):
        await press_chip(other, "words")
    await expect(messages(page)).to_have_count(3)
    await expect(board.get_by_role("button", name="Count")).to_be_in_viewport()
    await page.get_by_role("button", name="Newer messages below").click()
    await expect(board.get_by_role("button", name="Count")).not_to_be_in_viewport()


@pytest.mark.three_seconds
async def test_a_press_without_an_answer_says_plainly_that_it_failed(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "answers")
    said = message(page, "A section with a button")
    fails = said.get_by_role("button", name="Fails")
    await fails.click()
    await expect(fails).to_have_attribute("aria-busy", "true")
    alarm = said.get_by_role("alert")
    await expect(alarm).to_contain_text("This interaction failed")
    await expect(alarm).to_contain_text("within 3 seconds")
    await expect(fails).not_to_have_attribute("aria-busy", "true")


async def test_one_option_of_a_select_is_sent_at_once_and_stays_shown(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "answers")
    select = page.get_by_role("combobox", name="Choose a fruit")
    await select.click()
    await expect(page.get_by_role("option", name="Apple")).to_contain_text("keeps doctors away")
    await page.get_by_role("option", name="Banana").click()
    await expect(message(page, "chosen: banana")).to_be_visible()
    await expect(select).to_contain_text("Banana")


async def test_a_choice_that_was_taken_back_is_shown_no_more(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "basket")
    select = page.get_by_role("combobox", name="Take a fruit")
    await select.click()
    await page.get_by_role("option", name="Cherry").click()
    await expect(select.and_(page.locator(":not([aria-busy])"))).to_contain_text("Cherry")
    await page.get_by_role("button", name="Nothing", exact=True).click()
    await expect(select).not_to_contain_text("Cherry")


async def test_a_select_of_two_waits_until_there_are_two(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "answers")
    await page.get_by_role("combobox", name="Choose two fruits").click()
    done = page.get_by_role("button", name="Done")
    await page.get_by_role("option", name="Apple").click()
    await expect(done).to_be_disabled()
    await page.get_by_role("option", name="Cherry").click()
    await done.click()
    await expect(message(page, "chosen: apple, cherry")).to_be_visible()


async def test_a_user_select_offers_the_people(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "answers")
    await page.get_by_role("combobox", name="Choose somebody").click()
    await page.get_by_role("option", name="Calico").click()
    await expect(message(page, "chosen: @Calico")).to_be_visible()


async def test_a_modal_asks_again_before_it_sends_and_then_sends_all(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "answers")
    await page.get_by_role("button", name="Ask me").click()
    modal = page.get_by_role("dialog", name="Some questions")
    await modal.get_by_label("A word").fill("ab")
    await modal.get_by_role("button", name="Submit").click()
    await expect(modal).to_contain_text("At least 3 characters, please; these are 2.")
    await expect(modal).to_contain_text("Please choose one.")
    await modal.get_by_label("A word").fill("parrot")
    await modal.get_by_role("combobox", name="A fruit").click()
    await modal.get_by_role("option", name="Cherry").click()
    await modal.get_by_role("button", name="Submit").click()
    await expect(modal).not_to_be_attached()
    await expect(message(page, "submitted: parrot cherry")).to_be_visible()


async def test_a_modal_speaks_the_language_of_whom_it_asks(open_page: OpenPage) -> None:
    page = await open_page()
    await choose_language(page, "Anne", "Deutsch")
    await press_chip(page, "answers")
    await page.get_by_role("button", name="Ask me").click()
    modal = page.get_by_role("dialog", name="Some questions")
    await modal.get_by_role("button", name="Absenden").click()
    await expect(modal).to_contain_text("Bitte schreib hier etwas.")
    await modal.get_by_role("button", name="Abbrechen").click()
    await expect(modal).not_to_be_attached()


@pytest.mark.three_seconds
async def test_a_modal_that_failed_keeps_what_was_typed(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "answers")
    await page.get_by_role("button", name="Ask me").click()
    modal = page.get_by_role("dialog", name="Some questions")
    await modal.get_by_label("A word").fill("silence")
    await modal.get_by_role("combobox", name="A fruit").click()
    await modal.get_by_role("option", name="Apple").click()
    await modal.get_by_role("button", name="Submit").click()
    await expect(modal.get_by_role("alert").filter(has_text="This interaction failed")).to_be_visible()
    await expect(modal.get_by_label("A word")).to_have_value("silence")
    await expect(modal.get_by_role("button", name="Submit")).to_be_enabled()


async def test_a_cancelled_modal_sends_nothing(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "answers")
    ask = page.get_by_role("button", name="Ask me")
    await ask.click()
    modal = page.get_by_role("dialog", name="Some questions")
    await modal.get_by_role("button", name="Cancel").click()
    await expect(modal).not_to_be_attached()
    await expect(ask).to_be_focused()
    await expect(messages(page)).to_have_count(1)
