"""The cards, the deal, the planks, points and rounds."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from games.contract import IllegalAction
from games.fairness import seat_order
from games.skull_queen import constants, dealing, plank, trick
from games.skull_queen.cards import FACES, SPECIALS
from games.skull_queen.options import SkullQueenOptions
from games.skull_queen.plank import ACTION_OF, PLANK_OF, SETTINGS
from games.skull_queen.scoring import places
from games.skull_queen.state import NOBODY, PlankSet, PlanksRevealed, RoundEnded, TrickEnded
from games.text import english
from tests.games.skull_queen.ship import SKULL_QUEEN, Ship, shorts

OPTIONS = SkullQueenOptions()
EVERY_TABLE = pytest.mark.parametrize("players", range(2, 7))

# The cards


def test_there_are_50_cards_four_colours_from_1_to_12_a_monkey_and_a_first_mate() -> None:
    numbers = {f"{colour}{number}" for colour in "rgyb" for number in range(1, 13)}
    assert shorts(dealing.deck_of(4)) == numbers | {"monkey", "mate"}
    assert len(dealing.deck_of(4)) == 50


@pytest.mark.parametrize("number", [8, 5])
def test_every_colour_has_one_eight_and_one_five(number: int) -> None:
    assert {f"{colour}{number}" for colour in "rgyb"} <= shorts(dealing.deck_of(6))
    assert len(dealing.deck_of(6)) == len(shorts(dealing.deck_of(6)))


@pytest.mark.parametrize("players", [2, 3])
def test_two_and_three_play_without_the_1s_and_12s(players: int) -> None:
    numbers = {f"{colour}{number}" for colour in "rgyb" for number in range(2, 12)}
    assert shorts(dealing.deck_of(players)) == numbers | {"monkey", "mate"}


@pytest.mark.parametrize("players", [4, 5, 6])
def test_four_to_six_play_with_all_cards(players: int) -> None:
    assert dealing.deck_of(players) == bytes(sorted(FACES))


# The deal


@pytest.mark.parametrize(
    ("players", "hand", "left", "king"),
    [(2, 14, 0, 14), (3, 14, 0, 0), (4, 12, 2, 0), (5, 10, 0, 0), (6, 8, 2, 0)],
)
def test_the_cards_are_dealt_evenly_and_the_rest_lies_in_the_middle(
    players: int, hand: int, left: int, king: int
) -> None:
    for number in range(20):
        state = dealing.new(players, bytes([number]) * 32)
        assert [len(held) for held in state.hands] == [hand] * players
        assert len(state.table.middle) + len(state.table.aside) == left
        assert len(state.king) == king


def test_what_is_left_over_lies_open_before_anybody_sets_a_plank() -> None:
    state = dealing.new(4, bytes(32))
    assert len(SKULL_QUEEN.observe(state, None).table.middle) == 2
    assert state.table.phase == "plank"


def test_a_monkey_or_first_mate_that_is_left_over_is_set_aside_for_this_round() -> None:
    left = [dealing.new(4, bytes([number]) * 32).table for number in range(256)]
    with_special = [table for table in left if table.aside]
    assert with_special
    for table in left:
        assert not set(table.middle) & set(SPECIALS)
        assert set(table.aside) <= set(SPECIALS)


def test_every_round_is_shuffled_anew() -> None:
    state, hands = dealing.new(4, bytes(32)), set[bytes]()
    for _round in range(4):
        hands |= set(state.hands)
        state = dealing.next_round(state.table, state.seed)
    assert {len(hand) for hand in hands} == {12}
    assert len(hands) == 16


@pytest.mark.parametrize("players", [0, 1, 7])
def test_two_to_six_can_play(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 6 players"):
        SKULL_QUEEN.new(OPTIONS, players, bytes(32))


# The planks


def test_a_plank_has_five_spaces_worth_1_2_3_5_and_8_upwards_or_downwards() -> None:
    assert plank.WORTH[plank.UP][1:] == (1, 2, 3, 5, 8)
    assert plank.WORTH[plank.DOWN][1:] == (8, 5, 3, 2, 1)


def test_everybody_has_four_pirates_one_of_each_colour() -> None:
    ship = Ship(Anne="r1", Bob="r2", Cora="r3").set(Anne="up 1 2 4 5")
    assert [ship.space("Anne", pirate) for pirate in ("red", "green", "yellow", "blue")] == [1, 2, 4, 5]


def test_either_side_and_any_space_may_be_chosen_and_pirates_may_share_one() -> None:
    assert len(SETTINGS) == len(set(SETTINGS)) == 2 * 5**4
    assert {"plank up 1 1 1 1", "plank down 5 5 2 2"} <= set(SETTINGS)
    assert all(ACTION_OF[PLANK_OF[action]] == action for action in SETTINGS)


def test_all_set_their_planks_at_the_same_time() -> None:
    ship = Ship(Anne="r1", Bob="r2", Cora="r3")
    assert ship.next == ("Anne", "Bob", "Cora")
    assert ship.sets("Bob", "up 1 1 1 1").next == ("Anne", "Cora")


def test_planks_are_revealed_together_when_the_last_is_set() -> None:
    ship = Ship(Anne="r1", Bob="r2", Cora="r3").sets("Cora", "down 1 2 3 4").sets("Anne", "up 5 5 5 5")
    assert ship.table.planks == ()
    assert not any(isinstance(event, PlanksRevealed) for event in ship.events)
    ship.sets("Bob", "up 1 1 1 1")
    assert ship.table.planks == tuple(
        PLANK_OF[f"plank {words}"] for words in ("up 5 5 5 5", "up 1 1 1 1", "down 1 2 3 4")
    )


def test_a_plank_that_is_set_is_known_to_its_player_alone() -> None:
    ship = Ship(Anne="r1", Bob="r2", Cora="r3").sets("Anne", "down 1 2 3 4")
    assert ship.view("Anne").plank == PLANK_OF["plank down 1 2 3 4"]
    assert ship.view("Bob").plank == ship.view(None).plank == b""
    assert ship.log() == []


def test_a_plank_may_be_set_anew_until_all_are_ready() -> None:
    ship = Ship(Anne="r1", Bob="r2", Cora="r3").sets("Anne", "up 1 1 1 1").sets("Anne", "down 4 4 4 4")
    assert ship.next == ("Bob", "Cora")
    ship.sets("Bob", "up 3 3 3 3").sets("Anne", "up 2 2 2 2").sets("Cora", "up 3 3 3 3")
    assert ship.table.planks[0] == PLANK_OF["plank up 2 2 2 2"]


def test_that_somebody_thinks_again_is_known_to_nobody_else() -> None:
    ship = Ship(Anne="r1", Bob="r2", Cora="r3").sets("Anne", "up 1 1 1 1")
    before = ship.view("Bob")
    ship.sets("Anne", "down 4 4 4 4")
    assert ship.view("Bob") == before
    assert [event.audience for event in ship.events if isinstance(event, PlankSet)] == [None, (0,)]


def test_when_all_are_ready_no_plank_can_be_changed_any_more() -> None:
    ship = Ship(Anne="r1", Bob="r2", Cora="r3").set()
    with pytest.raises(IllegalAction) as refused:
        ship.sets("Anne", "up 1 1 1 1")
    assert english(refused.value.reason) == "The planks are set: play a card."


def test_a_plank_can_be_set_ten_times_a_round_so_that_every_game_ends() -> None:
    ship = Ship(Anne="r1", Bob="r2", Cora="r3")
    for _time in range(constants.MOST_SETTINGS):
        ship.sets("Anne", "up 1 1 1 1")
    assert ship.view("Anne").legal == ()
    assert SKULL_QUEEN.decision(ship.state, 0) == ""
    with pytest.raises(IllegalAction) as refused:
        ship.sets("Anne", "up 2 2 2 2")
    assert english(refused.value.reason).startswith("You have changed your plank often enough")
    assert ship.view("Anne").plank == PLANK_OF["plank up 1 1 1 1"]


@pytest.mark.parametrize(
    "action", ["plank up 1 2 3", "plank up 0 1 1 1", "plank up 6 1 1 1", "play r1", "up"]
)
def test_a_plank_that_is_none_is_refused(action: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        Ship(Anne="r1", Bob="r2", Cora="r3").acts("Anne", action)
    assert english(refused.value.reason).startswith("Choose a side of your plank and a space")


# Points


def test_the_example_descending_spaces_1_1_2_and_4_are_23_points() -> None:
    assert plank.worth(PLANK_OF["plank down 1 1 2 4"]) == 8 + 8 + 5 + 2 == 23


def test_a_pirate_in_the_water_scores_nothing() -> None:
    ship = Ship(Anne="r7", Bob="r9", Cora="r10").set(Cora="up 5 5 5 5", Anne="up 2 1 1 1")
    ship.plays("Anne leads r7, Bob plays r9, Cora plays r10")
    assert ship.scores == {"Anne": 4, "Bob": 12, "Cora": 24}


def test_a_plank_is_worth_32_at_most() -> None:
    assert max(map(plank.worth, PLANK_OF.values())) == plank.BEST == 32


def test_a_round_ends_when_all_hands_are_empty_and_scores_each_space() -> None:
    ship = Ship(Anne="r7 b1", Bob="r9 b2", Cora="r10 b3").set()
    ship.plays("Anne leads r7, Bob plays r9, Cora plays r10")
    assert ship.table.round == 1
    ship.plays("Cora leads b3, Anne plays b1, Bob plays b2")
    assert ship.table.round == 2
    assert ship.scores == {"Anne": 2 + 3 + 3 + 2, "Bob": 12, "Cora": 5 + 3 + 3 + 5}
    assert ship.table.points == (10, 12, 16)


def test_cards_in_the_middle_are_void_at_the_end_of_a_round() -> None:
    ship = Ship(Anne="r7", Bob="g9", Cora="b10").set().plays("Anne leads r7, Bob plays g9, Cora plays b10")
    assert ship.scores == {"Anne": 12, "Bob": 12, "Cora": 12}
    assert ship.middle == set()
    assert sorted(b"".join(ship.state.hands)) == sorted(dealing.deck_of(3))


def test_a_new_round_has_new_cards_new_planks_and_all_pirates_back() -> None:
    ship = Ship(Anne="r7", Bob="r9", Cora="r10").set(Cora="up 5 5 5 5")
    ship.plays("Anne leads r7, Bob plays r9, Cora plays r10")
    assert ship.table.planks == ()
    assert ship.next == ("Anne", "Bob", "Cora")
    ship.set()
    assert all(ship.space(name, "red") == 3 for name in ship.names)


# Rounds and the end


@EVERY_TABLE
def test_there_are_as_many_rounds_as_players(players: int) -> None:
    random, state = Random(players), SKULL_QUEEN.new(OPTIONS, players, bytes(32))
    rounds: set[int] = set()
    while waiting := SKULL_QUEEN.to_act(state):
        rounds.add(state.table.round)
        action = random.choice(SKULL_QUEEN.legal_actions(state, waiting[0]))
        state, _events = SKULL_QUEEN.apply(state, waiting[0], action)
    assert rounds == set(range(1, players + 1))
    assert len(state.table.score_sheet) == 5 * players * players


def test_the_first_seat_leads_in_round_1_and_one_seat_further_in_each_later_round() -> None:
    """The seats are drawn: anybody of those who have joined may be the first."""
    seeds = [bytes([number]) * 32 for number in range(256)]
    first = [seat_order(seed, 4)[dealing.new(4, seed).table.leader] for seed in seeds]
    assert all(first.count(joined) > 256 / 4 / 2 for joined in range(4))
    leaders: list[int] = []
    state = dealing.new(4, bytes(32))
    for _round in range(4):
        leaders.append(state.table.leader)
        state = dealing.next_round(state.table, state.seed)
    assert leaders == [0, 1, 2, 3]


def last_round(*, points: tuple[int, int, int]) -> Ship:
    ship = Ship(round=3, Anne="r7", Bob="g9", Cora="b10")
    ship.state = replace(ship.state, table=replace(ship.table, points=points))
    return ship.set().plays("Anne leads r7, Bob plays g9, Cora plays b10")


def test_most_points_after_the_last_round_win() -> None:
    outcome = SKULL_QUEEN.outcome(last_round(points=(20, 30, 10)).state)
    assert outcome is not None
    assert (outcome.points, outcome.places) == ((32, 42, 22), (2, 1, 3))


def test_equal_points_win_together() -> None:
    outcome = SKULL_QUEEN.outcome(last_round(points=(30, 30, 10)).state)
    assert outcome is not None
    assert outcome.places == places((42, 42, 22)) == (1, 1, 3)


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    ship = last_round(points=(0, 0, 0))
    assert ship.next == ()
    with pytest.raises(IllegalAction) as refused:
        ship.acts("Anne", "play r1")
    assert english(refused.value.reason) == "The game is over."


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (lambda ship: ship.plays("Bob leads r9"), "It is not your turn yet: wait for the others."),
        (lambda ship: ship.plays("Anne leads r9"), "That card is not in your hand: play one that is."),
    ],
)
def test_a_wrong_card_is_refused_with_the_reason(wrong: Callable[[Ship], object], reason: str) -> None:
    ship = Ship(Anne="r7 b1", Bob="r9 b2", Cora="r10 b3").set()
    with pytest.raises(IllegalAction) as refused:
        wrong(ship)
    assert english(refused.value.reason) == reason


@EVERY_TABLE
def test_the_bounds_allow_for_every_setting_and_every_card(players: int) -> None:
    bounds = SKULL_QUEEN.bounds(OPTIONS, players)
    hand = constants.DEALS[players].hand * (1 + constants.MOST_CHANGES if players == 2 else 1)
    assert (bounds.actions, bounds.lowest, bounds.highest) == (
        players * players * (constants.MOST_SETTINGS + hand),
        0,
        32 * players,
    )


# The story that events tell


@EVERY_TABLE
def test_what_a_trick_did_and_what_a_round_scored_follows_from_what_their_ends_say(players: int) -> None:
    random, state = Random(players), SKULL_QUEEN.new(OPTIONS, players, bytes(32))
    tricks, rounds = list[TrickEnded](), list[RoundEnded]()
    while waiting := SKULL_QUEEN.to_act(state):
        action = random.choice(SKULL_QUEEN.legal_actions(state, waiting[0]))
        state, events = SKULL_QUEEN.apply(state, waiting[0], action)
        tricks += [event for event in events if isinstance(event, TrickEnded)]
        rounds += [event for event in events if isinstance(event, RoundEnded)]
    for end in tricks:
        verdict = trick.settle(end.trick, end.middle_before)
        assert end.middle == verdict.middle
        assert len(end.trick) == len(end.order) == max(players, 3)
        moved = [NOBODY if step.place < 0 else end.order[step.place] for step in verdict.steps]
        assert [(move.who, move.card) for move in end.moves] == [
            (who, step.card) for who, step in zip(moved, verdict.steps, strict=True)
        ]
    for scored in rounds:
        assert tuple(map(plank.worth, scored.planks)) == scored.scored
    assert (len(tricks), len(rounds)) == (constants.DEALS[players].hand * players, players)
