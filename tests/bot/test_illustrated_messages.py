"""Boards, hands and score sheets come with pictures, to those who want them, and nobody waits for one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot.app import Tortuga
from games.drawing.furniture import WIDTH
from games.shapes import PIXELS
from playground import Playground, Seen, Visitor
from tests.bot.commands.test_leaving import ways_out
from tests.support.bot import tortuga
from tests.support.idle import let_all_run, until, until_told
from tests.support.renderer import InlineRenderer
from tests.support.table_play import (
    SHORT,
    behind_more,
    board_of,
    choices,
    choose_first,
    deal,
    hand,
    has_ended,
    open_lobby,
    play_on,
    press,
)

"""A game that is over after one card each."""


@pytest.fixture
async def renderer() -> InlineRenderer:
    return InlineRenderer()


@pytest.fixture
async def bot(pg: Playground, tmp_path: Path, renderer: InlineRenderer) -> AsyncIterator[Tortuga]:
    async with tortuga(pg, tmp_path) as running:
        running.services.image_service.renderer = renderer
        yield running


async def illustrated(person: Visitor, seen: Seen, word: str = "") -> Seen:
    """The message as soon as its picture says this; the process that draws may have to start first."""
    return await person.wait_for(
        lambda each: each.id == seen.id and any(word in alt for alt in each.alt_texts)
    )


async def test_board_and_hand_come_with_pictures_that_say_what_they_show(
    anne: Visitor, calico: Visitor
) -> None:
    board = await illustrated(calico, await deal(anne, calico))
    (said,) = board.alt_texts
    assert "Round 1" in said
    (own,) = (await hand(anne, board)).alt_texts
    assert own.startswith("Your hand: ")
    assert own.removeprefix("Your hand: ") not in said
    assert len(board.json.attachments) == 1


async def test_a_picture_goes_with_the_words_that_it_was_drawn_for(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    first = hands["Anne"].alt_texts
    await play_on(pg, hands, until="Round 3")
    after = hands["Anne"].refresh()
    assert after.alt_texts != first
    assert len(after.json.attachments) == len(after.alt_texts) == 1
    assert pg.violations == []


async def test_a_game_given_up_at_once_ends_with_a_picture_and_says_nothing_twice(
    anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    ways_out = (await behind_more(calico, board, "Leave game")).message
    assert ways_out is not None
    sure = (await press(calico, ways_out, "concede")).message
    assert sure is not None
    await press(calico, sure, "concedeconfirm")
    result = await anne.wait_for(lambda seen: "🔏 Seal" in seen.text and bool(seen.alt_texts))
    assert "**Anne** wins." in result.text
    assert result.text.partition("-# Ratings:")[0].count("Anne") == 1


async def test_a_thread_is_put_away_once_after_the_pictures_that_come_late(
    pg: Playground,
    bot: Tortuga,
    renderer: InlineRenderer,
    anne: Visitor,
    calico: Visitor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.publishing.table_messages.POST_PATIENCE", 0.05)
    board = await illustrated(calico, await deal(anne, calico))
    asked = await calico.press(await ways_out(calico, board), "Concede")
    assert asked.message is not None
    shown = await hand(anne, board)
    renderer.opened.clear()
    await choose_first(anne, shown)  # which the board has not drawn yet when the game is over
    await calico.press(asked.message, "Yes, concede")
    result = await anne.wait_for(lambda seen: has_ended(seen) and seen.channel_id == board.channel_id)
    before = result.alt_texts
    asyncio.get_running_loop().call_later(0.2, renderer.opened.set)
    await until_told(bot.store, lambda: pg.world.channel(board.channel_id).metadata.archived)
    await until(lambda: result.refresh().alt_texts != before)
    await bot.services.table_publisher.message_redraws.settled()  # and whatever else would open it again
    changes = [
        request.json["archived"]
        for request in pg.requests
        if request.method == "PATCH" and "archived" in (request.json or {})
    ]
    assert changes == [True]
    assert result.refresh().alt_texts != before
    assert pg.violations == []


async def test_the_end_of_a_game_shows_the_score_sheet_drawn(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico, **SHORT)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    await play_on(pg, hands)
    result = await anne.wait_for(lambda seen: "🔏 Seal" in seen.text and bool(seen.alt_texts))
    assert "Anne" in result.alt_texts[0]
    assert "Scores" not in [button.label for button in result.buttons], "it is there already"
    replay = (await press(anne, result, "replay")).message
    assert replay is not None
    await illustrated(anne, replay)


async def test_ratings_and_leaderboards_are_drawn(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.profiles.leaderboards.LEAST_GAMES", 1)
    board = await deal(anne, calico, **SHORT)
    await play_on(pg, {"Anne": await hand(anne, board), "Calico": await hand(calico, board)})
    await bot.services.rater.settled()
    figures = (await anne.slash("stats", member=calico.id)).message
    assert figures is not None
    (said,) = figures.alt_texts
    assert said.startswith("Ratings of Calico\nSkull King: Rating ")
    assert "Rating" not in figures.text, "the picture tells it"
    listed = (await anne.slash("leaderboard")).message
    assert listed is not None
    (said,) = listed.alt_texts
    assert said.startswith("Skull King\nSeason 1\nYou: ")
    assert "Calico: rating " in said
    assert pg.violations == []


async def test_an_answer_does_not_wait_for_a_picture_which_follows(
    anne: Visitor, calico: Visitor, renderer: InlineRenderer
) -> None:
    board = await illustrated(anne, await deal(anne, calico))
    renderer.opened.clear()
    shown = await hand(anne, board)
    assert not shown.alt_texts
    assert "Your hand" in shown.text or shown.buttons
    renderer.opened.set()
    await illustrated(anne, shown, "Your hand")


@pytest.mark.three_seconds
async def test_the_first_hand_waits_for_its_picture_longer_than_any_other_and_is_deferred_meanwhile(
    pg: Playground, anne: Visitor, calico: Visitor, renderer: InlineRenderer
) -> None:
    board = await illustrated(anne, await deal(anne, calico))
    renderer.opened.clear()
    opened = asyncio.get_running_loop().call_later(1.8, renderer.opened.set)
    shown = await hand(anne, board)
    assert opened.when() <= asyncio.get_running_loop().time()
    assert shown.alt_texts, "it came with its picture"
    renderer.opened.clear()
    again = await choose_first(anne, shown)
    assert not again.alt_texts, "whoever plays does not wait so long"
    renderer.opened.set()
    await illustrated(anne, again, "Your hand")
    assert pg.violations == []


async def test_a_lobby_is_there_for_everybody_before_its_cover(
    anne: Visitor, renderer: InlineRenderer, pg: Playground
) -> None:
    renderer.opened.clear()
    lobby = await open_lobby(anne)
    assert not lobby.is_ephemeral
    assert not lobby.alt_texts
    renderer.opened.set()
    await illustrated(anne, lobby, "Skull King")
    assert pg.violations == []


async def test_a_page_that_was_left_is_not_drawn_over_by_its_late_picture(
    anne: Visitor, calico: Visitor, renderer: InlineRenderer, pg: Playground
) -> None:
    board = await deal(anne, calico, **SHORT)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    await play_on(pg, hands)
    result = await anne.wait_for(lambda seen: "🔏 Seal" in seen.text and bool(seen.alt_texts))
    first = (await press(anne, result, "replay")).message
    assert first is not None
    renderer.forget()
    renderer.opened.clear()
    await anne.press(first, "Later")
    await anne.press(first, "Later")
    assert "step 2 of" in first.refresh().text
    renderer.opened.set()
    await illustrated(anne, first)
    assert "step 2 of" in first.refresh().text


async def test_a_picture_that_comes_late_lets_answers_go_first(
    anne: Visitor,
    calico: Visitor,
    renderer: InlineRenderer,
    pg: Playground,
    bot: Tortuga,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = await deal(anne, calico, **SHORT)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    await play_on(pg, hands)
    result = await anne.wait_for(lambda seen: "🔏 Seal" in seen.text and bool(seen.alt_texts))
    renderer.forget()
    renderer.opened.clear()
    page = (await press(anne, result, "replay")).message
    assert page is not None
    gate = bot.services.error_handler.load_gate
    monkeypatch.setattr(gate, "wait_until_quiet", partial(gate.wait_until_quiet, patience=3600.0))
    with gate.press_under_way():  # a press is being answered
        before = len(pg.requests)
        renderer.opened.set()
        await until(lambda: "load gate" in {task.get_name() for task in asyncio.all_tasks()})
        await let_all_run(bot.store)
        assert not [request for request in pg.requests[before:] if "/webhooks/" in request.path]
    await illustrated(anne, page)


async def test_who_wants_words_gets_no_picture_of_a_hand(anne: Visitor, calico: Visitor) -> None:
    settings = (await anne.slash("settings me")).message
    assert settings is not None
    await anne.press(settings, "Text mode")
    board = await illustrated(anne, await deal(anne, calico))
    assert not (await hand(anne, board)).alt_texts
    assert (await hand(calico, board)).alt_texts


async def test_a_server_that_wants_words_gets_no_pictures_from_then_on(
    pg: Playground, anne: Visitor, calico: Visitor
) -> None:
    morgan = pg.person("Morgan")
    board = await illustrated(anne, await deal(anne, calico))
    settings = (await morgan.slash("settings server")).message
    assert settings is not None
    await morgan.press(settings, "Words only")
    await anne.wait_for(lambda seen: seen.id == board.id and not seen.alt_texts)
    assert not board.refresh().json.attachments
    shown = await hand(anne, board)
    assert shown.alt_texts
    await choose_first(anne, shown)
    await anne.wait_for(lambda seen: seen.id == board.id and "has bid" in seen.text)
    assert not board.refresh().alt_texts


async def test_a_real_picture_comes_from_the_process(pg: Playground, tmp_path: Path) -> None:
    async with tortuga(pg, tmp_path, pictures=True):
        anne = pg.person("Anne")
        lobby = await open_lobby(anne, pg.person("Calico"))
        await press(anne, lobby, "start")
        board = await illustrated(anne, await board_of(anne, lobby))
        (attachment,) = board.json.attachments
        assert (attachment.width, attachment.content_type) == (WIDTH * PIXELS, "image/png")


async def test_who_was_away_watches_what_was_played_meanwhile_in_place_of_the_hand(
    pg: Playground, anne: Visitor, calico: Visitor, dampier: Visitor
) -> None:
    board = await deal(anne, calico, dampier)
    for person in (calico, dampier):
        await choose_first(person, await hand(person, board))
    bidding = await hand(anne, board)
    assert "Watch" not in [button.label for button in bidding.buttons], "no card has been played yet"
    await choose_first(anne, bidding)
    for person in 3 * (anne, calico, dampier):  # whoever's turn it is plays the only card
        shown = await hand(person, board)
        while "have taken" in shown.alt_texts[0] and choices(shown):  # some cards ask how they are played
            shown = await choose_first(person, shown)
    for person in (calico, dampier):
        await choose_first(person, await hand(person, board))
    mine = await hand(anne, board)
    watched = (await press(anne, mine, "watch")).message
    assert watched is not None
    assert watched.id == mine.id, "it stands in the hand's place"
    assert "moves" in watched.text
    (said,) = watched.alt_texts
    assert said
    words = (await press(anne, watched, "watch")).message
    assert words is not None
    assert not words.alt_texts
    back = (await press(anne, words, "hand")).message
    assert back is not None
    assert back.alt_texts[0].startswith("Your hand")
    assert pg.violations == []
