"""Dark and light: as the system has it or as the reader chose, and readable in both."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.async_api import Page, expect

from tests.playground.browser.conftest import OpenPage
from tests.playground.browser.pressing import message, press_chip
from tests.support.examples import sampled

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

DARK, LIGHT = "rgb(14, 21, 27)", "rgb(231, 224, 210)"
# What the Web Content Accessibility Guidelines ask of ordinary text; here it is asked of all.
LEAST_CONTRAST = 4.5

TOO_PALE = """least => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const rgba = colour => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
        return [r, g, b, a / 255];
    };
    const mix = (share, top, below) => top * share + below * (1 - share);
    const over = (top, below) => [0, 1, 2].map(at => mix(top[3], top[at], below[at])).concat(1);
    const backgroundOf = node => {
        const own = rgba(getComputedStyle(node).backgroundColor);
        if (own[3] === 1) return own;
        return over(own, node.parentElement ? backgroundOf(node.parentElement) : [255, 255, 255, 1]);
    };
    const light = ([r, g, b]) => [r, g, b]
        .map(value => value / 255)
        .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
        .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0);
    const contrast = (a, b) => {
        const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
        return (high + 0.05) / (low + 0.05);
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const pale = new Set();
    let seen = 0;
    while (texts.nextNode()) {
        const node = texts.currentNode.parentElement;
        const words = texts.currentNode.data.trim().slice(0, 40);
        const unseen = node.closest('.unseen, .skip, script, template, option');
        if (!words || unseen || !node.checkVisibility({ visibilityProperty: true })) continue;
        seen += 1;
        const below = backgroundOf(node);
        const found = contrast(over(rgba(getComputedStyle(node).color), below), below);
        if (found < least) pale.add(`${found.toFixed(2)} ${node.className}: ${words}`);
    }
    return { seen, pale: [...pale] };
}"""


async def background(page: Page) -> str:
    return await page.evaluate("getComputedStyle(document.documentElement).backgroundColor")


async def choose_colours(page: Page, words: str) -> None:
    await page.get_by_role("button", name="Anne: ").click()
    await page.get_by_role("radio", name=words).check()
    await page.keyboard.press("Escape")


async def test_the_page_follows_the_system_until_its_reader_chooses(open_page: OpenPage) -> None:
    page = await open_page()
    await page.emulate_media(color_scheme="light")
    assert await background(page) == LIGHT
    await page.emulate_media(color_scheme="dark")
    assert await background(page) == DARK
    await choose_colours(page, "Light")
    assert await background(page) == LIGHT


async def test_the_chosen_colours_are_there_again_after_a_reload_and_in_another_tab(
    open_page: OpenPage,
) -> None:
    page = await open_page()
    await page.emulate_media(color_scheme="dark")
    other = await page.context.new_page()
    await other.emulate_media(color_scheme="dark")
    await other.goto(page.url)
    await choose_colours(page, "Light")
    await expect(other.locator("html")).to_have_attribute("data-theme", "light")
    await page.reload()
    assert await background(page) == LIGHT
    await choose_colours(page, "Like my system")
    assert await background(page) == DARK


@pytest.mark.three_seconds  # a press that fails is among what is looked at
@pytest.mark.parametrize(
    ("width", "scheme"), sampled(product((390, 1440), ("dark", "light")), (390, "dark"), (1440, "light"))
)
async def test_all_text_stands_out_from_what_is_behind_it(
    open_page: OpenPage, width: int, scheme: str
) -> None:
    page = await open_page(width=width, height=1000)
    await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for command in ("words", "classic", "pictures", "thread", "play", "answers"):
        await press_chip(page, command)
    await page.get_by_role("button", name="My secret").click()
    await message(page, "the secret of").wait_for()
    await page.get_by_role("button", name="Fails").click()
    await message(page, "A section with a button").get_by_role("alert").wait_for()
    await press_chip(page, "table create")
    found = await page.evaluate(TOO_PALE, LEAST_CONTRAST)
    assert found["seen"] > 60, "there is text enough to look at"
    assert found["pale"] == []
    await page.get_by_role("button", name="Anne: ").click()
    assert (await page.evaluate(TOO_PALE, LEAST_CONTRAST))["pale"] == []
