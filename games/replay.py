"""A game played again from what is the whole of it: options, players, seed and the log of actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from games.contract import Action, AnyGame, Event, Options
from games.text import Seat

Move: TypeAlias = tuple[Seat, Action]
"""Who did what."""


def replay(
    game: AnyGame, options: Options, players: int, seed: bytes, log: Iterable[Move]
) -> Iterator[tuple[Any, tuple[Event, ...]]]:
    """The first state without events, then for each move of the log the state after it and what it caused.

    ValueError if the number of players does not fit; IllegalAction where the log breaks the rules.
    """
    state = game.new(options, players, seed)
    yield state, ()
    for seat, action in log:
        state, events = game.apply(state, seat, action)
        yield state, events


def final_state(game: AnyGame, options: Options, players: int, seed: bytes, log: Iterable[Move]) -> Any:
    """The state at the log's end. Raises as `replay`."""
    state = game.new(options, players, seed)
    for seat, action in log:
        state, _events = game.apply(state, seat, action)
    return state
