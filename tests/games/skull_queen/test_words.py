"""What people read: the buttons of a hand, the board, the log, the sheet, the rules."""

from __future__ import annotations

import pytest

from games.contract import IllegalAction
from games.skull_queen import constants
from games.skull_queen.cards import COLOURS, FACES
from games.skull_queen.options import SkullQueenOptions
from games.text import english
from tests.games.skull_queen.ship import SKULL_QUEEN, Ship, trick

OPTIONS = SkullQueenOptions()


def three() -> Ship:
    return Ship(Anne="r7 b2", Bob="r11 g1", Cora="g4 y3")


# Setting a plank


def test_first_the_side_is_asked() -> None:
    ship = three()
    menu = ship.menu("Anne")
    assert ship.say(menu.prompt) == "Which side of your plank faces up?"
    assert [(choice.value, ship.say(choice.label)) for choice in menu.choices] == [
        ("up", "Ascending: 1, 2, 3, 5 and 8 from the bottom up"),
        ("down", "Descending: 8, 5, 3, 2 and 1 from the bottom up"),
    ]


def test_then_a_space_for_each_pirate_with_what_it_is_worth_on_that_side() -> None:
    ship = three()
    menu = ship.menu("Anne", "down")
    assert ship.say(menu.prompt) == "↘️ descending: where does your 🔥 red pirate go?"
    assert [ship.say(choice.label) for choice in menu.choices] == [
        "Bottom: 8 points",
        "Space 2: 5 points",
        "Space 3: 3 points",
        "Space 4: 2 points",
        "Top: 1 point",
    ]


def test_who_sets_a_plank_is_told_by_what_the_pirates_will_move() -> None:
    ship = three()
    assert ship.note("Anne") == (
        "High cards send their pirate up, low ones down. In the water it scores nothing."
    )


def test_what_was_chosen_so_far_stays_in_sight() -> None:
    ship = three()
    asked = ship.say(ship.menu("Anne", "up", "5", "1", "4").prompt)
    assert asked == "↗️ 🔥8, 🍀1 and ☀️5: where does your 💧 blue pirate go?"


def test_at_last_the_whole_plank_is_confirmed() -> None:
    ship = three()
    menu = ship.menu("Anne", "up", "5", "1", "4", "3")
    assert ship.say(menu.prompt) == "↗️ ascending: 🔥8, 🍀1, ☀️5 and 💧3. Ready?"
    (ready,) = menu.choices
    assert (ready.action, ready.kind) == ("plank up 5 1 4 3", "confirm")


def test_those_who_are_ready_see_their_plank_and_can_set_it_anew() -> None:
    ship = three().sets("Anne", "up 5 1 4 3")
    assert ship.note("Anne") == (
        "Your plank: ↗️ ascending, 🔥 8, 🍀 1, ☀️ 5 and 💧 3. Change it until everyone is ready, if you like."
    )
    assert [choice.value for choice in ship.menu("Anne").choices] == ["again"]
    assert ship.choice("Anne", "ready", "again", "down", "1", "1", "1", "1").action == "plank down 1 1 1 1"


def test_those_who_may_not_set_it_anew_are_not_told_that_they_may() -> None:
    ship = three()
    for _time in range(constants.MOST_SETTINGS):
        ship.sets("Anne", "up 3 3 3 3")
    assert ship.note("Anne").endswith("☀️ 3 and 💧 3.")


@pytest.mark.parametrize(
    "path", [("again",), ("left",), ("up", "0"), ("up", "6"), ("up", "1", "1", "1", "1", "1")]
)
def test_a_step_that_is_none_is_refused(path: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="No plank is set"):
        SKULL_QUEEN.steps(three().view("Anne"), path)
    with pytest.raises(ValueError, match="think again"):
        SKULL_QUEEN.steps(three().sets("Anne", "up 3 3 3 3").view("Anne"), ("up", *path))


# Playing a card


def test_a_card_is_a_button_with_its_colours_symbol() -> None:
    choice = three().set().choice("Anne", "r7")
    assert (english(choice.label), choice.symbol, choice.action) == ("Red 7", "🔥", "play r7")


