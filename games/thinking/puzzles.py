"""Puzzles: positions from robots' games in which one choice is clearly best, found and checked by a tool."""

from __future__ import annotations

from typing import Any

import msgspec

from games.contract import AnyGame, Observation, Study
from games.replay import Move, final_state
from games.text import Seat


class Puzzle(msgspec.Struct, frozen=True):
    """A game up to where somebody is to choose, and what the choices are worth there."""

    options: dict[str, Any]
    players: int
    seed: str
    """The seed from which the game was dealt, in hexadecimal digits."""
    moves: tuple[Move, ...]
    seat: Seat
    study: Study
    """Of many more deals than a hint has."""


def observation_of(game: AnyGame, puzzle: Puzzle) -> Observation:
    """What the seat knows that is to choose. ValueError or IllegalAction if it is no puzzle of this game."""
    options = game.Options.model_validate(puzzle.options)
    state = final_state(game, options, puzzle.players, bytes.fromhex(puzzle.seed), puzzle.moves)
    return game.observe(state, puzzle.seat)
