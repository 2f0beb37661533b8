"""How long a tournament will take, as far as that can be said before it starts."""

from __future__ import annotations

from dataclasses import dataclass

from bot.organising.tournament import Settings
from bot.pace import DAY, HOUR, MINUTE
from bot.tournaments.plan import Plan
from games.contract import AnyGame

ACTIONS = 250
"""Moves of a long evening's game. A game's own bound may be far higher: the worst that can happen."""
QUICK = 12.0
"""Somebody who has two minutes for a move takes ten seconds on average; those with a day, two hours."""


@dataclass(frozen=True)
class Length:
    """Seconds from the first round's opening to the last result; None: nobody can say."""

    about: float | None
    at_most: float | None


def length(game: AnyGame, settings: Settings, plan: Plan) -> Length:
    """Of the whole tournament, with these rounds."""
    pauses = len(plan.rounds) - 1
    one = a_round(game, settings)
    limit = settings.round_lasts or None
    if settings.every:
        last = settings.every if one is None else min(one, settings.every)
        return Length(_rounded(pauses * settings.every + last), None)
    between = pauses * settings.between
    about = None if one is None else _rounded(len(plan.rounds) * one + between)
    if limit is None or settings.by_hand:
        return Length(about, None)
    return Length(about, _up(len(plan.rounds) * limit + between))


def a_round(game: AnyGame, settings: Settings) -> float | None:
    """About so long takes one round; None if nothing limits it."""
    limits = [settings.round_lasts] if settings.round_lasts else []
    if settings.pace.limited:
        options = game.Options.model_validate(settings.game_options)
        moves = min(ACTIONS, game.bounds(options, settings.how.preferred).actions)
        limits.append(moves * settings.pace.move / QUICK)
    return min(limits, default=None)


def _rounded(seconds: float) -> float:
    """So that nobody takes it for more exact than it is."""
    step = _step(seconds)
    return max(step, round(seconds / step) * step)


def _up(seconds: float) -> float:
    step = _step(seconds)
    return -(-seconds // step) * step


def _step(seconds: float) -> float:
    return next((step for below, step in _STEPS if seconds < below), DAY)


_STEPS = ((2 * HOUR, 5 * MINUTE), (12 * HOUR, 30 * MINUTE), (2 * DAY, HOUR))
