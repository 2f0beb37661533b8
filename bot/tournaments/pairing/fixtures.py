"""All rounds of an all-play-all at once: every pair meets as evenly as possible.

Two at a table is the old circle: one stays, the others move on by one place each round. For larger
tables, where the numbers allow it, a pattern in which nobody meets twice: people stand in rows as long as
there are pods, and in the round with slope m, pod b takes from row x the one at b + m * x, calculated
modulo the number of pods (in the field of that size, if it is a power of two). What no pattern gives is
arranged round by round; then people are exchanged within rounds as long as that makes the meetings more
even.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TypeAlias

from bot.tournaments.pairing.layouts import Layout
from bot.tournaments.pairing.pods import Field, arrange
from bot.tournaments.pairing.seeded_random import SeededStream

Pods: TypeAlias = list[list[int]]

POLYNOMIALS = {4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101, 64: 0b1000011}
"""For multiplying in the fields of these sizes, one irreducible polynomial each."""
LOOKS = 60_000
"""Exchanges that are looked at, at most, to make the meetings more even."""
THRESHOLDS = (6, 4, 2, 0)
"""How much worse an exchange may make it, from the first quarter of the looks to the last."""
THRESHOLDS_UP_TO = 64
"""With more people only what makes it no worse is taken: there is more to gain than looks to find it."""


@dataclass
class Fixture:
    """One round that is drawn beforehand: its pods, and who has a bye."""

    pods: Pods
    byes: list[int] = field(default_factory=list)


def schedule(
    laid: Layout,
    rounds: int,
    chance: SeededStream,
    *,
    met: Sequence[Mapping[int, int]] = (),
    byes: Sequence[int] = (),
) -> list[Fixture]:
    """So many rounds for people numbered in the order of their lot, after what there was (`met`, `byes`)."""
    people = sum(laid.people) + laid.byes
    fresh = not any(met) and not any(byes)
    if fresh and set(laid.people) == {2} and laid.byes <= 1:
        return [_circle(people, number) for number in range(rounds)]
    meetings = [[0] * people for _who in range(people)]
    for who, row in enumerate(met):
        for other, times in row.items():
            meetings[who][other] = times
    found = [Fixture(pods) for pods in pattern(laid.people, rounds)] if fresh and not laid.byes else []
    for fixture in found:
        _count(meetings, fixture.pods)
    out = list(byes) or [0] * people
    while len(found) < rounds:
        found.append(_next(meetings, out, laid.people, chance))
        _count(meetings, found[-1].pods)
    _even_out(found, meetings, chance)
    return found


def pattern(sizes: Sequence[int], rounds: int) -> list[Pods]:
    """As many rounds as the pattern gives in which no two meet twice; people are numbered row by row."""
    pods, rows = len(sizes), max(sizes)
    if pods == 1:
        return []
    numbers = _Numbers(pods)
    short = sum(sizes) - (rows - 1) * pods
    """The length of the last row: the pods without somebody from it are smaller by one."""
    found = [numbers.pods(slope, rows, short) for slope in numbers.slopes(rows)[:rounds]]
    if len(found) < rounds and rows == pods == short:
        found.append([[row * pods + at for at in range(pods)] for row in range(rows)])
    return found


class _Numbers:
    """The numbers below the number of pods, with which a pattern calculates."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.is_field_of_two = size in POLYNOMIALS

    def plus(self, one: int, other: int) -> int:
        return one ^ other if self.is_field_of_two else (one + other) % self.size

    def minus(self, one: int, other: int) -> int:
        return one ^ other if self.is_field_of_two else (one - other) % self.size

    def times(self, one: int, other: int) -> int:
        if not self.is_field_of_two:
            return one * other % self.size
        product = 0
        while other:
            product ^= one if other & 1 else 0
            one = one << 1 ^ (POLYNOMIALS[self.size] if one << 1 & self.size else 0)
            other >>= 1
        return product

    def slopes(self, rows: int) -> list[int]:
        """Those of which no two send the same two people into one pod."""
        if rows > self.size:
            return [0]
        lines: dict[int, list[int]] = {}
        for slope in range(self.size):
            mine = [self.times(slope, row) for row in range(rows)]
            if all(len(set(map(self.minus, mine, line))) == rows for line in lines.values()):
                lines[slope] = mine
        return list(lines)

    def pods(self, slope: int, rows: int, short: int) -> Pods:
        """One round, the larger pods first."""
        laid: Pods = []
        for pod in range(self.size):
            columns = [self.plus(pod, self.times(slope, row)) for row in range(rows)]
            people = [row * self.size + column for row, column in enumerate(columns)]
            laid.append(people if columns[-1] < short else people[:-1])
        return sorted(laid, key=len, reverse=True)


