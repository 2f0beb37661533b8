"""Fields as they come up in an event: round after round is paired and played, the stronger ones winning
more often.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from bot.tournaments.pairing.event import EventOptions
from bot.tournaments.pairing.layouts import layout
from bot.tournaments.pairing.pods import Field, arrange
from bot.tournaments.pairing.seeded_random import SeededStream

OPTIONS = EventOptions(fewest=3, most=6, preferred=4)
SEED = bytes(32)
LUCK = 2.0
"""How much more of a game is luck than strength."""


def fields(people: int, rounds: int, random: Random) -> Iterator[tuple[Field, list[list[int]]]]:
    """What there is to pair before each round, and the pods that are then played."""
    scores, met = [0] * people, [dict[int, int]() for _who in range(people)]
    strength = [random.random() for _who in range(people)]
    sizes = layout(people, OPTIONS).people
    for number in range(1, rounds + 1):
        lot = random.sample(range(people), people)
        place = {who: at for at, who in enumerate(lot)}
        field = Field(
            [scores[who] for who in lot],
            [{place[other]: times for other, times in met[who].items()} for who in lot],
            sizes,
        )
        pods = arrange(field, SeededStream(SEED, f"round {number} pods"))
        yield field, pods
        for pod in pods:
            _play([lot[at] for at in pod], scores, met, strength, random)


def _play(
    pod: Sequence[int],
    scores: list[int],
    met: Sequence[dict[int, int]],
    strength: Sequence[float],
    random: Random,
) -> None:
    order = sorted(pod, key=lambda who: -strength[who] - LUCK * random.random())
    for place, who in enumerate(order):
        scores[who] += 60 * (len(order) - 1 - place) // (len(order) - 1)
        for other in order:
            if other != who:
                met[who][other] = met[who].get(other, 0) + 1