def test_cards_that_do_something_say_what() -> None:
    labels = {shown.short: english(shown.label) for shown in FACES.values()}
    assert labels["g8"] == "Green 8 (two up)"
    assert labels["y5"] == "Yellow 5 (two down)"
    assert (labels["monkey"], labels["mate"]) == ("Monkey (0)", "First Mate (13)")


def test_a_card_that_may_not_be_played_is_shown_with_the_reason() -> None:
    ship = three().set().plays("Anne leads r7")
    choice = ship.choice("Bob", "g1")
    assert choice.action is None
    assert ship.say(choice.why_not) == "You have Red, so you must play it."


@pytest.mark.parametrize(
    ("special", "asked", "refused"),
    [
        ("", "Follow 🔥 Red.", "You have Red, so you must play it."),
        (
            "mate",
            "Follow 🔥 Red, or play the Mate.",
            "You must follow Red, or play the First Mate (13).",
        ),
        (
            "monkey mate",
            "Follow 🔥 Red, or play a special card.",
            "You must follow Red, or play the Monkey or the First Mate.",
        ),
    ],
)
def test_monkey_and_first_mate_are_named_to_those_who_hold_them_and_to_nobody_else(
    special: str, asked: str, refused: str
) -> None:
    ship = Ship(Anne="r7 b2 b3 b4", Bob=f"r11 g1 {special}", Cora="g4 y3 y4 y5").set().plays("Anne leads r7")
    assert ship.say(ship.menu("Bob").prompt) == asked
    assert ship.say(ship.choice("Bob", "g1").why_not) == refused
    with pytest.raises(IllegalAction) as told:
        ship.plays("Bob plays g1")
    assert ship.say(told.value.reason) == refused


@pytest.mark.parametrize(
    ("led", "asked"),
    [
        ("r7", "Follow 🔥 Red."),
        ("b2", "You have no 💧 Blue: play any card."),
        ("monkey", "No colour yet: play any card."),
    ],
)
def test_one_sentence_says_what_the_choice_is_about(led: str, asked: str) -> None:
    ship = Ship(Anne="r7 b2 monkey", Bob="r11 g1 g2", Cora="g4 y3 y4").set()
    assert ship.say(ship.menu("Anne").prompt) == "You lead: play any card."
    assert ship.say(ship.plays(f"Anne leads {led}").menu("Bob").prompt) == asked


def test_two_players_are_told_that_both_cards_are_shown_together() -> None:
    ship = Ship(king="r7 g7", Anne="r2 g2", Bob="y9 g9").set()
    assert ship.say(ship.menu("Anne").prompt) == "Follow 🔥 Red."
    assert ship.say(ship.menu("Bob").prompt) == ("You have no 🔥 Red: play any card.")


# The board


def test_before_the_planks_are_set_the_board_shows_the_middle_and_who_is_missing() -> None:
    ship = Ship(middle="r2 y9", aside="monkey", Anne="r7", Bob="r8", Cora="r9", Dan="b1")
    assert ship.sets("Bob", "up 1 1 1 1").board() == [
        "Round 1 of 4: setting planks",
        "3 players are still setting a plank.",
        "In the middle: 🔥 Red 2 and ☀️ Yellow 9.",
        "Out of this round: 🐒 Monkey (0).",
        "setting the plank · points: 0",
        "ready · points: 0",
        "setting the plank · points: 0",
        "setting the plank · points: 0",
    ]


def test_the_board_shows_middle_trick_planks_and_who_would_move_now() -> None:
    ship = Ship(middle="y9 g12", Anne="r8 b2", Bob="r11 g1", Cora="g4 y3").set(Bob="down 1 2 3 4")
    assert ship.plays("Anne leads r8, Bob plays r11").board() == [
        "Round 1 of 3, trick 1 of 2",
        "Cora is next. Follow 🔥 Red.",
        "In the middle: 🍀 Green 12 and ☀️ Yellow 9.",
        "Anne: 🔥 Red 8 (two up)",
        "Bob: 🔥 Red 11",
        "🔥 Red so far: Bob 2 up, Anne 1 down",
        "↗️ ascending, 🔥 3, 🍀 3, ☀️ 3 and 💧 3: 12 now, 0 before",
        "↘️ descending, 🔥 8, 🍀 5, ☀️ 3 and 💧 2: 18 now, 0 before",
        "↗️ ascending, 🔥 3, 🍀 3, ☀️ 3 and 💧 3: 12 now, 0 before",
    ]


