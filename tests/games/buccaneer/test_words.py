"""What people read: the board, their own pirates, buttons, the sheet, the rules."""

from __future__ import annotations

import pytest

from games.buccaneer.options import BuccaneerOptions
from games.text import english
from tests.games.buccaneer.port import BUCCANEER, Port

# The board


def test_the_board_shows_ships_and_parties_then_everybodys_goods() -> None:
    port = Port("r5 b2 k3", ships="Marlin Minnow", behind="Sprat Seal Orca")
    board = BUCCANEER.board(port.view())
    assert port.say(board.headline) == "0 of 15 ships gone, 2 in sight"
    assert port.say(board.turn) == "Red's turn: climb, or board a ship."
    assert [port.say(line) for line in board.table] == [
        "⛵ Marlin (needs 5, 22 ducats, ? is 4): 💰 treasure chest and 🗡️ dagger",
        "⛵ Minnow (needs 2, 10 ducats, ? is 1): 🗡️ dagger",
        "🔴 Red 5 over Blue and Black: 3 pirates",
    ]
    assert [port.say(line.words) for line in board.seats][:2] == [
        "🔴 Red, ducats: 10, alone: 2, 3, 4 and ?",
        "🔵 Blue, ducats: 10, alone: 3, 4, 5 and ?",
    ]
    assert [line.waiting for line in board.seats] == [True, False, False, False]


def test_who_has_neither_single_pirates_nor_booty_still_has_a_line() -> None:
    port = Port("r5 b2 b3 y2", "k5 b4 b5 bq", booty={"Red": "chest chest"})
    lines = [port.say(line.words) for line in BUCCANEER.board(port.view()).seats]
    assert lines[0] == "🔴 Red, ducats: 10, alone: 2, 3, 4 and ?, booty: 2 treasure chests"
    assert lines[1] == "🔵 Blue, ducats: 10"
    only_booty = Port("r5 b2 b3 y2", "k5 b4 b5 bq", booty={"Blue": "barrel"})
    seats = BUCCANEER.board(only_booty.view()).seats
    assert port.say(seats[1].words) == "🔵 Blue, ducats: 10, booty: 1 rum barrel"


def test_the_board_begins_with_what_the_latest_turn_put_where() -> None:
    port = Port("r5 b2 k3", ships="Minnow Marlin").moves("Red", "r5", "y2")
    told = [port.say(line) for line in BUCCANEER.board(port.view()).table]
    assert told[0] == "Red puts 3 pirates on Yellow's party of 1: 4 together."
    port.moves("Blue", "b3", "k2")
    told = [port.say(line) for line in BUCCANEER.board(port.view()).table]
    assert told[0] == "Blue puts 1 pirate on Black's party of 1: 2 together."


def test_a_ship_just_boarded_is_told_in_the_recap_alone() -> None:
    port = Port("r5 b2 k3", ships="Minnow Marlin").boards("Red", "r5", "Minnow")
    board = BUCCANEER.board(port.view())
    assert port.say(board.table[0]).startswith("⛵ Marlin")


def test_everybody_sees_the_same_board() -> None:
    port = Port("r5 b2 k3")
    assert (
        BUCCANEER.board(port.view("Blue"))
        == BUCCANEER.board(port.view())
        == BUCCANEER.board(port.view("Red"))
    )


def test_when_it_is_over_the_board_says_who_has_won() -> None:
    port = Port("r5 b2", ships="Minnow").boards("Red", "r5", "Minnow")
    board = BUCCANEER.board(port.view())
    assert port.say(board.headline) == "All 15 ships are gone"
    assert port.say(board.turn) == "Won by Red"
    assert board.table == ()


# One's own pirates


def test_the_hand_is_ones_own_parties_and_where_the_other_pirates_are() -> None:
    port = Port("r5 b2 k3", "b3 r2 r3", "k2 r4")
    hand = BUCCANEER.hand(port.view("Red"))
    assert hand is not None
    assert [port.say(card) for card in hand.cards] == ["Red 5 over Blue and 1 more", "Red ? alone"]
    assert (
        port.say(hand.note) == "You are Red. Your pirates under others: 2 under Blue 3 and 1 under Black 2."
    )


