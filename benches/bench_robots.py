"""How well every game's robots play: their share of first places among others that play otherwise.

Each level against the one below, a Captain against the sensible robot from before levels and against some
that play badly, beside a plain search of 100 playouts and one that sees every card; and what manners change.

    make bench BENCHES=robots            a few games of each pair
    make bench BENCHES=robots GAMES=400  the same with more games, and smaller intervals

One pair by hand, by the names of `benches.players`:

    python -m benches.bench_robots --game skull-king --one captain --others sensible.old --games 100
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import reduce
from math import ceil
from operator import add
from random import Random
from statistics import fmean, pstdev
from typing import NamedTuple

from benches.matches import Match, match, play
from benches.players import player
from benches.report import Cell, Figure, show
from benches.tables import Laid, tables
from games.catalogue import catalogue
from games.contract import EVEN, Observation
from games.text import english
from games.thinking.levels import CABIN_BOY, CAPTAIN, DECKHAND, MANNERS, SAILOR

GAMES = int(os.environ.get("GAMES", "8"))
"""For each pair and table, or a few more, so that each seat is sat at equally often; more where nobody
thinks, fewer where somebody thinks long.
"""
PROCESSES = 2
MOMENTS = 60
"""Choices of each game for which all manners are asked."""


class Pair(NamedTuple):
    """Who meets whom, by their names, and how many games as a share of `GAMES`."""

    one: str
    others: str
    games: float = 1.0


PAIRS = (
    Pair(CABIN_BOY, DECKHAND, 10),
    Pair("beginner", CABIN_BOY, 10),
    Pair(SAILOR, CABIN_BOY, 10),
    Pair(SAILOR, "sensible.old", 10),
    Pair(CAPTAIN, "sensible.old"),
    Pair(CAPTAIN, SAILOR),
    Pair("plain", SAILOR),
    Pair(CAPTAIN, f"{SAILOR}.overbids"),
    Pair(CAPTAIN, f"{SAILOR}.rash"),
    Pair("seer", "sensible.old"),
)
MANNERED = tuple(Pair(f"{CAPTAIN}{manner}", SAILOR) for manner in ("", *(f".{name}" for name in MANNERS)))


def pair(table: Laid, one: str, others: str, games: int, first: int = 0) -> Match:
    """One against the others, by their names, for so many games or a few more; `first`: the first deal."""
    deals = range(first, first + ceil(games / table.players))
    return match(table, player(table.game, one), player(table.game, others), deals)


# Many pairs side by side


class _Deal(NamedTuple):
    """One deal of a pair at the table of that number, played from every seat."""

    table: int
    one: str
    others: str
    deal: int

    def played(self) -> Match:
        """How it went."""
        table = list(tables())[self.table]
        return pair(table, self.one, self.others, 1, self.deal)


def measured(pairs: Sequence[Pair]) -> dict[tuple[int, Pair], Match]:
    """Every pair at every table, by the table's number; those that a game does not know are left out."""
    laid = list(tables())
    deals = {
        (number, each): [
            _Deal(number, each.one, each.others, deal)
            for deal in range(ceil(each.games * GAMES / table.players))
        ]
        for number, table in enumerate(laid)
        for each in pairs
        if _knows(table, each)
    }
    found = iter(_played(deal for several in deals.values() for deal in several))
    return {key: reduce(add, (next(found) for _deal in several)) for key, several in deals.items()}


def _knows(table: Laid, wanted: Pair) -> bool:
    try:
        return all(player(table.game, name) for name in (wanted.one, wanted.others))
    except ValueError:
        return False


def _played(deals: Iterable[_Deal]) -> Iterator[Match]:
    if not PROCESSES:
        yield from map(_Deal.played, deals)
        return
    with ProcessPoolExecutor(PROCESSES) as pool:
        yield from pool.map(_Deal.played, deals)


# What is shown


def _row(one: Pair, found: Match) -> tuple[Cell, ...]:
    game = found.table.game
    counted = [f"{english(game.counted[name])} {found.kept(name):.0%}" for name in found.of if found.of[name]]
    return (
        *(found.table.name, one.one, one.others, found.games),
        *(f"{found.share:.1%} ± {found.error:.1%}", found.share * found.table.players),
        *(found.mean, found.p99, ", ".join(counted)),
    )


def _mannered(one: Pair, found: Match, differs: dict[str, float]) -> tuple[Cell, ...]:
    return (
        *(found.table.name, one.one, found.games, f"{found.share:.1%} ± {found.error:.1%}"),
        *(fmean(found.points), pstdev(found.chapters), fmean(found.best_opponent)),
        f"{differs[one.one]:.0%}",
    )


