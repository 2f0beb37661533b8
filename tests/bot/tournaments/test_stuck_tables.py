"""A table at which nothing goes on: its organiser is told once."""

from __future__ import annotations

from bot.pace import NONE
from bot.tournaments import actions
from bot.tournaments.outbox import StuckTables
from tests.bot.tournaments.conftest import HOUR, MINUTE, Evening
from tests.bot.tournaments.test_actions import at_play

DAY = 24 * HOUR


def told(evening: Evening) -> list[StuckTables]:
    return evening.tournament_publisher.told("stuck", StuckTables)


async def test_the_organiser_is_told_once_of_tables_that_stand_still(evening: Evening) -> None:
    t = await at_play(evening, pace=NONE, show_up=0.0, round_lasts=30 * DAY)
    await evening.passes(2 * DAY)
    assert told(evening) == []
    await evening.passes(4 * DAY)
    pods = sorted(pod for one in told(evening) for pod in one.pods)
    assert pods == [(1, 1), (1, 2)]
    await evening.passes(8 * DAY)
    assert len([pod for one in told(evening) for pod in one.pods]) == 2
    assert all(one.stuck for one in (await evening.now(t)).record.tables)


async def test_while_the_clocks_are_stopped_nothing_is_stuck(evening: Evening) -> None:
    t = await at_play(evening, pace=NONE, show_up=0.0, round_lasts=30 * DAY)
    await evening.act(t, actions.Pause())
    await evening.passes(10 * DAY)
    assert told(evening) == []
    await evening.act(t, actions.Resume())
    await evening.passes(DAY)
    assert told(evening) == []


async def test_a_table_that_goes_on_is_not_stuck(evening: Evening) -> None:
    t = await at_play(evening)
    await evening.passes(12 * HOUR)
    assert not (await evening.now(t)).open_pods()
    assert told(evening) == []


async def test_a_table_that_waits_for_its_players_is_not_stuck_before_their_time_is_up(
    evening: Evening,
) -> None:
    await at_play(evening, show_up=6 * HOUR)
    await evening.passes(6 * HOUR - MINUTE)
    assert told(evening) == []
