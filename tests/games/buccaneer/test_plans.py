"""Planning a boarding while others act."""

from __future__ import annotations

import pytest

from games.buccaneer.state import CHALLENGES
from tests.games.buccaneer.port import BUCCANEER, Port
from tests.games.buccaneer.test_endings import about_to_stall
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
    assert surprises(BUCCANEER, "board b5 1 dagger", view, table.view("Blue"), table.events) == {"boarded"}


def test_a_condition_is_offered_only_where_it_can_fail() -> None:
    alone = Port("b5 y4 k2", ships="Minnow Sprat", turn="Red")
    assert planned(BUCCANEER, alone.view("Blue")).surprises == (), "nobody else can board, nobody mutinies"
    after = Port("b5 y4 k2", "k5 y2 r2", ships="Minnow Sprat", turn="Red")
    names = {each.name for each in planned(BUCCANEER, after.view("Blue")).surprises}
    assert names == set(), "Black's turn comes after Blue's"


def test_nothing_is_named_unless_the_player_names_it() -> None:
    table = Port("b5 y2 y3 y5 k3", "r5 y4 k2", ships="Minnow Sprat", turn="Red")
    offered = planned(BUCCANEER, table.view("Blue")).surprises
    assert [table.say(each.label) for each in offered] == [
        "nobody calls a mutiny against you",
        "nobody else boards a ship before you",
    ]
    assert usual(BUCCANEER, table.view("Blue")) == set()


def test_a_boarding_that_a_mutiny_rules_out_cannot_be_planned() -> None:
    table = Port("b5 y2 y3 y5", "b4 r2", ships="Minnow", turn="Red", answers={"Yellow": CHALLENGES})
    assert actions(BUCCANEER, table.view("Blue")) == {"board b5 3 dagger"}


def test_a_mutiny_against_the_planner_is_a_surprise_and_one_against_another_is_not() -> None:
    table = Port("b5 y2 y3 y4 k3", ships="Minnow Seal", turn="Red")
    view = table.view("Blue")
    table.moves("Red", "r2", "k2")
    assert table.next == ("Yellow",)
    table.challenges("Yellow")
    now = table.view("Blue")
    assert "mutiny" in surprises(BUCCANEER, "board b5 3 dagger", view, now, table.events)
    assert not BUCCANEER.surprised("mutiny", "board r2 3 dagger", table.view("Red"), table.events)


def test_plans_made_earlier_may_name_that_ships_were_sighted_or_parties_disbanded() -> None:
    table = Port("r5 y2 k3", "b5 y4 k2", ships="Minnow", behind="Marlin Dolphin Sprat", turn="Red")
    table.boards("Red", "r5", "Minnow")
    assert BUCCANEER.surprised("sighted", "board b5 3 dagger", table.view("Blue"), table.events)
    assert not BUCCANEER.surprised("disbanded", "board b5 3 dagger", table.view("Blue"), table.events)
    stalled = about_to_stall(stalled=False).moves("Red", "rq", "gq")
    assert BUCCANEER.surprised("disbanded", "board b5 3 dagger", stalled.view("Blue"), stalled.events)


def test_nobody_knows_other_surprises_or_plans() -> None:
    view = port().view("Blue")
    with pytest.raises(ValueError, match="no surprise"):
        BUCCANEER.surprised("earthquake", "board b5 3 dagger", view, ())
    with pytest.raises(ValueError, match="plan"):
        BUCCANEER.surprised("mutiny", "challenge", view, ())
