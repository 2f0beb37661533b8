"""Who plays together: pods of like score with the fewest repeated meetings.

Everybody is sorted by score (equals by lot) and cut into pods; then people are exchanged between pods as
long as that saves repeated meetings or, without any more of those, brings scores closer together. Small
fields, where that can end in a dead end, are shaken and improved again some times. What it costs is
bounded by the number of entrants alone, so that the same field takes the same steps on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import msgspec

from bot.tournaments.pairing.seeded_random import SeededStream

REACH = 8
"""How many pods up and down an exchange looks first; further only where meetings would be repeated."""
PASSES = 4
"""Through all pods, at most; most often the second finds nothing more."""
SHAKES = 6_000
"""A field is shaken as often as this divided by its number of entrants: then all take about as long."""
SHAKES_EACH = 10
"""But no more often than so many times that number: the smallest fields have few ways to sit."""
STUBBORN = 3
"""So many times as often while somebody would still meet again."""
KICK = 4
"""How many exchanges one shake makes."""
PATIENCE = 40
"""After so many shakes in vain it is begun afresh from somewhere else."""
SHAKEN_UP_TO = 64
"""Larger fields have so many exchanges to choose from that they end in no dead end worth the time."""


class Field(msgspec.Struct, frozen=True):
    """Who is to be seated, by number in the order of the lot: score, and how often each has met whom."""

    scores: Sequence[int]
    met: Sequence[Mapping[int, int]]
    sizes: Sequence[int]


def arrange(field: Field, chance: SeededStream) -> list[list[int]]:
    """The pods, the highest scores first; within each, numbers in the order of score and lot."""
    search = Search(field, cut(field))
    search.improve(range(len(search.pods)))
    if len(search.pods) > 1 and len(field.scores) <= SHAKEN_UP_TO:
        people = len(field.scores)
        _shake(search, chance, min(SHAKES_EACH * people, SHAKES // people))
    return search.in_order()


def cut(field: Field) -> list[list[int]]:
    """Sorted by score, equals by lot, and cut into pods of the sizes given."""
    order = sorted(range(len(field.scores)), key=lambda who: (-field.scores[who], who))
    pods, at = list[list[int]](), 0
    for size in field.sizes:
        pods.append(order[at : at + size])
        at += size
    return pods


def cost(field: Field, pods: Iterable[Sequence[int]]) -> tuple[int, int]:
    """Repeated meetings, and the spread of scores: over all who sit together, their difference squared."""
    pairs = [(one, other) for pod in pods for at, one in enumerate(pod) for other in pod[:at]]
    return (
        sum(field.met[one].get(other, 0) for one, other in pairs),
        sum((field.scores[one] - field.scores[other]) ** 2 for one, other in pairs),
    )


class Search:
    """Pods that are made better by exchanges. Both parts of the cost are one number: a repeat outweighs
    any spread.

    `near[who][pod]` is how often somebody has met those who sit in a pod now, `sums[pod]` its scores and
    `squares[pod]` their squares, so that what an exchange changes is known without going through the pods.
    """

    def __init__(self, field: Field, pods: list[list[int]]) -> None:
        people = len(field.scores)
        lowest = min(field.scores)
        self.scores = [score - lowest for score in field.scores]
        self.fewest = min(map(len, pods))
        self.repeat = 1 + max(self.scores) ** 2 * sum(len(pod) ** 2 for pod in pods)
        self.met = field.met
        self.rows = [bytearray(people) for _who in range(people)]
        for row, met in zip(self.rows, field.met, strict=True):
            for other, times in met.items():
                row[other] = times
        self.sit(pods)

    def sit(self, pods: list[list[int]]) -> None:
        """Begins the search from these pods of entrants, by their numbers."""
        self.pods = pods
        self.home = [0] * len(self.scores)
        for number, pod in enumerate(pods):
            for who in pod:
                self.home[who] = number
        self.sums = [sum([self.scores[who] for who in pod]) for pod in pods]
        self.squares = [sum([self.scores[who] ** 2 for who in pod]) for pod in pods]
        self.near = [[0] * len(pods) for _who in self.scores]
        for near, met in zip(self.near, self.met, strict=True):
            for other, times in met.items():
                near[self.home[other]] += times

    def improve(self, dirty: Iterable[int]) -> None:
        """Exchange, beginning in these pods, until nothing within reach is better.

        Then those who would still meet again are looked at with everybody.
        """
        for _pass in range(PASSES):
            dirty = self._pass_through(sorted(dirty), REACH)
            if not dirty:
                break
        everywhere = len(self.pods)
        if everywhere > REACH + 1:
            self._pass_through([pod for pod in range(everywhere) if self._repeats(pod)], everywhere)

    def _pass_through(self, numbers: Sequence[int], reach: int) -> set[int]:
        """The best exchange for everybody in these pods; which pods have changed."""
        changed = set[int]()
        for number in numbers:
            if not self._spread(number) and not self._repeats(number):
                continue
            others = [
                other
                for other in range(max(0, number - reach), min(len(self.pods), number + reach + 1))
                if other != number
            ]
            for who in tuple(self.pods[number]):
                changed |= self._better(who, others)
        return changed

    def _better(self, who: int, others: Sequence[int]) -> set[int]:
        """Make the best exchange or move for somebody, if there is one; which pods have changed."""
        here = self.home[who]
        saving, partner, pod = self.best_exchange(who, others)
        pods, size = self.pods, len(self.pods[here])
        smaller = [other for other in others if len(pods[other]) < size] if size > self.fewest else ()
        if smaller:
            by_moving, new = self._best_move(who, smaller)
            if by_moving < saving:
                self._move(who, new)
                return {here, new}
        if partner < 0:
            return set()
        self.exchange(who, partner)
        return {here, pod}

    def best_exchange(self, who: int, others: Sequence[int]) -> tuple[int, int, int]:
        """The best change of the cost (below zero: better), with whom, and their pod; -1 if there is
        nobody.
        """
        here, mine, near, row = self.home[who], self.scores[who], self.near, self.rows[who]
        scores, repeat, my_near = self.scores, self.repeat, self.near[who]
        size, total = len(self.pods[here]), self.sums[here]
        best, partner, at = 0, -1, -1
        for pod in others:
            sitting = self.pods[pod]
            larger, ahead = size - len(sitting), 2 * (total - self.sums[pod])
            gain = my_near[pod] - my_near[here]
            for other in sitting:
                theirs = near[other]
                change = repeat * (gain + theirs[here] - theirs[pod] - 2 * row[other])
                if step := scores[other] - mine:
                    change += step * (larger * (scores[other] + mine) - ahead - 2 * step)
                if change < best:
                    best, partner, at = change, other, pod
        return best, partner, at

    def exchange(self, one: int, other: int) -> None:
        """Lets two entrants of different pods change places."""
        here, there = self.home[one], self.home[other]
        self.pods[here][self.pods[here].index(one)] = other
        self.pods[there][self.pods[there].index(other)] = one
        if step := self.scores[other] - self.scores[one]:
            squares = step * (self.scores[other] + self.scores[one])
            self.sums[here] += step
            self.sums[there] -= step
            self.squares[here] += squares
            self.squares[there] -= squares
        self._moved(one, here, there)
        self._moved(other, there, here)

    def _best_move(self, who: int, smaller: Sequence[int]) -> tuple[int, int]:
        """The best change of the cost by moving somebody to a pod that is smaller by one, and that pod."""
        here, mine, near = self.home[who], self.scores[who], self.near[who]
        leaving = self.repeat * near[here] + self._from_others(mine, here)
        return min(
            [(self.repeat * near[pod] + self._from_others(mine, pod) - leaving, pod) for pod in smaller]
        )

    def _from_others(self, mine: int, pod: int) -> int:
        """Over all who sit in the pod, their difference to this score squared."""
        return self.squares[pod] + mine * (len(self.pods[pod]) * mine - 2 * self.sums[pod])

    def _move(self, who: int, new: int) -> None:
        """They change to a pod with one seat less, which so becomes the larger one."""
        old = self.home[who]
        self.pods[old].remove(who)
        self.pods[new].append(who)
        score = self.scores[who]
        self.sums[old] -= score
        self.sums[new] += score
        self.squares[old] -= score**2
        self.squares[new] += score**2
        self._moved(who, old, new)

    def _moved(self, who: int, old: int, new: int) -> None:
        self.home[who] = new
        near = self.near
        for other, times in self.met[who].items():
            near[other][old] -= times
            near[other][new] += times

    def _repeats(self, pod: int) -> int:
        return sum([self.near[who][pod] for who in self.pods[pod]])

    def _spread(self, pod: int) -> int:
        """Over all pairs in the pod, their difference squared."""
        return len(self.pods[pod]) * self.squares[pod] - self.sums[pod] ** 2

    def not_good(self) -> list[int]:
        """The pods in which somebody meets again or, if there are none, those of unlike scores."""
        numbers = range(len(self.pods))
        repeating = [pod for pod in numbers if self._repeats(pod)]
        return repeating or [pod for pod in numbers if self._spread(pod)]

    def cost(self) -> int:
        """Twice the repeats and the spread in one number."""
        numbers = range(len(self.pods))
        return sum(self.repeat * self._repeats(pod) + 2 * self._spread(pod) for pod in numbers)

    def in_order(self) -> list[list[int]]:
        """The pods by their average score, the highest first, each by score and lot."""
        for pod in self.pods:
            pod.sort(key=lambda who: (-self.scores[who], who))
        scale = 2520  # divisible by every size of a pod
        return sorted(
            self.pods, key=lambda pod: (-sum(self.scores[who] for who in pod) * scale // len(pod), pod)
        )


def _shake(search: Search, chance: SeededStream, times: int) -> None:
    """Exchange some at random, improve, and go on from there if it is not worse: a way out of dead ends."""
    best = kept = _pods(search)
    least = cost = search.cost()
    in_vain = 0
    for time in range(STUBBORN * times):
        nobody_meets_again = least < 2 * search.repeat
        if not least or (nobody_meets_again and time >= times):
            break
        begun_afresh = in_vain == PATIENCE
        if begun_afresh:
            _exchange_some(search, chance, len(search.scores) // 2)
            search.improve(range(len(search.pods)))
        else:
            _exchange_worst(search, chance)
        in_vain = 0 if begun_afresh else in_vain + 1
        now = search.cost()
        if now > cost and not begun_afresh:
            search.sit([list(pod) for pod in kept])
            continue
        kept, cost = _pods(search), now
        if cost < least:
            best, least, in_vain = kept, cost, 0
    search.sit(best)


def _pods(search: Search) -> list[list[int]]:
    return [list(pod) for pod in search.pods]


def _exchange_worst(search: Search, chance: SeededStream) -> None:
    """Exchange somebody from a pod that is not good, and a few others; then improve what changed."""
    worst = search.not_good()
    pod = search.pods[worst[chance.below(len(worst))]]
    changed = _exchange_some(search, chance, 1, pod) | _exchange_some(search, chance, KICK - 1)
    search.improve(changed)


def _exchange_some(
    search: Search, chance: SeededStream, times: int, among: Sequence[int] | None = None
) -> set[int]:
    """Exchanges at random, of anybody or somebody `among` these; which pods they changed."""
    changed = set[int]()
    people = range(len(search.scores))
    among = tuple(among or people)
    for _exchange in range(times):
        one, other = among[chance.below(len(among))], people[chance.below(len(people))]
        if search.home[one] != search.home[other]:
            changed |= {search.home[one], search.home[other]}
            search.exchange(one, other)
    return changed


# Pods by ratings, where there are no results yet, or none that count.


def seeded(
    sizes: Sequence[int], met: Sequence[Mapping[int, int]], chance: SeededStream, *, snake: bool
) -> list[list[int]]:
    """Pods of these sizes for people numbered from the strongest on: each has one of every pot.

    `snake`: the strongest of one pot sit with the weakest of the next; else that is drawn. Where people have
    met before, those of one pot change places for as long as that saves a repeated meeting.
    """
    pods: list[list[int]] = [[] for _size in sizes]
    dealt = 0
    for pot in range(max(sizes)):
        places = [pod for pod, size in enumerate(sizes) if size > pot]
        people = list(range(dealt, dealt + len(places)))
        dealt += len(places)
        if snake:
            people = people[::-1] if pot % 2 else people
        elif pot:
            _shuffle(people, chance)
        for pod, who in zip(places, people, strict=True):
            pods[pod].append(who)
    if any(met):
        _part(pods, met)
    return pods


def _shuffle(people: list[int], chance: SeededStream) -> None:
    for at in range(len(people) - 1, 0, -1):
        other = chance.below(at + 1)
        people[at], people[other] = people[other], people[at]


def _part(pods: list[list[int]], met: Sequence[Mapping[int, int]]) -> None:
    """Exchange people of the same pot who would meet again."""

    def again(who: int, pod: list[int]) -> int:
        return sum(met[who].get(other, 0) for other in pod)

    for _pass in range(PASSES):
        better = False
        for here, there in combinations(pods, 2):
            for pot in range(1, min(len(here), len(there))):
                one, other = here[pot], there[pot]
                before = again(one, here) + again(other, there)
                if before > again(one, there) + again(other, here) - 2 * met[one].get(other, 0):
                    here[pot], there[pot] = other, one
                    better = True
        if not better:
            return
