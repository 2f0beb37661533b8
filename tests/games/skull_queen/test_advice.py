"""Why a choice is best, and what kind of mistake another is, where both are known."""

from __future__ import annotations

from random import Random

import pytest

from games.contract import Action, Study, Weighed
from games.thinking.hints import label_of
from games.thinking.study import study
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
    assert why(told) == (
        "Play 🔥 Red 2: it sends a pirate of yours overboard almost never. With 🔥 Red 12: almost always."
    )
    said = SKULL_QUEEN.mistake(ship.view("Cora"), told, "play r12")
    assert ship.say(said) == "You sent a pirate of your own overboard"


def test_a_card_is_told_by_what_the_trick_brings_or_by_what_comes_later() -> None:
    assert why(found(("play r2", {"now": 2}), ("play r12", {"now": -1}))) == (
        "Play 🔥 Red 2: this trick brings your pirates +2 on average. With 🔥 Red 12: −1."
    )
    assert why(found(("play r2", {"lost": 0.1}), ("play r12", {"lost": 0.9}))) == (
        "Play 🔥 Red 2 and keep 🔥 Red 12: so fewer of your pirates go overboard in the next tricks."
    )
    assert why(found(("play r2", {"later": 2}), ("play r12", {"later": 0.2}))) == (
        "Play 🔥 Red 2 and keep 🔥 Red 12: it's worth more to your pirates in the tricks to come."
    )
    view = last_to_play().view("Cora")
    assert SKULL_QUEEN.reason(view, found(("play r2", {}), ("play r12", {}))) is None


def test_a_plank_is_told_by_how_many_pirates_fall() -> None:
    ship = Ship(Anne="r7", Bob="r11", Cora="r2")
    told = found(("plank up 3 3 3 3", {"lost": 0.2}), ("plank up 5 3 3 1", {"lost": 0.9}))
    said = ship.say(SKULL_QUEEN.reason(ship.view("Anne"), told))
    assert said.startswith("Set your plank ↗️ ascending with 🔥 3, 🍀 3, ☀️ 3 and 💧 3: then fewer pirates")
    assert said.endswith("In ten rounds like this it's 2; with 🔥 8, 🍀 3, ☀️ 3 and 💧 1, 9.")


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
