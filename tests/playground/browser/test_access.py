"""For whoever listens or uses the keyboard: landmarks, names, headings, order, and what is said aloud."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from playground import Playground
from tests.playground.browser.conftest import OpenPage
from tests.playground.browser.pressing import look_through, message, message_box, press_chip

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

CONTROLS = (
    "button",
    "link",
    "textbox",
    "combobox",
    "checkbox",
    "radio",
    "tab",
    "option",
    "listbox",
    "dialog",
)
# How many presses of the Tab key may lie between two places.
MOST_TABS = 40


async def nameless(page: Page) -> list[str]:
    """Controls and pictures that a screen reader could only call by their kind."""
    told = (await page.locator("body").aria_snapshot()).splitlines()
    kinds = "|".join((*CONTROLS, "img", "group", "region", "toolbar", "article", "form"))
    return [line.strip() for line in told if re.match(rf" *- '?({kinds})\b(?! [\"/])", line)]


async def fill(page: Page) -> None:
    """One of everything that a message can hold."""
    for command in ("words", "classic", "pictures", "thread", "play", "answers"):
        await press_chip(page, command)
    await page.get_by_role("button", name="My secret").click()
    await message(page, "the secret of").wait_for()


async def tab_stops(page: Page, count: int) -> list[str]:
    """Where the keyboard stands after each of so many presses of the Tab key."""
    stops: list[str] = []
    for _ in range(count):
        await page.keyboard.press("Tab")
        stops.append(
            await page.evaluate(
                "(document.activeElement.getAttribute('aria-label')"
                " ?? document.activeElement.textContent).slice(0, 40).trim()"
            )
        )
    return stops


@pytest.mark.parametrize("width", [390, 1440])
async def test_everything_that_can_be_worked_has_a_name(open_page: OpenPage, width: int) -> None:
    page = await open_page(width=width)
    await fill(page)
    await press_chip(page, "table create")
    assert await nameless(page) == []
    await page.get_by_role("button", name="Anne: ").click()
    assert await nameless(page) == []


async def test_side_by_side_too_everything_has_a_name_and_tells_whose_it_is(open_page: OpenPage) -> None:
    page = await open_page(width=1440)
    await page.get_by_role("button", name="Side by side").click()
    for person in ("Anne", "Bartholomew", "Calico", "Dampier", "Morgan"):
        await expect(page.get_by_role("region", name=f"{person} in #tavern")).to_be_visible()
    assert await nameless(page) == []


async def test_the_page_has_its_landmarks_and_its_headings_in_order(open_page: OpenPage) -> None:
    page = await open_page()
    await fill(page)
    for kind in ("banner", "navigation", "main", "log"):
        await expect(page.get_by_role(kind)).to_have_count(1)  # pyright: ignore[reportArgumentType]
    levels = await page.evaluate(
        "[...document.querySelectorAll('h1, h2, h3, h4, h5')].map(node => Number(node.localName[1]))"
    )
    assert levels.count(1) == 1
    assert levels[0] == 1
    first_in_messages = levels.index(3)
    assert set(levels[1:first_in_messages]) == {2}, "servers and the channel come before what is in messages"


async def test_the_keyboard_goes_through_the_page_from_top_to_bottom(open_page: OpenPage) -> None:
    page = await open_page()
    assert await tab_stops(page, 11) == [
        "Skip to the messages",
        "Skip to the message box",
        "AAnne",
        "Side by side",
        "Anne: English, US, roles, colours",
        "#tavern",
        "#captains-table",
        "Messages in tavern",
        "/play: A board at once, with nothing to",
        "Message #tavern",
        "Send",
    ]


async def test_the_links_at_the_top_lead_past_everything_else(open_page: OpenPage) -> None:
    page = await open_page()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("group", name="Messages in tavern")).to_be_focused()
    await page.get_by_role("link", name="Skip to the message box").press("Enter")
    await expect(message_box(page)).to_be_focused()


async def test_where_the_keyboard_stands_can_be_seen(open_page: OpenPage) -> None:
    page = await open_page()
    await fill(page)
    for _ in range(MOST_TABS):
        await page.keyboard.press("Tab")
        seen = await page.evaluate(
            """() => {
                const node = document.activeElement;
                const box = node.closest('.composer:focus-within') ?? node;
                const style = getComputedStyle(box);
                const outlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
                const bordered = box !== node && getComputedStyle(box).borderColor === 'rgb(125, 88, 12)';
                return node === document.body || outlined || bordered || node.outerHTML.slice(0, 120);
            }"""
        )
        assert seen is True


async def test_what_is_new_is_said_aloud_and_what_is_private_in_words(
    open_page: OpenPage, playground: Playground
) -> None:
    page = await open_page()
    said = page.get_by_role("log", name="What is new")
    playground.person("Calico").says("Ahoy there")
    await expect(said).to_contain_text("Calico: Ahoy there")
    await press_chip(page, "language")
    await expect(said).to_contain_text("(only Anne can see this): yours is en-US")
    playground.person("Calico", "captains-table").says("over here")
    await expect(said).to_contain_text("New in captains-table.")


async def test_what_others_were_told_alone_is_not_said(open_page: OpenPage) -> None:
    page, other = await open_page(), await open_page()
    await look_through(other, "Calico")
    await press_chip(page, "language")
    await message(page, "yours is").wait_for()
    await press_chip(page, "play")
    await message(other, "The board").wait_for()
    await expect(other.get_by_role("log")).not_to_contain_text("yours is")


async def test_an_open_list_tells_where_it_stands(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "answers")
    select = page.get_by_role("combobox", name="Choose a fruit")
    await select.press("Enter")
    await expect(select).to_have_attribute("aria-expanded", "true")
    await page.keyboard.press("ArrowDown")
    active = await select.get_attribute("aria-activedescendant")
    await expect(page.locator(f"#{active}")).to_contain_text("Apricot")
    await page.keyboard.press("Escape")
    await expect(select).to_be_focused()
    await expect(select).to_have_attribute("aria-expanded", "false")
