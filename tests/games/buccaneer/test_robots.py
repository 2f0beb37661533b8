"""How well the robots play."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.buccaneer.port import BUCCANEER, Port
from tests.games.playing import clearly, victories

SENSIBLE, ANY = BUCCANEER.robots["sensible"], BUCCANEER.robots["any"]


def sensible(port: Port, name: str) -> str:
    return SENSIBLE.choose(port.view(name), Random(0))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_sensible_robot_clearly_beats_those_that_play_anything(players: int) -> None:
    assert victories(BUCCANEER, SENSIBLE, ANY, players, games=15) >= clearly(14, 15, players)


def test_a_sailor_thinks_a_little_since_a_captain_would_nearly_always_beat_it_else() -> None:
    cabin_boy, sailor, captain = (
        BUCCANEER.robots[level].effort.now for level in ("cabin-boy", "sensible", "captain")
    )
    assert cabin_boy == 0 < sailor < captain / 4


def test_the_sensible_robot_boards_what_pays_best() -> None:
    assert sensible(Port("r5 b2 y2 k2 r2", ships="Marlin Minnow"), "Red") == "board r5 11 chest"


def test_the_sensible_robot_does_not_board_at_a_loss_if_it_can_move() -> None:
    assert sensible(Port("r5 b5 k5 y5", ships="Sprat Leviathan"), "Red").startswith("move")


def test_the_sensible_robot_boards_at_a_loss_if_it_must() -> None:
    port = Port("r5 b3 b4 b5 k5 y5", ships="Sprat Shrimp").challenges("Blue")
    assert sensible(port, "Red").startswith("board r5")


def test_the_sensible_robot_mutinies() -> None:
    assert sensible(Port("r5 k2 k3 k4 b2 b3"), "Black") == "challenge"


def test_the_sensible_robot_finds_something_legal_whenever_there_is_something() -> None:
    port = Port("r5 k2 k3 k4 b2 b3").challenges("Black")
    assert sensible(port, "Black") == "let be", "there is nothing else to say"


def test_the_sensible_robot_knows_no_more_than_what_can_be_seen() -> None:
    cheap, dear = Port("b5 y2 r2", "r5 y5 k2"), Port("b5 y5 r2", "r5 y2 k2")
    assert cheap.view("Red").parties == dear.view("Red").parties
    assert sensible(cheap, "Red") == sensible(dear, "Red")


def test_the_robot_that_plays_anything_plays_anything() -> None:
    port, random = Port(players=3), Random(3)
    chosen = {ANY.choose(port.view("Red"), random) for _draw in range(600)}
    assert chosen == set(port.legal("Red"))
