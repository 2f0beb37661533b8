"""Two players, and the old Pirate King who plays along."""

from __future__ import annotations

import pytest

from games.contract import IllegalAction
from games.skull_queen import dealing
from games.text import english
from tests.games.skull_queen.ship import SKULL_QUEEN, Ship, shorts


def test_he_has_a_hidden_pile_of_14_cards() -> None:
    state = dealing.new(2, bytes(32))
    assert len(state.king) == 14
    assert len({*state.king, *state.hands[0], *state.hands[1]}) == 42
    assert all(not SKULL_QUEEN.observe(state, seat).table.trick for seat in (0, 1, None))


def test_he_has_no_plank_and_no_crew() -> None:
    ship = Ship(king="r7 r8", Anne="r2 g3", Bob="r9 b4").set()
    assert len(ship.table.planks) == 2
    assert ship.next == ("Anne", "Bob")


def test_he_leads_every_trick_with_the_top_card_of_his_pile() -> None:
    ship = Ship(king="r7 g8 b9", Anne="r2 g3 b3", Bob="r9 g4 b4").set()
    assert ship.shown == ["King r7"]
    ship.acts("Anne", "play r2").acts("Bob", "play r9")
    assert ship.shown[-1] == "King g8"
    ship.acts("Anne", "play g3").acts("Bob", "play g4")
    assert ship.shown[-1] == "King b9"


def test_the_colour_of_his_card_must_be_followed() -> None:
    ship = Ship(king="r7 r8", Anne="r2 g3", Bob="y9 b4").set()
    assert ship.may_play("Anne") == {"r2"}
    assert ship.may_play("Bob") == {"y9", "b4"}
    with pytest.raises(IllegalAction) as refused:
        ship.acts("Anne", "play g3")
    assert english(refused.value.reason) == "You have Red, so you must play it."


def test_both_choose_in_secret_and_in_any_order() -> None:
    ship = Ship(king="r7 r8", Anne="r2 g3", Bob="r9 b4").set()
    assert ship.next == ("Anne", "Bob")
    ship.acts("Bob", "play r9")
    assert ship.next == ("Anne",)
    assert shorts(ship.table.trick) == {"r7"}
    assert ship.view("Anne") == Ship(king="r7 r8", Anne="r2 g3", Bob="r8 r9").set().acts(
        "Bob", "play r8"
    ).view("Anne")
    assert ship.note("Bob").startswith("You chose 🔥 Red 9.")


def test_both_cards_are_turned_up_together() -> None:
    ship = Ship(king="r7 r8", Anne="r2 g3", Bob="r9 b4").set().acts("Bob", "play r9")
    assert ship.shown == ["King r7"]
    ship.acts("Anne", "play r2")
    assert ship.shown[:3] == ["King r7", "Anne r2", "Bob r9"]


def test_another_card_may_be_chosen_until_both_have_and_the_other_hears_nothing_of_it() -> None:
    ship = Ship(king="r7 g8", Anne="r2 r3", Bob="r9 b4").set().acts("Anne", "play r2")
    seen = ship.board("Bob")
    ship.acts("Anne", "play r3")
    assert ship.events[-1].audience == (0,)
    assert ship.board("Bob") == seen
    ship.acts("Bob", "play r9")
    assert "Anne: 🔥 Red 3" in ship.board()


def test_a_card_may_be_chosen_anew_three_times() -> None:
    ship = Ship(king="r7 r8", Anne="r2 r3", Bob="r9 b4").set()
    for card in ("r2", "r3", "r2", "r3"):
        ship.acts("Anne", f"play {card}")
    with pytest.raises(IllegalAction) as refused:
        ship.acts("Anne", "play r2")
    assert english(refused.value.reason).startswith("You have chosen: wait")


def test_the_card_that_is_chosen_already_is_no_change() -> None:
    ship = Ship(king="r7 r8", Anne="r2 r3", Bob="r9 b4").set().acts("Anne", "play r2")
    with pytest.raises(IllegalAction, match="chosen that card already"):
        ship.acts("Anne", "play r2")


def test_who_has_no_other_card_for_the_colour_is_asked_nothing_more() -> None:
    ship = Ship(king="r7 r8", Anne="r2 b3", Bob="r9 b4").set().acts("Anne", "play r2")
    assert SKULL_QUEEN.decision(ship.state, 0) == ""


def test_the_trick_is_evaluated_as_usual() -> None:
    ship = Ship(king="r7 g8", Anne="r2 g3", Bob="r9 b4").set().acts("Bob", "play r9").acts("Anne", "play r2")
    assert ship.moves == {"Bob red +1", "Anne red -1"}


