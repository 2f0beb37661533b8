"""Going on vacation by command, and what others read of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.app import Tortuga
from playground import Playground, Visitor
from tests.support.clock import VirtualClock
from tests.support.table_play import choose_first, deal, hand

MORNING = datetime(2027, 5, 1, 8, tzinfo=UTC).timestamp()


@pytest.fixture(autouse=True)
def in_may(bot: Tortuga) -> None:
    """It is a morning in May, so that no year ends meanwhile."""
    bot.services.tables.vacation_tracker.clock = VirtualClock(MORNING)


async def test_a_vacation_is_said_to_all_and_ends_with_a_move(
    pg: Playground, bot: Tortuga, anne: Visitor, calico: Visitor
) -> None:
    board = await deal(anne, calico, pace="daily")
    of_calico = await hand(calico, board)
    asked = await calico.slash("vacation start", days=5)
    assert asked.message is not None
    assert "Go on vacation until <t:" in asked.text
    assert bot.services.tables.vacation_tracker.until(int(calico.id)) is None
    gone = await calico.press(asked.message, "Go on vacation")
    assert "On vacation until <t:" in gone.text
    assert "You have 25 vacation days left this year" in gone.text
    assert gone.message is not None
    assert gone.message.is_ephemeral
    await anne.wait_for(lambda seen: seen.id == board.id and "is on vacation until <t:" in seen.text)
    await calico.wait_for(lambda seen: seen.id == of_calico.id and "your clock is stopped" in seen.text)
    await choose_first(calico, of_calico)
    await anne.wait_for(lambda seen: seen.id == board.id and "is on vacation" not in seen.text)
    assert bot.services.tables.vacation_tracker.until(int(calico.id)) is None
    assert "You're not on vacation" in (await calico.slash("vacation end")).text
    assert pg.violations == []


async def test_a_last_day_can_be_named_and_coming_back_gives_days_back(anne: Visitor) -> None:
    asked = await anne.slash("vacation start", until="2027-05-10")
    assert asked.message is not None
    assert "On vacation until" in (await anne.press(asked.message, "Go on vacation")).text
    back = await anne.slash("vacation end")
    assert "Welcome back" in back.text
    assert "You have 29 vacation days left this year" in back.text


async def test_what_is_no_vacation_is_refused_with_a_way_on(anne: Visitor) -> None:
    assert "not both" in (await anne.slash("vacation start")).text
    assert "2027-08-20" in (await anne.slash("vacation start", until="soon")).text
    assert "That day has passed" in (await anne.slash("vacation start", until="2020-01-01")).text
    assert "vacation days left in" in (await anne.slash("vacation start", days=60)).text