def different(table: Laid) -> dict[str, float]:
    """How often a Captain of each manner chooses otherwise than an even one, by the same chance; and, under
    the plain Captain's name, an even one by another chance.
    """
    robot = table.game.robots[CAPTAIN]
    asked = _asked(table, MOMENTS)
    found = {f"{CAPTAIN}.{name}": 0 for name in MANNERS} | {CAPTAIN: 0}
    for number, observation in enumerate(asked):
        own = robot.choose(observation, Random(number), robot.effort.now)
        for name, (_title, manner) in MANNERS.items():
            chosen = robot.choose(observation, Random(number), robot.effort.now, manner)
            found[f"{CAPTAIN}.{name}"] += chosen != own
        found[CAPTAIN] += robot.choose(observation, Random(-1 - number), robot.effort.now, EVEN) != own
    return {name: count / len(asked) for name, count in found.items()}


def _asked(table: Laid, moments: int) -> list[Observation]:
    """What somebody was asked who had a choice, in games of sailors; spread over whole games."""
    seen: list[Observation] = []
    sailor = player(table.game, SAILOR)

    def noting(state: object, observation: Observation, random: Random) -> str:
        if len(observation.legal) > 1:
            seen.append(observation)
        return sailor(state, observation, random)

    deal = 0
    while len(seen) < 4 * moments:
        play(table, [noting] * table.players, deal)
        deal += 1
    return Random(0).sample(seen, moments)


def main() -> list[Figure]:
    """Measure and show."""
    both = measured(tuple(dict.fromkeys((*PAIRS, *MANNERED))))
    found = {key: of for key, of in both.items() if key[1] in PAIRS}
    show(
        "First places by who thinks how, every deal played from every seat",
        ("table", "one", "against", "games", "first places", "times", "ms", "p99", "did what it said"),
        [_row(each, of) for (_table, each), of in found.items()],
        note="±: one standard error. times: of the fair share. ms: processor time for a choice.",
        texts=3,
    )
    mannered = {key: of for key, of in both.items() if key[1] in MANNERED}
    differing = {
        number: different(table) for number, table in enumerate(tables()) if (number, MANNERED[0]) in mannered
    }
    show(
        f"Captains of each manner against {SAILOR}",
        ("table", "who", "games", "first places", "points", "± a chapter", "best opponent", "differs"),
        [_mannered(each, of, differing[table]) for (table, each), of in mannered.items()],
        note="± a chapter: the spread of its points from round to round (ship, hand). differs: how many "
        "choices are others than an even Captain's by the same chance; of the even one, by another chance.",
        texts=2,
    )
    return [*_first_places(found), *_times(found)]


def _first_places(found: Mapping[tuple[int, Pair], Match]) -> Iterator[Figure]:
    for (_table, each), of in found.items():
        if each.one == CAPTAIN and each.others in (SAILOR, "sensible.old"):
            yield Figure(
                *("robots", f"{of.table.name}: first places of a {CAPTAIN} among {each.others}"),
                *(100 * of.share, "%", 100 / of.table.players, "a fair share", 1.1),
                more_is_better=True,
                tolerance=0.3,
            )


def _times(found: Mapping[tuple[int, Pair], Match]) -> Iterator[Figure]:
    captains = [of for (_table, each), of in found.items() if each.one == CAPTAIN]
    yield Figure("robots", f"a {CAPTAIN}'s choice, mean", max(each.mean for each in captains), "ms", aim=50)
    yield Figure("robots", f"a {CAPTAIN}'s choice, p99", max(each.p99 for each in captains), "ms", aim=400)


def laid(slug: str, players: int | None, chosen: Sequence[str]) -> Laid:
    """A table for this game, with options written as name=value."""
    game = catalogue()[slug]
    options = game.Options.model_validate(dict(each.split("=", 1) for each in chosen), strict=False)
    allowed = game.players_for(options)
    return Laid(slug, game, options, players or min(allowed, key=lambda count: abs(count - 4)))


def by_hand() -> None:
    """One pair, as the command line names it."""
    parser = argparse.ArgumentParser(prog="python -m benches.bench_robots", description=__doc__)
    parser.add_argument("--game", required=True, choices=sorted(catalogue()))
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--one", required=True)
    parser.add_argument("--others", required=True)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    given = parser.parse_args()
    table = laid(given.game, given.players, given.option)
    found = pair(table, given.one, given.others, given.games, given.first)
    print(f"{given.one} against {given.others}: {found}")


if __name__ == "__main__":
    by_hand()
