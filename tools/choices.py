"""`python -m tools.choices`: how good hints are, and what robots throw away, by games that robots play.

    python -m tools.choices hints SAMPLE=300 PLAYOUTS=2000 GAME=skull-king OPTIONS=edition=classic

prints of each game how many hints name one choice with a reason of the game, how many are certain without a
playout, how many call another choice nearly the same, and how many are untrue.

    python -m tools.choices robots GAMES=200 SHARE=0.05 LEVEL=captain WORST=20

plays games among robots of a level, and prints the choices that lose most, with what the robot saw. With a
`SHARE` Sailors play, and the robot is asked for that share of the choices: where a whole game would take too
long, a little of many is seen instead.

In both modes a choice is judged alike. The best of all that is legal is found with so many playouts (of a
robot's, of which there are thousands, with an eighth: what loses much shows on these). Then
that one and the choice are played out on fresh deals: to save time on an eighth as many first, and only
where the rival is ahead on these, on as many as there were playouts; where it is ahead by more than two
standard errors, once more on as many again. Only what is behind both times counts: of choices that are as
good as any, 2.3 % at most fail once by chance, which "behind once" lets see, and 0.05 % twice. (What is
behind by no more than two standard errors looks as good on the first eighth one time in four, and is not
seen then.) A hint that says "Nearly the same" is untrue, too, where the other is better by two standard
errors more than that (`nearly` of its game). `SHOW=1` prints the hints that are worse, with why. A robot is
judged by what it weighs, a share of its best opponent's points among it. Ctrl-C ends a game's sample early:
what was found so far is printed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from random import Random
from statistics import fmean, pstdev
from typing import NamedTuple

from games.catalogue import BUILT_IN
from games.contract import EVEN, Action, AnyGame, Manner, Observation, Options
from games.text import english
from games.thinking import levels
from games.thinking.hints import DEALS, in_words, is_clear, label_of
from games.thinking.search import best_of, compare, gain
from games.thinking.study import advised

ASKED = 0.08
"""How often a seat asks for a hint."""
PLAYERS = 4
BEYOND = 2.0
"""Standard errors by which another choice is better, if it is."""
LOOKS = 6
"""The fewest playouts a choice that find the best of many."""
SUSPECTS = 8
"""Whether a rival is ahead at all is looked at on one of so many deals first."""


@dataclass
class Tally:
    """What was found about a game's hints."""

    hints: int = 0
    named: int = 0
    certain: int = 0
    nearly: int = 0
    once: int = 0
    """Another choice was beyond two standard errors on the first deals, whatever the next ones said."""
    untrue: int = 0
    behind: int = 0
    """Nearly the same indeed, and worse all the same."""


class Better(NamedTuple):
    """A choice that is better than the one judged, on the first deals and maybe on the next ones."""

    action: Action
    lead: float
    """By how many points, by the last deals on which both were tried."""
    surely: float
    """By how many points at least: two standard errors less."""
    twice: bool


class Silly(NamedTuple):
    """A choice of a robot that loses clearly."""

    lead: float
    where: str
    chosen: str
    better: str
    why: str


def main(wanted: Sequence[str]) -> int:
    """Do as the command line says, and print what was found."""
    mode, *rest = wanted or ["hints"]
    said = {"SAMPLE": "300", "PLAYOUTS": "2000", "GAMES": "200", "SHARE": "1", "WORST": "20"}
    said["LEVEL"] = levels.CAPTAIN
    said |= dict(each.split("=", 1) for each in rest)
    if mode == "hints":
        print(
            "| game | hints | name one, with a reason | certain | nearly the same "
            "| behind once | untrue | nearly, yet worse |\n| --- | --- | --- | --- | --- | --- | --- | --- |"
        )
    for game in BUILT_IN:
        if said.get("GAME", game.slug) == game.slug:
            chosen = dict(each.split("=", 1) for each in said.get("OPTIONS", "").split() if each)
            options = game.Options.model_validate(chosen)
            if mode == "hints":
                tally = measured(
                    game, options, int(said["SAMPLE"]), int(said["PLAYOUTS"]), shows="SHOW" in said
                )
                print(_in_a_row(game, tally), flush=True)
            else:
                _print_silly(game, options, said)
    return 0


def _in_a_row(game: AnyGame, tally: Tally) -> str:
    parts = (tally.named, tally.certain, tally.nearly, tally.once, tally.untrue, tally.behind)
    shares = " | ".join(f"{100 * part / max(tally.hints, 1):.1f} %" for part in parts)
    return f"| {game.slug} | {tally.hints} | {shares} |"


def measured(game: AnyGame, options: Options, sample: int, playouts: int, *, shows: bool = False) -> Tally:
    """So many hints of a game, each judged by so many playouts."""
    tally = Tally()
    for seen, random in islice(_asked(game, options), sample):
        try:
            found = advised(game, seen, random, DEALS)
            better = _better(game, seen, found.best.action, random, playouts, looks=playouts)
        except KeyboardInterrupt:
            break
        tally.hints += 1
        tally.named += game.reason(seen, found) is not None
        tally.certain += not found.deals
        tally.nearly += not is_clear(game, found)
        if better is not None:
            is_untrue = better.twice and (is_clear(game, found) or better.surely > game.nearly)
            tally.once += 1
            tally.untrue += is_untrue
            tally.behind += better.twice and not is_untrue
            if shows and better.twice:
                verdict = "UNTRUE" if is_untrue else "worse"
                said = english(in_words(game, seen, found).why)
                print(f"{verdict} by {better.lead:.1f} than {better.action}: {said}", flush=True)
    return tally


