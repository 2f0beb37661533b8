"""A finished trick stays in sight until the next card has lain there for a moment, for those who look on."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.publishing.moments import Moments
from bot.tables.model import Seat, Table
from games.contract import Board
from games.text import _
from tests.bot.screens.puppet import Scene, table_of
from tests.support.idle import until

PAUSE = 0.05


@pytest.fixture
def over() -> list[str]:
    return []


@pytest.fixture
def moments(over: list[str]) -> Moments:
    return Moments(PAUSE, lambda table: over.append(table.id), lambda _table: True)


def after(actions: int, moment: int, **more: Any) -> Table:
    """A table after so many actions, one of which was such a moment."""
    scene = Scene(board=Board(headline=_("A hole"), turn=_("Dig"), table=(), seats=()), awaited=(0,))
    return replace(table_of(scene, **more), actions=actions, moment=moment)


TRICK, NEXT, LATER = after(8, 8), after(9, 8), after(10, 8)


async def test_the_next_card_is_shown_when_it_has_lain_there_for_a_moment(
    moments: Moments, over: list[str]
) -> None:
    moments.changed(TRICK)
    assert moments.shown(TRICK) is TRICK
    moments.changed(NEXT)
    assert moments.shown(NEXT) is TRICK
    moments.changed(LATER)
    assert moments.shown(LATER) is TRICK, "whatever comes meanwhile waits with it"
    await until(lambda: moments.is_idle)
    assert over == [TRICK.id], "it is drawn by itself then"
    assert moments.shown(LATER) is LATER


async def test_nothing_waits_for_a_card_in_the_middle_of_a_trick(moments: Moments) -> None:
    moments.changed(after(5, 0))
    assert moments.shown(after(6, 0)).actions == 6
    moments.changed(after(6, 3))
    assert moments.shown(after(6, 3)).actions == 6


async def test_the_next_moment_is_shown_at_once(moments: Moments, over: list[str]) -> None:
    for table in (TRICK, NEXT, again := after(10, 10)):
        moments.changed(table)
    assert moments.shown(again) is again
    assert moments.is_idle, "nothing is to be drawn by itself"
    assert over == []


@pytest.mark.parametrize("became", [{"phase": "over"}, {"locked": True}])
async def test_what_else_becomes_of_the_table_is_shown_at_once(
    moments: Moments, over: list[str], became: dict[str, Any]
) -> None:
    for table in (TRICK, NEXT, other := after(9, 8, **became)):
        moments.changed(table)
    assert moments.shown(other) is other
    assert moments.is_idle, "nothing is to be drawn by itself"
    assert over == []


async def test_a_robot_has_waited_already_where_somebody_looks_on(over: list[str]) -> None:
    seats = (Seat("Tin Rufus", "1", robot="tame"), Seat("Anne", "2", 101))
    trick, following = (after(actions, 8, seats=seats) for actions in (8, 9))
    for looked_at, shown in ((True, following), (False, trick)):
        moments = Moments(
            PAUSE, lambda table: over.append(table.id), lambda _table, looked_at=looked_at: looked_at
        )
        moments.changed(trick)
        moments.changed(following)
        assert moments.shown(following) is shown
        moments.close()


async def test_without_a_pause_nothing_is_kept(over: list[str]) -> None:
    moments = Moments(0.0, lambda table: over.append(table.id), lambda _table: True)
    moments.changed(TRICK)
    moments.changed(NEXT)
    assert moments.shown(NEXT) is NEXT
