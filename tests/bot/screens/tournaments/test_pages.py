"""The pages about a tournament, as a button names them."""

from __future__ import annotations

import pytest

from bot.i18n import Reader
from bot.screens.tournaments import pages
from bot.screens.tournaments.pages import Page, page_of
from bot.ui import custom_ids
from bot.ui.components import Accent, Row, screen
from games.text import _
from tests.bot.screens.looking import buttons

TITLE = _("There")


@pytest.mark.parametrize(
    "page", [pages.ABOUT, pages.MINE, Page("pods", 12, 3), pages.after(4), Page("log", 10**12)]
)
def test_a_page_is_read_as_it_was_written(page: Page) -> None:
    verb, parts = custom_ids.decode(pages.to(Reader("en-GB"), TITLE, "t7x9qp", page).custom_id)
    assert (verb, parts[0], page_of(parts[1])) == ("tinfo", "t7x9qp", page)


@pytest.mark.parametrize(
    "spelled", ["", "about", "about-1", "about-1-2-3", "secret-0-0", "pods--1-0", "pods-x-0", "pods-²-0"]
)
def test_what_is_no_page_is_an_error(spelled: str) -> None:
    with pytest.raises(ValueError, match="not a page"):
        page_of(spelled)


def test_one_can_turn_as_far_as_there_are_pages() -> None:
    def turned(number: int, count: int) -> list[str]:
        there = pages.turners(Reader("en-GB"), "t7x9qp", Page("standings", 0, number), count)
        return list(buttons(screen(Accent.SAND, Row(tuple(there)) if there else None)))

    assert turned(0, 1) == []
    assert turned(0, 3) == ["Next page"]
    assert turned(1, 3) == ["Previous page", "Next page"]
    assert turned(2, 3) == ["Previous page"]
