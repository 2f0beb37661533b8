"""How well every game's robots play: their share of first places at tables where the others play otherwise.

One pair by hand, from the catalogue's names (`benches.players`):

    python -m benches.bench_robots --game skull-king --one captain --others sensible.old --games 100
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import ceil

from benches.matches import Match, match
from benches.players import player
from benches.report import Figure, show
from benches.tables import Laid, tables
from games.catalogue import catalogue

GAMES = 500
"""For each game, or a few more, so that each seat is sat at equally often."""


def pair(table: Laid, one: str, others: str, games: int, first: int = 0) -> Match:
    """One against the others, by their names, for so many games or a few more; `first`: the first deal."""
    deals = range(first, first + ceil(games / table.players))
    return match(table, player(table.game, one), player(table.game, others), deals)


def main() -> list[Figure]:
    """Measure and show."""
    found = [pair(table, "sensible", "any", GAMES) for table in tables() if "sensible" in table.game.robots]
    show(
        f"First places of a sailor in {GAMES} games, the others at random",
        ("game", "players", "first places", "fair", "times", "ms"),
        [
            (
                *(each.table.name, each.table.players, f"{each.share:.1%} ± {each.error:.1%}"),
                *(f"{1 / each.table.players:.1%}", each.share * each.table.players, each.mean),
            )
            for each in found
        ],
        note="Aim: at least 2 times the fair share. ±: one standard error. ms: for a choice.",
    )
    least = min(found, key=lambda each: each.share * each.table.players)
    return [
        Figure(
            *("robots", "first places of the strongest robot, where it wins least"),
            *(100 * least.share, "%", 100 / least.table.players, "somebody who plays like the rest", 2),
            more_is_better=True,
        )
    ]


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
