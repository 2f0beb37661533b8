"""The first edition: which card wins, and what must be followed."""

from __future__ import annotations

from random import Random

import pytest

from games.skull_king.cards import CARD_OF
from games.skull_king.options import SkullKingOptions
from games.skull_king.rules import playable
from tests.games.skull_king import tavern
from tests.games.skull_king.tavern import SKULL_KING, Tavern


def trick(told: str) -> Tavern:
    return tavern.trick(told, "classic")


def test_black_trumps_the_suit_that_was_led() -> None:
    assert trick("Anne leads y2, Bob plays y12, Cora plays b13, Dan plays k1").taker == "Dan"


def test_without_black_the_highest_of_the_suit_led_wins_and_other_suits_count_for_nothing() -> None:
    assert trick("Anne leads y2, Bob plays y12, Cora plays b13").taker == "Bob"


def test_the_highest_black_wins() -> None:
    assert trick("Anne leads k3, Bob plays k12, Cora plays y13").taker == "Bob"


def test_an_escape_loses_to_the_lowest_number() -> None:
    assert trick("Anne leads escape, Bob plays y1, Cora plays escape").taker == "Bob"


def test_of_nothing_but_escapes_the_first_wins() -> None:
    table = trick("Anne leads escape, Bob plays escape, Cora plays mary as an escape")
    assert table.taker == "Anne"
    assert table.why == "Nobody wanted it: Anne takes the trick with the first card, 🏳️ Escape."


def test_a_mermaid_beats_every_number() -> None:
    assert trick("Anne leads k13, Bob plays mermaid, Cora plays k12").taker == "Bob"


def test_of_two_mermaids_the_first_wins() -> None:
    assert trick("Anne leads y5, Bob plays mermaid, Cora plays mermaid").taker == "Bob"


def test_a_pirate_beats_every_number_and_the_mermaid() -> None:
    assert trick("Anne leads k13, Bob plays mermaid, Cora plays pirate").taker == "Cora"


def test_a_pirate_loses_to_a_pirate_played_before() -> None:
    table = trick("Anne leads y5, Bob plays pirate, Cora plays pirate")
    assert table.taker == "Bob"
    assert table.why == "First come, first served: Bob takes the trick with ⚔️ Pirate."


@pytest.mark.parametrize("told", ["Anne leads pirate, Bob plays king", "Anne leads king, Bob plays pirate"])
def test_a_pirate_loses_to_the_skull_king_whoever_comes_first(told: str) -> None:
    assert trick(told).taker == ("Bob" if told.endswith("king") else "Anne")


def test_a_pirate_loses_to_a_mermaid_who_is_in_the_trick_with_the_skull_king() -> None:
    table = trick("Anne leads pirate, Bob plays king, Cora plays mermaid")
    assert table.taker == "Cora"
    assert table.why.startswith("The Mermaid beguiles the Skull King: Cora takes the trick with 🧜 Mermaid.")


def test_only_a_mermaid_beats_the_skull_king() -> None:
    assert (
        trick("Anne leads k13, Bob plays king, Cora plays pirate, Dan plays mary as a pirate").taker == "Bob"
    )
    assert trick("Anne leads mermaid, Bob plays king").taker == "Anne"
    assert trick("Anne leads king, Bob plays mermaid, Cora plays mermaid").taker == "Bob"


def test_scary_mary_is_what_her_player_says() -> None:
    assert trick("Anne leads y13, Bob plays mary as a pirate").taker == "Bob"
    assert trick("Anne leads y1, Bob plays mary as an escape").taker == "Anne"


def test_scary_mary_as_a_pirate_is_one_of_the_pirates() -> None:
    assert trick("Anne leads mary as a pirate, Bob plays pirate").taker == "Anne"
    assert trick("Anne leads pirate, Bob plays mary as a pirate").taker == "Anne"


def test_whoever_takes_the_trick_leads_the_next() -> None:
    table = Tavern("classic", Anne="y2 y3", Bob="y12 b1", Cora="y5 y6").bidding()
    table.plays("Anne leads y2, Bob plays y12, Cora plays y5")
    assert table.next == ("Bob",)


# Following


def test_a_suit_that_is_led_must_be_followed() -> None:
    table = Tavern("classic", Anne="y2 y3", Bob="y12 b13", Cora="y5 y6").bidding().plays("Anne leads y2")
    assert table.may_play("Bob") == {"y12"}


