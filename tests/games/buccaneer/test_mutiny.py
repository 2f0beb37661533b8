"""Mutiny: who may force a captain to board, when, and to what effect."""

from __future__ import annotations

import pytest

from tests.games.buccaneer.port import BUCCANEER, Port
from tests.games.buccaneer.test_moving import refused

MUTINOUS = "r5 k2 k3 k4 b2 b3"
"""Three of Black's pirates under Red."""


def forced(*parties: str, ships: str = "Marlin Orca Minnow") -> Port:
    """Red's turn, with a challenge by Black."""
    return Port(MUTINOUS, *parties, ships=ships).challenges("Black")


# Who


def test_three_pirates_in_anothers_party_make_a_mutineer() -> None:
    port = Port(MUTINOUS)
    assert port.next == ("Black",)
    assert port.legal("Black") == ("challenge", "let be")


def test_two_do_not() -> None:
    assert Port("r5 k2 k3 y4 b2 b3").next == ("Red",)


def test_three_of_ones_own_under_oneself_do_not() -> None:
    assert Port("r5 r2 r3 r4 b2 b3").next == ("Red",)


def test_the_captains_colour_does_not_matter_only_the_mutineers_pirates_do() -> None:
    port = Port("r5 r2 r3 k2 k3 k4")
    assert port.next == ("Black",)


def test_two_colours_may_mutiny_in_one_party_side_by_side() -> None:
    port = Port("r5 k2 k3 k4 b2 b3 b4")
    assert port.next == ("Blue", "Black")
    assert port.challenges("Black").next == ("Blue",)
    assert port.lets_be("Blue").next == ("Red",)
    assert {action.split()[0] for action in port.legal("Red")} == {"board"}


# When


def test_the_mutineer_is_asked_on_the_captains_turn_before_the_captain_acts() -> None:
    port = Port(MUTINOUS, turn="Black")
    assert port.next == ("Black",)
    assert port.legal("Black")[0].startswith("move"), "it is Black's own turn"
    port.moves("Black", "k5", "y2")
    assert port.next == ("Black",), "asked on Red's turn"
    assert port.legal("Red") == ()
    assert (
        refused(port, "Red", "move r2 y3") == "Wait for Black, who may call a mutiny. Then it is your turn."
    )
    assert refused(port, "Black", "move k5 y3") == "First say whether you mutiny against Red."


def test_a_mutineer_without_a_pirate_on_top_is_asked_too() -> None:
    port = Port(MUTINOUS, "y5 k5 kq")
    assert port.parties_of("Black") == []
    assert port.next == ("Black",)


def test_the_mutineers_own_turn_is_not_used_up() -> None:
    port = forced().boards("Red", "r5", "Marlin", taking="chest")
    port.moves("Blue", "b2", "y2").moves("Yellow", "y3", "b3")
    assert port.next == ("Black",)


# Effect


def test_the_challenged_captain_must_board() -> None:
    port = forced()
    assert port.next == ("Red",)
    assert {action.split()[0] for action in port.legal("Red")} == {"board"}
    assert refused(port, "Red", "move r2 y2") == "Mutiny! You must board a ship."


def test_the_captain_alone_decides_which_ship() -> None:
    """The leaflet's example: Red must comply, and boards the larger of two ships."""
    port = forced()
    assert {action.split()[2] for action in port.legal("Red")} == {"11", "14", "3"}
    port.boards("Red", "r5", "Orca", taking="chest")
    assert port.in_sight == ["Marlin", "Minnow"]


def test_the_mutinied_party_must_be_used_and_no_other() -> None:
    port = forced("r4 y2")
    assert {action.split()[1] for action in port.legal("Red")} == {"r5"}
    refusal = "Mutiny! Board a ship with a party in mutiny."
    assert refused(port, "Red", "board r4 3 dagger") == refusal
    assert port.say(port.choice("Red", "r4").why_not) == refusal


def test_the_boarding_is_carried_out_as_usual_and_the_party_goes_home() -> None:
    port = forced().boards("Red", "r5", "Marlin", taking="chest")
    assert port.ducats == {"Red": 10 + 22 - 9 - 5, "Blue": 10 + 5, "Yellow": 10, "Black": 10 + 9}
    assert port.booty == {"Red": ["chest"], "Blue": [], "Yellow": [], "Black": ["dagger"]}
    assert port.parties_of("Black") == ["k2", "k3", "k4", "k5", "kq"]
    assert port.log[-1].startswith("Mutiny! Red boards the Marlin")


