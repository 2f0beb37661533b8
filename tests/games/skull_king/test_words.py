"""What people read: the buttons of a hand, the board, the log, the rules."""

from __future__ import annotations

import pytest

from games.skull_king.cards import ESCAPE_CARDS, FACES, KRAKEN
from games.skull_king.options import SkullKingOptions
from games.skull_king.speech import cards_words
from games.text import _, english
from tests.games.skull_king.tavern import SKULL_KING, Tavern, trick

# Choices


def test_bids_are_asked_for_with_zero_as_a_deliberate_choice() -> None:
    table = Tavern(Anne="g1 g2 g3", Bob="y1 y2 y3")
    menu = table.menu("Anne")
    assert table.say(menu.prompt) == "How many of the 3 tricks will you take?"
    assert [table.say(choice.label) for choice in menu.choices] == [
        "0: not a single trick",
        "1",
        "2",
        "3",
    ]


def test_a_card_is_a_button_with_its_suits_symbol() -> None:
    choice = Tavern(Anne="g12 k1", Bob="y1 y2").bidding().choice("Anne", "g12")
    assert (english(choice.label), choice.symbol, choice.action) == ("Parrot 12", "🦜", "play g12")


def test_a_card_that_may_not_be_played_is_shown_with_the_reason() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 y4").bidding().plays("Anne leads g1")
    choice = table.choice("Bob", "y4")
    assert choice.action is None
    assert table.say(choice.why_not) == "Follow Parrot, or play a special card."


def test_the_tigress_asks_in_a_second_step() -> None:
    table = Tavern(Anne="tigress g2", Bob="g3 g4").bidding()
    assert table.choice("Anne", "tigress").action is None
    menu = table.menu("Anne", "tigress")
    assert table.say(menu.prompt) == "Tigress: as a strong pirate or as a weak escape?"
    assert [(table.say(choice.label), choice.action) for choice in menu.choices] == [
        ("Tigress as a pirate", "play tigress pirate"),
        ("Tigress as an escape", "play tigress escape"),
    ]


def test_scary_mary_asks_too() -> None:
    menu = Tavern("classic", Anne="mary y2", Bob="y3 y4").bidding().menu("Anne", "mary")
    assert english(menu.prompt) == "Scary Mary: as a strong pirate or as a weak escape?"


@pytest.mark.parametrize(
    ("led", "asked"),
    [
        ("Anne leads g1", "Follow Parrot, or play a special card."),
        ("Anne leads p1", "You have no Map: play any card."),
        ("Anne leads escape", "No suit yet: play any card."),
        ("Anne leads king", "No suit in this trick: play any card."),
    ],
)
def test_one_sentence_says_what_the_choice_is_about(led: str, asked: str) -> None:
    table = Tavern(Anne="g1 p1 escape king", Bob="g3 y4 y5 y6").bidding().plays(led)
    assert table.say(table.menu("Bob").prompt) == asked


def test_the_leader_is_told_so() -> None:
    table = Tavern(Anne="g1", Bob="g2").bidding()
    assert table.say(table.menu("Anne").prompt) == "You lead: play any card."


# The board


def test_while_bidding_the_board_says_who_is_missing_and_who_will_lead() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 g4", Cora="g5 g6").bids("Bob", 1)
    assert table.board()[:2] == [
        "Round 2 of 10: bids, 2 tricks to win",
        "All bid at once. Anne will lead.",
    ]
    assert table.board()[2:] == [
        "still to bid · points: 0",
        "has bid · points: 0",
        "still to bid · points: 0",
    ]


def test_the_board_shows_the_trick_in_order_who_is_winning_and_bids_against_tricks() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 g4", Cora="g5 g6").bidding(Anne=2, Bob=1)
    table.plays("Anne leads g1, Bob plays g3")
    assert table.board() == [
        "Round 2 of 10, trick 1. Bids add up to 3; 2 tricks to win",
        "Cora is next. Suit: Parrot",
        "Anne: 🦜 Parrot 1",
        "Bob: 🦜 Parrot 3, winning so far",
        "bid 2, took 0 · points: 0",
        "bid 1, took 0 · points: 0",
        "bid 0, took 0 · points: 0",
    ]


def test_the_last_trick_stays_in_sight_also_over_the_end_of_a_round() -> None:
    table = Tavern(Anne="g1", Bob="king").bidding().plays("Anne leads g1, Bob plays king")
    assert table.board()[-5:] == [
        "Anne: 🦜 Parrot 1",
        "Bob: 💀 Skull King",
        "Bob takes the trick with 💀 Skull King.",
        "Anne bid 0 and made it: +10",
        "Bob bid 0 and took 1: −10",
    ]


