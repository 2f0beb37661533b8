"""Turns, and putting one party on another."""

from __future__ import annotations

import pytest

from games.contract import IllegalAction
from games.text import english
from tests.games.buccaneer.port import BUCCANEER, Port
from tests.games.playing import texts_in


def refused(port: Port, name: str, action: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        port.acts(name, action)
    return port.say(refusal.value.reason)


# Turns


def test_the_turn_passes_clockwise() -> None:
    port = Port(players=3, turn="Blue")
    assert port.next == ("Blue",)
    assert port.moves("Blue", "b2", "r2").next == ("Yellow",)
    assert port.moves("Yellow", "y2", "r3").next == ("Red",)
    assert port.moves("Red", "r5", "y3").next == ("Blue",)


def test_a_turn_is_one_move_or_one_boarding() -> None:
    port = Port("r5 b5", ships="Minnow Marlin")
    kinds = {action.split()[0] for action in port.legal("Red")}
    assert kinds == {"move", "board"}
    assert port.boards("Red", "r5", "Minnow").next == ("Blue",)


def test_whoever_can_act_must() -> None:
    assert all(action.startswith(("move", "board")) for action in Port("r5 b5").legal("Red"))
    refusal = refused(Port(), "Red", "pass")
    assert refusal == "Put one of your parties on another player's, or board a ship with it."


def test_nobody_acts_out_of_turn() -> None:
    assert refused(Port(), "Blue", "move b2 r2") == "Not yet: it is Red's turn."


def test_who_has_no_pirate_on_top_is_passed_over() -> None:
    port = Port("r5 b2 b3 y2", "k5 b4 b5 bq", players=4, ships="Leviathan", turn="Red")
    port.moves("Red", "r2", "y3")
    assert port.next == ("Yellow",)
    assert port.log[-1] == "Blue has no pirate on top and sits out a turn."


def test_who_has_a_pirate_on_top_but_nothing_to_do_is_passed_over_too() -> None:
    """Our ruling."""
    port = Port(
        "b2 r2 y2 k2 b3",
        "r5 b4 y3 k3 b5 y4",
        "y5 r3 k4 k5 bq yq kq rq",
        ships="Leviathan",
    )
    port.moves("Red", "r4", "y5")
    assert port.log[1:] == [
        "Blue can neither climb nor board and sits out a turn.",
        "Yellow has no pirate on top and sits out a turn.",
        "Black has no pirate on top and sits out a turn.",
    ]
    assert port.table.current == port.seat("Red")


# Moving


def test_a_single_pirate_is_put_on_a_single_pirate_of_another() -> None:
    assert Port().moves("Red", "r5", "b2").party("r5") == "r5 b2"


def test_a_party_is_put_on_another_and_both_keep_their_order() -> None:
    port = Port("r5 y2 k3", "b4 r2 yq").moves("Red", "r5", "b4")
    assert port.party("r5") == "r5 y2 k3 b4 r2 yq"


def test_the_new_party_belongs_to_whoever_lies_on_top() -> None:
    port = Port("b4 r2").moves("Red", "r5", "b4")
    assert "r5 b4 r2" in port.parties_of("Red")
    assert port.parties_of("Blue") == ["b2", "b3", "b5", "bq"]


def test_who_is_covered_loses_command() -> None:
    port = Port("r5 b2", turn="Blue", ships="Minnow").moves("Blue", "b3", "r5")
    assert port.parties_of("Blue")[0] == "b3 r5 b2"
    assert "r5" not in [party[:2] for party in port.parties_of("Red")]


def test_a_party_is_never_split() -> None:
    port = Port("r5 b2 r3 y4")
    tops = {action.split()[1] for action in port.legal("Red")}
    assert tops == {"r2", "r4", "r5", "rq"}, "the Red 3 lies in the party"
    assert refused(port, "Red", "move r3 b3") == ("No party of yours has that pirate on top.")
    assert port.moves("Red", "r5", "k2").party("r5") == "r5 b2 r3 y4 k2"


def test_not_onto_a_party_of_ones_own() -> None:
    port = Port("r5 b2")
    assert "move r4 r5" not in port.legal("Red")
    assert refused(port, "Red", "move r4 r5") == "That party is yours already. Climb on another player's."
    assert refused(port, "Red", "move r4 r3") == "That party is yours already. Climb on another player's."


def test_not_with_a_party_of_somebody_elses() -> None:
    assert "No party of yours" in refused(Port(), "Red", "move b2 y2")


def test_not_onto_a_pirate_that_is_covered() -> None:
    assert refused(Port("b4 y2"), "Red", "move r2 y2") == "No party has that pirate on top."


def test_nine_pirates_are_the_most() -> None:
    nine = Port("r5 b2 b3 k4", "y5 k2 k3 b4 r2")
    assert nine.moves("Red", "r5", "y5").party("r5") == "r5 b2 b3 k4 y5 k2 k3 b4 r2"
    ten = Port("r5 b2 b3 k4 y2", "y5 k2 k3 b4 r2")
    assert "move r5 y5" not in ten.legal("Red")
    assert refused(ten, "Red", "move r5 y5") == "Together that makes 10 pirates; 9 is the most."


def test_a_button_says_why_not() -> None:
    port = Port("r5 b2 b3 k4 y2", "y5 k2 k3 b4 r2")
    choice = port.choice("Red", "r5", "y5")
    assert choice.action is None
    assert port.say(choice.why_not) == "Together that makes 10 pirates; 9 is the most."


def test_a_fresh_party_can_board_on_the_next_turn_at_the_earliest() -> None:
    port = Port(players=3, ships="Minnow").moves("Red", "r5", "b2")
    assert port.next == ("Blue",)
    assert not [action for action in port.legal("Red") if action.startswith("board")]
    port.moves("Blue", "b3", "y2").moves("Yellow", "y3", "b4")
    assert "board r5 3 dagger" in port.legal("Red")


# What may be seen


def test_only_the_top_pirates_wage_can_be_seen() -> None:
    port = Port("r5 b2 y3", turn="Blue")
    for name in (None, "Red", "Blue", "Yellow"):
        (seen,) = [party for party in port.view(name).parties if len(party) > 1]
        (other,) = [party for party in Port("r5 b4 y5").view(name).parties if len(party) > 1]
        assert seen == other


def test_no_text_names_a_covered_wage() -> None:
    port = Port("r5 b2 y3 k4", "y2 r3", turn="Red")
    hidden = {"Blue 2", "Yellow 3", "Black 4", "Red 3"}
    for name in (None, "Red", "Blue"):
        view = port.view(name)
        shown = [BUCCANEER.board(view), BUCCANEER.hand(view), BUCCANEER.steps(view)]
        said = " ".join(english(text) for text in texts_in(shown))
        assert "Red 5" in said
        assert not any(disc in said for disc in hidden)


def test_the_log_of_moves_names_no_wages() -> None:
    """Else it could be looked up what lies in a party."""
    port = Port().moves("Red", "r5", "b2").moves("Blue", "b3", "r5").moves("Yellow", "y4", "b3")
    assert port.log == [
        "Red puts 1 pirate on Blue's party of 1: 2 together.",
        "Blue puts 1 pirate on Red's party of 2: 3 together.",
        "Yellow puts 1 pirate on Blue's party of 3: 4 together.",
    ]
