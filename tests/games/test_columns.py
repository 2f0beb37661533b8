"""The sheet of people who play with cards of their own: what is noted round by round comes to the points that
the rules give, in every game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given

from games.buccaneer import scoring as ducats
from games.buccaneer.ships import BOOTY
from games.catalogue import game as game_of
from games.contract import AnyGame, IllegalAction, Noted
from games.corsari import scoring as penalties
from games.skull_king import scoring as bids
from games.skull_queen import scoring as planks
from games.skull_queen.plank import worth
from games.text import english
from tests.games.playing import GAMES, Beginning, beginnings
from tests.support.examples import examples


def _of_skull_king(table: Any) -> list[Noted]:
    rounds = bids.rounds_of(table.score_sheet, table.players)
    return [
        {
            "bids": tuple(entry.bid for entry in line),
            "tricks": tuple(entry.taken for entry in line),
            "bonus": tuple(entry.bonus for entry in line),
            "wager": tuple(entry.wager for entry in line),
            "shots": tuple(int(entry.cannonball) for entry in line),
        }
        for line in rounds
    ]


def _of_skull_queen(table: Any) -> list[Noted]:
    rounds = planks.rounds_of(table.score_sheet, table.players)
    return [{"points": tuple(map(worth, line))} for line in rounds]


def _of_corsari(table: Any) -> list[Noted]:
    hands = penalties.hands_of(table.score_sheet, table.players)
    clean = penalties.CAPPOTTO
    return [
        {
            "sailed": (hand.closer,),
            "cards": tuple(cards * (cards != clean) for cards in hand.gained),
            "cappotto": tuple(int(cards == clean) for cards in hand.gained),
        }
        for hand in hands
    ]


def _of_buccaneer(table: Any) -> list[Noted]:
    won = zip(table.ducats, *ducats.all_awards(table.booty), strict=True)
    coins = tuple(own - sum(awards) for own, *awards in won)
    pieces = {each.short: ducats.pieces_of(table.booty, kind) for kind, each in enumerate(BOOTY)}
    return [{"ducats": coins, **pieces}]


READ: Mapping[str, Callable[[Any], list[Noted]]] = {
    "skull-king": _of_skull_king,
    "skull-queen": _of_skull_queen,
    "corsari": _of_corsari,
    "buccaneer": _of_buccaneer,
}
"""What whoever kept the sheet of a game that is over would have noted, by the game."""
KEPT = [game_of(slug) for slug in READ]


@given(beginning=beginnings(KEPT))
@examples(60)
def test_a_sheet_of_the_rounds_of_a_game_has_its_points_and_places(beginning: Beginning):
    game, options, players = beginning.game, beginning.options, beginning.players
    ended = beginning.end().state
    rounds = READ[game.slug](ended.table)
    state = game.noted(options, players, rounds, over=True)
    assert game.outcome(state) == game.outcome(ended)
    assert game.columns(options, players, rounds) == ()
    for before in range(len(rounds)):
        presses = game.columns(options, players, rounds[:before])
        for column in (column for press in presses for column in press):
            assert set(rounds[before][column.name]) <= set(column.numbers)


@given(beginning=beginnings(KEPT))
@examples(20)
def test_the_sheet_is_that_of_the_game(beginning: Beginning):
    game = beginning.game
    ended = beginning.end().state
    rounds = READ[game.slug](ended.table)
    state = game.noted(beginning.options, beginning.players, rounds, over=True)
    there, kept = (game.sheet(game.observe(each, None)) for each in (ended, state))
    assert there is not None
    assert kept is not None
    assert kept.totals == there.totals
    if game.slug in ("skull-king", "skull-queen"):  # where hands are void their numbers differ
        assert kept.rows == there.rows


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_game_that_has_a_sheet_is_tried(game: AnyGame):
    assert bool(game.columns(game.Options(), game.players[0], [])) == (game in KEPT)


def noted(slug: str, rounds: Sequence[Noted], players: int, **options: Any) -> tuple[int, ...]:
    game = game_of(slug)
    chosen = game.Options(**options)
    outcome = game.outcome(game.noted(chosen, players, rounds, over=True))
    assert outcome is not None
    return outcome.points


def refused(slug: str, noted_round: Noted, before: Sequence[Noted] = (), **options: Any) -> str:
    game, players = game_of(slug), max(map(len, noted_round.values()))
    names = dict(enumerate(["Anne", "Bart", "Clara", "Dan"]))
    with pytest.raises(IllegalAction) as refusal:
        game.noted(game.Options(**options), players, [*before, noted_round])
    return english(refusal.value.reason, names)


ONE = {"bids": (1, 0, 0), "tricks": (1, 0, 0)}


def test_points_of_a_first_round_of_skull_king():
    assert noted("skull-king", [ONE], 3) == (20, 10, 10)


def test_points_of_a_bonus_and_of_tricks_that_are_off():
    second = {"bids": (2, 1, 1), "tricks": (2, 0, 0), "bonus": (30, 0, 0)}
    assert noted("skull-king", [ONE, second], 3) == (20 + 40 + 30, 10 - 10, 10 - 10)


def test_it_is_asked_who_took_the_trick_that_is_missing():
    assert refused("skull-king", {"bids": (1, 0), "tricks": (0, 0)}) == (
        "The tricks make 0 of 1: who took the missing one?"
    )


def test_it_is_asked_who_took_fewer_tricks():
    assert refused("skull-king", {"bids": (1, 0), "tricks": (1, 1)}) == (
        "The tricks make 2, but there were only 1: who took fewer?"
    )


def test_the_kraken_can_leave_a_trick_to_nobody():
    nobody = {"bids": (1, 0), "tricks": (0, 0)}
    assert noted("skull-king", [nobody], 2, kraken=True) == (-10, 10)


def test_the_first_edition_knows_no_kraken():
    assert "missing one" in refused("skull-king", {"bids": (1, 0), "tricks": (0, 0)}, edition="classic")


def test_a_bonus_counts_for_an_exact_bid_only():
    assert refused("skull-king", {"bids": (1, 1), "tricks": (1, 0), "bonus": (0, 30)}) == (
        "Bart bid 1 and took 0, so no bonus counts there. Whose is it?"
    )


def test_one_player_wagers_with_rascal():
    both = {"bids": (1, 0), "tricks": (1, 0), "wager": (10, 20)}
    assert "only one player" in refused("skull-king", both, powers=True)


def test_a_plank_of_skull_queen_has_points_that_four_pirates_can_have():
    game = game_of("skull-queen")
    [[column]] = game.columns(game.Options(), 3, [])
    assert {23, 32} <= set(column.numbers)
    assert not {30, 31, 33} & set(column.numbers)


def test_a_ship_that_sank_was_sunk_by_somebody():
    sank = {"sailed": (0,), "cards": (5, 2, 3), "cappotto": (0, 0, 0)}
    assert refused("corsari", sank) == "Anne sank with 5: whoever sank the ship takes none. Who was it?"


def test_whoever_sails_well_leaves_cards_to_everybody_else():
    sailed = {"sailed": (0,), "cards": (0, 0, 3), "cappotto": (0, 0, 0)}
    assert "everybody else takes some" in refused("corsari", sailed)


def test_a_cappotto_wins_whatever_the_cards_are():
    game = game_of("corsari")
    hands = [
        {"sailed": (0,), "cards": (0, 9), "cappotto": (0, 0)},
        {"sailed": (1,), "cards": (0, 0), "cappotto": (0, 1)},
    ]
    outcome = game.outcome(game.noted(game.Options(), 2, hands, over=True))
    assert outcome is not None
    assert outcome.places == (2, 1)
    assert game.columns(game.Options(), 2, hands) == ()


def test_the_hand_after_thirty_five_penalty_cards_is_the_last_one():
    game = game_of("corsari")
    hands = [{"sailed": (0,), "cards": (0, cards), "cappotto": (0, 0)} for cards in (12, 12, 11, 1)]
    after = [game.columns(game.Options(), 2, hands[:number]) for number in (2, 3, 4)]
    assert list(map(bool, after)) == [True, True, False]


def test_there_are_six_pieces_of_a_kind():
    counted = {"ducats": (1, 2, 3), "chest": (4, 3, 0), "barrel": (0, 0, 0)}
    counted |= {"candlestick": (0, 0, 0), "dagger": (0, 0, 0)}
    assert refused("buccaneer", counted) == ("There are 6 of treasure chest, and you count 7: who has fewer?")


@pytest.mark.parametrize("game", KEPT, ids=lambda game: game.slug)
def test_nothing_stands_on_a_new_sheet(game: Any):
    players = game.players[0]
    state = game.noted(game.Options(), players, [])
    assert game.columns(game.Options(), players, [])
    assert game.sheet(game.observe(state, None)) is None
