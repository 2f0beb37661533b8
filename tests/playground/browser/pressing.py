"""What the tests do on the page again and again, in a person's words."""

from __future__ import annotations

from playwright.async_api import Locator, Page, expect


async def press_chip(page: Page, command: str) -> None:
    """Press the chip of a command (without the slash); those without room are in the list of all."""
    row = page.get_by_role("toolbar", name="Commands").first
    await row.get_by_role("button").first.wait_for()
    chip = row.locator(f'[data-command="{command}"]').first
    if await chip.is_visible():
        await chip.click()
    else:
        await row.get_by_role("combobox").click()
        await page.locator(f'.item[data-value="{command}"]').click()


async def choose_language(page: Page, person: str, language: str) -> None:
    """Set the language of the person who is looked through."""
    await page.get_by_role("button", name=f"{person}: ").click()
    await page.get_by_label(f"{person}'s language").select_option(language)
    await page.keyboard.press("Escape")


async def type_command(page: Page, text: str) -> None:
    """Type into the message box what a person types, key by key."""
    box = message_box(page)
    await box.focus()
    await box.press_sequentially(text)


def message_box(page: Page) -> Locator:
    """Where one writes."""
    return page.get_by_role("combobox", name="Message #")


def messages(page: Page) -> Locator:
    """All messages that are shown, oldest first."""
    return page.locator(".messages").get_by_role("article")


def message(page: Page, words: str) -> Locator:
    """The newest message that has these words."""
    return messages(page).filter(has_text=words).last


async def look_through(page: Page, person: str) -> None:
    """Look through somebody's eyes."""
    await page.get_by_role("tab", name=person).click()
    await expect(page.get_by_role("tab", name=person)).to_have_attribute("aria-selected", "true")
