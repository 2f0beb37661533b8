"""A newcomer types one command, opens the address that it prints, and plays a game to its end on the page."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from games.catalogue import BUILT_IN
from games.contract import AnyGame
from playground.people import PATIENCE
from tests.playground.browser.conftest import PATIENCE_MS
from tests.playground.browser.pressing import look_through, message, messages, press_chip, type_command

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

ROOT = Path(__file__).parents[3]
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")
# How many presses of the Tab key may lie between two places.
MOST_TABS = 60
# Games in words: the clocks' haste, what makes a long game short, and how few choices are none too few.
SPEED = 20
SHORT = {"skull-king": " options:swift-n-salty"}
LEAST_CHOICES = 10
GONE = re.compile(r"\(any more\)|is disabled")
CHOICES = 'button[data-custom-id^="pick:"]:not([disabled])'


@pytest_asyncio.fixture(loop_scope="session")
async def address(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """The address that `python -m playground` prints; the bot runs as its child, and its robots move without
    thinking. Its parameter: how many times as fast the bot's clocks run.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "playground", "--speed", str(getattr(request, "param", 1))),
        *("--answer-seconds", str(PATIENCE)),
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", "THINKING": "0"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            found = ADDRESS.search((await process.stdout.readline()).decode())
        assert found, "the first line that the playground prints is to say where it is"
        # What is not read would fill the pipe and hold up the bot.
        rest = asyncio.create_task(process.stdout.read())
        yield found.group()
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        status = await asyncio.wait_for(process.wait(), PATIENCE)
    assert status == 0, (await rest).decode()


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser, address: str) -> AsyncIterator[Page]:
    """The page, opened by Anne. An error in its console fails the test."""
    complaints: list[str] = []
    context = await browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-US")
    context.set_default_timeout(PATIENCE_MS)
    page = await context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    await page.goto(address)
    yield page
    await context.close()
    assert complaints == []


async def next_choice(hand: Locator) -> Locator | None:
    """The first thing that can be played, as soon as there is one; None once the game is over."""
    over = hand.get_by_role("button", name="Rematch")
    choices = hand.locator(CHOICES)
    await choices.or_(over).first.wait_for()
    return None if await over.count() else choices.first


async def none_failed(hand: Locator) -> None:
    """No press failed, but of a button that went as it was pressed: at this haste robots draw the hand anew
    meanwhile, and Discord refuses that, too.
    """
    await expect(hand.get_by_role("alert").filter(has_not_text=GONE)).to_have_count(0)


async def play(hand: Locator, choice: Locator) -> None:
    """Press it, and wait until the hand asks something else or nothing."""
    custom_id = await choice.get_attribute("data-custom-id")
    await choice.click()
    await expect(hand.locator(f'[data-custom-id="{custom_id}"]')).to_have_count(0)
    await none_failed(hand)


@pytest.mark.trial
@pytest.mark.parametrize("address", [SPEED], indirect=True)
async def test_a_browser_plays_a_game_to_the_end(page: Page) -> None:
    # The first click deals the cards, the second one is already a move.
    await press_chip(page, "play")
    hand = messages(page).filter(has_text="Only you can see this")
    first = await next_choice(hand)
    assert first is not None
    await expect(first).to_be_in_viewport()
    await play(hand, first)

    moves = 1
    while choice := await next_choice(hand):
        await play(hand, choice)
        moves += 1
    assert moves >= 10, "a game has at least a move in each of its ten rounds"
    await expect(hand).to_contain_text("Yo-ho-ho!")

    # Nobody else knows of it until it is shared.
    shared = messages(page).filter(has=page.get_by_role("button", name="Replay"))
    result = shared.filter(has_not_text="Only you can see this")
    await expect(result).to_have_count(0)
    await hand.get_by_role("button", name="Share").click()
    await expect(result).to_contain_text("Yo-ho-ho!")
    await look_through(page, "Bartholomew")
    await expect(result).to_contain_text("Yo-ho-ho!")
    await expect(page.get_by_text("Only you can see this")).to_have_count(0)


async def tab_to(page: Page, control: Locator, key: str = "Tab") -> None:
    """Bring the keyboard to a control, which must be reachable with this key alone."""
    await control.wait_for()
    for _ in range(MOST_TABS):
        if await control.evaluate("node => node === document.activeElement"):
            return
        await page.keyboard.press(key)
    raise AssertionError(f"{control} cannot be reached with {key}")


async def press_button(page: Page, where: Locator, name: str) -> None:
    button = where.get_by_role("button", name=name, exact=True)
    await tab_to(page, button)
    await page.keyboard.press("Enter")


async def look_with_keys(page: Page, person: str, arrow: str) -> None:
    await tab_to(page, page.get_by_role("tab", selected=True), "Shift+Tab")
    await page.keyboard.press(arrow)
    await expect(page.get_by_role("tab", name=person)).to_be_focused()


