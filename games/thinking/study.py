"""A choice studied for a person: what each brings and why, for hints, the analysis of a game, and puzzles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from random import Random
from statistics import fmean, pstdev
from typing import Any

from msgspec.structs import replace

from games.contract import Action, AnyGame, Event, Observation, Study, Weighed
from games.text import Seat
from games.thinking.search import Candidate, compare

MOST_STUDIED = 6
"""Choices that are compared to the end: those that look best after a first look."""
MOST_ADVISED = 3
"""Choices of which a hint may speak."""
SUREST, HOPED = 2, 1.5
"""So many of these look best; the others may be better than those by so many standard errors."""
AS_LONG = 5
"""For a hint so many times as many choices are played out as by the robot that stands in for people."""
AT_FIRST = 24
"""Playouts of the first look for each choice, if there are many: what drops out then is spoken of no more."""
MOST_LISTED = 24
"""Choices of which none is on the robot's list that are looked at all the same."""
FIRST_DEALS = 12
"""Deals of the first look, for each choice."""


BEYOND = 2.5
"""Standard errors by which a choice must be worse to have given anything away. More than for a hint: it is
compared with the best of several, which is so by chance in part.
"""


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
    return weighed(game, *_measured(game, observation, actions, random, deals), deals)


def _measured(
    game: AnyGame, observation: Observation, actions: Sequence[Action], random: Random, deals: int
) -> tuple[dict[Action, list[float]], dict[Action, defaultdict[str, float]]]:
    """What each choice adds to the seat's points on the same deals, and the means of what is measured."""
    seat = observation.seat or 0
    gains = {action: list[float]() for action in actions}
    figures = {action: defaultdict[str, float](float) for action in actions}
    for _deal in range(deals):
        state, chance = game.resample(observation, random), random.getrandbits(32)
        for action in actions:
            gain, events = _played_out(game, state, seat, action, Random(chance))
            gains[action].append(gain)
            for name, figure in game.measured(observation, action, events).items():
                figures[action][name] += figure / deals
    return gains, figures


def advised(
    game: AnyGame, observation: Observation, random: Random, deals: int, among: Sequence[Action] = ()
) -> Study:
    """The best choices of the seat that is asked, for a hint: what is `certain` is seen without a playout,
    and alone in a study of no deals. `deals`: on so many it is measured what happens. `among`: no others than
    these are wanted. The same for the same arguments. ValueError if nothing is asked.
    """
    seat = observation.seat
    if seat is None or not observation.legal:
        raise ValueError("Nobody is asked for anything there.")
    robot = game.robots[game.default_robot]
    certain = frozenset(game.certain(observation))
    listed = [action for action in among or observation.legal if action in certain] or among
    worth_it = [action for action in robot.shortlist(observation, random) if action in listed]
    worth_it = worth_it or list(_some(listed, random))
    if len(worth_it) == 1:
        return Study(0, (Weighed(worth_it[0], 0.0, 0.0, 0.0),))
    playouts = AS_LONG * max(robot.effort.now, deals)
    first = max(playouts // 2, AT_FIRST * len(worth_it))
    actions = _finalists(compare(game, observation, worth_it, random, first))
    again = playouts // 2 // len(actions)
    told = weighed(game, *_measured(game, observation, actions, random, deals), deals)
    found = weighed(game, gains(game, observation, actions, random, again), {}, again)
    return Study(again, tuple(replace(each, figures=told.of(each.action).figures) for each in found.weighed))


def _finalists(looked: list[Candidate]) -> list[Action]:
    """The choices that look best, and of the others those that may still be better: of what brings now much,
    now nothing, a first look says little.
    """
    looked = sorted(looked, key=lambda each: (len(each.points), each.points and each.mean), reverse=True)
    best, surest = looked[0], looked[:SUREST]

    def at_most(candidate: Candidate) -> float:
        lead, error = candidate.ahead_of(best)
        return lead + HOPED * error

    hopeful = sorted(looked[SUREST:], key=at_most, reverse=True) if best.points else looked[SUREST:]
    return [each.action for each in (*surest, *hopeful)][:MOST_ADVISED]


def gains(
    game: AnyGame, observation: Observation, actions: Sequence[Action], random: Random, deals: int
) -> dict[Action, list[float]]:
    """What each choice adds to the seat's points, played out as robots think: on the same deals."""
    seat = observation.seat or 0
    found = {action: list[float]() for action in actions}
    for _deal in range(deals):
        state, chance = game.resample(observation, random), random.getrandbits(32)
        end, began = game.chapter(state) + game.ahead, game.standing(state)[seat]
        for action in actions:
            after, _events = game.apply(state, seat, action)
            found[action].append(game.playout(after, end, Random(chance))[seat] - began)
    return found


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


def weighed(
    game: AnyGame,
    gains: dict[Action, list[float]],
    figures: Mapping[Action, Mapping[str, float]],
    deals: int,
) -> Study:
    """What each choice has brought on so many deals, the best first, with what was measured."""
    sign = 1 if game.higher_is_better else -1
    best = max(gains, key=lambda action: sign * fmean(gains[action]))

    def weigh(action: Action) -> Weighed:
        lead = [sign * (most - own) for most, own in zip(gains[best], gains[action], strict=True)]
        error = pstdev(lead) / sqrt(max(deals - 1, 1))
        return Weighed(action, fmean(gains[action]), fmean(lead), error, dict(figures.get(action, {})))

    return Study(deals, tuple(sorted(map(weigh, gains), key=lambda each: each.behind)))
