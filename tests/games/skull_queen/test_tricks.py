"""Tricks: what must be followed, which pirates move, what lies in the middle, who leads next."""

from __future__ import annotations

import pytest

from games.contract import IllegalAction
from games.skull_queen.trick import settle
from games.text import english
from tests.games.skull_queen.ship import Ship, cards, trick

# The worked examples


def test_example_one_highest_up_lowest_down_and_a_lone_card_in_the_middle() -> None:
    ship = trick("Anne leads r7, Bob plays r11, Cora plays g4, Dan plays r9")
    assert ship.moves == {"Bob red +1", "Anne red -1"}
    assert ship.middle == {"g4"}
    assert ship.leads_next == "Bob"


def test_example_two_the_middle_counts_and_moves_nobody() -> None:
    ship = trick("Anne leads b9, Bob plays y3, Cora plays b10, Dan plays b11", middle="b1 y6")
    assert ship.moves == {"Dan blue +1", "Bob yellow -1"}
    assert ship.middle == set()
    assert ship.leads_next == "Dan"


def test_example_three_the_five_lengthens_the_way_down_and_may_itself_be_the_highest() -> None:
    ship = trick("Anne leads r5, Bob plays r2, Cora plays r1, Dan plays r4")
    assert ship.moves == {"Anne red +1", "Cora red -2"}
    assert ship.middle == set()
    assert ship.leads_next == "Anne"


def test_example_four_the_first_mate_takes_the_colour_that_was_led() -> None:
    ship = trick("Anne leads r7, Bob plays mate, Cora plays g2, Dan plays y3")
    assert ship.moves == {"Bob red +1", "Anne red -1"}
    assert ship.middle == {"g2", "y3"}
    assert ship.leads_next == "Bob"


# Playing


def test_the_others_follow_clockwise_with_one_card_each() -> None:
    ship = Ship(Anne="r7 b2", Bob="r11 g1", Cora="g4 y3").set()
    assert ship.next == ("Anne",)
    assert ship.plays("Anne leads r7").next == ("Bob",)
    assert ship.plays("Bob plays r11").next == ("Cora",)
    assert ship.plays("Cora plays g4").table.trick == b""


def test_the_leader_may_play_any_card() -> None:
    ship = Ship(Anne="r7 b2 y1 monkey mate", Bob="r1 r2 r3 r4 r5", Cora="g1 g2 g3 g4 g5").set()
    assert ship.may_play("Anne") == {"r7", "b2", "y1", "monkey", "mate"}


def test_the_colour_that_was_led_must_be_followed() -> None:
    ship = Ship(Anne="r7 b2", Bob="r11 g1", Cora="g4 y3").set().plays("Anne leads r7")
    assert ship.may_play("Bob") == {"r11"}
    with pytest.raises(IllegalAction) as refused:
        ship.plays("Bob plays g1")
    assert english(refused.value.reason) == "You have Red, so you must play it."


def test_who_cannot_follow_may_play_any_card() -> None:
    ship = Ship(Anne="r7 b2", Bob="y11 g1", Cora="g4 y3").set().plays("Anne leads r7")
    assert ship.may_play("Bob") == {"y11", "g1"}


def test_who_cannot_follow_need_not_play_monkey_or_first_mate() -> None:
    ship = Ship(Anne="r7 b2 b3", Bob="y11 monkey mate", Cora="g4 y3 y4").set().plays("Anne leads r7")
    assert ship.may_play("Bob") == {"y11", "monkey", "mate"}


def test_monkey_may_be_played_although_one_could_follow() -> None:
    ship = Ship(Anne="r7 b2 b3", Bob="r11 g1 monkey", Cora="g4 y3 y4").set().plays("Anne leads r7")
    assert ship.may_play("Bob") == {"r11", "monkey"}


