"""Everything a message can hold is shown, and what it holds is never taken for markup."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import Locator, Route, expect

from tests.playground.browser.conftest import OpenPage
from tests.playground.browser.pressing import message, press_chip
from tests.playground.browser.showcase import Showcase

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def shown_words(open_page: OpenPage) -> Locator:
    page = await open_page()
    await press_chip(page, "words")
    found = message(page, "First heading")
    await found.wait_for()
    return found


async def test_headings_subtext_and_quotes_stand_as_blocks(open_page: OpenPage) -> None:
    said = await shown_words(open_page)
    for level, words in ((3, "First heading"), (4, "Second heading"), (5, "Third heading")):
        await expect(said.get_by_role("heading", name=words, level=level)).to_be_visible()
    await expect(said.locator(".subtext")).to_contain_text("small print")
    await expect(said.locator("blockquote")).to_have_text("a quote\nof two lines")


async def test_emphasis_is_shown_and_underscores_inside_words_are_not_emphasis(open_page: OpenPage) -> None:
    said = await shown_words(open_page)
    for tag, words in (("strong", "bold"), ("em", "italic"), ("u", "underlined"), ("s", "struck")):
        await expect(said.locator(tag, has_text=words).first).to_have_text(words)
    await expect(said.locator("strong > em")).to_have_text("both")
    await expect(said).to_contain_text("snake_case_word *starred*")


async def test_lists_nest_and_number(open_page: OpenPage) -> None:
    said = await shown_words(open_page)
    await expect(said.locator("ul > li > ul > li")).to_have_text("inside one")
    await expect(said.locator("ol > li")).to_have_text(["first", "second"])


async def test_code_is_left_as_it_was_written(open_page: OpenPage) -> None:
    said = await shown_words(open_page)
    await expect(said.locator("pre code")).to_have_text("# no heading")
    await expect(said.locator(".paragraph > code")).to_have_text("code")


async def test_a_mention_names_the_person_and_one_of_oneself_stands_out(open_page: OpenPage) -> None:
    said = await shown_words(open_page)
    await expect(said.locator(".mention.me")).to_have_text("@Anne")
    await expect(said.get_by_role("link", name="#tavern")).to_be_visible()


async def test_links_lead_to_web_addresses_only(open_page: OpenPage) -> None:
    said = await shown_words(open_page)
    link = said.get_by_role("link", name="a link")
    await expect(link).to_have_attribute("href", "https://example.org/a_(b)")
    await expect(link).to_have_attribute("rel", "noopener noreferrer nofollow")
    await expect(said.get_by_role("link", name="plain_address")).to_have_attribute(
        "href", "https://example.org/plain_address"
    )
    await expect(said).to_contain_text("[bad](javascript:alert(1))")
    assert await said.locator("a[target=_blank]").count() == 2


async def test_text_that_looks_like_markup_stays_text(open_page: OpenPage) -> None:
    said = await shown_words(open_page)
    await expect(said).to_contain_text("<img src=x onerror=alert(1)>")
    assert await said.locator("img").count() == 0


async def test_a_moment_is_told_in_the_readers_words(open_page: OpenPage) -> None:
    said = await shown_words(open_page)
    moment = said.locator(".subtext time")
    await expect(moment).to_contain_text("ago")
    await expect(moment).to_have_attribute("title", "Tuesday, November 14, 2023 at 10:13 PM")


async def test_a_spoiler_is_hidden_until_it_is_pressed(open_page: OpenPage) -> None:
    said = await shown_words(open_page)
    await expect(said.get_by_text("a secret")).not_to_be_visible()
    await said.get_by_role("button", name="Spoiler, press to show").click()
    await expect(said.get_by_text("a secret")).to_be_visible()


async def test_a_container_shows_its_accent_and_its_components(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "play")
    board = message(page, "The board")
    container = board.locator(".container")
    await expect(container).to_have_css("border-left-color", "rgb(227, 180, 81)")
    await expect(container.get_by_role("separator")).to_be_visible()
    await expect(board.get_by_role("button", name="Count")).to_be_enabled()
    await expect(board.get_by_role("button", name="Locked")).to_be_disabled()


async def test_a_link_button_opens_outside_and_a_section_has_its_button(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "answers")
    said = message(page, "A section with a button")
    await expect(said.get_by_role("link", name="Outside")).to_have_attribute("href", "https://example.org/")
    await expect(said.locator(".section").get_by_role("button", name="My secret")).to_contain_text("\N{LOCK}")


async def test_pictures_are_loaded_described_and_open_large(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "pictures")
    picture = page.get_by_role("img", name="Three cards lie on the table")
    await expect(picture).to_have_js_property("naturalWidth", 40)
    await expect(page.get_by_role("img", name="A small board")).to_have_js_property("naturalWidth", 40)
    await message(page, "Beside a picture").get_by_role("button", name="Enlarge the picture").first.click()
    large = page.get_by_role("dialog", name="Three cards lie on the table")
    await expect(large.get_by_role("img")).to_be_visible()
    await expect(large.get_by_role("link", name="Save the picture")).to_have_attribute(
        "download", "board.png"
    )
    own_size = large.get_by_role("button", name="Its own size")
    await own_size.click()
    await expect(own_size).to_have_attribute("aria-pressed", "true")
    await expect(large.get_by_role("img")).to_have_css("width", "40px")
    await page.keyboard.press("Escape")
    await expect(large).not_to_be_attached()


async def test_from_picture_to_picture_with_the_keyboard_alone(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "album")
    said = message(page, "Beside a picture")
    second = said.get_by_role("button", name="Enlarge the picture").nth(1)
    await second.press("Enter")
    await expect(page.get_by_role("dialog", name="Nobody has any points")).to_be_visible()
    await page.keyboard.press("ArrowLeft")
    await expect(page.get_by_role("dialog", name="Three cards lie on the table")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(second).to_be_focused()


@pytest.mark.parametrize("width", [390, 1440])
async def test_a_picture_has_its_room_before_it_comes(open_page: OpenPage, width: int) -> None:
    page = await open_page(width=width)
    may_come = asyncio.Event()

    async def held_back(route: Route) -> None:
        await may_come.wait()
        await route.continue_()

    await page.route("**/attachments/**", held_back)
    await press_chip(page, "album")
    said = message(page, "Beside a picture")
    pictures = said.locator(".gallery img")
    await expect(pictures).to_have_count(2)

    async def boxes() -> list[Any]:
        """Of the message and each picture, seen from the message: the page may scroll meanwhile."""
        found = [await each.bounding_box() for each in (said, *await pictures.all())]
        return [box and {**box, "y": box["y"] - found[0]["y"]} for box in found if found[0]]

    room = await boxes()
    may_come.set()
    for picture in await pictures.all():
        await expect(picture).to_have_js_property("naturalWidth", 875)
    assert await boxes() == room
    _message, first, second = room
    assert min(first["width"], second["width"]) > 200, "small is not too small to be read"
    assert first["height"] / first["width"] == pytest.approx(735 / 875, rel=0.01)
    assert second["height"] / second["width"] == pytest.approx(1530 / 875, rel=0.01), "nothing is cut off"


async def test_a_file_is_saved_under_its_name(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "pictures")
    async with page.expect_download() as saving:
        await page.get_by_role("link", name="log.txt").click()
    saved = await saving.value
    assert saved.suggested_filename == "log.txt"
    assert (await saved.path()).read_bytes() == b"log"


async def test_embeds_and_attachments_of_older_messages_are_shown(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "classic")
    said = message(page, "Look here")
    await expect(said.get_by_role("heading", name="An old embed")).to_be_visible()
    await expect(said.locator(".embed")).to_have_css("border-left-color", "rgb(60, 123, 181)")
    await expect(said.locator("dl")).to_have_text("Trickthree")
    await expect(said).to_contain_text("at its foot")
    await expect(said.get_by_role("img", name="A chart of the island")).to_have_js_property(
        "naturalWidth", 40
    )


async def test_a_thread_is_listed_and_can_be_entered_from_its_message(open_page: OpenPage) -> None:
    page = await open_page()
    await press_chip(page, "thread")
    side = page.get_by_role("navigation", name="Channels and threads")
    await expect(side.get_by_role("button", name="The back room")).to_be_visible()
    await message(page, "come inside").get_by_role("button", name="The back room").click()
    await expect(page.get_by_role("heading", name="The back room")).to_be_visible()
    await expect(message(page, "welcome @Anne")).to_be_visible()


async def test_a_thinking_bot_is_seen_thinking_until_it_answers(
    open_page: OpenPage, showcase: Showcase
) -> None:
    page = await open_page()
    await press_chip(page, "slow")
    await expect(page.locator("#messages")).to_contain_text("is thinking…")
    showcase.released.set()
    await expect(message(page, "thought about it")).to_be_visible()
    await expect(page.locator("#messages")).not_to_contain_text("is thinking…")
