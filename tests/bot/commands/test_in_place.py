"""What is read in the hand's place stays until its reader goes back, whatever the others play meanwhile."""

from __future__ import annotations

import pytest

from bot.app import Tortuga
from bot.commands import buttons
from playground import Playground, Visitor
from tests.support.table_play import behind_more, choices, choose_first, deal, edits, hand, press

PAGES = ("Rules", "Scores", "Log", "Words")
"""What More leads to on a hand."""


@pytest.mark.parametrize("page", ["More", *PAGES])
async def test_a_page_stays_in_the_hands_place_and_back_shows_the_hand_as_it_is_now(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor, page: str
) -> None:
    board = await deal(anne, calico)
    of_anne, of_calico = await hand(anne, board), await hand(calico, board)
    await choose_first(anne, of_anne)
    opened = await (
        press(anne, of_anne, "more") if page == "More" else behind_more(anne, of_anne.refresh(), page)
    )
    read = await opened.settled()
    assert read is not None
    assert read.id == of_anne.id
    before = read.text
    await choose_first(calico, of_calico)  # the reveal, which every open hand shows
    await anne.wait_for(lambda seen: seen.id == board.id and "bid 0" in seen.text)
    await bot.services.table_publisher.hand_redraws.settled()
    assert of_anne.refresh().text == before
    await press(anne, of_anne, "hand")
    now = of_anne.refresh().text
    assert now.count(": 0 of 0") == 2
    assert "until all have bid" not in now
    assert [seen.id for seen in anne.sees(board) if seen.is_ephemeral] == [of_anne.id], (
        "nothing is left behind"
    )


async def test_a_hand_that_was_left_for_a_page_follows_the_game_again_after_back(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico)
    of_anne, of_calico = await hand(anne, board), await hand(calico, board)
    await choose_first(anne, of_anne)
    await behind_more(anne, of_anne.refresh(), "Rules")
    await press(anne, of_anne, "hand")
    assert ": 0 of 0" not in of_anne.refresh().text
    await choose_first(calico, of_calico)
    await anne.wait_for(lambda seen: seen.id == of_anne.id and seen.text.count(": 0 of 0") == 2)
    assert edits(pg) > 0
    assert choices(of_anne.refresh()) or choices(of_calico.refresh())


BY_COMMAND = {"tverify"}
"""Windows that no message leads to."""


@pytest.mark.parametrize("verb", sorted(buttons.MODALS.keys() - BY_COMMAND))
def test_every_window_can_be_opened_again_by_a_button(verb: str) -> None:
    assert (buttons.MODALS[verb].opened_by or verb) in buttons.BUTTONS
