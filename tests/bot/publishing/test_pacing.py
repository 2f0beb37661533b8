"""How often things are drawn and sent: what comes close together is joined, and the last state wins."""

from __future__ import annotations

import asyncio
import gc
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app import Tortuga
from bot.client.rate_limits import RequestBudget
from bot.images.model import MessageImage, RenderedImage
from bot.publishing import open_hands, table_messages
from bot.publishing.message_state import MessageState
from bot.publishing.notification_transport import patience
from bot.publishing.redraws import Redraws
from bot.refusal import Refusal
from bot.runtime.load_gate import LoadGate
from bot.screens.hand import HandView
from bot.tables.model import Table
from bot.ui.components import Screen
from bot.ui.views import Payload
from games.text import _
from playground import Visitor
from storage.errors import StorageError
from tests.support.clock import VirtualClock
from tests.support.idle import until
from tests.support.table_play import board_of, choose_first, deal, hand, open_lobby, press


async def _at_once() -> None:
    return


async def _never() -> None:
    await asyncio.Event().wait()


async def test_what_is_asked_while_it_is_drawn_is_drawn_once_more_and_no_oftener() -> None:
    drawn: list[int] = []
    state, is_drawn = [0], asyncio.Event()

    async def draw(_table: str) -> bool:
        shown = state[0]
        await is_drawn.wait()
        drawn.append(shown)
        return True

    redraws = Redraws("table", draw, _at_once, pause=0.01)
    redraws.soon("k3x9qp")
    for newest in range(1, 6):
        state[0] = newest
        redraws.soon("k3x9qp")
        await asyncio.sleep(0)
    is_drawn.set()
    await redraws.settled()
    assert drawn == [1, 5]


async def test_what_nobody_needs_at_once_is_drawn_at_longer_intervals_unless_somebody_comes_to_need_it() -> (
    None
):
    times: list[float] = []

    async def draw(_table: str) -> bool:
        times.append(asyncio.get_running_loop().time())
        return True

    redraws = Redraws("table", draw, _at_once, pause=0.0, lazy_pause=3600.0)
    for _change in range(4):
        redraws.soon("k3x9qp", at_once=False)
        await _until_idle()
    assert len(times) == 1
    redraws.soon("k3x9qp")
    await until(lambda: len(times) > 1)
    redraws.soon("k3x9qp", at_once=False)
    await _until_idle()
    assert len(times) == 2
    await redraws.close()

    times.clear()
    redraws = Redraws("table", draw, _at_once, pause=0.0, lazy_pause=0.1)
    for _change in range(2):
        redraws.soon("k3x9qp", at_once=False)
        await _until_idle()
    await redraws.settled()
    assert len(times) == 2
    assert times[1] - times[0] > 0.09


async def test_a_drawing_that_fails_is_tried_again_with_growing_pauses() -> None:
    times: list[float] = []

    async def draw(_table: str) -> bool:
        times.append(asyncio.get_running_loop().time())
        return len(times) == 4

    redraws = Redraws("table", draw, _at_once, pause=0.01)
    redraws.soon("k3x9qp")
    await redraws.settled()
    pauses = [later - earlier for earlier, later in pairwise(times)]
    assert len(times) == 4
    assert all(pause > 0.009 * 2**failures for failures, pause in enumerate(pauses, start=1))


@pytest.mark.parametrize(
    ("error", "attempts"), [(StorageError("busy"), 2), (Refusal("gone", _("Gone.")), 1), (KeyError(), 1)]
)
async def test_what_cannot_be_read_for_the_moment_is_drawn_later_and_what_is_gone_is_left(
    error: Exception, attempts: int
) -> None:
    drawn: list[str] = []

    async def draw(table: str) -> bool:
        drawn.append(table)
        if len(drawn) == 1:
            raise error
        return True

    redraws = Redraws("table", draw, _at_once, pause=0.0)
    redraws.soon("k3x9qp")
    await redraws.settled()
    assert drawn == ["k3x9qp"] * attempts


