"""What robots think on: the rounds that they imagine, and how these are played to their end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.contract import Play
from games.skull_king.cards import CARD_OF, CHEST, FACES, KING, PARROT, faces_of
from games.skull_king.dealing import deck_of
from games.skull_king.thinking import NOTHING, Place, deal
from tests.games.playing import Moment, moments
from tests.games.skull_king.tavern import HAUNTED, POWERS, SKULL_KING, Tavern
from tests.support.examples import examples

DEALS = 400


def imagined(table: Tavern, name: str, deals: int = DEALS) -> list[Any]:
    """Rounds as somebody may imagine them."""
    random, view = Random(1), table.view(name)
    return [SKULL_KING.resample(view, random) for _deal in range(deals)]


def with_the_rest_undealt(table: Tavern) -> Tavern:
    """All cards that are in nobody's hand."""
    rest = deck_of(table.table.setup).translate(None, b"".join(table.state.hands))
    table.state = replace(table.state, pile=bytes(Random(3).sample(rest, len(rest))))
    return table


def cards(names: str) -> set[int]:
    return {next(number for number, face in enumerate(FACES) if face.short == name) for name in names.split()}


@examples(60)
@given(moments([SKULL_KING]), st.integers(0, 2**32))
def test_a_quick_playout_comes_to_what_the_rules_come_to(moment: Moment, chance: int) -> None:
    end = SKULL_KING.chapter(moment.state) + 1
    by_the_rules = Play[Any, Any, Any].playout(SKULL_KING, moment.state, end, Random(chance))
    assert SKULL_KING.playout(moment.state, end, Random(chance)) == by_the_rules


def test_some_at_the_table_take_whatever_they_can_and_some_plan_ahead() -> None:
    table = Tavern(Anne="g5 y1 y2", Bob="g7 g8 king").bidding(Bob=1).plays("Anne leads g5")
    laid = [SKULL_KING.playout_action(table.state, 1, Random(chance)) for chance in range(200)]
    assert set(laid) == {"play g7", "play king"}, "what wins cheaply now, or what would win too much later"
    assert 70 <= laid.count("play king") <= 130, "about as many of these as of those"


def test_who_could_not_follow_has_nothing_of_that_suit() -> None:
    table = Tavern(Anne="g9 g1 y1 y2", Bob="y3 g2 g3 y9", Cora="p1 p2 g4 g5", Dan="g7 y7 g6 y6").bidding()
    table.plays("Anne leads y1, Bob plays y3, Cora plays p1, Dan plays y7")
    for state in imagined(table, "Anne"):
        assert not set(state.hands[2]) & set(faces_of(CHEST))
    assert any(set(state.hands[1]) & set(faces_of(CHEST)) for state in imagined(table, "Anne"))


def test_who_could_not_follow_is_remembered_whoever_rosie_lets_lead() -> None:
    table = Tavern(POWERS, Anne="rosie g1 g2", Bob="y3 g3 g4", Cora="p1 y4 y5").bidding()
    table.plays("Anne leads rosie, Bob plays y3, Cora plays p1").acts("Anne", "lead 2")
    table.plays("Cora leads y4, Anne plays g1, Bob plays g3")
    for state in imagined(table, "Cora"):
        assert not set(state.hands[0]) & set(faces_of(CHEST))
        assert not set(state.hands[1]) & set(faces_of(CHEST))


def test_graybeard_need_not_follow_whoever_leads() -> None:
    table = Tavern(HAUNTED, Anne="g2 g3 g4", Bob="g5 y1 y2", Graybeard="p9 g9 p2").bidding()
    table.plays("Anne leads g2, Bob plays g5").plays("Bob leads y1, Anne plays g3")
    parrots, chests = set(faces_of(PARROT)), set(faces_of(CHEST))
    assert any(parrots & set(state.hands[-1]) for state in imagined(table, "Bob"))
    assert not any(chests & set(state.hands[0]) for state in imagined(table, "Bob"))


def test_what_juanita_showed_stays_undealt() -> None:
    table = Tavern(POWERS, Anne="juanita g2 g3", Bob="g5 g6 g7", Cora="y5 y6 y7")
    with_the_rest_undealt(table).bidding()
    table.plays("Anne leads juanita, Bob plays g5, Cora plays y5")
    undealt = set(table.view("Anne").undealt)
    table.acts("Anne", "seen")
    assert set(table.view("Anne").shown) == undealt
    assert not table.view("Bob").shown
    table.plays("Anne leads g2, Bob plays g6, Cora plays y6")
    assert all(set(state.pile) == undealt for state in imagined(table, "Anne"))