def test_the_board_says_where_nobody_would_move() -> None:
    ship = Ship(middle="r12 g12", Anne="r8 b2", Bob="g11 g1", Cora="g4 y3").set().plays("Anne leads r8")
    assert "🔥 Red so far: nobody up, Anne 1 down" in ship.board()


def test_the_board_foretells_no_move_of_a_pirate_that_is_in_the_water() -> None:
    ship = Ship(Anne="r7 r1 b1", Bob="r9 r2 b2", Cora="r10 r3 b3").set(Cora="up 5 3 3 3")
    ship.plays("Anne leads r7, Bob plays r9, Cora plays r10, Cora leads r3, Anne plays r1")
    assert "🔥 Red so far: nobody up, Anne 1 down" in ship.board()


def test_the_board_names_the_last_two_who_set_their_planks() -> None:
    assert Ship(king="r7 g7", Anne="r2 g2", Bob="y9 g9").board()[1] == (
        "Still setting a plank: Anne and Bob."
    )


def test_the_board_of_two_shows_the_old_kings_card_and_who_has_still_to_choose() -> None:
    ship = Ship(king="r7 g7", Anne="r2 g2", Bob="y9 g9").set().acts("Bob", "play y9")
    assert ship.board()[:3] == [
        "Round 1 of 2, trick 1 of 2",
        "Still choosing a card in secret: Anne.",
        "The old Pirate King: 🔥 Red 7",
    ]


def test_two_players_are_told_why_they_play_one_after_the_other_when_he_turns_up_a_special() -> None:
    ship = Ship(king="mate g7", Anne="monkey g2", Bob="y9 g9").set()
    assert ship.board()[1] == ("The King's card has no colour: Anne plays first, face up.")
    assert ship.say(ship.menu("Anne").prompt) == ("The King's card has no colour: play any card, face up.")
    assert ship.acts("Anne", "play monkey").board()[1] == "Bob is next. No colour yet."


def test_the_last_trick_stays_in_sight_with_what_it_did() -> None:
    ship = trick("Anne leads r5, Bob plays r9, Cora plays g1", middle="g2 g9", Anne="up 2 3 3 3")
    assert ship.board()[-8:] == [
        "In the middle lay: 🍀 Green 2 and 🍀 Green 9.",
        "Anne: 🔥 Red 5 (two down)",
        "Bob: 🔥 Red 9",
        "Cora: 🍀 Green 1",
        "🔥 Red 9: Bob's red pirate goes 1 up, to 5.",
        "🔥 Red 5 (two down): Anne's red pirate steps off the bottom. Splash!",
        "🍀 Green 9 lay in the middle: nobody goes up.",
        "🍀 Green 1: Cora's green pirate goes 1 down, to 2.",
    ]


def test_the_board_marks_who_leads_and_who_is_awaited() -> None:
    board = SKULL_QUEEN.board(three().set().plays("Anne leads r7").view())
    assert [(line.leads, line.waiting) for line in board.seats] == [
        (True, False),
        (False, True),
        (False, False),
    ]


def test_of_two_players_nobody_is_marked_as_leader() -> None:
    board = SKULL_QUEEN.board(Ship(king="r7 g7", Anne="r2 g2", Bob="y9 g9").set().view())
    assert not any(line.leads for line in board.seats)


def test_the_hand_is_sorted_and_says_what_the_plank_is_worth() -> None:
    ship = Ship(Anne="monkey b2 r11 r7", Bob="r1 r2 r3 r4", Cora="g1 g2 g3 g4").set()
    hand = SKULL_QUEEN.hand(ship.view("Anne"))
    assert hand is not None
    assert [english(card) for card in hand.cards] == ["🔥 Red 7", "🔥 Red 11", "💧 Blue 2", "🐒 Monkey (0)"]
    assert ship.note("Anne") == "Your plank: ↗️ ascending, 🔥 3, 🍀 3, ☀️ 3 and 💧 3, worth 12."


