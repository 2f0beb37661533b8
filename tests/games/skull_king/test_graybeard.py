"""Two players, and the ghost between them."""

from __future__ import annotations

import pytest

from games.skull_king import dealing
from games.skull_king.cards import FACES, LOOTS
from games.skull_king.options import SkullKingOptions
from games.skull_king.state import CardPlayed
from games.text import english
from tests.games.skull_king.tavern import HAUNTED, SKULL_KING, Tavern


def haunted(anne: str, bob: str, graybeard: str) -> Tavern:
    return Tavern(HAUNTED, Anne=anne, Bob=bob, Graybeard=graybeard).bidding()


def played(table: Tavern) -> list[str]:
    """Who has played what, since the beginning."""
    cards = [event for event in table.events if isinstance(event, CardPlayed)]
    return [f"{table.name(event.seat)} {FACES[event.face].short}" for event in cards]


# The deal


def test_three_hands_are_dealt_and_two_people_bid() -> None:
    state = SKULL_KING.new(HAUNTED, 2, bytes(32))
    state = dealing.next_round(state.table, state.seed)
    assert [len(hand) for hand in state.hands] == [2, 2, 2]
    assert SKULL_KING.to_act(state) == (0, 1)
    assert SKULL_KING.outcome(state) is None
    assert len(set(b"".join(state.hands) + dealing.undealt(state))) == 70


def test_without_the_option_two_play_by_themselves() -> None:
    state = SKULL_KING.new(SkullKingOptions(), 2, bytes(32))
    assert (len(state.hands), state.table.ghost) == (2, None)


@pytest.mark.parametrize("players", [3, 4, 8])
def test_graybeard_comes_to_two_people_only(players: int) -> None:
    options = SkullKingOptions(graybeard=True, loot=True)
    state = SKULL_KING.new(options, players, bytes(32))
    assert (len(state.hands), state.table.ghost) == (players, None)
    assert set(LOOTS) <= set(dealing.deck_of(state.table.setup))


def test_with_graybeard_there_is_no_loot() -> None:
    state = SKULL_KING.new(SkullKingOptions(graybeard=True, loot=True, kraken=True), 2, bytes(32))
    assert not set(LOOTS) & set(dealing.deck_of(state.table.setup))
    assert len(dealing.deck_of(state.table.setup)) == 71


def test_nobody_sees_graybeards_pile() -> None:
    one, other = haunted("g2 g3", "g5 g6", "y1 y2"), haunted("g2 g3", "g5 g6", "k1 king")
    for name in ("Anne", "Bob", None):
        assert one.view(name) == other.view(name)


# The order of play


def test_graybeard_always_plays_second() -> None:
    table = haunted("g2 g3", "g5 g6", "y1 y2").plays("Anne leads g2")
    assert played(table) == ["Anne g2", "Graybeard y1"]
    assert table.next == ("Bob",)
    table.plays("Bob plays g5").plays("Bob leads g6, Anne plays g3")
    assert played(table)[3:] == ["Bob g6", "Graybeard y2", "Anne g3"]


def test_graybeard_plays_his_top_card_whatever_the_suit() -> None:
    table = haunted("g2 g3", "g5 g6", "y1 g14").plays("Anne leads g2, Bob plays g5")
    assert table.taker == "Bob", "a ghost does not follow suit, even if he could"


def test_when_graybeard_takes_a_trick_he_leads_then_who_led_last_then_the_other() -> None:
    table = haunted("g2 g3 g4", "g5 g6 g7", "g14 g13 p1").plays("Anne leads g2, Bob plays g5")
    assert (table.taker, table.leads_next, table.next) == ("Graybeard", "Graybeard", ("Anne",))
    assert played(table)[3:] == ["Graybeard g13"]
    table.plays("Anne plays g3").plays("Bob plays g6")
    assert (table.taker, table.next) == ("Graybeard", ("Anne",)), "Anne is still the one who led last"
    table.plays("Anne plays g4, Bob plays g7")
    assert played(table)[6:] == ["Graybeard p1", "Anne g4", "Bob g7"]


def test_after_bob_has_led_and_graybeard_taken_bob_plays_before_anne() -> None:
    table = haunted("g2 g3 g4", "g5 g6 g7", "y1 g14 p1").plays("Anne leads g2, Bob plays g5")
    table.plays("Bob leads g6, Anne plays g3")
    assert (table.taker, table.next) == ("Graybeard", ("Bob",))
    table.plays("Bob plays g7, Anne plays g4")
    assert played(table)[6:] == ["Graybeard p1", "Bob g7", "Anne g4"]


def test_graybeards_lead_must_be_followed() -> None:
    table = haunted("g2 g3 y4", "g5 g6 y7", "g14 y13 p1").plays("Anne leads g2, Bob plays g5")
    assert table.may_play("Anne") == {"y4"}


def test_the_two_lead_the_rounds_in_turn() -> None:
    table = haunted("g2", "g5", "g14").plays("Anne leads g2, Bob plays g5")
    assert (table.taker, table.table.round, table.table.leader) == ("Graybeard", 2, 1)
    table.bidding()
    assert table.next == ("Bob",)


# His cards


