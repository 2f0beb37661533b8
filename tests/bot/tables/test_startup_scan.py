"""Which tables must be read at a start: told from clocks alone, and never too few."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from benches.fleet import Voyage, voyages
from bot.tables import clocks as tables_clocks
from bot.tables import plans
from bot.tables.automatic_moves import may_move_by_itself, robots_to_act
from bot.tables.model import Plan, Table
from bot.tables.repository import timings_in_play
from bot.tables.timing import NO_CLOCKS, Timing
from storage import ClockRow


@pytest.fixture(scope="module")
def sailed() -> list[Voyage]:
    """A game of each edition."""
    return voyages(7)


def in_trouble(table: Table, random: Random) -> Table:
    """The same moment, with some of those who sit there gone or away, the clocks stopped, plans made."""
    seats = tuple(replace(seat, robot="steady") if random.random() < 0.3 else seat for seat in table.seats)
    clocks = tuple(
        replace(clock, stand_in=random.random() < 0.1, overdue=bool(clock.decision) and random.random() < 0.1)
        for clock in table.timing.seats
    )
    stopped = replace(
        table.timing,
        seats=clocks,
        paused=5.0 if random.random() < 0.2 else None,
        shut=random.random() < 0.1,
    )
    changed = replace(table, timing=stopped).with_record(seats=seats)
    kept = tables_clocks.with_clocks_updated(table, changed, None, False, table.changed)
    planned = {at: Plan(forced=True) for at in range(len(seats)) if random.random() < 0.3}
    return replace(kept, plans=planned)


def test_no_table_is_left_sleeping_at_which_somebody_moves_by_themselves(sailed: list[Voyage]) -> None:
    random, woken, left = Random(3), 0, 0
    for voyage in sailed:
        for moment in voyage.tables[:-1]:
            table = in_trouble(moment, random)
            awake = may_move_by_itself(table.timing, table.plans)
            woken, left = woken + awake, left + (not awake)
            by_itself = bool(robots_to_act(table) or plans.seats_due(table))
            assert awake or not by_itself
    assert woken > 100
    assert left > 100


def test_tables_at_which_all_who_are_asked_are_people_without_plans_are_left_sleeping(
    sailed: list[Voyage],
) -> None:
    for voyage in sailed:
        assert not any(may_move_by_itself(table.timing, ()) for table in voyage.tables[:-1])


def test_clocks_that_cannot_be_read_keep_no_others_waiting() -> None:
    clocks = msgspec.json.encode(Timing(paused=4.0))
    rows = [
        ClockRow("broken", "playing", b"{", 1.0),
        ClockRow("paused", "playing", clocks, 1.0),
        ClockRow("lobby", "lobby", clocks, 1.0),
        ClockRow("without", "playing", None, 1.0),
    ]
    assert timings_in_play(rows) == {"paused": Timing(paused=4.0), "without": NO_CLOCKS}
