"""`python -m tools.chances GAMES=40 PLAYOUTS=40 GAME=skull-king`: how right the chances are that spectators
are told, by games among four of the robots that stand in for people.

Printed of each game: how often somebody looked, what a look takes, and the Brier scores (the mean square of
what is missed, 0 the best) of winning and of making the bid, each beside that of telling everybody the same.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from games.catalogue import BUILT_IN
from games.contract import AnyGame, Event, Observation
from games.thinking.chances import Chances, chances

PLAYERS = 4
LOOKED = 0.04
"""How often somebody looks after a move."""


class Look(NamedTuple):
    """What was told, when, and in how many seconds of the processor."""

    round: int
    seen: Observation
    told: Chances
    seconds: float


def main(wanted: Sequence[str]) -> int:
    """Play as the command line says, and print what was found."""
    said = {"GAMES": "40", "PLAYOUTS": "40"} | dict(each.split("=", 1) for each in wanted)
    print("| game | looks | CPU of each | winning | all the same | the bid | all the same |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for game in BUILT_IN:
        if said.get("GAME", game.slug) == game.slug:
            _print(game, int(said["GAMES"]), int(said["PLAYOUTS"]))
    return 0


def _print(game: AnyGame, games: int, playouts: int) -> None:
    seconds, wins, bids = list[float](), list[tuple[float, float]](), list[tuple[float, float]]()
    for number in range(games):
        for look, firsts, kept in _played(game, Random(number), playouts):
            seconds.append(look.seconds)
            wins += zip(look.told.wins, firsts, strict=True)
            bids += zip(look.told.keeps, kept, strict=True) if look.told.keeps and kept else ()
    scores = " | ".join(f"{_brier(of):.3f} | {_of_the_mean(of):.3f}" if of else "| " for of in (wins, bids))
    print(f"| {game.slug} | {len(seconds)} | {fmean(seconds):.2f} s | {scores} |", flush=True)


def _brier(told: Sequence[tuple[float, float]]) -> float:
    return fmean((chance - came) ** 2 for chance, came in told)


def _of_the_mean(told: Sequence[tuple[float, float]]) -> float:
    mean = fmean(came for _chance, came in told)
    return _brier([(mean, came) for _chance, came in told])


def _played(
    game: AnyGame, random: Random, playouts: int
) -> Iterator[tuple[Look, Sequence[float], Sequence[bool]]]:
    """What was told in a game: who came first, and who made the bid, as it turned out."""
    state = game.new(game.Options(), PLAYERS, random.randbytes(32))
    looks, kept, round = list[Look](), dict[int, tuple[bool, ...]](), 0
    robot = game.robots[game.default_robot]
    while waiting := game.to_act(state):
        if random.random() < LOOKED:
            seen, began = game.observe(state, None), time.process_time()
            if (told := chances(game, seen, random)) is not None:
                looks.append(Look(round, seen, told, time.process_time() - began))
        action = robot.choose(game.observe(state, waiting[0]), random, playouts)
        state, events = game.apply(state, waiting[0], action)
        for event in events:
            kept |= {at: made for at, look in enumerate(looks) if (made := _made(game, look, event, round))}
            round += game.milestone(event)
    outcome = game.outcome(state)
    firsts = [] if outcome is None else [(place == 1) / outcome.places.count(1) for place in outcome.places]
    return ((look, firsts, kept.get(at, ())) for at, look in enumerate(looks))


def _made(game: AnyGame, look: Look, event: Event, round: int) -> tuple[bool, ...]:
    return game.kept(look.seen, event) if look.round == round else ()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