def test_what_bendts_player_put_away_is_undealt_and_only_for_its_own_eyes() -> None:
    table = Tavern(POWERS, Anne="bendt g2 g3", Bob="g5 g6 g7", Cora="y5 y6 y7").bidding()
    table.plays("Anne leads bendt, Bob plays g5, Cora plays y5").acts("Anne", "discard g2")
    assert set(table.view("Anne").put_away) == cards("g2")
    table.acts("Anne", "discard g3")
    assert all(set(state.pile) >= cards("g2 g3") for state in imagined(table, "Anne"))
    assert not table.view("Bob").put_away
    assert any(not cards("g2 g3") <= set(state.pile) for state in imagined(table, "Bob"))


def test_whom_bendt_drew_for_may_hold_two_cards_of_a_suit_that_it_had_not() -> None:
    table = Tavern(POWERS, Anne="y1 g2 g3 g4", Bob="p1 bendt p3 p4", Cora="y5 y6 y7 y8").bidding()
    table.plays("Anne leads y1, Bob plays p1, Cora plays y5")
    chests = set(faces_of(CHEST))
    assert not any(chests & set(state.hands[1]) for state in imagined(table, "Anne"))
    table.plays("Cora leads y6, Anne plays g2, Bob plays bendt")
    drawn = table.view("Bob").drawn
    for card in drawn:
        table.acts("Bob", f"discard {FACES[card].short}")
    counts = {len(chests & set(state.hands[1])) for state in imagined(table, "Anne")}
    assert counts == {0, 1, 2}


def test_what_juanita_showed_may_come_to_bendts_player_and_to_nobody_else() -> None:
    hands = {"Anne": "juanita g2 g3 g4", "Bob": "g5 bendt g7 g8", "Cora": "y5 y6 y7 y8"}
    table = with_the_rest_undealt(Tavern(POWERS, **hands)).bidding()
    table.plays("Anne leads juanita, Bob plays g5, Cora plays y5").acts("Anne", "seen")
    shown = set(table.view("Anne").shown)
    table.plays("Anne leads g2, Bob plays bendt, Cora plays y6")
    watched = imagined(table, "Anne")
    assert {len(shown & set(state.hands[1])) for state in watched} == {1, 2}, "one may be put away"
    for _discard in range(2):
        table.acts("Bob", SKULL_KING.legal_actions(table.state, 1)[0])
    after = imagined(table, "Anne")
    assert {len(shown & set(state.hands[1])) for state in after} == {0, 1, 2}
    assert not any(shown & set(state.hands[2]) for state in watched + after)


def test_in_the_middle_of_a_round_every_card_lies_everywhere_that_it_may() -> None:
    table = Tavern(Anne="g9 g1 y1 y2", Bob="y3 g2 g3 y9", Cora="p1 p2 g4 g5", Dan="g7 y7 g6 y6").bidding()
    table.plays("Anne leads y1, Bob plays y3, Cora plays p1, Dan plays y7")
    view, found = table.view("Anne"), imagined(table, "Anne", 3000)
    gone = {CARD_OF[face] for face in view.table.fallen} | set(view.hand)
    unseen = {card for state in found for card in state.pile}
    assert not unseen & gone
    everywhere = {
        card: {seat for state in found for seat in (1, 2, 3) if card in state.hands[seat]} for card in unseen
    }
    chests = set(faces_of(CHEST))
    assert all(seats == ({1, 3} if card in chests else {1, 2, 3}) for card, seats in everywhere.items())


def test_bids_that_are_not_shown_yet_are_those_of_somebody_sensible_and_now_and_then_any() -> None:
    table = Tavern(Anne="g1 g2", Bob="king harry", Cora="y3 y4").bids("Bob", 2).bids("Cora", 0)
    found = imagined(table, "Anne", 2000)
    assert {state.sealed[1] for state in found} == {0, 1, 2}
    assert all(state.sealed[0] == -1 for state in found)
    bold = [state.sealed[1] for state in found if KING in state.hands[1]]
    assert sum(bold) / len(bold) > sum(state.sealed[1] for state in found) / len(found)


@given(st.integers(0, 2**32))
def test_cards_are_dealt_wherever_there_is_but_one_way(chance: int) -> None:
    """Each place bars all but its own card and the next one's; the last takes only its own."""
    cards, size = bytes(range(8)), 8
    places = [Place(seat, 1, frozenset(cards) - {seat, (seat + 1) % size}) for seat in range(size - 1)]
    places.append(Place(7, 1, frozenset(cards) - {7}))
    assert deal(cards, places, Random(chance)) == [[card] for card in cards]


def test_cards_that_can_lie_nowhere_are_refused() -> None:
    with pytest.raises(ValueError, match="cannot lie"):
        deal(b"\1\2", [Place(0, 1, frozenset({1})), Place(1, 1, frozenset({1}))], Random(1))
    assert deal(b"\1", [Place(0, 1, NOTHING)], Random(1)) == [[1]]
