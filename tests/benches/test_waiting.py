"""What the bench of waiting counts, and that people sleep in it."""

from __future__ import annotations

import pytest

from benches.bench_waiting import DAY, Evening, Habits, averages, play, rows
from benches.tables import Laid, tables

TABLES = {table.name: table for table in tables()}
every = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
FORCED, PLANS = Habits(forced=True), Habits(plans=0.5)


@every
def test_the_same_deal_with_the_same_habits_is_the_same_evening(table: Laid) -> None:
    assert play(table, PLANS, 3) == play(table, PLANS, 3)
    assert play(table, PLANS, 3) != play(table, PLANS, 4)


@every
def test_who_makes_every_move_has_nothing_made_by_itself(table: Laid) -> None:
    alone = play(table, Habits(), 1)
    assert (alone.forced, alone.planned, alone.cancelled) == (0, 0, 0)
    assert 0 < alone.waited <= alone.decisions


@every
def test_forced_moves_change_nothing_but_the_waiting(table: Laid) -> None:
    alone, helped = play(table, Habits(), 1), play(table, FORCED, 1)
    assert helped.decisions == alone.decisions
    assert helped.waited <= alone.waited
    assert helped.hours <= alone.hours


def test_in_games_of_tricks_much_waiting_is_saved() -> None:
    saved = [row[2] for row in rows(averages(TABLES["Skull King, First edition"], games=2))]
    assert saved[0] == "0%"
    assert all(int(str(share).rstrip("%")) >= 10 for share in saved[1:])


def test_nobody_looks_in_while_asleep() -> None:
    evening, hour = Evening(TABLES["Buccaneer"], Habits(), 1), 0.0
    for _look in range(500):
        hour = evening.next_look(0, hour)
        assert (hour - evening.wakes[0] + 1e-6) % DAY <= evening.habits.waking + 1e-5
