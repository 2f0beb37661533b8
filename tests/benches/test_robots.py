"""What the robots' bench counts as a first place, and that no seat is favoured."""

from __future__ import annotations

import pytest

from benches.bench_robots import first_place, first_places, play
from benches.tables import Laid, tables
from games.contract import Outcome

TABLES = list(tables())
every = pytest.mark.parametrize("table", TABLES, ids=[table.name for table in TABLES])


def test_a_first_place_that_is_shared_counts_as_its_part() -> None:
    assert [first_place(Outcome((1, 2, 3), (9, 5, 1)), seat) for seat in range(3)] == [1, 0, 0]
    assert [first_place(Outcome((1, 3, 1), (9, 5, 9)), seat) for seat in range(3)] == [0.5, 0, 0.5]


@every
def test_all_parts_of_the_first_place_together_are_one(table: Laid) -> None:
    weakest = next(iter(table.game.robots.values()))
    outcome = play(table, [weakest] * table.players, deal=3)
    assert sum(first_place(outcome, seat) for seat in range(table.players)) == pytest.approx(1)


@every
def test_a_game_is_the_same_whenever_it_is_played_and_another_deal_is_another_game(table: Laid) -> None:
    robots = [next(iter(table.game.robots.values()))] * table.players
    assert play(table, robots, deal=1) == play(table, robots, deal=1)
    assert len({play(table, robots, deal).points for deal in range(8)}) > 1


@every
def test_every_deal_is_played_from_every_seat(table: Laid, monkeypatch: pytest.MonkeyPatch) -> None:
    """A robot that always wins has all first places, wherever it sits."""
    sat: list[tuple[int, int]] = []

    def won_by_the_strongest(laid: Laid, robots: list[object], deal: int) -> Outcome:
        strongest = list(laid.game.robots.values())[-1]
        seat = robots.index(strongest)
        sat.append((deal, seat))
        return Outcome(tuple(1 if robot is strongest else 2 for robot in robots), (0,) * laid.players)

    monkeypatch.setattr("benches.bench_robots.play", won_by_the_strongest)
    assert first_places(table, games=2 * table.players) == [1.0, 1.0]
    assert sat == [(deal, seat) for deal in range(2) for seat in range(table.players)]