def test_who_has_all_pirates_on_top_is_told_the_colour_only() -> None:
    port = Port()
    hand = BUCCANEER.hand(port.view("Blue"))
    assert hand is not None
    assert port.say(hand.note) == "You are Blue."


# Buttons


def test_first_one_of_my_parties_then_a_ship_or_another_party() -> None:
    port = Port("r5 b2 k3", "b3 y2", ships="Marlin Turbot")
    menu = port.menu("Red")
    assert port.say(menu.prompt) == "Who boards a ship, or climbs on another player's pirates?"
    assert [port.say(choice.label) for choice in menu.choices] == [
        "🔴 Red 2 alone",
        "🔴 Red 3 alone",
        "🔴 Red 4 alone",
        "🔴 Red 5 over Blue and 1 more",
        "🔴 Red ? alone",
    ]
    menu = port.menu("Red", "r5")
    assert port.say(menu.prompt) == "Red 5 boards what, or climbs on whom?"
    assert [choice.value for choice in menu.choices[:5]] == ["11", "6", "b3", "b4", "b5"]


def test_a_party_too_small_for_every_ship_is_not_asked_for_one() -> None:
    menu = Port(ships="Marlin Turbot").menu("Red", "r5")
    assert english(menu.prompt) == "Red 5 climbs on top of whom?"
    assert [choice.value for choice in menu.choices[-2:]] == ["11", "6"], "ships are there to say why not"
    assert all(choice.why_not is not None for choice in menu.choices[-2:])


def test_the_parties_of_the_next_player_come_first() -> None:
    port = Port(turn="Yellow", ships="Minnow")
    letters = [choice.value[0] for choice in port.menu("Yellow", "y2").choices]
    assert "".join(dict.fromkeys(letters)) == "krb3"


def test_a_party_that_can_do_nothing_says_why() -> None:
    port = Port("r5 b2 r3 y2 k2", "b3 r2 y3 k3 b4", "y4 r4 k4 y5 b5", "k5 bq yq kq", ships="Narwhal Orca")
    assert port.choice("Red", "r5").why_not is None, "five and four are nine"
    stuck = Port("r5 b2 r3 y2 k2", "b3 r2 y3 k3 b4", "y4 r4 k4 y5 b5", "k5 bq yq kq rq", ships="Narwhal")
    view = stuck.view("Red")
    assert BUCCANEER.legal_actions(stuck.state, 0) == ()
    menu = BUCCANEER.steps(view)
    assert menu is not None
    assert [port.say(choice.why_not) for choice in menu.choices] == [
        "Too small for every ship, too large to join any other party."
    ]


# The sheet


def test_the_sheet_is_empty_until_a_ship_is_gone() -> None:
    assert BUCCANEER.sheet(Port().view()) is None


def test_the_sheet_has_a_row_for_each_ship_with_ducats_and_booty() -> None:
    port = Port("r5 b5 y2 k5 r2", ships="Marlin Minnow").boards("Red", "r5", "Marlin", taking="chest")
    sheet = BUCCANEER.sheet(port.view())
    assert sheet is not None
    assert [[english(row.label), *map(english, row.cells)] for row in (*sheet.rows, sheet.totals)] == [
        ["Start", "10", "10", "10", "10"],
        ["Marlin", "+10 💰", "+5 🗡️", "+2", "+5"],
        ["Ducats", "20", "15", "12", "15"],
    ]
    assert port.say(sheet.latest[-1]) == "Red keeps 10 of 22 ducats."


def test_at_the_end_the_sheet_has_a_row_for_each_kind_of_booty() -> None:
    port = Port("r5 b2", ships="Minnow", booty={"Blue": "chest"}).boards("Red", "r5", "Minnow")
    sheet = BUCCANEER.sheet(port.view())
    assert sheet is not None
    rows = {english(row.label): [english(cell) for cell in row.cells] for row in sheet.rows}
    assert rows["treasure chest"] == ["0: 0", "1: +15", "0: 0", "0: 0"]
    assert rows["dagger"] == ["1: +6", "0: 0", "0: 0", "0: 0"]


