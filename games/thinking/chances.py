"""What a spectator may expect: how likely each player is to win, and to keep the bid."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from games.contract import AnyGame, Event, Observation

DEALS = 60
"""Deals on which chances rest: a chance of a half is known to 13 points of a hundred, two standard errors."""
TO_THE_END = 1_000_000
"""A chapter that no game comes to: a playout ends with the game."""


class Chances(msgspec.Struct, frozen=True):
    """From 0 to 1, by seat. `wins` adds up to 1: a first place that is shared counts as a part."""

    wins: tuple[float, ...]
    keeps: tuple[float, ...] = ()
    """The bid of the round that is played; empty where nobody has said one, or in a game without."""


def chances(game: AnyGame, observation: Observation, random: Random, deals: int = DEALS) -> Chances | None:
    """Everybody's chances, on so many deals that could be the true one for whoever only looks on; None of a
    game that imagines none for a spectator. The same for the same arguments.
    """
    wins, kept = [0.0] * observation.players, [0] * observation.players
    rounds = 0
    for _deal in range(deals):
        try:
            state = game.resample(observation, random)
        except ValueError:
            return None
        state, events = _to_the_end_of_a_round(game, state, random)
        for seat, share in enumerate(_first(game, game.playout(state, TO_THE_END, random))):
            wins[seat] += share / deals
        if promised := next(filter(None, (game.kept(observation, each) for each in events)), ()):
            rounds += 1
            for seat, made in enumerate(promised):
                kept[seat] += made
    return Chances(tuple(wins), tuple(made / rounds for made in kept) if rounds else ())


def _to_the_end_of_a_round(game: AnyGame, state: Any, random: Random) -> tuple[Any, Sequence[Event]]:
    end, told = game.chapter(state) + 1, list[Event]()
    while game.chapter(state) < end and (waiting := game.to_act(state)):
        state, events = game.apply(state, waiting[0], game.playout_action(state, waiting[0], random))
        told += events
    return state, told


def _first(game: AnyGame, standing: Sequence[float]) -> Sequence[float]:
    best = max(standing) if game.higher_is_better else min(standing)
    first = standing.count(best) if isinstance(standing, (list, tuple)) else 1
    return [(points == best) / first for points in standing]