def test_graybeards_tigress_is_an_escape() -> None:
    table = haunted("g2 g3", "g1 g6", "tigress y1").plays("Anne leads g2, Bob plays g1")
    assert table.taker == "Anne"
    assert "Graybeard tigress escape" in played(table)


def test_whoever_takes_graybeards_cards_is_paid_for_them() -> None:
    table = haunted("king g3", "g5 g6", "harry y1").plays("Anne leads king, Bob plays g5")
    assert (table.taker, table.bonus) == ("Anne", 30)


def test_graybeard_does_not_score() -> None:
    table = haunted("g2", "g14", "k5").plays("Anne leads g2, Bob plays g14")
    assert (table.taker, table.bonus) == ("Graybeard", 0)
    assert table.scores == {"Anne": 10, "Bob": 10}
    assert table.why == "Graybeard trumps with 🏴‍☠️ Black 5 and takes the trick."


def test_with_graybeard_a_kraken_leaves_the_lead_with_whoever_would_have_won_him_too() -> None:
    options = SkullKingOptions(graybeard=True, kraken=True)
    table = Tavern(options, Anne="kraken g3", Bob="g5 g6", Graybeard="g14 y1").bidding()
    table.plays("Anne leads kraken, Bob plays g5")
    assert (table.taker, table.leads_next) == (None, "Graybeard")
    assert table.table.ghost.taken == 0
    assert played(table)[-1] == "Graybeard y1"


def test_a_whale_that_graybeard_plays_among_specials_lets_him_lead() -> None:
    options = SkullKingOptions(graybeard=True, white_whale=True)
    table = Tavern(options, Anne="escape g3", Bob="king g6", Graybeard="whale y1").bidding()
    table.plays("Anne leads escape, Bob plays king")
    assert (table.taker, table.leads_next) == (None, "Graybeard")


def test_left_of_a_kraken_sits_whoever_plays_after_it() -> None:
    options = SkullKingOptions(graybeard=True, kraken=True, kraken_lead="left")
    table = Tavern(options, Anne="g2 g3", Bob="kraken g6", Graybeard="g14 y1").bidding()
    table.plays("Anne leads g2, Bob plays kraken")
    assert table.leads_next == "Anne"


# What is shown


def test_the_board_shows_graybeards_cards_and_tricks() -> None:
    table = haunted("g2 g3", "g5 g6", "k1 y2").plays("Anne leads g2")
    assert "Graybeard: 🏴‍☠️ Black 1, winning so far" in table.board()
    table.plays("Bob plays g5")
    board = table.board()
    assert "Graybeard has taken 1 trick" in board
    assert "Graybeard: 💰 Chest 2, winning so far" in board
    assert "Graybeard: 🏴‍☠️ Black 1" in board, "the last trick, in its order"
    assert board.index("Anne: 🦜 Parrot 2") < board.index("Graybeard: 🏴‍☠️ Black 1")
    lines = SKULL_KING.board(table.view()).seats
    assert [line.leads for line in lines] == [False, False], "the ghost leads"


def test_the_last_trick_stays_in_its_order_when_graybeard_led_it() -> None:
    table = haunted("g2 g3 g4", "g5 g6 g7", "g14 g13 p1").plays("Anne leads g2, Bob plays g5")
    table.plays("Anne plays g3").plays("Bob plays g6")
    recap = SKULL_KING.board(table.view()).recap
    assert recap is not None
    assert [table.say(line) for line in recap.lines[:3]] == [
        "Graybeard: 🦜 Parrot 13",
        "Anne: 🦜 Parrot 3",
        "Bob: 🦜 Parrot 6",
    ]


def test_the_log_calls_graybeard_by_name() -> None:
    table = haunted("g2 g3", "g5 g6", "g14 y2").plays("Anne leads g2, Bob plays g5")
    told = [SKULL_KING.narrate(event) for event in table.events]
    assert [table.say(line) for line in told if line is not None][1:] == [
        "Anne leads 🦜 Parrot 2.",
        "Graybeard plays 🦜 Parrot 14.",
        "Bob plays 🦜 Parrot 5.",
        "Graybeard takes the trick with 🦜 Parrot 14.",
        "Graybeard leads 💰 Chest 2.",
    ]


def test_graybeards_tricks_are_told_once_he_has_one() -> None:
    table = haunted("g2 g3", "g5 g6", "g14 y2")
    assert not any("Graybeard has taken" in line for line in table.board())
    assert "Graybeard has taken 1 trick" in table.plays("Anne leads g2, Bob plays g5").board()


def test_the_rules_tell_of_graybeard_where_he_may_come_and_of_loot_where_he_does_not() -> None:
    options = SkullKingOptions(graybeard=True, loot=True)
    three = SKULL_KING.observe(SKULL_KING.new(options, 3, bytes(32)), 0)
    two = SKULL_KING.observe(SKULL_KING.new(options, 2, bytes(32)), 0)
    titles = {
        players: [english(section.title) for section in SKULL_KING.rules(options, view)]
        for players, view in ((2, two), (3, three))
    }
    assert "If only two play: Graybeard, the ghost" in titles[2]
    assert "If only two play: Graybeard, the ghost" not in titles[3]
