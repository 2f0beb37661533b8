"""Planning the next card while others play."""

from __future__ import annotations

import pytest

from tests.games.planning import actions, planned, surprises, usual
from tests.games.skull_king.tavern import POWERS, SKULL_KING, Tavern


def who_plans(name: str, action: str, before: Tavern, told: str) -> set[str]:
    """What has surprised somebody after these cards."""
    view = before.view(name)
    before.plays(told)
    return surprises(SKULL_KING, action, view, before.view(name), before.events)


def two_tricks() -> Tavern:
    return Tavern(Anne="g2 g9 rosie", Bob="g5 y3 king", Cora="g7 y4 tigress").bidding()


def test_any_card_can_be_planned_before_a_suit_is_led() -> None:
    assert actions(SKULL_KING, two_tricks().view("Bob")) == {"play g5", "play y3", "play king"}


def test_a_card_that_can_be_two_things_is_planned_as_one_of_them() -> None:
    assert actions(SKULL_KING, two_tricks().view("Cora")) >= {"play tigress pirate", "play tigress escape"}


def test_once_a_suit_is_led_only_cards_that_fit_can_be_planned() -> None:
    table = two_tricks().plays("Anne leads g2")
    assert actions(SKULL_KING, table.view("Cora")) == {
        *("play g7", "play tigress pirate", "play tigress escape"),
    }


def test_who_has_played_plans_for_the_next_trick() -> None:
    table = two_tricks().plays("Anne leads g2")
    assert actions(SKULL_KING, table.view("Anne")) == {"play g9", "play rosie"}


def test_nothing_is_planned_before_the_bids_are_shown_nor_with_no_card_left() -> None:
    table = Tavern(Anne="g2", Bob="g5").bids("Anne", 1)
    assert SKULL_KING.plans(table.view("Anne")) is None
    table.bids("Bob", 0).plays("Anne leads g2")
    assert SKULL_KING.plans(table.view("Anne")) is None
    assert SKULL_KING.plans(table.view()) is None


def test_whoever_has_to_lead_after_all_is_surprised() -> None:
    table = two_tricks().plays("Anne leads g2, Bob plays g5")
    assert who_plans("Bob", "play y3", table, "Cora plays tigress as an escape") >= {"lead"}


def test_another_suit_is_a_surprise() -> None:
    table = two_tricks().plays("Anne leads g2, Bob plays g5, Cora plays g7")
    assert "other-suit" in who_plans("Anne", "play g9", table, "Cora leads y4")


def test_the_suit_of_the_card_is_none() -> None:
    assert "other-suit" not in who_plans("Bob", "play g5", two_tricks(), "Anne leads g2")


def test_for_a_special_card_any_suit_will_do() -> None:
    assert "other-suit" not in who_plans("Bob", "play king", two_tricks(), "Anne leads g2")


@pytest.mark.parametrize(
    ("card", "name"), [("rosie", "pirate"), ("mermaid", "mermaid"), ("king", "king"), ("kraken", "beast")]
)
def test_special_cards_in_the_trick_are_surprises_to_those_who_name_them(card: str, name: str) -> None:
    table = Tavern(Anne=f"{card} g2", Bob="g5 y3").bidding()
    assert name not in usual(SKULL_KING, table.view("Bob"))
    assert name in who_plans("Bob", "play g5", table, f"Anne leads {card}")


def test_the_beasts_are_surprises_only_where_they_are_in_the_deck() -> None:
    table = Tavern(POWERS, Anne="g2 g3", Bob="g5 y3").bidding()
    assert "beast" not in {each.name for each in planned(SKULL_KING, table.view("Bob")).surprises}


def test_that_the_card_would_win_can_be_a_surprise_and_that_it_would_not() -> None:
    assert "wins" in who_plans("Bob", "play g5", two_tricks(), "Anne leads g2")
    assert "loses" in who_plans("Bob", "play g5", two_tricks(), "Anne leads g9")


def test_as_a_pirate_it_would_win_and_as_an_escape_not() -> None:
    for played, name in (("pirate", "wins"), ("escape", "loses")):
        told = "Anne leads g2, Bob plays g5"
        assert name in who_plans("Cora", f"play tigress {played}", two_tricks(), told)


def test_what_juanita_shows_is_not_passed_by_even_if_there_is_nothing_to_choose() -> None:
    table = Tavern(POWERS, Anne="juanita g3", Bob="g5 y3").with_undealt("g8 g9").bidding(Anne=1)
    table.plays("Anne leads juanita, Bob plays g5")
    assert table.view("Anne").legal == ("seen",)
    assert SKULL_KING.forced(table.view("Anne")) is None


def test_the_last_card_of_a_round_is_forced() -> None:
    table = Tavern(Anne="g2", Bob="g5").bidding()
    assert SKULL_KING.forced(table.view("Anne")) == "play g2"
    assert SKULL_KING.forced(table.view("Bob")) is None


def test_nobody_knows_other_surprises() -> None:
    view = two_tricks().view("Bob")
    with pytest.raises(ValueError, match="no surprise"):
        SKULL_KING.surprised("earthquake", "play g5", view, ())
    with pytest.raises(ValueError, match="no surprise"):
        SKULL_KING.surprised("lead", "bid 3", view, ())


def test_only_what_is_still_open_is_asked() -> None:
    table = Tavern(Anne="g2 g9 rosie", Bob="g5 y3 king", Cora="g7 y4 tigress").bidding()
    offered = {each.name for each in planned(SKULL_KING, table.view("Cora")).surprises}
    assert {"lead", "other-suit", "king", "pirate", "wins", "loses"} <= offered
    table.plays("Anne leads rosie, Bob plays king")
    offered = {each.name for each in planned(SKULL_KING, table.view("Cora")).surprises}
    assert not {"lead", "other-suit", "king", "pirate"} & offered, "all of that is certain now"
    assert {"mermaid", "wins", "loses"} <= offered
    later = {each.name for each in planned(SKULL_KING, table.view("Bob")).surprises}
    assert "king" not in later, "he has fallen"
    assert "lead" in later
