"""How much luck a duplicate cup takes out: robots of known strength, ranked after each round as the bot ranks
them, beside the same people in the same pods with free deals.

Who sits down as number 1 plays as the cabin boy does, the last as the sailor, those between now and then as
either, so that the true order is known. Told is Spearman's correlation of the standings with it, on average.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from random import Random
from statistics import fmean, pstdev
from typing import Any

from msgspec.structs import replace

from benches.report import Figure, show
from bot.tournaments.formats.engine import next_round, with_result, with_round
from bot.tournaments.pairing.event import Comparison, Entrant, Event, EventOptions, Fill, Pod, Result
from bot.tournaments.pairing.standings import scores
from games.catalogue import game as game_of
from games.contract import AnyGame
from games.replay import first_state
from games.thinking.levels import CABIN_BOY, SAILOR

GAMES = ("skull-king", "skull-queen", "corsari", "buccaneer")
PEOPLE, ROUNDS, POD = 12, 4, 4
CUPS = 100
Way = tuple[str, Comparison]
"""Which deals a cup plays, and what counts in it."""
FREE, SAME = "free deals", "the same deals"
USUAL: Way = (FREE, Comparison.PLACES)
WAYS: Sequence[Way] = (
    USUAL,
    (FREE, Comparison.MATCHPOINTS),
    (FREE, Comparison.MEAN),
    (SAME, Comparison.MATCHPOINTS),
    (SAME, Comparison.MEAN),
)


@dataclass(frozen=True)
class Ranked:
    """How true the standings are after each round, by the way in which they came about."""

    by_way: Mapping[Way, Sequence[float]]
    error: float
    """The standard error of the last of them."""


def ranked(slug: str, cups: int, people: int = PEOPLE, rounds: int = ROUNDS) -> Ranked:
    """So many cups of this game."""
    game, found = game_of(slug), {way: [list[float]() for _round in range(rounds)] for way in WAYS}
    for cup in range(cups):
        random = Random(f"{slug} {cup}")
        events = _begun(people, random)
        for number in range(rounds):
            drawn, seed = next_round(events[USUAL]), random.randbytes(32)
            seeds = {SAME: lambda seed=seed: seed, FREE: lambda random=random: random.randbytes(32)}
            played = {
                deals: [_result(game, pod, number + 1, deal(), people, random) for pod in drawn.pods]
                for deals, deal in seeds.items()
            }
            for way in WAYS:
                events[way] = reduce(with_result, played[way[0]], with_round(events[way], drawn))
                points = {int(who): float(score.total) for who, score in scores(events[way]).items()}
                found[way][number].append(correlation([points[each] for each in range(1, people + 1)]))
    error = max(pstdev(found[way][-1]) for way in WAYS) / cups**0.5
    return Ranked({way: [fmean(each) for each in after] for way, after in found.items()}, error)


def _begun(people: int, random: Random) -> dict[Way, Event]:
    entrants = tuple(Entrant(id=str(number), joined=number) for number in range(1, people + 1))
    how = EventOptions(format="duplicate", fewest=POD, preferred=POD, most=POD, fill=Fill.ROBOTS)
    event = Event(options=how, seed=random.randbytes(32).hex(), entrants=entrants)
    return {way: replace(event, options=replace(how, comparison=way[1])) for way in WAYS}


def _result(game: AnyGame, pod: Pod, number: int, seed: bytes, people: int, random: Random) -> Result:
    """A game of these; robots that fill the pod up are sailors."""
    strengths = [1.0 if who is None else (int(who) - 1) / (people - 1) for who in pod.seats]
    state: Any = first_state(game, game.Options(), len(pod.seats), seed)
    while waiting := game.to_act(state):
        seat = waiting[0]
        robot = game.robots[SAILOR if random.random() < strengths[seat] else CABIN_BOY]
        state, _events = game.apply(state, seat, robot.choose(game.observe(state, seat), random))
    outcome, sign = game.outcome(state), 1 if game.higher_is_better else -1
    assert outcome is not None
    hands = tuple(tuple(sign * points for points in hand) for hand in game.points_by_hand(state))
    return Result(round=number, pod=pod.number, places=outcome.places, hands=hands)


def correlation(points: Sequence[float]) -> float:
    """Spearman's, of these points with the order in which they stand; equals share their rank."""
    count = len(points)
    rank = [sum((other < own) + (other == own) / 2 for other in points) for own in points]
    true = [at + 0.5 for at in range(count)]
    mean = count / 2
    spread = sum((each - mean) ** 2 for each in rank) * sum((each - mean) ** 2 for each in true)
    shared = sum((one - mean) * (other - mean) for one, other in zip(rank, true, strict=True))
    return shared / spread**0.5 if spread else 0.0


def main() -> Sequence[Figure]:
    """Every game; what is kept is how true the standings are at the end."""
    figures = list[Figure]()
    for slug in GAMES:
        found = ranked(slug, CUPS)
        title = f"{slug}: {CUPS} cups of {PEOPLE}, correlation with the true order (±{2 * found.error:.2f})"
        rows = [(*way, *(f"{each:.2f}" for each in after)) for way, after in found.by_way.items()]
        show(title, ("deals", "what counts", *(f"round {number}" for number in range(1, ROUNDS + 1))), rows)
        figures += [
            Figure(
                *("duplicate cup", f"{slug}, {way[1]}: correlation after {ROUNDS} rounds", after[-1], ""),
                *(found.by_way[USUAL][-1], "free deals, by places"),
                more_is_better=True,
            )
            for way, after in found.by_way.items()
            if way[0] == SAME
        ]
    return figures