def test_of_equal_ducats_the_sheet_says_what_decided() -> None:
    port = Port("r5 b2", ships="Minnow", ducats={"Yellow": 24, "Black": 12}).boards("Red", "r5", "Minnow")
    sheet = BUCCANEER.sheet(port.view())
    assert sheet is not None
    assert port.ducats == {"Red": 24, "Blue": 12, "Yellow": 24, "Black": 12}
    assert port.say(sheet.latest[-1]) == "Equal ducats, so booty decides: Red 1 and Yellow 0"


def test_a_captain_who_pays_from_their_own_has_a_minus() -> None:
    port = Port("r5 b5 k4", ships="Sprat Marlin").boards("Red", "r5", "Sprat")
    sheet = BUCCANEER.sheet(port.view())
    assert sheet is not None
    assert english(sheet.rows[1].cells[0]) == "−1 🗡️"


def test_the_sheet_is_shown_whenever_three_ships_are_gone_and_at_the_end() -> None:
    port = Port("r5 b2", "b3 y2", ships="Minnow Shrimp", behind="Sprat")
    port.boards("Red", "r5", "Minnow")
    assert not any(BUCCANEER.milestone(event) for event in port.events)
    port.boards("Blue", "b3", "Shrimp")
    assert BUCCANEER.milestone(port.events[-1])


# The log and the rules


def test_the_log_tells_moves_by_size() -> None:
    port = Port("r5 b2 k3", "b4 y2").moves("Red", "r5", "b4").moves("Blue", "b3", "y3")
    port.moves("Yellow", "y4", "r5").moves("Black", "k2", "r4")
    assert port.log == [
        "Red puts 3 pirates on Blue's party of 2: 5 together.",
        "Blue puts 1 pirate on Yellow's party of 1: 2 together.",
        "Yellow puts 1 pirate on Red's party of 5: 6 together.",
        "Black puts 1 pirate on Red's party of 1: 2 together.",
    ]


def test_the_log_tells_of_new_ships_and_of_the_last_ones() -> None:
    port = Port("r5 b2", ships="Minnow", behind="Sprat Seal Orca Marlin").boards("Red", "r5", "Minnow")
    assert port.log[-1] == (
        "New ships: Sprat (needs 2, 8 ducats, ? is 3), Seal (needs 4, 15 ducats, ? is 5) and "
        "Orca (needs 6, 28 ducats, ? is 4)."
    )
    last = Port("r5 b2", ships="Minnow", behind="Sprat").boards("Red", "r5", "Minnow")
    assert last.log[-1] == "The last ships: Sprat (needs 2, 8 ducats, ? is 3)."


def test_the_final_score_is_in_ducats() -> None:
    assert [english(BUCCANEER.score(ducats)) for ducats in (1, 135)] == ["1 ducat", "135 ducats"]


def test_the_rules_name_every_ship_and_every_figure() -> None:
    sections = BUCCANEER.rules(BuccaneerOptions(), None)
    said = "\n".join(english(line) for section in sections for line in section.lines)
    assert said.count("⛵") == 15
    assert "10 ducats and 5 pirates, whose wages are 2, 3, 4, 5 and ?" in said
    assert "never more than 9 together" in said
    assert "With 3 or more pirates" in said
    assert "Without a share, a piece of booty is 1 ducat" in said
    assert "treasure chest 15, rum barrel 12, candlestick 9 and dagger 6" in said


@pytest.mark.parametrize(
    ("port", "title"),
    [
        (Port(), "The game"),
        (Port("r5 b2", ships="Minnow"), "Boarding"),
        (Port("r5 k2 k3 k4 b2 b3"), "Mutiny"),
        (Port("r5 b2", ships="Minnow").boards("Red", "r5", "Minnow"), "Scoring"),
    ],
)
def test_the_rules_begin_with_what_goes_on(port: Port, title: str) -> None:
    pages = BUCCANEER.rules(BuccaneerOptions(), port.view("Red"))
    assert english(pages[0].title) == title


def test_that_the_figures_of_the_ships_are_ours_is_said() -> None:
    assert [english(line) for line in BUCCANEER.describe_options(BuccaneerOptions())] == [
        "15 ships, with figures of our own where the printed ones are unknown"
    ]


def test_every_page_of_the_rules_fits_a_telephone() -> None:
    for section in BUCCANEER.rules(BuccaneerOptions(), Port().view()):
        assert len(" ".join(map(english, section.lines)).split()) <= 90, english(section.title)
