"""What whoever only looks on may expect: how likely each player is to win, and to keep the bid; and when that
changed most in a game that is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import msgspec

from games.contract import AnyGame, Event, Observation
from games.text import Seat

DEALS = 60
"""Deals on which chances rest: one of a half is right within 13 of 100, two standard errors."""
LOOKS = 10
"""Moments of a game that are looked at before the time between two of them is."""
_THE_END = 1_000_000
"""A chapter to which no game comes: a playout stops where the game does."""


class Chances(msgspec.Struct, frozen=True):
    """From 0 to 1, by seat. `wins` adds up to 1: a first place that several share is a part of one."""

    wins: tuple[float, ...]
    keeps: tuple[float, ...] = ()
    """To keep what was bid for the round that goes on; empty where no bid is known."""


class TurningPoint(msgspec.Struct, frozen=True):
    """When somebody's chance to win changed most. `moment`: which of those looked at had this effect."""

    moment: int
    seat: Seat
    before: float
    after: float


def chances(game: AnyGame, observation: Observation, random: Random, deals: int = DEALS) -> Chances | None:
    """Everybody's, on so many deals that could be the true one for all that a spectator knows; None in a game
    that has no idea of what a spectator may imagine. The same for the same arguments.
    """
    wins, kept, settled = [0.0] * observation.players, [0] * observation.players, 0
    for _deal in range(deals):
        try:
            state = game.resample(observation, random)
        except ValueError:
            return None
        state, events = _rest_of_chapter(game, state, random)
        for seat, share in enumerate(_firsts(game, game.playout(state, _THE_END, random))):
            wins[seat] += share / deals
        made = next(filter(None, (game.kept(observation, event) for event in events)), ())
        settled += bool(made)
        for seat, is_kept in enumerate(made):
            kept[seat] += is_kept
    return Chances(tuple(wins), tuple(each / settled for each in kept) if settled else ())


def promises(game: AnyGame, observation: Observation, random: Random) -> bool:
    """Whether it is open what everybody has promised for the chapter that goes on: one deal that could be the
    true one is played to its end, and tells who kept it.
    """
    try:
        state = game.resample(observation, random)
    except ValueError:
        return False
    return any(game.kept(observation, event) for event in _rest_of_chapter(game, state, random)[1])


def turning_point(
    game: AnyGame, seen: Sequence[Observation], places: Sequence[int], random: Random, deals: int = DEALS
) -> TurningPoint | None:
    """The moment of a game that is over which changed somebody's chance to win most. `seen`: what a spectator
    knew at its beginning and after each moment, the end among them; `places`: the outcome's. None where there
    is nothing to compare.
    """
    last = len(seen) - 1
    known = {last: _shares(places, 1)}
    far = (*range(0, last, max(1, last // LOOKS)), last)
    begin, end = 0, last
    for between in (far, ()):
        for moment in between or range(begin + 1, end):
            if moment not in known:
                if (found := chances(game, seen[moment], random, deals)) is None:
                    return None
                known[moment] = found.wins
        looked = [moment for moment in sorted(known) if begin <= moment <= end]
        steps = [(known[one], known[other], one, other) for one, other in pairwise(looked)]
        if not steps:
            return None
        before, after, begin, end = max(steps, key=lambda step: max(_changes(*step[:2])))
    changes = _changes(before, after)
    seat = changes.index(max(changes))
    return TurningPoint(end, seat, before[seat], after[seat])


def _changes(before: Sequence[float], after: Sequence[float]) -> list[float]:
    return [abs(now - then) for then, now in zip(before, after, strict=True)]


def _rest_of_chapter(game: AnyGame, state: Any, random: Random) -> tuple[Any, Sequence[Event]]:
    end, told = game.chapter(state) + 1, list[Event]()
    while game.chapter(state) < end and (waiting := game.to_act(state)):
        state, events = game.apply(state, waiting[0], game.playout_action(state, waiting[0], random))
        told += events
    return state, told


def _firsts(game: AnyGame, standing: Sequence[float]) -> tuple[float, ...]:
    return _shares(standing, max(standing) if game.higher_is_better else min(standing))


def _shares(values: Sequence[float], best: float) -> tuple[float, ...]:
    """The first place, shared by those who have the best value."""
    firsts = sum(value == best for value in values)
    return tuple((value == best) / firsts for value in values)
