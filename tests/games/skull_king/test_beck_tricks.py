"""Grandpa Beck's edition without its expansions: which card wins, what must be followed, and the bonuses."""

from __future__ import annotations

import pytest

from tests.games.skull_king.tavern import Tavern, trick


def test_the_highest_of_the_suit_led_wins() -> None:
    assert trick("Anne leads g12, Bob plays g14, Cora plays g1").taker == "Bob"


def test_other_suits_count_for_nothing_but_black_trumps() -> None:
    assert trick("Anne leads g2, Bob plays y14, Cora plays p13").taker == "Anne"
    table = trick("Anne leads g14, Bob plays k1, Cora plays p13")
    assert table.taker == "Bob"
    assert table.why.startswith("Bob trumps with 🏴‍☠️ Black 1 and takes the trick.")


def test_a_higher_card_of_the_same_suit_is_not_said_to_trump() -> None:
    assert trick("Anne leads g12, Bob plays g14").why.startswith("Bob takes the trick with 🦜 Parrot 14.")
    assert trick("Anne leads k1, Bob plays k2").why.startswith("Bob takes the trick with 🏴‍☠️ Black 2.")


def test_special_cards_beat_each_other_in_a_circle() -> None:
    assert trick("Anne leads k14, Bob plays mermaid").taker == "Bob"
    assert trick("Anne leads mermaid, Bob plays harry").taker == "Bob"
    assert trick("Anne leads harry, Bob plays king").taker == "Bob"
    assert trick("Anne leads king, Bob plays mermaid").taker == "Bob"


def test_with_pirate_skull_king_and_mermaid_the_mermaid_wins() -> None:
    assert trick("Anne leads mermaid, Bob plays king, Cora plays rosie").taker == "Anne"


def test_the_tigress_is_what_her_player_says() -> None:
    assert trick("Anne leads g13, Bob plays tigress as a pirate").taker == "Bob"
    assert trick("Anne leads g13, Bob plays tigress as an escape").taker == "Anne"


def test_of_equal_special_cards_the_first_wins() -> None:
    assert trick("Anne leads g13, Bob plays tigress as a pirate, Cora plays bendt").taker == "Bob"
    assert trick("Anne leads g13, Bob plays mermaid, Cora plays mermaid").taker == "Bob"
    assert trick("Anne leads escape, Bob plays escape").taker == "Anne"


def test_the_highest_black_card_wins() -> None:
    assert trick("Anne leads k3, Bob plays k12, Cora plays k5").taker == "Bob"
    assert trick("Anne leads g14, Bob plays k2, Cora plays k3").taker == "Cora"


@pytest.mark.parametrize("special", ["harry", "tigress as a pirate", "mermaid", "king"])
def test_pirates_mermaids_and_the_skull_king_beat_every_number_black_too(special: str) -> None:
    assert trick(f"Anne leads k14, Bob plays {special}, Cora plays k13").taker == "Bob"


@pytest.mark.parametrize("other", ["g1", "k1", "harry", "mermaid", "king", "tigress as a pirate"])
def test_an_escape_loses_to_every_other_card(other: str) -> None:
    assert trick(f"Anne leads escape, Bob plays {other}").taker == "Bob"


# Following


@pytest.mark.parametrize(("led", "follows"), [("g1", "g9"), ("k1", "k9")])
def test_a_number_that_is_led_must_be_followed_black_too(led: str, follows: str) -> None:
    table = Tavern(Anne=f"{led} y1 y2", Bob="g9 k9 p9").bidding().plays(f"Anne leads {led}")
    assert table.may_play("Bob") == {follows}


def test_those_who_cannot_follow_may_play_any_card_black_too() -> None:
    table = Tavern(Anne="y1 y2 y3", Bob="g9 k9 harry").bidding().plays("Anne leads y1")
    assert table.may_play("Bob") == {"g9", "k9", "harry"}


@pytest.mark.parametrize("special", ["escape", "harry", "tigress", "king", "mermaid"])
def test_cards_without_a_number_may_be_played_whatever_was_led(special: str) -> None:
    table = Tavern(Anne="g1 g2 g3", Bob=f"g9 y9 {special}").bidding().plays("Anne leads g1")
    assert {card.split()[0].rstrip("12345") for card in table.may_play("Bob") - {"g9"}} == {special}


