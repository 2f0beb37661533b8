"""Planning the next card while others play."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.text import english
from tests.games.planning import actions, surprises, usual
from tests.games.skull_queen.ship import SKULL_QUEEN, Ship


def ship() -> Ship:
    return Ship(Anne="r7 b2 g9", Bob="r11 g1 y4", Cora="r3 y3 monkey").set()


def who_plans(name: str, action: str, before: Ship, told: str) -> set[str]:
    """What has surprised somebody after these cards."""
    view = before.view(name)
    before.plays(told)
    return surprises(SKULL_QUEEN, action, view, before.view(name), before.events)


def test_any_card_can_be_planned_before_a_colour_is_led() -> None:
    assert actions(SKULL_QUEEN, ship().view("Bob")) == {"play r11", "play g1", "play y4"}


def test_once_a_colour_is_led_only_cards_that_fit_can_be_planned() -> None:
    assert actions(SKULL_QUEEN, ship().plays("Anne leads r7").view("Cora")) == {"play r3", "play monkey"}


def test_who_has_played_plans_for_the_next_trick() -> None:
    assert actions(SKULL_QUEEN, ship().plays("Anne leads r7").view("Anne")) == {"play b2", "play g9"}


def test_planks_are_not_planned() -> None:
    unset = Ship(Anne="r7", Bob="r11", Cora="r3").sets("Anne", "up 1 2 3 4")
    assert SKULL_QUEEN.plans(unset.view("Anne")) is None
    assert SKULL_QUEEN.plans(ship().view()) is None


def test_what_cancels_a_plan_unless_somebody_says_otherwise() -> None:
    assert usual(SKULL_QUEEN, ship().view("Bob")) == {"lead", "other-colour", "overboard"}


def test_another_colour_is_a_surprise_but_not_to_the_monkey() -> None:
    assert "other-colour" in who_plans("Bob", "play y4", ship(), "Anne leads b2")
    assert "other-colour" not in who_plans("Bob", "play r11", ship(), "Anne leads r7")
    told = "Anne leads r7, Bob plays r11"
    assert "other-colour" not in who_plans("Cora", "play monkey", ship(), told)


def test_whoever_has_to_lead_after_all_is_surprised() -> None:
    played = ship().plays("Anne leads r7, Bob plays r11")
    assert "lead" in who_plans("Bob", "play y4", played, "Cora plays r3")


def test_up_and_down_are_as_the_trick_lies_then() -> None:
    assert who_plans("Bob", "play r11", ship(), "Anne leads r7") >= {"up"}
    assert who_plans("Cora", "play r3", ship(), "Anne leads r7, Bob plays r11") >= {"down"}
    assert not who_plans("Bob", "play y4", ship(), "Anne leads r7") & {"up", "down", "overboard"}


def test_a_fall_into_the_water_is_foreseen() -> None:
    low = Ship(Anne="r7 b2", Bob="r11 g2", Cora="r3 y3").set(Cora="up 1 3 3 3")
    assert "overboard" in who_plans("Cora", "play r3", low, "Anne leads r7, Bob plays r11")


def test_monkey_and_first_mate_in_the_trick_can_be_surprises() -> None:
    table = Ship(Anne="mate b2", Bob="r11 g1", Cora="r3 y3").set()
    assert "special" in who_plans("Bob", "play r11", table, "Anne leads mate")


def test_the_card_that_one_of_two_has_chosen_is_not_planned_again() -> None:
    two = Ship(king="r7 g8", Anne="r2 r3", Bob="r9 b4").set().acts("Anne", "play r2")
    assert actions(SKULL_QUEEN, two.view("Anne")) == {"play r3"}


def offered(name: str, table: Ship) -> set[str]:
    plans = SKULL_QUEEN.plans(table.view(name))
    assert plans is not None
    return {surprise.name for surprise in plans.surprises}


def test_a_plan_says_when_it_happens() -> None:
    plans = SKULL_QUEEN.plans(ship().view("Bob"))
    assert plans is not None
    assert [english(surprise.label) for surprise in plans.surprises] == [
        "somebody else leads the trick",
        "your card's colour is led",
        "your pirate stays on the plank",
        "neither Monkey nor First Mate is in the trick",
        "your pirate doesn't go up",
        "your pirate doesn't go down",
    ]


def test_what_is_certain_already_is_no_condition() -> None:
    assert offered("Cora", ship().plays("Anne leads r7")) == {"overboard", "special", "up", "down"}
    led = Ship(Anne="mate b2", Bob="r11 g1", Cora="r3 y3").set().plays("Anne leads mate")
    assert "special" not in offered("Cora", led)
    assert {"lead", "other-colour"} <= offered("Anne", ship().plays("Anne leads r7"))
    assert "lead" not in offered("Anne", Ship(king="r7 g8", Anne="r2 r3", Bob="r9 b4").set())


def test_whose_pirates_all_swim_need_not_ask_where_they_go() -> None:
    table = Ship(Anne="r7 b2 g9", Bob="r11 g1 y4", Cora="r3 y3 monkey").set()
    swimming = replace(table.view("Bob"), plank=bytes(5))
    plans = SKULL_QUEEN.plans(swimming)
    assert plans is not None
    assert not {"overboard", "up", "down"} & {surprise.name for surprise in plans.surprises}


def test_nobody_knows_other_surprises() -> None:
    with pytest.raises(ValueError, match="no surprise"):
        SKULL_QUEEN.surprised("earthquake", "play r11", ship().view("Bob"), ())