def test_the_board_marks_who_leads_and_who_is_awaited() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 g4", Cora="g5 g6").bidding().plays("Anne leads g1")
    lines = SKULL_KING.board(table.view()).seats
    assert [table.name(line.seat) for line in lines if line.leads] == ["Anne"]
    assert [table.name(line.seat) for line in lines if line.waiting] == ["Bob"]
    table.plays("Bob plays g3, Cora plays g6")
    lines = SKULL_KING.board(table.view()).seats
    assert [table.name(line.seat) for line in lines if line.leads and line.waiting] == ["Cora"]


@pytest.mark.parametrize(
    ("beast", "line"),
    [
        ("kraken", "The Kraken is here: nobody will take this trick"),
        ("whale", "The White Whale is here: the highest number wins"),
    ],
)
def test_the_board_says_what_a_beast_does(beast: str, line: str) -> None:
    table = Tavern(Anne=f"{beast} g1", Bob="g2 g3").bidding().plays(f"Anne leads {beast}")
    assert line in table.board()


def test_everybody_sees_the_same_board() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 g4").bidding().plays("Anne leads g1")
    assert table.board("Anne") == table.board("Bob") == table.board()


def test_what_a_trick_is_worth_is_told_while_it_may_still_be_won() -> None:
    table = Tavern(Anne="g14 g1", Bob="g2 g3").bidding(Anne=2).plays("Anne leads g14, Bob plays g2")
    assert "Worth 10 more if Anne makes the bid." in table.board()
    table.plays("Anne leads g1, Bob plays g3")
    assert not any("worth" in line for line in table.board())


# The hand


def test_the_hand_shows_the_cards_sorted_and_the_bid() -> None:
    table = Tavern(Anne="tigress g2 k1 g1", Bob="y1 y2 y3 y4").bidding(Anne=2)
    hand = SKULL_KING.hand(table.view("Anne"))
    assert hand is not None
    assert [english(card) for card in hand.cards] == [
        "🦜 Parrot 1",
        "🦜 Parrot 2",
        "🏴‍☠️ Black 1",
        "🐯 Tigress",
    ]
    assert table.say(hand.note) == "You bid 2 and have taken 0."


def test_the_hand_shows_what_else_an_exact_bid_would_score() -> None:
    table = Tavern(Anne="g14 k1 g2", Bob="loot g3 g4", Cora="king g5 g6").bidding(Anne=1)
    table.plays("Anne leads g14, Bob plays loot, Cora plays g5")
    hands = [SKULL_KING.hand(table.view(name)) for name in ("Anne", "Bob", "Cora")]
    assert [table.say(hand.note) for hand in hands if hand is not None] == [
        "You bid 1 and have taken 1. Bonuses if your bid holds: 10. Your loot ally: Bob.",
        "You bid 0 and have taken 0. Your loot ally: Anne.",
        "You bid 0 and have taken 0.",
    ]


# The log


def test_the_log_tells_a_round() -> None:
    table = (
        Tavern(Anne="tigress", Bob="g2").bidding(Anne=1).plays("Anne leads tigress as a pirate, Bob plays g2")
    )
    told = [SKULL_KING.narrate(event) for event in table.events]
    assert [table.say(line) for line in told if line is not None] == [
        "Round 1, 1 card each. Yo-ho-ho! The bids: Anne 1 and Bob 0. Anne leads.",
        "Anne leads 🐯 Tigress as a pirate.",
        "Bob plays 🦜 Parrot 2.",
        "Anne takes the trick with 🐯 Tigress as a pirate.",
        "Round 1 scores, totals in brackets: Anne +20 (20) and Bob +10 (10).",
    ]


def test_the_log_ends_with_the_winners() -> None:
    table = (
        Tavern(Anne="g14", Bob="g2").in_round(10).bidding(Anne=1, Bob=1).plays("Anne leads g14, Bob plays g2")
    )
    assert table.say(SKULL_KING.narrate(table.events[-1])) == "The game is over. Anne won with 30 points."


def test_a_surprising_result_is_explained() -> None:
    assert "First come, first served" in trick("Anne leads harry, Bob plays rosie").why
    assert "beguiles" in trick("Anne leads harry, Bob plays mermaid, Cora plays king").why
    assert "Nobody wanted it" in trick("Anne leads loot, Bob plays escape").why