def test_first_mate_may_be_played_although_one_could_follow() -> None:
    ship = Ship(Anne="r7 b2 b3", Bob="r11 g1 mate", Cora="g4 y3 y4").set().plays("Anne leads r7")
    assert ship.may_play("Bob") == {"r11", "mate"}


@pytest.mark.parametrize("card", ["r8", "r5"])
def test_an_eight_and_a_five_follow_like_any_other_number(card: str) -> None:
    ship = Ship(Anne="r7 b2", Bob=f"{card} g1", Cora="r1 y3").set().plays("Anne leads r7")
    assert ship.may_play("Bob") == {card}
    led = Ship(Anne=f"{card} b2", Bob="r1 g1", Cora="r2 y3").set().plays(f"Anne leads {card}")
    assert led.may_play("Bob") == {"r1"}


@pytest.mark.parametrize("special", ["monkey", "mate"])
def test_after_monkey_or_first_mate_the_next_card_sets_the_colour(special: str) -> None:
    ship = Ship(Anne=f"{special} b2", Bob="y11 g1", Cora="g4 y3").set().plays(f"Anne leads {special}")
    assert ship.may_play("Bob") == {"y11", "g1"}
    assert ship.plays("Bob plays g1").may_play("Cora") == {"g4"}


@pytest.mark.parametrize(("first", "second"), [("monkey", "mate"), ("mate", "monkey")])
def test_after_both_of_them_the_third_card_sets_the_colour(first: str, second: str) -> None:
    ship = Ship(Anne=f"{first} b2", Bob=f"{second} g1", Cora="g4 y3", Dan="y9 b9").set()
    ship.plays(f"Anne leads {first}, Bob plays {second}")
    assert ship.may_play("Cora") == {"g4", "y3"}
    assert ship.plays("Cora plays y3").may_play("Dan") == {"y9"}
    ship.plays("Dan plays y9")
    mate, monkey = ("Bob", "Anne") if second == "mate" else ("Anne", "Bob")
    assert ship.moves == {f"{mate} yellow +1", f"{monkey} yellow -1"}


# Evaluating


def test_every_colour_that_is_there_twice_is_evaluated() -> None:
    ship = trick("Anne leads r7, Bob plays g4, Cora plays r9, Dan plays g6")
    assert ship.moves == {"Cora red +1", "Anne red -1", "Dan green +1", "Bob green -1"}
    assert ship.middle == set()


def test_lone_cards_go_to_the_middle_and_stay_there_until_a_second_one_comes() -> None:
    ship = Ship(Anne="r7 y1 y5", Bob="g4 y2 y9", Cora="b1 y3 y4").set()
    ship.plays("Anne leads r7, Bob plays g4, Cora plays b1")
    assert ship.moves == set()
    assert ship.middle == {"r7", "g4", "b1"}
    assert ship.leads_next == "Anne"
    ship.plays("Anne leads y1, Bob plays y2, Cora plays y3")
    assert ship.middle == {"r7", "g4", "b1"}


def test_a_lone_card_counts_in_the_next_trick_that_has_its_colour() -> None:
    ship = Ship(Anne="r7 y6", Bob="g4 g9", Cora="b1 b2").set()
    ship.plays("Anne leads r7, Bob plays g4, Cora plays b1")
    ship.plays("Anne leads y6, Bob plays g9, Cora plays b2")
    assert ship.moves == {"Bob green +1", "Cora blue +1"}


def test_cards_that_were_evaluated_leave_play_also_those_of_the_middle() -> None:
    ship = trick("Anne leads r7, Bob plays y9, Cora plays r11", middle="r2 g3")
    assert ship.middle == {"g3", "y9"}
    assert set(ship.table.gone) == set(cards("r7 r11 r2"))


def test_if_the_highest_lay_in_the_middle_nobody_goes_up_but_the_lowest_still_goes_down() -> None:
    assert trick("Anne leads r7, Bob plays r9, Cora plays g1", middle="r12").moves == {"Anne red -1"}


