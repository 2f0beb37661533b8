"""The cards, the deal, and whose turn it is."""

from __future__ import annotations

import msgspec
import pytest

from games.corsari import constants, dealing
from games.corsari.cards import ALL, BANDS, FACES
from games.corsari.options import CorsariOptions
from games.corsari.state import State
from games.fairness import seat_order
from games.text import english
from tests.games.corsari.quay import CORSARI, Quay, cards

OPTIONS = CorsariOptions()


def dealt(players: int, seed: int = 0) -> State:
    return dealing.new(OPTIONS, players, bytes([seed]) * 32)


def test_there_are_110_cards_the_numbers_1_to_11_in_each_of_ten_colours() -> None:
    assert len(ALL) == 110
    assert {(english(face.band.name), face.number) for face in FACES} == {
        (english(band.name), number) for band in BANDS for number in range(1, 12)
    }
    assert len(BANDS) == 10


def test_two_to_four_may_play() -> None:
    assert list(CORSARI.players_for(OPTIONS)) == [2, 3, 4]
    for players in (1, 5):
        with pytest.raises(ValueError, match="2 to 4 players"):
            dealt(players)


@pytest.mark.parametrize(("players", "pier", "stock"), [(2, 7, 78), (3, 8, 65), (4, 9, 52)])
def test_each_gets_twelve_cards_and_the_pier_is_longer_with_more_players(
    players: int, pier: int, stock: int
) -> None:
    state = dealt(players)
    assert [len(hand) for hand in state.hands] == [12] * players
    assert len(state.table.pier) == pier
    assert len(state.table.discards) == 1
    assert len(state.stock) == state.table.stock == stock
    lying = b"".join(state.hands) + state.table.pier + state.table.discards + state.stock
    assert sorted(lying) == sorted(ALL)


def test_hands_and_the_stock_are_hidden_pier_and_discards_are_open() -> None:
    state = dealt(3)
    seen, other = CORSARI.observe(state, 0), CORSARI.observe(state, None)
    assert seen.hand == state.hands[0]
    assert other.hand == b""
    assert seen.table == other.table == state.table
    shown = msgspec.json.encode(seen)
    hidden = [msgspec.json.encode(pile) for pile in (*state.hands[1:], state.stock)]
    assert msgspec.json.encode(state.hands[0]) in shown
    assert not any(pile in shown for pile in hidden)


def test_the_first_card_of_the_row_gives_the_pier_its_colour() -> None:
    quay = Quay(pier="green 5, red 3", Anne="blue 1", Bob="blue 2")
    assert english(BANDS[quay.table.pier_colour].name) == "Green"


def test_every_hand_is_shuffled_anew_from_the_seed() -> None:
    assert dealt(4) == dealt(4)
    assert dealt(4).hands != dealt(4, seed=1).hands
    first = dealt(4)
    assert dealing.next_hand(first.table, first.seed).hands != first.hands


def test_who_deals_first_is_left_to_chance_and_then_it_moves_on_clockwise() -> None:
    """Seats are drawn from the seed; the last of them deals first, so that seat 0 begins."""
    seeds = [bytes([number]) * 32 for number in range(256)]
    dealers = [seat_order(seed, 3)[dealing.new(OPTIONS, 3, seed).table.starter - 1] for seed in seeds]
    assert all(dealers.count(joined) > 256 / 3 / 2 for joined in range(3)), "anybody who has joined"
    state, starters = dealt(3), []
    for _hand in range(5):
        starters.append(state.table.starter)
        assert state.table.to_act == (state.table.starter,)
        state = dealing.next_hand(state.table, state.seed)
    assert starters == [0, 1, 2, 0, 1]


def test_turns_go_round_clockwise() -> None:
    quay = Quay(Anne="blue 1", Bob="blue 2", Cora="blue 3")
    order: list[str] = []
    for _turn in range(4):
        (name,) = quay.next
        order.append(name)
        quay.draws(name).acts(name, quay.may(name)[0])
    assert order == ["Anne", "Bob", "Cora", "Anne"]


def test_the_deck_always_suffices_for_a_last_hand() -> None:
    most = constants.OVER - 1
    needed = max(
        players * constants.HAND + pier + constants.FIRST_DISCARDS for players, pier in constants.PIER.items()
    )
    assert constants.DECK - most >= needed + 1


def test_penalty_cards_are_not_dealt_again() -> None:
    quay = Quay(Anne="blue 1", Bob="blue 2", penalties={"Anne": 3, "Bob": 2})
    out = b"".join(quay.table.penalties)
    state = dealing.next_hand(quay.table, bytes(32))
    lying = b"".join(state.hands) + state.table.pier + state.table.discards + state.stock
    assert sorted(lying) == sorted(ALL.translate(None, out))


def test_the_names_in_the_log_never_change() -> None:
    """Stored games know cards by their number, logs by their name."""
    bands = ["pink", "purple", "blue", "sky", "grey", "brown", "red", "orange", "yellow", "green"]
    assert [face.short for face in FACES] == [f"{band}{n}" for band in bands for n in range(1, 12)]
    assert cards("sky 1, green 11") == bytes((33, 109))


def test_each_colour_has_a_name_and_a_symbol_of_its_own() -> None:
    assert len({band.symbol for band in BANDS}) == len({english(band.name) for band in BANDS}) == 10
