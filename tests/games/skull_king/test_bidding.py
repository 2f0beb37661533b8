"""The deal, and bids made at the same time and revealed together."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.contract import IllegalAction
from games.skull_king import dealing
from games.skull_king.cards import FACES
from games.skull_king.options import SkullKingOptions
from games.skull_king.position import SkullKingPosition
from games.skull_king.state import BidsRevealed
from games.text import english
from tests.games.skull_king.tavern import SKULL_KING, Tavern

BECK = SkullKingOptions()
FULL = SkullKingOptions(kraken=True, white_whale=True, loot=True)
CLASSIC = SkullKingOptions(edition="classic")


# The cards


def test_the_first_edition_has_66_cards() -> None:
    shorts = [FACES[card].short.rstrip("12345") for card in dealing.deck_of(CLASSIC.setup)]
    assert len(shorts) == 66
    assert {
        special: shorts.count(special) for special in ("escape", "pirate", "mermaid", "mary", "king")
    } == {
        "escape": 5,
        "pirate": 5,
        "mermaid": 2,
        "mary": 1,
        "king": 1,
    }
    numbers = [FACES[card] for card in dealing.deck_of(CLASSIC.setup) if FACES[card].suit]
    assert {(face.short[0], face.number) for face in numbers} == {
        (s, n) for s in "ybrk" for n in range(1, 14)
    }


def test_grandpa_becks_has_70_cards_with_named_pirates_and_the_tigress() -> None:
    shorts = [FACES[card].short.rstrip("12345") for card in dealing.deck_of(BECK.setup)]
    assert len(shorts) == 70
    assert {"rosie", "bendt", "rascal", "juanita", "harry", "tigress", "king"} <= set(shorts)
    assert (shorts.count("escape"), shorts.count("mermaid")) == (5, 2)
    numbers = [FACES[card] for card in dealing.deck_of(BECK.setup) if FACES[card].suit]
    assert {(face.short[0], face.number) for face in numbers} == {
        (s, n) for s in "gypk" for n in range(1, 15)
    }


@pytest.mark.parametrize(
    ("switch", "cards"), [("kraken", ["kraken"]), ("white_whale", ["whale"]), ("loot", ["loot1", "loot2"])]
)
def test_each_expansion_is_a_switch_of_its_own(switch: str, cards: list[str]) -> None:
    with_it = dealing.deck_of(SkullKingOptions.model_validate({switch: True}).setup)
    added = set(with_it) - set(dealing.deck_of(BECK.setup))
    assert sorted(FACES[card].short for card in added) == cards


@pytest.mark.parametrize("options", [BECK, FULL, CLASSIC])
def test_every_card_of_a_deck_has_a_name_of_its_own_in_the_log(options: SkullKingOptions) -> None:
    shorts = [FACES[card].short for card in dealing.deck_of(options.setup)]
    assert len(set(shorts)) == len(shorts) == len(set(dealing.deck_of(options.setup)))


def test_the_first_edition_has_no_expansions() -> None:
    with pytest.raises(ValueError, match="first edition"):
        SkullKingOptions(edition="classic", kraken=True)
    assert [field.name for field in SKULL_KING.option_fields(CLASSIC)] == ["edition"]


# The deal


@pytest.mark.parametrize(
    ("options", "players", "dealt"),
    [
        (CLASSIC, 2, range(1, 11)),
        (CLASSIC, 6, range(1, 11)),
        (BECK, 4, range(1, 11)),
        (BECK, 7, range(1, 11)),
        (BECK, 8, [1, 2, 3, 4, 5, 6, 7, 8, 8, 8]),
        (FULL, 8, [1, 2, 3, 4, 5, 6, 7, 8, 8, 8]),
    ],
)
def test_each_round_deals_a_card_more_but_eight_players_never_get_more_than_8(
    options: SkullKingOptions, players: int, dealt: list[int]
) -> None:
    assert list(dealing.cards_in_round(options.setup, players)) == list(dealt)


@pytest.mark.parametrize(("options", "players"), [(CLASSIC, 1), (CLASSIC, 7), (BECK, 1), (BECK, 9)])
def test_a_table_that_is_too_small_or_too_large_is_refused(options: SkullKingOptions, players: int) -> None:
    with pytest.raises(ValueError, match="players"):
        dealing.new(options.setup, players, bytes(32))


def test_hands_are_sorted_and_no_card_is_dealt_twice() -> None:
    state = SKULL_KING.position(FULL, 8, bytes(32), SkullKingPosition(round=10))
    assert [len(hand) for hand in state.hands] == [8] * 8
    assert all(list(hand) == sorted(hand) for hand in state.hands)
    assert len(set(b"".join(state.hands))) == 64


def test_every_round_is_dealt_from_the_seed_and_its_number_alone() -> None:
    one, other = (dealing.new(BECK.setup, 4, bytes(32)), dealing.new(BECK.setup, 4, bytes(32)))
    assert one == other
    later = [replace(one.table, round=8, leader=leader, points=(leader,) * 4) for leader in (0, 3)]
    assert len({dealing.next_round(table, bytes(32)).hands for table in later}) == 1
    assert dealing.new(BECK.setup, 4, b"\1" * 32).hands != one.hands
    eight = dealing.new(BECK.setup, 8, bytes(32)).table
    rounds = [dealing.next_round(replace(eight, round=number), bytes(32)).hands for number in (7, 8, 9)]
    assert {len(hand) for dealt in rounds for hand in dealt} == {8}
    assert len({dealt[seat] for dealt in rounds for seat in range(8)}) == 24, "each number has its own deal"


def test_the_seat_left_of_the_dealer_leads_and_the_deal_moves_on() -> None:
    state = dealing.new(BECK.setup, 3, bytes(32))
    leaders = [state.table.leader]
    for _round in range(4):
        state = dealing.next_round(state.table, state.seed)
        leaders.append(state.table.leader)
    assert leaders == [0, 1, 2, 0, 1]


# Bids


def test_everybody_bids_at_the_same_time_in_any_order() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 g4", Cora="g5 g6")
    assert table.next == ("Anne", "Bob", "Cora")
    table.bids("Bob", 2)
    assert table.next == ("Anne", "Cora")


def test_a_bid_is_0_to_the_number_of_cards() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 g4")
    assert SKULL_KING.legal_actions(table.state, 0) == ("bid 0", "bid 1", "bid 2")
    with pytest.raises(IllegalAction) as refused:
        table.bids("Anne", 3)
    assert english(refused.value.reason) == "Bid 0 to 2 tricks."


def test_until_all_have_bid_others_see_who_is_ready_but_not_what_they_bid() -> None:
    low, high = (
        Tavern(Anne="g1 g2", Bob="g3 g4").bids("Anne", 0),
        Tavern(Anne="g1 g2", Bob="g3 g4").bids("Anne", 2),
    )
    assert low.events == high.events
    assert low.view("Bob") == high.view("Bob")
    assert low.view() == high.view()
    assert "has bid · points: 0" in low.board("Bob")
    assert "still to bid · points: 0" in low.board()


def test_the_bidder_sees_the_own_bid() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 g4").bids("Anne", 2)
    hand = SKULL_KING.hand(table.view("Anne"))
    assert hand is not None
    assert table.say(hand.note) == "You bid 2. The others see it when all have bid."


def test_the_last_bid_reveals_them_all() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 g4").bids("Bob", 2)
    assert not any(isinstance(event, BidsRevealed) for event in table.events)
    table.bids("Anne", 0)
    assert table.table.bids == (0, 2)
    assert table.say(SKULL_KING.narrate(table.events[-1])) == (
        "Round 2, 2 cards each. Yo-ho-ho! The bids: Anne 0 and Bob 2. Anne leads."
    )


def test_a_bid_may_be_changed_until_all_have_bid_and_nobody_hears_of_it() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 g4").bids("Anne", 2)
    told = table.board("Bob")
    table.bids("Anne", 1)
    assert table.events[-1].audience == (0,)
    assert table.board("Bob") == told
    assert table.next == ("Bob",)
    table.bids("Bob", 0)
    assert table.table.bids == (1, 0)


def test_a_bid_that_has_been_shown_stands() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 g4").bidding(Anne=2)
    with pytest.raises(IllegalAction):
        table.bids("Bob", 1)
    assert table.table.bids == (2, 0)


def test_a_bid_may_be_changed_three_times() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 g4").bids("Anne", 2).bids("Anne", 1).bids("Anne", 0)
    table.bids("Anne", 2)
    with pytest.raises(IllegalAction) as refused:
        table.bids("Anne", 1)
    assert english(refused.value.reason) == "You've bid. It's shown once everyone has."
    assert SKULL_KING.steps(table.view("Anne")) is None


def test_the_bid_that_stands_already_is_no_change() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 g4").bids("Anne", 2)
    assert table.may_play("Anne") == {"bid 0", "bid 1"}
    assert table.choice("Anne", "2").why_not is not None
    assert table.say(table.menu("Anne").prompt) == "You bid 2. You can change it until all have bid."
    with pytest.raises(IllegalAction, match="already your choice"):
        table.bids("Anne", 2)


def test_in_the_next_round_a_bid_may_be_changed_as_often_again() -> None:
    table = Tavern(Anne="g1", Bob="g3").bids("Anne", 1).bids("Anne", 0).bids("Bob", 0)
    table.plays("Anne leads g1, Bob plays g3").bids("Anne", 2)
    assert SKULL_KING.decision(table.state, 0) == "b2.1"


def test_nobody_plays_before_all_have_bid() -> None:
    with pytest.raises(IllegalAction):
        Tavern(Anne="g1 g2", Bob="g3 g4").acts("Anne", "play g1")


# Turns


def test_cards_are_played_clockwise_and_only_in_turn() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 g4", Cora="g5 g6").bidding().plays("Anne leads g1")
    assert table.next == ("Bob",)
    with pytest.raises(IllegalAction) as refused:
        table.acts("Cora", "play g5")
    assert english(refused.value.reason) == "Not your turn yet: wait for the others."


def test_only_a_card_that_is_held_can_be_played() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 g4").bidding()
    for action in ("play g3", "play g15", "play", "g1", "PLAY g1", "play  g1"):
        with pytest.raises(IllegalAction) as refused:
            table.acts("Anne", action)
        assert english(refused.value.reason) == "That card isn't in your hand. Play one that is."


def test_after_the_bids_there_is_no_bidding() -> None:
    with pytest.raises(IllegalAction) as refused:
        Tavern(Anne="g1 g2", Bob="g3 g4").bidding().acts("Anne", "bid 1")
    assert english(refused.value.reason) == "Bidding is over: play a card."


def test_the_tigress_is_not_played_without_saying_as_what() -> None:
    with pytest.raises(IllegalAction):
        Tavern(Anne="tigress g2", Bob="g3 g4").bidding().acts("Anne", "play tigress")


def test_a_card_of_another_suit_is_refused_with_the_reason() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 y4").bidding().plays("Anne leads g1")
    with pytest.raises(IllegalAction) as refused:
        table.acts("Bob", "play y4")
    assert english(refused.value.reason) == "Follow Parrot, or play a special card."


def test_after_the_last_round_nothing_can_be_done() -> None:
    table = Tavern(Anne="g14", Bob="g2").in_round(10).bidding().plays("Anne leads g14, Bob plays g2")
    assert table.next == ()
    with pytest.raises(IllegalAction) as refused:
        table.acts("Anne", "bid 0")
    assert english(refused.value.reason) == "The game is over."


def test_after_a_rounds_last_trick_the_next_round_is_dealt() -> None:
    table = Tavern(Anne="g14", Bob="g2").bidding(Anne=1).plays("Anne leads g14, Bob plays g2")
    assert table.table.round == 2
    assert [len(hand) for hand in table.state.hands] == [2, 2]
    assert table.table.leader == table.seat("Bob")
    assert table.table.taken == (0, 0)
    assert table.table.points == (30, 10)


# What is asked


def test_decisions_name_the_round_and_the_trick() -> None:
    table = Tavern(Anne="g1 g2", Bob="g3 g4")
    decide = SKULL_KING.decision
    assert [decide(table.state, seat) for seat in (0, 1)] == ["b2", "b2"]
    table.bids("Anne", 0)
    assert [decide(table.state, seat) for seat in (0, 1)] == ["b2.1", "b2"]
    table.bids("Anne", 1)
    assert [decide(table.state, seat) for seat in (0, 1)] == ["b2.2", "b2"]
    table.bids("Bob", 0)
    assert [decide(table.state, seat) for seat in (0, 1)] == ["p2.1", ""]
    table.plays("Anne leads g1, Bob plays g3")
    assert [decide(table.state, seat) for seat in (0, 1)] == ["", "p2.2"]
