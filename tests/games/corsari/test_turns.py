"""A turn: draw, drop, or set sail; and what happens when pier or stock run out."""

from __future__ import annotations

import pytest

from games.contract import IllegalAction
from games.corsari.state import HandVoid
from tests.games.corsari.quay import CORSARI, Quay, words


def quiet_turns(quay: Quay, turns: int) -> Quay:
    """Everybody takes the top discard and drops it again."""
    for _turn in range(turns):
        (name,) = quay.next
        top = words(quay.table.discards[-1:])
        quay.turn(name, "discard", top)
    return quay


# Drawing


def test_a_turn_begins_with_a_card_from_stock_discards_or_pier_and_cannot_be_passed() -> None:
    quay = Quay(Anne="blue 1 2", Bob="blue 3 4")
    assert quay.may("Anne") == ("draw stock", "draw discard", "draw pier")
    for action in ("drop blue1", "sail", "pass"):
        with pytest.raises(IllegalAction, match="Draw a card first"):
            quay.acts("Anne", action)


def test_the_stock_gives_its_top_card_which_nobody_else_sees() -> None:
    quay = Quay(stock="grey 7, grey 8", Anne="blue 1", Bob="blue 3").draws("Anne")
    assert quay.hand("Anne") == "blue 1, grey 7"
    assert quay.table.stock == 1
    assert quay.view("Anne").drawn != quay.view("Bob").drawn == -1
    public, private = quay.events
    assert quay.say(CORSARI.narrate(public)) == "Anne draws from the stock."
    assert quay.say(CORSARI.narrate(private)) == "You draw 🦈 Grey 7."
    assert (public.audience, private.audience) == (None, (0,))


def test_the_discards_give_the_card_that_was_dropped_last() -> None:
    quay = Quay(discard="yellow 3, red 4", Anne="blue 1", Bob="blue 3").draws("Anne", "discard")
    assert quay.hand("Anne") == "blue 1, red 4"
    assert words(quay.table.discards) == "yellow 3"


def test_the_pier_gives_its_first_card_and_may_change_its_colour() -> None:
    quay = Quay(pier="green 5, red 3, blue 9", Anne="blue 1", Bob="blue 3").draws("Anne", "pier")
    assert quay.hand("Anne") == "blue 1, green 5"
    assert words(quay.table.pier) == "red 3, blue 9"
    assert "Now 🦀 Red cards are prisoners." in quay.log()[-1]


def test_the_pier_keeps_its_colour_if_the_next_card_has_it_too() -> None:
    quay = Quay(pier="green 5, green 3", Anne="blue 1", Bob="blue 3").draws("Anne", "pier")
    assert quay.log()[-1] == "Anne takes 🐢 Green 5 from the pier."


# Dropping


def test_exactly_one_card_is_dropped_face_up_and_the_hand_is_as_large_as_before() -> None:
    quay = Quay(stock="grey 7, grey 8", Anne="blue 1 2", Bob="blue 3 4").turn("Anne", "stock", "blue 1")
    assert quay.hand("Anne") == "blue 2, grey 7"
    assert words(quay.table.discards[-1:]) == "blue 1"
    assert quay.next == ("Bob",)


@pytest.mark.parametrize(
    ("source", "card"), [("stock", "grey 7"), ("discard", "yellow 11"), ("pier", "green 11")]
)
def test_the_card_just_drawn_may_be_dropped_whatever_it_was_drawn_from(source: str, card: str) -> None:
    quay = Quay(stock="grey 7, grey 8", Anne="blue 1 2", Bob="blue 3 4").turn("Anne", source, card)
    assert quay.hand("Anne") == "blue 1 2"


def test_a_card_that_is_not_held_cannot_be_dropped() -> None:
    quay = Quay(Anne="blue 1 2", Bob="blue 3 4").draws("Anne")
    for action in ("drop blue3", "drop blue99", "draw stock"):
        with pytest.raises(IllegalAction, match="Drop a card from your hand"):
            quay.acts("Anne", action)


def test_only_whoever_is_in_turn_acts() -> None:
    with pytest.raises(IllegalAction, match="not your turn"):
        Quay(Anne="blue 1 2", Bob="blue 3 4").draws("Bob")


# Setting sail


def test_one_may_set_sail_after_drawing_even_in_the_very_first_turn_and_with_any_limit() -> None:
    quay = Quay(Anne="blue 9, red 10, grey 11", Bob="blue 3 4")
    assert "sail" not in quay.may("Anne")
    assert "sail" in quay.draws("Anne").may("Anne")
    quay.sails("Anne")
    assert quay.layout("Anne").limit == 30


def test_whoever_sets_sail_drops_a_card_as_usual_before_the_rest_is_split() -> None:
    quay = Quay(stock="grey 7, grey 8", Anne="blue 1 2", Bob="blue 3 4").draws("Anne").acts("Anne", "sail")
    assert quay.may("Anne") == ("drop blue1", "drop blue2", "drop grey7")
    quay.drops("Anne", "grey 7")
    assert words(quay.table.discards[-1:]) == "grey 7"
    assert quay.may("Anne") == ("crew none", "crew blue")


def test_setting_sail_cannot_be_taken_back_or_said_twice() -> None:
    quay = Quay(Anne="blue 1 2", Bob="blue 3 4").draws("Anne").acts("Anne", "sail")
    with pytest.raises(IllegalAction, match="already"):
        quay.acts("Anne", "sail")


