"""`python -m tools.puzzles`: find puzzles in games that Sailors play, and write them beside each game.

A puzzle is a choice in which the best is clearly best, and not what a Sailor would do: first by a quick look,
then by `DEEP` deals, four standard errors ahead of everything else that is allowed. `python -m tools.puzzles
corsari 12` finds so many of one game, and `python -m tools.puzzles again` studies those that are there anew,
after robots have learned to think otherwise: what is not clear any more goes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random

import msgspec

from bot.profiles.puzzles import puzzle_file
from games.catalogue import BUILT_IN
from games.contract import AnyGame, Study
from games.replay import Move
from games.thinking import levels
from games.thinking.puzzles import Puzzle, observation_of
from games.thinking.study import study

USUAL = 12
"""How many puzzles of each game are looked for where no number is given."""
QUICK, DEEP = 24, 400
"""Deals of the first look, and of the last."""
CLEAR = 4.0
"""Standard errors by which the best leads."""
PLAYERS = 4


def main(wanted: list[str]) -> int:
    """Finds puzzles of all games, or of the one named, and writes them down as each is found; gives 0.
    `["again"]` keeps those that are still clear instead.
    """
    if wanted == ["again"]:
        for game in BUILT_IN:
            _write(game, list(_still_clear(game)))
        return 0
    slug, number = (wanted[0] if wanted else ""), int(wanted[1]) if len(wanted) > 1 else USUAL
    for game in BUILT_IN:
        if slug in ("", game.slug):
            found: list[Puzzle] = []
            for puzzle in puzzles(game, number):
                found.append(puzzle)
                print(f"{game.slug}: {len(found)} of {number}: {puzzle.study.best.action}", flush=True)
                _write(game, found)
    return 0


def _write(game: AnyGame, found: list[Puzzle]) -> None:
    lines = b",\n".join(map(msgspec.json.encode, found))
    puzzle_file(game).write_bytes(b"[\n" + lines + b"\n]\n")


def _still_clear(game: AnyGame) -> Iterator[Puzzle]:
    for puzzle in msgspec.json.decode(puzzle_file(game).read_bytes(), type=list[Puzzle]):
        seen = observation_of(game, puzzle)
        found = study(game, seen, Random(puzzle.seed), DEEP, seen.legal)
        if _is_clear(found, CLEAR):
            yield msgspec.structs.replace(puzzle, study=found)


def puzzles(game: AnyGame, number: int) -> Iterator[Puzzle]:
    """So many puzzles, at most one from each game that is played."""
    options = game.Options()
    players = min(game.players_for(options), key=lambda count: abs(count - PLAYERS))
    deal = 0
    while number:
        deal += 1
        random = Random(f"{game.slug} {deal}")
        puzzle = _in_game(game, players, random)
        if puzzle is not None:
            number -= 1
            yield puzzle


def _in_game(game: AnyGame, players: int, random: Random) -> Puzzle | None:
    """The first puzzle after a point drawn at random."""
    options, seed, moves = game.Options(), random.randbytes(32), list[Move]()
    state = game.new(options, players, seed)
    sailor, begins = game.robots[levels.SAILOR], random.randrange(60)
    while waiting := game.to_act(state):
        seat = waiting[0]
        seen = game.observe(state, seat)
        chosen = sailor.choose(seen, random)
        if len(moves) >= begins and len(seen.legal) > 2:
            found = study(game, seen, random, QUICK)
            if _is_clear(found, 2.0) and found.best.action != chosen:
                deep = study(game, seen, random, DEEP, seen.legal)
                if _is_clear(deep, CLEAR) and deep.best.action == found.best.action:
                    said = options.model_dump(mode="json", exclude_defaults=True)
                    return Puzzle(said, players, seed.hex(), tuple(moves), seat, deep)
        state, _events = game.apply(state, seat, chosen)
        moves.append((seat, chosen))
    return None


def _is_clear(found: Study, errors: float) -> bool:
    return len(found.weighed) > 1 and all(
        each.behind > max(errors * each.error, 1.0) for each in found.weighed[1:]
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