@pytest.mark.parametrize("seed", range(8))
def test_what_may_be_played_is_what_following_the_suit_allows(seed: int) -> None:
    random, options = Random(seed), SkullKingOptions(edition="classic" if seed % 2 else "beck")
    state = SKULL_KING.new(options, 4, random.randbytes(32))
    while waiting := SKULL_KING.to_act(state):
        legal = SKULL_KING.legal_actions(state, waiting[0])
        if state.table.phase == "play":
            edition = state.table.setup.edition
            allowed = playable(state.hands[waiting[0]], state.table.trick, edition)
            assert {CARD_OF[edition.faces[action]] for action in legal} == set(allowed)
        state, _events = SKULL_KING.apply(state, waiting[0], random.choice(legal))


def test_special_cards_may_be_played_even_by_those_who_could_follow() -> None:
    table = Tavern("classic", Anne="y2 y3 y4 y5 y6 y7", Bob="y12 b13 escape pirate mermaid king").bidding()
    table.plays("Anne leads y2")
    assert table.may_play("Bob") == {"y12", "escape1", "pirate1", "mermaid1", "king"}


def test_scary_mary_is_offered_as_a_pirate_and_as_an_escape() -> None:
    table = Tavern("classic", Anne="y2 y3", Bob="y12 mary").bidding().plays("Anne leads y2")
    assert table.may_play("Bob") == {"y12", "mary pirate", "mary escape"}


def test_those_who_cannot_follow_may_play_anything() -> None:
    table = Tavern("classic", Anne="y2 y3", Bob="b12 k13").bidding().plays("Anne leads y2")
    assert table.may_play("Bob") == {"b12", "k13"}


def test_trumping_is_not_allowed_to_those_who_can_follow() -> None:
    table = Tavern("classic", Anne="y2 y3", Bob="y1 k13").bidding().plays("Anne leads y2")
    assert table.may_play("Bob") == {"y1"}


def test_when_black_is_led_somebody_without_black_need_not_play_a_pirate() -> None:
    table = Tavern("classic", Anne="k2 k3", Bob="y1 pirate").bidding().plays("Anne leads k2")
    assert table.may_play("Bob") == {"y1", "pirate1"}


@pytest.mark.parametrize(
    "special", ["escape", "pirate", "mermaid", "king", "mary as a pirate", "mary as an escape"]
)
def test_after_any_special_card_the_next_number_sets_the_suit(special: str) -> None:
    card = special.split()[0]
    table = Tavern("classic", Anne=f"{card} y1", Bob="b5 b6", Cora="b7 y9").bidding()
    table.plays(f"Anne leads {special}, Bob plays b5")
    assert table.may_play("Cora") == {"b7"}


def test_several_special_cards_may_come_before_the_number_that_sets_the_suit() -> None:
    table = Tavern("classic", Anne="pirate y1", Bob="escape y2", Cora="b7 y9", Dan="b1 y3").bidding()
    table.plays("Anne leads pirate, Bob plays escape")
    assert table.may_play("Cora") == {"b7", "y9"}
    table.plays("Cora plays b7")
    assert table.may_play("Dan") == {"b1"}


# Bonuses


def test_the_skull_king_earns_30_for_each_pirate() -> None:
    assert trick("Anne leads pirate, Bob plays king, Cora plays pirate").bonus == 60


def test_scary_mary_counts_as_a_pirate_for_the_skull_king_even_as_an_escape() -> None:
    assert trick("Anne leads mary as a pirate, Bob plays king").bonus == 30
    assert trick("Anne leads mary as an escape, Bob plays king").bonus == 30


def test_a_mermaid_earns_50_for_the_skull_king_and_nothing_for_pirates() -> None:
    assert trick("Anne leads king, Bob plays mermaid").bonus == 50
    assert trick("Anne leads king, Bob plays mermaid, Cora plays pirate").bonus == 50


def test_a_pirate_earns_nothing_for_a_mermaid() -> None:
    assert trick("Anne leads mermaid, Bob plays pirate").bonus == 0


def test_high_numbers_earn_nothing() -> None:
    assert trick("Anne leads k13, Bob plays k12").bonus == 0


def test_a_pirate_or_a_mermaid_who_loses_to_nobody_special_earns_nothing() -> None:
    assert trick("Anne leads y3, Bob plays pirate, Cora plays pirate").bonus == 0
    assert trick("Anne leads y3, Bob plays mermaid, Cora plays mermaid").bonus == 0