def test_as_a_house_option_two_players_may_not_set_sail_in_the_first_round() -> None:
    quay = Quay(early_sailing=False, Anne="blue 1 2", Bob="blue 3 4")
    for name, card in (("Anne", "blue 1"), ("Bob", "blue 3")):
        quay.draws(name)
        assert "sail" not in quay.may(name)
        assert "first round" in quay.say(quay.choice(name, "sail").why_not)
        with pytest.raises(IllegalAction, match="first round"):
            quay.acts(name, "sail")
        quay.drops(name, card)
    assert "sail" in quay.draws("Anne").may("Anne")


def test_three_players_may_set_sail_at_once_under_that_option_too() -> None:
    quay = Quay(early_sailing=False, Anne="blue 1 2", Bob="blue 3 4", Cora="blue 5 6")
    assert "sail" in quay.draws("Anne").may("Anne")


# The end of the pier


def test_whoever_draws_the_last_card_of_the_pier_ends_the_hand_which_is_void() -> None:
    quay = Quay(pier="green 5", Anne="blue 1", Bob="blue 3", penalties={"Bob": 3}).draws("Anne", "pier")
    assert any(isinstance(event, HandVoid) for event in quay.events)
    assert quay.counts == {"Anne": 0, "Bob": 3}
    assert quay.table.hand == 2
    assert [len(hand) for hand in quay.state.hands] == [12, 12]


def test_a_void_hand_passes_the_deal_on() -> None:
    quay = Quay(pier="green 5", Anne="blue 1", Bob="blue 3").draws("Anne", "pier")
    assert quay.next == ("Bob",)


def test_a_void_last_hand_is_played_again() -> None:
    quay = Quay(pier="green 5", Anne="blue 1", Bob="blue 3", penalties={"Bob": 35})
    quay.having(last_hand=True).draws("Anne", "pier")
    assert not quay.is_over
    assert quay.table.last_hand


def test_after_two_void_hands_running_the_last_card_of_the_pier_stays() -> None:
    quay = Quay(pier="green 5", Anne="blue 1", Bob="blue 3").having(voids=2)
    assert quay.may("Anne") == ("draw stock", "draw discard")
    assert "two void hands" in quay.say(quay.choice("Anne", "pier").why_not)
    with pytest.raises(IllegalAction, match="two void hands"):
        quay.draws("Anne", "pier")


def test_after_two_void_hands_the_other_cards_of_the_pier_may_be_drawn() -> None:
    quay = Quay(pier="green 5 6", Anne="blue 1", Bob="blue 3").having(voids=2)
    assert "draw pier" in quay.may("Anne")


def test_void_hands_are_counted_running_and_a_scored_hand_ends_the_count() -> None:
    quay = Quay(pier="green 5", Anne="blue 1 2", Bob="red 3, grey 4, blue 5").having(voids=1)
    assert quay.draws("Anne", "pier").table.voids == 2
    scored = Quay(Anne="blue 1, red 2, grey 3", Bob="red 4, grey 5, blue 6").having(voids=2)
    scored.sails("Anne").answers("Bob")
    assert scored.table.voids == 0


# The end of the stock


def test_whoever_draws_the_last_card_of_the_stock_must_set_sail_in_this_turn() -> None:
    quay = Quay(stock="grey 7", Anne="blue 1 2", Bob="blue 3 4").draws("Anne")
    assert quay.may("Anne") == ("drop blue1", "drop blue2", "drop grey7")
    assert "must sail" in quay.log()[-1]
    quay.drops("Anne", "blue 2")
    assert quay.may("Anne") == ("crew none", "crew blue", "crew blue grey", "crew grey")
    assert quay.acts("Anne", "crew blue").next == ("Bob",)


def test_the_last_card_but_one_obliges_nobody() -> None:
    quay = Quay(stock="grey 7 8", Anne="blue 1 2", Bob="blue 3 4").turn("Anne", "stock", "grey 7")
    assert quay.next == ("Bob",)


def test_the_discards_are_never_shuffled_into_a_new_stock() -> None:
    quay = Quay(stock="grey 7 8", Anne="blue 1 2", Bob="blue 3 4").turn("Anne", "stock", "grey 7")
    quay.draws("Bob")
    assert quay.table.stock == 0
    assert words(quay.table.discards) == "yellow 11, grey 7"


# A hand that goes nowhere


def test_after_three_rounds_without_stock_and_pier_the_stock_is_compulsory_for_one_round() -> None:
    quay = quiet_turns(Quay(Anne="blue 1 2", Bob="blue 3 4"), 5)
    assert len(quay.may("Bob")) == 3
    quiet_turns(quay, 1)
    for name in ("Anne", "Bob"):
        assert quay.may(name) == ("draw stock",)
        assert "the stock only" in quay.say(quay.choice(name, "discard").why_not)
        with pytest.raises(IllegalAction, match="the stock only"):
            quay.draws(name, "pier")
        quay.draws(name).acts(name, quay.may(name)[0])
    assert len(quay.may("Anne")) == 3


@pytest.mark.parametrize("source", ["stock", "pier"])
def test_a_card_from_stock_or_pier_ends_the_quiet(source: str) -> None:
    quay = quiet_turns(Quay(Anne="blue 1 2", Bob="blue 3 4"), 5)
    quay.draws("Bob", source)
    quay.acts("Bob", quay.may("Bob")[0])
    quiet_turns(quay, 5)
    assert len(quay.may(*quay.next)) == 3
