"""Seating a round: the lots it is drawn by, what has been seated before, and who sits in which seat.

Meetings are counted by the published pods, whether or not everybody came, so that nobody is drawn again to
those for whom they waited in vain while others are left to meet. Those of one team count as having met once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from bot.tournaments.pairing.event import Entrant, Event, Pod, Round, Seeding, Stage
from bot.tournaments.pairing.layouts import Layout
from bot.tournaments.pairing.pods import Field, arrange, seeded
from bot.tournaments.pairing.seeded_random import SeededStream, ranks

FULL_LEAN = 2520
"""The last seat of a pod leans by so much to late, the first as much to early: divisible by every size up
to ten.
"""


@dataclass
class History:
    """By entrants' ids; whoever is not named has never been seated."""

    met: dict[str, dict[str, int]] = field(default_factory=dict)
    byes: dict[str, int] = field(default_factory=dict)
    seats: dict[str, dict[int, int]] = field(default_factory=dict)
    """How often somebody sat in which seat, counted from 0."""
    leans: dict[str, int] = field(default_factory=dict)
    """Whether somebody's seats were late ones (above zero) or early ones, over all pods."""

    def add(self, played: Round) -> None:
        """Take in a round that has been published."""
        for who in played.byes:
            self.byes[who] = self.byes.get(who, 0) + 1
        for pod in played.pods:
            self.met_once(pod.seats)
            for seat, who in enumerate(pod.seats):
                if who is not None:
                    self._sat(who, seat, len(pod.seats))

    def meetings(self, people: Sequence[str]) -> list[dict[int, int]]:
        """How often each of these met which of the others, by their numbers among these."""
        at = {who: number for number, who in enumerate(people)}
        return [
            {at[other]: times for other, times in self.met.get(who, {}).items() if other in at}
            for who in people
        ]

    def met_once(self, people: Sequence[str | None]) -> None:
        """Each of these has met each of the others, robots left out."""
        for who in people:
            if who is not None:
                met = self.met.setdefault(who, {})
                for other in people:
                    if other is not None and other != who:
                        met[other] = met.get(other, 0) + 1

    def _sat(self, who: str, seat: int, size: int) -> None:
        sat = self.seats.setdefault(who, {})
        sat[seat] = sat.get(seat, 0) + 1
        self.leans[who] = self.leans.get(who, 0) + lean(seat, size)


def lean(seat: int, size: int) -> int:
    """How late a seat is: -FULL_LEAN for the first of a pod, 0 in the middle, FULL_LEAN for the last."""
    return FULL_LEAN * (2 * seat - (size - 1)) // (size - 1)


def history(rounds: Iterable[Round], teams: Iterable[Sequence[str]] = ()) -> History:
    """All that these rounds have seated, and who plays for the same team."""
    past = History()
    for members in teams:
        past.met_once(members)
    for played in rounds:
        past.add(played)
    return past


# Who sits in which seat of a pod: over the event everybody sits in each seat as equally often as can be.
#
# Of all orders of a pod the one is taken in which its entrants sit the fewest times in a seat they have had
# before; of those the one that brings early and late seats nearest to balance; of those the first in the
# order of the lot.


SEAT_AGAIN = (100 * FULL_LEAN) ** 2
"""Outweighs any leaning to early or late seats."""


def seated_pod(
    people: Sequence[str], robots: int, past: History, chance: SeededStream
) -> tuple[str | None, ...]:
    """The pod's seats in the order of play; None is a robot."""
    size = len(people) + robots
    drawn: list[str | None] = [*people, *([None] * robots)]
    for at in range(size - 1, 0, -1):
        other = chance.below(at + 1)
        drawn[at], drawn[other] = drawn[other], drawn[at]
    prices = [[_price(who, seat, size, past) for seat in range(size)] for who in drawn]
    return tuple(drawn[who] for who in cheapest(prices))


def cheapest(prices: Sequence[Sequence[int]]) -> list[int]:
    """Who takes which seat so that all together is cheapest; `prices[who][seat]`, answered by seat.

    Exact: for every set of people the cheapest way to fill the first seats with them is found once.
    """
    size = len(prices)
    least: list[tuple[int, int]] = [(0, -1)] * (1 << size)
    for people in range(1, 1 << size):
        seat = people.bit_count() - 1
        least[people] = min(
            (least[people ^ (1 << who)][0] + prices[who][seat], who)
            for who in range(size)
            if people >> who & 1
        )
    order, people = list[int](), (1 << size) - 1
    while people:
        last = least[people][1]
        order.append(last)
        people ^= 1 << last
    return order[::-1]


