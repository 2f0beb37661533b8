"""Whole games, from the first deal to the last point."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from games.contract import Event
from games.skull_king import dealing, scoring
from games.skull_king.options import SkullKingOptions
from games.skull_king.state import BidsRevealed, GameEnded, RoundEnded, State, TrickEnded
from tests.games.skull_king.tavern import SKULL_KING

CLASSIC, BECK = SkullKingOptions(edition="classic"), SkullKingOptions()
editions = pytest.mark.parametrize(("options", "players"), [(CLASSIC, 6), (BECK, 7)], ids=["classic", "beck"])


def played(options: SkullKingOptions, players: int) -> tuple[list[State], list[Event]]:
    """Every state of a game in which anything is played, and all that happened."""
    random, state = Random(7), SKULL_KING.new(options, players, bytes(32))
    states, events = [state], list[Event]()
    while waiting := SKULL_KING.to_act(state):
        action = random.choice(SKULL_KING.legal_actions(state, waiting[0]))
        state, caused = SKULL_KING.apply(state, waiting[0], action)
        states.append(state)
        events += caused
    return states, events


def dealt_in(states: Sequence[State], number: int) -> bytes:
    """All cards in the hands when this round has been dealt."""
    return b"".join(next(state for state in states if state.table.round == number).hands)


@editions
def test_a_game_has_ten_rounds_each_with_a_card_and_a_trick_more(
    options: SkullKingOptions, players: int
) -> None:
    _states, events = played(options, players)
    assert [event.cards for event in events if isinstance(event, BidsRevealed)] == list(range(1, 11))
    tricks = [0]
    for event in events:
        tricks[-1] += isinstance(event, TrickEnded)
        if isinstance(event, RoundEnded):
            tricks.append(0)
    assert tricks == [*range(1, 11), 0]


@editions
def test_every_trick_has_one_card_of_each_player(options: SkullKingOptions, players: int) -> None:
    _states, events = played(options, players)
    tricks = [event for event in events if isinstance(event, TrickEnded)]
    assert {len(event.trick) for event in tricks} == {players}
    assert all(sorted(event.order) == list(range(players)) for event in tricks)


@editions
def test_all_cards_are_shuffled_together_again_for_every_round(
    options: SkullKingOptions, players: int
) -> None:
    states, _events = played(options, players)
    ninth, tenth = dealt_in(states, 9), dealt_in(states, 10)
    assert len(set(tenth)) == len(tenth) == 10 * players
    one_more = dealing.next_round(replace(states[-1].table, round=10), states[-1].seed)
    hands = [next(state for state in states if state.table.round == 10).hands, one_more.hands]
    assert [list(map(len, dealt)) for dealt in hands] == [[10] * players] * 2, "hands of the same sizes"
    assert all(before != after for before, after in zip(*hands, strict=True)), "and of other cards"
    assert set(ninth) & set(tenth), "what was played comes back"
    assert set(tenth) <= set(dealing.deck_of(options.setup))


@editions
def test_the_points_of_all_rounds_add_up_and_the_most_points_win(
    options: SkullKingOptions, players: int
) -> None:
    states, events = played(options, players)
    rounds = [event.scored for event in events if isinstance(event, RoundEnded)]
    outcome = SKULL_KING.outcome(states[-1])
    assert outcome is not None
    assert outcome.points == tuple(map(sum, zip(*rounds, strict=True)))
    (ended,) = [event for event in events if isinstance(event, GameEnded)]
    assert ended.points == max(outcome.points)
    assert all(outcome.points[seat] == ended.points for seat in ended.winners)


@editions
def test_the_lead_of_a_round_moves_on_by_one_seat(options: SkullKingOptions, players: int) -> None:
    _states, events = played(options, players)
    leaders = [event.leader for event in events if isinstance(event, BidsRevealed)]
    assert leaders == [round % players for round in range(10)]


def test_what_has_been_taken_is_seen_by_everybody_during_the_round() -> None:
    states, _events = played(CLASSIC, 3)
    late = next(state for state in states if sum(state.table.taken) == 5)
    assert SKULL_KING.observe(late, None).table.taken == late.table.taken


HOUSE_RULES = SkullKingOptions(loot=True, powers=True, scoring="cannonball")


@pytest.mark.parametrize("options", [CLASSIC, BECK, SkullKingOptions(loot=True, powers=True), HOUSE_RULES])
def test_a_rounds_points_follow_from_what_its_end_says(options: SkullKingOptions) -> None:
    _states, events = played(options, 5)
    ends = [event for event in events if isinstance(event, RoundEnded)]
    for end in ends:
        for seat in range(5):
            allied = [pair for pair in end.alliances if seat in pair]
            made = [pair for pair in allied if all(end.bids[ally] == end.taken[ally] for ally in pair)]
            entry = scoring.Entry(
                end.bids[seat],
                end.taken[seat],
                end.bonus[seat] + scoring.ALLIANCE * len(made),
                end.wager[1] if end.wager and end.wager[0] == seat else 0,
                bool(end.shots and end.shots[seat]),
            )
            assert entry.points(end.cards, options.setup.scoring) == end.scored[seat]
    assert len(ends) == 10
    assert any(any(end.bonus) for end in ends)
    assert any(end.alliances for end in ends) == options.loot
    assert any(end.wager for end in ends) == options.powers
    assert any(any(end.shots) for end in ends) == (options.scoring == "cannonball")
