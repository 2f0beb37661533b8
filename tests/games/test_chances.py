"""What whoever only looks on may expect: who wins, who makes the bid, and when a game turned."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import BUILT_IN
from games.contract import AnyGame
from games.thinking.chances import chances, promises, turning_point
from tests.games.playing import Beginning, Moment, moments
from tests.games.skull_king.tavern import SKULL_KING, Tavern
from tests.plugin_game.doubloons.game import Doubloons
from tests.plugin_game.doubloons.state import State, View
from tests.support.examples import examples

FEW = 6
"""Deals where nothing is asked of how right the chances are."""


@examples(25)
@given(moments(BUILT_IN), st.integers(0, 2**32))
def test_somebody_wins_and_nothing_hidden_tells_who(moment: Moment, chance: int) -> None:
    game, seen = moment.game, moment.game.observe(moment.state, None)
    found = chances(game, seen, Random(chance), FEW)
    assert found is not None
    assert sum(found.wins) == pytest.approx(1)
    assert all(0 <= each <= 1 for each in (*found.wins, *found.keeps))
    other = game.resample(seen, Random(chance + 1))
    assert chances(game, game.observe(other, None), Random(chance), FEW) == found


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.slug)
def test_when_the_game_is_over_the_winners_have_won(game: AnyGame) -> None:
    options = game.Options()
    end = Beginning(game, options, game.players_for(options)[-1], bytes(32), 1).end()
    outcome = game.outcome(end.state)
    assert outcome is not None
    found = chances(game, game.observe(end.state, None), Random(1), FEW)
    assert found is not None
    assert [share > 0 for share in found.wins] == [place == 1 for place in outcome.places]


def test_what_was_bid_is_made_surely_never_or_perhaps() -> None:
    table = Tavern(Anne="k1 k14", Bob="g2 g3", Cora="y5 y6").bidding(Anne=2, Bob=0, Cora=1)
    table.plays("Anne leads k1, Bob plays g2, Cora plays y5")
    assert table.taker == "Anne"
    found = chances(SKULL_KING, SKULL_KING.observe(table.state, None), Random(1))
    assert found is not None
    anne, bob, cora = found.keeps
    assert 0 < anne < 1
    assert 0 < bob < 1
    assert 0 < cora < 1
    table.plays("Anne leads k14, Bob plays g3")
    found = chances(SKULL_KING, SKULL_KING.observe(table.state, None), Random(1))
    assert found is not None
    assert found.keeps[1] == 1, "Bob cannot take the last trick any more"
    assert found.keeps[0] > 0.5 > found.keeps[2] > 0, "hardly anything beats the black 14"
    assert found.keeps[0] + found.keeps[2] <= 1, "one of the two takes it, or the Kraken does"


def test_before_the_bids_are_shown_nobodys_is_spoken_of() -> None:
    table = Tavern(Anne="k1 k14", Bob="g2 g3", Cora="y5 y6")
    table.bids("Anne", 2)
    found = chances(SKULL_KING, SKULL_KING.observe(table.state, None), Random(1), FEW)
    assert found is not None
    assert found.keeps == ()


def test_what_is_promised_is_open_from_the_last_bid_to_the_end_of_the_round() -> None:
    table = Tavern(Anne="k1", Bob="g2", Cora="y5")
    open_after = list[bool]()

    def look() -> None:
        open_after.append(promises(SKULL_KING, SKULL_KING.observe(table.state, None), Random(1)))

    look()
    table.bids("Anne", 1)
    look()
    table.bids("Bob", 0)
    table.bids("Cora", 0)
    look()
    table.plays("Anne leads k1, Bob plays g2")
    look()
    table.plays("Cora plays y5")
    look()
    assert open_after == [False, False, True, True, False]


class Discreet(Doubloons):
    """Has no idea of what a spectator may imagine, as a game need not."""

    def resample(self, observation: View, random: Random) -> State:
        if observation.seat is None:
            raise ValueError("Whoever looks on knows nothing.")
        return super().resample(observation, random)


def test_a_game_without_any_idea_of_what_a_spectator_imagines_has_none() -> None:
    game = Discreet()
    seen = game.observe(game.new(game.Options(), 3, bytes(32)), None)
    assert chances(game, seen, Random(1)) is None
    assert not promises(game, seen, Random(1))
    assert turning_point(game, [seen, seen], (1, 2, 3), Random(1)) is None


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.slug)
def test_a_game_turns_where_a_chance_to_win_changes_most(game: AnyGame) -> None:
    options = game.Options()
    course = list(Beginning(game, options, game.players_for(options)[0], bytes(32), 1).play())
    told = [each for each in course if not each.log or any(map(game.moment, each.events))]
    seen = [game.observe(each.state, None) for each in told]
    outcome = game.outcome(course[-1].state)
    assert outcome is not None
    found = turning_point(game, seen, outcome.places, Random(1), FEW)
    assert found is not None
    assert 1 <= found.moment < len(seen)
    assert found.before != found.after
    assert found == turning_point(game, seen, outcome.places, Random(1), FEW)


def test_of_a_single_moment_it_is_that_one_and_without_any_there_is_none() -> None:
    assert turning_point(SKULL_KING, [], (), Random(1)) is None
    table = Tavern(Anne="k1 k14", Bob="g2 g3", Cora="y5 y6")
    begins = SKULL_KING.observe(table.state, None)
    assert turning_point(SKULL_KING, [begins], (1, 2, 3), Random(1)) is None
    only = turning_point(SKULL_KING, [begins, begins], (2, 2, 1), Random(1))
    assert only is not None
    assert (only.moment, only.seat, only.after) == (1, 2, 1.0)