def _price(who: str | None, seat: int, size: int, past: History) -> int:
    """What it costs to seat somebody there; a robot counts as somebody who sits down for the first time."""
    before = past.leans.get(who, 0) if who is not None else 0
    leaning = (before + lean(seat, size)) ** 2 - before**2
    again = past.seats.get(who, {}).get(seat, 0) if who is not None else 0
    return again * SEAT_AGAIN + leaning


# A whole round, by lots that anybody can draw again.


def draw_label(number: int, draw: int) -> str:
    """Under which a round's lots are drawn."""
    return f"round {number}" if draw == 0 else f"round {number} draw {draw}"


def by_lot(event: Event, entrants: Iterable[Entrant], drawn: str, number: int = 1) -> list[str]:
    """Their ids in the order of the lot of this label, which belongs to this round."""
    order = ranks(event.seed_of_round(number), drawn, len(event.entrants))
    place = {entrant.id: order[number] for number, entrant in enumerate(event.in_order())}
    return sorted((entrant.id for entrant in entrants), key=place.__getitem__)


def paired_round(
    event: Event,
    stage: Stage,
    entrants: Sequence[Entrant],
    laid: Layout,
    points: Mapping[str, Fraction],
    draw: int,
) -> Round:
    """The next round: byes for those who had the fewest and have the fewest points, pods of like points."""
    number = len(event.rounds) + 1
    drawn = draw_label(number, draw)
    past = history(event.rounds, event.teams().values())
    people = by_lot(event, entrants, drawn, number)
    resting = sorted(people, key=lambda who: (past.byes.get(who, 0), points[who]))[: laid.byes]
    playing = [who for who in people if who not in resting]
    scale = lcm(*(points[who].denominator for who in playing))
    scores = [int(points[who] * scale) for who in playing]
    wanted = Field(scores, past.meetings(playing), laid.people)
    pods = arrange(wanted, SeededStream(event.seed_of_round(number), f"{drawn} pods"))
    return seated_round(event, stage, [[playing[at] for at in pod] for pod in pods], resting, past, draw)


def by_seed(event: Event, entrants: Iterable[Entrant], drawn: str, number: int = 1) -> list[str]:
    """Their ids from the strongest on; those without a number come last, in the order of the lot."""
    numbers = {entrant.id: entrant.seed for entrant in event.entrants}
    people = by_lot(event, entrants, drawn, number)
    return sorted(people, key=lambda who: (not numbers[who], numbers[who]))


def seeded_round(
    event: Event, stage: Stage, entrants: Sequence[Entrant], laid: Layout, draw: int, *, best_rest: bool
) -> Round:
    """The next round by ratings alone. Byes go to those who had the fewest, of those to the strongest
    (`best_rest`: a bye brings them on) or to the weakest.
    """
    number = len(event.rounds) + 1
    drawn = draw_label(number, draw)
    past = history(event.rounds, event.teams().values())
    people = by_seed(event, entrants, drawn, number)
    by_turn = people if best_rest else people[::-1]
    resting = sorted(by_turn, key=lambda who: past.byes.get(who, 0))[: laid.byes]
    playing = [who for who in people if who not in resting]
    pods = seeded_pods(event, playing, laid.people, past.meetings(playing), f"{drawn} pods", number)
    return seated_round(event, stage, pods, resting, past, draw)


def seeded_pods(
    event: Event,
    people: Sequence[str],
    sizes: Sequence[int],
    met: Sequence[Mapping[int, int]],
    drawn: str,
    number: int = 1,
) -> list[list[str]]:
    """Pods of these sizes for people in the order of their numbers."""
    snake = event.options.seeding is Seeding.SNAKE
    pods = seeded(sizes, met, SeededStream(event.seed_of_round(number), drawn), snake=snake)
    return [[people[at] for at in pod] for pod in pods]


def seated_round(
    event: Event,
    stage: Stage,
    pods: Sequence[Sequence[str]],
    byes: Sequence[str],
    past: History,
    draw: int,
    groups: Sequence[int] = (),
) -> Round:
    """The next round of these pods: robots fill up what is too small, and everybody gets a seat."""
    number = len(event.rounds) + 1
    chance = SeededStream(event.seed_of_round(number), f"{draw_label(number, draw)} seats")
    seats = [seated_pod(pod, max(0, event.options.fewest - len(pod)), past, chance) for pod in pods]
    return Round(
        number,
        stage,
        tuple(Pod(at + 1, order, groups[at] if groups else 0) for at, order in enumerate(seats)),
        tuple(byes),
        draw,
    )
