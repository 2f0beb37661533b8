"""Why a choice is best, and what kind of mistake another is, where both are known."""

from __future__ import annotations

from random import Random

import pytest

from games.contract import Action, Study, Weighed
from games.thinking.hints import label_of
from games.thinking.levels import CAPTAIN, SAILOR
from games.thinking.study import advised, study
from tests.games.skull_queen.ship import SKULL_QUEEN, Ship


def found(*choices: tuple[Action, dict[str, float]]) -> Study:
    """A study of these choices, the best first."""
    return Study(20, tuple(Weighed(each, 0, 5.0 * at, 1, told) for at, (each, told) in enumerate(choices)))


def last_to_play() -> Ship:
    """Cora's red pirate stands at the top, and she closes a trick of red."""
    ship = Ship(Anne="r7 b12 b1", Bob="r11 g1 g2", Cora="r12 r2 y3").set(Cora="up 5 3 3 3")
    return ship.plays("Anne leads r7, Bob plays r11")


def why(told: Study) -> str:
    ship = last_to_play()
    return ship.say(SKULL_QUEEN.reason(ship.view("Cora"), told))


def test_a_pirate_on_top_is_not_sent_higher() -> None:
    ship = last_to_play()
    told = study(SKULL_QUEEN, ship.view("Cora"), Random(1), 20)
    assert told.clear
    assert why(told) == "🔥 Red 2: your red pirate moves to 5, and stays on the plank."
    told = study(SKULL_QUEEN, ship.view("Cora"), Random(1), 20, ("play r12",))
    said = SKULL_QUEEN.mistake(ship.view("Cora"), told, "play r12")
    assert ship.say(said) == "You sent a pirate of your own overboard"


def test_a_card_that_surely_sends_a_pirate_overboard_is_left_for_another_of_its_colour() -> None:
    view = last_to_play().view("Cora")
    assert SKULL_QUEEN.certain(view) == ("play r2",)
    for name in (SAILOR, CAPTAIN):
        assert SKULL_QUEEN.robots[name].choose(view, Random(1), 40) == "play r2"
    assert advised(SKULL_QUEEN, view, Random(1), 20).deals == 0


def test_nothing_is_certain_while_somebody_is_still_to_play() -> None:
    ship = Ship(Anne="r7 b12 b1", Bob="r11 r1 g2", Cora="r12 r2 y3").set(Bob="up 5 3 3 3")
    view = ship.plays("Anne leads r7").view("Bob")
    assert SKULL_QUEEN.certain(view) == view.legal


def said(ship: Ship, name: str, *choices: tuple[Action, dict[str, float]]) -> str:
    return ship.say(SKULL_QUEEN.reason(ship.view(name), found(*choices)))


def test_who_plays_last_is_told_what_the_card_does() -> None:
    assert said(last_to_play(), "Cora", ("play r12", {})) == (
        "🔥 Red 12: your red pirate falls, but the others cost you more."
    )
    middle = Ship(Anne="r7 b12", Bob="r11 g1", Cora="r8 y3").set(Bob="up 5 3 3 3", Cora="up 3 3 3 3")
    middle.plays("Anne leads r7, Bob plays r11")
    assert said(middle, "Cora", ("play r8", {})) == (
        "🔥 Red 8 (two up): yours stay put, and Bob's red pirate goes overboard."
    )


def test_while_others_are_to_play_a_card_is_told_by_what_it_should_do() -> None:
    ship = Ship(Anne="r2 r12", Bob="r11 g1", Cora="r8 y3").set()
    assert said(ship, "Anne", ("play r2", {}), ("play r12", {"fell": 0.6})) == (
        "🔥 Red 2: 🔥 Red 12 could send a pirate of yours overboard."
    )
    assert said(ship, "Anne", ("play r2", {"now": 1.0}), ("play r12", {})) == (
        "🔥 Red 2: it should move your pirate the right way."
    )
    assert said(ship, "Anne", ("play r2", {"now": -1.0}), ("play r12", {})) == (
        "🔥 Red 2: it may cost you now, but keeping it would cost more."
    )
    assert said(ship, "Anne", ("play r2", {}), ("play r12", {})) == (
        "🔥 Red 2: little can happen, and 🔥 Red 12 is worth keeping."
    )


def test_a_plank_is_told_by_the_colour_that_the_hand_says_most_of() -> None:
    high, low = Ship(Anne="r12", Bob="r11", Cora="r2"), Ship(Anne="b1", Bob="r11", Cora="r2")
    plank = ("plank up 3 3 3 3", {})
    assert said(high, "Anne", plank) == "↗️ 🔥🍀☀️💧3: your high cards push the red pirate up."
    assert said(low, "Anne", plank) == "↗️ 🔥🍀☀️💧3: your low cards push the blue pirate down."


def test_a_plank_is_called_by_which_pirates_stand_where() -> None:
    ship = Ship(Anne="r7", Bob="r11", Cora="r2")

    def called(plank: Action) -> str:
        return ship.say(label_of(SKULL_QUEEN, ship.view("Anne"), plank))

    assert called("plank up 4 5 5 5") == "↗️ 🔥5 🍀☀️💧8"
    assert called("plank down 5 4 5 1") == "↘️ 🔥☀️1 🍀2 💧8"


@pytest.mark.parametrize(
    ("better", "made", "kind"),
    [
        ("up 3 3 3 3", "down 3 3 3 3", "You turned up the wrong side of your plank"),
        ("up 3 3 3 3", "up 5 3 3 2", "You set a pirate too near the top"),
        ("up 3 3 3 3", "up 3 3 1 4", "You set a pirate too near the bottom"),
    ],
)
def test_a_plank_set_badly_is_called_so(better: str, made: str, kind: str) -> None:
    ship = Ship(Anne="r7", Bob="r11", Cora="r2")
    told = found((f"plank {better}", {}), (f"plank {made}", {}))
    assert ship.say(SKULL_QUEEN.mistake(ship.view("Anne"), told, f"plank {made}")) == kind


@pytest.mark.parametrize(
    ("made", "figures", "kind"),
    [
        ("play monkey", {}, "You wasted the Monkey or the First Mate"),
        ("play r12", {"now": -2.0}, "You moved a pirate the wrong way"),
        ("play r12", {"now": 0.5}, "You missed points for your plank in that trick"),
        ("play r12", {"now": 2.0, "later": -3.0}, "You played a card that you needed later"),
        ("play r12", {"now": 2.0}, None),
    ],
)
def test_a_card_played_badly_is_called_so(made: Action, figures: dict[str, float], kind: str | None) -> None:
    ship, told = last_to_play(), found(("play r2", {"now": 2}), (made, figures))
    said = SKULL_QUEEN.mistake(ship.view("Cora"), told, made)
    assert (said and ship.say(said)) == kind


def test_what_happened_in_a_playout_is_measured() -> None:
    ship = last_to_play()
    view = ship.view("Cora")
    since = len(ship.events)
    ship.plays("Cora plays r12")
    measured = SKULL_QUEEN.measured(view, "play r12", ship.events[since:])
    assert measured == {"now": -8, "later": 0, "fell": 1, "lost": 1}