# The log


def test_the_log_tells_a_round() -> None:
    ship = Ship(middle="y9", aside="mate", Anne="r7 b1", Bob="r9 b8", Cora="r10 b3").set(Cora="down 5 1 1 1")
    ship.plays("Anne leads r7, Bob plays r9, Cora plays r10, Cora leads b3, Anne plays b1, Bob plays b8")
    assert ship.log() == [
        "Round 1, 2 cards each. In the middle: ☀️ Yellow 9. Out of this round: "
        "⚓ First Mate (13). Anne: ↗️ ascending, 🔥 3, 🍀 3, ☀️ 3 and 💧 3. Bob: ↗️ ascending, 🔥 3, 🍀 3, ☀️ 3 "
        "and 💧 3. Cora: ↘️ descending, 🔥 1, 🍀 8, ☀️ 8 and 💧 8.",
        "Anne leads 🔥 Red 7.",
        "Bob plays 🔥 Red 9.",
        "Cora plays 🔥 Red 10.",
        "🔥 Red 10: Cora's red pirate steps off the top. Splash! 🔥 Red 7: Anne's "
        "red pirate goes 1 down, to 2. In the middle: ☀️ Yellow 9. Cora leads "
        "next: highest card, 🔥 Red 10.",
        "Cora leads 💧 Blue 3.",
        "Anne plays 💧 Blue 1.",
        "Bob plays 💧 Blue 8 (two up).",
        "💧 Blue 8 (two up): Bob's blue pirate goes 2 up, to 8. 💧 Blue 1: "
        "Anne's blue pirate goes 1 down, to 2. In the middle: ☀️ Yellow 9.",
        "Round 1 scores, totals in brackets: Anne +10 (10), Bob +17 (17) and Cora +24 (24).",
    ]


def test_the_log_of_two_tells_what_the_old_king_did() -> None:
    ship = Ship(king="r7 g7", Anne="r2 g2", Bob="r5 g9").set(Anne="up 1 1 1 1")
    ship.acts("Bob", "play r5").acts("Anne", "play r2")
    assert ship.log()[1:] == [
        "The old Pirate King turns up 🔥 Red 7.",
        "Anne plays 🔥 Red 2.",
        "Bob plays 🔥 Red 5 (two down).",
        "🔥 Red 7 is the old Pirate King's: nobody moves. 🔥 Red 2: Anne's "
        "red pirate steps off the bottom. Splash!",
        "The old Pirate King turns up 🍀 Green 7.",
    ]


def test_the_log_says_when_nobody_moves() -> None:
    assert trick("Anne leads r7, Bob plays g2, Cora plays y1").log()[-1] == (
        "No two cards of one colour: nobody moves. In the middle: 🔥 Red 7, 🍀 Green 2 and ☀️ Yellow 1. "
        "Anne leads next: highest card, 🔥 Red 7."
    )


def test_the_log_says_when_a_pirate_is_in_the_water_already() -> None:
    ship = Ship(Anne="r7 r1 b1", Bob="r9 r2 b2", Cora="r10 r3 b3").set(Cora="up 5 3 3 3")
    ship.plays("Anne leads r7, Bob plays r9, Cora plays r10, Cora leads r3, Anne plays r1, Bob plays r2")
    assert ship.log()[-1].startswith("🔥 Red 3: Cora's red pirate is already in the water.")


def test_the_log_ends_with_the_winners() -> None:
    ship = Ship(round=3, Anne="r7", Bob="r9", Cora="r10").set()
    ship.plays("Anne leads r7, Bob plays r9, Cora plays r10")
    assert ship.log()[-1] == "The game is over. Victory for Cora with 14 points!"
    assert ship.board()[:2] == ["The game is over", "Won by Cora"]


# The sheet


