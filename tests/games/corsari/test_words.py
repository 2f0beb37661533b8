"""What people read: the buttons of a hand, the board, the log, the sheet, the rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.corsari import actions, foresight, menus, scoring, sorting, split
from games.corsari.options import CorsariOptions
from games.corsari.state import Showdown
from games.text import english
from tests.games.corsari.quay import CORSARI, Quay, cards, words
from tests.games.corsari.test_sailing import hands
from tests.games.playing import paths
from tests.support.examples import examples

HAND = "orange 1 2 8, purple 2 3, blue 9, red 10"


# Choices


def test_drawing_shows_the_limit_that_each_open_card_would_leave() -> None:
    quay = Quay(pier="green 5, red 3", discard="orange 9", Anne=HAND, Bob="grey 1")
    assert quay.say(quay.menu("Anne").prompt) == "Draw a card."
    assert quay.labels("Anne") == [
        f"Stock: one of {quay.table.stock}, unseen",
        "Discards: Orange 9, limit 5",
        "Pier: Green 5, limit 5, next Red",
    ]


def test_drawing_tells_of_the_ends_of_stock_and_pier() -> None:
    quay = Quay(pier="green 5", stock="grey 9", Anne=HAND, Bob="grey 1")
    stock, _discards, pier = quay.labels("Anne")
    assert quay.say(quay.menu("Anne").prompt) == "Draw a card. Whoever takes the stock's last one must sail."
    assert stock == "Stock: the last card, and you must sail"
    assert pier == "Pier: Green 5, the last: the hand is void"


def test_a_pier_that_keeps_its_colour_says_nothing_of_it() -> None:
    assert Quay(Anne=HAND, Bob="grey 1").labels("Anne")[-1] == "Pier: Green 11, limit 5"


def test_dropping_shows_the_limit_after_each_card_and_when_setting_sail() -> None:
    quay = Quay(stock="grey 4 5", Anne="orange 1 2, purple 2 3, red 10", Bob="grey 1").draws("Anne")
    assert quay.say(quay.menu("Anne").prompt) == "Drop a card, or set sail."
    assert quay.labels("Anne") == [
        "Purple 2: limit 6",
        "Purple 3: limit 5",
        "Grey 4: limit 3",
        "Red 10: limit 3",
        "Orange 1: limit 6",
        "Orange 2: limit 5",
        "Set sail: limit 3 at best",
    ]
    assert quay.choice("Anne", "grey4").symbol == "🦈"


def test_setting_sail_asks_once_more() -> None:
    quay = Quay(stock="grey 4 5", Anne="orange 1 2, purple 2 3, red 10", Bob="grey 1").draws("Anne")
    assert quay.choice("Anne", "sail").action is None
    assert quay.labels("Anne", "sail") == ["Yes, set sail"]
    assert quay.choice("Anne", "sail", "yes").action == "sail"
    assert "sail" not in [choice.value for choice in quay.acts("Anne", "sail").menu("Anne").choices]


def test_whoever_must_sail_is_told_why() -> None:
    quay = Quay(stock="grey 4", Anne="orange 1", Bob="grey 1").draws("Anne")
    prompt = "The stock is empty, so you must sail. First drop a card."
    assert quay.say(quay.menu("Anne").prompt) == prompt


def closing(hand: str) -> Quay:
    """Anne has dropped a card and is to name her crew."""
    quay = Quay(Anne=hand, Bob="grey 1, orange 9").draws("Anne").acts("Anne", "sail")
    return quay.drops("Anne", words(bytes((quay.state.drawn,))))


def test_the_best_crews_are_one_press_away_the_best_of_all_first() -> None:
    quay = closing(HAND)
    labels = quay.labels("Anne")
    assert labels[0] == "Limit 14 (Red and Orange), 3 stowaways"
    limits = [int(label.split()[1]) for label in labels[:-1]]
    assert limits == sorted(limits)
    assert len(labels) == foresight.BEST + 1
    assert labels[-1] == "Another crew"


def test_splits_that_are_worse_in_everything_are_not_offered_but_keep_their_places() -> None:
    quay = closing(HAND)
    assert quay.offered("Anne") == ["A: limit 14", "B: limit 24", "Other crew"]
    best, *worse, _other = quay.menu("Anne").choices
    assert best.action == "crew red orange"
    refused = [each for each in worse if each.action is None]
    assert len(refused) == foresight.BEST - 2
    assert quay.say(refused[0].why_not).startswith("Another one is better in every way.")
    others = every_crew(quay, "crews")
    assert f"crew {refused[0].value}" in others, "among the others"


def every_crew(quay: Quay, *path: str) -> list[str]:
    """The actions of the list of crews, over all its pages."""
    choices = quay.menu("Anne" if path[0] == "crews" else "Bob", *path).choices
    found = [choice.action for choice in choices if choice.action is not None]
    assert len(choices) <= menus.CREWS + 1
    if choices[-1].value == "more":
        found += every_crew(quay, *path, "more")
    return found


def test_any_other_crew_is_in_a_list_the_lowest_limit_first() -> None:
    quay = closing("orange 1 2, purple 2 3, blue 9")
    assert quay.say(quay.menu("Anne", "crews").prompt) == "Which crew, with which limit?"
    others = every_crew(quay, "crews")
    offered = [choice.action for choice in quay.menu("Anne").choices if choice.action]
    assert sorted([*offered, *others]) == sorted(quay.may("Anne")), "each once"
    limits = [
        split.laid_out(cards("orange 1 2, purple 2 3, blue 9"), 9, actions.CREW_OF[each]).limit
        for each in others
    ]
    assert limits == sorted(limits)
    assert quay.labels("Anne", "crews")[0].startswith("Limit ")


def test_beside_a_picture_a_crew_is_its_colours_and_the_limit() -> None:
    quay = closing("orange 1 2, purple 2 3, red 4, blue 5")
    shown = {
        choice.value: f"{choice.symbol} {quay.say(choice.short)}".strip()
        for page in ((), ("more",))
        for choice in quay.menu("Anne", "crews", *page).choices
    }
    assert shown["red"] == "🦀 13"
    assert shown["purple red"] == "🍇 🦀 8"
    assert shown["none"] == "No crew: 17"


def test_without_a_stowaway_the_button_says_what_it_means() -> None:
    quay = closing("orange 1 2, purple 3")
    assert quay.labels("Anne")[0] == "Cappotto, you win: Purple and Orange"


def test_if_all_crews_are_on_the_first_page_there_is_no_other() -> None:
    assert closing("green 1 2").labels("Anne") == ["Cappotto, you win: no crew"]


def answering() -> Quay:
    """Anne has sailed with orange 1 and 2, and limit 9."""
    quay = Quay(Anne="orange 1 2, sky 9", Bob="orange 5 6, grey 3 4, blue 2, red 7 8")
    return quay.sails("Anne", crew="orange")


def test_an_answer_is_offered_with_what_it_comes_to_the_best_first() -> None:
    quay = answering()
    assert quay.say(quay.menu("Bob").prompt) == "Lay out your cards as shown?"
    assert quay.labels("Bob") == [
        "Limit 9: the ship takes 3 cards",
        "Limit 7: the ship takes 2 cards, attached: 1",
        "Limit 2: the ship takes 1 card, attached: 2",
        "Attach and split by hand",
    ], "each number of cards once, and to keep any makes no sense"
    assert quay.offered("Bob") == ["Sink it", "I'll choose"], "the others are worse"
    first = quay.menu("Bob").choices[0]
    assert (first.symbol, first.action) == ("⚔️", "crew red orange")


def test_above_the_closers_limit_the_fewest_cards_come_first_each_with_its_lowest_limit() -> None:
    quay = Quay(Anne="orange 1, sky 2", Bob="grey 8 7, blue 9 1, brown 10").sails("Anne", crew="orange")
    assert quay.labels("Bob") == [
        "Limit 10: you keep 1 card",
        "Limit 10: you keep 2 cards",
        "Limit 20: you keep 3 cards",
        "Limit 25: you keep 4 cards",
        "Limit 35: you keep 5 cards",
        "Attach and split by hand",
    ]
    assert quay.offered("Bob") == ["Keep 1 card", "I'll choose"], "the others are worse"


def test_who_can_make_a_cappotto_is_offered_nothing_else() -> None:
    quay = Quay(Anne="orange 1, sky 9", Bob="grey 8 7, blue 9, green 1").sails("Anne", crew="orange")
    assert quay.labels("Bob") == ["Cappotto, no stowaways", "Attach and split by hand"]


def test_by_hand_one_takes_what_is_shown_or_attaches_card_by_card_or_names_a_crew() -> None:
    quay = answering()
    assert quay.say(quay.menu("Bob", "choose").prompt) == (
        "Attach to Anne's crew? A card you skip stays with you."
    )
    assert quay.offered("Bob", "choose") == ["As shown", "Other crew", "5", "6"]
    assert quay.offered("Bob", "choose", "orange5") == ["As shown", "Other crew", "6"]
    assert quay.offered("Bob", "choose", "orange6") == ["As shown", "Other crew"]
    assert quay.say(quay.menu("Bob", "choose", "orange5", "orange6").prompt) == (
        "2 attached. Another one? A card you skip stays with you."
    )
    assert "attach orange6 crew grey" in every_crew(quay, "choose", "orange6", "crews")


def test_where_nothing_fits_choosing_leads_to_the_crews() -> None:
    quay = Quay(Anne="orange 1, sky 2", Bob="grey 8 7, blue 9 1, brown 10").sails("Anne", crew="orange")
    assert quay.say(quay.menu("Bob", "choose").prompt) == "Which crew, with which limit?"


@pytest.mark.parametrize("hand", ["orange 5 6, grey 3 4, blue 2, red 7 8", "orange 3, grey 1 2, red 5"])
def test_what_the_picture_proposes_is_one_press_at_every_step(hand: str) -> None:
    """Also where all that is attached is best: the picture shows the next best then, not what was offered."""
    view = Quay(Anne="orange 1 2, sky 9", Bob=hand).sails("Anne", crew="orange").view("Bob")
    steps = 0
    for path, choice in paths(CORSARI, view):
        if choice.value == "so":
            shown, taken = sorting.sorted_hand(view, path[:-1]), actions.parsed_answer(choice.action or "")
            assert shown is not None
            assert taken is not None
            rest = view.hand.translate(None, taken[0])
            assert shown.layout == split.laid_out(rest, view.table.pier_colour, taken[1], taken[0])
            steps += 1
    assert steps > 1


def test_a_number_that_is_attached_already_is_shown_with_the_reason() -> None:
    quay = Quay(Anne="orange 1, purple 2, sky 9", Bob="orange 5, purple 5 6")
    quay.sails("Anne", crew="purple orange")
    refused = quay.choice("Bob", "choose", "purple5", "orange5")
    assert quay.say(refused.why_not) == "You attach a card of this number already."


@examples(30)
@given(hands, st.integers(0, 9))
def test_labels_of_the_widest_hands_fit_on_buttons(held: bytes, pier: int) -> None:
    assert len(english(menus.pier_label(cards("sky 11, sky 10"), 132))) <= 50
    for worth in split.worths(held, pier):
        assert len(english(menus.split_label(worth))) <= 50


# The hand


def test_the_hand_shows_the_best_split_at_all_times() -> None:
    quay = Quay(
        pier="red 1 2",
        stock="yellow 6, grey 9",
        Anne="orange 1 2 7 8, purple 2 3 10, grey 2, green 1, red 4 5 6",
        Bob="orange 9, blue 1 11, sky 2 3",
    )
    split_words = (
        "Crew: 🍇 Purple 2 3 10 and 🍊 Orange 1 7 8. Prisoners: 🦀 Red 4 5 6. "
        "Stowaways: 🦈 Grey 2, 🍊 Orange 2 and 🐢 Green 1. Limit: 5."
    )
    assert quay.note("Anne") == f"Best so far: {split_words}"
    quay.draws("Anne")
    assert quay.note("Anne") == f"You drew 🍋 Yellow 6. Best discard: 🍋 Yellow 6. {split_words}"
    quay.acts("Anne", "sail").drops("Anne", "yellow 6")
    assert quay.note("Anne") == f"Best split: {split_words}"
    quay.acts("Anne", "crew purple orange")
    assert quay.note("Anne") == f"You sail. {split_words}"
    assert quay.note("Bob") == (
        "Not one stowaway: cappotto! "
        "Attached: 🍊 Orange 9. Crew: 🐳 Blue 1 11 and 🧊 Light blue 2 3. "
        "Prisoners: none. Stowaways: none. Limit: 0."
    )


def test_what_is_best_for_an_opponent_is_shown_with_the_reason() -> None:
    """Why should anybody lay out ten stowaways? Because the the ship takes them."""
    assert (
        answering()
        .note("Bob")
        .startswith("You can get as low as Anne, who then takes your stowaways. Crew: ")
    )
    high = Quay(Anne="orange 1, sky 2", Bob="grey 8, blue 9, brown 10").sails("Anne", crew="orange")
    assert high.note("Bob").startswith("You can't get as low as Anne: keep few stowaways. Crew: ")


def test_who_has_answered_sees_what_was_laid_out() -> None:
    quay = Quay(Anne="orange 1 2, sky 9", Bob="grey 3", Cora="grey 4").sails("Anne", crew="orange")
    quay.answers("Bob", crew="grey")
    assert quay.note("Bob").startswith("You laid out: Crew: 🦈 Grey 3.")


# The board


def test_the_board_shows_pier_discards_stock_and_penalty_cards() -> None:
    quay = Quay(pier="green 5, red 3", stock="grey 4 5", penalties={"Bob": 1}, Anne=HAND, Bob="grey 1")
    assert quay.board() == [
        "Hand 1, turn 1",
        "Anne draws a card.",
        "Pier: 🐢 Green 5 and 🦀 Red 3. 🐢 Green cards are prisoners.",
        "Discards: 🍋 Yellow 11 on top. Stock: 2 cards.",
        "1 penalty card so far; at 35, one last hand.",
        "0 penalty cards",
        "1 penalty card",
    ]


def test_the_board_keeps_in_mind_what_everybody_saw_somebody_take() -> None:
    """Green 5 from the pier stays, orange 9 from the discards goes again; what the stock gave is secret."""
    quay = Quay(pier="green 5, red 3", discard="orange 9", stock="grey 4 5 6", Anne=HAND, Bob="blue 1 2")
    held = "Anne openly took 🐢 Green 5."
    quay.turn("Anne", "pier", "blue 9")
    assert quay.board()[5:6] == [held]
    quay.draws("Bob", "discard")
    assert quay.board()[5:7] == [held, "Bob openly took 🐳 Blue 9."]
    quay.drops("Bob", "blue 9").draws("Anne")
    assert [line for line in quay.board("Bob") if "openly" in line] == [held]
    quay.sails("Anne", crew="none")
    assert not any("openly" in line for line in quay.board()), "all lay out their cards now"
    quay.answers("Bob")
    assert not any("openly" in line for line in quay.board()), "new cards have been dealt"


def test_the_board_says_that_nothing_follows_the_last_hand() -> None:
    quay = Quay(penalties={"Bob": 36}, Anne=HAND, Bob="grey 1").having(last_hand=True)
    assert "36 penalty cards so far: this is the last hand." in quay.board()
    assert not any("one last hand" in line for line in quay.board())


@pytest.mark.parametrize(
    ("actions", "turn"),
    [
        (["draw stock"], "Anne drops a card, or sets sail."),
        (["draw stock", "sail"], "Anne drops a card."),
        (["draw stock", "sail", "drop blue9"], "Anne picks a crew."),
        (
            ["draw stock", "sail", "drop blue9", "crew none"],
            "Waiting for Bob.",
        ),
    ],
)
def test_the_board_says_what_is_going_on(actions: list[str], turn: str) -> None:
    quay = Quay(Anne=HAND, Bob="grey 1")
    for action in actions:
        quay.acts("Anne", action)
    assert quay.board()[1] == turn
    assert quay.board("Bob")[2:] == quay.board()[2:]


def test_the_board_names_the_last_hand_and_a_compulsory_stock() -> None:
    quay = Quay(Anne=HAND, Bob="grey 1").having(last_hand=True, quiet=6)
    assert quay.board()[:2] == [
        "The last hand (1), turn 1",
        "Anne must draw from the stock.",
    ]


def test_the_closers_cards_lie_on_the_board() -> None:
    assert (
        "Anne sails. Crew: 🍊 Orange 1 2. Prisoners: none. Stowaways: 🧊 Light blue 9. Limit: 9."
        in answering().board()
    )


def test_the_last_hand_stays_in_sight_with_the_reasons() -> None:
    quay = Quay(Anne="orange 1 2, sky 9", Bob="grey 3, blue 5", Cora="red 11").sails("Anne", crew="orange")
    quay.answers("Bob").answers("Cora")
    assert quay.board()[-5:] == [
        "Bob stayed within the limit: Anne sinks and takes 3 cards.",
        "Cora stayed higher and keeps 1 card.",
        "Anne sailed. Crew: 🍊 Orange 1 2. Prisoners: none. Stowaways: 🧊 Light blue 9. Limit: 9.",
        "Bob: Crew: none. Prisoners: none. Stowaways: 🐳 Blue 5 and 🦈 Grey 3. Limit: 8.",
        "Cora: Crew: none. Prisoners: none. Stowaways: 🦀 Red 11. Limit: 11.",
    ]


def test_the_board_ends_with_the_winners() -> None:
    quay = Quay(Anne="orange 1 2", Bob="grey 1").sails("Anne", crew="orange")
    assert quay.board()[:2] == ["The game is over after 1 hand", "Won by Anne"]
    assert "Cappotto, not one stowaway: won by Anne." in quay.board()


# The log


def test_the_log_tells_a_hand() -> None:
    quay = Quay(pier="green 5, red 3", stock="grey 4 5 6", Anne="orange 1, sky 9", Bob="grey 3, blue 11")
    quay.turn("Anne", "pier", "green 5").turn("Bob", "discard", "grey 3")
    quay.sails("Anne", crew="orange").answers("Bob")
    assert quay.log()[:-1] == [
        "Anne takes 🐢 Green 5 from the pier. Now 🦀 Red cards are prisoners.",
        "Anne drops 🐢 Green 5.",
        "Bob takes 🐢 Green 5 from the discards.",
        "Bob drops 🦈 Grey 3.",
        "Anne draws from the stock.",
        "You draw 🦈 Grey 4.",
        "Anne sets sail!",
        "Anne drops 🦈 Grey 4.",
        "Anne lays out: Crew: 🍊 Orange 1. Prisoners: none. Stowaways: 🧊 Light blue 9. Limit: 9.",
        "Anne sailed. Crew: 🍊 Orange 1. Prisoners: none. Stowaways: 🧊 Light blue 9. Limit: 9. "
        "Bob: Crew: none. Prisoners: none. Stowaways: 🐳 Blue 11 and 🐢 Green 5. Limit: 16. "
        "Nobody got as low as Anne, who takes nothing. "
        "Bob stayed higher and keeps 2 cards. Penalty cards: Anne 0 and Bob 2.",
    ]
    assert quay.log()[-1].startswith("Hand 2: Bob begins, ")


def test_the_log_announces_the_last_hand_and_the_end() -> None:
    quay = Quay(penalties={"Anne": 34}, Anne="orange 1, sky 9", Bob="blue 11").sails("Anne", crew="orange")
    quay.answers("Bob")
    assert quay.log()[-2].endswith("The next hand is the last.")
    assert quay.log()[-1].startswith("The last hand (2):")
    quay = Quay(penalties={"Anne": 44}, Anne="orange 1, sky 9", Bob="blue 11").sails("Anne", crew="orange")
    quay.answers("Bob")
    assert quay.log()[-1] == "Game over: won by Bob with 1 penalty card."


def test_the_log_tells_a_closers_cappotto_once_and_an_opponents_with_all_cards() -> None:
    closer = Quay(Anne="orange 1 2", Bob="grey 1").sails("Anne", crew="orange")
    assert closer.log()[-3:-1] == [
        "Anne lays out: Crew: 🍊 Orange 1 2. Prisoners: none. Stowaways: none. Limit: 0.",
        "Cappotto, not one stowaway: won by Anne.",
    ]
    opponent = Quay(Anne="orange 1, sky 9", Bob="green 11").sails("Anne", crew="orange").answers("Bob")
    assert opponent.log()[-2].endswith(
        "Bob: Crew: none. Prisoners: 🐢 Green 11. Stowaways: none. Limit: 0. "
        "Cappotto, not one stowaway: won by Bob."
    )


def test_the_log_tells_of_a_void_hand() -> None:
    quay = Quay(pier="green 5", Anne="orange 1", Bob="blue 11").draws("Anne", "pier")
    assert quay.log()[:2] == [
        "Anne takes 🐢 Green 5, the last card of the pier.",
        "The pier is empty: hand 1 is void.",
    ]
    assert quay.board()[-1] == ("Anne took the pier's last card: the hand is void.")


# The sheet


def test_the_sheet_has_a_line_for_each_scored_hand() -> None:
    quay = Quay(Anne="orange 1, sky 9", Bob="blue 11").sails("Anne", crew="orange")
    assert CORSARI.sheet(quay.view()) is None
    quay.answers("Bob")
    sheet = CORSARI.sheet(quay.view())
    assert sheet is not None
    assert [english(row.label) for row in (*sheet.rows, sheet.totals)] == ["Hand 1", "Total"]
    assert [[english(cell) for cell in row.cells] for row in (*sheet.rows, sheet.totals)] == [
        ["⛵ 0", "+1"],
        ["0", "1"],
    ]


def test_a_cappotto_stands_on_the_sheet() -> None:
    quay = Quay(Anne="orange 1, sky 9", Bob="green 11").sails("Anne", crew="orange").answers("Bob")
    sheet = CORSARI.sheet(quay.view())
    assert sheet is not None
    assert [english(cell) for cell in sheet.rows[-1].cells] == ["⛵ 0", "cappotto"]


def test_the_score_sheet_keeps_number_closer_and_cards_of_each_hand() -> None:
    hand = Showdown(3, 1, 9, (), (b"", b"\1\2", b"\3"))
    (line,) = scoring.hands_of(scoring.packed(hand), 3)
    assert (line.hand, line.closer, list(line.gained)) == (3, 1, [0, 2, 1])


# Options and rules


def test_the_house_option_is_described() -> None:
    strict = CorsariOptions(early_sailing=False)
    assert "first round" in english(CORSARI.describe_options(strict)[0])
    assert "first round" not in english(CORSARI.describe_options(CorsariOptions())[0])


def test_the_rules_have_all_numbers_and_begin_with_what_happens_now() -> None:
    quay = Quay(Anne=HAND, Bob="grey 1")
    sections = CORSARI.rules(CorsariOptions(), quay.view("Anne"))
    told = "\n".join(english(line) for section in sections for line in section.lines)
    for number in (
        "110 cards",
        "1 to 11",
        "12 cards",
        "7 cards with 2",
        "8 cards with 3",
        "9 cards with 4",
        "35",
        "45",
    ):
        assert number in told
    assert [english(section.title) for section in sections][:2] == ["Your turn", "The game"]
    dropping = CORSARI.rules(CorsariOptions(), quay.draws("Anne").view("Anne"))
    assert [english(section.title) for section in dropping][:2] == ["Your turn", "Crew, prisoners, stowaways"]
    assert sorted(map(str, dropping)) == sorted(map(str, sections)), "nothing is said twice"
