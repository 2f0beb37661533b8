"""A choice studied for a person: what each brings and why, for hints, the analysis of a game, and puzzles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from random import Random
from statistics import fmean, pstdev
from typing import Any

from games.contract import Action, AnyGame, Event, Observation, Study, Weighed
from games.text import Seat
from games.thinking.search import compare

MOST_STUDIED = 6
"""Choices that are compared to the end: those that look best after a first look."""
MOST_LISTED = 24
"""Choices of which none is on the robot's list that are looked at all the same."""
FIRST_DEALS = 12
"""Deals of the first look, for each choice."""


def study(
    game: AnyGame,
    observation: Observation,
    random: Random,
    deals: int,
    also: Iterable[Action] = (),
    among: Sequence[Action] = (),
) -> Study:
    """The choices of the seat that is asked, those in `also` among them, on so many deals that had no part in
    choosing which to compare. `among`: no others than these are wanted. The same for the same arguments.
    ValueError if nothing is asked.
    """
    seat = observation.seat
    if seat is None or not observation.legal:
        raise ValueError("Nobody is asked for anything there.")
    robot = game.robots[game.default_robot]
    listed = tuple(dict.fromkeys((*robot.shortlist(observation, random), *also)))
    if among:
        wanted = frozenset(among)
        listed = tuple(action for action in listed if action in wanted) or _some(among, random)
    actions = _most_promising(game, observation, listed, random, frozenset(also))
    gains = {action: list[float]() for action in actions}
    figures = {action: defaultdict[str, float](float) for action in actions}
    for _deal in range(deals):
        state, chance = game.resample(observation, random), random.getrandbits(32)
        for action in actions:
            gain, events = _played_out(game, state, seat, action, Random(chance))
            gains[action].append(gain)
            for name, figure in game.measured(observation, action, events).items():
                figures[action][name] += figure / deals
    return _weighed(game, gains, figures, deals)


def _some(actions: Sequence[Action], random: Random) -> tuple[Action, ...]:
    return tuple(random.sample(actions, min(len(actions), MOST_LISTED)))


def _most_promising(
    game: AnyGame,
    observation: Observation,
    actions: Sequence[Action],
    random: Random,
    kept: frozenset[Action],
) -> Sequence[Action]:
    if len(actions) <= MOST_STUDIED:
        return actions
    found = compare(game, observation, actions, random, FIRST_DEALS * len(actions))
    ranked = sorted(found, key=lambda candidate: (len(candidate.points), candidate.mean), reverse=True)
    best = [candidate.action for candidate in ranked if candidate.action not in kept]
    return [*kept, *best[: MOST_STUDIED - len(kept)]]


def _played_out(
    game: AnyGame, state: Any, seat: Seat, action: Action, random: Random
) -> tuple[float, Sequence[Event]]:
    """What the choice adds to the seat's points, and what it and all that follows causes."""
    end, began = game.chapter(state) + game.ahead, game.standing(state)[seat]
    state, happened = game.apply(state, seat, action)
    told = [*happened]
    while game.chapter(state) < end and (waiting := game.to_act(state)):
        state, happened = game.apply(state, waiting[0], game.playout_action(state, waiting[0], random))
        told += happened
    return game.standing(state)[seat] - began, told


def _weighed(
    game: AnyGame,
    gains: dict[Action, list[float]],
    figures: dict[Action, defaultdict[str, float]],
    deals: int,
) -> Study:
    sign = 1 if game.higher_is_better else -1
    best = max(gains, key=lambda action: sign * fmean(gains[action]))

    def weigh(action: Action) -> Weighed:
        lead = [sign * (most - own) for most, own in zip(gains[best], gains[action], strict=True)]
        error = pstdev(lead) / sqrt(max(deals - 1, 1))
        return Weighed(action, fmean(gains[action]), fmean(lead), error, dict(figures[action]))

    return Study(deals, tuple(sorted(map(weigh, gains), key=lambda each: each.behind)))
