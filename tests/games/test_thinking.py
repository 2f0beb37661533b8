"""What holds for every game that robots think about: the states they imagine, and what they choose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, TypeAlias

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import EVEN, AnyGame, Manner, Observation
from games.text import Seat
from tests.games import hidden
from tests.games.playing import GAMES, Beginning, Moment, beginnings, moments
from tests.plugin_game.doubloons.game import Doubloons
from tests.plugin_game.doubloons.state import DECK
from tests.plugin_game.doubloons.state import State as DoubloonsState
from tests.support.examples import examples


def doubloons(state: DoubloonsState) -> list[int]:
    """Its cards, but for those that were not dealt: a number on each, and how many there are."""
    dealt = b"".join((*state.hands, state.table.played, state.table.past))
    return [len(dealt), len(set(dealt))]


def other_doubloons(state: DoubloonsState, watcher: Seat | None, random: Random) -> DoubloonsState:
    """The cards that the watcher has not seen, dealt otherwise."""
    hands = list(state.hands)
    seen = state.table.played + state.table.past + (b"" if watcher is None else hands[watcher])
    unseen = list(DECK.translate(None, seen))
    random.shuffle(unseen)
    for seat in set(range(len(hands))) - {watcher}:
        size = len(hands[seat])
        hands[seat], unseen = bytes(sorted(unseen[:size])), unseen[size:]
    return DoubloonsState(state.table, tuple(hands), random.randbytes(32))


DOUBLOONS = Doubloons()
THOUGHT_ABOUT = [*GAMES, DOUBLOONS]
PIECES = {**hidden.PIECES, DOUBLOONS.slug: doubloons}
OTHERWISE = {**hidden.OTHERWISE, DOUBLOONS.slug: other_doubloons}
FEW = 16
"""Playouts: enough to look twice at two choices."""
MANY = 4000
"""Deals after which a card that has not lain somewhere never does."""
MANNERS = [EVEN, Manner(risk=0.4), Manner(risk=-0.4), Manner(malice=0.5), Manner(risk=0.2, malice=1.0)]
HIDING = ("hands", "parties", "king", "pile", "stock", "deck")
"""Fields of states in which pieces lie that not everybody sees."""

games = pytest.mark.parametrize("game", THOUGHT_ABOUT, ids=[game.slug for game in THOUGHT_ABOUT])
robots = pytest.mark.parametrize(
    ("game", "level"),
    [(game, level) for game in THOUGHT_ABOUT for level in game.robots],
    ids=[f"{game.slug}-{level}" for game in THOUGHT_ABOUT for level in game.robots],
)
any_moment = given(moments(THOUGHT_ABOUT), st.integers(0, 2**32))

Place: TypeAlias = tuple[str, int, int]
"""A field of a state, whose part of it, and a piece that lies there."""


def places(state: Any) -> Iterator[Place]:
    """Where each piece lies that not everybody sees."""
    for name in HIDING:
        found: Any = getattr(state, name, None) or b""
        for whose, pieces in enumerate((found,) if isinstance(found, bytes) else found):
            yield from ((name, whose, piece) for piece in pieces)


def seen_by(moment: Moment) -> Iterator[tuple[Seat, Observation]]:
    """What every seat sees, whether it is asked for something or not."""
    for seat in moment.seats:
        yield seat, moment.game.observe(moment.state, seat)


def asked(moment: Moment) -> list[Observation]:
    """What they see who have something to choose."""
    return [observation for _seat, observation in seen_by(moment) if observation.legal]


def missing(game: AnyGame, observation: Observation, wanted: set[Place], random: Random) -> set[Place]:
    """What is left of these places after many deals."""
    for _deal in range(MANY):
        if not wanted:
            break
        wanted = wanted.difference(places(game.resample(observation, random)))
    return wanted


# The states that they imagine


@examples(60)
@any_moment
def test_a_state_imagined_looks_exactly_like_what_the_seat_has_seen(moment: Moment, chance: int) -> None:
    random = Random(chance)
    for seat, observation in seen_by(moment):
        imagined = moment.game.resample(observation, random)
        assert moment.game.observe(imagined, seat) == observation


@examples(60)
@any_moment
def test_no_piece_appears_or_disappears_in_it(moment: Moment, chance: int) -> None:
    pieces, random = PIECES[moment.game.slug], Random(chance)
    for _seat, observation in seen_by(moment):
        assert pieces(moment.game.resample(observation, random)) == pieces(moment.state)


@examples(40)
@any_moment
def test_it_can_be_stored_and_played_to_the_end(moment: Moment, chance: int) -> None:
    game, random = moment.game, Random(chance)
    for _seat, observation in seen_by(moment):
        state = game.resample(observation, random)
        assert game.load(game.dump(state)) == state
        while waiting := game.to_act(state):
            seat = random.choice(waiting)
            state, _events = game.apply(state, seat, random.choice(game.legal_actions(state, seat)))
        assert game.outcome(state) is not None


@examples(40)
@any_moment
def test_it_follows_from_the_observation_and_chance_alone(moment: Moment, chance: int) -> None:
    for seat, observation in seen_by(moment):
        imagined = moment.game.resample(observation, Random(chance))
        assert moment.game.resample(observation, Random(chance)) == imagined
        stored = msgspec.json.decode(msgspec.json.encode(observation), type=moment.game.Observation)
        assert moment.game.resample(stored, Random(chance)) == imagined
        other = OTHERWISE[moment.game.slug](moment.state, seat, Random(chance + 1))
        assert moment.game.resample(moment.game.observe(other, seat), Random(chance)) == imagined


@examples(25)
@any_moment
def test_what_is_true_is_never_ruled_out(moment: Moment, chance: int) -> None:
    """Whatever has been shown since, every piece can lie where it really lies."""
    for seat in Random(chance).sample(moment.seats, 1):
        observation = moment.game.observe(moment.state, seat)
        assert not missing(moment.game, observation, set(places(moment.state)), Random(chance))


@examples(20)
@given(beginnings(THOUGHT_ABOUT), st.integers(0, 2**32))
def test_before_anything_is_shown_every_piece_lies_everywhere_that_it_may(
    beginning: Beginning, chance: int
) -> None:
    game, state, random = beginning.game, beginning.new(), Random(chance)
    seat = random.randrange(beginning.players)
    others = [OTHERWISE[game.slug](state, seat, random) for _deal in range(60)]
    possible = {place for other in others for place in places(other) if place[0] in HIDING[:2]}
    assert not missing(game, game.observe(state, seat), possible, random)


@examples(40)
@given(moments(), st.integers(0, 2**32))
def test_whoever_only_looks_on_imagines_what_they_have_seen_with_every_piece(
    moment: Moment, chance: int
) -> None:
    observation = moment.game.observe(moment.state, None)
    try:
        imagined = moment.game.resample(observation, Random(chance))
    except ValueError:  # as a game may; those of the catalogue tell chances, as test_chances.py has it
        return
    assert moment.game.observe(imagined, None) == observation
    pieces = PIECES[moment.game.slug]
    assert pieces(imagined) == pieces(moment.state)
    assert moment.game.load(moment.game.dump(imagined)) == imagined


# Where it may stop to think


@examples(25)
@given(beginnings(THOUGHT_ABOUT))
def test_chapters_begin_with_the_first_and_never_fall(beginning: Beginning) -> None:
    chapters = [beginning.game.chapter(moment.state) for moment in beginning.play()]
    assert chapters[0] == 0
    assert chapters == sorted(chapters)


@examples(25)
@given(beginnings(THOUGHT_ABOUT))
def test_at_the_end_everybody_stands_where_the_outcome_says(beginning: Beginning) -> None:
    end = beginning.end()
    outcome = end.game.outcome(end.state)
    assert outcome is not None
    standing = end.game.standing(end.state)
    best = max(standing) if outcome.higher_is_better else min(standing)
    assert standing == outcome.points or [each == best for each in standing] == [
        place == 1 for place in outcome.places
    ]


@examples(40)
@any_moment
def test_a_playout_ends_and_tells_every_seats_points(moment: Moment, chance: int) -> None:
    game, chapter = moment.game, moment.game.chapter(moment.state)
    for end in (chapter, chapter + 1, chapter + game.ahead, 10_000):
        points = game.playout(moment.state, end, Random(chance))
        assert len(points) == len(moment.seats)
        assert points == game.playout(moment.state, end, Random(chance)), "the same by the same chance"
    bounds = game.bounds(moment.beginning.options, moment.beginning.players)
    assert all(bounds.lowest <= each <= bounds.highest for each in points), "of a whole game"


@examples(40)
@any_moment
def test_everybody_in_a_playout_plays_by_the_rules(moment: Moment, chance: int) -> None:
    game, state, random = moment.game, moment.state, Random(chance)
    while waiting := game.to_act(state):
        action = game.playout_action(state, waiting[0], random)
        assert action in game.legal_actions(state, waiting[0])
        state, _events = game.apply(state, waiting[0], action)


@examples(25)
@any_moment
def test_nobody_in_a_playout_knows_more_than_the_seat(moment: Moment, chance: int) -> None:
    for seat in moment.game.to_act(moment.state):
        other = OTHERWISE[moment.game.slug](moment.state, seat, Random(chance))
        chosen = moment.game.playout_action(other, seat, Random(chance))
        assert chosen == moment.game.playout_action(moment.state, seat, Random(chance))


# What they choose


@examples(15)
@any_moment
def test_a_shortlist_is_legal_begins_with_the_own_choice_and_says_nothing_twice(
    moment: Moment, chance: int
) -> None:
    for observation in asked(moment):
        for robot in moment.game.robots.values():
            shortlist = robot.shortlist(observation, Random(chance))
            assert shortlist[0] == robot.choose(observation, Random(chance))
            assert len(set(shortlist)) == len(shortlist)
            assert set(shortlist) <= set(observation.legal)


@robots
@examples(8)
@given(data=st.data(), chance=st.integers(0, 2**32), manner=st.sampled_from(MANNERS))
def test_a_level_chooses_by_the_rules_and_the_same_for_the_same_chance(
    game: AnyGame, level: str, data: st.DataObject, chance: int, manner: Manner
) -> None:
    moment, robot = data.draw(moments([game])), game.robots[level]
    for observation in asked(moment)[:2]:
        chosen = robot.choose(observation, Random(chance), FEW, manner)
        assert chosen in observation.legal
        assert chosen == robot.choose(observation, Random(chance), FEW, manner)


@robots
@examples(8)
@given(data=st.data(), chance=st.integers(0, 2**32), manner=st.sampled_from(MANNERS))
def test_what_a_seat_cannot_know_makes_no_difference_to_what_a_level_chooses(
    game: AnyGame, level: str, data: st.DataObject, chance: int, manner: Manner
) -> None:
    moment, robot = data.draw(moments([game])), game.robots[level]
    for observation in asked(moment)[:2]:
        assert observation.seat is not None
        other = OTHERWISE[game.slug](moment.state, observation.seat, Random(chance))
        seen = game.observe(other, observation.seat)
        chosen = robot.choose(observation, Random(chance), FEW, manner)
        assert robot.choose(seen, Random(chance), FEW, manner) == chosen


@games
def test_the_strongest_think_longest_and_those_whom_newcomers_meet_do_not(game: AnyGame) -> None:
    efforts: Mapping[str, int] = {level: robot.effort.now for level, robot in game.robots.items()}
    assert list(efforts.values()) == sorted(efforts.values())
    assert all(robot.effort.now <= robot.effort.days for robot in game.robots.values())
    assert efforts[game.default_robot] > 0
    assert efforts[game.first_robot] == 0
