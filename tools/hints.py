"""`python -m tools.hints`: how good hints are, over choices of games that robots play.

    python -m tools.hints SAMPLE=300 PLAYOUTS=2000 GAME=skull-king

prints of each game how many hints name one choice with a reason of the game, how many of them call another
choice nearly the same, and how many are untrue: another choice is better by more than two standard errors,
found with so many playouts and then once more on as many fresh ones. A hint that says "nearly the same" is
untrue where the other is better by more than `NEARLY` of its game, too. `SHOW=1` prints those, with why.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from games.catalogue import BUILT_IN
from games.contract import Action, AnyGame, Observation, Study
from games.text import english
from games.thinking import levels
from games.thinking.hints import DEALS, in_words
from games.thinking.search import best_of, compare
from games.thinking.study import advised, gains, weighed

SAMPLE, PLAYOUTS = 300, 2000
ASKED = 0.08
"""How often a seat asks for a hint."""
PLAYERS = 4
BEYOND = 2.0
"""Standard errors by which another choice is better, if it is."""
NEARLY: Mapping[str, float] = {"skull-king": 5.0, "skull-queen": 1.0, "corsari": 0.5, "buccaneer": 1.0}
"""Points that people call nearly the same; 1 in a game that is not named."""


@dataclass
class Tally:
    """What was found about a game's hints."""

    hints: int = 0
    named: int = 0
    certain: int = 0
    nearly: int = 0
    untrue: int = 0
    behind: int = 0
    """Nearly the same indeed, and worse all the same."""


def main(wanted: Sequence[str]) -> int:
    """Sample hints as the command line says, and print how many are true."""
    said = dict(each.split("=", 1) for each in wanted)
    sample, playouts = int(said.get("SAMPLE", SAMPLE)), int(said.get("PLAYOUTS", PLAYOUTS))
    print(
        "| game | hints | name one, with a reason | certain | nearly the same | untrue | nearly, yet worse |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for game in BUILT_IN:
        if said.get("GAME", game.slug) == game.slug:
            tally = measured(game, sample, playouts, shows="SHOW" in said)
            parts = (tally.named, tally.certain, tally.nearly, tally.untrue, tally.behind)
            shares = " | ".join(f"{100 * part / tally.hints:.1f} %" for part in parts)
            print(f"| {game.slug} | {tally.hints} | {shares} |", flush=True)
    return 0


def measured(game: AnyGame, sample: int, playouts: int, *, shows: bool = False) -> Tally:
    """So many hints of a game, each judged by so many playouts."""
    tally = Tally()
    for seen, random in _asked(game):
        found = advised(game, seen, random, DEALS)
        tally.hints += 1
        reason = game.reason(seen, found)
        tally.named += reason is not None
        tally.certain += not found.deals
        tally.nearly += not found.clear
        other, lead = _better(game, seen, found, random, playouts)
        if other is not None:
            is_untrue = found.clear or lead > NEARLY.get(game.slug, 1.0)
            tally.untrue += is_untrue
            tally.behind += not is_untrue
            if shows:
                verdict = "UNTRUE" if is_untrue else "worse"
                print(f"{verdict} by {lead:.1f} than {other}: {english(in_words(game, seen, found).why)}")
        if tally.hints == sample:
            break
    return tally


def _asked(game: AnyGame) -> Iterator[tuple[Observation, Random]]:
    """What seats see that ask for a hint, in game after game of Sailors, each with chance of its own."""
    options = game.Options()
    players = min(game.players_for(options), key=lambda count: abs(count - PLAYERS))
    sailor, deal = game.robots[levels.SAILOR], 0
    while True:
        deal += 1
        random = Random(f"{game.slug} {deal}")
        state = game.new(options, players, random.randbytes(32))
        while waiting := game.to_act(state):
            seen = game.observe(state, waiting[0])
            if len(seen.legal) > 1 and random.random() < ASKED:
                yield seen, Random(random.getrandbits(32))
            state, _events = game.apply(state, waiting[0], sailor.choose(seen, random))


def _better(
    game: AnyGame, seen: Observation, found: Study, random: Random, playouts: int
) -> tuple[Action | None, float]:
    """A choice that is better than the one named, and by how much; None if none is beyond chance."""
    named = found.best.action
    listed = game.robots[game.default_robot].shortlist(seen, random)
    others = [action for action in dict.fromkeys((*listed, *_some_legal(seen, random))) if action != named]
    if not others:
        return None, 0.0
    rival = best_of(compare(game, seen, (named, *others), random, playouts)).action
    if rival == named:
        return None, 0.0
    deals = playouts // 2
    better = weighed(game, gains(game, seen, (rival, named), random, deals), {}, deals)
    behind = better.of(named)
    return (rival, behind.behind) if behind.behind > BEYOND * behind.error else (None, 0.0)


def _some_legal(seen: Observation, random: Random) -> Sequence[Action]:
    """Some of what no robot thinks about, as a robot could overlook something."""
    return random.sample(seen.legal, min(len(seen.legal), 4))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
