"""Screens fit under a thumb: words, buttons, height and labels keep to their budgets on a telephone's page.

In the language that needs most room; of all numbers of players the fewest and the most, the others in the
trials. `make screens` measures all languages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import pytest

import games.catalogue
from bot.ui.emoji import use
from games.catalogue import BUILT_IN
from games.contract import AnyGame
from tests.playground.browser.conftest import chromium_or_skip
from tools import screens
from tools.screens import BUDGETS, DOCS, IN_STEPS, LONGEST_LABEL, WITH_A_MAP, Measure

LANGUAGE = "de"
STILL = 8
"""How many pixels a button may move between two presses before a finger misses it."""


@pytest.fixture(autouse=True)
def plain_again() -> Iterator[None]:
    """The emoji that screens are measured with are nobody's: whatever runs next in this process has none."""
    yield
    use({})


GAMES = pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.slug)


def _all_of(game: AnyGame) -> Any:
    return pytest.param([game], False, id=game.slug, marks=pytest.mark.trial)


@pytest.mark.browser
@pytest.mark.parametrize(
    ("played", "sample"), [pytest.param(BUILT_IN, True, id="sample"), *map(_all_of, BUILT_IN)]
)
def test_no_screen_has_more_than_its_budget_or_than_the_page_admits(
    played: Sequence[AnyGame], sample: bool
) -> None:
    chromium_or_skip()
    shown = chain.from_iterable(screens.screens(game, [LANGUAGE], sample=sample) for game in played)
    admitted, found = screens.written(DOCS), list(screens.measured(shown))
    assert {slug for slug, _row in screens.worst(found)} >= {game.slug for game in played}
    for (slug, row), (words, buttons, height, label, _room) in screens.worst(found).items():
        figures = words.words, buttons.buttons, round(height.height), len(label.label)
        allowed = (*BUDGETS[row], LONGEST_LABEL)
        most = map(max, allowed, admitted.get((slug, row), allowed))
        over = [(got, limit) for got, limit in zip(figures, most, strict=True) if got > limit]
        assert not over, f"{slug}, {row}: {over}, {_where(words, buttons, height, label)}"


RULE_BOOKS = [
    ("skull-king", {"edition": "beck", "length": "barrage"}, 4),
    ("skull-king", {"edition": "classic"}, 5),
    ("skull-queen", {}, 3),
    ("corsari", {}, 3),
    ("buccaneer", {}, 4),
]


@pytest.mark.browser
def test_from_one_hand_of_a_round_to_the_next_no_button_moves() -> None:
    chromium_or_skip()
    walks: list[list[screens.Walked]] = []
    for slug, options, players in RULE_BOOKS:
        game = games.catalogue.game(slug)
        walks.append(list(screens.walk(game, LANGUAGE, game.Options(**options), players)))
        assert {each.round for each in walks[-1]} in ({0}, {1, 2})
    for book, (buttons, pictures) in zip(RULE_BOOKS, screens.moved(walks), strict=True):
        assert buttons <= STILL, book
        assert pictures <= STILL, (book, "of one phase all pictures are equally high")


@pytest.mark.browser
def test_the_end_of_a_cup_is_said_once_on_one_screen() -> None:
    chromium_or_skip()
    found = list(screens.measured(screens.cup_ends([LANGUAGE])))
    assert len(found) == 20
    assert [each.shown.where for each in found if any(each.excess)] == []


def _where(*several: Measure) -> str:
    return "; ".join(each.shown.where for each in several)


@GAMES
def test_the_page_tells_of_every_kind_of_screen(game: AnyGame) -> None:
    of_this = {row for slug, row in screens.written(DOCS) if slug == game.slug}
    board = screens.LARGE_BOARD if game.slug in WITH_A_MAP else screens.BOARD
    assert {screens.LOBBY, screens.LARGE_HAND, screens.LESSON, screens.RESULT, board} <= of_this
    assert (screens.HAND in of_this) == (game.slug not in IN_STEPS)


def test_what_a_screen_may_have_is_counted_as_people_see_it() -> None:
    row = {"type": 1, "components": [{"type": 2, "label": "Black 11", "emoji": {"name": "🏴"}}]}
    chosen = {"type": 1, "components": [{"type": 3, "options": [{"label": "a"}, {"label": "b"}]}]}
    aside = {"type": 9, "components": [], "accessory": {"type": 2, "label": "More"}}
    container = {"type": 17, "components": [{"type": 10, "content": "Your turn"}, row, chosen, aside]}
    pressed = list(screens.pressable(container))
    assert len(pressed) == 3, "a list that opens is one thing to press"
    assert [len(screens.label_of(each)) for each in pressed] == [9, 0, 4]