def test_if_the_lowest_lay_in_the_middle_nobody_goes_down_but_the_highest_still_goes_up() -> None:
    assert trick("Anne leads r7, Bob plays r9, Cora plays g1", middle="r2").moves == {"Bob red +1"}


def test_if_both_lay_in_the_middle_nobody_moves_and_the_cards_are_gone() -> None:
    ship = trick("Anne leads r7, Bob plays g2, Cora plays y1", middle="r2 r12")
    assert ship.moves == set()
    assert ship.middle == {"g2", "y1"}


def test_two_left_over_cards_of_one_colour_are_evaluated_with_the_first_trick_whatever_is_played() -> None:
    ship = trick("Anne leads b7, Bob plays b2, Cora plays b1, Dan plays b9", middle="r2 r12")
    assert ship.moves == {"Dan blue +1", "Cora blue -1"}
    assert ship.middle == set()


def test_an_eight_sends_the_highest_two_up_whoever_played_the_eight() -> None:
    assert trick("Anne leads r8, Bob plays r9, Cora plays r3").moves == {"Bob red +2", "Cora red -1"}


def test_the_eight_itself_may_be_the_highest_or_the_lowest() -> None:
    assert trick("Anne leads r8, Bob plays r6, Cora plays r3").moves == {"Anne red +2", "Cora red -1"}
    assert trick("Anne leads r8, Bob plays r9, Cora plays r10").moves == {"Cora red +2", "Anne red -1"}


def test_a_five_sends_the_lowest_two_down_whoever_played_the_five() -> None:
    assert trick("Anne leads r5, Bob plays r9, Cora plays r3").moves == {"Bob red +1", "Cora red -2"}


def test_the_five_itself_may_be_the_lowest() -> None:
    assert trick("Anne leads r5, Bob plays r9, Cora plays r6").moves == {"Bob red +1", "Anne red -2"}


def test_eight_and_five_together_both_apply() -> None:
    assert trick("Anne leads r5, Bob plays r8, Cora plays r6").moves == {"Bob red +2", "Anne red -2"}


def test_eight_and_five_count_for_their_own_colour_only() -> None:
    ship = trick("Anne leads r8, Bob plays r9, Cora plays g5, Dan plays g7")
    assert ship.moves == {"Bob red +2", "Anne red -1", "Dan green +1", "Cora green -2"}


def test_eight_and_five_count_also_from_the_middle() -> None:
    assert trick("Anne leads r7, Bob plays r9, Cora plays r10", middle="r8").moves == {
        "Cora red +2",
        "Anne red -1",
    }
    assert trick("Anne leads r1, Bob plays r9, Cora plays r10", middle="r5").moves == {
        "Cora red +1",
        "Anne red -2",
    }


def test_monkey_is_the_lowest_of_the_colour_that_it_takes() -> None:
    assert trick("Anne leads r1, Bob plays monkey, Cora plays r7").moves == {"Cora red +1", "Bob red -1"}
    assert trick("Anne leads r5, Bob plays monkey, Cora plays r7").moves == {"Cora red +1", "Bob red -2"}


def test_first_mate_is_the_highest_of_the_colour_that_it_takes() -> None:
    assert trick("Anne leads r12, Bob plays mate, Cora plays r7").moves == {"Bob red +1", "Cora red -1"}
    assert trick("Anne leads r8, Bob plays mate, Cora plays r7").moves == {"Bob red +2", "Cora red -1"}


def test_monkey_and_first_mate_take_the_colour_that_was_led_and_no_other() -> None:
    ship = trick("Anne leads r7, Bob plays g2, Cora plays g3, Dan plays monkey", middle="g9")
    assert ship.moves == {"Anne red +1", "Dan red -1", "Bob green -1"}


