"""A game that is over, looked at again: what each choice of a seat gave away, judged by what it knew then."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import msgspec

from games.contract import Action, AnyGame, Observation
from games.text import Text
from games.thinking.hints import did_of, label_of, why_then
from games.thinking.study import BEYOND, study

DEALS = 24
"""So many deals judge a choice."""
MOST_NAMED = 3
"""The most expensive choices are named."""


class Judgement(msgspec.Struct, frozen=True, omit_defaults=True):
    """One choice. `number`: after how many actions of the game it was made."""

    number: int
    where: Text
    """The headline of the board when the choice was made."""
    chosen: Text
    best: Text
    lost: float
    """Points that it gave away on average against the best; 0 where the difference can be chance."""
    worth: float
    """What the best was worth, in points until playouts stop."""
    chapter: int
    """In which chapter of the game."""
    mistake: Text | None = None
    """What kind of mistake it was, as the game calls it."""
    did: Text | None = None
    """What was done, as it is told to its player; None where it was judged before that was kept."""
    why: Text | None = None
    """Why the best was better, as a hint says it; None where the game has no words for it."""


class Analysis(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a seat has played."""

    choices: int
    """In how many situations there was something to choose."""
    slips: int
    """In how many of them something was given away."""
    lost: float
    """Points given away in all."""
    worth: float | None
    """What the deals were worth to whoever plays well, chapter by chapter, in points; None where chapters
    overlap.
    """
    worst: tuple[Judgement, ...]
    """The most expensive choices, the dearest first."""
    mistakes: tuple[Text, ...] = ()
    """Kinds of mistakes, the dearest first."""
    shared: bool = False
    """Its player lets the others see it."""


def judge(
    game: AnyGame,
    observation: Observation,
    action: Action,
    chapter: int,
    number: int,
    random: Random,
    deals: int = DEALS,
) -> Judgement:
    """What the choice gave away, from what its seat knew. ValueError if nothing was asked of it."""
    found = study(game, observation, random, deals, (action,))
    made = found.of(action)
    lost = made.behind if made.behind > BEYOND * made.error else 0.0
    return Judgement(
        number,
        game.board(observation).headline,
        label_of(game, observation, action),
        label_of(game, observation, found.best.action),
        lost,
        found.best.points,
        chapter,
        game.mistake(observation, found, action) if lost else None,
        did_of(game, observation, action),
        why_then(game, observation, found, action) if lost else None,
    )


def summed_up(game: AnyGame, judgements: Iterable[Judgement]) -> Analysis:
    """All choices of a seat, in the order in which they were made, as one."""
    made = list(judgements)
    slips = sorted((each for each in made if each.lost), key=lambda each: -each.lost)
    first_of = {each.chapter: each for each in reversed(made)}
    by_kind: dict[str, tuple[float, Text]] = {}
    for slip in slips:
        if slip.mistake is not None:
            lost, kind = by_kind.get(slip.mistake.message, (0.0, slip.mistake))
            by_kind[slip.mistake.message] = lost + slip.lost, kind
    return Analysis(
        len(made),
        len(slips),
        sum(slip.lost for slip in slips),
        sum(each.worth for each in first_of.values()) if game.ahead == 1 else None,
        tuple(slips[:MOST_NAMED]),
        tuple(kind for _lost, kind in sorted(by_kind.values(), key=lambda each: -each[0])),
    )