@pytest.mark.parametrize("passing", ["escape", "tigress as an escape", "loot"])
def test_an_escape_a_tigress_as_one_and_loot_leave_the_suit_to_the_next_card(passing: str) -> None:
    card = passing.split()[0]
    table = (
        Tavern(Anne=f"{card} y1", Bob="p5 p6", Cora="p7 y9")
        .bidding()
        .plays(f"Anne leads {passing}, Bob plays p5")
    )
    assert table.may_play("Cora") == {"p7"}


def test_the_suit_is_passed_on_again_and_again() -> None:
    table = Tavern(Anne="escape y1", Bob="loot p6", Cora="tigress p1", Dan="p5 y8", Eve="p7 y9").bidding()
    table.plays("Anne leads escape, Bob plays loot, Cora plays tigress as an escape")
    assert table.may_play("Dan") == {"p5", "y8"}
    table.plays("Dan plays p5")
    assert table.may_play("Eve") == {"p7"}


@pytest.mark.parametrize("special", ["mermaid", "rosie", "king", "tigress as a pirate", "kraken", "whale"])
def test_any_other_special_card_led_means_no_suit_to_the_end_of_the_trick(special: str) -> None:
    card = special.split()[0]
    table = (
        Tavern(Anne=f"{card} y1", Bob="p5 p6", Cora="p7 y9")
        .bidding()
        .plays(f"Anne leads {special}, Bob plays p5")
    )
    assert table.may_play("Cora") == {"p7", "y9"}


def test_no_suit_is_set_either_when_the_special_card_comes_after_an_escape() -> None:
    table = Tavern(Anne="escape y1", Bob="harry p6", Cora="p1 p2", Dan="p7 y9").bidding()
    table.plays("Anne leads escape, Bob plays harry, Cora plays p1")
    assert table.may_play("Dan") == {"p7", "y9"}


@pytest.mark.parametrize("beast", ["kraken", "whale"])
def test_a_suit_once_set_must_be_followed_even_after_a_kraken_or_whale(beast: str) -> None:
    table = (
        Tavern(Anne="g2 g3", Bob=f"{beast} p6", Cora="g7 y9")
        .bidding()
        .plays(f"Anne leads g2, Bob plays {beast}")
    )
    assert table.may_play("Cora") == {"g7"}


def test_expansion_cards_may_always_be_played() -> None:
    table = Tavern(Anne="g2 g3 g4 g5 g6", Bob="g7 y9 kraken whale loot").bidding().plays("Anne leads g2")
    assert table.may_play("Bob") == {"g7", "kraken", "whale", "loot1"}


# Bonuses


def test_each_14_earns_10_and_the_black_one_20_whoever_played_it() -> None:
    assert trick("Anne leads g14, Bob plays g2").bonus == 10
    assert trick("Anne leads g2, Bob plays g14, Cora plays k2, Dan plays y14").bonus == 20
    assert trick("Anne leads g14, Bob plays y14, Cora plays p14, Dan plays k14").bonus == 50


def test_a_pirate_earns_20_for_each_mermaid() -> None:
    assert trick("Anne leads mermaid, Bob plays rosie, Cora plays mermaid").bonus == 40
    assert trick("Anne leads mermaid, Bob plays tigress as a pirate").bonus == 20


def test_the_skull_king_earns_30_for_each_pirate_and_for_the_tigress_only_as_one() -> None:
    assert trick("Anne leads rosie, Bob plays king, Cora plays tigress as a pirate").bonus == 60
    assert trick("Anne leads rosie, Bob plays king, Cora plays tigress as an escape").bonus == 30


def test_a_mermaid_earns_40_for_the_skull_king_and_only_that() -> None:
    assert trick("Anne leads king, Bob plays mermaid").bonus == 40
    assert trick("Anne leads king, Bob plays mermaid, Cora plays rosie, Dan plays mermaid").bonus == 40


def test_characters_and_14s_add_up() -> None:
    assert trick("Anne leads k14, Bob plays rosie, Cora plays king").bonus == 50
    assert trick("Anne leads g14, Bob plays king, Cora plays mermaid").bonus == 50
    assert trick("Anne leads g14, Bob plays mermaid, Cora plays harry").bonus == 30


def test_a_mermaid_without_the_skull_king_earns_nothing() -> None:
    assert trick("Anne leads g13, Bob plays mermaid, Cora plays mermaid").bonus == 0


def test_the_log_says_what_a_trick_is_worth() -> None:
    table = trick("Anne leads mermaid, Bob plays rosie", bids={"Bob": 1})
    assert table.why == (
        "Bob takes the trick with ⚔️ Pirate Rosie D'Laney. Worth 20 more if Bob makes the bid."
    )