@pytest.mark.parametrize("special", ["monkey", "mate"])
def test_monkey_and_first_mate_never_lie_in_the_middle(special: str) -> None:
    ship = trick(f"Anne leads {special}, Bob plays r7, Cora plays g3, Dan plays y9")
    assert ship.middle == {"g3", "y9"}
    assert len(ship.moves) == 2


def test_each_player_has_one_pirate_at_most_that_moves_in_a_trick() -> None:
    ship = trick("Anne leads r7, Bob plays g2, Cora plays g3, Dan plays monkey", middle="g9 y1 b3")
    movers = [move.split()[0] for move in ship.moves]
    assert len(movers) == len(set(movers))


def test_a_trick_without_a_colour_is_none() -> None:
    with pytest.raises(ValueError, match="No colour"):
        settle(cards("monkey mate"), b"")


# Overboard


def test_whoever_goes_up_from_the_top_falls_into_the_water() -> None:
    assert trick("Anne leads r7, Bob plays r9, Cora plays r10", Cora="up 5 3 3 3").space("Cora", "red") == 0


def test_whoever_goes_down_from_the_bottom_falls_into_the_water() -> None:
    assert trick("Anne leads r7, Bob plays r9, Cora plays r10", Anne="up 1 3 3 3").space("Anne", "red") == 0


def test_two_steps_from_the_last_space_but_one_lead_into_the_water_too() -> None:
    ship = trick("Anne leads r5, Bob plays r8, Cora plays r6", Anne="up 2 3 3 3", Bob="up 4 3 3 3")
    assert (ship.space("Anne", "red"), ship.space("Bob", "red")) == (0, 0)


def test_two_steps_up_and_two_down_are_two_spaces() -> None:
    ship = trick("Anne leads r5, Bob plays r8, Cora plays r6")
    assert (ship.space("Anne", "red"), ship.space("Bob", "red"), ship.space("Cora", "red")) == (1, 5, 3)


def test_up_is_towards_the_top_on_the_descending_side_too() -> None:
    ship = trick("Anne leads r7, Bob plays r9, Cora plays r10", Anne="down 3 3 3 3", Cora="down 3 3 3 3")
    assert (ship.space("Cora", "red"), ship.space("Anne", "red")) == (4, 2)


def test_a_pirate_in_the_water_stays_there_for_the_round() -> None:
    ship = Ship(Anne="r7 r1 b1", Bob="r9 r2 b2", Cora="r10 r3 b3").set(Cora="up 5 3 3 3")
    ship.plays("Anne leads r7, Bob plays r9, Cora plays r10")
    ship.plays("Cora leads r3, Anne plays r1, Bob plays r2")
    assert ship.moves == {"Anne red -1"}
    assert ship.space("Cora", "red") == 0


def test_only_the_pirate_of_that_colour_moves() -> None:
    ship = trick("Anne leads r7, Bob plays r9, Cora plays r10")
    assert [ship.space("Cora", pirate) for pirate in ("red", "green", "yellow", "blue")] == [4, 3, 3, 3]


# The next lead


def test_the_highest_value_of_any_colour_leads_next() -> None:
    ship = trick("Anne leads r7, Bob plays g12, Cora plays r9")
    assert ship.leads_next == "Bob"
    assert ship.next == ("Bob",)


def test_of_equal_values_the_one_played_later_leads() -> None:
    assert trick("Anne leads r9, Bob plays g9, Cora plays b2").leads_next == "Bob"
    assert trick("Anne leads r9, Bob plays g9, Cora plays b9").leads_next == "Cora"


def test_the_first_mate_leads_next_as_a_13_and_the_monkey_is_a_0() -> None:
    assert trick("Anne leads r12, Bob plays mate, Cora plays b2").leads_next == "Bob"
    assert trick("Anne leads r1, Bob plays monkey, Cora plays r2").leads_next == "Cora"


def test_cards_of_the_middle_do_not_count_for_the_lead() -> None:
    assert trick("Anne leads r7, Bob plays r9, Cora plays b2", middle="g12").leads_next == "Bob"