async def test_after_closing_nothing_is_drawn() -> None:
    drawn: list[str] = []

    async def draw(table: str) -> bool:
        drawn.append(table)
        return True

    redraws = Redraws("table", draw, _never, pause=0.0)
    redraws.soon("k3x9qp")
    await asyncio.sleep(0)
    await redraws.close()
    redraws.soon("k3x9qp")
    await redraws.settled()
    assert drawn == []


def test_a_message_drawn_from_two_sides_at_once_must_be_drawn_again() -> None:
    message_state = MessageState()
    with message_state.drawing(Payload([{"first": 1}])):
        with message_state.drawing(Payload([{"second": 2}])):
            assert message_state.in_use
        assert not message_state.needs_redraw()
    assert message_state.overlapped
    assert not message_state.shows(Payload([{"first": 1}]))
    assert message_state.needs_redraw()
    with message_state.drawing(Payload([{"second": 2}])):
        pass
    assert message_state.shows(Payload([{"second": 2}]))
    assert not message_state.needs_redraw()


def test_what_a_message_shows_is_known_without_keeping_its_pictures() -> None:
    message_state, drawn = (
        MessageState(),
        RenderedImage("board.png", b"megabytes, at thousands of tables", "a board"),
    )
    payload = Payload([{"shows": drawn.name}], [MessageImage(drawn)])
    with message_state.drawing(payload):
        pass
    del payload
    gc.collect()
    assert message_state.shows(Payload([{"shows": drawn.name}]))
    assert not [each for each in gc.get_referrers(drawn) if isinstance(each, list)]


def test_what_the_bot_left_to_a_press_is_looked_at_when_the_press_is_answered() -> None:
    message_state = MessageState()
    with message_state.pressed():
        assert message_state.in_use
        message_state.skipped = True
        assert not message_state.needs_redraw()
    assert message_state.needs_redraw()
    assert not message_state.needs_redraw()


async def test_the_budget_lets_a_burst_through_and_then_so_many_a_second() -> None:
    budget = RequestBudget(rate=200.0, burst=5.0)
    loop = asyncio.get_running_loop()
    began = loop.time()
    for _request in range(5):
        await budget.take()
    assert loop.time() - began < 0.02
    for _request in range(20):
        await budget.take()
    assert loop.time() - began >= 20 / 200 - 0.01


DISCORDS_LIMIT = 50
"""Requests a second, of all routes (https://discord.com/developers/docs/topics/rate-limits#global-rate-limit)."""


async def test_after_a_quiet_time_no_second_has_as_many_requests_as_discord_allows() -> None:
    """With a tenth of a second more, in which those that were slow on their way may be overtaken."""
    clock, made = VirtualClock(), list[float]()
    budget = RequestBudget(clock=clock)
    clock.advance(3600.0)

    async def asks() -> None:
        await budget.take()
        made.append(clock.awake())

    asking = [asyncio.create_task(asks()) for _request in range(120)]
    while not all(task.done() for task in asking):
        await _until_idle()
        clock.advance(0.01)
    busiest = max(sum(began <= at < began + 1.1 for at in made) for began in made)
    assert busiest < DISCORDS_LIMIT


async def test_a_process_keeps_to_the_share_of_its_shards() -> None:
    clock = VirtualClock()
    budget = RequestBudget(rate=8.0, burst=1.0, clock=clock)
    await budget.take()
    budget.set_share(0.25)
    waiting = asyncio.create_task(budget.take())
    await _until_idle()
    clock.advance(0.4)
    await _until_idle()
    assert not waiting.done()
    clock.advance(0.2)
    await waiting


async def test_when_the_budget_is_short_whoever_can_wait_the_least_comes_first() -> None:
    clock = VirtualClock()
    budget = RequestBudget(rate=1.0, burst=1.0, clock=clock)
    served: list[str] = []

    async def ask(name: str, within: float) -> None:
        await budget.take(within)
        served.append(name)

    await budget.take()
    asking = [
        asyncio.create_task(ask(name, within))
        for name, within in (("relaxed", 59), ("blitz", 2), ("daily", 50), ("board", 0), ("board too", 0))
    ]
    for _second in range(5):
        await _until_idle()
        clock.advance(1)
    await asyncio.gather(*asking)
    assert served == ["board", "board too", "blitz", "daily", "relaxed"]