def _circle(people: int, number: int) -> Fixture:
    """Pairs: the last one stays, the others go round; with an odd number the one who stays is nobody."""
    around = people if people % 2 else people - 1
    pairs = [[number % around, around]]
    pairs += [[(number + step) % around, (number - step) % around] for step in range(1, (around + 1) // 2)]
    return Fixture(pairs[1:], [pairs[0][0]]) if people % 2 else Fixture(pairs)


def _next(
    meetings: Sequence[Sequence[int]], out: list[int], sizes: Sequence[int], chance: SeededStream
) -> Fixture:
    """One more round: byes for those who had the fewest, the others with whom they met the least."""
    people = len(meetings)
    resting = sorted(range(people), key=lambda who: (out[who], who))[: people - sum(sizes)]
    for who in resting:
        out[who] += 1
    playing = [who for who in range(people) if who not in resting]
    met = [
        {other: meetings[who][whom] for other, whom in enumerate(playing) if meetings[who][whom]}
        for who in playing
    ]
    pods = arrange(Field([0] * len(playing), met, sizes), chance)
    return Fixture([[playing[who] for who in pod] for pod in pods], resting)


def _count(meetings: Sequence[list[int]], pods: Pods) -> None:
    for pod in pods:
        for one, other in combinations(pod, 2):
            meetings[one][other] += 1
            meetings[other][one] += 1


def unevenness(meetings: Sequence[Sequence[int]]) -> int:
    """By how much the squares of all pairs' meetings are above what they would be if they were even."""
    pairs = [times for who, row in enumerate(meetings) for times in row[:who]]
    if not pairs:
        return 0
    each, more = divmod(sum(pairs), len(pairs))
    even = more * (each + 1) ** 2 + (len(pairs) - more) * each**2
    return sum(times * times for times in pairs) - even


def _even_out(fixtures: Sequence[Fixture], meetings: Sequence[list[int]], chance: SeededStream) -> None:
    """Exchange people at random within rounds; worse is let pass by ever smaller thresholds, the best is
    kept.
    """
    current = least = unevenness(meetings)
    best = [[list(pod) for pod in fixture.pods] for fixture in fixtures]
    thresholds = THRESHOLDS if len(meetings) <= THRESHOLDS_UP_TO else (0,)
    choices = [fixture for fixture in fixtures if len(fixture.pods) > 1]
    for look in range(LOOKS if choices else 0):
        if not current:
            break
        here, there = _two_pods(choices[chance.below(len(choices))].pods, chance)
        one, other = chance.below(len(here)), chance.below(len(there))
        change = _change(meetings, here, one, there, other)
        if change > thresholds[look * len(thresholds) // LOOKS]:
            continue
        if change > 0 and current < least:
            least, best = current, [[list(pod) for pod in fixture.pods] for fixture in fixtures]
        _exchange(meetings, here, one, there, other)
        current += change
    if current > least:
        for fixture, pods in zip(fixtures, best, strict=True):
            fixture.pods = pods


def _two_pods(pods: Pods, chance: SeededStream) -> tuple[list[int], list[int]]:
    here, there = chance.below(len(pods)), chance.below(len(pods) - 1)
    return pods[here], pods[there + (there >= here)]


def _change(
    meetings: Sequence[Sequence[int]], here: list[int], one: int, there: list[int], other: int
) -> int:
    """What exchanging `here[one]` and `there[other]` adds to the sum of squares."""
    mine, theirs = meetings[here[one]], meetings[there[other]]
    change = 2 * (len(here) + len(there) - 2)
    for at, who in enumerate(here):
        if at != one:
            change += 2 * (theirs[who] - mine[who])
    for at, who in enumerate(there):
        if at != other:
            change += 2 * (mine[who] - theirs[who])
    return change


def _exchange(meetings: Sequence[list[int]], here: list[int], one: int, there: list[int], other: int) -> None:
    _meet(meetings, here, one, -1)
    _meet(meetings, there, other, -1)
    here[one], there[other] = there[other], here[one]
    _meet(meetings, here, one, 1)
    _meet(meetings, there, other, 1)


def _meet(meetings: Sequence[list[int]], pod: list[int], at: int, more: int) -> None:
    who = pod[at]
    for place, other in enumerate(pod):
        if place != at:
            meetings[who][other] += more
            meetings[other][who] += more
