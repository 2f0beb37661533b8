"""How well every game's robot plays: its share of first places at a table where the others play at random.

The strongest robot of each game (its last) sits at each seat in turn while the same cards are dealt, so that
neither a good seat nor good cards favour it. Several in the first place share it: with one other it counts as
half a first place. The fair share, of somebody who plays like the rest, is then one in so many players.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from statistics import fmean, pstdev

from benches.report import Figure, show
from benches.tables import Laid, tables
from games.contract import Outcome, Robot
from games.text import Seat

GAMES = 500
"""For each game, or a few more, so that each seat is sat at equally often."""


def first_place(outcome: Outcome, seat: Seat) -> float:
    """How much of the first place is this seat's: 1 alone, a half together with one other, else 0."""
    return 1 / outcome.places.count(1) if outcome.places[seat] == 1 else 0.0


def play(table: Laid, robots: Iterable[Robot], deal: int) -> Outcome:
    """A whole game by these robots, seat by seat. `deal`: which cards, and which chances the robots have."""
    game, random, seated = table.game, Random(f"robots {deal}"), tuple(robots)
    state = table.new(Random(f"deal {deal}"))
    while waiting := game.to_act(state):
        seat = waiting[0]
        state, _events = game.apply(state, seat, seated[seat].choose(game.observe(state, seat), random))
    outcome = game.outcome(state)
    if outcome is None:
        raise AssertionError(f"{table.name} waits for nobody, but has no outcome")
    return outcome


@dataclass(frozen=True)
class Strength:
    """How a game's strongest robot fared."""

    table: Laid
    share: float
    """Its part of the first places."""
    error: float
    """One standard error of that."""
    took: float
    """Milliseconds for a game."""

    @property
    def fair(self) -> float:
        """The share of somebody who plays like the rest."""
        return 1 / self.table.players

    @property
    def times(self) -> float:
        """How many fair shares."""
        return self.share / self.fair


def first_places(table: Laid, games: int) -> list[float]:
    """The strongest robot's part of the first place, deal by deal: the mean of all seats at the same deal."""
    weakest, *_between, strongest = table.game.robots.values()
    return [
        fmean(
            first_place(play(table, _seated(table, seat, strongest, weakest), deal), seat)
            for seat in range(table.players)
        )
        for deal in range(math.ceil(games / table.players))
    ]


def _seated(table: Laid, seat: Seat, one: Robot, others: Robot) -> list[Robot]:
    return [one if place == seat else others for place in range(table.players)]


def strength(table: Laid) -> Strength:
    """Of one game, from `GAMES` or a few more."""
    began = time.process_time()
    by_deal = first_places(table, GAMES)
    seconds = time.process_time() - began
    error = pstdev(by_deal) / math.sqrt(len(by_deal))
    return Strength(table, fmean(by_deal), error, 1000 * seconds / (len(by_deal) * table.players))


def main() -> list[Figure]:
    """Measure and show."""
    found = list(map(strength, tables()))
    show(
        f"First places of the strongest robot in {GAMES} games, the others at random",
        ("game", "players", "first places", "fair", "times", "ms"),
        [
            (
                *(each.table.name, each.table.players, f"{each.share:.1%} ± {each.error:.1%}"),
                *(f"{each.fair:.1%}", each.times, each.took),
            )
            for each in found
        ],
        note="Aim: at least 2 times the fair share. ±: one standard error. ms: for a game.",
    )
    least = min(found, key=lambda each: each.times)
    return [
        Figure(
            *("robots", "first places of the strongest robot, where it wins least"),
            *(100 * least.share, "%", 100 * least.fair, "somebody who plays like the rest", 2),
            more_is_better=True,
        )
    ]


if __name__ == "__main__":
    main()
