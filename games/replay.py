"""A game played again from what is the whole of it: options, players, seed and the log of actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias, cast

import msgspec

from games.contract import Action, AnyGame, Event, Options, Position
from games.text import Seat

Move: TypeAlias = tuple[Seat, Action]
"""One move of a recorded game: the seat that acted and what it did."""

LEARNED = msgspec.Meta(extra={"learned": True})
"""Marks a field that states have learned since games of them were stored: `Annotated[int, LEARNED] = -1`."""


def first_state(
    game: AnyGame, options: Options, players: int, seed: bytes, position: Position | None = None
) -> Any:
    """The state in which a game begins: dealt, or set up. ValueError if it cannot begin so."""
    if position is None:
        return game.new(options, players, seed)
    return game.position(options, players, seed, position)


def replay(
    game: AnyGame,
    options: Options,
    players: int,
    seed: bytes,
    log: Iterable[Move],
    position: Position | None = None,
) -> Iterator[tuple[Any, tuple[Event, ...]]]:
    """The first state without events, then for each move of the log the state after it and what it caused.

    `position`: where the game began, if it was not dealt. ValueError if it, or the number of players, does
    not fit; IllegalAction where the log breaks the rules.
    """
    state = first_state(game, options, players, seed, position)
    yield state, ()
    for seat, action in log:
        state, events = game.apply(state, seat, action)
        yield state, events


def final_state(
    game: AnyGame,
    options: Options,
    players: int,
    seed: bytes,
    log: Iterable[Move],
    position: Position | None = None,
) -> Any:
    """The state at the log's end. Raises as `replay`."""
    state = first_state(game, options, players, seed, position)
    for seat, action in log:
        state, _events = game.apply(state, seat, action)
    return state


def agrees(stored: object, dealt_again: object) -> bool:
    """Whether a stored state is the one that its log leads to today, as far as it was remembered then.

    A field that is marked as `LEARNED` has its default in a state that an earlier version stored, until
    something new happens. All else is as it is dealt again, or has been altered.
    """
    if stored == dealt_again:
        return True
    if isinstance(stored, tuple) and isinstance(dealt_again, tuple):
        both = cast(tuple[object, ...], stored), cast(tuple[object, ...], dealt_again)
        return len(both[0]) == len(both[1]) and all(map(agrees, *both))
    if not isinstance(stored, msgspec.Struct) or type(stored) is not type(dealt_again):
        return False
    return all(
        agrees(value := getattr(stored, field.name), getattr(dealt_again, field.name))
        or (value == field.default and _was_learned(field))
        for field in msgspec.structs.fields(stored)
    )


def _was_learned(field: msgspec.structs.FieldInfo) -> bool:
    return LEARNED in getattr(field.type, "__metadata__", ())
