"""What a robot imagines of the cards that it has not seen, and how a round is played on in its head."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given

from games.contract import Play
from games.skull_queen import policy, thinking
from games.skull_queen.cards import COLOUR, FACES, SPECIALS, numbers_of
from games.skull_queen.options import SkullQueenOptions
from games.skull_queen.plank import DOWN, PLANK_OF, UP, WORTH
from games.skull_queen.state import NO_CARD, State
from games.tricks import deal_where_they_may
from tests.games.playing import Moment, moments
from tests.games.skull_queen.ship import CARDS, SKULL_QUEEN, Ship, cards
from tests.support.examples import examples

THINKER = SKULL_QUEEN.robots["captain"]
any_moment = given(moments([SKULL_QUEEN]))


def imagined(ship: Ship, name: str, times: int = 300) -> list[State]:
    """States that could be the true one for all that somebody knows."""
    random = Random(1)
    return [SKULL_QUEEN.resample(ship.view(name), random) for _time in range(times)]


def held(states: list[State], seat: int) -> set[str]:
    """The cards that this seat holds in any of them."""
    return {FACES[card].short for state in states for card in state.hands[seat]}


def test_whoever_could_not_follow_has_none_of_that_colour_in_any_deal_of_the_round() -> None:
    ship = Ship(Anne="r7 r8 b2", Bob="g1 g3 y4", Cora="r9 r10 b5").set().plays("Anne leads r7, Bob plays g1")
    seen = held(imagined(ship, "Anne"), seat=1)
    assert not {card for card in seen if card.startswith("r")}
    assert {"monkey", "mate", "b11", "y4"} <= seen
    ship.plays("Cora plays r9").plays("Cora leads b5, Anne plays b2, Bob plays y4")
    seen = held(imagined(ship, "Anne"), seat=1)
    assert not {card for card in seen if card[0] in "rb"}
    assert any(card.startswith("b") for card in held(imagined(ship, "Anne"), seat=2))


def test_everybody_sees_who_could_not_follow_and_forgets_it_with_the_next_deal() -> None:
    ship = Ship(Anne="r7", Bob="g1", Cora="r9").set().plays("Anne leads r7, Bob plays g1")
    assert ship.table.voids == bytes((0, 1, 0))
    assert all(ship.view(name).table.voids == ship.table.voids for name in ("Anne", "Bob", "Cora", None))
    assert ship.plays("Cora plays r9").table.voids == bytes(3)


def test_who_plays_a_special_card_may_have_the_colour() -> None:
    ship = Ship(Anne="r7 b2", Bob="monkey g3", Cora="r9 b5").set().plays("Anne leads r7, Bob plays monkey")
    assert ship.table.voids == bytes(3)
    assert any(card.startswith("r") for card in held(imagined(ship, "Anne"), seat=1))


def test_a_round_dealt_before_voids_were_noticed_goes_on_without_them() -> None:
    ship = Ship(Anne="r7 b2", Bob="g1 g3", Cora="r9 b5").set()
    stored = SKULL_QUEEN.dump(ship.state)
    old = stored.replace(b',"AAAA",["","",""],0],', b"],")
    assert old != stored
    ship.state = SKULL_QUEEN.load(old)
    table = ship.plays("Anne leads r7, Bob plays g1, Cora plays r9").table
    assert (table.voids, table.played) == (b"", ())
    assert len(SKULL_QUEEN.slots(ship.view("Anne"))) == 1, "what was played is not known"
    assert len(imagined(ship, "Anne", times=1)) == 1


def test_no_room_is_taken_that_another_card_needs() -> None:
    dealt = Counter[tuple[bytes, ...]]()
    red, green, blue = cards("r1 r2"), cards("g1 g2"), cards("b1 b2")
    random = Random(5)
    for _time in range(400):
        piles = deal_where_they_may(
            red + green + blue, (2, 2, 2), (0b0011, 0b0001, 0b0000), thinking.SUITS, random
        )
        dealt[tuple(bytes(sorted(pile)) for pile in piles)] += 1
        assert [len(pile) for pile in piles] == [2, 2, 2]
        assert all(COLOUR[card] not in (0, 1) for card in piles[0])
        assert all(COLOUR[card] != 0 for card in piles[1])
    assert set(dealt) == {(blue, green, red)}, "there is one way only"


@pytest.mark.parametrize("voids", [(0, 0, 0), (1, 2, 0), (3, 0, 4), (7, 0, 0), (8, 8, 0)])
def test_every_card_lies_everywhere_that_it_may(voids: tuple[int, ...]) -> None:
    deck = cards("r1 r2 g1 g2 y1 b1 b2 monkey mate")
    room, random = (3, 3, 3), Random(2)
    found = {
        (card, place)
        for _time in range(600)
        for place, pile in enumerate(deal_where_they_may(deck, room, voids, thinking.SUITS, random))
        for card in pile
    }
    may = {
        (card, place)
        for card in deck
        for place, barred in enumerate(voids)
        if card in SPECIALS or not barred >> COLOUR[card] & 1
    }
    assert found == may


def test_the_others_planks_are_those_of_sensible_people_and_now_and_then_not() -> None:
    state = SKULL_QUEEN.new(SkullQueenOptions(), 3, bytes(32))
    state, _events = SKULL_QUEEN.apply(state, 1, "plank up 3 3 3 3")
    random, own = Random(3), 0
    for _time in range(100):
        drawn = SKULL_QUEEN.resample(SKULL_QUEEN.observe(state, 0), random)
        assert drawn.planks[0] == drawn.planks[2] == b""
        assert drawn.planks[1] in PLANK_OF.values()
        fresh = SKULL_QUEEN.new(SkullQueenOptions(), 3, bytes(32))
        alike = State(fresh.table, drawn.hands, fresh.planks, fresh.settings, (), b"", bytes(32))
        own += drawn.planks[1] == PLANK_OF[THINKER.choose(SKULL_QUEEN.observe(alike, 1), random)]
    assert 60 <= own < 100


def test_of_two_players_the_card_chosen_in_secret_is_one_of_the_hand_dealt_to_them() -> None:
    ship = Ship(king="r7 g8 b9", Anne="r2 g3 b3", Bob="r9 g4 b4").set().acts("Bob", "play r9")
    colour = COLOUR[CARDS["r7"]]
    picked: set[str] = set()
    for state in imagined(ship, "Anne", times=200):
        assert state.picks[0] == NO_CARD
        assert state.picks[1] in state.hands[1]
        picked.add(FACES[state.picks[1]].short)
        if state.picks[1] not in (*SPECIALS, *numbers_of(colour)):
            assert not set(state.hands[1]) & set(numbers_of(colour)), "they follow if they can"
    assert len(picked) > 10


def test_of_two_players_one_who_has_changed_the_card_often_enough_stays_so() -> None:
    ship = Ship(king="r7", Anne="r2 r3 r4", Bob="r9 r10 r11").set().acts("Anne", "play r2")
    for card in ("r3", "r4", "r2"):
        for state in imagined(ship, "Anne", times=5):
            assert SKULL_QUEEN.observe(state, 0) == ship.view("Anne")
        ship.acts("Anne", f"play {card}")
    assert not ship.view("Anne").legal
    assert all(not SKULL_QUEEN.legal_actions(state, 0) for state in imagined(ship, "Anne", times=5))


@examples(150)
@any_moment
def test_a_round_is_played_on_as_the_rules_have_it_and_a_captain_at_once(moment: Moment) -> None:
    state = moment.state
    start = SKULL_QUEEN.chapter(state)
    for end in (start, start + 1, start + SKULL_QUEEN.ahead, start + 20):
        slowly = Play.playout(SKULL_QUEEN, state, end, Random(0))
        assert SKULL_QUEEN.playout(state, end, Random(0)) == pytest.approx(slowly)


@examples(150)
@any_moment
def test_in_a_playout_everybody_chooses_as_a_captain_does_at_once(moment: Moment) -> None:
    state = moment.state
    for seat in SKULL_QUEEN.to_act(state):
        own = THINKER.choose(SKULL_QUEEN.observe(state, seat), Random(0))
        assert SKULL_QUEEN.playout_action(state, seat, Random(0)) == own


# What pirates can expect


def ranks(*numbers: int) -> int:
    """These numbers of one colour, as the policy has them."""
    return sum(1 << number for number in numbers)


def at(expected: tuple[float, ...], side: int, space: int) -> float:
    """What a pirate there can expect."""
    return expected[policy.CELLS.index((side, space))]


def test_a_pirate_without_cards_stays_where_it_stands() -> None:
    expected = policy.expected(3, ranks(1, 2, 3), 0)
    assert [at(expected, UP, space) for space in range(6)] == list(WORTH[UP])
    assert [at(expected, DOWN, space) for space in range(6)] == list(WORTH[DOWN])


def test_a_high_card_is_worth_most_below_the_top_and_a_low_one_above_the_bottom() -> None:
    high, low = (
        policy.expected(3, ranks(2, 3, 4, 6), ranks(12)),
        policy.expected(3, ranks(9, 10, 11), ranks(1)),
    )
    assert max(range(6), key=lambda space: at(high, UP, space)) == 4
    assert max(range(6), key=lambda space: at(low, DOWN, space)) == 2
    assert at(high, UP, 5) < 5 < at(high, UP, 4)


def test_the_eight_goes_two_up_and_the_five_two_down() -> None:
    eight, seven = policy.expected(3, ranks(1, 2, 3), ranks(8)), policy.expected(3, ranks(1, 2, 3), ranks(7))
    assert at(eight, UP, 3) > at(seven, UP, 3)
    assert at(eight, UP, 4) < at(seven, UP, 4)
    five, six = policy.expected(3, ranks(9, 10, 11), ranks(5)), policy.expected(3, ranks(9, 10, 11), ranks(6))
    assert at(five, DOWN, 3) > at(six, DOWN, 3)
    assert at(five, DOWN, 2) < at(six, DOWN, 2)


def test_cards_are_alike_whatever_is_gone_between_them() -> None:
    close, wide = policy.expected(3, ranks(3, 7), ranks(4, 6)), policy.expected(3, ranks(1, 12), ranks(2, 11))
    assert close == wide