def _asked(game: AnyGame, options: Options) -> Iterator[tuple[Observation, Random]]:
    """What seats see that ask for a hint, in game after game of Sailors, each with chance of its own."""
    for deal in range(1, sys.maxsize):
        random = Random(f"{game.slug} {deal}")
        for seen, _chosen in _played(game, options, levels.SAILOR, random):
            if random.random() < ASKED:
                yield seen, Random(random.getrandbits(32))


def _played(
    game: AnyGame, options: Options, level: str, random: Random
) -> Iterator[tuple[Observation, Action]]:
    """What each seat of one game sees that has a choice, and what its robot does."""
    players = min(game.players_for(options), key=lambda count: abs(count - PLAYERS))
    state, robot = game.new(options, players, random.randbytes(32)), game.robots[level]
    while waiting := game.to_act(state):
        seen = game.observe(state, waiting[0])
        chosen = robot.choose(seen, random, robot.effort.now)
        if len(seen.legal) > 1:
            yield seen, chosen
        state, _events = game.apply(state, waiting[0], chosen)


def _better(
    game: AnyGame,
    seen: Observation,
    named: Action,
    random: Random,
    playouts: int,
    manner: Manner = EVEN,
    *,
    looks: int,
) -> Better | None:
    """A choice that is better than the one named, beyond chance; the best is found with so many `looks`."""
    others = [action for action in seen.legal if action != named]
    rival = best_of(compare(game, seen, (named, *others), random, looks, manner), manner).action
    if rival == named:
        return None
    both = rival, named
    ahead, _surely = _lead(game, seen, both, random, max(playouts // SUSPECTS, 2), manner)
    if ahead <= 0:
        return None
    first = _lead(game, seen, both, random, playouts, manner)
    if first[1] <= 0:
        return None
    again = _lead(game, seen, both, random, playouts, manner)
    twice = again[1] > 0
    return Better(rival, *(again if twice else first), twice)


def _lead(
    game: AnyGame, seen: Observation, both: Sequence[Action], random: Random, deals: int, manner: Manner
) -> tuple[float, float]:
    """By how many points one of two choices is better on so many deals, and by how many at least: not above 0
    where that can be chance.
    """
    seat, leads = seen.seat or 0, list[float]()
    for _deal in range(deals):
        state, chance = game.resample(seen, random), random.getrandbits(32)
        end = game.chapter(state) + game.ahead
        after = [game.apply(state, seat, action)[0] for action in both]
        better, other = [gain(game, game.playout(each, end, Random(chance)), seat, manner) for each in after]
        leads.append(better - other)
    lead = fmean(leads)
    return lead, lead - BEYOND * pstdev(leads, lead) / sqrt(deals - 1)


# What robots throw away


def _print_silly(game: AnyGame, options: Options, said: Mapping[str, str]) -> None:
    choices, games, found, manner = 0, 0, list[Silly](), Manner(malice=game.rivalry)
    playouts, share = int(said["PLAYOUTS"]), float(said["SHARE"])
    try:
        for games in range(1, int(said["GAMES"]) + 1):
            random = Random(f"silly {game.slug} {games - 1}")
            for seen, chosen in _chosen(game, options, said["LEVEL"], share, random):
                looks = max(playouts // SUSPECTS, LOOKS * len(seen.legal))
                better = _better(game, seen, chosen, random, playouts, manner, looks=looks)
                choices += 1
                if better is not None and better.twice and better.lead > game.nearly:
                    found.append(_silly(game, seen, chosen, better, random))
    except KeyboardInterrupt:
        pass
    found.sort(reverse=True)
    print(f"\n{game.slug}: {games} games, {choices} choices, {len(found)} lose clearly")
    for each in found[: int(said["WORST"])]:
        print(
            f"\n{each.lead:.1f} lost: {each.chosen}; better {each.better}\n{each.where}\n{each.why}",
            flush=True,
        )


def _chosen(
    game: AnyGame, options: Options, level: str, share: float, random: Random
) -> Iterator[tuple[Observation, Action]]:
    """What a level does in one game of its own, or in that share of the choices of a game of Sailors."""
    if share >= 1:
        yield from _played(game, options, level, random)
        return
    robot = game.robots[level]
    for seen, _sailors in _played(game, options, levels.SAILOR, random):
        if random.random() < share:
            yield seen, robot.choose(seen, random, robot.effort.now)


def _silly(game: AnyGame, seen: Observation, chosen: Action, better: Better, random: Random) -> Silly:
    board, own = game.board(seen), game.hand(seen)
    told = [board.headline, *board.table, *(line.words for line in board.seats), *(own.cards if own else ())]
    return Silly(
        better.lead,
        "\n".join(map(english, told)),
        english(label_of(game, seen, chosen)),
        english(label_of(game, seen, better.action)),
        english(in_words(game, seen, advised(game, seen, random, DEALS, (better.action, chosen))).why),
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
