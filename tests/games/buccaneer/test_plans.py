"""Planning a boarding while others act."""

from __future__ import annotations

import pytest

from tests.games.buccaneer.port import BUCCANEER, Port
from tests.games.planning import actions, planned, surprises, usual


def port() -> Port:
    """Blue could board the Minnow, and Red is to act."""
    return Port("b5 y2 k3", "y3 r2", ships="Minnow Seal", behind="Marlin Dolphin Sprat", turn="Red")


def test_every_boarding_that_is_possible_now_can_be_planned() -> None:
    assert actions(BUCCANEER, port().view("Blue")) == {"board b5 3 dagger"}


def test_a_piece_of_booty_is_chosen_with_the_ship() -> None:
    rich = Port("b5 y2 k3 r3", ships="Seal", turn="Red")
    assert actions(BUCCANEER, rich.view("Blue")) == {"board b5 7 chest", "board b5 7 candlestick"}
    (first, _second) = planned(BUCCANEER, rich.view("Blue")).choices
    assert rich.say(first.label) == "Seal with Blue 5: treasure chest"


def test_nobody_plans_without_a_party_that_is_large_enough() -> None:
    assert BUCCANEER.plans(port().view("Black")) is None
    assert BUCCANEER.plans(port().view()) is None


def test_that_somebody_else_boards_can_be_a_surprise() -> None:
    table = Port("r5 y2 k3", "b5 y4 k2", ships="Minnow Sprat", turn="Red")
    view = table.view("Blue")
    table.boards("Red", "r5", "Minnow")
    assert "boarded" not in usual(BUCCANEER, view)
    assert surprises(BUCCANEER, "board b5 1 dagger", view, table.view("Blue"), table.events) == {"boarded"}


def test_new_ships_are_a_surprise() -> None:
    table = Port("r5 y2 k3", "b5 y4 k2", ships="Minnow", behind="Marlin Dolphin Sprat", turn="Red")
    view = table.view("Blue")
    table.boards("Red", "r5", "Minnow")
    happened = surprises(BUCCANEER, "board b5 3 dagger", view, table.view("Blue"), table.events)
    assert happened >= {"sighted"} & usual(BUCCANEER, view)


def test_a_mutiny_against_the_planner_is_a_surprise_and_one_against_another_is_not() -> None:
    table = Port("b5 y2 y3 y4 k3", ships="Minnow Seal", turn="Blue")
    view = table.view("Blue")
    assert table.next == ("Yellow",)
    table.challenges("Yellow")
    now = table.view("Blue")
    assert "mutiny" in surprises(BUCCANEER, "board b5 3 dagger", view, now, table.events)
    assert not BUCCANEER.surprised("mutiny", "board r2 3 dagger", table.view("Red"), table.events)


def test_when_all_parties_are_disbanded_every_plan_is_cancelled() -> None:
    fixed = {each.name for each in planned(BUCCANEER, port().view("Blue")).surprises if each.fixed}
    assert fixed == {"disbanded"}


def test_nobody_knows_other_surprises_or_plans() -> None:
    view = port().view("Blue")
    with pytest.raises(ValueError, match="no surprise"):
        BUCCANEER.surprised("earthquake", "board b5 3 dagger", view, ())
    with pytest.raises(ValueError, match="plan"):
        BUCCANEER.surprised("mutiny", "challenge", view, ())