def test_who_lets_be_forces_nothing() -> None:
    port = Port(MUTINOUS).lets_be("Black")
    assert port.next == ("Red",)
    assert {action.split()[0] for action in port.legal("Red")} == {"move", "board"}
    assert port.log == [], "nothing to tell"


def test_a_party_too_small_for_every_ship_cannot_be_forced_and_nobody_is_asked() -> None:
    port = Port("r5 k2 k3 k4", ships="Marlin Orca")
    assert port.next == ("Red",)
    assert any(action.startswith("move") for action in port.legal("Red"))


def test_who_was_not_asked_for_want_of_a_ship_is_asked_when_there_is_one() -> None:
    port = Port("r5 k2 k3 k4", "b4 y2 r2 y3 k5", ships="Marlin", behind="Dolphin", turn="Blue")
    port.boards("Blue", "b4", "Marlin", taking="chest").moves("Yellow", "y5", "b2").moves("Black", "kq", "b3")
    assert port.next == ("Black",), "the Dolphin takes four"


def test_a_challenge_has_no_effect_while_the_party_is_too_small() -> None:
    """The only ship for it was boarded by somebody else in the meantime."""
    port = Port("r5 k2 k3 k4", "b4 y2 r2 y3", ships="Dolphin Marlin", turn="Red")
    port.lets_be("Black").moves("Red", "r3", "y4").challenges("Black")
    port.boards("Blue", "b4", "Dolphin", taking="dagger")
    port.moves("Yellow", "y2", "b2").moves("Black", "k5", "b3")
    assert port.next == ("Red",)
    assert "move r2 y3" in port.legal("Red"), "a turn like any other"


def test_of_several_mutinied_parties_one_boards_and_the_captain_chooses() -> None:
    port = Port("r5 k2 k3 k4 y2", "r4 b2 b3 b4 y3", ships="Marlin Dolphin Minnow")
    port.challenges("Black").challenges("Blue")
    assert {action.split()[1] for action in port.legal("Red")} == {"r4", "r5"}
    port.boards("Red", "r4", "Dolphin", taking="dagger")
    assert port.party("r5") == "r5 k2 k3 k4 y2"
    assert port.next == ("Blue",)


def test_a_party_too_small_does_not_count_among_several() -> None:
    port = Port("r5 k2 k3 k4 y2", "r4 b2 b3 b4", ships="Marlin")
    assert port.next == ("Black",), "Blue's four could board nothing"
    port.challenges("Black")
    assert {action.split()[1] for action in port.legal("Red")} == {"r5"}


# An answer stands


def next_round(port: Port) -> Port:
    """Everybody makes a harmless move, Red to begin with."""
    for name, top, onto in (("Red", "r3", "y2"), ("Blue", "b4", "y3"), ("Yellow", "y4", "b5")):
        port.moves(name, top, onto)
    return port.moves("Black", "k5", "y5")


def test_nobody_is_asked_twice_about_the_same_party() -> None:
    port = next_round(Port(MUTINOUS).lets_be("Black"))
    assert port.next == ("Red",)


def test_a_challenge_stands_until_the_captain_boards() -> None:
    port = Port("r5 k2 k3 k4", "r4 b2 b3 b4", ships="Dolphin Seal Minnow", behind="Sprat")
    port.challenges("Black").challenges("Blue").boards("Red", "r4", "Dolphin", taking="dagger")
    port.moves("Blue", "b4", "y3").moves("Yellow", "y4", "b5").moves("Black", "k5", "y5")
    assert port.next == ("Red",)
    assert {action.split()[1] for action in port.legal("Red")} == {"r5"}


def test_an_answer_can_be_changed_until_the_captain_has_acted() -> None:
    port = Port(MUTINOUS).lets_be("Black")
    assert port.legal("Black") == ("challenge",)
    port.challenges("Black")
    assert {action.split()[0] for action in port.legal("Red")} == {"board"}
    assert port.legal("Black") == ("let be",)
    port.lets_be("Black")
    assert "move" in {action.split()[0] for action in port.legal("Red")}
    assert port.log == [
        "Mutiny! Black wants Red to board with a party of 6.",
        "Black calls off the mutiny against Red.",
    ]


def test_it_can_be_changed_between_the_captains_turns_and_on_ones_own() -> None:
    port = Port(MUTINOUS).lets_be("Black").moves("Red", "r3", "y2")
    assert port.legal("Black") == ("challenge",)
    port.moves("Blue", "b4", "y3").moves("Yellow", "y4", "b5")
    assert port.legal("Black")[-1] == "challenge"
    port.challenges("Black")
    assert port.next == ("Black",), "it is still Black's turn"
    port.moves("Black", "k5", "y5")
    assert {action.split()[0] for action in port.legal("Red")} == {"board"}


