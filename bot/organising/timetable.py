"""What happens by itself, and when: worked out from the tournament alone, so that nothing need be remembered.

Moments are house time. Appointments that people have made by the calendar are in Unix seconds; they are
turned into house time by how far off they are now.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import msgspec

from bot.organising import rounds
from bot.organising.tournament import Tournament
from bot.tournaments import running

Step = Literal[
    "entries",  # they open or close: the announcement shows it
    "ask",  # everybody is asked whether they are here
    "put-off",  # the start moves by the time for which nobody could answer
    "start",
    "draw",
    "open",
    "finish",  # a deadline: robots play on
]

NOTICED = 60.0
"""Seconds by which something is late before people are given that time anew."""
A_MOMENT = 0.001
"""Seconds. The two clocks do not count alike to the last digit: what is due is never missed by less."""
LONGEST_SLEEP = 3600.0
"""Seconds after which an appointment by the calendar is looked at again: that clock may have been set."""


@dataclass(frozen=True, slots=True)
class Times:
    """What the time is, by both clocks."""

    awake: float
    unix: float

    def at(self, unix: float) -> float:
        """The appointment in house time."""
        off = unix - self.unix
        return self.awake if off <= A_MOMENT else self.awake + min(off, LONGEST_SLEEP)


def next_moment(t: Tournament, times: Times) -> float | None:
    """When the tournament must be looked at next; None: never, if nobody does anything."""
    return min((moment for moment, _step in _moments(t, times)), default=None)


def next_step(t: Tournament, times: Times) -> Step | None:
    """What is due now."""
    for moment, step in _moments(t, times):
        if moment <= times.awake:
            return step
    return None


def _moments(t: Tournament, times: Times) -> Iterator[tuple[float, Step]]:
    """Whatever is to come by itself as things stand; an appointment that is far off, when it is looked at
    again.
    """
    if t.stands_still:
        return
    if t.phase == "open":
        yield from _before_the_start(t, times)
    elif t.phase == "running":
        yield from _deadlines(t)
        yield from _next_round(t, times)


def asked(t: Tournament, times: Times) -> Tournament:
    """Everybody is asked whether they are here; if that comes late, the start waits for their answers."""
    settings, starts = t.settings, t.settings.starts
    assert starts is not None
    left = starts - times.unix
    if left < settings.check_in - NOTICED:
        left = settings.check_in
    return _starting(t.with_record(checking_in=True, check_in_ends=times.awake + left), times.unix + left)


def put_off(t: Tournament, times: Times) -> Tournament:
    """The start waits until everybody had the time to answer that they were promised."""
    return _starting(t, times.unix + (t.record.check_in_ends - times.awake))


def _starting(t: Tournament, starts: float) -> Tournament:
    moved = msgspec.structs.replace(t.settings, starts=starts)
    return t.with_record(settings=moved)


def _before_the_start(t: Tournament, times: Times) -> Iterator[tuple[float, Step]]:
    settings, record = t.settings, t.record
    for moment in (settings.opens, settings.entries_close):
        if moment is not None and moment - t.changed > A_MOMENT:
            yield times.at(moment), "entries"
    if settings.starts is None or record.trouble:
        return
    if settings.check_in and not record.checking_in:
        yield times.at(settings.starts - settings.check_in), "ask"
    elif record.checking_in and starts_late(t, times):
        yield times.awake, "put-off"
    else:
        yield times.at(settings.starts), "start"


def starts_late(t: Tournament, times: Times) -> bool:
    """Whether people still have more time to say that they are here than the appointment leaves them."""
    starts = t.settings.starts
    left, off = t.record.check_in_ends - times.awake, (starts or 0.0) - times.unix
    return starts is not None and left > NOTICED and left > off + NOTICED


def _deadlines(t: Tournament) -> Iterator[tuple[float, Step]]:
    for one in rounds.unfinished(t):
        end = rounds.deadline(t, one)
        if end is not None and not one.finish:
            yield end, "finish"


def _next_round(t: Tournament, times: Times) -> Iterator[tuple[float, Step]]:
    settings, record, event = t.settings, t.record, t.record.event
    if event is None or settings.by_hand:
        return
    if record.drawn is not None:
        yield record.drawn_at + settings.between, "open"
        return
    if record.trouble or running.is_over(event):
        return
    all_in = not running.missing(event)
    if settings.every and event.rounds and (all_in or running.goes_by_fixtures(event)):
        yield times.at(appointed(t)), "draw"
    elif all_in and not (settings.every and event.rounds):
        yield times.awake, "draw"


def appointed(t: Tournament) -> float:
    """When the next round is drawn where rounds follow each other by the calendar, in Unix seconds."""
    event = t.record.event
    return t.record.began + (len(event.rounds) if event is not None else 0) * t.settings.every
