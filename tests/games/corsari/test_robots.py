"""How well the robots play."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.corsari.hidden import otherwise
from tests.games.corsari.quay import CORSARI, Quay
from tests.games.playing import clearly, victories

SENSIBLE, ANY, CABIN_BOY = (CORSARI.robots[name] for name in ("sensible", "any", "cabin-boy"))


def sensible(quay: Quay, name: str) -> str:
    return SENSIBLE.choose(quay.view(name), Random(0))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_sensible_robot_clearly_beats_those_that_play_anything(players: int) -> None:
    assert victories(CORSARI, SENSIBLE, ANY, players, games=24) >= clearly(21, 24, 2)


def test_a_cabin_boy_plays_better_than_at_random_and_worse_than_a_sailor() -> None:
    assert victories(CORSARI, CABIN_BOY, ANY, 4, games=40) >= clearly(20, 40, 4)
    assert victories(CORSARI, SENSIBLE, CABIN_BOY, 4, games=60) >= clearly(27, 60, 4)


USEFUL = "blue 1 2 3, sky 8 9, grey 9, pink 8, red 7"
"""A crew of blue and light blue, and three stowaways."""


def test_the_sensible_robot_takes_an_open_card_that_it_can_use() -> None:
    takes_discard = Quay(pier="brown 11, orange 10", discard="blue 5", Anne=USEFUL, Bob="grey 1")
    takes_pier = Quay(pier="green 5 6 7", Anne=USEFUL, Bob="grey 1")
    assert sensible(takes_discard, "Anne") == "draw discard"
    assert sensible(takes_pier, "Anne") == "draw pier"


def test_the_sensible_robot_does_not_empty_the_pier() -> None:
    assert sensible(Quay(pier="green 5", Anne="blue 1 2 3, sky 11", Bob="grey 1"), "Anne") != "draw pier"


def test_the_sensible_robot_drops_what_costs_it_most() -> None:
    """Blue and yellow sail; of light blue 10, red 9 and pink 7 the first is the dearest."""
    high = Quay(stock="red 9, grey 9", Anne="blue 11 2, sky 10, yellow 9 8, pink 7", Bob="grey 1")
    assert sensible(high.draws("Anne").having(turn=8), "Anne") == "drop sky10"


def test_the_sensible_robot_sails_with_more_while_the_hand_is_young() -> None:
    hand = "blue 11, sky 10, yellow 9 8, pink 7"
    young = Quay(stock="red 9, grey 9", Anne=hand, Bob="grey 1").draws("Anne")
    assert sensible(young, "Anne") == "sail"
    assert sensible(young.having(turn=2), "Anne") == "sail"
    assert sensible(young.having(turn=4), "Anne") != "sail"


def test_the_sensible_robot_sails_when_its_limit_is_low_and_names_its_best_crew() -> None:
    quay = Quay(stock="red 9, grey 9", Anne="blue 1 2, sky 3 4", Bob="grey 1").draws("Anne")
    assert sensible(quay, "Anne") == "sail"
    quay.acts("Anne", "sail")
    assert sensible(quay, "Anne") == "drop red9"
    quay.drops("Anne", "red 9")
    assert sensible(quay, "Anne") == "crew blue sky"


def test_the_sensible_robot_answers_as_well_as_it_can() -> None:
    quay = Quay(Anne="blue 1, sky 11", Bob="blue 5, grey 4 6").sails("Anne", crew="blue")
    assert sensible(quay, "Bob") == "crew blue grey"


def test_the_robot_that_plays_anything_plays_anything() -> None:
    quay = Quay(Anne="blue 1 2", Bob="sky 3").draws("Anne")
    random = Random(3)
    assert {ANY.choose(quay.view("Anne"), random) for _draw in range(60)} == set(quay.may("Anne"))


def thoughts(quay: Quay, name: str) -> set[str]:
    return set(SENSIBLE.shortlist(quay.view(name), Random(0)))


def test_worth_a_thought_are_the_sources_and_the_piers_last_card_is_one() -> None:
    every = {"draw stock", "draw discard", "draw pier"}
    assert thoughts(Quay(Anne=USEFUL, Bob="grey 1"), "Anne") == every
    assert thoughts(Quay(pier="green 5", Anne=USEFUL, Bob="grey 1"), "Anne") == every


def test_to_sail_is_worth_a_thought_when_the_limit_is_near_to_what_sailors_sail_with() -> None:
    quay = Quay(
        stock="grey 10, grey 9", Anne="blue 1 2, sky 3 4, red 9, pink 10, brown 8", Bob="grey 1"
    ).draws("Anne")
    first = SENSIBLE.shortlist(quay.view("Anne"), Random(0))[:5]
    assert {*first} > {"sail", "drop grey10", "drop pink10", "drop red9"}, "more a captain does not weigh"
    assert thoughts(quay, "Anne") == {*quay.may("Anne")}, "a hint does"
    assert "sail" in thoughts(quay.having(turn=20), "Anne"), "it was not, and was the better choice at times"
    far = Quay(stock="grey 10, grey 9", Anne="blue 9 8, sky 7 6, red 9, pink 10, brown 8", Bob="grey 1")
    assert "sail" not in thoughts(far.draws("Anne").having(turn=60), "Anne")
    assert "sail" not in thoughts(quay.acts("Anne", "sail"), "Anne")


def test_who_thinks_leaves_alone_what_cannot_be_known() -> None:
    """The same choice, whatever the others hold."""
    robot = CORSARI.robots["captain"]
    for chance in range(6):
        quay = Quay(Anne="blue 1 2 5 7, sky 8 9, red 1 4 9, pink 8 2 3", Bob="grey 1 2 3", Cora="brown 1 2")
        chosen = {
            robot.choose(CORSARI.observe(otherwise(quay.state, 0, Random(truth)), 0), Random(chance), 24)
            for truth in range(3)
        }
        assert len(chosen) == 1
