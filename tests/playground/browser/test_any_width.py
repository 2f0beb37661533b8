"""The page on a phone, on a tablet and on a desk; and worked with the keyboard alone."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.playground.browser.conftest import OpenPage
from tests.playground.browser.pressing import look_through, message, message_box, press_chip

# The least height of what a thumb presses, in CSS pixels.
LEAST_THUMB = 40

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def sticks_out(page: Page) -> list[str]:
    """Everything visible in the room that reaches beyond the window's edges."""
    return await page.evaluate(
        """() => [...document.querySelectorAll('#top *, #rooms *')]
            .filter(node => !node.closest('.unseen, svg, pre code') && node.checkVisibility())
            .filter(node => node.getBoundingClientRect().right > innerWidth + 1)
            .map(node => node.outerHTML.slice(0, 120))"""
    )


async def overlaps(page: Page) -> list[str]:
    """Controls at the top and around the messages that lie upon one another."""
    return await page.evaluate(
        """() => {
            const all = [...document.querySelectorAll('#top button, .room-header *, .dock button, .say')]
                .filter(node => node.checkVisibility() && !node.closest('.unseen, svg'))
                .map(node => [node, node.getBoundingClientRect()]);
            const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1
                || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
            return all.flatMap(([one, a], at) => all.slice(at + 1)
                .filter(([other, b]) => !one.contains(other) && !apart(a, b))
                .map(([other]) => `${one.outerHTML.slice(0, 80)} and ${other.outerHTML.slice(0, 80)}`));
        }"""
    )


@pytest.mark.parametrize("width", [390, 820, 1440])
async def test_nothing_sticks_out_at_the_side(open_page: OpenPage, width: int) -> None:
    page = await open_page(width=width)
    for command in ("words", "answers", "pictures", "play"):
        await press_chip(page, command)
    await message(page, "The board").wait_for()
    await message(page, "Beside a picture").wait_for()
    assert await sticks_out(page) == []
    assert await overlaps(page) == []
    await press_chip(page, "table create")
    await page.get_by_role("form", name="/table create").wait_for()
    assert await sticks_out(page) == []


@pytest.mark.parametrize("width", [390, 820])
async def test_language_roles_and_colours_are_one_press_away(open_page: OpenPage, width: int) -> None:
    page = await open_page(width=width)
    await page.get_by_role("button", name="Anne: English, US").click()
    panel = page.get_by_role("dialog", name="You are Anne")
    await expect(panel.get_by_label("Anne's language")).to_be_in_viewport()
    await expect(panel.get_by_role("checkbox", name="Moderator")).to_be_in_viewport()
    await expect(panel.get_by_role("radio", name="Dark")).to_be_in_viewport()


async def test_on_a_phone_what_is_pressed_is_as_large_as_a_thumb(open_page: OpenPage) -> None:
    page = await open_page(width=390, height=844)
    for command in ("answers", "play"):
        await press_chip(page, command)
    await message(page, "The board").wait_for()
    await page.get_by_role("combobox", name="Choose a fruit").click()
    small = await page.evaluate(
        """least => [...document.querySelectorAll('button, a.button, [role=option], .say')]
            .filter(node => node.checkVisibility({ visibilityProperty: true }))
            .map(node => [node.getBoundingClientRect(), node.outerHTML.slice(0, 100)])
            .filter(([box]) => box.height < least || box.width < 24)
            .map(([box, words]) => `${box.width} x ${box.height}: ${words}`)""",
        LEAST_THUMB,
    )
    assert small == []


@pytest.mark.parametrize("person", ["Bartholomew", "Morgan"])
async def test_on_a_phone_all_people_fit_beside_each_other(open_page: OpenPage, person: str) -> None:
    page = await open_page(width=390, height=844)
    await look_through(page, person)
    assert await page.locator("#eyes").evaluate("eyes => eyes.scrollWidth - eyes.clientWidth") <= 0


