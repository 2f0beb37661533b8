"""Round robin, league and the rounds within a group: fixtures that are known before the first round.

They stand until somebody drops out, enters late or has a round drawn anew: from then on the remaining rounds
are made again, after all the meetings there have been. In a league a round is a week.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from math import comb

from bot.pace import DAILY, DAY
from bot.tournaments.formats.contract import Format
from bot.tournaments.pairing.event import (
    MOST_ROUNDS,
    Entrant,
    Event,
    EventOptions,
    PairingError,
    PairingProblem,
    Round,
    Stage,
)
from bot.tournaments.pairing.fixtures import Fixture, schedule
from bot.tournaments.pairing.layouts import Layout, layout
from bot.tournaments.pairing.seating import by_lot, draw_label, history, seated_round
from bot.tournaments.pairing.seeded_random import SeededStream
from games.text import Text, _


class RoundRobin(Format):
    """Every two meet as evenly as can be."""

    tag = "round-robin"
    name = _("Round robin")
    stage = Stage.ALL_PLAY_ALL
    settings = ("rounds", "team_size")

    def describe(self, options: EventOptions) -> Text:
        return _("Round robin: everyone meets everyone, as evenly as possible.")

    def usual_rounds(self, options: EventOptions, entrants: int) -> int:
        """As many as it takes for so many pairs to meet, but three at least: a single game is no contest."""
        try:
            meetings = sum(comb(people, 2) for people in layout(entrants, options).people)
        except PairingError:
            meetings = 0
        return min(MOST_ROUNDS, max(3, -(-comb(entrants, 2) // meetings) if meetings else 1))

    def next_round(self, event: Event, draw: int) -> Round:
        """The next of the fixtures."""
        pods, byes = fixture(event, event.entrants, self.rounds_of(event), draw)
        if not pods:
            raise PairingError(PairingProblem.TOO_FEW)
        return seated_round(event, self.stage, pods, byes, history(event.rounds), draw)

    def goes_by_fixtures(self, event: Event) -> bool:
        """Whether the next round is one of the fixtures: all are."""
        return not self.is_over(event)


class League(RoundRobin):
    """A round robin in weeks."""

    tag = "league"
    name = _("League")
    pace = DAILY
    interval = 7 * DAY

    def describe(self, options: EventOptions) -> Text:
        return _("League: everyone meets everyone, by a fixed calendar.")

    def usual_rounds(self, options: EventOptions, entrants: int) -> int:
        """The rounds of a league where none were chosen: four weeks, whatever the number of entrants."""
        return 4


def fixture(
    event: Event, members: Sequence[Entrant], rounds: int, draw: int, drawn: str = "fixtures"
) -> tuple[list[list[str]], list[str]]:
    """Pods and byes of the event's next round for these members; if they fill no pod, all have a bye."""
    number = len(event.rounds) + 1
    since, since_draw = _since(event, members, number, draw)
    label = f"{draw_label(since, since_draw)} {drawn}"
    people = by_lot(event, _playing(members, number), label, since)
    try:
        laid = layout(len(people), event.options)
    except PairingError:
        return [], people
    past = history(event.rounds[: since - 1])
    met = tuple(tuple(row.items()) for row in past.meetings(people))
    byes = tuple(past.byes.get(who, 0) for who in people)
    found = _schedule(event.seed_of_round(since), f"{label} pods", laid, rounds - since + 1, met, byes)
    if since == 1:
        people = _teams_apart(people, found[0].pods, event.teams().values())
    this = found[number - since]
    return [[people[at] for at in pod] for pod in this.pods], [people[at] for at in this.byes]


def _teams_apart(
    people: Sequence[str], pods: Sequence[Sequence[int]], teams: Iterable[Sequence[str]]
) -> Sequence[str]:
    """The people in another order, if need be: as few of one team as can be sit together in these pods. Who
    changes places does so in all rounds, so that everybody meets as evenly as before.
    """
    team_of = {who: team for team, members in enumerate(teams) for who in members}
    order = [team_of.get(who) for who in people]
    people = list(people)

    def mates(pod: Sequence[int]) -> int:
        there = [order[at] for at in pod if order[at] is not None]
        return len(there) - len(set(there))

    def exchange(one: int, other: int) -> None:
        order[one], order[other] = order[other], order[one]
        people[one], people[other] = people[other], people[one]

    everywhere = [(pod, at) for pod in pods for at in pod]
    for pod in pods:
        for one, (there, other) in product(pod, everywhere):
            if not mates(pod):
                break
            before = mates(pod) + mates(there)
            exchange(one, other)
            if there is pod or mates(pod) + mates(there) >= before:
                exchange(one, other)
    return people


def _since(event: Event, members: Sequence[Entrant], number: int, draw: int) -> tuple[int, int]:
    """From which round on the fixtures stand as they are, and which draw of it they are."""
    draws = [one.draw for one in event.rounds] + [draw]
    for one in range(number, 1, -1):
        if draws[one - 1] or _playing(members, one) != _playing(members, one - 1):
            return one, draws[one - 1]
    return 1, draws[0]


def _playing(members: Sequence[Entrant], number: int) -> list[Entrant]:
    return [entrant for entrant in members if entrant.plays_in(number)]


@lru_cache(maxsize=64)
def _schedule(
    seed: bytes,
    drawn: str,
    laid: Layout,
    rounds: int,
    met: tuple[tuple[tuple[int, int], ...], ...],
    byes: tuple[int, ...],
) -> tuple[Fixture, ...]:
    """The same schedule is asked for round after round."""
    return tuple(schedule(laid, rounds, SeededStream(seed, drawn), met=[dict(row) for row in met], byes=byes))