def test_only_black_trumps_and_only_where_another_suit_was_led() -> None:
    assert "trumps" in trick("Anne leads g1, Bob plays k1").why
    assert trick("Anne leads k1, Bob plays k2").why.startswith("Bob takes the trick with")
    assert trick("Anne leads g1, Bob plays g2").why.startswith("Bob takes the trick with")
    assert trick("Anne leads escape, Bob plays g2, Cora plays g3").why.startswith("Cora takes the trick with")


def test_many_cards_are_named_in_few_words() -> None:
    listed = cards_words(bytes((1, 0, *ESCAPE_CARDS[:2], KRAKEN, 94)))
    words = english(_("{cards}", cards=listed))
    assert words == "🦜 Parrot 1 2, 🏴‍☠️ Black 14, 🏳️ Escape (2) and 🐙 Kraken"


# Cards


def test_each_suit_has_a_name_a_symbol_and_a_letter_of_its_own_within_its_edition() -> None:
    for options in (SkullKingOptions(), SkullKingOptions(edition="classic")):
        suits = options.setup.edition.suits
        assert len({suit.symbol for suit in suits}) == len({english(suit.name) for suit in suits}) == 4
        assert len({suit.letter for suit in suits}) == 4


def test_the_names_in_the_log_never_change() -> None:
    """Stored games know cards by their number, logs by their name."""
    known = {0: "g1", 13: "g14", 14: "y1", 28: "p1", 42: "y1", 55: "b1", 68: "r1", 81: "k1", 94: "k14"}
    alike = "escape1 escape2 escape3 escape4 escape5 loot1 loot2 mermaid1 mermaid2"
    pirates = "pirate1 pirate2 pirate3 pirate4 pirate5 rosie bendt rascal juanita harry"
    single = "tigress mary king kraken whale"
    faces = ["tigress pirate", "tigress escape", "mary pirate", "mary escape"]
    assert {number: FACES[number].short for number in known} == known
    assert [face.short for face in FACES[95:]] == [*f"{alike} {pirates} {single}".split(), *faces]


# The rules


@pytest.mark.parametrize(
    ("options", "told", "untold"),
    [
        (SkullKingOptions(), ["Tigress", "1 to 14"], ["Kraken", "White Whale", "Loot", "Scary Mary"]),
        (SkullKingOptions(kraken=True), ["Kraken"], ["White Whale", "Loot"]),
        (SkullKingOptions(edition="classic"), ["Scary Mary", "1 to 13"], ["Tigress", "Kraken", "each 14"]),
    ],
)
def test_the_rules_tell_of_the_cards_at_this_table_and_of_no_others(
    options: SkullKingOptions, told: list[str], untold: list[str]
) -> None:
    rules = "\n".join(english(line) for section in SKULL_KING.rules(options, None) for line in section.lines)
    assert all(word in rules for word in told)
    assert not any(word in rules for word in untold)


def test_the_rules_begin_with_what_happens_now() -> None:
    table = Tavern(Anne="g1", Bob="g2")
    bidding = SKULL_KING.rules(SkullKingOptions(), table.view("Anne"))
    playing = SKULL_KING.rules(SkullKingOptions(), table.bidding().view("Anne"))
    assert [english(section.title) for section in bidding][:2] == ["Bids", "The game"]
    assert [english(section.title) for section in playing][:2] == ["Tricks", "Making your bid"]
    assert sorted(map(str, bidding)) == sorted(map(str, playing)), "nothing is said twice"


@pytest.mark.parametrize(("players", "told"), [(3, False), (8, True)])
def test_the_rules_tell_of_the_limit_for_eight_where_eight_may_play(players: int, told: bool) -> None:
    options = SkullKingOptions()
    view = SKULL_KING.observe(SKULL_KING.new(options, players, bytes(32)), 0)
    limit = "With 8 players: 8 cards each at most."
    assert (limit in [english(line) for line in SKULL_KING.rules(options, view)[1].lines]) == told
    assert limit in [english(line) for line in SKULL_KING.rules(options, None)[0].lines]


@pytest.mark.parametrize(
    ("options", "told"), [({}, False), ({"kraken": True}, True), ({"white_whale": True}, True)]
)
def test_the_rules_say_that_a_sea_monster_does_not_unset_the_suit(
    options: dict[str, bool], told: bool
) -> None:
    rules = SKULL_KING.rules(SkullKingOptions.model_validate(options), None)
    line = "A suit once set stays set, even when a sea monster turns up."
    assert (line in [english(line) for section in rules for line in section.lines]) == told
