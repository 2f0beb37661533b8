"""Searches that no table has: a plain one as a yardstick, and one that sees every card."""

from __future__ import annotations

from random import Random
from typing import Any

from games.contract import Action, AnyGame, Observation
from games.thinking.search import AnyPlay, best_of, compare


class PlainSearch:
    """A determinised search as one writes it first: each playout has a deal of its own and one of the legal
    actions, one after the other, and the best mean is played. No shortlist, no race, no first choice.
    """

    def __init__(self, play: AnyPlay, playouts: int = 100) -> None:
        self._play = play
        self._playouts = playouts

    def choose(self, observation: Observation, random: Random) -> Action:
        """What did best."""
        play, seat, legal = self._play, observation.seat, observation.legal
        if seat is None or len(legal) == 1:
            return legal[0]
        gains = {action: list[float]() for action in random.sample(legal, min(self._playouts, len(legal)))}
        for playout in range(self._playouts):
            action = list(gains)[playout % len(gains)]
            state = play.resample(observation, random)
            end = play.chapter(state) + play.ahead
            after, _events = play.apply(state, seat, action)
            gains[action].append(play.playout(after, end, random)[seat])
        sign = 1 if play.higher_is_better else -1
        return max(gains, key=lambda action: sign * sum(gains[action]) / len(gains[action]))


class _Seen:
    """A play in which nothing need be imagined: every deal is the true one."""

    def __init__(self, play: AnyPlay, state: Any) -> None:
        self._play = play
        self._state = state

    def resample(self, observation: Observation, random: Random) -> Any:
        """The true state."""
        return self._state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._play, name)


def seer(game: AnyGame, playouts: int = 400) -> Any:
    """Somebody who sees every card, those to come too: what is left is what the others will do with theirs.
    All legal actions are tried, for a policy's shortlist is made for those who do not know.
    """
    policy = game.robots[game.default_robot]

    def plays(state: Any, observation: Observation, random: Random) -> Action:
        own, *_others = policy.shortlist(observation, random)
        others = [action for action in observation.legal if action != own]
        tried = (own, *random.sample(others, min(len(others), playouts // 4)))
        seen: Any = _Seen(game, state)
        return best_of(compare(seen, observation, tried, random, playouts)).action

    return plays