async def test_on_a_phone_the_channels_are_a_drawer(open_page: OpenPage) -> None:
    page = await open_page(width=390, height=844)
    room = page.get_by_role("button", name="captains-table")
    await expect(room).not_to_be_visible()
    await page.get_by_role("button", name="Channels", exact=True).click()
    await room.click()
    await expect(page.get_by_role("heading", name="#captains-table")).to_be_visible()
    await expect(room).not_to_be_visible()


async def test_on_a_phone_no_notice_covers_the_drawer(open_page: OpenPage) -> None:
    page = await open_page(width=390, height=844)
    await page.evaluate(
        "import('/page/notices.js').then(({ notice }) => notice('Something happened.'.repeat(20)))"
    )
    shown = page.locator(".notice").first
    await expect(shown).to_be_visible()
    await page.get_by_role("button", name="Channels", exact=True).click()
    await expect(page.get_by_role("button", name="captains-table")).to_be_visible()
    box = await shown.bounding_box()
    assert box is not None
    on_top = "([x, y]) => !document.elementFromPoint(x, y).closest('.notice')"
    assert await page.evaluate(on_top, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])


async def test_the_drawer_closes_with_escape_and_gives_the_keyboard_back(open_page: OpenPage) -> None:
    page = await open_page(width=390, height=844)
    opener = page.get_by_role("button", name="Channels", exact=True)
    await opener.press("Enter")
    await expect(page.get_by_role("button", name="tavern").first).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(opener).to_be_focused()
    await expect(opener).to_have_attribute("aria-expanded", "false")


async def test_the_keyboard_alone_runs_a_command_presses_chooses_and_answers(open_page: OpenPage) -> None:
    page = await open_page()
    await page.keyboard.press("/")
    await expect(message_box(page)).to_be_focused()
    await page.keyboard.type("answers")
    await page.keyboard.press("Enter")
    said = message(page, "A section with a button")
    await said.wait_for()
    await page.keyboard.press("ArrowUp")
    await expect(said).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("button", name="My secret")).to_be_focused()
    await page.keyboard.press("Tab")
    for key in ("Enter", "ArrowDown", "ArrowDown", "Enter"):
        await page.keyboard.press(key)
    await expect(message(page, "chosen: banana")).to_be_visible()
    await expect(page.get_by_role("combobox", name="Choose a fruit")).to_be_focused()
    await page.keyboard.press("Tab")
    for key in ("Enter", "Space", "End", "Space", "Enter"):
        await page.keyboard.press(key)
    await expect(message(page, "chosen: apple, cherry")).to_be_visible()


async def test_the_keyboard_alone_fills_in_a_modal(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "answers")
    await page.get_by_role("button", name="Ask me").press("Enter")
    await expect(page.get_by_label("A word")).to_be_focused()
    await page.keyboard.type("parrot")
    await page.keyboard.press("Tab")
    for key in ("Enter", "a", "Enter"):
        await page.keyboard.press(key)
    await page.get_by_label("A word").press("Enter")
    await expect(message(page, "submitted: parrot apricot")).to_be_visible()


async def test_the_arrow_keys_change_eyes(open_page: OpenPage) -> None:
    page = await open_page()
    await page.get_by_role("tab", name="Anne").focus()
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("tab", name="Bartholomew")).to_have_attribute("aria-selected", "true")
    await expect(page.get_by_role("tab", name="Bartholomew")).to_be_focused()


async def test_the_arrow_keys_go_through_the_channels(open_page: OpenPage) -> None:
    page = await open_page()
    side = page.get_by_role("navigation", name="Channels and threads")
    await side.get_by_role("button", name="tavern").focus()
    await page.keyboard.press("ArrowDown")
    await expect(side.get_by_role("button", name="captains-table")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="#captains-table")).to_be_visible()


async def test_the_row_of_commands_is_one_stop_for_the_tab_key(open_page: OpenPage) -> None:
    page = await open_page()
    await message_box(page).focus()
    await page.keyboard.press("Shift+Tab")
    first = page.get_by_role("toolbar", name="Commands").get_by_role("button").first
    await expect(first).to_be_focused()
    await page.keyboard.press("End")
    await page.keyboard.press("Tab")
    await expect(message_box(page)).to_be_focused()