def test_where_his_card_is_the_highest_or_the_lowest_nobody_moves_for_it() -> None:
    highest = (
        Ship(king="r10 g8", Anne="r2 g3", Bob="r9 b4").set().acts("Bob", "play r9").acts("Anne", "play r2")
    )
    assert highest.moves == {"Anne red -1"}
    lowest = (
        Ship(king="r2 g8", Anne="r3 g3", Bob="r9 b4").set().acts("Bob", "play r9").acts("Anne", "play r3")
    )
    assert lowest.moves == {"Bob red +1"}


def test_his_lone_card_lies_in_the_middle_like_any_other() -> None:
    ship = Ship(king="r7 g8", Anne="y2 g3", Bob="b9 b4").set().acts("Bob", "play b9").acts("Anne", "play y2")
    assert ship.middle == {"r7", "y2", "b9"}


def test_his_eight_and_his_five_count() -> None:
    ship = Ship(king="r8 g8", Anne="r2 g3", Bob="r9 b4").set().acts("Bob", "play r9").acts("Anne", "play r2")
    assert ship.moves == {"Bob red +2", "Anne red -1"}


def test_monkey_and_first_mate_may_be_chosen_as_usual() -> None:
    ship = Ship(king="r7 g8", Anne="r2 monkey", Bob="r9 mate").set()
    assert ship.may_play("Anne") == {"r2", "monkey"}
    ship.acts("Anne", "play monkey").acts("Bob", "play mate")
    assert ship.moves == {"Bob red +1", "Anne red -1"}


# He turns up Monkey or First Mate


@pytest.mark.parametrize("special", ["monkey", "mate"])
def test_then_the_players_play_one_after_the_other_and_the_first_sets_the_colour(special: str) -> None:
    ship = Ship(king=f"{special} g8", Anne="r2 g3", Bob="r9 b4").set()
    assert ship.next == ("Anne",)
    assert ship.may_play("Anne") == {"r2", "g3"}
    ship.acts("Anne", "play r2")
    assert ship.next == ("Bob",)
    assert ship.shown[-1] == "Anne r2"
    assert ship.may_play("Bob") == {"r9"}


def test_his_monkey_is_the_lowest_and_his_first_mate_the_highest_and_nobody_moves_for_them() -> None:
    monkey = (
        Ship(king="monkey g8", Anne="r2 g3", Bob="r9 b4").set().acts("Anne", "play r2").acts("Bob", "play r9")
    )
    assert monkey.moves == {"Bob red +1"}
    mate = (
        Ship(king="mate g8", Anne="r2 g3", Bob="r9 b4").set().acts("Anne", "play r2").acts("Bob", "play r9")
    )
    assert mate.moves == {"Anne red -1"}


def test_if_the_first_plays_the_other_special_the_second_sets_the_colour() -> None:
    ship = Ship(king="monkey g8", Anne="mate g3", Bob="r9 b4").set().acts("Anne", "play mate")
    assert ship.may_play("Bob") == {"r9", "b4"}
    ship.acts("Bob", "play b4")
    assert ship.moves == {"Anne blue +1"}


def test_then_the_one_who_played_the_higher_card_when_last_they_differed_comes_first() -> None:
    ship = Ship(king="r7 g7 monkey", Anne="r2 g3 y2", Bob="r9 b3 b4").set()
    ship.acts("Anne", "play r2").acts("Bob", "play r9")
    ship.acts("Anne", "play g3").acts("Bob", "play b3")
    assert ship.next == ("Bob",)


@pytest.mark.parametrize(("round", "first"), [(1, 0), (2, 1)])
def test_before_they_have_differed_the_rounds_first_player_comes_first(round: int, first: int) -> None:
    state = dealing.new(2, bytes(32))
    while state.table.round < round:
        state = dealing.next_round(state.table, state.seed)
    assert state.table.leader == first


def test_after_it_he_leads_again() -> None:
    ship = (
        Ship(king="monkey g8", Anne="r2 g3", Bob="r9 b4").set().acts("Anne", "play r2").acts("Bob", "play r9")
    )
    assert ship.shown[-1] == "King g8"
    assert ship.next == ("Anne", "Bob")
    assert ship.leads_next is None


def test_two_players_play_two_rounds() -> None:
    ship = Ship(king="r7", round=2, Anne="r2", Bob="r9").set().acts("Anne", "play r2").acts("Bob", "play r9")
    assert ship.table.phase == "over"
