"""Boarding a ship: who may, who gets what, and who pays whom."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.buccaneer.port import BUCCANEER, Port
from tests.games.buccaneer.test_moving import refused

# Who may board


def test_only_the_captain_boards() -> None:
    port = Port("r5 b2 b3", turn="Blue", ships="Minnow")
    assert not [action for action in port.legal("Blue") if action.startswith("board")]
    assert "No party of yours" in refused(port, "Blue", "board r5 3 dagger")


def test_a_ship_must_be_face_up() -> None:
    port = Port("r5 b2", ships="Minnow", behind="Sprat")
    assert "board r5 1 dagger" not in port.legal("Red")
    assert refused(port, "Red", "board r5 1 dagger") == "The Sprat is not in sight."


def test_the_party_must_have_as_many_pirates_as_the_ship_demands() -> None:
    port = Port("r5 b2 y2 k2", ships="Marlin Dolphin")
    assert {action for action in port.legal("Red") if action.startswith("board")} == {
        "board r5 9 candlestick",
        "board r5 9 dagger",
    }
    assert refused(port, "Red", "board r5 11 chest") == "It takes 5 pirates; this party has 4."
    assert port.say(port.choice("Red", "r5", "11").why_not) == "It takes 5 pirates; this party has 4."


def test_more_pirates_than_demanded_may_come() -> None:
    port = Port("r5 b2 b3 y2 y3 k2 k3", ships="Narwhal Minnow").boards("Red", "r5", "Minnow")
    assert port.boarded.voyage.ship == 2
    assert port.ducats["Red"] == 10 + 10 - (2 + 3) - (2 + 3) - (2 + 3)


# Booty


def test_the_captain_chooses_one_of_the_two_pieces() -> None:
    port = Port("r5 b5 y2 k5 r2", ships="Marlin Minnow")
    menu = port.menu("Red", "r5", "11")
    assert [choice.value for choice in menu.choices] == ["chest", "dagger"]
    assert port.boards("Red", "r5", "Marlin", taking="dagger").booty["Red"] == ["dagger"]


def test_the_first_mate_gets_the_other_piece() -> None:
    port = Port("r5 b5 y2 k5 r2", ships="Marlin Minnow").boards("Red", "r5", "Marlin", taking="dagger")
    assert port.booty == {"Red": ["dagger"], "Blue": ["chest"], "Yellow": [], "Black": []}


def test_on_a_small_ship_the_first_mate_gets_none() -> None:
    port = Port("r5 b5", ships="Minnow Marlin").boards("Red", "r5", "Minnow")
    assert port.booty == {"Red": ["dagger"], "Blue": [], "Yellow": [], "Black": []}


def test_a_piece_that_the_ship_does_not_show_cannot_be_taken() -> None:
    refused(Port("r5 b5 y2 k5 r2", ships="Marlin"), "Red", "board r5 11 barrel")


# Ducats


def test_the_captain_takes_the_ships_ducats_and_pays_the_others_their_wages() -> None:
    """The leaflet's example: 22 ducats, of which Red keeps 10; the fifth pirate is a Red one."""
    port = Port("r5 b5 y2 k5 r2", ships="Marlin Minnow").boards("Red", "r5", "Marlin", taking="chest")
    assert port.ducats == {"Red": 10 + 10, "Blue": 10 + 5, "Yellow": 10 + 2, "Black": 10 + 5}
    assert port.booty["Blue"] == ["dagger"]


def test_a_question_mark_is_paid_what_the_ship_says() -> None:
    """The example's end: with Yellow's question mark Yellow gets 4 more, and the captain keeps 4 fewer."""
    port = Port("r5 b5 y2 k5 yq", ships="Marlin Minnow").boards("Red", "r5", "Marlin", taking="chest")
    assert port.ducats == {"Red": 10 + 6, "Blue": 10 + 5, "Yellow": 10 + 6, "Black": 10 + 5}


