"""Kraken, white whale and loot."""

from __future__ import annotations

import pytest

from games.skull_king.options import SkullKingOptions
from tests.games.skull_king.tavern import Tavern, trick

KRAKEN_LEFT = SkullKingOptions(kraken=True, white_whale=True, kraken_lead="left")
WHALE_TAKER = SkullKingOptions(kraken=True, white_whale=True, loot=True, whale_lead="taker")

# The kraken


def test_with_the_kraken_nobody_takes_the_trick_and_whoever_would_have_leads() -> None:
    table = trick("Anne leads g7, Bob plays g12, Cora plays kraken")
    assert (table.taker, table.leads_next, table.bonus) == (None, "Bob", 0)
    assert table.why == "The Kraken drags the trick down. Bob would have had it, so leads."


def test_a_trick_for_the_kraken_counts_for_nobody() -> None:
    table = Tavern(Anne="g7 y1", Bob="g14 y2", Cora="kraken y3").bidding(Bob=1)
    table.plays("Anne leads g7, Bob plays g14, Cora plays kraken")
    assert table.table.taken == (0, 0, 0)
    assert table.next == ("Bob",)


def test_when_the_kraken_is_led_the_first_card_after_it_that_can_sets_the_suit_for_who_leads_next() -> None:
    assert trick("Anne leads kraken, Bob plays g7, Cora plays g12, Dan plays g8").leads_next == "Cora"
    assert trick("Anne leads kraken, Bob plays escape, Cora plays y2, Dan plays g8").leads_next == "Cora"
    assert trick("Anne leads kraken, Bob plays g7, Cora plays k2, Dan plays rosie").leads_next == "Dan"


def test_characters_earn_nothing_and_loot_makes_no_alliance_with_the_kraken() -> None:
    table = trick("Anne leads rosie, Bob plays king, Cora plays loot, Dan plays kraken")
    assert (table.leads_next, table.bonus, table.allies) == ("Bob", 0, [])


def test_the_kraken_among_escapes_leaves_the_lead_with_the_first_escape() -> None:
    assert trick("Anne leads kraken, Bob plays escape, Cora plays escape").leads_next == "Bob"


def test_by_option_the_player_left_of_the_krakens_leads_after_it() -> None:
    assert trick("Anne leads g12, Bob plays kraken, Cora plays g7", KRAKEN_LEFT).leads_next == "Cora"
    table = trick("Anne leads g7, Bob plays g12, Cora plays kraken", KRAKEN_LEFT)
    assert (table.taker, table.leads_next) == (None, "Anne")
    assert table.why == ("The Kraken drags the trick down. Anne, to its left, leads.")


def test_by_that_option_it_is_so_too_if_the_whale_came_before_the_kraken() -> None:
    assert trick("Anne leads whale, Bob plays kraken, Cora plays g7", KRAKEN_LEFT).leads_next == "Cora"
    assert trick("Anne leads kraken, Bob plays whale, Cora plays g7", KRAKEN_LEFT).taker == "Cora"


# The white whale


def test_under_the_whale_the_highest_number_wins_whatever_its_suit() -> None:
    table = trick("Anne leads g7, Bob plays k3, Cora plays p12, Dan plays whale")
    assert table.taker == "Cora"
    assert table.why == "White Whale, highest number: Cora takes the trick with 🗺️ Map 12."


def test_under_the_whale_the_first_of_equal_numbers_wins() -> None:
    assert trick("Anne leads g7, Bob plays whale, Cora plays p12, Dan plays k12").taker == "Cora"


@pytest.mark.parametrize("special", ["king", "mermaid", "rosie", "tigress as a pirate"])
def test_under_the_whale_special_cards_cannot_win(special: str) -> None:
    assert trick(f"Anne leads {special}, Bob plays whale, Cora plays g1").taker == "Cora"


def test_under_the_whale_14s_score_but_characters_do_not() -> None:
    table = trick("Anne leads k14, Bob plays whale, Cora plays king, Dan plays mermaid, Eve plays rosie")
    assert (table.taker, table.bonus) == ("Anne", 20)


def test_with_nothing_but_special_cards_under_the_whale_nobody_takes_the_trick_and_its_player_leads() -> None:
    table = trick("Anne leads king, Bob plays whale, Cora plays rosie")
    assert (table.taker, table.leads_next) == (None, "Bob")
    assert table.why == "White Whale, no number: nobody takes the trick. Bob leads."