async def bid_with_keys(page: Page) -> None:
    """Open the hand, and take the first bid that is offered."""
    await press_button(page, page.locator(".room.main"), "My hand")
    hand = messages(page).filter(has_text="Only you can see this").last
    bid = hand.locator(CHOICES).first
    await tab_to(page, bid)
    await page.keyboard.press("Enter")
    await none_failed(hand)


async def play_with_keys(page: Page, hand: Locator) -> None:
    """Take the first thing that is offered, and wait until something else is asked or nothing."""
    choice = hand.locator(CHOICES).first
    await tab_to(page, choice)
    custom_id = await choice.get_attribute("data-custom-id")
    await page.keyboard.press("Enter")
    await expect(hand.locator(f'[data-custom-id="{custom_id}"]')).to_have_count(0)
    await none_failed(hand)


@pytest.mark.parametrize("address", [SPEED], indirect=True)
async def test_a_table_is_set_up_and_played_at_with_the_keyboard_alone(page: Page) -> None:
    await page.get_by_role("toolbar", name="Commands").get_by_role("button").first.wait_for()
    await page.keyboard.press("/")
    await page.keyboard.type("table create")
    await page.keyboard.press("Enter")
    await page.keyboard.type("Skull K")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    lobby = message(page, "Anne used /table create")
    await lobby.wait_for()

    await look_with_keys(page, "Bartholomew", "ArrowRight")
    await press_button(page, lobby, "Join")
    await expect(lobby).to_contain_text("Bartholomew")
    await look_with_keys(page, "Anne", "ArrowLeft")
    await press_button(page, lobby, "Start")

    await bid_with_keys(page)
    await look_with_keys(page, "Bartholomew", "ArrowRight")
    await bid_with_keys(page)

    # Whoever leads has a card to play; the other one's hand waits.
    hand = messages(page).filter(has_text="Only you can see this").last
    told = hand.get_by_role("img", name="Bids add up to 0")  # beside a lesson the picture alone says it
    await expect(told).to_be_visible()
    if not await hand.locator(CHOICES).count():
        await look_with_keys(page, "Anne", "ArrowLeft")
        # Her hand shows the bids for a moment longer.
        await expect(told).to_be_visible()
    await play_with_keys(page, hand)
    if await hand.locator(CHOICES).count():  # a card that can be one of two things: as what?
        await play_with_keys(page, hand)
    await expect(hand.locator(CHOICES)).to_have_count(0)


@dataclass
class Listener:
    """Somebody who sees nothing of the page: they have what it says, and the names of what can be pressed."""

    page: Page

    async def hear(self) -> str:
        """What was said last of their own game, as soon as it asks them for something or tells the end."""
        last = await self.page.wait_for_function(HEARD)
        return str(await last.json_value())

    async def choose(self, said: str, chance: Random) -> None:
        """Press something that is offered, by its name, and listen again when that has come to something:
        meanwhile robots move, and what was asked before is said once more with what they did.
        """
        hand = messages(self.page).filter(has_text="Only you can see this").last
        offered = [(await each.aria_snapshot()).splitlines()[0] for each in await hand.locator(CHOICES).all()]
        names = [found.group(1) for each in offered if (found := SPOKEN.search(each))]
        assert names, f"nothing can be chosen where this was asked: {said}"
        assert len(set(names)) == len(offered), f"not everything has a name of its own: {offered}"
        await play(hand, hand.get_by_role("button", name=chance.choice(names), exact=True).first)


HEARD = """() => {
    const all = [...document.querySelectorAll('#announcer p')].map(each => each.textContent);
    const own = all.filter(each => each.includes('only Anne can see this')).at(-1) ?? '';
    const asked = /👉 (?!You (bid|can load|are ready|chose|let)|Laid out|Your mutiny)/.test(own);
    return (asked || own.includes('The game is over')) && own;
}"""
"""The last that was said of my own game, if it asks me for something that I have not chosen yet, or ends.
(Who may still change what they chose is told that first.)
"""
SPOKEN = re.compile(r'button "(.*\w.*)"')
"""A button's name, as it is read out."""


@pytest.mark.trial
@pytest.mark.parametrize("address", [SPEED], indirect=True)
@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.slug)
async def test_a_whole_game_is_played_by_what_is_said_aloud(page: Page, game: AnyGame) -> None:
    players = game.players_for(game.Options())[0]
    await press_chip(page, "settings me")
    await page.get_by_role("button", name="Text mode").click()
    await page.get_by_role("button", name="Pictures").wait_for()
    await type_command(page, f"/play game:{game.slug} robots:{players - 1}{SHORT.get(game.slug, '')}")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Enter")

    listener, chance = Listener(page), Random(game.slug)
    choices = 0
    while "The game is over" not in (said := await listener.hear()):
        await listener.choose(said, chance)
        choices += 1
    assert choices >= LEAST_CHOICES
    assert re.search(r"You (have won|came)", said), "how I did is said"
    assert said.count("Place") == players, "and how everybody else did"
    await expect(messages(page).last.locator("img")).to_have_count(0)
