"""What the formats share: seating a round, and the lots it is drawn by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm

from bot.tournaments.pairing.event import Entrant, Event, Pod, Round, Stage
from bot.tournaments.pairing.layouts import Layout
from bot.tournaments.pairing.pods import Field, arrange
from bot.tournaments.pairing.seating import History, history, seated_pod
from bot.tournaments.pairing.seeded_random import SeededStream, ranks


def draw_label(number: int, draw: int) -> str:
    """Under which a round's lots are drawn."""
    return f"round {number}" if draw == 0 else f"round {number} draw {draw}"


def by_lot(event: Event, entrants: Iterable[Entrant], drawn: str) -> list[str]:
    """Their ids in the order of the lot of this label."""
    order = ranks(event.seed_bytes, drawn, len(event.entrants))
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
    past = history(event.rounds)
    people = by_lot(event, entrants, drawn)
    resting = sorted(people, key=lambda who: (past.byes.get(who, 0), points[who]))[: laid.byes]
    playing = [who for who in people if who not in resting]
    scale = lcm(*(points[who].denominator for who in playing))
    scores = [int(points[who] * scale) for who in playing]
    field = Field(scores, past.meetings(playing), laid.people)
    pods = arrange(field, SeededStream(event.seed_bytes, f"{drawn} pods"))
    return seated_round(event, stage, [[playing[at] for at in pod] for pod in pods], resting, past, draw)


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
    chance = SeededStream(event.seed_bytes, f"{draw_label(number, draw)} seats")
    seats = [seated_pod(pod, max(0, event.options.fewest - len(pod)), past, chance) for pod in pods]
    return Round(
        number,
        stage,
        tuple(Pod(at + 1, order, groups[at] if groups else 0) for at, order in enumerate(seats)),
        tuple(byes),
        draw,
    )
