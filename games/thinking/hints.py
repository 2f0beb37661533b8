"""A hint: which choice is best for a seat, and why, in words. Found from what the seat knows alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from games.contract import Action, AnyGame, Choice, Observation, Study
from games.text import Text, _, _n
from games.thinking.study import study

DEALS = 40
"""So many deals say which choice is best."""


class Hint(msgspec.Struct, frozen=True):
    """What to do, as its buttons say it, and why. Without a choice, `why` says all: that several are about as
    good, or what to do and why in the game's own words.
    """

    choice: Text | None
    why: Text


def hint(
    game: AnyGame,
    observation: Observation,
    random: Random,
    deals: int = DEALS,
    chosen: Sequence[str] = (),
) -> Hint:
    """A hint for the seat that is asked, which has `chosen` these values of a choice in several steps so far.
    ValueError if nothing is asked of it.
    """
    among = [way[-1].action for way in _ways(game, observation, ()) if _begins(way, chosen)] if chosen else ()
    found = study(game, observation, random, deals, among=[action for action in among if action is not None])
    best, *others = [label_of(game, observation, each.action, len(chosen)) for each in found.weighed]
    if not others:
        return Hint(best, _("There is nothing better."))
    if not found.clear:
        return _close(game, observation, found, len(chosen))
    reason = game.reason(observation, found)
    return Hint(best, _by_points(found, others[0])) if reason is None else Hint(None, reason)


def _begins(way: Sequence[Choice], chosen: Sequence[str]) -> bool:
    return [choice.value for choice in way[: len(chosen)]] == list(chosen)


def _close(game: AnyGame, observation: Observation, found: Study, done: int) -> Hint:
    """Several are about as good: what is asked now may be clear all the same. `done`: as in `label_of`."""
    best, *others = [
        _first_label(game, observation, each.action, done)
        for each in found.weighed
        if each.behind <= 2 * each.error
    ]
    other = next((label for label in others if label != best), None)
    if other is None:
        return Hint(best, _("How you go on from there hardly matters."))
    return Hint(None, _("Close: {choice} and {other} are both fine.", choice=best, other=other))


def why_best(game: AnyGame, observation: Observation, found: Study) -> Text:
    """Why the best of several choices is the best, in a sentence."""
    return game.reason(observation, found) or _by_points(
        found, label_of(game, observation, found.weighed[1].action)
    )


def _by_points(found: Study, other: Text) -> Text:
    gap = max(round(found.weighed[1].behind), 1)
    return _n(
        "In {deals} deals like yours, it brings {count} point more on average than {other}.",
        "In {deals} deals like yours, it brings {count} points more on average than {other}.",
        gap,
        deals=found.deals,
        other=other,
    )


def often(share: float) -> Text:
    """How often something happens, for the end of a sentence: "7 times in 10"."""
    tenths = round(10 * share)
    if tenths == 0:
        return _("almost never")
    if tenths == 10:
        return _("almost always")
    return _n("{count} time in 10", "{count} times in 10", tenths)


def label_of(game: AnyGame, observation: Observation, action: Action, done: int = 0) -> Text:
    """A legal action as people read it when they choose it; `done`: what is left of it after so many steps.
    KeyError if no choice leads to it.
    """
    *before, last = _way_to(game, observation, action)[done:]
    if last.called is not None and not done:
        return last.called
    steps = before if before and last.kind == "confirm" else (*before, last)
    # What stands on a button is brief, as the others beside it say what it is about.
    first, *rest = [step.label if done else _named(step) for step in steps]
    for label in rest:
        first = _("{first}, {then}", first=first, then=label)
    return first


def _first_label(game: AnyGame, observation: Observation, action: Action, done: int) -> Text:
    """The same; where the whole is a code for what several steps say, only what is to be chosen first."""
    first, *rest = _way_to(game, observation, action)[done:]
    is_code = rest and rest[-1].called is not None
    if not is_code:
        return label_of(game, observation, action, done)
    return first.label if done else _named(first)


def _way_to(game: AnyGame, observation: Observation, action: Action) -> tuple[Choice, ...]:
    for way in _ways(game, observation, ()):
        if way[-1].action == action:
            return way
    raise KeyError(action)


def _ways(game: AnyGame, observation: Observation, way: tuple[Choice, ...]) -> Iterator[tuple[Choice, ...]]:
    """What can be chosen one after the other, to every complete action."""
    menu = game.steps(observation, tuple(choice.value for choice in way))
    for choice in () if menu is None else menu.choices:
        if choice.action is not None:
            yield (*way, choice)
        elif choice.why_not is None:
            yield from _ways(game, observation, (*way, choice))


def _named(choice: Choice) -> Text:
    """A card by its name, all else as briefly as its button."""
    return choice.label if choice.short is None or choice.kind == "card" else choice.short
