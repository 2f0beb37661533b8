"""A hint: which choice is best for a seat, and why, in words. Found from what the seat knows alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import msgspec
from msgspec.structs import replace

from games.contract import Action, AnyGame, Choice, Observation, Study
from games.text import Text, _, _n
from games.thinking.study import BEYOND, advised, study

DEALS = 40
"""So many deals say which choice is best."""


class Hint(msgspec.Struct, frozen=True):
    """What to do, as its buttons say it, and why. Without a choice, `why` says both in the game's own words.
    `figure`: how much better it is than the next best, for whoever asks; None where it is certain.
    """

    choice: Text | None
    why: Text
    figure: Text | None = None


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
    wanted = [action for action in among if action is not None]
    return in_words(game, observation, advised(game, observation, random, deals, wanted), len(chosen))


def in_words(game: AnyGame, observation: Observation, found: Study, done: int = 0) -> Hint:
    """What `advised` has found, for whoever is asked; `done`: after so many steps of a choice."""
    best = found.best.action
    other = label_of(game, observation, found.weighed[1].action, done) if len(found.weighed) > 1 else None
    figure = None if other is None else by_how_much(game, found, other)
    if len(observation.legal) == 1:
        return Hint(label_of(game, observation, best), _("You have no other choice."))
    reason, clear = game.reason(observation, found), is_clear(game, found)
    if reason is not None:
        is_next = done and _is_spelled_out(game, observation, best, done)
        return Hint(
            _first_label(game, observation, best, done) if is_next else None,
            reason if clear else _("Nearly the same. {hint}", hint=reason),
            figure,
        )
    label = _first_label(game, observation, best, done)
    if other is None or figure is None:
        return Hint(label, _("Nothing else scores more."))
    if clear:
        return Hint(label, figure)
    return Hint(label, _("{choice} is nearly as good.", choice=other), figure)


def is_clear(game: AnyGame, found: Study) -> bool:
    """Whether the best is better than anything else beyond chance, and by more than people call nearly the
    same.
    """
    return found.clear and all(each.behind >= game.nearly for each in found.weighed[1:2])


def _begins(way: Sequence[Choice], chosen: Sequence[str]) -> bool:
    return [choice.value for choice in way[: len(chosen)]] == list(chosen)


def by_how_much(game: AnyGame, found: Study, other: Text) -> Text:
    """How much better the best is than the next best, which people call `other`."""
    gap = round(found.weighed[1].behind)
    if not gap:
        return _("{other} is just as good, in {deals} deals like yours.", other=other, deals=found.deals)
    return _(
        "{lead} better on average than {other}, in {deals} deals like yours.",
        lead=game.score(gap),
        other=other,
        deals=found.deals,
    )


def why_did(
    game: AnyGame, observation: Observation, action: Action, random: Random, deals: int = DEALS
) -> Text:
    """Why somebody did that, as a hint says it, from what they knew; or, where that was worse than something
    else beyond chance, by how much. ValueError if nothing was asked of them.
    """
    if len(observation.legal) == 1:
        return _("It was all that could be done.")
    found = study(game, observation, random, deals, (action,))
    made = found.of(action)
    if made.behind > BEYOND * made.error:
        best = label_of(game, observation, found.best.action)
        return _("{best} would have been {lead} better.", best=best, lead=_gap(game, made.behind))
    others = (each for each in found.weighed if each is not made)
    said = game.reason(observation, replace(found, weighed=(made, *others)))
    return said or _("Nothing else looked better.")


def _gap(game: AnyGame, points: float) -> Text:
    return game.score(max(round(points), 1))


def in_hindsight(game: AnyGame, did: Text, best: Text, behind: float) -> Text:
    """What somebody did, and how much better the best would have been, after the event."""
    return _("{did}. {best} would have been {lead} better.", did=did, best=best, lead=_gap(game, behind))


def did_of(game: AnyGame, observation: Observation, action: Action) -> Text:
    """What the seat did, as it is told to whoever sits there, without a full stop: "You bid 8"."""
    return game.did(observation, action) or _(
        "You chose {choice}", choice=label_of(game, observation, action)
    )


def why_then(game: AnyGame, observation: Observation, found: Study, action: Action) -> Text | None:
    """Why the best is better than this action, in the game's own words; None if it has none."""
    return game.reason(observation, replace(found, weighed=(found.best, found.of(action))))


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
    if not _is_spelled_out(game, observation, action, done):
        return label_of(game, observation, action, done)
    first = _way_to(game, observation, action)[done]
    return first.label if done else _named(first)


def _is_spelled_out(game: AnyGame, observation: Observation, action: Action, done: int) -> bool:
    """Whether several steps are left of an action that people call otherwise than by its steps."""
    way = _way_to(game, observation, action)
    return len(way) > done + 1 and way[-1].called is not None


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
