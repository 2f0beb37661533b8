"""A hint: which choice is best for a seat, and why, in words. Found from what the seat knows alone."""

from __future__ import annotations

from collections.abc import Iterator
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


def hint(game: AnyGame, observation: Observation, random: Random, deals: int = DEALS) -> Hint:
    """A hint for the seat that is asked. ValueError if nothing is asked of it."""
    found = study(game, observation, random, deals)
    best, *others = [label_of(game, observation, each.action) for each in found.weighed]
    if not others:
        return Hint(best, _("There is nothing better."))
    if not found.clear:
        return Hint(None, _("Close: {choice} and {other} are both fine.", choice=best, other=others[0]))
    reason = game.reason(observation, found)
    return Hint(best, _by_points(found, others[0])) if reason is None else Hint(None, reason)


def why_best(game: AnyGame, observation: Observation, found: Study) -> Text:
    """Why the best of several choices is the best, in a sentence."""
    return game.reason(observation, found) or _by_points(
        found, label_of(game, observation, found.weighed[1].action)
    )


def _by_points(found: Study, other: Text) -> Text:
    gap = max(round(found.weighed[1].behind), 1)
    return _(
        "Of {deals} deals like yours, it brings {points} points more on average than {other}.",
        deals=found.deals,
        points=gap,
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


def label_of(game: AnyGame, observation: Observation, action: Action) -> Text:
    """A legal action as people read it when they choose it. KeyError if no choice leads to it."""
    for labels, complete in _choices(game, observation, (), ()):
        if complete == action:
            return labels[-1] if len(labels) == 1 else _chained(labels)
    raise KeyError(action)


def _chained(labels: tuple[Text, ...]) -> Text:
    first, *rest = labels
    for label in rest:
        first = _("{first}, {then}", first=first, then=label)
    return first


def _choices(
    game: AnyGame, observation: Observation, chosen: tuple[str, ...], labels: tuple[Text, ...]
) -> Iterator[tuple[tuple[Text, ...], Action]]:
    """Every action that can be chosen, with the labels on the way to it."""
    menu = game.steps(observation, chosen)
    for choice in () if menu is None else menu.choices:
        if choice.action is not None:
            named = () if labels and choice.kind == "confirm" else (_named(choice),)
            yield (*labels, *named) if choice.called is None else (choice.called,), choice.action
        elif choice.why_not is None:
            yield from _choices(game, observation, (*chosen, choice.value), (*labels, _named(choice)))


def _named(choice: Choice) -> Text:
    """A card by its name, all else as briefly as its button."""
    return choice.label if choice.short is None or choice.kind == "card" else choice.short
