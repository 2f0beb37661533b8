"""Open hands: what is drawn late is never drawn over what their owner has seen since."""

from __future__ import annotations

import asyncio
import math
from itertools import count
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.publishing import open_hands
from bot.publishing.open_hands import OpenHands
from bot.ui.views import Payload
from tests.support.clock import in_virtual_time, passes
from tests.support.idle import until

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

    async def _draw(self, _table: object, _user: int, _locale: str, _result: bool) -> Payload:
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


async def _never(_table: object, _user: int, _locale: str, _result: bool) -> Payload:
    raise AssertionError("nothing is drawn anew")


async def test_a_second_tap_of_the_same_finger_presses_nothing_that_has_come_there_meanwhile() -> None:
    table: Any = SimpleNamespace(id="table", actions=0, phase="lobby", seat_of=lambda _user: 0)
    there = (1, 2)

    def shown(hands: OpenHands, press: int) -> None:
        """The hand answers a press."""
        answered: Any = Press(press)
        hands.opened(table, answered, Payload())

    slow = OpenHands(_never, lambda _table: None, taps=0.0)
    shown(slow, 1)
    assert not slow.is_second_tap("table", USER, there)
    shown(slow, 2)
    assert not slow.is_second_tap("table", USER, there), "it has been in sight for long enough"

    quick = OpenHands(_never, lambda _table: None, taps=math.inf)
    assert not quick.is_second_tap("table", USER, there), "nothing is known of a hand before"
    shown(quick, 1)
    assert quick.is_second_tap("table", USER, there), "what opened the hand may have been tapped twice"
    assert not quick.is_second_tap("table", USER, None), "a message that is not known"


@in_virtual_time
async def test_a_tap_elsewhere_or_later_is_meant_for_what_stands_there() -> None:
    table: Any = SimpleNamespace(id="table", actions=0, phase="lobby", seat_of=lambda _user: 0)
    hands = OpenHands(_never, lambda _table: None, taps=0.6)
    for press, place in ((1, (1, 2)), (2, (1, 3))):
        hands.opened(table, cast(Any, Press(press)), Payload())
        await passes(0.7)
        assert not hands.is_second_tap("table", USER, place), "it has been in sight for long enough"
    hands.opened(table, cast(Any, Press(3)), Payload())
    assert hands.is_second_tap("table", USER, (1, 3)), "where the finger was last"
    assert not hands.is_second_tap("table", USER, (1, 2))


@in_virtual_time
async def test_whoever_goes_on_tapping_is_heard_once_the_hand_has_been_in_sight() -> None:
    table: Any = SimpleNamespace(id="table", actions=0, phase="lobby", seat_of=lambda _user: 0)
    hands, heard, there = OpenHands(_never, lambda _table: None, taps=0.6), list[bool](), (1, 2)
    hands.opened(table, cast(Any, Press(1)), Payload())
    for press in range(2, 5):
        await passes(0.25)
        heard.append(not hands.is_second_tap("table", USER, there))
        hands.opened(table, cast(Any, Press(press)), Payload())
    assert heard == [False, False, True]
    assert hands.is_second_tap("table", USER, there), "what it got is new again"
    hands.opened(table, cast(Any, Press(5)), Payload())
    assert not hands.is_second_tap("table", USER, (1, 3)), "a second tap takes no other place"


@in_virtual_time
async def test_whoever_has_their_hand_drawn_anew_is_heard_as_before() -> None:
    table: Any = SimpleNamespace(id="table", actions=0, phase="lobby", seat_of=lambda _user: 0)
    hands, there = OpenHands(_never, lambda _table: None, taps=0.6), (1, 2)
    hands.opened(table, cast(Any, Press(1)), Payload())
    await passes(0.3)
    hands.opened(table, cast(Any, Press(2)), Payload())
    assert hands.is_second_tap("table", USER, there), "it has come only now, if it was drawn anew or not"
    await passes(0.4)
    hands.opened(table, cast(Any, Press(3)), Payload())
    assert not hands.is_second_tap("table", USER, there), "it asks for nothing else than it did before"
    hands.opened(table, cast(Any, Press(4)), Payload())
    assert hands.is_second_tap("table", USER, there), "this one has come of a choice"


class Rounds:
    """A game of rounds, at a table that its player has open."""

    def __init__(self, moment: float, *, learning: bool = False) -> None:
        self.number, self.outdated, self.drawn = 1, list[str](), list[bool]()
        game = SimpleNamespace(
            round_of=lambda _seen: self.number, decision=lambda *_: str(self.number), to_act=lambda _: ()
        )
        self.table: Any = SimpleNamespace(
            id="table", actions=0, phase="playing", game=game, state=None, turning_point=0, plans={}
        )
        self.table.timing, self.table.record = SimpleNamespace(asking=()), SimpleNamespace(learning=learning)
        self.table.seat_of = lambda _user: 0
        self.table.observe = lambda _user: None
        self.hands = OpenHands(self._draw, self.outdated.append, moment=moment)

    async def _draw(self, _table: object, _user: int, _locale: str, result: bool) -> Payload:
        self.drawn.append(result)
        return Payload()

    def show(self, press: int) -> bool:
        """A press is answered with the hand; whether with a round's result in its place."""
        result = self.hands.shows_result(self.table, USER)
        self.hands.opened(self.table, cast(Any, Press(press)), Payload())
        return result


async def test_when_a_round_is_over_its_result_stands_alone_until_it_has_been_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(open_hands, "deadline", lambda _table, _seat: None)
    game = Rounds(moment=0.01)
    assert not game.show(1), "nothing was seen of a round before"
    assert not game.show(2)
    game.number = 2
    assert game.show(3)
    assert not game.hands.shows_result(game.table, USER), "it is shown once"
    await until(lambda: game.outdated == ["table"])
    assert await game.hands.refresh(game.table)
    assert game.drawn == [False], "the next round's hand"


async def test_a_hand_that_somebody_else_ended_the_round_of_shows_its_result_first_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(open_hands, "deadline", lambda _table, _seat: None)
    game = Rounds(moment=0.01)
    game.show(1)
    game.number = 2
    assert await game.hands.refresh(game.table)
    await until(lambda: game.outdated == ["table"])
    assert await game.hands.refresh(game.table)
    assert game.drawn == [True, False]


@in_virtual_time
async def test_in_a_course_a_result_stands_until_its_reader_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_hands, "deadline", lambda _table, _seat: None)
    game = Rounds(moment=0.01, learning=True)
    game.show(1)
    game.number = 2
    assert game.show(2)
    await passes(60)
    game.table.turning_point = 1  # robots have moved in the new round
    assert await game.hands.refresh(game.table)
    assert not game.outdated
    assert not game.drawn
    assert not game.show(3), "they went on, and see the next round's hand"
    game.table.turning_point = 2
    assert await game.hands.refresh(game.table)
    assert game.drawn == [False], "which is drawn anew as ever"