def test_by_option_whoever_would_have_won_leads_after_a_whale_without_a_number() -> None:
    table = trick("Anne leads rosie, Bob plays king, Cora plays whale, Dan plays escape", WHALE_TAKER)
    assert (table.taker, table.leads_next) == (None, "Bob")
    assert table.why == ("White Whale, no number: nobody takes the trick. Bob would have, so leads.")
    assert trick("Anne leads whale, Bob plays escape, Cora plays loot", WHALE_TAKER).leads_next == "Bob"


def test_by_that_option_the_whale_still_leads_after_nothing_but_sea_monsters() -> None:
    assert trick("Anne leads kraken, Bob plays whale", WHALE_TAKER).leads_next == "Bob"


def test_loot_makes_its_alliance_under_the_whale_if_somebody_takes_the_trick() -> None:
    assert trick("Anne leads g3, Bob plays whale, Cora plays loot").allies == ["Cora"]
    assert trick("Anne leads king, Bob plays whale, Cora plays loot").allies == []


# Both


def test_of_kraken_and_whale_only_the_second_acts() -> None:
    table = trick("Anne leads whale, Bob plays g3, Cora plays kraken, Dan plays k1")
    assert (table.taker, table.leads_next) == (None, "Dan")
    assert trick("Anne leads kraken, Bob plays g3, Cora plays whale, Dan plays k1").taker == "Bob"


def test_the_first_counts_as_an_escape() -> None:
    """So a whale that acts on kraken and specials finds no number, and its player leads."""
    table = trick("Anne leads kraken, Bob plays escape, Cora plays whale")
    assert (table.taker, table.leads_next) == (None, "Cora")


def test_nothing_but_kraken_and_whale_leaves_the_lead_with_the_one_that_acts() -> None:
    table = trick("Anne leads whale, Bob plays kraken")
    assert (table.taker, table.leads_next) == (None, "Bob")
    assert table.why == "Only sea monsters: nobody takes the trick. Bob leads."
    assert trick("Anne leads kraken, Bob plays whale").leads_next == "Bob"


# Loot


def test_whoever_takes_a_loot_is_allied_with_its_player_and_both_get_20_if_both_make_their_bids() -> None:
    table = Tavern(Anne="g9", Bob="loot", Cora="g2").bidding(Anne=1, Bob=0, Cora=1)
    table.plays("Anne leads g9, Bob plays loot, Cora plays g2")
    assert table.allies == ["Bob"]
    assert table.scores == {"Anne": 20 + 20, "Bob": 10 + 20, "Cora": -10}


@pytest.mark.parametrize("bids", [{"Anne": 0, "Bob": 0}, {"Anne": 1, "Bob": 1}])
def test_an_alliance_earns_nothing_if_one_of_the_two_misses(bids: dict[str, int]) -> None:
    table = Tavern(Anne="g9", Bob="loot", Cora="g2").bidding(**bids)
    table.plays("Anne leads g9, Bob plays loot, Cora plays g2")
    assert table.scores["Anne"] == (20 if bids["Anne"] else -10)
    assert table.scores["Bob"] == (-10 if bids["Bob"] else 10)


def test_two_loots_make_two_alliances() -> None:
    table = Tavern(Anne="g9", Bob="loot", Cora="loot").bidding(Anne=1)
    table.plays("Anne leads g9, Bob plays loot, Cora plays loot")
    assert table.scores == {"Anne": 20 + 40, "Bob": 10 + 20, "Cora": 10 + 20}


def test_two_loots_of_the_same_player_in_two_tricks_make_two_alliances_of_the_same_two() -> None:
    table = Tavern(Anne="g9 g8", Bob="loot loot").bidding(Anne=2)
    table.plays("Anne leads g9, Bob plays loot").plays("Anne leads g8, Bob plays loot")
    assert table.scores == {"Anne": 40 + 40, "Bob": 20 + 40}


def test_a_loot_that_wins_its_own_trick_makes_no_alliance() -> None:
    table = Tavern(Anne="loot", Bob="escape").bidding(Anne=1)
    table.plays("Anne leads loot, Bob plays escape")
    assert (table.taker, table.allies) == ("Anne", [])
    assert table.scores == {"Anne": 20, "Bob": 10}


def test_a_loot_that_wins_with_another_loot_is_allied_with_that_one_only() -> None:
    assert trick("Anne leads loot, Bob plays loot, Cora plays escape").allies == ["Bob"]


def test_the_log_tells_of_the_alliance() -> None:
    assert trick("Anne leads g9, Bob plays loot", bids={"Anne": 1}).why == (
        "Anne takes the trick with 🦜 Parrot 9. "
        "Anne and Bob are loot allies: 20 each if both make their bids."
    )
