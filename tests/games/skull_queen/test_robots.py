"""How well the robots play."""

from __future__ import annotations

from random import Random

import pytest

from games.skull_queen.plank import PLANK_OF
from games.skull_queen.robot import gained_at_once
from tests.games.playing import clearly, victories
from tests.games.skull_queen.ship import SKULL_QUEEN, Ship

SENSIBLE, SAILOR, CABIN_BOY, ANY = (
    SKULL_QUEEN.robots[level] for level in ("captain", "sensible", "cabin-boy", "any")
)
"""The first is a captain, who chooses at once while it is given no playouts."""


def sensible(ship: Ship, name: str) -> str:
    return SENSIBLE.choose(ship.view(name), Random(0))


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_sensible_robot_clearly_beats_those_that_play_anything(players: int) -> None:
    assert victories(SKULL_QUEEN, SENSIBLE, ANY, players, games=24) >= clearly(20, 24, players)


def test_each_level_clearly_beats_the_one_below() -> None:
    assert victories(SKULL_QUEEN, CABIN_BOY, ANY, 4, games=40) >= clearly(20, 40, 4)
    assert victories(SKULL_QUEEN, SAILOR, CABIN_BOY, 4, games=24) >= clearly(16, 24, 4)
    assert victories(SKULL_QUEEN, SENSIBLE, SAILOR, 4, games=40) >= clearly(20, 40, 4)


def test_a_sailor_looks_no_further_than_the_trick() -> None:
    ship = Ship(Anne="y11 r4 b8", Bob="y8 b2 y5", Cora="g11 b1 b9").set(Bob="up 3 3 3 3")
    view = ship.plays("Anne leads y11").view("Bob")
    assert SENSIBLE.choose(view, Random(0)) == "play y5"
    chosen = [SAILOR.choose(view, Random(chance)) for chance in range(20)]
    assert gained_at_once(view, "play y8") > gained_at_once(view, "play y5")
    assert set(chosen) == {"play y8"}


def test_a_cabin_boy_leaves_a_pirate_room_where_its_cards_will_send_it() -> None:
    ship = Ship(Anne="r10 r11 g2 g3", Bob="y1 y2 y3 y4", Cora="b1 b2 b3 b4")
    assert CABIN_BOY.choose(ship.view("Anne"), Random(0)) == "plank up 2 4 4 4"


def test_it_puts_a_pirate_without_cards_where_most_points_are() -> None:
    ship = Ship(
        Anne="r2 r3 r4 r6 g10 g11 g12",
        Bob="b1 b2 b3 b4 b6 b7 b8",
        Cora="y1 y2 y3 y4 y6 y7 y8",
        Dan="r7 r8 r9 r10 r11 r12 g1",
    )
    plank = PLANK_OF[sensible(ship, "Anne")]
    best = 5 if plank[0] == 0 else 1
    assert (plank[3], plank[4]) == (best, best)


def test_it_leaves_room_above_for_high_cards_on_the_ascending_side_and_below_for_low_ones() -> None:
    low = Ship(
        Anne="r1 r2 r3 r4 g1 g2 g3 g4", Bob="r7 r8 r9 r10 g7 g8 g9 g10", Cora="y1 y2 y3 y4 b1 b2 b3 b4"
    )
    plank = PLANK_OF[sensible(low, "Anne")]
    assert plank[1] > 1
    assert plank[2] > 1


def test_the_plank_that_wins_most_is_among_those_that_are_thought_about() -> None:
    ship = Ship(
        Anne="r1 r2 r9 g4 g7 g10 g12 y3 y4 y9 b12 monkey",
        Bob="r3 r4 r5 r6 r7 r8 g1 g2 g3 g5 g6 g8",
        Cora="r10 r11 r12 y1 y2 y5 y6 y7 y8 y10 y11 y12",
        Dan="b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 g9",
    )
    planks = SENSIBLE.shortlist(ship.view("Anne"), Random(0))
    assert "plank up 5 3 5 3" in planks, "1.5 points better than each of the first ten"


def test_it_takes_a_step_that_pays_and_avoids_one_into_the_water() -> None:
    ship = Ship(Anne="r7 b2", Bob="r9 r6", Cora="r8 b3").set(Bob="up 3 3 3 3").plays("Anne leads r7")
    assert sensible(ship, "Bob") == "play r9"
    ship = Ship(Anne="r7 b2", Bob="r9 r6", Cora="r8 b3").set(Bob="down 4 3 3 3").plays("Anne leads r7")
    assert sensible(ship, "Bob") == "play r6"
    last = Ship(Anne="r7 b2", Bob="r10 b3", Cora="r9 r8").set(Cora="up 5 5 5 5")
    last.plays("Anne leads r7, Bob plays r10")
    assert sensible(last, "Cora") in ("play r9", "play r8")
    top = (
        Ship(Anne="r7 b2", Bob="r6 b3", Cora="r9 monkey")
        .set(Cora="down 3 3 3 3")
        .plays("Anne leads r7, Bob plays r6")
    )
    assert sensible(top, "Cora") == "play monkey"


def test_it_decides_alike_whenever_it_knows_the_same() -> None:
    ship = Ship(Anne="r7 b2", Bob="r9 r6", Cora="r8 b3").set().plays("Anne leads r7")
    assert len({SENSIBLE.choose(ship.view("Bob"), Random(number)) for number in range(20)}) == 1


def test_it_plays_with_the_old_pirate_king_too() -> None:
    ship = Ship(king="r7 g8", Anne="r2 r10", Bob="r9 b4").set(Anne="up 4 3 3 3")
    assert sensible(ship, "Anne") == "play r10"
    ship = Ship(king="monkey g8", Anne="r2 r10", Bob="r9 b4").set()
    assert sensible(ship, "Anne") in ship.view("Anne").legal


def test_the_robot_that_plays_anything_plays_anything() -> None:
    ship = Ship(Anne="r1 r2 r3", Bob="y1 y2 y3", Cora="b1 b2 b3").set()
    random = Random(3)
    assert {ANY.choose(ship.view("Anne"), random) for _draw in range(50)} == set(ship.view("Anne").legal)
