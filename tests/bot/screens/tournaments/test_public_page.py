"""What an organiser is asked about a public page, and what is said of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.i18n import Reader
from bot.screens.tournaments.choosing import Choosing
from bot.screens.tournaments.setup import setup
from bot.tournaments.settings import default_settings
from games.catalogue import catalogue
from tests.bot.screens.tournaments.making import change_from_choice

GAME = next(iter(catalogue().values()))
READER = Reader("en-US", GAME)


def shown(*, pages: bool = True, hidden: bool = False, up: bool = False) -> str:
    """The page of the setup on which it is chosen."""
    settings = replace(default_settings(GAME, "Evening cup"), public_page=up)
    now = Choosing("+draft", GAME, settings, "UTC", pages=pages, hidden=hidden)
    return str(setup(now, "entry", (), READER).payload())


def test_it_is_offered_where_the_operator_has_a_place_for_pages():
    assert "'Public page'" in shown()
    assert "ublic page" not in shown(pages=False)


def test_it_can_be_taken_back_also_where_there_is_no_such_place_any_more():
    assert "'No public page'" in shown(up=True)
    assert "'No public page'" in shown(up=True, pages=False)
    assert "Results are on a public page." in shown(up=True)


@pytest.mark.parametrize(
    ("hidden", "up", "warned"), [(True, True, True), (True, False, False), (False, True, False)]
)
def test_who_cannot_see_the_channel_could_see_the_page(hidden: bool, up: bool, warned: bool):
    assert ("Not everyone here can see this channel" in shown(hidden=hidden, up=up)) is warned


def test_a_new_tournament_has_none_until_somebody_wants_one():
    settings = default_settings(GAME, "Evening cup")
    assert not settings.public_page
    assert change_from_choice(GAME, settings, "page", ["1"]) == {"public_page": True}
    assert change_from_choice(GAME, settings, "page", ["0"]) == {"public_page": False}
