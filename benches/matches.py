"""One robot against others: how often it comes first, how long it thinks, how often it does what it said.

It sits at each seat in turn while the same cards are dealt, so that neither a good seat nor good cards favour
it. Several in the first place share it. Intervals come from the differences between deals, one value each.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, sqrt
from random import Random
from statistics import fmean, pstdev
from typing import Any

from benches.players import Player
from benches.tables import Laid
from games.contract import Outcome
from games.text import Seat


def first_place(outcome: Outcome, seat: Seat) -> float:
    """How much of the first place is this seat's: 1 alone, a half together with one other, else 0."""
    return 1 / outcome.places.count(1) if outcome.places[seat] == 1 else 0.0


class Watch:
    """What is noted of one seat while a game is played."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.milliseconds: list[float] = []
        """Of processor time, for each choice between two actions or more."""
        self.chapters: list[float] = []
        """What each chapter brought it, as `Play.standing` counts."""


def play(table: Laid, players: Sequence[Player], deal: int, watch: Watch | None = None) -> Any:
    """The state at the end of a whole game by these, seat by seat. `deal`: which cards, and which chances
    they have.
    """
    game, state = table.game, table.new(Random(f"deal {deal}"))
    chances = [Random(f"deal {deal} seat {seat}") for seat in range(table.players)]
    chapter, stood = 0, 0.0
    while waiting := game.to_act(state):
        seat = waiting[0]
        observation = game.observe(state, seat)
        began = time.process_time()
        action = players[seat](state, observation, chances[seat])
        if watch is not None and seat == watch.seat and len(observation.legal) > 1:
            watch.milliseconds.append(1000 * (time.process_time() - began))
        state, _events = game.apply(state, seat, action)
        if watch is not None and (game.chapter(state) > chapter or not game.to_act(state)):
            chapter, before = game.chapter(state), stood
            stood = game.standing(state)[watch.seat]
            watch.chapters.append(stood - before)
    return state


def outcome_of(table: Laid, state: Any) -> Outcome:
    """How the game ended."""
    outcome = table.game.outcome(state)
    if outcome is None:
        raise AssertionError(f"{table.name} waits for nobody, but has no outcome")
    return outcome


def interval(by_deal: Sequence[float]) -> float:
    """One standard error of their mean."""
    return pstdev(by_deal) / sqrt(max(len(by_deal) - 1, 1))


@dataclass
class Match:
    """How one fared against others."""

    table: Laid
    firsts: list[float] = field(default_factory=list[float])
    """Its part of the first places, deal by deal: the mean of all seats."""
    points: list[float] = field(default_factory=list[float])
    best_opponent: list[float] = field(default_factory=list[float])
    """Points of whoever came before all others but itself, by game."""
    milliseconds: list[float] = field(default_factory=list[float])
    chapters: list[float] = field(default_factory=list[float])
    """See `Watch`."""
    made: Counter[str] = field(default_factory=Counter[str])
    of: Counter[str] = field(default_factory=Counter[str])
    """What the game counts ("bids kept"), over all games: how often it did it, and could have."""

    @property
    def share(self) -> float:
        """Its part of the first places."""
        return fmean(self.firsts)

    @property
    def error(self) -> float:
        """One standard error of that."""
        return interval(self.firsts)

    @property
    def games(self) -> int:
        """How many were played."""
        return len(self.firsts) * self.table.players

    @property
    def mean(self) -> float:
        """Milliseconds for a choice; 0 if it never had one."""
        return fmean(self.milliseconds) if self.milliseconds else 0.0

    @property
    def p99(self) -> float:
        """Milliseconds within which it makes 99 of 100 choices."""
        slowest_last = sorted(self.milliseconds)
        return slowest_last[ceil(0.99 * len(slowest_last)) - 1] if slowest_last else 0.0

    def kept(self, name: str) -> float:
        """How much of what the game counts by this name it did."""
        return self.made[name] / self.of[name] if self.of[name] else 0.0

    def __add__(self, other: Match) -> Match:
        return Match(
            self.table,
            self.firsts + other.firsts,
            self.points + other.points,
            self.best_opponent + other.best_opponent,
            self.milliseconds + other.milliseconds,
            self.chapters + other.chapters,
            self.made + other.made,
            self.of + other.of,
        )

    def __str__(self) -> str:
        counted = "".join(f", {name} {self.kept(name):.1%}" for name in sorted(self.of))
        return (
            f"{self.share:.1%} ± {self.error:.1%} of {self.games} games (fair {1 / self.table.players:.1%}), "
            f"{self.mean:.1f} ms a choice, p99 {self.p99:.1f}{counted}"
        )


def match(table: Laid, one: Player, others: Player, deals: range | int) -> Match:
    """One against the others, at every seat of each of these deals."""
    found = Match(table)
    for deal in range(deals) if isinstance(deals, int) else deals:
        shares: list[float] = []
        for seat in range(table.players):
            players = [one if place == seat else others for place in range(table.players)]
            watch = Watch(seat)
            state = play(table, players, deal, watch)
            found.milliseconds += watch.milliseconds
            found.chapters += watch.chapters
            shares.append(_count(found, state, seat))
        found.firsts.append(fmean(shares))
    return found


def _count(found: Match, state: Any, seat: Seat) -> float:
    """Add what a game came to for this seat; its part of the first place."""
    table, outcome = found.table, outcome_of(found.table, state)
    others = [*outcome.points[:seat], *outcome.points[seat + 1 :]]
    found.points.append(outcome.points[seat])
    found.best_opponent.append(max(others) if outcome.higher_is_better else min(others))
    for figure in table.game.figures(state):
        found.made[figure.name] += figure.made[seat]
        found.of[figure.name] += figure.of[seat]
    return first_place(outcome, seat)