@given(st.floats(0, 1e7), st.floats(0, 1e7))
def test_a_nudge_with_an_earlier_deadline_can_wait_for_less_long(one: float, other: float) -> None:
    assert 0 <= patience(one) < patience(None)
    if one + 1 < other:
        assert patience(one) < patience(other)


async def test_nobody_waits_for_ever_behind_others_who_cannot_wait() -> None:
    clock = VirtualClock()
    budget = RequestBudget(rate=1.0, burst=1.0, clock=clock)
    await budget.take()
    patient = asyncio.create_task(budget.take(30))
    crowd: list[asyncio.Task[None]] = []
    seconds = 0
    while not patient.done():
        crowd += [asyncio.create_task(budget.take()) for _request in range(2)]
        await _until_idle()
        clock.advance(1)
        seconds += 1
        assert seconds < 100
    assert seconds > 15  # those who asked in its first seconds came before it, although it was first
    for task in crowd:
        task.cancel()


async def test_whoever_stops_waiting_takes_nothing_from_the_budget() -> None:
    clock = VirtualClock()
    budget = RequestBudget(rate=1.0, burst=1.0, clock=clock)
    await budget.take()
    gone, stays = asyncio.create_task(budget.take()), asyncio.create_task(budget.take(10))
    await _until_idle()
    gone.cancel()
    clock.advance(1)
    await _until_idle()
    assert stays.done()


async def _until_idle() -> None:
    """Let everybody run who can."""
    for _turn in range(10):
        await asyncio.sleep(0)


async def test_whatever_can_wait_does_so_until_the_presses_are_answered() -> None:
    load_gate = LoadGate()
    order: list[str] = []

    async def can_wait() -> None:
        await load_gate.wait_until_quiet(5.0)
        order.append("drawn")

    with load_gate.press_under_way():
        waiting = asyncio.create_task(can_wait())
        await _until_idle()
        order.append("answered")
    await waiting
    assert order == ["answered", "drawn"]


# what is built to be looked at, at a whole bot


async def test_a_press_on_the_lobby_builds_it_once_and_a_move_does_not_build_the_card_above_the_board(
    bot: Tortuga, anne: Visitor, calico: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, built = table_messages.table_payload, list[str]()

    def building(table: Table, kind: str, *others: Any, **named: Any) -> Payload:
        built.append(kind)
        return real(table, kind, *others, **named)

    lobby = await open_lobby(anne)
    publisher = bot.services.table_publisher
    monkeypatch.setattr(table_messages, "table_payload", building)
    await calico.press(lobby, "Join")
    await publisher.message_redraws.settled()
    assert built == ["lobby"]
    await anne.press(lobby, "Start")
    board = await board_of(anne, lobby)
    shown = await hand(anne, board)
    await publisher.message_redraws.settled()
    built.clear()
    await choose_first(anne, shown)
    await calico.wait_for(lambda seen: seen.id == board.id and "has bid" in seen.text)
    await publisher.message_redraws.settled()
    assert set(built) == {"board"}


async def test_a_press_on_a_hand_builds_it_once(
    bot: Tortuga, anne: Visitor, calico: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await deal(anne, calico)
    hands = {"Anne": await hand(anne, board), "Calico": await hand(calico, board)}
    publisher = bot.services.table_publisher
    await publisher.hand_redraws.settled()
    real, built = open_hands.hand_screen, list[int]()

    def building(view: HandView, picture: MessageImage | None) -> Screen:
        built.append(view.user)
        return real(view, picture)

    monkeypatch.setattr(open_hands, "hand_screen", building)
    await press(anne, board, "hand")
    await choose_first(anne, hands["Anne"])
    await publisher.hand_redraws.settled()
    assert built.count(int(anne.id)) == 2