def test_the_sheet_has_a_row_a_round_and_says_how_the_latest_came_about() -> None:
    ship = Ship(Anne="r7", Bob="r9", Cora="r10").set(Cora="down 5 1 1 1")
    assert SKULL_QUEEN.sheet(ship.view()) is None
    sheet = SKULL_QUEEN.sheet(ship.plays("Anne leads r7, Bob plays r9, Cora plays r10").view())
    assert sheet is not None
    assert [[ship.say(cell) for cell in row.cells] for row in (*sheet.rows, sheet.totals)] == [
        ["+11", "+12", "+24"],
        ["11", "12", "24"],
    ]
    assert [ship.say(line) for line in sheet.latest] == [
        "Anne (↗️ ascending): 🔥 2, 🍀 3, ☀️ 3 and 💧 3 = +11",
        "Bob (↗️ ascending): 🔥 3, 🍀 3, ☀️ 3 and 💧 3 = +12",
        "Cora (↘️ descending): 🔥 overboard, 🍀 8, ☀️ 8 and 💧 8 = +24",
    ]


# Cards


def test_each_colour_has_a_name_a_symbol_and_a_letter_of_its_own() -> None:
    assert (
        len({colour.symbol for colour in COLOURS}) == len({english(colour.name) for colour in COLOURS}) == 4
    )
    assert len({colour.letter for colour in COLOURS}) == 4


def test_the_names_in_the_log_never_change() -> None:
    """Stored games know cards by their number, logs by their name."""
    numbers = [f"{colour}{number}" for colour in "rgyb" for number in range(1, 13)]
    places = [14 * colour + number for colour in range(4) for number in range(1, 13)]
    assert {number: shown.short for number, shown in FACES.items()} == {
        **dict(zip(places, numbers, strict=True)),
        56: "monkey",
        57: "mate",
    }


# The rules


def rules(ship: Ship | None) -> str:
    sections = SKULL_QUEEN.rules(OPTIONS, ship.view("Anne") if ship else None)
    return "\n".join(english(line) for section in sections for line in (section.title, *section.lines))


def test_the_rules_tell_of_every_deal_before_the_game_and_of_this_tables_in_it() -> None:
    assert all(f"{players} players:" in rules(None) for players in range(2, 7))
    assert "3 players: 14 cards each, numbers 2 to 11." in rules(three())
    assert "4 players:" not in rules(three())


def test_the_old_pirate_king_is_told_of_where_he_may_play_along() -> None:
    assert "the old Pirate King leads every trick" in rules(None)
    assert "the old Pirate King leads every trick" in rules(Ship(king="r7", Anne="r2", Bob="r3"))
    assert "the old Pirate King leads every trick" not in rules(three())


def test_two_players_are_told_who_leads_and_nothing_of_leading_themselves() -> None:
    two = rules(Ship(king="r7", Anne="r2", Bob="r3"))
    assert "The first card sets the colour." in two
    assert "leads the next trick" not in two
    assert "if the trick ends now" not in two
    assert "if the trick ends now" in rules(three())
    assert "leads the next trick" in rules(three())


def test_the_rules_say_that_8_and_5_count_in_the_middle_too_and_that_only_counted_cards_go() -> None:
    told = rules(None)
    assert told.count("with one in the trick or the middle") == 2
    assert "Cards that counted are out of play." in told


def test_the_rules_begin_with_what_goes_on() -> None:
    def first(ship: Ship | None) -> str:
        return english(SKULL_QUEEN.rules(OPTIONS, ship.view("Anne") if ship else None)[0].title)

    ship = three()
    assert [first(None), first(ship), first(ship.set())] == ["The game", "Your plank", "Playing a trick"]


def test_there_is_nothing_to_choose_but_the_table_is_told_how_it_is_played() -> None:
    assert "At this table" not in rules(three()), "the book says it"
    assert SKULL_QUEEN.option_fields(OPTIONS) == ()
    assert [english(line) for line in SKULL_QUEEN.describe_options(OPTIONS)] == [
        "As many rounds as there are players"
    ]


def test_every_page_of_the_rules_fits_a_telephone() -> None:
    for view in (None, three().view("Anne"), Ship(king="r7", Anne="r2", Bob="r3").set().view("Anne")):
        for section in SKULL_QUEEN.rules(OPTIONS, view):
            words = sum(len(english(line).split()) for line in section.lines)
            assert words <= 90, (english(section.title), words)
