"""Fleets of tables are what the bot's own rules make."""

from __future__ import annotations

from benches.fleet import Fleet, Place, voyages
from bot.tables.history import replay_states


def test_a_voyage_is_a_whole_game_and_its_log_tells_it() -> None:
    for voyage in voyages(5):
        *_between, (state, _events) = replay_states(voyage.tables[0], voyage.log)
        assert state == voyage.tables[-1].state
        assert voyage.tables[-1].phase == "over"


def test_a_table_of_the_fleet_waits_for_the_person_whose_number_it_has() -> None:
    users = list(range(100, 150))
    fleet = Fleet(users, [Place(1, 2)])
    for number in range(20):
        table = fleet.under_way(number).table
        assert users[number] in [table.seats[seat].user for seat in table.game.to_act(table.state)]
        assert len(set(table.people)) == len(table.seats)
