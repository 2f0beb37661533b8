"""A whole way to play without pictures: offered once, remembered, told of and forgotten with its person."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from bot.app import Tortuga
from games.catalogue import catalogue
from playground import Playground, Seen, Visitor
from tests.support.bot import tortuga
from tests.support.examples import sampled
from tests.support.renderer import InlineRenderer
from tests.support.table_play import (
    board_of,
    choices,
    choose_any,
    deal,
    hand,
    has_ended,
    id_of,
    lists,
    look_again,
    open_lobby,
    press,
)

OFFER = "Text mode"
MOST_PRESSES = 3000
"""Presses after which a game must have ended."""


def labels(shown: Seen) -> list[str | None]:
    """What the buttons say."""
    return [button.label for button in shown.buttons]


async def with_pictures(bot: Tortuga) -> None:
    """From now on there are pictures."""
    bot.services.image_service.renderer = InlineRenderer()


async def test_text_mode_is_offered_once_and_taken_with_one_press(
    bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    await with_pictures(bot)
    board = await deal(anne, calico)
    first = await hand(anne, board)
    assert first.alt_texts
    assert OFFER in labels(first)
    assert id_of(first, "textmode")
    assert OFFER not in labels(again := await hand(anne, board)), "once is enough"
    assert again.alt_texts
    of_calico = await hand(calico, board)
    assert OFFER in labels(of_calico), "it is offered to each person"
    await press(calico, of_calico, "textmode")
    assert not of_calico.refresh().alt_texts
    assert "/settings me brings the pictures back" in of_calico.text
    assert choices(of_calico)
    assert OFFER not in labels(await hand(calico, board))
    assert (await hand(anne, board)).alt_texts, "hers stay"


async def test_it_is_remembered_over_a_restart_exported_and_erased(pg: Playground, tmp_path: Path) -> None:
    anne, calico = pg.person("Anne"), pg.person("Calico")
    async with tortuga(pg, tmp_path) as bot:
        await with_pictures(bot)
        board = await deal(anne, calico)
        await hand(calico, board)
        await press(anne, await hand(anne, board), "textmode")
    async with tortuga(pg, tmp_path) as bot:
        await with_pictures(bot)
        assert not (await hand(anne, board)).alt_texts
        assert OFFER not in labels(await hand(calico, board))
        told = json.dumps(await exported(pg, anne))
        assert '"text_mode": true' in told
        assert '"text_mode_offered": true' in told
        asked = await (await anne.slash("privacy delete")).settled()
        assert asked is not None
        await (await anne.press(asked, "Erase my data")).settled()
        known = await bot.services.people.of(int(anne.id))
        assert not known.text_mode
        assert not known.text_mode_offered


async def exported(pg: Playground, person: Visitor) -> object:
    """The file that somebody gets of themselves."""
    shown = await (await person.slash("privacy export")).settled()
    assert shown is not None
    [attachment] = shown.json.attachments
    return json.loads(pg.world.state.files[attachment.id].content)


@pytest.mark.parametrize("slug", sampled(catalogue(), "skull-king"))
async def test_a_whole_game_is_played_by_words_alone(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, slug: str
) -> None:
    """Each hand says in words what is asked, what can be pressed says what it does, and no picture comes."""
    await with_pictures(bot)
    for person in (anne, calico):
        settings = (await person.slash("settings me")).message
        assert settings is not None
        await person.press(settings, "Text mode")
    lobby = await open_lobby(anne, calico, game=slug)
    if min(catalogue()[slug].players_for(catalogue()[slug].Options())) > 2:
        await press(anne, lobby, "robot")
    await press(anne, lobby, "start")
    board = await board_of(anne, lobby)
    hands = {person.name: await hand(person, board) for person in (anne, calico)}
    random = Random(slug)
    asked = 0
    for _press in range(MOST_PRESSES):
        if all(has_ended(shown.refresh()) for shown in hands.values()):
            break
        for name, shown in hands.items():
            if has_ended(shown.refresh()):
                continue
            if not (choices(shown) or lists(shown)):
                await look(pg.person(name), shown)
            in_words(shown.refresh())
            if choices(shown) or lists(shown):
                asked += 1
                await choose_any(pg.person(name), shown, random)
    else:
        raise AssertionError("the game does not end")
    assert asked > 5
    assert not any(shown.alt_texts for shown in hands.values())


async def look(person: Visitor, shown: Seen) -> None:
    """Take back what leads nowhere, or have the hand drawn anew."""
    if any((button.custom_id or "").startswith("back:") for button in shown.buttons):
        await press(person, shown, "back")
    else:
        await look_again(person, shown)


def in_words(shown: Seen) -> None:
    """Nothing is only to be seen: whoever has to choose is asked in words, and each choice has a name."""
    assert not shown.alt_texts
    if choices(shown) or lists(shown):
        assert "👉" in shown.text
        assert all(button.label for button in shown.buttons)
        assert all(option.label for each in shown.selects for option in each.options)