@pytest.mark.parametrize(("ship", "paid"), [("Minnow", 1), ("Shrimp", 2), ("Sprat", 3)])
def test_each_ship_says_what_a_question_mark_gets(ship: str, paid: int) -> None:
    port = Port("r5 bq", ships=f"{ship} Marlin").boards("Red", "r5", ship)
    assert port.ducats["Blue"] == 10 + paid


def test_the_captains_own_pirates_cost_nothing() -> None:
    port = Port("r5 b2 r4 rq", ships="Minnow Marlin").boards("Red", "r5", "Minnow")
    assert port.ducats["Red"] == 10 + 10 - 2


def test_what_the_ship_does_not_cover_the_captain_pays() -> None:
    port = Port("r5 b5 k4", ships="Sprat Marlin").boards("Red", "r5", "Sprat")
    assert port.ducats == {"Red": 10 + 8 - 9, "Blue": 15, "Yellow": 10, "Black": 14}


def test_what_the_captain_cannot_pay_the_bank_does() -> None:
    """3 ducats and a ship of 9 against wages of 18: Red pays 12, the bank 6."""
    port = Port("r2 b5 k4 b4 y5", ships="Shrimp Marlin", ducats={"Red": 3})
    port.boards("Red", "r2", "Shrimp")
    assert port.ducats == {"Red": 0, "Blue": 10 + 9, "Yellow": 10 + 5, "Black": 10 + 4}
    assert port.boarded.voyage.bank == 6


def test_what_the_bank_has_paid_is_never_paid_back() -> None:
    port = Port("r2 b5 k4 b4 y5", "r3 k2", ships="Shrimp Minnow Marlin", players=4, ducats={"Red": 3})
    port.boards("Red", "r2", "Shrimp")
    for name, top, onto in (("Blue", "b2", "y2"), ("Yellow", "y3", "k3"), ("Black", "k5", "b3")):
        port.moves(name, top, onto)
    port.boards("Red", "r3", "Minnow")
    assert port.ducats["Red"] == 10 - 2


def test_a_captain_who_has_nothing_left_keeps_the_booty() -> None:
    port = Port("r2 b5 k4 b4 y5", ships="Shrimp Marlin", ducats={"Red": 3})
    assert port.boards("Red", "r2", "Shrimp").booty["Red"] == ["candlestick"]


def test_exactly_enough_leaves_the_captain_with_nothing_and_the_bank_out_of_it() -> None:
    port = Port("r2 b5 k3", ships="Sprat Marlin", ducats={"Red": 0}).boards("Red", "r2", "Sprat")
    assert (port.ducats["Red"], port.boarded.voyage.bank) == (0, 0)


# Afterwards


def test_all_pirates_go_back_to_their_owners_face_up() -> None:
    port = Port("r5 b5 y2 k5 r2", ships="Marlin Minnow").boards("Red", "r5", "Marlin", taking="chest")
    assert port.parties_of("Red") == ["r2", "r3", "r4", "r5", "rq"]
    assert port.parties_of("Blue") == ["b2", "b3", "b4", "b5", "bq"]
    assert "b5" in {action.split()[1] for action in port.legal("Blue")}
    assert all(len(party) == 1 and party < b"\x19" for party in port.view().parties)


def test_other_parties_stay_as_they_are() -> None:
    port = Port("r5 b5 y2 k5 r2", "y3 k2 b4", ships="Marlin Minnow")
    assert port.boards("Red", "r5", "Marlin", taking="chest").party("y3") == "y3 k2 b4"


def test_the_boarded_ship_is_out_of_the_game() -> None:
    port = Port("r5 b5", ships="Minnow Marlin Orca", behind="Sprat").boards("Red", "r5", "Minnow")
    assert port.in_sight == ["Marlin", "Orca"]
    assert all("Minnow" not in port.say(line) for line in BUCCANEER.board(port.view()).table)


def test_new_ships_come_only_when_all_three_are_gone() -> None:
    behind = "Sprat Herring Seal Turbot"
    port = Port("r5 b5", "b3 y2", ships="Minnow Shrimp", behind=behind)
    port.boards("Red", "r5", "Minnow")
    assert port.in_sight == ["Shrimp"]
    port.boards("Blue", "b3", "Shrimp")
    assert port.in_sight == ["Sprat", "Herring", "Seal"]
    assert port.table.unseen == 1
    assert "ShipsSighted" in port.kinds_of_events


