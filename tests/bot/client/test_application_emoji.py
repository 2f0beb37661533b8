"""The games' art as the application's emoji: brought once, shown on buttons, and never in the way."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.app import Tortuga
from bot.i18n import Reader
from bot.images.requests import emoji_drawings
from bot.ui.emoji import Emoji, emoji
from games.catalogue import catalogue
from games.catalogue import game as game_of
from games.contract import Menu
from playground import Playground, Seen, Visitor
from tests.support.bot import tortuga
from tests.support.idle import until
from tests.support.table_play import choices, choose_first

WANTED = {(game.slug, symbol) for game in catalogue().values() for symbol in emoji_drawings(game)}


@pytest.fixture
async def bot(pg: Playground, tmp_path: Path) -> AsyncIterator[Tortuga]:
    async with tortuga(pg, tmp_path, pictures=True) as bot:
        await until(lambda: all_are_shown(pg))
        yield bot


def all_are_shown(pg: Playground) -> bool:
    """Whether the bot has one of Discord's for each symbol of each game."""
    shown = {emoji(Reader("en", game_of(slug)), symbol) for slug, symbol in WANTED}
    ids = {str(each.id) for each in shown if isinstance(each, Emoji)}
    return ids == set(pg.world.state.emojis) and len(ids) == len(WANTED)


@pytest.fixture
def anne(pg: Playground) -> Visitor:
    return pg.person("Anne")


async def dealt(anne: Visitor) -> Seen:
    """A hand of Skull King whose bid is made: its card is a button."""
    shown = await (await anne.slash("play", game="Skull King")).settled()
    assert shown is not None
    await choose_first(anne, shown)
    await anne.wait_for(
        lambda seen: (
            seen.id == shown.id
            and any(each.emoji for each in seen.buttons if each.custom_id in choices(seen))
        )
    )
    return shown.refresh()


def own(shown: Seen) -> set[str]:
    """The ids of the application's emoji on its buttons."""
    return {each.emoji_id for each in shown.refresh().buttons if each.emoji_id}


async def test_cards_are_on_buttons_as_they_are_in_the_picture(
    pg: Playground, bot: Tortuga, anne: Visitor
) -> None:
    shown = await dealt(anne)
    assert own(shown)
    assert own(shown) <= pg.world.state.emojis.keys()


async def test_what_is_there_is_not_brought_again(pg: Playground, bot: Tortuga, tmp_path: Path) -> None:
    before = dict(pg.world.state.emojis)
    await bot.close()
    async with tortuga(pg, tmp_path, pictures=True):
        await until(lambda: all_are_shown(pg))
    assert pg.world.state.emojis == before


@pytest.mark.breaks_discords_rules
async def test_an_emoji_that_was_taken_away_is_missed_once_and_brought_again(
    pg: Playground, bot: Tortuga, anne: Visitor
) -> None:
    shown = await dealt(anne)
    await (await anne.press(shown, "More")).settled()
    pg.world.state.emojis.clear()
    await (await anne.press(shown, "Back")).settled()
    assert not own(shown), "Discord refuses it with them"
    await until(lambda: all_are_shown(pg))
    await (await anne.press(shown, "Back")).settled()
    assert own(shown) <= pg.world.state.emojis.keys()


async def test_without_pictures_there_are_no_emoji_and_symbols_are_unicodes(
    pg: Playground, tmp_path: Path, anne: Visitor
) -> None:
    async with tortuga(pg, tmp_path):
        shown = await dealt(anne)
    assert not own(shown)
    assert pg.world.state.emojis == {}


@pytest.mark.parametrize("slug", catalogue())
def test_every_card_that_can_be_chosen_has_its_art(slug: str) -> None:
    game = game_of(slug)
    options = game.Options()
    state = game.new(options, game.players_for(options).start, bytes(32))
    dice, drawn = Random(7), game.emoji()
    while waiting := game.to_act(state):
        seen = game.observe(state, waiting[0])
        menu = game.steps(seen)
        assert menu is not None
        assert cards(menu) <= drawn.keys()
        state, _events = game.apply(state, waiting[0], dice.choice(seen.legal))


def cards(menu: Menu) -> set[str]:
    return {each.symbol for each in menu.choices if each.kind == "card" and each.symbol}
