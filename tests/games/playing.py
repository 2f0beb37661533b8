"""Games played at random, for tests that hold for every game of the catalogue."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st

from games.catalogue import catalogue
from games.contract import Action, AnyGame, Choice, Event, Game, Options, Robot
from games.replay import Move
from games.text import Seat, Text

GAMES: Sequence[AnyGame] = [
    each for slug, each in catalogue().items() if os.environ.get("GAME", slug) == slug
]
"""Every game of the catalogue, or the one that GAME names."""


@dataclass(frozen=True)
class Beginning:
    """A game about to begin: all that `Game.new` needs, and the chance by which it is played."""

    game: AnyGame
    options: Options
    players: int
    seed: bytes
    chance: int

    def new(self) -> Any:
        """The first state."""
        return self.game.new(self.options, self.players, self.seed)

    def play(self) -> Iterator[Moment]:
        """The first moment and every later one, by legal actions drawn at random, to the end of the game."""
        random, state = Random(self.chance), self.new()
        yield Moment(self, state, (), ())
        log: tuple[Move, ...] = ()
        while waiting := self.game.to_act(state):
            seat = random.choice(waiting)
            action = random.choice(self.game.legal_actions(state, seat))
            state, events = self.game.apply(state, seat, action)
            log = (*log, (seat, action))
            yield Moment(self, state, log, events)

    def at(self, share: float) -> Moment:
        """The moment at this share of the way to the end, 0 to 1."""
        moments = list(self.play())
        return moments[round(share * (len(moments) - 1))]

    def end(self) -> Moment:
        """The last moment."""
        return self.at(1)


@dataclass(frozen=True)
class Moment:
    """A state in the course of a game, the log that led to it, and what the last action caused."""

    beginning: Beginning
    state: Any
    log: tuple[Move, ...]
    events: tuple[Event, ...]

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.beginning.game

    @property
    def seats(self) -> range:
        """Every seat at the table."""
        return range(self.beginning.players)

    @property
    def watchers(self) -> tuple[Seat | None, ...]:
        """Every seat, and a spectator."""
        return (*self.seats, None)


@st.composite
def options_of(draw: st.DrawFn, game: AnyGame) -> Options:
    """Options as a host makes them: one field after the other, among the values that are offered."""
    options: Options = game.Options()
    names = list(game.Options.model_fields)  # some are offered only after a choice made before them
    changed = draw(st.sets(st.sampled_from(names))) if names else set[str]()
    for name in sorted(changed, key=names.index):
        offered = {field.name: field.values for field in game.option_fields(options)}
        if name in offered:
            value = draw(st.sampled_from(offered[name])).value
            options = game.Options.model_validate({**options.model_dump(), name: value})
    return options


@st.composite
def beginnings(draw: st.DrawFn, games: Sequence[AnyGame] | None = None) -> Beginning:
    """Any of these games, or of the catalogue, with any options, players and deal."""
    game = draw(st.sampled_from(GAMES if games is None else games))
    options = draw(options_of(game))
    players = draw(st.sampled_from(game.players_for(options)))
    seed = draw(st.binary(min_size=32, max_size=32))
    return Beginning(game, options, players, seed, draw(st.integers(0, 2**32)))


@st.composite
def moments(draw: st.DrawFn, games: Sequence[AnyGame] | None = None) -> Moment:
    """Any moment of any of these games, or of the catalogue."""
    beginning = draw(beginnings(games))
    return beginning.at(draw(st.floats(0, 1)))


SURE = 0.001
"""How likely chance alone may be to win as often as is asked of a robot that is said to be better."""


def victories(
    game: AnyGame, one: Robot, others: Robot, players: int, games: int, options: Options | None = None
) -> int:
    """How many of these games the one robot wins against the others, sitting in every seat in turn."""
    won = 0
    for number in range(games):
        random, own = Random(number), number % players
        state = game.new(game.Options() if options is None else options, players, random.randbytes(32))
        while waiting := game.to_act(state):
            robot = one if waiting[0] == own else others
            action = robot.choose(game.observe(state, waiting[0]), random)
            state, _events = game.apply(state, waiting[0], action)
        outcome = game.outcome(state)
        assert outcome is not None
        won += outcome.places[own] == 1
    return won


def clearly(won: int, games: int, players: int) -> int:
    """So many victories, if chance alone has as many of these games less than once in a thousand times: the
    sign test. AssertionError if they would show nothing.
    """
    fair = 1 / players
    by_chance = sum(
        comb(games, each) * fair**each * (1 - fair) ** (games - each) for each in range(won, games + 1)
    )
    assert by_chance < SURE, f"{won} victories of {games} come by chance with p = {by_chance:.3f}"
    return won


def draws(game: AnyGame) -> bool:
    """Whether the game draws pictures; one that does not is played in words."""
    return type(game).board_picture is not Game.board_picture


def paths(
    game: AnyGame, observation: Any, chosen: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Choice]]:
    """Every choice that can be reached by pressing, with the values on the way to it."""
    menu = game.steps(observation, chosen)
    if menu is None:
        return
    for choice in menu.choices:
        yield (*chosen, choice.value), choice
        if choice.action is None and choice.why_not is None:
            yield from paths(game, observation, (*chosen, choice.value))


def actions_by_steps(game: AnyGame, observation: Any) -> list[Action]:
    """Every action that can be built by pressing."""
    return [choice.action for _path, choice in paths(game, observation) if choice.action is not None]


def shown(moment: Moment, watcher: Seat | None) -> list[Any]:
    """All that a watcher is shown at this moment."""
    game = moment.game
    observation = game.observe(moment.state, watcher)
    choices = [choice for _path, choice in paths(game, observation)]
    menu = game.steps(observation)
    screens = [game.board(observation), game.hand(observation), game.sheet(observation)]
    rules = game.rules(moment.beginning.options, observation)
    return [menu, choices, *screens, rules]


def texts_in(value: Any) -> Iterator[Text]:
    """Every text inside anything that is shown."""
    if isinstance(value, Text):
        yield value
        yield from texts_in(tuple(value.values.values()))
    elif isinstance(value, msgspec.Struct):
        yield from texts_in(tuple(getattr(value, name) for name in value.__struct_fields__))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from texts_in(item)
