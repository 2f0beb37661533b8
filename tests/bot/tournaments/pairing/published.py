"""Events that were published once: whoever kept their export computes them again, with every later version.

`python -m tests.bot.tournaments.pairing.published` records those below that were not recorded yet, an export
and its standings a line. A line is never rewritten: that another draw comes out breaks what people were
promised.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

from bot.tournaments.formats.engine import (
    is_over,
    next_round,
    standings,
    with_entrant,
    with_reinstated,
    with_result,
    with_round,
    without,
)
from bot.tournaments.pairing.event import Event, EventOptions, Fill, Pod, Result
from tests.bot.tournaments.pairing.evening import entrants

FILE = Path(__file__).parent / "published.jsonl"


class Published(msgspec.Struct, frozen=True):
    """An event as it was exported, and its standings then."""

    name: str
    event: msgspec.Raw
    standings: msgspec.Raw


EVENTS: Mapping[str, tuple[int, EventOptions]] = {
    "swiss in fours, where many meet again": (11, EventOptions(rounds=7)),
    "swiss in threes with byes": (13, EventOptions(fewest=3, preferred=3, most=3, rounds=6)),
    "swiss with robots": (17, EventOptions(fewest=4, preferred=4, most=4, fill=Fill.ROBOTS, rounds=5)),
    "swiss at tables of two to ten": (23, EventOptions(fewest=2, preferred=6, most=10, rounds=3)),
    "swiss of a large field": (70, EventOptions(rounds=4)),
    "swiss with points of its own": (10, EventOptions(rounds=4, points={5: (50, 20, 10, 5, 1)})),
    "knock-out": (27, EventOptions(format="knock-out", go_on=2)),
    "knock-out with robots": (21, EventOptions(format="knock-out", fewest=4, most=4, fill=Fill.ROBOTS)),
    "round robin": (9, EventOptions(format="round-robin")),
    "round robin in pairs": (6, EventOptions(format="round-robin", fewest=2, preferred=2, most=2)),
    "groups": (15, EventOptions(format="groups", go_on=2, group_size=5)),
    "league": (9, EventOptions(format="league")),
}


def happened(name: str, count: int, options: EventOptions) -> Event:
    """The event from the first round to the last, with all that organisers live through."""
    random = Random(name)
    told = Event(options=options, seed=random.randbytes(32).hex(), entrants=entrants(count))
    while not is_over(told):
        draw = random.choice((0, 0, 0, 1))
        told = with_round(told, next_round(told, draw))
        for pod in told.rounds[-1].pods:
            told = with_result(told, _result(random, len(told.rounds), pod))
        if options.format not in ("knock-out", "groups") and not is_over(told):
            told = _with_people_coming_and_going(random, told)
    return told


def _result(random: Random, number: int, pod: Pod) -> Result:
    """Mostly the one who joined earlier is better; some places are shared, some people never come."""
    keen = [random.gauss(int(who or 99), 8) // 3 for who in pod.seats]
    away = tuple(seat for seat, who in enumerate(pod.seats) if who and random.random() < 0.03)[:1]
    stand_in = bool(away) and random.random() < 0.5
    there = [mark for seat, mark in enumerate(keen) if stand_in or seat not in away]
    places = tuple(
        0 if seat in away and not stand_in else 1 + sum(other < mark for other in there)
        for seat, mark in enumerate(keen)
    )
    return Result(
        round=number,
        pod=pod.number,
        places=places,
        walk_overs=() if stand_in else away,
        stand_ins=away if stand_in else (),
        void=random.random() < 0.03,
    )


def _with_people_coming_and_going(random: Random, told: Event) -> Event:
    playing = [entrant.id for entrant in told.playing(len(told.rounds) + 1)]
    gone = [entrant.id for entrant in told.entrants if entrant.last_round is not None]
    if random.random() < 0.3 and len(playing) > told.options.fewest + 3:
        told = without(told, random.choice(playing), disqualified=random.random() < 0.3)
    if random.random() < 0.3:
        told = with_entrant(told, str(1 + len(told.entrants)))
    if gone and random.random() < 0.5:
        told = with_reinstated(told, random.choice(gone))
    corrected = random.choice(told.results)
    if random.random() < 0.4 and not corrected.walk_overs:
        told = with_result(told, replace(corrected, places=corrected.places[::-1], stand_ins=()))
    return told


def recorded() -> list[Published]:
    """Those that were."""
    lines = FILE.read_bytes().splitlines() if FILE.exists() else []
    return [msgspec.json.decode(line, type=Published) for line in lines]


def main() -> None:
    """Record what is new."""
    known = {one.name for one in recorded()}
    with FILE.open("ab") as file:
        for name, (count, options) in EVENTS.items():
            if name not in known:
                told = happened(name, count, options)
                line = {"name": name, "event": told, "standings": standings(told)}
                file.write(msgspec.json.encode(line, enc_hook=str) + b"\n")


if __name__ == "__main__":
    main()