def test_it_can_be_changed_twice_in_a_turn_and_again_in_the_next() -> None:
    port = Port(MUTINOUS).lets_be("Black").challenges("Black").lets_be("Black")
    assert port.legal("Black") == ()
    assert "change your mind 2 times a turn" in refused(port, "Black", "challenge")
    assert port.moves("Red", "r3", "y2").legal("Black") == ("challenge",)


def test_when_the_party_grows_the_mutineer_is_asked_again() -> None:
    port = Port(MUTINOUS).lets_be("Black").moves("Red", "r5", "y2")
    assert port.legal("Black") == ()
    port.moves("Blue", "b4", "y3").moves("Yellow", "y4", "b5").moves("Black", "k5", "y5")
    assert port.next == ("Black",)


def test_when_the_party_gets_another_captain_the_answer_is_void() -> None:
    port = Port(MUTINOUS).lets_be("Black").moves("Red", "r2", "y5").moves("Blue", "b5", "r5")
    assert port.legal("Black") == ()
    port.moves("Yellow", "y4", "r3").moves("Black", "k5", "y3").moves("Red", "r4", "y2")
    assert port.table.current == port.seat("Blue")
    assert port.next == ("Black",), "a new captain, a new question"


def test_when_the_party_has_boarded_the_answer_is_void() -> None:
    port = forced().boards("Red", "r5", "Marlin", taking="chest")
    assert port.legal("Black") == ()
    assert not any(port.table.answers)


def test_who_has_nothing_to_mutiny_about_cannot_challenge() -> None:
    assert "Nothing is asked of you now." in refused(Port(), "Black", "challenge")
    assert "Nothing is asked of you now." in refused(Port(MUTINOUS), "Blue", "challenge")


# What is asked, as presses know it


def test_the_captains_question_is_another_one_when_a_mutiny_begins_or_ends() -> None:
    port = Port(MUTINOUS).lets_be("Black")
    free = port.decision("Red")
    forced_now = port.challenges("Black").decision("Red")
    free_again = port.lets_be("Black").decision("Red")
    assert len({free, forced_now, free_again}) == 3


def test_a_second_challenge_does_not_change_the_captains_question() -> None:
    port = Port("r5 k2 k3 k4 b2 b3 b4").challenges("Black").lets_be("Blue")
    before = port.decision("Red")
    assert port.challenges("Blue").decision("Red") == before


def test_the_mutineer_is_asked_in_one_sentence() -> None:
    port = Port(MUTINOUS)
    menu = port.menu("Black")
    assert port.say(menu.prompt) == "3 of yours are under Red's 5. Force a boarding?"
    assert [port.say(choice.label) for choice in menu.choices] == ["Mutiny: Red must board!", "Let Red be"]
    port.lets_be("Black")
    assert port.say(port.menu("Black").prompt) == "You let Red be. Call a mutiny after all?"
    port.challenges("Black")
    assert port.say(port.menu("Black").prompt) == "Your mutiny against Red stands. Call it off?"


def test_on_ones_own_turn_the_button_of_a_standing_answer_says_against_whom_it_is() -> None:
    """Else "board a ship!" would stand there beside one's own parties."""
    port = Port(MUTINOUS).lets_be("Black").moves("Red", "r3", "y2")
    port.moves("Blue", "b4", "y3").moves("Yellow", "y4", "b5")
    assert port.next == ("Black",)
    assert port.say(port.choice("Black", "challenge").label) == "Mutiny: Red must board!"
    port.challenges("Black")
    assert port.say(port.choice("Black", "let be").label) == "Call off the mutiny against Red"


def test_in_a_mutiny_the_captain_is_asked_for_a_ship_only() -> None:
    assert forced().say(forced().menu("Red", "r5").prompt) == "Mutiny! Red 5 boards which ship?"


@pytest.mark.parametrize("name", [None, "Red", "Blue"])
def test_the_board_shows_who_is_asked_and_who_is_in_mutiny(name: str | None) -> None:
    port = Port(MUTINOUS)
    asked = "Black may force Red to board."
    assert port.say(BUCCANEER.board(port.view(name)).turn) == asked
    port.challenges("Black")
    board = BUCCANEER.board(port.view(name))
    assert port.say(board.turn) == "Mutiny! Red must board a ship."
    assert port.say(board.table[-1]) == (
        "🔴 Red 5 over Black, Black, Black, Blue and Blue: 6 pirates, Black in mutiny"
    )
