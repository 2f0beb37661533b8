"""Open hands: what is drawn late is never drawn over what their owner has seen since."""

from __future__ import annotations

import asyncio
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from bot.publishing.open_hands import OpenHands
from bot.ui.views import Payload

USER = 7


class Press:
    """An interaction whose answer shows a hand; it counts how often that is drawn anew."""

    def __init__(self, id: int) -> None:
        self.id = id
        self.user = SimpleNamespace(id=USER)
        self.followup = SimpleNamespace(edit_message=self._edit)
        self.locale = SimpleNamespace(value="en-US")
        self.drawn = 0

    async def _edit(self, message: str, **_shown: Any) -> None:
        """The hand is drawn anew."""
        assert message == "@original"
        self.drawn += 1


class Hand:
    """A table with one open hand, which is out of date and takes a while to be drawn."""

    def __init__(self) -> None:
        self.ready = asyncio.Event()
        self.outdated: list[str] = []
        self._ids = count(1)
        self.open_hands = OpenHands(self._draw, self.outdated.append)
        self.table: Any = SimpleNamespace(id="table", actions=0, phase="lobby", seat_of=lambda _user: 0)
        self.press = self.open()
        self.table.phase = "over"
        self.refreshing = asyncio.create_task(self.open_hands.refresh(self.table))

    def open(self, id: int | None = None) -> Press:
        """A press of its owner's is answered with the hand; `id`: one that was made before."""
        press: Any = Press(next(self._ids) if id is None else id)
        self.open_hands.opened(self.table, press, Payload())
        return press

    async def _draw(self, _table: object, _user: int, _locale: str) -> Payload:
        await self.ready.wait()
        return Payload()


@pytest.fixture
async def hand() -> Hand:
    hand = Hand()
    await asyncio.sleep(0)  # it is being drawn now
    return hand


async def test_a_hand_that_became_outdated_is_drawn_anew(hand: Hand) -> None:
    hand.ready.set()
    assert await hand.refreshing
    assert hand.press.drawn == 1
    assert not hand.open_hands.due(hand.table)


async def test_an_earlier_press_that_is_answered_later_does_not_take_the_hands_place(hand: Hand) -> None:
    hand.ready.set()
    await hand.refreshing
    later = hand.open()
    assert not hand.open_hands.due(hand.table)
    earlier = hand.open(later.id - 1)
    assert hand.outdated == [hand.table.id]
    assert hand.open_hands.due(hand.table) == [USER], "the earlier answer may have come over what it showed"
    await hand.open_hands.refresh(hand.table)
    assert (later.drawn, earlier.drawn) == (1, 0)


async def test_while_its_owner_presses_something_the_answer_shows_it_and_it_is_looked_at_afterwards(
    hand: Hand,
) -> None:
    with hand.open_hands.pressed(hand.table.id, USER):
        hand.ready.set()
        assert await hand.refreshing
        assert not hand.outdated
    assert hand.press.drawn == 0
    assert hand.outdated == [hand.table.id]


async def test_what_was_drawn_for_an_older_answer_is_not_drawn_over_a_newer_one(hand: Hand) -> None:
    newer = hand.open()
    hand.ready.set()
    assert await hand.refreshing
    assert hand.press.drawn == newer.drawn == 0