def test_ships_are_laid_out_five_times() -> None:
    random = Random(3)
    state = BUCCANEER.new(BUCCANEER.Options(), 4, bytes(32))
    fleets = [state.table.ships]
    while waiting := BUCCANEER.to_act(state):
        action = random.choice(BUCCANEER.legal_actions(state, waiting[0]))
        state, _events = BUCCANEER.apply(state, waiting[0], action)
        if len(state.table.ships) == 3 and state.table.ships != fleets[-1]:
            fleets.append(state.table.ships)
    assert len(fleets) == 5
    assert sorted(b"".join(fleets)) == list(range(15))


# What people read


def test_the_payment_is_explained_line_by_line() -> None:
    port = Port("r5 b5 y2 k5 yq", ships="Marlin Minnow").boards("Red", "r5", "Marlin", taking="chest")
    recap = BUCCANEER.board(port.view()).recap
    assert recap is not None
    assert [port.say(line) for line in recap.lines] == [
        "Red boards the Marlin with 5 pirates.",
        "Red takes a 💰 treasure chest.",
        "First mate Blue gets a 🗡️ dagger.",
        "Blue earns 5 ducats (Blue 5).",
        "Yellow earns 6 ducats (Yellow 2 and Yellow ? is 4 here).",
        "Black earns 5 ducats (Black 5).",
        "Red keeps 6 of 22 ducats.",
    ]


def test_what_the_captain_adds_and_what_the_bank_adds_is_told() -> None:
    port = Port("r2 b5 k4 b4 y5", ships="Shrimp Marlin", ducats={"Red": 3}).boards("Red", "r2", "Shrimp")
    assert port.log[0].endswith("Red adds 3 to the ship's 9 ducats. The bank pays the missing 6.")


def test_a_captain_without_a_ducat_adds_none() -> None:
    port = Port("r2 b5 k4 b4 y5", ships="Shrimp Marlin", ducats={"Red": 0}).boards("Red", "r2", "Shrimp")
    assert port.log[0].endswith("Yellow earns 5 ducats (Yellow 5). The bank pays the missing 9.")


def test_a_choice_of_booty_is_a_third_step_that_says_first_what_is_left() -> None:
    port = Port("r5 b5 y2 k5 r2", ships="Marlin Minnow")
    menu = port.menu("Red", "r5", "11")
    assert port.say(menu.prompt) == "This brings you 10 ducats. Which piece is yours?"
    assert [(port.say(choice.label), choice.action) for choice in menu.choices] == [
        ("treasure chest; dagger for Blue", "board r5 11 chest"),
        ("dagger; treasure chest for Blue", "board r5 11 dagger"),
    ]


def test_a_ship_with_one_piece_is_boarded_at_once_unless_that_can_cost_something() -> None:
    cheap, dear = Port("r5 b2", ships="Minnow"), Port("r5 b5 y2 k5 r2", ships="Marlin Minnow")
    assert cheap.choice("Red", "r5", "3").action == "board r5 3 dagger"
    assert dear.choice("Red", "r5", "3").action is None
    menu = dear.menu("Red", "r5", "3")
    assert dear.say(menu.prompt) == "This costs you 2 ducats. Board all the same?"
    assert [(choice.value, choice.action) for choice in menu.choices] == [("dagger", "board r5 3 dagger")]


@pytest.mark.parametrize(
    ("ducats", "said"),
    [
        (10, "Costs up to 5 ducats, or brings 1. Board all the same?"),
        (2, "Costs up to 2 ducats, or brings 1. Board all the same?"),
    ],
)
def test_nobody_is_told_of_a_larger_loss_than_they_can_have(ducats: int, said: str) -> None:
    port = Port("r5 b5 b4 k5", "r2 b2 k2 y3", ships="Shrimp", ducats={"Red": ducats})
    assert port.say(port.menu("Red", "r5", "2").prompt) == said
